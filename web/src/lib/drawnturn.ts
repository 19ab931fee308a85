/** A turn on the board that was not played: so many of its actions, and where each is made. */

import type { DrawnTurn, Piece } from './contract';

/** A square on which an action of a turn ends, with the number of the action. */
export interface Numbered {
  square: string;
  number: number;
}

export interface DrawnLine {
  steps: DrawnTurn['steps'];
  shown: number;
  board: readonly Piece[];
  numbered: readonly Numbered[];
}

export function drawnLine(found: DrawnTurn, actions: number): DrawnLine {
  const shown = Math.max(0, Math.min(actions, found.steps.length));
  const numbered = found.steps
    .slice(0, shown)
    .flatMap(({ squares }, n) => squares.slice(0, 1).map((s) => ({ square: s, number: n + 1 })));
  return {
    steps: found.steps,
    shown,
    board: found.steps[shown - 1]?.board ?? found.before,
    numbered,
  };
}
