import { beforeEach, expect, it, vi } from 'vitest';
import type { NewGuest } from '../lib/contract';
import { api, become, session } from './session.svelte';

const ANN: NewGuest = { name: 'Ann', token: 'ann at her desk', guest: 'a1' };
const fetched = vi.fn<(path: string, asked?: RequestInit) => Promise<Response>>();

beforeEach(() => {
  vi.stubGlobal('fetch', fetched);
  fetched.mockReset();
  session.guest = null;
  session.former = [];
});

it('says in words that nobody answers, whatever was asked for', async () => {
  fetched.mockRejectedValue(new TypeError('Failed to fetch'));
  const offline = { status: 0, word: 'offline', message: 'web.error.offline' };
  await expect(api.forms()).rejects.toMatchObject(offline);
  await expect(api.records()).rejects.toMatchObject(offline);
});

it('asks only for what is there', async () => {
  const asked = async (call: Promise<unknown>) => {
    await call;
    return fetched.mock.lastCall![0];
  };
  fetched.mockImplementation(() => Promise.resolve(Response.json({})));
  expect(await asked(api.table('t', 'a b&c'))).toBe('/api/tables/t?invite=a+b%26c');
  expect(await asked(api.table('t', null))).toBe('/api/tables/t');
  expect(await asked(api.replayPage('t', 2, 0, 'x'))).toBe(
    '/api/tables/t/replay/2?eyes=0&invite=x',
  );
  expect(await asked(api.keptReview('t', 0, 'x'))).toBe('/api/tables/t/review?have=0&invite=x');
  expect(await asked(api.keptReview('t', null, 'x'))).toBe('/api/tables/t/review?invite=x');
});

it('lists nobody as somebody else who is here with another token', () => {
  become(ANN);
  become({ name: 'Ben', token: 'ben', guest: 'b2' });
  expect(session.former).toEqual([ANN]);
  become({ ...ANN, token: 'ann by a code' });
  expect(session.former.map((other) => other.name)).toEqual(['Ben']);
  become({ ...ANN, token: 'ann by another code' });
  expect(session.former.map((other) => other.name)).toEqual(['Ben']);
});

it('keeps apart who was kept without an id', () => {
  const old = (name: string) => ({ name, token: name }) as NewGuest;
  become(old('Ann'));
  become(old('Ben'));
  expect(session.former.map((other) => other.name)).toEqual(['Ann']);
});
