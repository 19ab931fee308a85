import { expect, it } from 'vitest';
import type { Card, Cell } from './contract';
import { addressOf, ANYTHING, chosen, contains, wantedOf, waysOf } from './gallery';

function card(id: string, drawn: string[], more: Partial<Card> = {}): Card {
  const pattern = drawn.flatMap((row, y) =>
    [...row].flatMap((sign, x): Cell[] =>
      sign === '@'
        ? [{ x, y, is: 'summon' }]
        : sign === 'c'
          ? [{ x, y, is: 'piece', rank: 1 }]
          : [],
    ),
  );
  return {
    id,
    deck: 'imperial',
    type: 'being',
    name: id,
    text: 'text',
    terms: [],
    clause: '7.1',
    rank: 1,
    pattern,
    ...more,
  };
}
const line = card('line', ['c@c'], { verbs: ['destroy', 'upgrade'] });
const knight = card('knight', ['.@.', 'ccc', 'c..'], { rank: 2, verbs: ['move'] });
const task = { ...card('task', [], { type: 'task', deck: 'tasks' }) };
delete (task as Partial<Card>).pattern;
delete (task as Partial<Card>).rank;

it('counts ways that look the same once', () => {
  expect(waysOf(line)).toEqual([
    { turned: 0, mirrored: false },
    { turned: 1, mirrored: false },
  ]);
  expect(waysOf(knight)).toHaveLength(8);
});

it('finds a shape however it is turned and wherever it is drawn', () => {
  expect(contains(knight, ['3,4', '3,3', '3,2'])).toBe(true);
  expect(contains(knight, ['0,0', '1,0', '1,1'])).toBe(true);
  expect(contains(knight, ['0,0', '2,0', '4,0'])).toBe(false);
  expect(contains(line, ['2,2', '2,4'])).toBe(true);
  expect(contains(line, ['2,2', '2,3'])).toBe(false);
});

it('adds up in a group and narrows between groups', () => {
  const all = [knight, line, task];
  const found = (wanted: object) => chosen(all, { ...ANYTHING, ...wanted }).map((one) => one.id);
  expect(found({})).toEqual(['knight', 'line', 'task']);
  expect(found({ verbs: ['move', 'destroy'] })).toEqual(['knight', 'line']);
  expect(found({ verbs: ['move', 'destroy'], ranks: ['1'] })).toEqual(['line']);
  expect(found({ ranks: ['task'] })).toEqual(['task']);
  expect(found({ words: 'KNI' })).toEqual(['knight']);
  expect(found({ order: 'small' })).toEqual(['line', 'knight', 'task']);
  const fitting = new Set(['line']);
  expect(chosen(all, { ...ANYTHING, fits: true }, fitting)).toEqual([line]);
});

it('keeps what is wanted in the address', () => {
  const wanted = {
    words: 'two moves',
    decks: ['sylvan'],
    ranks: ['1', '2'],
    verbs: ['leap'],
    shape: ['0,0', '1,2'],
    fits: true,
    order: 'name' as const,
  };
  expect(wantedOf(addressOf(wanted))).toEqual(wanted);
  expect(addressOf(ANYTHING)).toBe('');
  expect(wantedOf('?order=odd&shape=9,9')).toEqual(ANYTHING);
});
