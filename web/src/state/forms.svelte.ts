/** The forms of the game and the levels of the bots, loaded once. */

import type { BotLevel, Form } from '../lib/contract';
import { api } from './session.svelte';

let forms = $state.raw<Form[]>([]);
let bots = $state.raw<BotLevel[]>([]);

export async function loadForms(): Promise<void> {
  if (forms.length > 0) return;
  [forms, bots] = await Promise.all([api.forms(), api.bots()]);
}

export function setForms(found: Form[], levels: BotLevel[]): void {
  forms = found;
  bots = levels;
}

export function allForms(): readonly Form[] {
  return forms;
}

export function allBots(): readonly BotLevel[] {
  return bots;
}

export function formName(id: string): string {
  return forms.find((form) => form.id === id)?.name ?? id;
}

export function botName(id: string | null | undefined): string {
  return bots.find((bot) => bot.id === id)?.name ?? id ?? '';
}
