/** The line that ties the words of a coach to what they mean, from box to box. */

type Point = readonly [number, number];
interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}
export interface Tethered {
  d: string; // the line
  end: Point;
  tail: string; // a triangle on the edge where it begins
}

const TAIL = 8; // half its width, and how far it stands out
const clamped = (n: number, low: number, high: number) => Math.max(low, Math.min(high, n));

/** From the edge that faces the target to the target's own edge; null if the boxes overlap. */
export function tethered(from: Box, to: Box): Tethered | null {
  const aim: Point = [(to.left + to.right) / 2, (to.top + to.bottom) / 2];
  const side =
    to.right <= from.left ? [-1, 0] : to.left >= from.right ? [1, 0] : to.bottom <= from.top ? [0, -1] : to.top >= from.bottom ? [0, 1] : null; // prettier-ignore
  if (!side) return null;
  const [nx, ny] = side as [number, number];
  const inset = 3 * TAIL;
  const edge: Point =
    nx === 0
      ? [clamped(aim[0], from.left + inset, from.right - inset), ny < 0 ? from.top : from.bottom]
      : [
          nx < 0 ? from.left : from.right,
          clamped(aim[1], from.top + inset, Math.min(from.bottom - inset, from.top + 6 * TAIL)),
        ];
  const start: Point = [edge[0] + nx * (TAIL + 2), edge[1] + ny * (TAIL + 2)];
  const [dx, dy] = [start[0] - aim[0], start[1] - aim[1]];
  // From the middle of the target towards the beginning, up to its edge.
  const reach = Math.min(
    (to.right - to.left) / 2 / Math.max(1e-6, Math.abs(dx)),
    (to.bottom - to.top) / 2 / Math.max(1e-6, Math.abs(dy)),
    1,
  );
  const end: Point = [aim[0] + dx * reach, aim[1] + dy * reach];
  const bend = 0.45 * Math.hypot(start[0] - end[0], start[1] - end[1]);
  const round = (n: number) => Math.round(n * 10) / 10;
  const at = (x: number, y: number) => `${round(x)} ${round(y)}`;
  const curve = [
    at(start[0] + nx * bend, start[1] + ny * bend),
    at(end[0] + (start[0] - end[0]) * 0.3, end[1] + (start[1] - end[1]) * 0.3),
    at(...end),
  ];
  const [tx, ty] = [ny * TAIL, nx * TAIL]; // along the edge
  return {
    d: `M${at(...start)}C${curve.join(' ')}`,
    end,
    tail: `M${at(edge[0] + tx, edge[1] + ty)}L${at(edge[0] + nx * TAIL, edge[1] + ny * TAIL)}L${at(edge[0] - tx, edge[1] - ty)}`,
  };
}
