/** All words come from the catalogue of the server, by their ids. */

import { countedId, filled, type Values } from '../lib/words';

export const language = $state({ code: 'en' });
const texts = $state<{ known: Record<string, string> }>({ known: {} });

export async function loadTexts(code = 'en'): Promise<void> {
  const answer = await fetch(`/api/texts/${code}`);
  if (!answer.ok) throw new Error(`texts: ${answer.status}`);
  setTexts((await answer.json()) as Record<string, string>, code);
}

export function setTexts(known: Record<string, string>, code: string): void {
  texts.known = known;
  language.code = code;
  document.documentElement.lang = code;
}

/** The text of an id with its places filled. An id without a text is shown as it is. */
export function t(id: string, values?: Values): string {
  const text = texts.known[id] ?? id;
  return values ? filled(text, values) : text;
}

/** A text that counts: `id.one`, `id.few`, `id.many`, `id.other` as the language needs. */
export function counted(id: string, n: number, values: Values = {}): string {
  const exact = countedId(id, n, language.code);
  return t(exact in texts.known ? exact : `${id}.other`, { n, ...values });
}

export function has(id: string): boolean {
  return id in texts.known;
}

/** The template itself, for texts whose parts are shown apart. */
export function template(id: string): string {
  return texts.known[id] ?? id;
}
