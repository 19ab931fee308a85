/** What the others did since one's last turn, colour by colour. */

import type { GameEvent, LogEntry } from './contract';

interface Share {
  colour: number;
  points: number;
  lost: number;
  placed: number;
  /** The cards it played, with who played them. */
  cards: { card: string; seat: number }[];
}

/** Whoever begins a turn has it. */
function turnsOf(log: readonly LogEntry[]): { seat: number; entries: LogEntry[] }[] {
  const found: { turn: number; seat: number; entries: LogEntry[] }[] = [];
  for (const entry of log) {
    const last = found.at(-1);
    if (last?.turn === entry.turn) last.entries.push(entry);
    else found.push({ turn: entry.turn, seat: entry.seat, entries: [entry] });
  }
  return found;
}

/** The turns of others between one's own; while one's turn goes on, those before it. */
export function since(log: readonly LogEntry[], mine: readonly number[]): LogEntry[] {
  const turns = turnsOf(log);
  const own = ({ seat }: { seat: number }) => mine.includes(seat);
  const end = turns.at(-1) && own(turns.at(-1)!) ? turns.length - 1 : turns.length;
  const start = turns.slice(0, end).findLastIndex(own) + 1;
  return turns.slice(start, end).flatMap(({ entries }) => entries);
}

export function sharesOf(
  entries: readonly LogEntry[],
  colourOf: (seat: number) => number,
  pointsOf: (task: string) => number,
): Share[] {
  const shares = new Map<number, Share>();
  const of = (colour: number) => {
    const found = shares.get(colour) ?? { colour, points: 0, lost: 0, placed: 0, cards: [] };
    shares.set(colour, found);
    return found;
  };
  for (const { seat, events } of entries)
    for (const event of events) count(event, seat, of(colourOf(seat)), of, pointsOf);
  return [...shares.values()].toSorted((a, b) => a.colour - b.colour);
}

function count(
  event: GameEvent,
  seat: number,
  own: Share,
  of: (colour: number) => Share,
  pointsOf: (task: string) => number,
): void {
  switch (event.e) {
    case 'points':
    case 'points_in':
      of(event.colour).points += event.n;
      break;
    case 'destroy':
    case 'convert':
      of(event.colour).lost += 1;
      break;
    case 'place':
      of(event.colour).placed += 1;
      break;
    case 'claim':
      own.points += pointsOf(event.card);
      own.cards.push({ card: event.card, seat });
      break;
    case 'summon':
    case 'invoke':
      own.cards.push({ card: event.card, seat });
  }
}
