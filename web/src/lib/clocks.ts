/** Clocks as people read them. */

import type { Clock, SeatClock } from './contract';

const NONE: Clock = { kind: 'none', seconds: 0, increment: 0, days: 0 };
/** Those that can be chosen. */
export const CLOCKS: readonly Clock[] = [
  NONE,
  { ...NONE, kind: 'move', seconds: 60 },
  { ...NONE, kind: 'total', seconds: 600, increment: 10 },
  { ...NONE, kind: 'total', seconds: 1800, increment: 20 },
  { ...NONE, kind: 'days', days: 3 },
];

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** What is left now, when `since` milliseconds have passed after the server said so. */
export function leftNow(clock: SeatClock | null, since: number, now: number): number | null {
  if (!clock) return null;
  if (clock.deadline) return Math.max(0, Date.parse(clock.deadline) - now);
  if (clock.left == null) return null;
  return Math.max(0, clock.left - (clock.running ? since : 0));
}

/** Whole days and hours, where it is long until a clock runs out. */
export function daysLeft(ms: number): { days: number; hours: number } | null {
  if (ms < 2 * DAY) return null;
  return { days: Math.floor(ms / DAY), hours: Math.floor((ms % DAY) / HOUR) };
}

export function clockText(ms: number): string {
  const two = (n: number) => String(Math.floor(n)).padStart(2, '0');
  if (ms >= HOUR)
    return `${Math.floor(ms / HOUR)}:${two((ms % HOUR) / MINUTE)}:${two((ms % MINUTE) / 1000)}`;
  if (ms < 10_000) return `0:${two(ms / 1000)}.${Math.floor((ms % 1000) / 100)}`;
  return `${two(ms / MINUTE)}:${two((ms % MINUTE) / 1000)}`;
}

export function isShort(ms: number): boolean {
  return ms < 30_000;
}

/** The id and the values of the words for a kind of clock. */
export function clockWords(clock: Clock): [string, Record<string, number>] {
  switch (clock.kind) {
    case 'none':
      return ['web.clock.none', {}];
    case 'move':
      return ['web.clock.move', { seconds: clock.seconds }];
    case 'total':
      return [
        'web.clock.total',
        { minutes: Math.round(clock.seconds / 60), increment: clock.increment },
      ];
    case 'days':
      return ['web.clock.days', { n: clock.days }];
  }
}
