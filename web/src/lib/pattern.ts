/** Patterns as drawings: turning, mirroring, and finding how a pattern lies on the arena. */

import { VECTORS, type Card, type Cell, type Turned } from './contract';
import { xy } from './squares';

interface Laid {
  dx: number;
  dy: number;
  is: Cell['is'];
  rank: 1 | 2 | 3;
  direction: number | null;
}

export const PRINTED: Turned = { turned: 0, mirrored: false };

function turn(dx: number, dy: number, { turned, mirrored }: Turned): [number, number] {
  let [x, y] = [mirrored ? -dx : dx, dy];
  for (let i = 0; i < turned; i++) [x, y] = [-y, x];
  return [x + 0, y + 0]; // no negative zero
}

function turnedDirection(direction: number, orientation: Turned): number {
  const [dx, dy] = VECTORS[direction] ?? [0, -1];
  const [x, y] = turn(dx, dy, orientation);
  return VECTORS.findIndex(([a, b]) => a === x && b === y);
}

/** The summoning square of a pattern must already hold a piece of the player. */
export function mustHold(card: Card): boolean {
  return card.pattern?.some((cell) => cell.is === 'summon' && cell.must_hold) ?? false;
}

/** The cells of a pattern as offsets from its summoning square. */
export function laid(card: Card, orientation: Turned = PRINTED): Laid[] {
  const cells = card.pattern ?? [];
  const home = cells.find((cell) => cell.is === 'summon') ?? { x: 0, y: 0 };
  return cells.map((cell) => {
    const [dx, dy] = turn(cell.x - home.x, cell.y - home.y, orientation);
    return {
      dx,
      dy,
      is: cell.is,
      rank: cell.rank ?? 1,
      direction: cell.direction == null ? null : turnedDirection(cell.direction, orientation),
    };
  });
}

/** What is said of a cell: `web.pattern.cell.…`. */
type Said =
  | 'free'
  | 'piece'
  | 'upgraded'
  | 'summon'
  | 'summon_piece'
  | 'summon_upgraded'
  | 'mark'
  | 'direction';

/** A pattern for those who hear it: its rows from the top, cell by cell. */
export function rows(card: Card, orientation: Turned = PRINTED): Said[][] {
  const cells = laid(card, orientation);
  const [xs, ys] = [cells.map((cell) => cell.dx), cells.map((cell) => cell.dy)];
  const across = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, i) => from + i);
  const said = (dx: number, dy: number): Said => {
    const cell = cells.find((one) => one.dx === dx && one.dy === dy);
    if (!cell) return 'free';
    if (cell.is === 'mark' || cell.is === 'direction') return cell.is;
    const piece = cell.rank > 1 ? 'upgraded' : 'piece';
    if (cell.is === 'piece') return piece;
    return mustHold(card) ? `summon_${piece}` : 'summon';
  };
  return across(Math.min(...ys), Math.max(...ys)).map((dy) =>
    across(Math.min(...xs), Math.max(...xs)).map((dx) => said(dx, dy)),
  );
}

/** The offsets of squares from the summoning square, as a pattern's drawing names them. */
export function offsets(home: string, squares: readonly string[]): string[] {
  const [x, y] = xy(home);
  return squares.map((square) => `${xy(square)[0] - x},${xy(square)[1] - y}`);
}

/** The id of the words for an orientation. */
export function orientationWords({ turned, mirrored }: Turned): string {
  const names = ['printed', 'right', 'around', 'left'];
  return `web.orientation.${mirrored ? 'mirrored_' : ''}${names[turned % 4]}`;
}

interface Extent {
  x0: number;
  x1: number;
  y0: number;
  y1: number;
}

/** The part of the grid a drawing shows: at least three squares each way. */
export function extent(cells: readonly { dx: number; dy: number }[]): Extent {
  const xs = [0, ...cells.map((cell) => cell.dx)];
  const ys = [0, ...cells.map((cell) => cell.dy)];
  let [x0, x1, y0, y1] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  while (x1 - x0 < 2) {
    if (x0 + x1 < 0) x1++;
    else x0--;
  }
  while (y1 - y0 < 2) {
    if (y0 + y1 < 0) y1++;
    else y0--;
  }
  return { x0, x1, y0, y1 };
}
