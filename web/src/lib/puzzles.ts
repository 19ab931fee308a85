/** Puzzles in a list: what was made of them, which are wanted, and their boards as pictures. */

import type { Piece, PuzzleMark, PuzzleRow, Rank } from './contract';
import { ALL } from './squares';

export type Marks = Readonly<Record<string, PuzzleMark>>;
const STATES = ['failed', 'seen', 'solved'];

/** What was kept; anything else is nothing tried yet. */
export function parsedMarks(kept: string | null): Marks {
  try {
    const found = JSON.parse(kept ?? 'null') as Record<string, Partial<PuzzleMark>> | null;
    const entries = Object.entries(found ?? {}).filter(
      ([, mark]) => STATES.includes(mark.state ?? '') && Number.isInteger(mark.tries),
    );
    return Object.fromEntries(entries) as Marks;
  } catch {
    return {};
  }
}

/** A puzzle that is solved stays solved, and whoever has seen the solution has seen it. */
export function marked(
  before: PuzzleMark | undefined,
  state: PuzzleMark['state'],
  tries: number,
): PuzzleMark {
  const stands = before && before.state !== 'failed' ? before.state : state;
  return { state: stands, tries: Math.max(before?.tries ?? 0, tries) };
}

/** What this browser has and the server has not, of the puzzles that there are. */
export function unshared(kept: Marks, shared: Marks, rows: readonly PuzzleRow[]): Marks {
  const there = new Set(rows.map((row) => row.id));
  const entries = Object.entries(kept).filter(([id, mark]) => {
    const other = shared[id];
    if (!there.has(id)) return false;
    return !other || (other.state === 'failed' && mark.state !== 'failed');
  });
  return Object.fromEntries(entries);
}

interface WantedPuzzles {
  form: string;
  grade: string;
}

export function wantedPuzzles(search: string): WantedPuzzles {
  const found = new URLSearchParams(search);
  const grade = found.get('grade') ?? '';
  return { form: found.get('form') ?? '', grade: /^[123]$/.test(grade) ? grade : '' };
}

/** The filters as the end of an address, so that a link shows the same puzzles. */
export function puzzlesAddress({ form, grade }: WantedPuzzles): string {
  const found = new URLSearchParams();
  if (form) found.set('form', form);
  if (grade) found.set('grade', grade);
  const text = found.toString();
  return text ? `?${text}` : '';
}

/** Those that are wanted; what is neither solved nor seen comes first. */
export function chosenPuzzles(
  rows: readonly PuzzleRow[],
  { form, grade }: WantedPuzzles,
  marks: Marks,
): PuzzleRow[] {
  const known = (row: PuzzleRow) => Number((marks[row.id]?.state ?? 'failed') !== 'failed');
  return rows
    .filter((row) => (!form || row.form === form) && (!grade || row.grade === Number(grade)))
    .toSorted((a, b) => known(a) - known(b));
}

/** The pieces of a board: `A1e5 B2f6`, first whose it is, then its rank, then its square. */
export function piecesOf(board: string): Piece[] {
  return board
    .split(' ')
    .filter((one) => /^[A-D][123]/.test(one) && ALL.includes(one.slice(2)))
    .map((one) => ({
      colour: 'ABCD'.indexOf(one[0]!),
      rank: Number(one[1]) as Rank,
      square: one.slice(2),
    }));
}
