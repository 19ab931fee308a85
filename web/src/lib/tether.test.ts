import { expect, it } from 'vitest';
import { tethered } from './tether';

const coach = { left: 1000, top: 50, right: 1270, bottom: 250 };
const at = (x: number, y: number, half = 20) => ({
  left: x - half,
  top: y - half,
  right: x + half,
  bottom: y + half,
});

it('begins at the edge that faces what is meant, and ends at its edge', () => {
  const left = tethered(coach, at(600, 300))!;
  expect(left.d.startsWith('M990 ')).toBe(true);
  expect(left.end[0]).toBeCloseTo(620);
  expect(left.end[1]).toBeGreaterThan(280);
  expect(tethered(coach, at(1100, 600))!.d.startsWith('M1100 260')).toBe(true);
  expect(tethered({ ...coach, top: 400, bottom: 500 }, at(1100, 100))!.d).toMatch(/^M1100 390/);
});

it('stays on the edge, whatever lies beyond its corners', () => {
  const below = { left: 0, top: 600, right: 390, bottom: 700 };
  expect(tethered(below, at(10, 300))!.tail).toMatch(/^M16 600L24 592L32 600/);
});

it('is not drawn to what the coach stands on', () => {
  expect(tethered(coach, at(1100, 100))).toBe(null);
});
