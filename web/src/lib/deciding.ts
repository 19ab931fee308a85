/** The turns that decided a reviewed game: what each side missed most, and the strongest turn. */

import type { ReviewedTurn } from './contract';

interface Deciding {
  what: 'missed' | 'strongest' | 'your_miss';
  turn: ReviewedTurn;
  by: number; // of the chance of winning; lost or gained
}

const LEAST = 0.03; // what a review calls small

/** Three turns at most, the largest change first. `own` are the seats of whoever looks. */
export function deciding(
  turns: readonly ReviewedTurn[],
  colourOf: (seat: number) => number,
  own: readonly number[],
): Deciding[] {
  const lost = (turn: ReviewedTurn) => turn.best - turn.chance;
  const gained = (turn: ReviewedTurn) => turn.chance - (turn.before ?? turn.chance);
  const worst = most(turns, lost);
  const side = own.length > 0 ? own.map(colourOf) : worst ? [colourOf(worst.seat)] : [];
  const mine = most(
    turns.filter(({ seat }) => side.includes(colourOf(seat))),
    lost,
  );
  const theirs = most(
    turns.filter(({ seat }) => !side.includes(colourOf(seat))),
    lost,
  );
  const taken = [mine, theirs];
  const best = most(
    turns.filter((turn) => !taken.includes(turn)),
    gained,
  );
  const found: (Deciding | null)[] = [
    mine && { what: own[0] === mine.seat && own.length === 1 ? 'your_miss' : 'missed', turn: mine, by: -lost(mine) }, // prettier-ignore
    theirs && { what: 'missed', turn: theirs, by: -lost(theirs) },
    best && { what: 'strongest', turn: best, by: gained(best) },
  ];
  return found
    .filter((one) => one !== null)
    .filter(({ by }) => Math.abs(by) >= LEAST)
    .toSorted((a, b) => Math.abs(b.by) - Math.abs(a.by));
}

function most(
  turns: readonly ReviewedTurn[],
  of: (turn: ReviewedTurn) => number,
): ReviewedTurn | null {
  return turns.reduce<ReviewedTurn | null>(
    (best, turn) => (best === null || of(turn) > of(best) ? turn : best),
    null,
  );
}

/** The cards that somebody did not use where they would have been better, and in which turns. */
export function missedCards(
  turns: readonly ReviewedTurn[],
  own: readonly number[],
): { card: string; turns: number[] }[] {
  const found = new Map<string, number[]>();
  for (const { turn, seat, severity, better } of turns) {
    if (severity !== 'missed' || (own.length > 0 && !own.includes(seat))) continue;
    for (const card of better[0]?.missed ?? []) found.set(card, [...(found.get(card) ?? []), turn]);
  }
  return [...found]
    .map(([card, turns]) => ({ card, turns }))
    .toSorted((a, b) => b.turns.length - a.turns.length);
}
