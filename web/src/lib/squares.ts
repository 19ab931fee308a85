/** The arena as a drawing: where squares are, and how a cursor walks over them. No rules. */

import { ARENA, CENTRAL, VECTORS } from './contract';

export const COLUMNS = 'abcdefghi';
export const T = 64; // units of the drawing along one square

type XY = [number, number];
type SquareKind = 'plain' | 'red' | 'green' | 'central';

function nameOf(x: number, y: number): string {
  return `${COLUMNS[x]}${9 - y}`;
}

export function xy(square: string): XY {
  return [COLUMNS.indexOf(square[0] ?? ''), 9 - Number(square[1])];
}

function onArena(x: number, y: number): boolean {
  const sign = ARENA[y]?.[x];
  return sign !== undefined && sign !== '#';
}

/** What a square looks like, on the side of the board that marks the centre or on the other. */
export function kindOf(x: number, y: number, markedCentre: boolean): SquareKind {
  const sign = ARENA[y]?.[x];
  if (sign === 'R') return 'red';
  if (sign === 'G') return 'green';
  return markedCentre && CENTRAL.includes(nameOf(x, y)) ? 'central' : 'plain';
}

/** The middle of a square in units of the drawing. */
export function centre(square: string): XY {
  const [x, y] = xy(square);
  return [x * T + T / 2, y * T + T / 2];
}

/** The middle of some squares together. */
export function middle(squares: readonly string[]): XY {
  const at = squares.map(centre);
  const mean = (along: 0 | 1) => at.reduce((sum, point) => sum + point[along], 0) / at.length;
  return [mean(0), mean(1)];
}

export function angle(from: string, to: string): number {
  const [a, b] = xy(from);
  const [c, d] = xy(to);
  return (Math.atan2(d - b, c - a) * 180) / Math.PI;
}

export function directionAngle(direction: number): number {
  const [dx, dy] = VECTORS[direction] ?? [0, -1];
  return (Math.atan2(dy, dx) * 180) / Math.PI;
}

/** The square one step on, or null at the edge. */
export function step(square: string, direction: number): string | null {
  const [x, y] = xy(square);
  const [dx, dy] = VECTORS[direction] ?? [0, 0];
  return onArena(x + dx, y + dy) ? nameOf(x + dx, y + dy) : null;
}

export const ALL: readonly string[] = ARENA.flatMap((row, y) =>
  [...row].flatMap((sign, x) => (sign === '#' ? [] : [nameOf(x, y)])),
);

export const ROWS: readonly (readonly string[])[] = ARENA.map((_, y) =>
  ALL.filter((square) => xy(square)[1] === y),
);

/** An arrow key over the cut corners: the nearest square of the next row or column. */
export function walk(square: string, dx: number, dy: number): string {
  const [x, y] = xy(square);
  let [cx, cy] = [x + dx, y + dy];
  if (cx < 0 || cx > 8 || cy < 0 || cy > 8) return square;
  while (!onArena(cx, cy)) {
    if (dx !== 0) cy += cy < 4 ? 1 : -1;
    else cx += cx < 4 ? 1 : -1;
  }
  return nameOf(cx, cy);
}

/** The line between two squares, shortened so that it starts and ends beside the pieces. */
export function wire(from: string, to: string, gapA = 21, gapB = 17): { d: string; end: XY } {
  const [a, b] = centre(from);
  const [c, d] = centre(to);
  const length = Math.hypot(c - a, d - b) || 1;
  const [u, v] = [(c - a) / length, (d - b) / length];
  const end: XY = [round(c - u * gapB), round(d - v * gapB)];
  return { d: `M${round(a + u * gapA)} ${round(b + v * gapA)}L${end[0]} ${end[1]}`, end };
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
