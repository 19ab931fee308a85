import { expect, it } from 'vitest';
import type { Card } from './contract';
import { boardOf, boardText, layDown, playedOf, playedText } from './trial';

it('writes a board as one colour sees it, and reads it back', () => {
  const board = boardOf('A1e5 B2f6');
  expect(board).toEqual([
    { colour: 0, rank: 1, square: 'e5' },
    { colour: 1, rank: 2, square: 'f6' },
  ]);
  expect(boardText(board, 0)).toBe('A1e5 B2f6');
  expect(boardText(board, 1)).toBe('B1e5 A2f6');
  expect(boardText([{ colour: 2, rank: 1, square: 'e5' }], 1)).toBe('C1e5');
});

it('leaves out of a link what is no piece', () => {
  expect(boardOf('A1a9 Z1e5 A9e5 <b> A1e5.B1e5')).toEqual([{ colour: 0, rank: 1, square: 'e5' }]);
});

it('writes what was played, and reads it back', () => {
  const played = [['summon high_priestess', 'e5'], ['pass'], ['way 2']];
  expect(playedText(played)).toBe('summon high_priestess-e5.pass.way 2');
  expect(playedOf(playedText(played))).toEqual(played);
  expect(playedOf('')).toEqual([]);
  expect(playedOf('<b>.e5-,.')).toEqual([['e5']]);
});

it('lays a pattern down where all of it is on the arena', () => {
  const card = {
    pattern: [
      { x: 0, y: 0, is: 'piece', rank: 1 },
      { x: 1, y: 0, is: 'summon' },
      { x: 2, y: 0, is: 'piece', rank: 2 },
    ],
  } as unknown as Card;
  const rival = { colour: 1, rank: 1, square: 'b5' } as const;
  const inTheWay = { colour: 1, rank: 1, square: 'd5' } as const;
  const laid = layDown([rival, inTheWay], card, { turned: 0, mirrored: false });
  expect(boardText(laid, 0)).toBe('B1b5 A1d5 A2f5');
});
