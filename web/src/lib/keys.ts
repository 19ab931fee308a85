/** Keys and what they mean; what they do is decided where the table is. */

export type Order =
  | { do: 'walk'; dx: number; dy: number }
  | { do: 'confirm' }
  | { do: 'cancel' }
  | { do: 'card'; n: number }
  | {
      do:
        | 'undo'
        | 'redo'
        | 'end'
        | 'flare'
        | 'pass'
        | 'help'
        | 'next'
        | 'previous'
        | 'hint'
        | 'offered'
        | 'type'
        | 'why'
        | 'goal';
    };

const WALK: Record<string, [number, number]> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
};
const LETTERS: Record<string, Order> = {
  u: { do: 'undo' },
  r: { do: 'redo' },
  e: { do: 'end' },
  f: { do: 'flare' },
  p: { do: 'pass' },
  h: { do: 'hint' },
  n: { do: 'offered' },
  w: { do: 'why' },
  '/': { do: 'type' },
  '?': { do: 'help' },
  '.': { do: 'next' },
  ',': { do: 'previous' },
};

interface Pressed {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
}

/**
 * The order a key gives, if any. Keys with Ctrl, Alt or the system key belong to the browser. Those
 * who speak to their computer, or touch keys by chance, switch single characters off.
 */
export function order(pressed: Pressed, letters = true): Order | null {
  if (pressed.ctrlKey || pressed.metaKey || pressed.altKey) return null;
  const walk = WALK[pressed.key];
  if (walk) return { do: 'walk', dx: walk[0], dy: walk[1] };
  if (pressed.key === 'Enter' || pressed.key === ' ') return { do: 'confirm' };
  if (pressed.key === 'Escape') return { do: 'cancel' };
  if (pressed.key === 'Backspace') return { do: 'goal' };
  if (!letters) return null;
  if (/^[1-9]$/.test(pressed.key)) return { do: 'card', n: Number(pressed.key) - 1 };
  return LETTERS[pressed.key.toLowerCase()] ?? null;
}

export const HELP: readonly { keys: readonly string[]; id: string }[] = [
  { keys: ['←', '↑', '→', '↓'], id: 'web.help.walk' },
  { keys: ['Enter'], id: 'web.help.confirm' },
  { keys: ['N'], id: 'web.help.offered' },
  { keys: ['Esc'], id: 'web.help.cancel' },
  { keys: ['1', '…', '9'], id: 'web.help.card' },
  { keys: [',', '.'], id: 'web.help.turn' },
  { keys: ['U', 'R'], id: 'web.help.undo' },
  { keys: ['R'], id: 'web.help.puzzle' },
  { keys: ['P'], id: 'web.help.pass' },
  { keys: ['E'], id: 'web.help.end' },
  { keys: ['F'], id: 'web.help.flare' },
  { keys: ['H'], id: 'web.help.hint' },
  { keys: ['W'], id: 'web.help.why' },
  { keys: ['/'], id: 'web.help.type' },
  { keys: ['?'], id: 'web.help.help' },
];
