import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { FromServer, GameEvent, LogEntry, Question, Scene } from '../lib/contract';
import { LEAD, STEP } from '../lib/playback';
import { settings } from './settings.svelte';
import { Table } from './table.svelte';

/** A line without a server. */
class Line {
  static readonly OPEN = 1;
  static last: Line;
  readonly readyState = Line.OPEN;
  onmessage: (event: { data: string }) => void = () => {};

  constructor() {
    Line.last = this;
  }

  send(): void {}
  close(): void {}
}

const tell = (message: unknown) => Line.last.onmessage({ data: JSON.stringify(message) });
const scene = (seq: number, more: Partial<Scene> = {}): FromServer =>
  ({
    t: 'scene',
    number: seq,
    scene: { seq, state: 'running', acting: 1, board: [], seats: [], hand: [], ...more },
  }) as unknown as FromServer;
const mine = (seq: number) => scene(seq, { acting: 0, question: { choices: [] } as never });
const entry = (n: number, words: string, ...events: GameEvent[]): LogEntry => ({
  n,
  turn: 2,
  seat: 1,
  words,
  cards: events.some((event) => event.e === 'summon') ? [{ card: 'bomb', start: 0, end: 4 }] : [],
  squares: [],
  events,
  auto: false,
});
const summon: GameEvent = {
  e: 'summon',
  card: 'bomb',
  square: 'e5',
  used: ['d4', 'f4'],
  colour: 1,
  rank: 1,
};
const destroy: GameEvent = { e: 'destroy', square: 'e5', colour: 1, rank: 1 };
const end: GameEvent = { e: 'end_turn', seat: 1 };

let table: Table;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', Line);
  vi.stubGlobal('location', { href: 'http://localhost/' });
  vi.stubGlobal('document', { hidden: false });
  settings.wait = false;
  table = new Table('a-table', null);
  table.open();
  const clock = { kind: 'none' };
  tell({ t: 'welcome', table: { clock }, you: [0], spectator: false, seq: 1 });
  tell({ t: 'log', from: 0, entries: [] });
  tell(scene(1));
});

describe('a summoning of somebody else', () => {
  beforeEach(() =>
    tell({ t: 'log', from: 0, entries: [entry(0, 'Bomb on e5. It is gone.', summon, destroy)] }),
  );

  it('is told with its card and its pattern before the being arrives', () => {
    expect(table.following.step?.n).toBe(0);
    expect(table.following.card).toBe('bomb');
    expect(table.following.summoning?.used).toEqual(['d4', 'f4']);
    expect(table.pieces).toEqual([]);
    expect(table.log).toEqual([]);
  });

  it('keeps its pattern until the being does something', () => {
    vi.advanceTimersByTime(LEAD);
    expect(table.pieces.map((piece) => piece.square)).toEqual(['e5']);
    expect(table.following.summoning).not.toBeNull();
    vi.advanceTimersByTime(STEP);
    expect(table.following.summoning).toBeNull();
    expect(table.following.card).toBe('bomb');
  });

  it('is over at once when it is skipped', () => {
    expect(table.finishShow()).toBe(true);
    expect(table.following.step).toBeNull();
    expect(table.log).toHaveLength(1);
  });

  it('is forgotten when it is one’s own turn', () => {
    tell(mine(2));
    expect(table.following.step).not.toBeNull();
    vi.advanceTimersByTime(LEAD + 2 * STEP);
    expect(table.question as Question | null).not.toBeNull();
    expect(table.following.step).toBeNull();
  });
});

describe('waiting after a turn of others', () => {
  beforeEach(() => {
    settings.wait = true;
    tell({ t: 'log', from: 0, entries: [entry(0, 'Bomb on e5.', summon), entry(1, 'End.', end)] });
    tell(mine(2));
    vi.advanceTimersByTime(60_000);
  });

  it('shows what was done, and goes on when told to', () => {
    expect(table.following.holding).toBe(true);
    // That the turn is over needs no sentence.
    expect(table.following.told.map((one) => one.words)).toEqual(['Bomb on e5.']);
    expect(table.question ?? null).toBeNull();
    table.goOn();
    expect(table.following.holding).toBe(false);
    expect(table.question).not.toBeNull();
  });

  it('can be skipped, too', () => {
    table.finishShow();
    expect(table.following.holding).toBe(false);
    expect(table.question).not.toBeNull();
  });
});

it('waits for nobody where a clock runs', () => {
  settings.wait = true;
  tell({ t: 'table', table: { clock: { kind: 'move' } } });
  tell({ t: 'log', from: 0, entries: [entry(0, 'End.', end)] });
  tell(mine(2));
  expect(table.following.holding).toBe(false);
  expect(table.question).not.toBeNull();
});
