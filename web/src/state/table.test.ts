import { beforeEach, expect, it, vi } from 'vitest';
import type { Coming, FromServer, Question, Scene, TableRow, ToServer } from '../lib/contract';
import { Table } from './table.svelte';

/** A line without a server: what was sent, and what it is told. */
class Line {
  static readonly OPEN = 1;
  static last: Line;
  readonly readyState = Line.OPEN;
  readonly sent: (ToServer & { id?: string })[] = [];
  onmessage: (event: { data: string }) => void = () => {};

  constructor() {
    Line.last = this;
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }

  close(): void {}

  tell(message: FromServer): void {
    this.onmessage({ data: JSON.stringify(message) });
  }
}

let table: Table;

beforeEach(() => {
  vi.stubGlobal('WebSocket', Line);
  vi.stubGlobal('location', { href: 'http://localhost/' });
  table = new Table('a-table', null);
  vi.spyOn(table, 'question', 'get').mockReturnValue({ asking: 'action' } as Question);
  table.scene = { can: { hint: true } } as Scene;
  table.open();
});

it('asks for no hint where there are none', () => {
  table.scene = { can: { hint: false } } as Scene;
  table.askHint();
  expect(Line.last.sent).toEqual([]);
  expect(table.reason).not.toBeNull();
  expect(table.hint).toBeNull();
});

function asked(): string {
  table.askHint();
  const { t, id } = Line.last.sent.at(-1)!;
  expect(t).toBe('hint');
  return id!;
}

it('stops thinking about a hint that is refused, and says why', () => {
  const id = asked();
  expect(table.hint).not.toBeNull();
  Line.last.tell({ t: 'refused', id, error: 'rate', reason: 'Not so fast.', clause: null });
  expect(table.hint).toBeNull();
  expect(table.reason).toBe('Not so fast.');
});

it('goes on thinking when something else is refused', () => {
  const id = asked();
  table.send({ t: 'chat', text: 'hello' });
  const { id: said } = Line.last.sent.at(-1)!;
  Line.last.tell({ t: 'refused', id: said!, error: 'rate', reason: 'Not so fast.', clause: null });
  expect(table.hint).not.toBeNull();
  Line.last.tell({ t: 'hint', id, choices: ['place e5'], words: ['Place a piece on e5'] });
  expect(table.hint).toEqual(['Place a piece on e5']);
});

it('shows no hint that came too late', () => {
  const id = asked();
  table.dropHint();
  Line.last.tell({ t: 'hint', id, choices: ['place e5'], words: ['Place a piece on e5'] });
  expect(table.hint).toBeNull();
});

it('waits for no hint that was asked for on a lost line', () => {
  asked();
  const row = {} as TableRow;
  Line.last.tell({ t: 'welcome', table: row, you: [0], spectator: false, seq: 3 });
  expect(table.hint).toBeNull();
});

it('tells at one screen what may come only to whose hand is seen', () => {
  const coming: Coming = { seats: [['knight'], []], legends: [], flares: [], tasks: [] };
  const scene = { you: 0, acting: 0, state: 'running', coming } as unknown as Scene;
  table.scene = scene;
  table.you = [0];
  expect(table.coming).toEqual(coming);
  table.you = [0, 1];
  expect(table.coming).toBeNull(); // the curtain is down
  table.lifted = 0;
  expect(table.coming).toEqual(coming);
  table.lifted = 1;
  expect(table.coming).toBeNull();
});

it('keeps the card that a seat has played last', () => {
  const events = (card: string) => [{ e: 'summon', card }];
  const entries = [
    { n: 0, seat: 0, events: events('knight') },
    { n: 1, seat: 1, events: events('bomb') },
    { n: 2, seat: 1, events: [{ e: 'discard', card: 'herald' }] },
  ];
  Line.last.tell({ t: 'log', from: 0, entries } as unknown as FromServer);
  expect([0, 1, 2].map((seat) => table.lastPlayed(seat))).toEqual(['knight', 'bomb', undefined]);
});
