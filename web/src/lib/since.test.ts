import { expect, it } from 'vitest';
import type { GameEvent, LogEntry } from './contract';
import { sharesOf, since } from './since';

let n = 0;
const entry = (turn: number, seat: number, ...events: GameEvent[]): LogEntry => ({
  n: n++,
  turn,
  seat,
  words: '',
  cards: [],
  squares: [],
  events,
  auto: false,
});
const destroy = (colour: number): GameEvent => ({ e: 'destroy', square: 'e5', colour, rank: 1 });
const place = (square: string, colour: number): GameEvent => ({
  e: 'place',
  square,
  colour,
  rank: 1,
});
const summon = (card: string, colour: number): GameEvent => ({
  e: 'summon',
  card,
  square: 'e5',
  used: [],
  colour,
  rank: 2,
});
const scores = (colour: number, points: number, scored_in: number): GameEvent => ({
  e: 'points_in',
  colour,
  n: points,
  scored_in,
  why: 'destroyed',
});

it('takes the turns of the others between two of one’s own', () => {
  const log = [entry(1, 0), entry(2, 1), entry(3, 2), entry(4, 0), entry(5, 1), entry(5, 1)];
  const turns = (entries: LogEntry[]) => entries.map((one) => one.turn);
  expect(turns(since(log, [0]))).toEqual([5, 5]);
  // While one's own turn goes on, what came before it stays.
  expect(turns(since([...log, entry(6, 2), entry(7, 0)], [0]))).toEqual([5, 5, 6]);
  // A choice that somebody else makes in a turn does not make it theirs.
  expect(turns(since([...log, entry(7, 0), entry(7, 1)], [0]))).toEqual([5, 5]);
  expect(since([], [0])).toEqual([]);
  expect(turns(since(log.slice(1, 3), [0]))).toEqual([2, 3]);
});

it('counts by colour what was scored, lost, placed and played', () => {
  const entries = [
    entry(2, 1, destroy(0), summon('knight', 1), destroy(2), scores(1, 2, 0)),
    entry(3, 2, place('d4', 2)),
    entry(3, 2, place('d5', 2)),
    entry(3, 2, { e: 'claim', card: 'conqueror' }),
    entry(3, 2, { e: 'convert', square: 'e5', colour: 0, rank: 1, new_colour: 2, new_rank: 1 }),
  ];
  const shares = sharesOf(
    entries,
    (seat) => seat,
    () => 2,
  );
  expect(shares).toEqual([
    { colour: 0, points: 0, lost: 2, placed: 0, cards: [] },
    { colour: 1, points: 2, lost: 0, placed: 0, cards: [{ card: 'knight', seat: 1 }] },
    { colour: 2, points: 2, lost: 1, placed: 2, cards: [{ card: 'conqueror', seat: 2 }] },
  ]);
});

it('gives two seats of a team one share', () => {
  const entries = [entry(2, 2, summon('knight', 0)), entry(3, 1), entry(4, 0, summon('bomb', 0))];
  const shares = sharesOf(
    entries,
    (seat) => seat % 2,
    () => 0,
  );
  expect(shares[0]?.cards.map(({ seat }) => seat)).toEqual([2, 0]);
});
