import { beforeEach, expect, it, vi } from 'vitest';
import type { DrawnTurn, LogEntry, Replay, ReviewedTurn, Scene } from '../lib/contract';
import { LookBack, type Source } from './lookback.svelte';

/** Four turns of one placing each, two seats in turn; the first one looks back. */
const SQUARES = ['e1', 'e2', 'e3', 'e4'];
const log = SQUARES.map((square, n): LogEntry => ({
  n,
  turn: n + 1,
  seat: n % 2,
  words: square,
  cards: [],
  squares: [square],
  events: [{ e: 'place', square, colour: n % 2, rank: 1 }],
  auto: false,
}));
const game = {
  form: 'duel',
  seats: [0, 1].map((seat) => ({ seat, colour: seat })),
  over: true,
  yours: [0],
  eyes: [],
  open: true,
  board: [],
  turns: log.map(({ turn, seat }, n) => ({ turn, seat, first: n, points: [0, 0], summoned: [] })),
  log,
  page: 100,
} as unknown as Replay;
const reviewed = log.map(
  ({ turn, seat }): ReviewedTurn =>
    ({ turn, seat, severity: 'missed', better: [{}] }) as unknown as ReviewedTurn,
);
const better = (square: string): DrawnTurn => ({
  before: [],
  steps: [{ words: [], squares: [square], board: [{ square, colour: 0, rank: 3 }] }],
});

let look: LookBack;
let drawn: ((found: DrawnTurn) => void)[];
let seen: (() => void)[];
const settled = () => new Promise((done) => setTimeout(done));
const squares = () => look.pieces.map((piece) => piece.square);

beforeEach(async () => {
  vi.stubGlobal('document', { hidden: true }); // nothing moves
  [drawn, seen] = [[], []];
  const scenes = {
    scene: { board: [], hand: [] } as unknown as Scene,
    changes: log.map(() => ({})),
  };
  const source: Partial<Source> = {
    id: 't',
    head: () => Promise.resolve(game),
    page: () => new Promise((answer) => seen.push(() => answer(scenes))),
    review: {
      kept: () =>
        Promise.resolve({ turns: reviewed, turning: [], of: 4, deep: true, failed: false }),
      begin: vi.fn(),
      more: vi.fn(),
      drawn: () => new Promise((answer) => drawn.push(answer)),
    },
  };
  look = new LookBack(source as Source);
  const loaded = look.load({ turn: null, step: 0, eyes: null });
  await settled();
  expect(look.seenAt).toBe(-1); // the scene is not there yet
  seen[0]!();
  await loaded;
  await settled();
  expect(look.seenAt).toBe(0);
});

async function showBetter(turn: number, square: string): Promise<void> {
  const shown = look.showBetter(turn, 0);
  drawn.pop()!(better(square));
  await shown;
}

it('goes on from the board of the game, whatever was drawn on it', async () => {
  look.go(1);
  await showBetter(2, 'a5');
  expect(squares()).toEqual(['a5']);
  look.go(2);
  expect(look.review.drawn).toBeNull();
  expect(squares()).toEqual(['e1', 'e2']);
});

it('stands at a step as it was played', async () => {
  await showBetter(1, 'a5');
  await look.stand(3);
  expect(look.review.drawn).toBeNull();
  expect(squares()).toEqual(['e1', 'e2', 'e3']);
});

it.each([
  ['another step', () => look.go(3), ['e1', 'e2', 'e3']],
  ['the turn as it was played', () => look.showPlayed(), ['e1']],
])('draws no better turn that comes after one has gone to %s', async (_, act, there) => {
  look.go(1);
  const late = look.showBetter(2, 0);
  act();
  drawn[0]!(better('a5'));
  await late;
  expect(look.review.drawn).toBeNull();
  expect(squares()).toEqual(there);
});

it('goes on thinking when one turn cannot be drawn', async () => {
  look.review.thinking = true;
  const shown = look.showBetter(1, 0);
  drawn[0]!(Promise.reject(new Error('gone')) as never);
  await shown;
  expect(look.review.reason).toBe('gone');
  expect(look.review.thinking).toBe(true);
});

it('tells the turns of everybody, or only those of whoever looks back', () => {
  expect(look.review.missed.map(({ turn }) => turn)).toEqual([1, 3]);
  expect(look.review.worthSeeing).toEqual([1, 3]);
  look.review.all = true;
  expect(look.review.worthSeeing).toEqual([1, 2, 3, 4]);
});
