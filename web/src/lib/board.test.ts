import { describe, expect, it } from 'vitest';
import { applied, at, squaresOf, synced, visible, type Shown } from './board';
import type { GameEvent, Piece } from './contract';

const piece = (square: string, colour = 0, rank: 1 | 2 | 3 = 1): Piece => ({
  square,
  colour,
  rank,
});
const start = (...pieces: Piece[]): Shown[] => synced([], pieces);
const plain = (board: readonly Piece[]) =>
  board.map(({ square, colour, rank }) => `${square}:${colour}${rank}`).sort();

describe('the shown board', () => {
  it('keeps the identity of pieces that stay, and gives new ones to others', () => {
    const before = start(piece('e5'), piece('d4', 1));
    const after = synced(before, [piece('e5', 0, 2), piece('d4', 0)]);
    expect((at(after, 'e5') as Shown).id).toBe((at(before, 'e5') as Shown).id);
    expect((at(after, 'd4') as Shown).id).not.toBe((at(before, 'd4') as Shown).id);
    expect(plain(after)).toEqual(['d4:01', 'e5:02']);
  });

  it('follows every event that changes the board', () => {
    let board = start(piece('e5'), piece('f5', 1, 2));
    const events: GameEvent[] = [
      { e: 'destroy', square: 'f5', colour: 1, rank: 2 },
      { e: 'move', start: 'e5', end: 'f5', colour: 0, rank: 1, leap: false },
      { e: 'upgrade', square: 'f5', colour: 0, rank: 2 },
      { e: 'summon', card: 'knight', square: 'c3', used: [], colour: 1, rank: 2 },
      { e: 'place', square: 'a5', colour: 1, rank: 1 },
      { e: 'convert', square: 'a5', colour: 1, rank: 1, new_colour: 0, new_rank: 1 },
      { e: 'downgrade', square: 'c3', colour: 1, rank: 1 },
      { e: 'points', colour: 0, n: 1, why: 'legend' },
    ];
    const moved = at(board, 'e5') as Shown;
    for (const event of events) board = applied(board, event);
    expect(plain(board)).toEqual(['a5:01', 'c3:11', 'f5:02']);
    expect((at(board, 'f5') as Shown).id).toBe(moved.id);
    board = applied(board, { e: 'lift', square: 'a5', colour: 0, rank: 1 });
    expect(plain(board)).toEqual(['c3:11', 'f5:02']);
  });

  it('captures what stands on the square that is entered', () => {
    const board = applied(start(piece('e5'), piece('e6', 1)), {
      e: 'move',
      start: 'e5',
      end: 'e6',
      colour: 0,
      rank: 1,
      leap: false,
    });
    expect(plain(board)).toEqual(['e6:01']);
  });

  it('tells what is seen of an event', () => {
    const piece = { colour: 0, rank: 1 } as const;
    expect(visible({ e: 'points', colour: 0, n: 1, why: 'legend' })).toBe(false);
    expect(visible({ e: 'lift', square: 'a5', ...piece })).toBe(true);
    expect(squaresOf({ e: 'lift', square: 'a5', ...piece })).toEqual(['a5']);
    expect(squaresOf({ e: 'move', start: 'a5', end: 'a6', leap: false, ...piece })).toEqual([
      'a5',
      'a6',
    ]);
    expect(squaresOf({ e: 'end_turn', seat: 0 })).toEqual([]);
  });
});
