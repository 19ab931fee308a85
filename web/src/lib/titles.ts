/** What the pages are called in the browser's bar. It is fetched with the pages that need it. */

import type { Route } from './routes';

/** The text of each page but the first, which has the name of the game alone, and the table's. */
const TITLES: Record<Exclude<Route['page'], 'start' | 'table'>, string> = {
  new: 'web.new.title',
  settings: 'web.settings',
  learn: 'web.learn.title',
  lesson: 'web.learn.title',
  puzzles: 'web.puzzle.title',
  puzzle: 'web.puzzle.title',
  rules: 'web.book.rules',
  gallery: 'web.book.cards',
  card: 'web.book.cards',
  me: 'web.me.title',
  privacy: 'web.privacy.title',
  unsubscribe: 'web.ending.title',
  tournaments: 'web.contest.title',
  new_tournament: 'web.contest.new',
  tournament: 'web.contest.title',
  person: 'web.contest.player',
  games: 'web.games.title',
  club: 'web.club.title',
  replay: 'web.replay.title',
  study: 'web.study.title',
  lost: 'web.trouble',
};

export default TITLES;
