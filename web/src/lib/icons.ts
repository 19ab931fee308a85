/** The icons of all pages but the first, added to its own; `Root` fetches them with what else those need. */

import { ICONS } from './drawing';

const MORE = {
  undo: 'M9 5 4 10l5 5M4 10h10a6 6 0 0 1 0 12h-2',
  again: 'M4.5 12a7.5 7.5 0 1 0 2.4-5.5M4.5 3.5v4.2h4.2',
  help: 'M9 9a3 3 0 1 1 4.5 2.6c-1 .6-1.5 1.2-1.5 2.4M12 17.6v.1M12 2.5a9.5 9.5 0 1 0 0 19 9.5 9.5 0 0 0 0-19Z',
  menu: 'M4 7h16M4 12h16M4 17h16',
  left: 'M14 6l-6 6 6 6',
  deck: 'M6 4h9a1.5 1.5 0 0 1 1.5 1.5v13A1.5 1.5 0 0 1 15 20H6a1.5 1.5 0 0 1-1.5-1.5v-13A1.5 1.5 0 0 1 6 4ZM19.5 7v12',
  discard: 'M5 8.5 16 5l4 12.5L9 21ZM9.5 12.5l5-1.6',
  hand: 'M4 8l6-2 4 13-6 2ZM13 5h6v13h-3',
  forced: 'M5 6.5l5.5 5.5-5.5 5.5M12.5 6.5 18 12l-5.5 5.5',
  pause: 'M8 5v14M16 5v14',
  close: 'M6 6l12 12M18 6 6 18',
  flag: 'M6 21V4M6 4.5h11l-2.5 4 2.5 4H6',
  chat: 'M5 5h14a1.5 1.5 0 0 1 1.5 1.5v8A1.5 1.5 0 0 1 19 16h-7l-4.5 4v-4H5a1.5 1.5 0 0 1-1.5-1.5v-8A1.5 1.5 0 0 1 5 5Z',
  mute: 'M4 9.5v5h3.5L12 18.5v-13L7.5 9.5ZM16.5 9.5l5 5M21.5 9.5l-5 5',
  sound: 'M4 9.5v5h3.5L12 18.5v-13L7.5 9.5ZM16 9a4 4 0 0 1 0 6M18.8 6.5a8 8 0 0 1 0 11',
  keyboard: 'M3 6h18v12H3ZM7 10h.1M11 10h.1M15 10h.1M7 14h.1M17 14h.1M10 14h4',
  send: 'M4 12 20 4l-5 16-3.5-6.5ZM11.5 13.5 20 4',
  eye: 'M2.5 12C5 7.5 8.3 5.5 12 5.5s7 2 9.5 6.5c-2.5 4.5-5.8 6.5-9.5 6.5S5 16.5 2.5 12ZM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6Z',
  link: 'M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-5.7-5.7l-1.5 1.5M14 10a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 5.7 5.7l1.5-1.5',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  swap: 'M4 8h14M14 4l4 4-4 4M20 16H6M10 12l-4 4 4 4',
  bot: 'M6 9h12v9H6ZM12 9V5M12 4.5v.1M9.5 13v.1M14.5 13v.1M3.5 12v3M20.5 12v3',
  person: 'M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM4.5 20.5c.8-4 3.7-6 7.5-6s6.7 2 7.5 6',
  download: 'M12 4v11M7.5 11 12 15.5 16.5 11M5 20h14',
  bell: 'M6 16.5c1.2-1.2 1.6-3 1.6-6a4.4 4.4 0 0 1 8.8 0c0 3 .4 4.8 1.6 6ZM10.3 19.5a1.9 1.9 0 0 0 3.4 0M12 3.5v2.3',
  keys: 'M3.5 6.5h17v11h-17ZM7 10v.1M10.5 10v.1M14 10v.1M17.5 10v.1M8.5 14h7',
  first: 'M7 6v12M17 6l-6 6 6 6',
  last: 'M17 6v12M7 6l6 6-6 6',
  branch: 'M12 21v-8M12 13 6 8V4M12 13l6-5V4M3.5 6.5 6 4l2.5 2.5M15.5 6.5 18 4l2.5 2.5',
  chart: 'M4 20.5h16M7 17V11M12 17V5M17 17v-8',
  share: 'M12 15V4M8 7.5 12 3.5 16 7.5M5 12v7.5h14V12',
} as const;
export type IconName = keyof typeof ICONS | keyof typeof MORE;
Object.assign(ICONS, MORE);
