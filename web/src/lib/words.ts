/** Filling the places of a text: `{n} left` with {n: 2}. */

import type { CardUse, TermUse, Texts } from './contract';

export type Values = Record<string, string | number>;

export function filled(text: string, values: Values = {}): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) =>
    name in values ? String(values[name]) : whole,
  );
}

const known: Record<string, Intl.PluralRules> = {};

/**
 * The plural form for a number. The catalogue numbers its forms, the browser names them: a form
 * is right for every number that the language counts like the form's sample.
 */
export function formOf(
  forms: readonly string[],
  { language, samples }: Pick<Texts, 'language' | 'samples'>,
  n: unknown,
): string {
  const rules = (known[language] ??= new Intl.PluralRules(language));
  const kind = rules.select(Number(n));
  const at = samples.findIndex((sample) => rules.select(sample) === kind);
  return forms[at] ?? forms[forms.length - 1]!;
}

/** A text in parts, so that the named pieces in it can be shown in bold. */
export function parts(text: string, values: Values): { text: string; bold: boolean }[] {
  return text
    .split(/(\{\w+\})/)
    .filter((part) => part !== '')
    .map((part) => {
      const name = /^\{(\w+)\}$/.exec(part)?.[1];
      return name !== undefined && name in values
        ? { text: String(values[name]), bold: true }
        : { text: part, bold: false };
    });
}

/** Names of squares and moves in a sentence of the log are shown in bold. */
function emphasised(sentence: string): { text: string; bold: boolean }[] {
  return sentence
    .split(/\b([a-i][1-9](?:[–-][a-i][1-9])?)\b/)
    .map((text, i) => ({ text, bold: i % 2 === 1 }))
    .filter((part) => part.text !== '');
}

type Use = CardUse | TermUse;
const span = (use: Use) => [use.start, use.end] as const;

/** A text in parts: those that something is known about, and what stands between them. */
export function cutOut<T extends Use>(
  text: string,
  uses: readonly T[],
): { text: string; use?: T }[] {
  const found: { text: string; use?: T }[] = [];
  let at = 0;
  for (const use of uses) {
    const [start, end] = span(use);
    if (start > at) found.push({ text: text.slice(at, start) });
    found.push({ text: text.slice(start, end), use });
    at = end;
  }
  if (at < text.length) found.push({ text: text.slice(at) });
  return found;
}

/** A sentence of the log in parts: cards, squares in bold, and other words. */
export function told(
  words: string,
  cards: readonly CardUse[],
): { text: string; bold: boolean; card?: string }[] {
  return cutOut(words, cards).flatMap((part) =>
    part.use ? [{ text: part.text, bold: false, card: part.use.card }] : emphasised(part.text),
  );
}

/** A clause of the engine as a sentence; names of squares keep their small letter. */
export function sentence(text: string): string {
  return /^[a-i][1-9]\b/.test(text) ? text : text.charAt(0).toUpperCase() + text.slice(1);
}
