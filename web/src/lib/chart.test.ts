import { expect, it } from 'vitest';
import { lines } from './chart';

const turns = [
  { turn: 0, points: [0, 0] },
  { turn: 1, points: [2, 0] },
  { turn: 2, points: [2, 4] },
];

it('draws a line for each colour, from the first turn to the last, up to the most points', () => {
  const [first, second] = lines(turns, 200, 100);
  expect(first).toEqual({ colour: 0, d: 'M0 100L100 50L200 50', end: [200, 50] });
  expect(second).toEqual({ colour: 1, d: 'M0 97L100 100L200 0', end: [200, 0] });
});

it('has room for points below zero, and for a game without any', () => {
  const [low] = lines([{ turn: 1, points: [-1, 1] }], 200, 100);
  expect(low?.end).toEqual([0, 100]);
  expect(lines([{ turn: 0, points: [0] }], 200, 100)[0]?.end).toEqual([0, 100]);
  expect(lines([], 200, 100)).toEqual([]);
});
