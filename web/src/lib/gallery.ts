/** The gallery: which cards stay, by what is wanted of them, and how the address keeps it. */

import type { Card } from './contract';
import { laid, mustHold } from './pattern';

export const ORDERS = ['school', 'name', 'small'] as const;

/** What is wanted. Filters of one group add up, groups narrow. */
export interface Wanted {
  words: string;
  decks: readonly string[];
  ranks: readonly string[];
  verbs: readonly string[];
  /** Pieces drawn in a field, as "x,y". */
  shape: readonly string[];
  /** Only those that fit on the board of the table. */
  fits: boolean;
  order: (typeof ORDERS)[number];
}

export const ANYTHING: Wanted = {
  words: '',
  decks: [],
  ranks: [],
  verbs: [],
  shape: [],
  fits: false,
  order: 'school',
};

const TURNS = [0, 1, 2, 3].flatMap((turned) =>
  [false, true].map((mirrored) => ({ turned, mirrored }) as const),
);

/** All ways a pattern can lie; those that look the same are one. */
export function waysOf(card: Card): (typeof TURNS)[number][] {
  const seen = new Set<string>();
  const printedFirst = TURNS.toSorted((a, b) => Number(a.mirrored) - Number(b.mirrored));
  return printedFirst.filter((orientation) => {
    const key = laid(card, orientation)
      .map((cell) => `${cell.dx},${cell.dy},${cell.is},${cell.rank},${cell.direction}`)
      .sort()
      .join(' ');
    return !seen.has(key) && seen.add(key);
  });
}

function piecesOf(card: Card, orientation: (typeof TURNS)[number]): [number, number][] {
  return laid(card, orientation)
    .filter((cell) => cell.is === 'piece' || (cell.is === 'summon' && mustHold(card)))
    .map((cell) => [cell.dx, cell.dy]);
}

/** Does a pattern contain the drawn pieces, however it is turned and wherever they were drawn? */
export function contains(card: Card, shape: readonly string[]): boolean {
  if (shape.length === 0) return true;
  const drawn = shape.map((at) => at.split(',').map(Number) as [number, number]);
  const [first, ...rest] = drawn as [[number, number], ...[number, number][]];
  return waysOf(card).some((orientation) => {
    const pieces = piecesOf(card, orientation);
    const there = new Set(pieces.map(String));
    return pieces.some(([x, y]) =>
      rest.every(([a, b]) => there.has(String([x + a - first[0], y + b - first[1]]))),
    );
  });
}

/** A card's rank as the filter names it: tasks and flares have none. */
const rankOf = (card: Card): string => (card.rank ? String(card.rank) : card.type);
const any = (chosen: readonly string[], is: (one: string) => boolean) =>
  chosen.length === 0 || chosen.some(is);

function matches(card: Card, wanted: Wanted, fitting: ReadonlySet<string> | null): boolean {
  const told = `${card.name} ${card.text}`.toLowerCase();
  return (
    wanted.words
      .toLowerCase()
      .split(/\s+/)
      .every((word) => told.includes(word)) &&
    any(wanted.decks, (deck) => card.deck === deck) &&
    any(wanted.ranks, (rank) => rankOf(card) === rank) &&
    any(wanted.verbs, (verb) => (card.verbs ?? []).includes(verb as never)) &&
    (wanted.shape.length === 0 || (!!card.pattern && contains(card, wanted.shape))) &&
    (!wanted.fits || fitting === null || fitting.has(card.id))
  );
}

/** The cards that stay, in the order wanted. */
export function chosen(
  cards: readonly Card[],
  wanted: Wanted,
  fitting: ReadonlySet<string> | null = null,
): Card[] {
  const found = cards.filter((card) => matches(card, wanted, fitting));
  if (wanted.order === 'name') return found.sort((a, b) => a.name.localeCompare(b.name));
  if (wanted.order === 'small')
    return found.sort((a, b) => (a.pattern?.length ?? 99) - (b.pattern?.length ?? 99));
  return found;
}

const LISTS = ['decks', 'ranks', 'verbs'] as const;

/** The filters as the end of an address, so that a link shows the same cards. */
export function addressOf(wanted: Wanted): string {
  const found = new URLSearchParams();
  if (wanted.words) found.set('words', wanted.words);
  for (const name of LISTS) if (wanted[name].length) found.set(name, wanted[name].join(' '));
  if (wanted.shape.length) found.set('shape', wanted.shape.join(' '));
  if (wanted.fits) found.set('fits', '1');
  if (wanted.order !== 'school') found.set('order', wanted.order);
  const text = found.toString();
  return text ? `?${text}` : '';
}

export function wantedOf(search: string): Wanted {
  const found = new URLSearchParams(search);
  const list = (name: string) => (found.get(name) ?? '').split(' ').filter((one) => one !== '');
  const order = ORDERS.find((one) => one === found.get('order')) ?? 'school';
  return {
    words: found.get('words') ?? '',
    decks: list('decks'),
    ranks: list('ranks'),
    verbs: list('verbs'),
    shape: list('shape').filter((at) => /^[0-4],[0-4]$/.test(at)),
    fits: found.has('fits'),
    order,
  };
}
