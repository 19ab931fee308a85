/** Light, dark, or as the system says; and how much room the window has. */

import { roomOf, type Room } from '../lib/shape';

type Theme = 'system' | 'light' | 'dark';
const KEY = 'tashkalar.theme';
const ORDER: readonly Theme[] = ['system', 'light', 'dark'];

function kept(): Theme {
  const found = read(KEY);
  return found === 'light' || found === 'dark' ? found : 'system';
}

/** Storage may be switched off; then nothing is remembered, and nothing breaks. */
export function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function write(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // Nothing is remembered then.
  }
}

export const theme = $state<{ chosen: Theme }>({ chosen: kept() });

export function showTheme(): void {
  const root = document.documentElement;
  if (theme.chosen === 'system') delete root.dataset.theme;
  else root.dataset.theme = theme.chosen;
}

export function nextTheme(): void {
  const next = ORDER[(ORDER.indexOf(theme.chosen) + 1) % ORDER.length] ?? 'system';
  theme.chosen = next;
  write(KEY, next === 'system' ? null : next);
  showTheme();
}

const motion =
  typeof matchMedia === 'undefined' ? null : matchMedia('(prefers-reduced-motion: reduce)');

export function still(): boolean {
  return (motion?.matches ?? false) || document.hidden;
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
