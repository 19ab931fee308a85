/** Lines of a small chart: how the points of each colour grew turn by turn. */

import type { TurnPoints } from './contract';

interface Line {
  colour: number;
  d: string; // the line as a path
  end: readonly [number, number];
}

/** One line a colour in a box; those that lie on each other are drawn a little apart. */
export function lines(turns: readonly TurnPoints[], width: number, height: number): Line[] {
  const most = Math.max(1, ...turns.flatMap(({ points }) => points));
  const least = Math.min(0, ...turns.flatMap(({ points }) => points));
  const last = Math.max(1, turns.length - 1);
  const y = (n: number) => height - ((n - least) / (most - least)) * height;
  return (turns[0]?.points ?? []).map((_, colour) => {
    const at = turns.map(({ points }, i) => {
      const apart = points.slice(0, colour).filter((n) => n === points[colour]).length;
      return [
        Math.round((i / last) * width * 10) / 10,
        Math.round((y(points[colour]!) - 3 * apart) * 10) / 10,
      ] as const;
    });
    return { colour, d: `M${at.map(([x, h]) => `${x} ${h}`).join('L')}`, end: at.at(-1)! };
  });
}
