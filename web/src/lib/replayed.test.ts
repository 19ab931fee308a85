import { expect, it } from 'vitest';
import type { LogEntry, ReplayTurn } from './contract';
import { along, boardsOf, OPEN, placeIn, placeText, scored, stepOf, turnAt } from './replayed';

const turn = (turn: number, first: number, points: number[]) =>
  ({ turn, first, points, seat: turn % 2 }) as ReplayTurn;
const turns = [turn(1, 0, [0, 0]), turn(2, 2, [0, 1]), turn(3, 6, [3, 1])];

it('knows the turn of a step', () => {
  expect([0, 1, 2, 5, 6, 9].map((step) => turnAt(turns, step))).toEqual([0, 0, 1, 1, 2, 2]);
  expect(along(turns, 4, 9)).toBe(1.5);
  expect(turnAt([], 3)).toBe(0);
});

it('writes a place that it reads back', () => {
  for (const step of [0, 1, 2, 5, 6, 9])
    for (const eyes of [0, 3, OPEN, -1]) {
      const place = placeIn(`?${placeText(turns, step, eyes)}`);
      expect(place.eyes).toBe(eyes);
      expect(stepOf(turns, place, 9)).toBe(step);
    }
});

it('takes a place that is not there for the nearest one', () => {
  expect(stepOf(turns, { turn: 77, step: 88, eyes: null }, 9)).toBe(9);
  expect(stepOf(turns, { turn: 1, step: 88, eyes: null }, 9)).toBe(2);
  expect(stepOf(turns, { turn: 0, step: 0, eyes: null }, 9)).toBe(0);
  expect(placeIn('?turn=x&step=-1&seen=me')).toEqual({ turn: null, step: 0, eyes: null });
});

it('makes the board of every step from what happened', () => {
  const place = (square: string) => ({ e: 'place', square, colour: 0, rank: 1 });
  const log = [{ events: [place('e5')] }, { events: [] }, { events: [place('e6'), place('e7')] }];
  const boards = boardsOf({ board: [], log: log as unknown as LogEntry[] });
  expect(boards.map((board) => board.map((piece) => piece.square))).toEqual([
    [],
    ['e5'],
    ['e5'],
    ['e5', 'e6', 'e7'],
  ]);
});

it('tells what a turn has scored', () => {
  expect([0, 1, 2].map((n) => scored(turns, n))).toEqual([
    [0, 0],
    [0, 1],
    [3, 0],
  ]);
});
