/** Several people at one screen: each reads the language that was chosen at the curtain. */

import { read, write } from '../lib/storage';
import { allCards, loadCards } from './cards.svelte';
import { loadForms } from './forms.svelte';
import { lend, speak } from './texts.svelte';

const KEY = 'tashkalar.tongues';
const MOST = 40; // seats that are remembered, the latest last

type Kept = [seat: string, language: string][];

function kept(): Kept {
  try {
    const found: unknown = JSON.parse(read(KEY) ?? '[]');
    return Array.isArray(found) ? (found as Kept).filter((one) => one.length === 2) : [];
  } catch {
    return [];
  }
}

/** Another language from now on, also for what has been fetched in the one before. */
export async function speakEverywhere(code: string): Promise<void> {
  await speak(code);
  await Promise.all([loadForms(), allCards().length > 0 && loadCards()]);
}

const place = (seat: number) => `${location.pathname}#${seat}`;

/** From now on a seat of this table reads a language. */
export async function choose(seat: number, code: string): Promise<void> {
  const others = kept().filter(([one]) => one !== place(seat));
  write(KEY, JSON.stringify([...others, [place(seat), code]].slice(-MOST)));
  await speakTo(seat);
}

/** The language of a seat, or that of the page where nobody has chosen one. */
export async function speakTo(seat: number | null): Promise<void> {
  const found = seat === null ? undefined : kept().find(([one]) => one === place(seat));
  await lend(found?.[1] ?? null);
  await Promise.all([loadCards(), loadForms()]);
}
