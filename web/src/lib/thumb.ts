/** The arena as a small picture: a few paths, drawn once and shared by all boards of a list. */

import { ALL, kindOf, T, xy } from './squares';

function squares(kind: string): string {
  return ALL.filter((square) => kindOf(...xy(square), true) === kind)
    .map((square) => {
      const [x, y] = xy(square);
      return `M${x * T + 1} ${y * T + 1}h62v62h-62Z`;
    })
    .join('');
}

export const THUMB = {
  slab: ALL.map((square) => {
    const [x, y] = xy(square);
    return `M${x * T - 12} ${y * T - 12}h88v88h-88Z`;
  }).join(''),
  plain: squares('plain'),
  red: squares('red'),
  green: squares('green'),
  central: squares('central'),
} as const;
