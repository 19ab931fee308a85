import { beforeEach, expect, it, vi } from 'vitest';
import type { FromServer, Question, Scene, TableRow, ToServer } from '../lib/contract';
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
  Line.last.tell({ t: 'refused', id, error: 'rate', reason: 'Not so fast.' });
  expect(table.hint).toBeNull();
  expect(table.reason).toBe('Not so fast.');
});

it('goes on thinking when something else is refused', () => {
  const id = asked();
  table.send({ t: 'chat', text: 'hello' });
  const { id: said } = Line.last.sent.at(-1)!;
  Line.last.tell({ t: 'refused', id: said!, error: 'rate', reason: 'Not so fast.' });
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
