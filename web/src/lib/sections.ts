/** The parts of the site that the bar on top leads to, and the keys that do: `g`, then one more. */

import type { ICONS } from './drawing';
import type { Route } from './routes';

interface Section {
  id: string; // its word is `web.nav.` and this
  path: string;
  key: string;
  icon: keyof typeof ICONS;
  pages: readonly Route['page'][]; // on which it is the one that is open
}

export const SECTIONS: readonly Section[] = [
  {
    id: 'play',
    path: '/',
    key: 'p',
    icon: 'home',
    pages: ['start', 'new', 'table'],
  },
  { id: 'learn', path: '/learn', key: 'l', icon: 'book', pages: ['learn', 'lesson'] },
  { id: 'puzzles', path: '/puzzles', key: 'z', icon: 'puzzle', pages: ['puzzles', 'puzzle'] },
  { id: 'cards', path: '/cards', key: 'c', icon: 'grid', pages: ['gallery', 'card', 'rules'] },
  {
    id: 'games',
    path: '/games',
    key: 'r',
    icon: 'play',
    pages: [
      'games',
      'club',
      'replay',
      'study',
      'person',
      'tournaments',
      'new_tournament',
      'tournament',
    ],
  },
];

/** Where two keys lead that were pressed one after the other, if anywhere. */
export function jump(before: string, key: string): string | undefined {
  return before === 'g' ? SECTIONS.find((section) => section.key === key)?.path : undefined;
}
