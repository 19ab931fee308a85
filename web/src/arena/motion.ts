/** How pieces come, go and change. At a pace of 0, as with reduced motion, they simply do. */

import { STEP } from '../lib/playback';

interface Motion {
  duration: number;
  css?: (t: number, u: number) => string;
}

/** The group itself is placed by its transform, so what moves is the scale and the shift only. */
export function appear(_node: Element, pace: number): Motion {
  return { duration: STEP * pace, css: (t, u) => `opacity: ${t}; translate: 0 ${-6 * u}px` };
}

export function vanish(_node: Element, pace: number): Motion {
  return { duration: STEP * pace, css: (t) => `opacity: ${t}; scale: ${0.4 + 0.6 * t}` };
}

/** About the upright axis; not when the piece has only just come. */
export function flip(_node: Element, pace: number, { direction }: { direction: string }): Motion {
  if (direction === 'out') return { duration: 0 };
  return { duration: STEP * pace, css: (t) => `scale: ${Math.abs(Math.cos((1 - t) * Math.PI))} 1` };
}
