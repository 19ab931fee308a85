/** Addresses of the page. */

export type Route =
  | { page: 'start' }
  | { page: 'new' }
  | { page: 'settings' }
  | { page: 'learn' }
  | { page: 'lesson'; lesson: string }
  | { page: 'puzzles' }
  | { page: 'puzzle'; puzzle: string }
  | { page: 'rules'; clause: string | null }
  | { page: 'gallery' }
  | { page: 'card'; card: string }
  | { page: 'me'; code: string }
  | { page: 'privacy' }
  | { page: 'unsubscribe'; secret: string }
  | { page: 'tournaments' }
  | { page: 'new_tournament' }
  | { page: 'tournament'; tournament: string }
  | { page: 'person'; guest: string; table: string } // opened from a table, or from nowhere: ''
  | { page: 'games' }
  | { page: 'club' }
  | { page: 'study'; study: string | null }
  | { page: 'replay'; table: string | null; invite: string | null }
  | { page: 'table'; table: string; invite: string | null }
  | { page: 'lost' };

export function route(path: string, search: string, hash = ''): Route {
  if (path === '/' || path === '') return { page: 'start' };
  if (path === '/new') return { page: 'new' };
  if (path === '/settings') return { page: 'settings' };
  if (path === '/learn') return { page: 'learn' };
  const lesson = /^\/learn\/(\w+)\/?$/.exec(path)?.[1];
  if (lesson) return { page: 'lesson', lesson };
  if (path === '/puzzles') return { page: 'puzzles' };
  const puzzle = /^\/puzzles\/([\w-]+)\/?$/.exec(path)?.[1];
  if (puzzle) return { page: 'puzzle', puzzle };
  if (/^\/cards\/?$/.test(path)) return { page: 'gallery' };
  const card = /^\/cards\/(\w+)\/?$/.exec(path)?.[1];
  if (card) return { page: 'card', card };
  const rules = /^\/rules(?:\/(\d+(?:\.\d+)?))?\/?$/.exec(path);
  if (rules) return { page: 'rules', clause: rules[1] ?? null };
  if (path === '/privacy') return { page: 'privacy' };
  if (path === '/unsubscribe') return { page: 'unsubscribe', secret: hash.slice(1) };
  // A code stands behind #, so that it is never sent with the address.
  if (path === '/me') return { page: 'me', code: decodeURIComponent(hash.slice(1)) };
  if (path === '/tournaments') return { page: 'tournaments' };
  if (path === '/tournaments/new') return { page: 'new_tournament' };
  const tournament = /^\/tournaments\/(\w+)\/?$/.exec(path)?.[1];
  if (tournament) return { page: 'tournament', tournament };
  const guest = /^\/p\/(\w+)\/?$/.exec(path)?.[1];
  if (guest)
    return { page: 'person', guest, table: new URLSearchParams(search).get('table') ?? '' };
  if (path === '/games') return { page: 'games' };
  if (path === '/club') return { page: 'club' };
  const study = /^\/study(?:\/(\w+))?\/?$/.exec(path);
  if (study) return { page: 'study', study: study[1] ?? null };
  const replay = /^\/replay(?:\/([\w-]+))?\/?$/.exec(path);
  if (replay)
    return {
      page: 'replay',
      table: replay[1] ?? null,
      invite: new URLSearchParams(search).get('invite'),
    };
  const table = /^\/t\/([\w-]+)\/?$/.exec(path)?.[1];
  if (table) return { page: 'table', table, invite: new URLSearchParams(search).get('invite') };
  return { page: 'lost' };
}

/** The page of a player; from there one comes back to a table. */
export function personPath(guest: string, table = ''): string {
  return `/p/${guest}${table ? `?table=${table}` : ''}`;
}

export function replayPath(table: string, invite?: string | null): string {
  return `/replay/${table}${invite ? `?invite=${encodeURIComponent(invite)}` : ''}`;
}

/** The replay, opened on its review, or on the game in numbers. */
function viewPath(view: string, table: string, invite?: string | null): string {
  return `/replay/${table}?view=${view}${invite ? `&invite=${encodeURIComponent(invite)}` : ''}`;
}

export const reviewPath = viewPath.bind(null, 'review');
export const numbersPath = viewPath.bind(null, 'numbers');

/** A finished game, to be studied. */
export function studyPath(table: string, invite?: string | null): string {
  return `/study?table=${table}${invite ? `&invite=${encodeURIComponent(invite)}` : ''}`;
}

export function tablePath(table: string, invite?: string | null): string {
  return `/t/${table}${invite ? `?invite=${encodeURIComponent(invite)}` : ''}`;
}
