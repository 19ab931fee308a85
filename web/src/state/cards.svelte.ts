/** All cards, loaded once. */

import type { Card, Catalogue, Scene, SeatShown, TermRow } from '../lib/contract';
import { lookOf } from '../lib/drawing';
import { language } from './texts.svelte';

let shelf = $state.raw<{
  byId: Map<string, Card>;
  schools: Catalogue['schools'];
  terms: readonly TermRow[];
}>({
  byId: new Map(),
  schools: [],
  terms: [],
});

let told = ''; // the language of the shelf

/** Asked for `anew`, they go through the service worker, which keeps them. */
export async function loadCards(anew = false): Promise<void> {
  const { code } = language;
  if (told === code && !anew) return;
  const answer = await fetch(`/api/cards?lang=${code}`);
  if (!answer.ok) throw new Error(`cards: ${answer.status}`);
  told = code;
  setCards((await answer.json()) as Catalogue);
}

function setCards(catalogue: Catalogue): void {
  shelf = {
    byId: new Map(catalogue.cards.map((card) => [card.id, card])),
    schools: catalogue.schools,
    terms: catalogue.terms,
  };
}

/** Every card, deck by deck. */
export function allCards(): readonly Card[] {
  return [...shelf.byId.values()];
}

export function allSchools(): Catalogue['schools'] {
  return shelf.schools;
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

/** What the words of the game mean. */
export function allTerms(): readonly TermRow[] {
  return shelf.terms;
}

export function termOf(id: string): TermRow | undefined {
  return shelf.terms.find((term) => term.id === id);
}

/** Who plays with a card: the seat it is said to be of, else one in turn, else any with its deck. */
export function holderOf(
  card: Card | undefined,
  scene: Scene | null,
  seat: number | null,
): SeatShown | undefined {
  const deckOf = (one: SeatShown) => shelf.schools.find((s) => s.id === one.school)?.deck;
  const seats = scene?.seats ?? [];
  const said = seats.find((one) => one.seat === seat);
  const using = seats.filter((one) => deckOf(one) === card?.deck);
  const turn = using.find((one) => one.seat === scene?.turn_of);
  return said ?? turn ?? using[0];
}

/** The look of a card in somebody's hand: two schools may play with one deck. */
export function cardLook(card: Card | undefined, holder: string | undefined): string {
  const school = shelf.schools.find((one) => one.id === holder);
  return lookOf(school && school.deck === card?.deck ? school.id : card?.deck);
}
