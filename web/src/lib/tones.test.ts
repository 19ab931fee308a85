import { expect, it } from 'vitest';
import type { BoardEvent } from './contract';
import { BELL, toneOf } from './tones';

const EVENTS: BoardEvent['e'][] = [
  'place',
  'destroy',
  'lift',
  'move',
  'upgrade',
  'downgrade',
  'convert',
  'summon',
];

it('tells what happens apart by ear', () => {
  const tones = EVENTS.map((e) => JSON.stringify(toneOf({ e } as BoardEvent)));
  expect(new Set([...tones, JSON.stringify(BELL)]).size).toBe(EVENTS.length + 1);
});

it('is over within a second', () => {
  const all = [...EVENTS.flatMap((e) => toneOf({ e } as BoardEvent)), ...BELL];
  for (const { at, long } of all) expect(at + long).toBeLessThan(1);
});
