import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Review, ReviewedTurn } from '../lib/contract';
import { ReviewState } from './review.svelte';

const turn = { severity: 'none', better: [] } as unknown as ReviewedTurn;
const told = (turns: number, of: number, failed = false): Review => ({
  turns: Array<ReviewedTurn>(turns).fill(turn),
  turning: [],
  of,
  deep: true,
  failed,
});

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A review that is told in these steps, and how often it was asked for. */
function following(...steps: Review[]) {
  const more = vi.fn(() => Promise.resolve(steps.length > 1 ? steps.shift()! : steps[0]!));
  const begin = () => Promise.resolve(told(0, 3));
  return { more, state: new ReviewState({ kept: null, begin, more, drawn: vi.fn() }) };
}

it('follows a review to its end, and not faster than it comes', async () => {
  const { more, state } = following(told(1, 3), told(1, 3), told(3, 3));
  const begun = state.begin();
  await vi.advanceTimersByTimeAsync(900);
  expect(more).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(200);
  await begun;
  expect(more).toHaveBeenCalledTimes(3);
  expect([state.found?.turns.length, state.thinking, state.broken]).toEqual([3, false, false]);
  expect(state.reason).toBeNull();
});

it.each([
  ['has failed', told(2, 3, true)],
  ['is not there any more', told(0, 0)],
])('stops when a review %s, and can begin again', async (_, last) => {
  const { more, state } = following(told(2, 3), last);
  await state.begin();
  expect(more).toHaveBeenCalledTimes(2);
  expect([state.found?.turns.length, state.thinking, state.broken]).toEqual([2, false, true]);
  expect(state.reason).toBeTruthy();
});
