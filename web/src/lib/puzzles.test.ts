import { expect, it } from 'vitest';
import type { PuzzleRow } from './contract';
import {
  chosenPuzzles,
  marked,
  parsedMarks,
  piecesOf,
  puzzlesAddress,
  unshared,
  wantedPuzzles,
} from './puzzles';

const row = (id: string, form: string, grade: 1 | 2 | 3): PuzzleRow => ({
  id,
  form,
  number: 1,
  grade,
  points: 2,
  mine: 0,
  schools: ['highland', 'sylvan'],
  board: 'A1e5',
});
const ROWS = [row('a', 'duel', 1), row('b', 'duel', 2), row('c', 'high-form', 2)];
const SOLVED = { state: 'solved', tries: 1 } as const;
const FAILED = { state: 'failed', tries: 2 } as const;

it('reads what was kept, and nothing else', () => {
  expect(parsedMarks(null)).toEqual({});
  expect(parsedMarks('nonsense')).toEqual({});
  expect(parsedMarks('{"a":{"state":"solved","tries":1},"b":{"state":"won","tries":1}}')).toEqual({
    a: SOLVED,
  });
});

it('keeps what is solved or seen', () => {
  expect(marked(undefined, 'failed', 1)).toEqual({ state: 'failed', tries: 1 });
  expect(marked(FAILED, 'solved', 3)).toEqual({ state: 'solved', tries: 3 });
  expect(marked(SOLVED, 'seen', 1)).toEqual(SOLVED);
  expect(marked({ state: 'seen', tries: 0 }, 'solved', 1)).toEqual({ state: 'seen', tries: 1 });
});

it('shares what the server does not know, of the puzzles that there are', () => {
  const kept = { a: SOLVED, b: FAILED, gone: SOLVED };
  expect(unshared(kept, {}, ROWS)).toEqual({ a: SOLVED, b: FAILED });
  expect(unshared(kept, { a: FAILED, b: SOLVED }, ROWS)).toEqual({ a: SOLVED });
  expect(unshared(kept, { a: SOLVED, b: FAILED }, ROWS)).toEqual({});
});

it('filters by form and grade, what is not solved first, and the address keeps it', () => {
  const wanted = { form: '', grade: '' };
  const ids = (rows: readonly PuzzleRow[]) => rows.map((one) => one.id);
  expect(ids(chosenPuzzles(ROWS, wanted, { a: SOLVED, b: FAILED }))).toEqual(['b', 'c', 'a']);
  expect(ids(chosenPuzzles(ROWS, { form: 'duel', grade: '2' }, {}))).toEqual(['b']);
  expect(puzzlesAddress(wanted)).toBe('');
  const narrow = { form: 'duel', grade: '2' };
  expect(wantedPuzzles(puzzlesAddress(narrow))).toEqual(narrow);
  expect(wantedPuzzles('?grade=9')).toEqual(wanted);
});

it('reads boards of up to four colours', () => {
  expect(piecesOf('A1e5 D3f6 B2a1 x')).toEqual([
    { colour: 0, rank: 1, square: 'e5' },
    { colour: 3, rank: 3, square: 'f6' },
  ]);
});
