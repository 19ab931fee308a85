import { describe, expect, it } from 'vitest';
import type { Card } from './contract';
import { extent, laid, mustHold, offsets, orientationWords, rows } from './pattern';

/** . @ .  over  c c c  over  c . . , with an arrow to the right of @ */
const KNIGHT: Card = {
  id: 'knight',
  deck: 'imperial',
  type: 'being',
  rank: 2,
  name: 'Knight',
  text: '',
  terms: [],
  clause: '7.1',
  pattern: [
    { x: 1, y: 0, is: 'summon' },
    { x: 0, y: 1, is: 'piece', rank: 1 },
    { x: 1, y: 1, is: 'piece', rank: 1 },
    { x: 2, y: 1, is: 'piece', rank: 1 },
    { x: 0, y: 2, is: 'piece', rank: 1 },
    { x: 2, y: 0, is: 'direction', direction: 2 },
  ],
};

const pieces = (turned: number, mirrored: boolean) =>
  laid(KNIGHT, { turned, mirrored })
    .filter((cell) => cell.is === 'piece')
    .map((cell) => `${cell.dx},${cell.dy}`)
    .sort();

describe('patterns', () => {
  it('are laid around their summoning square', () => {
    expect(pieces(0, false)).toEqual(['-1,1', '-1,2', '0,1', '1,1']);
    expect(mustHold(KNIGHT)).toBe(false);
  });

  it('are told row by row', () => {
    expect(rows(KNIGHT)).toEqual([
      ['free', 'summon', 'direction'],
      ['piece', 'piece', 'piece'],
      ['piece', 'free', 'free'],
    ]);
    const held = [{ x: 0, y: 0, is: 'summon', rank: 2, must_hold: true }] as const;
    expect(rows({ ...KNIGHT, pattern: [...held] })).toEqual([['summon_upgraded']]);
  });

  it('are mirrored first and then turned clockwise', () => {
    expect(pieces(0, true)).toEqual(['-1,1', '0,1', '1,1', '1,2']);
    expect(pieces(1, false)).toEqual(['-1,-1', '-1,0', '-1,1', '-2,-1']);
    expect(pieces(1, true)).toEqual(['-1,-1', '-1,0', '-1,1', '-2,1']);
    expect(pieces(2, false)).toEqual(['-1,-1', '0,-1', '1,-1', '1,-2']);
  });

  it('turn their arrows with them', () => {
    const arrow = (turned: number, mirrored: boolean) =>
      laid(KNIGHT, { turned, mirrored }).find((cell) => cell.is === 'direction')?.direction;
    expect([arrow(0, false), arrow(1, false), arrow(2, false), arrow(0, true)]).toEqual([
      2, 4, 6, 6,
    ]);
  });

  it('name the squares that are missing', () => {
    expect(offsets('d3', ['c4', 'e5'])).toEqual(['-1,-1', '1,-2']);
  });

  it('show at least three squares each way', () => {
    expect(extent([{ dx: 0, dy: 1 }])).toEqual({ x0: -1, x1: 1, y0: -1, y1: 1 });
  });

  it('have words for each orientation', () => {
    expect(orientationWords({ turned: 3, mirrored: true })).toBe('web.orientation.mirrored_left');
    expect(orientationWords({ turned: 0, mirrored: false })).toBe('web.orientation.printed');
  });
});
