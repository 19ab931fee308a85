/** In a lesson: why the next step is legal, while somebody asks. */

import type { CoachMessage } from '../lib/contract';
import { ALL } from '../lib/squares';
import type { Table } from './table.svelte';

// Whatever the coach says next ends it.
let asked = $state.raw<CoachMessage | null>(null);

export function explained(coach: CoachMessage): boolean {
  return asked === coach;
}

/** Ask, or ask no more. A summoning is explained with its pattern on the board. */
export function askWhyThere(table: Table): boolean {
  const { coach, choosing } = table;
  if (!coach?.why || coach.state === 'done') return false;
  asked = asked === coach ? null : coach;
  const [card, square] = coach.points;
  const held = table.hand.find((one) => one.id === card);
  if (asked && square && held?.fits.some((fit) => fit.square === square)) {
    if (choosing.card !== held.id) choosing.select(held.id);
    choosing.pin(square);
  }
  return true;
}

/**
 * What the coach means now: the card first and, once it is in mind, its square. A square that the
 * goal does not name is one of many.
 */
export function meant(table: Table): string | undefined {
  const { coach } = table;
  const [first, second] = coach?.points ?? [];
  const point = second !== undefined && table.choosing.card === first ? second : first;
  if (!coach || point === undefined || !ALL.includes(point)) return point;
  return coach.goals[coach.goal]?.includes(point) ? point : undefined;
}
