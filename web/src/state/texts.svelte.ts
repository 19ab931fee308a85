/** All words come from the catalogue of the server, by their ids. */

import type { Texts } from '../lib/contract';
import { filled, formOf, type Values } from '../lib/words';
import { read, write } from '../lib/storage';

const KEY = 'tashkalar.language';

export const language = $state({ code: 'en' });
let own = 'en'; // the language of the page, whoever sits at it
let part: '&part=first' | '' = ''; // only the texts of the start page, or all
let now = $state.raw<Texts>({ language: 'en', languages: [], samples: [], texts: {} });

/** The language asked for in the address, which is kept; else the one kept before, if any. */
function chosen(): string | null {
  const asked = new URLSearchParams(location.search).get('lang');
  if (asked !== null) write(KEY, asked || null);
  return asked || read(KEY);
}

function address(code: string | null, of: string): string {
  return `/api/texts?lang=${encodeURIComponent(code ?? '')}${of}`;
}

/** Where the texts of any page come from, however it is opened. */
export function textsAddresses(): string[] {
  const codes = new Set([chosen(), language.code]);
  return [...codes].flatMap((code) => [address(code, ''), address(code, '&part=first')]);
}

/** The texts of the language chosen here, else of the first that this browser accepts. */
export async function loadTexts(first: boolean): Promise<void> {
  part = first ? '&part=first' : '';
  await fetchTexts(chosen());
  own = language.code;
}

/** The texts of all pages, where only those of the first one are there. */
export async function loadAllTexts(): Promise<void> {
  if (part === '') return;
  part = '';
  try {
    await fetchTexts(language.code);
  } catch (error) {
    part = '&part=first';
    throw error;
  }
}

async function fetchTexts(code: string | null): Promise<void> {
  const answer = await fetch(address(code, part));
  if (!answer.ok) throw new Error(`texts: ${answer.status}`);
  setTexts((await answer.json()) as Texts);
}

/** Another language for a while: nothing is kept, and null gives that of the page back. */
export async function lend(code: string | null): Promise<void> {
  if ((code ?? own) !== language.code) await fetchTexts(code ?? own);
}

/** Another language, from now on. */
export async function speak(code: string): Promise<void> {
  write(KEY, code);
  await fetchTexts(code);
  own = language.code;
}

/** All languages that the server has. */
export function allLanguages(): Texts['languages'] {
  return now.languages;
}

function setTexts(found: Texts): void {
  now = found;
  language.code = found.language;
  document.documentElement.lang = found.language;
}

/**
 * The text of an id with its places filled; `n` chooses the plural form of a text that counts.
 * An id without a text is shown as it is.
 */
export function t(id: string, values?: Values): string {
  const found = now.texts[id] ?? id;
  const text = typeof found === 'string' ? found : formOf(found, now, values?.n);
  return values ? filled(text, values) : text;
}

export function has(id: string): boolean {
  return id in now.texts;
}
