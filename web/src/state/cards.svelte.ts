/** All cards, loaded once. */

import type { Card, Catalogue } from '../lib/contract';
import { lookOf } from '../lib/drawing';
import { language } from './texts.svelte';

let shelf = $state.raw<{ byId: Map<string, Card>; schools: Catalogue['schools'] }>({
  byId: new Map(),
  schools: [],
});

export async function loadCards(): Promise<void> {
  if (shelf.byId.size > 0) return;
  const answer = await fetch(`/api/cards?lang=${language.code}`);
  if (!answer.ok) throw new Error(`cards: ${answer.status}`);
  setCards((await answer.json()) as Catalogue);
}

function setCards(catalogue: Catalogue): void {
  shelf = {
    byId: new Map(catalogue.cards.map((card) => [card.id, card])),
    schools: catalogue.schools,
  };
}

export function cardOf(id: string | null | undefined): Card | undefined {
  return id == null ? undefined : shelf.byId.get(id);
}

export function cardName(id: string): string {
  return shelf.byId.get(id)?.name ?? id;
}

export function schoolName(id: string | null | undefined): string {
  return shelf.schools.find((school) => school.id === id)?.name ?? id ?? '';
}

export function schoolCalled(id: string | null | undefined): string {
  return shelf.schools.find((school) => school.id === id)?.called ?? schoolName(id);
}

/** The look of a card in somebody's hand: two schools may play with one deck. */
export function cardLook(card: Card | undefined, holder: string | undefined): string {
  const school = shelf.schools.find((one) => one.id === holder);
  return lookOf(school && school.deck === card?.deck ? school.id : card?.deck);
}
