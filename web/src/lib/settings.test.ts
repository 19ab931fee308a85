import { expect, it } from 'vitest';
import { defaults, paceOf, parsed, written } from './settings';

it('keeps what was chosen', () => {
  const chosen = {
    ...defaults(),
    theme: 'dark',
    speed: 'calm',
    wait: true,
    letters: false,
  } as const;
  expect(parsed(written(chosen))).toEqual(chosen);
});

it('begins without sound, with the keys, and with no speed chosen', () => {
  expect(parsed(null)).toMatchObject({ sound: false, letters: true, speed: null, wait: false });
});

it.each([
  '',
  'null',
  '7',
  '"dark"',
  '[1]',
  '{"theme":',
  '{"theme":"dark"}',
  '{"version":99,"theme":"dark"}',
])('takes %j for nothing', (kept) => expect(parsed(kept)).toEqual(defaults()));

it('drops a broken value and nothing else', () => {
  const kept = { version: 1, theme: 'pink', pieces: 'bold', wait: 'yes', speed: 3, other: 1 };
  expect(parsed(JSON.stringify(kept))).toEqual({ ...defaults(), pieces: 'bold' });
});

it('is calm in the first game until a speed is chosen', () => {
  expect(paceOf(null, true)).toBe(1.6);
  expect(paceOf(null, false)).toBe(1);
  expect(paceOf('quick', true)).toBe(0.5);
  expect(paceOf('once', false)).toBe(0);
});
