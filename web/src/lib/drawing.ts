/** Shapes. Emblems are drawn in a 24-unit box around 0,0, silhouettes in a 100-unit box. */

import type { Mark, Rank } from './contract';

interface Stroke {
  d: string;
  as: 'fill' | 'line' | 'cut';
}

const fill = (d: string): Stroke => ({ d, as: 'fill' });
const line = (d: string): Stroke => ({ d, as: 'line' });
const cut = (d: string): Stroke => ({ d, as: 'cut' });

/** By the name of a look: the schools, and the decks that belong to nobody. */
export const EMBLEMS: Record<string, readonly Stroke[]> = {
  north: [fill('M0-12 2.7-2.7 9.5 0 2.7 2.7 0 9.5-2.7 2.7-9.5 0-2.7-2.7Z')],
  south: [
    fill('M-6.5 5A6.5 6.5 0 0 1 6.5 5Z'),
    line('M-11 9H11M0-11V-6.5M-9.5-6-6.6-3.2M9.5-6 6.6-3.2'),
  ],
  highland: [fill('M-12.5 9.5-5-5-.8 2.4 4.4-10.5 12.5 9.5Z')],
  sylvan: [
    fill('M-8 8.5C-11.5-4-2-11.5 10.5-10.5 11.5 2 4 11.5-8 8.5Z'),
    cut('M-5.5 6 5-5'),
    line('M-10.5 11-7.5 8'),
  ],
  everfrost: [
    line(
      'M0-11V11M-9.5-5.5 9.5 5.5M-9.5 5.5 9.5-5.5M-3.4-10.6 0-7.2 3.4-10.6M-3.4 10.6 0 7.2 3.4 10.6',
    ),
  ],
  nethervoid: [
    line('M-9 10V-1A9 9 0 0 1 9-1V10'),
    fill('M.4-5.5C4.6-1 5 4 3.4 7 2 10.4-2 10.4-3.4 7-4.6 4-.8 2.4.4-5.5Z'),
  ],
  etherweave: [fill('M-8-9.5H8L2 0 8 9.5H-8L-2 0Z'), line('M-10-10.5H10M-10 10.5H10')],
  legend: [
    fill(
      'M0-11 2.4-4.2 8-8 4.6-2 11 0 4.6 2 8 8 2.4 4.2 0 11-2.4 4.2-8 8-4.6 2-11 0-4.6-2-8-8-2.4-4.2Z',
    ),
  ],
  flare: [
    fill('M1-12C3-6 9-3 8 4 7 10 2 12-1 12-6 12-9 8-8 3-7 0-5-1-5-4-3-3-2-1-2 1 1-2 2-6 1-12Z'),
  ],
};

const LOOKS: Record<string, string> = {
  northern_imperial: 'north',
  southern_imperial: 'south',
  imperial: 'north',
  legends: 'legend',
  flares: 'flare',
};

/** The look of a school or a deck: the name of its class and emblem. */
export function lookOf(school: string | null | undefined): string {
  if (!school) return 'legend';
  const look = LOOKS[school] ?? school;
  return look in EMBLEMS ? look : 'legend';
}

function star(long: number, short: number, inner: number): string {
  const points = Array.from({ length: 16 }, (_, k) => {
    const r = k % 2 ? inner : k % 4 ? short : long;
    const a = (k * Math.PI) / 8;
    return `${(r * Math.sin(a)).toFixed(1)} ${(-r * Math.cos(a)).toFixed(1)}`;
  });
  return `M${points.join('L')}Z`;
}

/** Disc, crested shield, eight-rayed star. */
export const SILHOUETTE: Record<Rank, string> = {
  1: 'M-29 0A29 29 0 1 1 29 0 29 29 0 1 1-29 0Z',
  2: 'M-37-36Q-17-27 0-43 17-27 37-36L37 2C36 25 17 37 0 46-17 37-36 25-37 2Z',
  3: star(52, 44, 31),
};
export const LIP: Record<Rank, string> = {
  1: 'M-23 0A23 23 0 1 1 23 0 23 23 0 1 1-23 0Z',
  2: 'M-30-27Q-15-21 0-33 15-21 30-27L30 2C29 20 14 30 0 38-14 30-29 20-30 2Z',
  3: 'M-27 0A27 27 0 1 1 27 0 27 27 0 1 1-27 0Z',
};
export const EMBLEM_SCALE: Record<Rank, number> = { 1: 1.42, 2: 1.75, 3: 1.62 };
/** The box around a silhouette with its edge and shadow. */
export const BOX: Record<Rank, string> = {
  1: '-34 -33 68 72',
  2: '-48 -48 96 102',
  3: '-54 -54 108 112',
};
export const RANK_NAMES: Record<Rank, string> = { 1: 'common', 2: 'heroic', 3: 'legendary' };

/** What a mark looks like: shape first, colour second. */
export type Sign = Mark | 'marked' | 'stand_in';

const CORNERS =
  'M-27-13V-21Q-27-27-21-27H-13M13-27H21Q27-27 27-21V-13M27 13V21Q27 27 21 27H13M-13 27H-21Q-27 27-27 21V13';
export const FRAME: Record<Sign, string> = {
  summon:
    'M-20-28H20Q28-28 28-20V20Q28 28 20 28H-20Q-28 28-28 20V-20Q-28-28-20-28ZM0-28V-20M0 28V20M-28 0H-20M28 0H20',
  destroy: 'M-16-28H16L28-16V16L16 28H-16L-28 16V-16Z',
  upgrade: 'M-27-14 0-29 27-14V27H-27Z',
  downgrade: 'M-27 14 0 29 27 14V-27H-27Z',
  convert: 'M-28 0A28 28 0 1 1 28 0 28 28 0 1 1-28 0Z',
  place:
    'M-27-14V-22Q-27-27-22-27H-14M14-27H22Q27-27 27-22V-14M27 14V22Q27 27 22 27H14M-14 27H-22Q-27 27-27 22V14M-5-27H5M-5 27H5M-27-5V5M27-5V5',
  move: CORNERS,
  leap: CORNERS,
  lift: 'M-27 5V22Q-27 27-22 27H22Q27 27 27 22V5M-27-13V-21Q-27-27-21-27H-13M13-27H21Q27-27 27-21V-13',
  select: 'M-22-28H22Q28-28 28-22V22Q28 28 22 28H-22Q-28 28-28 22V-22Q-28-28-22-28Z',
  marked: '',
  direction: '',
  stand_in: '',
};

export const GLYPH: Record<Sign | 'done', readonly Stroke[]> = {
  destroy: [line('M-5-5 5 5M5-5-5 5')],
  upgrade: [line('M-5.5 0 0-5.5 5.5 0M-5.5 6 0 .5 5.5 6')],
  downgrade: [line('M-5.5 0 0 5.5 5.5 0M-5.5-6 0-.5 5.5-6')],
  convert: [line('M-6-2.5H5M2-6 5.6-2.5 2 .4M6 3.5H-5M-2 .6-5.6 3.5-2 6.6')],
  move: [line('M-6 0H5M.5-5 5.5 0 .5 5')],
  leap: [line('M-7 5C-6-6 5-7 6 4M2 1 6 5 9.4.6')],
  place: [line('M0-6V6M-6 0H6')],
  lift: [line('M0 6V-5M-4.5-.5 0-5.5 4.5-.5')],
  // A dart: turned by 135 degrees a plain triangle would look as if it pointed elsewhere.
  direction: [fill('M-7-6.5 9 0-7 6.5-3.2 0Z')],
  marked: [fill('M0-8 2-2 8 0 2 2 0 8-2 2-8 0-2-2Z')],
  stand_in: [fill('M0-6.5A6.5 6.5 0 0 0 0 6.5Z'), line('M0-6.5A6.5 6.5 0 0 1 0 6.5')],
  done: [line('M-5 0-1.5 4 5.5-4')],
  summon: [],
  select: [],
};

/** Line icons in a 24-unit box from 0,0: those of the start page, and `icons.ts` adds the others. */
export const ICONS = {
  redo: 'M15 5l5 5-5 5M20 10H10a6 6 0 0 0 0 12h2',
  home: 'M4 11.5 12 4.5l8 7M6.5 10v9.5h11V10',
  book: 'M12 6.5C10 5 7 4.5 4 5v13c3-.5 6 0 8 1.5 2-1.5 5-2 8-1.5V5c-3-.5-6 0-8 1.5ZM12 6.5v13',
  puzzle: 'M4 8h4.3a2.4 2.4 0 1 1 4.4 0H17v4.3a2.4 2.4 0 1 1 0 4.4V21H4Z',
  lamp: 'M9 17.5h6M10 21h4M8.5 14.5A5.8 5.8 0 1 1 15.5 14.5c-.7.6-1 1.5-1 3h-5c0-1.5-.3-2.4-1-3Z',
  grid: 'M5 5h5v5H5ZM14 5h5v5h-5ZM5 14h5v5H5ZM14 14h5v5h-5Z',
  play: 'M8 5l11 7-11 7Z',
  settings: 'M4 7h9M17 7h3M15 4.8v4.4M4 12h3M11 12h9M9 9.8v4.4M4 17h10M18 17h2M16 14.8v4.4',
  sun: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M18.7 5.3l-1.4 1.4M6.7 17.3l-1.4 1.4',
  moon: 'M12 3.5a8.5 8.5 0 1 0 8.5 8.5A6.5 6.5 0 0 1 12 3.5Z',
  auto: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17ZM12 3.5v17M12 8h5.5M12 12h8M12 16h5.5',
  right: 'M10 6l6 6-6 6',
} as const;

/** The mark of the project. */
export const SIGIL = [
  'M0-12 8.5-8.5 12 0 8.5 8.5 0 12-8.5 8.5-12 0-8.5-8.5Z',
  'M0-7V7M-5-3 0-7l5 4M-5 3h10',
] as const;
export const OCTAGON = 'M0-12.5 9-9 12.5 0 9 9 0 12.5-9 9-12.5 0-9-9Z';
