/** Who is at this browser: a name and a secret that owns seats. Nothing overwrites it. */

import type {
  Again,
  Avoidance,
  AvoidedRow,
  BotRow,
  ClubGames,
  Code,
  Continuing,
  CourseRow,
  CardPage,
  DrawnTurn,
  FittingCards,
  Credentials,
  FormRow,
  Games,
  HouseRow,
  Invitation,
  Joining,
  Made,
  Me,
  Name,
  NewGuest,
  LessonsLearned,
  OnBoard,
  Passphrase,
  PersonReport,
  PersonRow,
  Problem,
  RatingRow,
  Recorded,
  Replay,
  ReplayPage,
  Review,
  Rules,
  Setup,
  TableRow,
  Tournament,
  TournamentMade,
  TournamentRow,
  TournamentShown,
  Transfer,
  TrialShown,
  Trying,
} from '../lib/contract';
import { language, t } from './texts.svelte';
import { read, write } from '../lib/storage';

const KEY = 'tashkalar.guest';
const FORMER = 'tashkalar.guests'; // whoever else has been at this browser
const TOKEN = /^[\w-]{43}$/;

function isGuest(found: unknown): found is NewGuest {
  const { token, name } = (found ?? {}) as Partial<NewGuest>;
  return typeof token === 'string' && TOKEN.test(token) && typeof name === 'string';
}

function parsed(key: string): unknown {
  try {
    return JSON.parse(read(key) ?? 'null') as unknown;
  } catch {
    return null;
  }
}

function kept(): NewGuest | null {
  const found = parsed(KEY);
  return isGuest(found) ? found : null;
}

function keptFormer(): NewGuest[] {
  const found = parsed(FORMER);
  return Array.isArray(found) ? found.filter(isGuest) : [];
}

export const session = $state<{ guest: NewGuest | null; former: NewGuest[] }>({
  guest: kept(),
  former: keptFormer(),
});

export class Refused extends Error {
  constructor(
    readonly status: number,
    readonly word: string,
    reason: string,
  ) {
    super(reason);
  }
}

export async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  const headers: Record<string, string> = { 'accept-language': language.code };
  if (session.guest) headers.authorization = `Bearer ${session.guest.token}`;
  if (body !== undefined) headers['content-type'] = 'application/json';
  let answer: Response;
  try {
    answer = await fetch(path, {
      method,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch {
    throw new Refused(0, 'offline', t('web.error.offline'));
  }
  if (answer.status === 204) return undefined as T;
  if (answer.ok) return (await answer.json()) as T;
  const told = (await answer.json().catch(() => ({}))) as { error?: string; reason?: string };
  throw new Refused(answer.status, told.error ?? 'error', told.reason ?? t('web.error.unknown'));
}

function keep(guest: NewGuest | null, former = session.former): void {
  session.guest = guest;
  session.former = former;
  write(KEY, guest && JSON.stringify(guest));
  write(FORMER, former.length > 0 ? JSON.stringify(former) : null);
}

/** Be somebody else here; whoever was here before is kept and can come back. */
export function become(guest: NewGuest): void {
  const others = session.former.filter((other) => other.token !== guest.token);
  keep(guest, session.guest ? [session.guest, ...others] : others);
}

/**
 * A guest of this browser, made when one is first needed. A token that the server does not know (a
 * new database, or the wrong one) stays: the server learns it, and the old games come back with
 * the old database.
 */
export async function beGuest(name: string): Promise<void> {
  const wanted: Name = { name: name.trim() || t('web.start.guest_name') };
  if (session.guest?.name === wanted.name) return;
  if (!session.guest) return keep(await call<NewGuest>('POST', '/api/guests', wanted));
  const renamed = await asGuest(() => call<Me>('PATCH', '/api/guests', wanted));
  keep({ ...session.guest, name: renamed.name });
}

/** An action that needs a guest; one that the server does not know introduces itself once. */
export async function asGuest<T>(act: () => Promise<T>): Promise<T> {
  const name = session.guest?.name ?? '';
  if (!session.guest) await beGuest(name);
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof Refused) || error.status !== 401) throw error;
    await call<NewGuest>('POST', '/api/guests', { name: name || t('web.start.guest_name') });
    return act();
  }
}

function invited(invite?: string | null): string {
  return invite ? `?invite=${encodeURIComponent(invite)}` : '';
}

/** What can be done at a tournament. */
export type TournamentOrder = 'enter' | 'leave' | 'start' | 'cancel';

export const api = {
  forms: () => call<FormRow[]>('GET', '/api/forms'),
  bots: () => call<BotRow[]>('GET', '/api/bots'),
  open: () => call<TableRow[]>('GET', '/api/tables?state=open'),
  running: () => call<TableRow[]>('GET', '/api/tables?state=running'),
  mine: () => call<TableRow[]>('GET', '/api/mine'),
  table: (id: string, invite?: string | null) =>
    call<TableRow>('GET', `/api/tables/${id}${invited(invite)}`),
  invitation: (id: string, invite?: string | null) =>
    call<Invitation>('GET', `/api/tables/${id}/invitation${invited(invite)}`),
  make: (setup: Setup) => asGuest(() => call<Made>('POST', '/api/tables', setup)),
  join: (id: string, seat?: number, invite?: string | null) =>
    asGuest(() =>
      call<TableRow>('POST', `/api/tables/${id}/join`, { seat, invite } satisfies Joining),
    ),
  rules: (code: string) => call<Rules>('GET', `/api/rules?lang=${code}`),
  card: (id: string, code: string) => call<CardPage>('GET', `/api/cards/${id}?lang=${code}`),
  tried: (wanted: Trying, code: string) =>
    call<TrialShown>('POST', `/api/try?lang=${code}`, wanted),
  fitting: (pieces: string) =>
    call<FittingCards>('POST', '/api/fitting', { pieces } satisfies OnBoard),
  house: () => call<HouseRow>('GET', '/api/house'),
  me: () => asGuest(() => call<Me>('GET', '/api/guests')),
  transfer: () => asGuest(() => call<Transfer>('POST', '/api/transfer')),
  takeTransfer: async (code: string) =>
    become(await call<NewGuest>('POST', '/api/transfer/take', { code } satisfies Code)),
  protect: (passphrase: string) =>
    asGuest(() => call<Me>('PUT', '/api/names', { passphrase } satisfies Passphrase)),
  signIn: async (given: Credentials) => become(await call<NewGuest>('POST', '/api/names', given)),
  /** Delete what the server knows of this guest, then what the browser knows. */
  forget: async () => {
    await call<undefined>('DELETE', '/api/guests');
    keep(null);
  },
  avoided: () => call<AvoidedRow[]>('GET', '/api/people'),
  person: (guest: string) => call<PersonRow>('GET', `/api/people/${guest}`),
  avoid: (guest: string, wanted: Avoidance) =>
    asGuest(() => call<undefined>('PUT', `/api/people/${guest}`, wanted)),
  reportPerson: (guest: string, said: PersonReport) =>
    asGuest(() => call<undefined>('POST', `/api/people/${guest}/report`, said)),
  ratings: (form: string) => call<RatingRow[]>('GET', `/api/ratings?form=${form}`),
  tournaments: () => call<TournamentRow[]>('GET', '/api/tournaments'),
  tournament: (id: string) => call<TournamentShown>('GET', `/api/tournaments/${id}`),
  makeTournament: (wanted: Tournament) =>
    asGuest(() => call<TournamentMade>('POST', '/api/tournaments', wanted)),
  orderTournament: (id: string, what: TournamentOrder) =>
    asGuest(() => call<TournamentShown>('POST', `/api/tournaments/${id}/${what}`)),
  leave: (id: string) => call<unknown>('POST', `/api/tables/${id}/leave`),
  lessons: () => call<CourseRow[]>('GET', '/api/lessons'),
  learned: (made: LessonsLearned) => call<LessonsLearned>('PUT', '/api/me/lessons', made),
  games: (wanted: URLSearchParams) =>
    asGuest(() => call<Games>('GET', `/api/games?${wanted.toString()}`)),
  records: () => fetchText('/api/games/records'),
  club: (form: string) => call<ClubGames>('GET', `/api/club?form=${encodeURIComponent(form)}`),
  replay: (id: string, invite: string | null) =>
    call<Replay>('GET', `/api/tables/${id}/replay${invited(invite)}`),
  replayPage: (id: string, page: number, eyes: number, invite: string | null) =>
    call<ReplayPage>(
      'GET',
      `/api/tables/${id}/replay/${page}?eyes=${eyes}${invited(invite).replace('?', '&')}`,
    ),
  recordReplay: (record: Recorded) => call<Replay>('POST', '/api/replay', record),
  recordPage: (record: Recorded, page: number, eyes: number) =>
    call<ReplayPage>('POST', `/api/replay/${page}?eyes=${eyes}`, record),
  goOn: (id: string, wanted: Continuing, invite: string | null) =>
    asGuest(() => call<Made>('POST', `/api/tables/${id}/continue${invited(invite)}`, wanted)),
  recordGoOn: (wanted: Continuing & Recorded) =>
    asGuest(() => call<Made>('POST', '/api/continue', wanted)),
  record: (id: string, invite: string | null) =>
    fetchText(`/api/tables/${id}/record${invited(invite)}`),
  /** Begin the review of a game, or look how far it has come (a table's is kept). */
  review: (id: string, invite: string | null) =>
    asGuest(() => call<Review>('POST', `/api/tables/${id}/review${invited(invite)}`)),
  keptReview: (id: string, have: number | null, invite: string | null) => {
    const asked = have === null ? '' : `${invite ? '&' : '?'}have=${have}`;
    return call<Review>('GET', `/api/tables/${id}/review${invited(invite)}${asked}`);
  },
  drawnTurn: (id: string, turn: number, line: number, invite: string | null) =>
    call<DrawnTurn>('GET', `/api/tables/${id}/review/${turn}/${line}${invited(invite)}`),
  recordReview: (record: Recorded, have: number | null) =>
    asGuest(() =>
      call<Review>('POST', `/api/review${have === null ? '' : `?have=${have}`}`, record),
    ),
  recordDrawn: (record: Recorded, turn: number, line: number) =>
    call<DrawnTurn>('POST', `/api/review/${turn}/${line}`, record),
  rematch: (id: string) => call<Again>('POST', `/api/tables/${id}/rematch`),
};

/** What is not JSON; it needs the token, so a plain link would not do. */
async function fetchText(path: string, body?: unknown): Promise<Blob> {
  const headers: Record<string, string> = { 'accept-language': language.code };
  if (session.guest) headers.authorization = `Bearer ${session.guest.token}`;
  if (body !== undefined) headers['content-type'] = 'application/json';
  const method = body === undefined ? 'GET' : 'POST';
  const answer = await fetch(path, {
    method,
    headers,
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  if (answer.ok) return answer.blob();
  const told = (await answer.json().catch(() => ({}))) as { error?: string; reason?: string };
  throw new Refused(answer.status, told.error ?? 'error', told.reason ?? t('web.error.unknown'));
}

export function download(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}

/** The record of a game as a file. */
export async function downloadRecord(id: string): Promise<void> {
  download(await fetchText(`/api/tables/${id}/record`), `tash-kalar-${id}.txt`);
}

/** Report a problem, and keep what was reported as a file. */
export async function reportProblem(
  id: string,
  problem: Problem,
  invite?: string | null,
): Promise<void> {
  const path = `/api/tables/${id}/report${invited(invite)}`;
  const stored = await asGuest(() => fetchText(path, problem));
  download(stored, `tash-kalar-report-${id}.txt`);
}
