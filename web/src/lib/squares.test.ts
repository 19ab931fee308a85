import { describe, expect, it } from 'vitest';
import { VECTORS } from './contract';
import { ALL, angle, centre, kindOf, middle, ROWS, step, walk, wire, xy } from './squares';

describe('the arena as a drawing', () => {
  it('has 69 squares in nine rows, with the coloured ones where the rules put them', () => {
    expect(ALL).toHaveLength(69);
    expect(ROWS.map((row) => row.length)).toEqual([5, 7, 9, 9, 9, 9, 9, 7, 5]);
    for (const markedCentre of [true, false]) {
      const of = (kind: string) => ALL.filter((s) => kindOf(...xy(s), markedCentre) === kind);
      expect(of('red').sort()).toEqual(['c2', 'd8', 'e5', 'h4']);
      expect(of('green').sort()).toEqual(['a5', 'c7', 'f2', 'g7', 'i6']);
      const centre = ['d4', 'd5', 'd6', 'e4', 'e6', 'f4', 'f5', 'f6'];
      expect(of('central').sort()).toEqual(markedCentre ? centre : []);
    }
  });

  it('knows where a square is', () => {
    expect(xy('a9')).toEqual([0, 0]);
    expect(centre('c9')).toEqual([160, 32]);
    expect(angle('e5', 'f5')).toBe(0);
    expect(angle('e5', 'e4')).toBe(90);
  });

  it('finds the middle of a square, and of two beside or above each other', () => {
    expect(middle(['c5'])).toEqual([160, 288]);
    expect(middle(['f8', 'g8'])).toEqual([384, 96]);
    expect(middle(['g4', 'g3'])).toEqual([416, 384]);
  });

  it('steps in the eight directions and stops at the edge', () => {
    expect(VECTORS.map((_, d) => step('e5', d))).toEqual([
      'e6', 'f6', 'f5', 'f4', 'e4', 'd4', 'd5', 'd6',
    ]); // prettier-ignore
    expect(step('c9', 0)).toBeNull();
    expect(step('c9', 6)).toBeNull();
  });

  it('lets the cursor reach every square, around the cut corners too', () => {
    expect(walk('c9', -1, 0)).toBe('b8');
    expect(walk('a7', 0, -1)).toBe('b8');
    expect(walk('a7', -1, 0)).toBe('a7');
    const seen = new Set(['e5']);
    for (const square of seen)
      for (const [dx, dy] of [
        [0, 1],
        [0, -1],
        [1, 0],
        [-1, 0],
      ] as const)
        seen.add(walk(square, dx, dy));
    expect([...seen].sort()).toEqual([...ALL].sort());
  });

  it('draws lines that begin and end beside the pieces', () => {
    expect(wire('c5', 'e5')).toEqual({ d: 'M181 288L271 288', end: [271, 288] });
  });
});
