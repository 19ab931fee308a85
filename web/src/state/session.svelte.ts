/** Who is at this browser: a name and a secret that owns seats. There are no accounts. */

import type {
  Again,
  BotRow,
  CourseRow,
  CardPage,
  FittingCards,
  FormRow,
  Invitation,
  Joining,
  Made,
  Name,
  NewGuest,
  LessonsLearned,
  OnBoard,
  Renamed,
  Rules,
  Setup,
  TableRow,
  TrialShown,
  Trying,
} from '../lib/contract';
import { language, t } from './texts.svelte';
import { read, write } from '../lib/storage';

const KEY = 'tashkalar.guest';

function kept(): NewGuest | null {
  try {
    const found = JSON.parse(read(KEY) ?? 'null') as NewGuest | null;
    return found && typeof found.token === 'string' ? found : null;
  } catch {
    return null;
  }
}

export const session = $state<{ guest: NewGuest | null }>({ guest: kept() });

export class Refused extends Error {
  constructor(
    readonly status: number,
    readonly word: string,
    reason: string,
  ) {
    super(reason);
  }
}

async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
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
  if (answer.ok) return (await answer.json()) as T;
  const told = (await answer.json().catch(() => ({}))) as { error?: string; reason?: string };
  throw new Refused(answer.status, told.error ?? 'error', told.reason ?? t('web.error.unknown'));
}

function keep(guest: NewGuest): void {
  session.guest = guest;
  write(KEY, JSON.stringify(guest));
}

/** A token of this browser, made when it is first needed. */
export async function beGuest(name: string): Promise<void> {
  const wanted: Name = { name: name.trim() || t('web.start.guest_name') };
  if (!session.guest) {
    keep(await call<NewGuest>('POST', '/api/guests', wanted));
    return;
  }
  if (session.guest.name === wanted.name) return;
  try {
    const called = await call<Renamed>('PATCH', '/api/guests', wanted);
    keep({ ...session.guest, name: called.name });
  } catch (error) {
    // The server has forgotten this token (a new database): begin anew.
    if (!(error instanceof Refused) || error.status !== 401) throw error;
    session.guest = null;
    keep(await call<NewGuest>('POST', '/api/guests', wanted));
  }
}

/** An action that needs a token; one that the server no longer knows is replaced once. */
async function asGuest<T>(act: () => Promise<T>): Promise<T> {
  const name = session.guest?.name ?? '';
  if (!session.guest) await beGuest(name);
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof Refused) || error.status !== 401) throw error;
    session.guest = null;
    await beGuest(name);
    return act();
  }
}

function invited(invite?: string | null): string {
  return invite ? `?invite=${encodeURIComponent(invite)}` : '';
}

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
  leave: (id: string) => call<unknown>('POST', `/api/tables/${id}/leave`),
  lessons: () => call<CourseRow[]>('GET', '/api/lessons'),
  learned: (made: LessonsLearned) => call<LessonsLearned>('PUT', '/api/me/lessons', made),
  rematch: (id: string) => call<Again>('POST', `/api/tables/${id}/rematch`),
};

/** The record of a game as a file; it needs the token, so a plain link would not do. */
export async function downloadRecord(id: string): Promise<void> {
  const headers: Record<string, string> = session.guest
    ? { authorization: `Bearer ${session.guest.token}` }
    : {};
  const answer = await fetch(`/api/tables/${id}/record`, { headers });
  if (!answer.ok) throw new Refused(answer.status, 'error', t('web.error.unknown'));
  const address = URL.createObjectURL(await answer.blob());
  const link = document.createElement('a');
  link.href = address;
  link.download = `tash-kalar-${id}.txt`;
  link.click();
  URL.revokeObjectURL(address);
}
