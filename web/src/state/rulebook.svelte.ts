/** The rules, loaded when a page needs them, and what a reader finds in them. */

import type { Block, Card, Chapter, ClauseShown, Rules } from '../lib/contract';
import { api } from './session.svelte';
import { language } from './texts.svelte';

let book = $state.raw<Rules | null>(null);
let spoken = ''; // the language of the book

export async function loadRules(): Promise<void> {
  const { code } = language;
  if (spoken === code) return;
  const found = await api.rules(code);
  spoken = code;
  book = found;
}

export function allChapters(): readonly Chapter[] {
  return book?.chapters ?? [];
}

/** Chapter 19 decides what the printed rules leave open. */
export const RULINGS = 19;

interface Found {
  chapter: Chapter;
  clause: ClauseShown;
  text: string;
}

function wordsOf(blocks: readonly Block[]): string {
  return blocks
    .flatMap((block) => [
      (block.runs ?? []).map((run) => run.text).join(''),
      ...(block.table ?? []).flat(2).map((run) => run.text),
      block.example?.title ?? '',
    ])
    .join(' ');
}

/** The clauses with a number, or with all these words. */
export function clausesFound(wanted: string): Found[] {
  const words = wanted.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const number = /^\d+(\.\d*)?$/.test(wanted.trim()) ? wanted.trim() : null;
  return allChapters().flatMap((chapter) =>
    chapter.clauses.flatMap((clause) => {
      const text = wordsOf(clause.blocks);
      const told = `${chapter.title} ${text}`.toLowerCase();
      const fits =
        number === null
          ? words.every((word) => told.includes(word))
          : clause.number === number || clause.number.startsWith(`${number.replace(/\.$/, '')}.`);
      return fits ? [{ chapter, clause, text }] : [];
    }),
  );
}

export function cardsFound(cards: readonly Card[], wanted: string): Card[] {
  const words = wanted.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  return cards.filter((card) => {
    const told = `${card.name} ${card.text}`.toLowerCase();
    return words.every((word) => told.includes(word));
  });
}
