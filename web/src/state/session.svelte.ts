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
  GameNumbers,
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
  PlayingOn,
  Problem,
  PuzzleList,
  PuzzlesMade,
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

/** An answer of the server that is good; all others, and none at all, are told in words. */
async function ask(method: string, path: string, body?: unknown): Promise<Response> {
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
  if (answer.ok) return answer;
  const told = (await answer.json().catch(() => ({}))) as { error?: string; reason?: string };
  throw new Refused(answer.status, told.error ?? 'error', told.reason ?? t('web.error.unknown'));
}

export async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  const answer = await ask(method, path, body);
  return answer.status === 204 ? (undefined as T) : ((await answer.json()) as T);
}

/** What is not JSON; it needs the token, so a plain link would not do. */
export async function fetchText(path: string, body?: unknown): Promise<Blob> {
  return (await ask(body === undefined ? 'GET' : 'POST', path, body)).blob();
}

function keep(guest: NewGuest | null, former = session.former): void {
  session.guest = guest;
  session.former = former;
  write(KEY, guest && JSON.stringify(guest));
  write(FORMER, former.length > 0 ? JSON.stringify(former) : null);
}

/** Be somebody else here; whoever was here before is kept and can come back. */
export function become(guest: NewGuest): void {
  const before = session.guest ? [session.guest, ...session.former] : session.former;
  // One person has many tokens, and browsers of old have kept nothing else.
  const same = (other: NewGuest) =>
    other.token === guest.token || (Boolean(other.guest) && other.guest === guest.guest);
  keep(
    guest,
    before.filter((other) => !same(other)),
  );
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

/** What an address asks for; what is empty is not asked. */
function query(asked: Record<string, string | number | null | undefined>): string {
  const found = Object.entries(asked).map(([name, value]) => [name, String(value ?? '')]);
  const text = new URLSearchParams(found.filter(([, value]) => value !== '')).toString();
  return text ? `?${text}` : '';
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
    call<TableRow>('GET', `/api/tables/${id}${query({ invite })}`),
  invitation: (id: string, invite?: string | null) =>
    call<Invitation>('GET', `/api/tables/${id}/invitation${query({ invite })}`),
  make: (setup: Setup) => asGuest(() => call<Made>('POST', '/api/tables', setup)),
  join: (id: string, seat?: number, invite?: string | null) =>
    asGuest(() =>
      call<TableRow>('POST', `/api/tables/${id}/join`, { seat, invite } satisfies Joining),
    ),
  rules: (code: string) => call<Rules>('GET', `/api/rules${query({ lang: code })}`),
  card: (id: string, code: string) =>
    call<CardPage>('GET', `/api/cards/${id}${query({ lang: code })}`),
  tried: (wanted: Trying, code: string) =>
    call<TrialShown>('POST', `/api/try${query({ lang: code })}`, wanted),
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
  ratings: (form: string) => call<RatingRow[]>('GET', `/api/ratings${query({ form })}`),
  tournaments: () => call<TournamentRow[]>('GET', '/api/tournaments'),
  tournament: (id: string) => call<TournamentShown>('GET', `/api/tournaments/${id}`),
  makeTournament: (wanted: Tournament) =>
    asGuest(() => call<TournamentMade>('POST', '/api/tournaments', wanted)),
  orderTournament: (id: string, what: TournamentOrder) =>
    asGuest(() => call<TournamentShown>('POST', `/api/tournaments/${id}/${what}`)),
  leave: (id: string) => call<unknown>('POST', `/api/tables/${id}/leave`),
  lessons: () => call<CourseRow[]>('GET', '/api/lessons'),
  puzzles: () => call<PuzzleList>('GET', '/api/puzzles'),
  puzzlesMade: () => call<PuzzlesMade>('GET', '/api/me/puzzles'),
  keepPuzzles: (kept: Pick<PuzzlesMade, 'puzzles'>) =>
    call<PuzzlesMade>('PUT', '/api/me/puzzles', kept),
  playOn: (id: string, wanted: PlayingOn) =>
    asGuest(() => call<Made>('POST', `/api/puzzles/${id}/continue`, wanted)),
  learned: (made: LessonsLearned) => call<LessonsLearned>('PUT', '/api/me/lessons', made),
  games: (wanted: URLSearchParams) =>
    asGuest(() => call<Games>('GET', `/api/games?${wanted.toString()}`)),
  records: () => fetchText('/api/games/records'),
  club: (form: string) => call<ClubGames>('GET', `/api/club${query({ form })}`),
  replay: (id: string, invite: string | null) =>
    call<Replay>('GET', `/api/tables/${id}/replay${query({ invite })}`),
  replayPage: (id: string, page: number, eyes: number, invite: string | null) =>
    call<ReplayPage>('GET', `/api/tables/${id}/replay/${page}${query({ eyes, invite })}`),
  numbers: (id: string, invite: string | null) =>
    call<GameNumbers>('GET', `/api/tables/${id}/numbers${query({ invite })}`),
  recordNumbers: (record: Recorded) => call<GameNumbers>('POST', '/api/numbers', record),
  recordReplay: (record: Recorded) => call<Replay>('POST', '/api/replay', record),
  recordPage: (record: Recorded, page: number, eyes: number) =>
    call<ReplayPage>('POST', `/api/replay/${page}${query({ eyes })}`, record),
  goOn: (id: string, wanted: Continuing, invite: string | null) =>
    asGuest(() => call<Made>('POST', `/api/tables/${id}/continue${query({ invite })}`, wanted)),
  recordGoOn: (wanted: Continuing & Recorded) =>
    asGuest(() => call<Made>('POST', '/api/continue', wanted)),
  record: (id: string, invite: string | null) =>
    fetchText(`/api/tables/${id}/record${query({ invite })}`),
  /** Begin the review of a game, or look how far it has come (a table's is kept). */
  review: (id: string, invite: string | null) =>
    asGuest(() => call<Review>('POST', `/api/tables/${id}/review${query({ invite })}`)),
  keptReview: (id: string, have: number | null, invite: string | null) =>
    call<Review>('GET', `/api/tables/${id}/review${query({ have, invite })}`),
  drawnTurn: (id: string, turn: number, line: number, invite: string | null) =>
    call<DrawnTurn>('GET', `/api/tables/${id}/review/${turn}/${line}${query({ invite })}`),
  recordReview: (record: Recorded, have: number | null) =>
    asGuest(() => call<Review>('POST', `/api/review${query({ have })}`, record)),
  recordDrawn: (record: Recorded, turn: number, line: number) =>
    call<DrawnTurn>('POST', `/api/review/${turn}/${line}`, record),
  rematch: (id: string) => call<Again>('POST', `/api/tables/${id}/rematch`),
};

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
  const path = `/api/tables/${id}/report${query({ invite })}`;
  const stored = await asGuest(() => fetchText(path, problem));
  download(stored, `tash-kalar-report-${id}.txt`);
}
