/**
 * How the table is arranged in a window: the arrangement with the largest arena whose panels can be
 * read. The styles give each arrangement its measures; those named here must agree with them.
 */

/**
 * `upright` and `lying` are phones: the panels are in a sheet. `tall` (a tablet held upright, half a
 * window) and `two` have two columns and the panels in tabs, `three` has a column on each side.
 */
type Shape = 'upright' | 'lying' | 'tall' | 'two' | 'three';

export interface Room {
  shape: Shape;
  /** Phones: is there a strip for the tasks above the arena? */
  strip: boolean;
  /** Phones: is there so little below the arena that a list of answers needs the cards' place? */
  short: boolean;
}

const TOP = 46;
const WIDER = 668 / 646; // the arena with its coordinates: width to height
const COLUMN = 290; // the narrowest column of panels beside the arena
const HEAD = 60; // phones: who plays
const STRIP = 50; // phones: the tasks
const BAR = 60; // phones: the buttons below
const LEAST = 160; // phones: the prompt, and names and states of the cards
const BESIDE = 270; // phones: the column beside the arena

function hand(height: number): number {
  return Math.min(250, Math.max(132, 0.24 * height + 4));
}

/** How high the arena can be. */
function arena(shape: Shape, width: number, height: number): number {
  const middle = height - TOP - hand(height) - 36;
  switch (shape) {
    case 'upright':
      return Math.min(width, height - HEAD - BAR - LEAST);
    case 'lying':
      return Math.min(height, width - BESIDE);
    case 'tall':
      return Math.min((width - 220 - 48) / WIDER, height - TOP - 216 - 240 - 48);
    case 'two':
      return Math.min((width - 340 - 48) / WIDER, middle);
    case 'three':
      return Math.min((width - 2 * COLUMN - 64) / WIDER, middle);
  }
}

export function roomOf(width: number, height: number): Room {
  const high = (shape: Shape) => arena(shape, width, height);
  if (width < 700 || height < 560) {
    if (high('lying') > high('upright')) return { shape: 'lying', strip: false, short: true };
    const below = height - HEAD - BAR - high('upright');
    const strip = below >= STRIP + 250;
    return { shape: 'upright', strip, short: below < 240 };
  }
  // Little is lost by one column more, or by the prompt below the arena where the window is tall.
  const most = Math.max(high('two'), high('tall'));
  const shape =
    high('three') >= 0.97 * most ? 'three' : high('tall') >= 0.9 * most ? 'tall' : 'two';
  return { shape, strip: false, short: false };
}
