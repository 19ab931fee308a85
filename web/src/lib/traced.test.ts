import { expect, it } from 'vitest';
import type { GameEvent, LogEntry } from './contract';
import { numberedLines, signOf, traced } from './traced';

const entry = (n: number, words: string, squares: string[], ...events: GameEvent[]): LogEntry => ({
  n,
  turn: 1,
  seat: 0,
  words,
  cards: [],
  squares,
  events,
  auto: false,
});
const place = { e: 'place', square: 'e5', colour: 0, rank: 1 } as const;
const move = { e: 'move', start: 'e5', end: 'f6', leap: true } as unknown as GameEvent;
const LOG = [
  entry(0, 'A piece on e5.', ['e5'], place),
  entry(1, '', []), // which piece moves is told by what comes next
  entry(2, 'It goes to f6.', ['e5', 'f6'], move),
  entry(3, 'A piece on e5.', ['e5'], place),
  entry(4, 'A task is claimed.', []),
  entry(5, 'The turn is over.', [], { e: 'end_turn' } as unknown as GameEvent),
];

it('numbers the lines that say something, up to the end of the turn', () => {
  expect(numberedLines(LOG).map((line) => line.n)).toEqual([0, 2, 3, 4]);
});

it('puts the numbers where the steps end, and draws the ways of moves', () => {
  expect(traced(LOG)).toEqual({
    steps: [
      { square: 'e5', numbers: [1, 3] },
      { square: 'f6', numbers: [2] },
    ],
    trails: [{ from: 'e5', to: 'f6' }],
  });
});

it('has a badge for what a step does', () => {
  expect(LOG.map(signOf)).toEqual(['place', undefined, 'leap', 'place', undefined, undefined]);
});
