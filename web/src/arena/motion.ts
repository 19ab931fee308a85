/** How pieces come, go and change. With reduced motion they simply do. */

import { still } from '../state/theme.svelte';

const STEP = 260;

interface Motion {
  duration: number;
  css?: (t: number, u: number) => string;
}

/** The group itself is placed by its transform, so what moves is the scale and the shift only. */
export function appear(_node: Element): Motion {
  if (still()) return { duration: 0 };
  return { duration: STEP, css: (t, u) => `opacity: ${t}; translate: 0 ${-6 * u}px` };
}

export function vanish(_node: Element): Motion {
  if (still()) return { duration: 0 };
  return { duration: STEP, css: (t) => `opacity: ${t}; scale: ${0.4 + 0.6 * t}` };
}

/** About the upright axis; not when the piece has only just come. */
export function flip(
  _node: Element,
  _options: unknown,
  { direction }: { direction: string },
): Motion {
  if (still() || direction === 'out') return { duration: 0 };
  return { duration: STEP, css: (t) => `scale: ${Math.abs(Math.cos((1 - t) * Math.PI))} 1` };
}
