/** The forms of the game and the levels of the bots, loaded once. */

import type { BotRow, FormRow } from '../lib/contract';
import { api } from './session.svelte';
import { language } from './texts.svelte';

let forms = $state.raw<FormRow[]>([]);
let bots = $state.raw<BotRow[]>([]);

let told = ''; // the language of both

/** Asked for `anew`, they go through the service worker, which keeps them. */
export async function loadForms(anew = false): Promise<void> {
  const { code } = language;
  if (told === code && !anew) return;
  [forms, bots] = await Promise.all([api.forms(), api.bots()]);
  told = code;
}

export function allForms(): readonly FormRow[] {
  return forms;
}

export function allBots(): readonly BotRow[] {
  return bots;
}

export function formOf(id: string | undefined): FormRow | undefined {
  return forms.find((form) => form.id === id);
}

/** Nothing until the forms are there: an id is no name. */
export function formName(id: string): string {
  return formOf(id)?.name ?? (forms.length > 0 ? id : '');
}
