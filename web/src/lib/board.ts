/** The pieces as they are shown: every one has an identity, so that it can be seen to move. */

import type { GameEvent, Piece, Rank } from './contract';

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
  const { e, square, colour, rank } = event;
  const without = (gone: string | undefined) => shown.filter((piece) => piece.square !== gone);
  switch (e) {
    case 'place':
    case 'summon':
      if (square === undefined || colour === undefined) break;
      return [...without(square), fresh(square, colour, rank ?? 1)];
    case 'destroy':
    case 'lift':
      return without(square);
    case 'upgrade':
    case 'downgrade':
      return shown.map((piece) =>
        piece.square === square ? { ...piece, rank: rank ?? piece.rank } : piece,
      );
    case 'convert':
      return shown.map((piece) =>
        piece.square === square
          ? {
              ...piece,
              colour: event.new_colour ?? piece.colour,
              rank: event.new_rank ?? piece.rank,
            }
          : piece,
      );
    case 'move': {
      const moving = shown.find((piece) => piece.square === event.from);
      if (!moving || event.to === undefined) break;
      const to = event.to;
      return shown
        .filter((piece) => piece === moving || piece.square !== to)
        .map((piece) => (piece === moving ? { ...piece, square: to } : piece));
    }
  }
  return [...shown];
}

/** Does this event change what stands on the board? */
export function visible(event: GameEvent): boolean {
  return ['place', 'summon', 'destroy', 'lift', 'upgrade', 'downgrade', 'convert', 'move'].includes(
    event.e,
  );
}

export function at(board: readonly Piece[], square: string): Piece | undefined {
  return board.find((piece) => piece.square === square);
}

/** The squares an event speaks of. */
export function squaresOf(event: GameEvent): string[] {
  return [event.square, event.from, event.to].filter((s): s is string => s != null);
}
