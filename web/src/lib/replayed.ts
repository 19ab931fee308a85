/** A game looked back at: which turn a step belongs to, the boards of all steps, and addresses. */

import { applied, type Shown } from './board';
import type { Replay, ReplayTurn } from './contract';

/** All hands at once, and those of nobody: what the server calls whose eyes these are. */
export const OPEN = -2;
export const NOBODY = -1;

/** The board of every step: step n is the game when n choices had been made. */
export function boardsOf({ board, log }: Pick<Replay, 'board' | 'log'>): Shown[][] {
  const boards: Shown[][] = [board.map((piece, i) => ({ ...piece, id: -i - 1 }))];
  for (const entry of log) boards.push(entry.events.reduce(applied, boards.at(-1)!));
  return boards;
}

/** The turn to which a step belongs, by its place in the list. */
export function turnAt(turns: readonly ReplayTurn[], step: number): number {
  const found = turns.findLastIndex((turn) => turn.first <= step);
  return Math.max(0, found);
}

/** Where a step lies along all turns: 2.5 is half way through the third one. */
export function along(turns: readonly ReplayTurn[], step: number, last: number): number {
  const n = turnAt(turns, step);
  const [first, next] = [turns[n]?.first ?? 0, turns[n + 1]?.first ?? last + 1];
  return n + (step - first) / Math.max(1, next - first);
}

/** A position in the address: turn, step of the turn, and whose eyes. */
export interface Place {
  turn: number | null;
  step: number;
  eyes: number | null;
}

const SEEN: Record<string, number> = { all: OPEN, nobody: NOBODY, '0': 0, '1': 1, '2': 2, '3': 3 };

export function placeIn(search: string): Place {
  const asked = new URLSearchParams(search);
  const number = (name: string) => {
    const found = asked.get(name) ?? '';
    return /^\d{1,4}$/.test(found) ? Number(found) : null;
  };
  return {
    turn: number('turn'),
    step: number('step') ?? 0,
    eyes: SEEN[asked.get('seen') ?? ''] ?? null,
  };
}

export function placeText(turns: readonly ReplayTurn[], step: number, eyes: number): string {
  const turn = turns[turnAt(turns, step)];
  const seen = Object.keys(SEEN).find((name) => SEEN[name] === eyes) ?? 'nobody';
  return `turn=${turn?.turn ?? 0}&step=${step - (turn?.first ?? 0)}&seen=${seen}`;
}

/** The step of a place; a place beyond a turn or the game is its end. */
export function stepOf(turns: readonly ReplayTurn[], place: Place, last: number): number {
  if (place.turn === null) return 0;
  const n = turns.findLastIndex((turn) => turn.turn <= place.turn!);
  if (n < 0) return 0;
  const end = turns[n + 1]?.first ?? last;
  return Math.min(turns[n]!.first + place.step, end);
}

/** The points that a turn has brought to each colour. */
export function scored(turns: readonly ReplayTurn[], n: number): number[] {
  const before = turns[n - 1]?.points;
  return (turns[n]?.points ?? []).map((points, colour) => points - (before?.[colour] ?? 0));
}

/** A chance in whole percent: what is told in two places is the same in both. */
export function percent(chance: number): number {
  return Math.round(100 * chance);
}
