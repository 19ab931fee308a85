/** The pieces as they are shown: every one has an identity, so that it can be seen to move. */

import type { BoardEvent, GameEvent, Piece, Rank } from './contract';

export interface Shown extends Piece {
  id: number;
}

let last = 0;

function fresh(square: string, colour: number, rank: Rank): Shown {
  return { id: ++last, square, colour, rank };
}

/** The true board, keeping the identity of every piece that did not change. */
export function synced(shown: readonly Shown[], truth: readonly Piece[]): Shown[] {
  const old = new Map(shown.map((piece) => [piece.square, piece]));
  return truth.map((piece) => {
    const before = old.get(piece.square);
    if (before?.colour !== piece.colour) return fresh(piece.square, piece.colour, piece.rank);
    return before.rank === piece.rank ? before : { ...before, rank: piece.rank };
  });
}

/** The board after one event; events that change no piece leave it as it is. */
export function applied(shown: readonly Shown[], event: GameEvent): Shown[] {
  const without = (gone: string) => shown.filter((piece) => piece.square !== gone);
  const changed = (square: string, change: Partial<Piece>) =>
    shown.map((piece) => (piece.square === square ? { ...piece, ...change } : piece));
  switch (event.e) {
    case 'place':
    case 'summon':
      return [...without(event.square), fresh(event.square, event.colour, event.rank)];
    case 'destroy':
    case 'lift':
      return without(event.square);
    case 'upgrade':
    case 'downgrade':
      return changed(event.square, { rank: event.rank });
    case 'convert':
      return changed(event.square, { colour: event.new_colour, rank: event.new_rank });
    case 'move': {
      const moving = shown.find((piece) => piece.square === event.start);
      if (!moving) break;
      return shown
        .filter((piece) => piece === moving || piece.square !== event.end)
        .map((piece) => (piece === moving ? { ...piece, square: event.end } : piece));
    }
  }
  return [...shown];
}

/** Does this event change what stands on the board? */
export function visible(event: GameEvent): event is BoardEvent {
  return 'square' in event || event.e === 'move';
}

export function at(board: readonly Piece[], square: string): Piece | undefined {
  return board.find((piece) => piece.square === square);
}

/** The squares an event speaks of. */
export function squaresOf(event: GameEvent): string[] {
  if (event.e === 'move') return [event.start, event.end];
  return 'square' in event ? [event.square] : [];
}
