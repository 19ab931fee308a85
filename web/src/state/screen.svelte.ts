/** How much room the window has, and whether things may move in it. */

import { roomOf, type Room } from '../lib/shape';

const motion =
  typeof matchMedia === 'undefined' ? null : matchMedia('(prefers-reduced-motion: reduce)');

/** Does the system ask for less motion? */
export function reduced(): boolean {
  return motion?.matches ?? false;
}

export function still(): boolean {
  return reduced() || document.hidden;
}

/** The room that the window has; `compact` are the two arrangements of a phone. */
export const screen_ = $state<Room & { compact: boolean }>({
  shape: 'three',
  strip: false,
  short: false,
  compact: false,
});

export function watchScreen(): void {
  const root = document.documentElement;
  const measure = () => {
    const room = roomOf(root.clientWidth, root.clientHeight);
    const compact = room.shape === 'upright' || room.shape === 'lying';
    Object.assign(screen_, room, { compact });
    root.dataset.shape = room.shape;
    root.toggleAttribute('data-compact', compact);
    root.toggleAttribute('data-strip', room.strip);
    root.toggleAttribute('data-short', room.short);
  };
  measure();
  new ResizeObserver(measure).observe(root);
}
