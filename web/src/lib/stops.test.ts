import { expect, it } from 'vitest';
import { beyond } from './stops';

// Three beside each other, two below, and one far below that is a little aside.
const PLACES = [[0, 0], [10, 0], [20, 0], [0, 50], [10, 50.4], [12, 200]] as const; // prettier-ignore
const from = (at: number, arrow: string) => beyond(PLACES, at, `Arrow${arrow}`);

it('goes on to the next one, over the end of a row', () => {
  expect(from(0, 'Right')).toBe(1);
  expect(from(2, 'Right')).toBe(3);
  expect(from(0, 'Left')).toBe(null);
  expect(from(5, 'Right')).toBe(null);
});

it('goes up and down to what is nearest in the next row', () => {
  expect(from(1, 'Down')).toBe(4);
  expect(from(2, 'Down')).toBe(4);
  expect(from(3, 'Down')).toBe(5);
  expect(from(5, 'Up')).toBe(4);
  expect(from(3, 'Up')).toBe(0);
  expect(from(1, 'Up')).toBe(null);
});

it('leaves other keys alone', () => {
  expect(beyond(PLACES, 0, 'Enter')).toBe(null);
});
