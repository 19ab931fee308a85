import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { HandCard, NearFit, OfferedChoice, Question, Scene, StandIn } from '../lib/contract';
import { handState } from './handstate.svelte';
import { obey } from './orders.svelte';
import { promptOf } from './prompt.svelte';
import { Table } from './table.svelte';

vi.mock(import('./texts.svelte'), async (original) => ({
  ...(await original()),
  t: (id, values) =>
    id === 'web.prompt.stand_in' ? `${values!['square']} of ${values!['name']}` : id,
}));

const choice = (text: string, more: Partial<OfferedChoice> = {}): OfferedChoice => ({
  text,
  kind: 'square',
  words: text,
  preview: [],
  ...more,
});
const ask = (asking: Question['asking'], choices: OfferedChoice[]): Question => ({
  asking,
  card: null,
  words: '',
  hint: '',
  clause: '5.3',
  left: null,
  being: null,
  choices,
});
const nearTo = (square: string, rank: 1 | 2 = 1): NearFit => ({
  square: 'e5',
  used: [],
  missing: [{ square, rank }],
  marked: [],
  directions: [],
  orientation: { turned: 0, mirrored: false },
  placing: `place ${square}`,
});
const card = (more: Partial<HandCard>): HandCard => ({
  id: 'knight',
  card: 'being',
  in_play: false,
  playable: true,
  fits: [],
  missing: 1,
  upgraded: 0,
  nearest: null,
  reason: null,
  rivals: [],
  ...more,
});
const places = ['c3', 'd3', 'f6'].map((square) =>
  choice(`place ${square}`, { kind: 'place', mark: 'place', square }),
);

let table: Table;
let sent: string[];

/** A table at which a question is asked, with some cards in hand. */
function at(question: Question, hand: HandCard[], more: Partial<Scene> = {}): void {
  table.scene = {
    state: 'running',
    question,
    hand,
    board: [],
    seats: [0, 1, 2].map((colour) => ({ seat: colour, colour, name: `P${colour}` })),
    colours: [],
    turn_of: 0,
    you: 0,
    actions: 1,
    ...more,
  } as unknown as Scene;
}

/** What the server answers when the card is looked at. */
function tellNear(...near: NearFit[]): void {
  table.near = { t: 'near', seq: table.scene!.seq, seat: 0, card: 'knight', near, id: null };
}

function press(key: string): void {
  const event = { key, ctrlKey: false, metaKey: false, altKey: false, target: null };
  obey({ ...event, preventDefault: () => {} } as unknown as KeyboardEvent, table, () => {});
}

beforeEach(() => {
  vi.stubGlobal('Element', class {});
  table = new Table('a-table', null);
  sent = [];
  vi.spyOn(table, 'choose').mockImplementation((choices) => void sent.push(...choices));
  vi.spyOn(table, 'send').mockImplementation(() => '1');
});

describe('declining', () => {
  const pass = choice('pass', { kind: 'pass', words: 'Do not upgrade' });

  it('is a button that says what is lost, and not the one that offers itself', () => {
    at(ask('upgrade', [choice('c3', { square: 'c3' }), pass]), []);
    const [button] = promptOf(table).buttons;
    expect(button).toMatchObject({ id: 'pass', label: 'Do not upgrade', declines: true });
    expect(button?.primary).toBeFalsy();
  });

  it.each(['Enter', ' '])('is not done by %j', (key) => {
    at(ask('upgrade', [choice('c3', { square: 'c3' }), pass]), []);
    press(key);
    expect(sent).toEqual([]);
    press('p');
    expect(sent).toEqual(['pass']);
  });

  it('a turn is not ended by Enter either', () => {
    at(ask('end', [choice('finish', { kind: 'finish' })]), []);
    press('Enter');
    expect(sent).toEqual([]);
    press('e');
    expect(sent).toEqual(['finish']);
  });
});

describe('directions', () => {
  it('that the board shows are no buttons; those off the board are', () => {
    const here = choice('n', { kind: 'direction', direction: 0, square: 'e6' });
    const off = choice('s', { kind: 'direction', direction: 4 });
    at(ask('direction', [here, off]), []);
    expect(promptOf(table).buttons.map((button) => button.choice?.text)).toEqual(['s']);
    expect(table.choosing.open).toEqual(['e6']);
  });
});

describe('a card in mind', () => {
  it('that lacks a piece opens only the square that is drawn', () => {
    at(ask('action', places), [card({})]);
    tellNear(nearTo('c3'), nearTo('d3'));
    table.choosing.select('knight');
    expect(table.choosing.open).toEqual(['c3']);
    table.choosing.look(1);
    expect(table.choosing.open).toEqual(['d3']);
    // Moving over the board does not change which one is looked at.
    table.choosing.hover('f6');
    expect(table.choosing.drawn.missing.map((piece) => piece.square)).toEqual(['d3']);
    expect(promptOf(table).values?.['squares']).toBe('d3');
    table.choosing.activate('d3', 'mouse');
    expect(sent).toEqual(['place d3']);
  });

  it.each(['mouse', 'touch', 'key'] as const)('keeps other squares closed to %s', (hand) => {
    at(ask('action', places), [card({})]);
    tellNear(nearTo('c3'), nearTo('d3'));
    table.choosing.select('knight');
    const before = table.choosing.drawn;
    for (const square of ['d3', 'f6']) {
      table.choosing.activate(square, hand);
      expect(table.reason).toBe('web.why.cancel_to_place');
    }
    expect(sent).toEqual([]);
    expect(table.choosing.card).toBe('knight');
    expect(table.choosing.drawn).toEqual(before);
  });

  it('that is only looked at leaves the marks of an effect alone', () => {
    const struck = choice('c3', { mark: 'destroy', square: 'c3' });
    at(ask('destroy', [struck]), [card({ nearest: nearTo('d3') })]);
    table.choosing.peek = 'knight';
    expect(table.choosing.drawn.marks.map((mark) => mark.sign)).toEqual(['destroy']);
    expect(table.choosing.shownCard).toBe('knight');
  });

  const enemy = (square: string, colour: number, improvised: boolean): StandIn => ({
    square,
    colour,
    improvised,
  });
  it.each([
    ['borrows', [enemy('c3', 1, false)], 'c3 of P1', ''],
    ['improvises', [enemy('d3', 2, true)], '', 'd3 of P2'],
    [
      'improvises_and_borrows',
      [enemy('c3', 1, false), enemy('d3', 2, true)],
      'c3 of P1',
      'd3 of P2',
    ],
  ])('with enemy pieces in its pattern: %s', (words, stand_ins, borrowed, improvised) => {
    const way = { ...nearTo('c3'), used: [], stand_ins, charged: null, choice: null };
    const fits = [{ square: 'e5', ways: [way], crushes: null, choices: ['summon knight', 'e5'] }];
    at(ask('action', places), [card({ fits, missing: 0 })]);
    table.choosing.select('knight');
    const { ask: said, values } = promptOf(table);
    expect(said).toBe(`web.prompt.${words}`);
    expect(values).toMatchObject({ borrowed, improvised });
  });

  it('does not say that it fits when no action is left', () => {
    const fits = [{ square: 'e5', ways: [], crushes: null, choices: ['summon knight', 'e5'] }];
    const held = card({ fits, missing: 0, playable: false });
    at(ask('end', []), [held], { actions: 0 });
    expect(handState(table, held)).toMatchObject({ state: 'far', words: 'web.card.no_action' });
    // In the turn of somebody else it is told for the next one.
    at(ask('end', []), [held], { actions: 0, turn_of: 1 });
    expect(handState(table, held).state).toBe('can');
  });
});
