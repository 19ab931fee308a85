/** How a game came out, in words: the title, and what decided between the places. */

import type { MarginShown, SeatShown } from '../lib/contract';
import { sentence } from '../lib/words';
import type { Table } from './table.svelte';
import { t } from './texts.svelte';

interface Placed {
  seat: SeatShown;
  place: number;
  score: number;
}

/** The seats, the first place first. */
export function placed(table: Table): Placed[] {
  const { seats, result } = table.scene!;
  return seats
    .map((seat) => ({
      seat,
      place: result?.places[seat.seat] ?? 0,
      score: result?.scores[seat.seat] ?? 0,
    }))
    .toSorted((a, b) => a.place - b.place);
}

/** The outcome with the score: for the player of the seats, for others who won. */
export function resultTitle(table: Table, yours: readonly number[]): string {
  const { result } = table.scene!;
  const rows = placed(table);
  const mine = rows.filter((row) => yours.includes(row.seat.seat)).map((row) => row.place);
  const stranger = yours.length > 1 || mine.length === 0;
  const told = { name: winners(table), score: scores(table) };
  if (!stranger && mine[0] !== 1) return t('web.result.lost', told);
  if (result?.outcome === 'draw') return t('web.result.draw', told);
  if (result?.outcome === 'shared') return t('web.result.shared', told);
  return t(stranger ? 'web.result.won_by' : 'web.result.won', told);
}

/** The score of each side, the first place first. */
function scores(table: Table): string {
  const first = placed(table).filter(
    ({ seat }, n, rows) => rows.findIndex((row) => row.seat.colour === seat.colour) === n,
  );
  return first.map((row) => row.score).join('–');
}

/** Why the game ended, where nothing else says it: who resigned, or whose time ran out. */
export function reasonTold(table: Table): string {
  const { result } = table.scene!;
  const said = result?.margins.some((margin) => margin.by === result.reason);
  return result && !said ? sentence(result.words) : '';
}

/** A first place that is shared has its own reason; then what decided between the others. */
export function decided(table: Table): string[] {
  const { result } = table.scene!;
  if (!result) return [];
  const shared =
    result.outcome === 'won' ? [] : [t(`verdict.${result.outcome}`, { names: winners(table) })];
  return [...shared, ...result.margins.map((margin) => told(table, margin))];
}

function winners(table: Table): string {
  return placed(table)
    .filter((row) => row.place === 1)
    .map((row) => row.seat.name)
    .join(t('verdict.and'));
}

/** What decided between a place and the next one. */
function told(table: Table, margin: MarginShown): string {
  const { more, fewer, more_in, fewer_in } = margin;
  const named = (colours: readonly number[]) =>
    colours.map((colour) => called(table, colour)).join(t('verdict.and'));
  return t(`verdict.${margin.by}${addressed(table, margin)}`, {
    better: named(margin.better),
    worse: named(margin.worse),
    more,
    fewer,
    more_in: more_in === null ? '' : called(table, more_in),
    fewer_in: fewer_in === null ? '' : called(table, fewer_in),
  });
}

/** Where the sentence says "you" to a side that is compared alone. */
function addressed(table: Table, { better, worse }: MarginShown): '' | '.you' | '.yours' {
  if (table.hotseat || table.spectator) return '';
  const alone = (colours: readonly number[]) => colours.length === 1 && colours[0] === table.mine;
  if (alone(better)) return '.you';
  return alone(worse) ? '.yours' : '';
}

/** By name, as in the list of places. */
function called(table: Table, colour: number): string {
  const seats = table.scene!.seats.filter((seat) => seat.colour === colour);
  return seats.map((seat) => seat.name).join(t('verdict.and'));
}
