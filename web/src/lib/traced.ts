/** A turn told on the board at once: where each step ends by its number, and the ways of moves. */

import type { GameEvent, LogEntry } from './contract';
import { GLYPH, type Sign } from './drawing';

export interface Traced {
  steps: readonly { square: string; numbers: number[] }[];
  trails: readonly { from: string; to: string }[];
}

export const UNTRACED: Traced = { steps: [], trails: [] };

/** The lines that are numbered: those that say something. */
export function numberedLines(log: readonly LogEntry[]): LogEntry[] {
  return log.filter((entry) => entry.words !== '' && !entry.events.some(ends));
}

const ends = (event: GameEvent) => event.e === 'end_turn' || event.e === 'over';

/** Where a step ends: where its piece came to, else the square that it is about. */
function endOf(entry: LogEntry): string | undefined {
  for (const event of entry.events.toReversed()) {
    if (event.e === 'move') return event.end;
    if (event.e === 'place' || event.e === 'summon') return event.square;
  }
  return entry.squares[0];
}

export function traced(log: readonly LogEntry[]): Traced {
  const found = new Map<string, number[]>();
  const lines = numberedLines(log);
  for (const [i, entry] of lines.entries()) {
    const square = endOf(entry);
    if (square) found.set(square, [...(found.get(square) ?? []), i + 1]);
  }
  const moves = lines
    .flatMap((entry) => entry.events)
    .flatMap((event) => (event.e === 'move' ? [{ from: event.start, to: event.end }] : []));
  const trails = [...new Map(moves.map((move) => [`${move.from}${move.to}`, move])).values()];
  return { steps: [...found].map(([square, numbers]) => ({ square, numbers })), trails };
}

/** The badge of a step: what it did last, where there is a badge for it. */
export function signOf(entry: LogEntry): Sign | undefined {
  const signs = entry.events.map((event) =>
    event.e === 'move' && event.leap ? 'leap' : event.e,
  ) as string[];
  const told = ['destroy', 'convert', 'upgrade', 'downgrade', 'leap', 'move', 'lift', 'place'];
  const sign = told.find((one) => signs.includes(one)) as Sign | undefined;
  return sign !== undefined && GLYPH[sign].length > 0 ? sign : undefined;
}
