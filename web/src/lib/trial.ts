/** Boards as trials write them: `A1e5 B2f6`, first whose piece it is, its rank, its square. */

import type { Card, Piece, Rank, Turned } from './contract';
import { laid, mustHold } from './pattern';
import { ALL, xy } from './squares';

/** A board seen by a colour, which becomes A; the others follow in their order. */
export function boardText(pieces: readonly Piece[], mine: number): string {
  const letter = (colour: number) =>
    colour === mine ? 'A' : 'ABCD'[colour < mine ? colour + 1 : colour]!;
  return pieces.map(({ colour, rank, square }) => `${letter(colour)}${rank}${square}`).join(' ');
}

/** What a link holds; whatever is no piece is left out. */
export function boardOf(text: string): Piece[] {
  const found = text
    .split(/[\s.]+/)
    .filter((one) => /^[AB][123][a-i][1-9]$/.test(one) && ALL.includes(one.slice(2)))
    .map((one) => ({
      colour: one[0] === 'A' ? 0 : 1,
      rank: Number(one[1]) as Rank,
      square: one.slice(2),
    }));
  return found.filter((piece, i) => found.findIndex((p) => p.square === piece.square) === i);
}

/** What was played, for a link: `summon knight-e5.f5`; choices meant as one thing have a dash. */
export function playedText(intentions: readonly (readonly string[])[]): string {
  return intentions.map((choices) => choices.join('-')).join('.');
}

/** What a link says was played; the engine decides whether it can be. */
export function playedOf(text: string): string[][] {
  return text
    .split('.')
    .map((meant) => meant.split('-').filter((choice) => /^\w+( \w+)*$/.test(choice)))
    .filter((meant) => meant.length > 0);
}

/** A pattern laid down around a square near the middle, with the pieces that are not in its way. */
export function layDown(board: readonly Piece[], card: Card, orientation: Turned): Piece[] {
  const cells = laid(card, orientation);
  const home = ['e5', 'e4', 'e6', 'd5', 'f5', ...ALL].find((square) =>
    cells.every(({ dx, dy, is }) => is === 'direction' || at(square, dx, dy) !== null),
  )!;
  const needed = cells
    .filter((cell) => cell.is === 'piece' || (cell.is === 'summon' && mustHold(card)))
    .map(({ dx, dy, rank }) => ({ square: at(home, dx, dy)!, colour: 0, rank }));
  const taken = new Set([home, ...needed.map((piece) => piece.square)]);
  return [...board.filter((p) => p.colour === 1 && !taken.has(p.square)), ...needed];
}

function at(square: string, dx: number, dy: number): string | null {
  const [x, y] = xy(square);
  return ALL.find((one) => xy(one)[0] === x + dx && xy(one)[1] === y + dy) ?? null;
}
