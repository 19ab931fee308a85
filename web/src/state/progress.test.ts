import { beforeEach, expect, it, vi } from 'vitest';
import type { LessonsLearned } from '../lib/contract';
import { forgetLessons, learn, progressOf } from './progress.svelte';
import { api, session } from './session.svelte';

let asked: { made: LessonsLearned; answer: (kept: LessonsLearned) => void }[];
const settled = () => new Promise((done) => setTimeout(done));

beforeEach(() => {
  asked = [];
  forgetLessons();
  session.guest = { name: 'Ann', token: '', guest: '' };
  vi.spyOn(api, 'learned').mockImplementation(
    (made) => new Promise((answer) => asked.push({ made, answer })),
  );
});

it('takes over what the server knows from other browsers', async () => {
  learn('placing', 1);
  const elsewhere = { legends: { goal: 2, done: 0 as const } };
  asked[0]!.answer({ lessons: { ...asked[0]!.made.lessons, ...elsewhere } });
  await settled();
  expect(progressOf('placing').goal).toBe(1);
  expect(progressOf('legends').goal).toBe(2);
});

it('lays no older answer over what was learned since', async () => {
  learn('placing', 1);
  learn('placing', 2);
  asked[0]!.answer(asked[0]!.made);
  await settled();
  expect(progressOf('placing').goal).toBe(2);
  asked[1]!.answer(asked[1]!.made);
  await settled();
  expect(progressOf('placing').goal).toBe(2);
});

it('forgets, whatever answer was still on its way', async () => {
  learn('placing', 1);
  forgetLessons();
  asked[0]!.answer(asked[0]!.made);
  await settled();
  expect(progressOf('placing').goal).toBe(0);
});
