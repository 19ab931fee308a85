/** What the player is about to do: the card in mind, the square aimed at. */

import type {
  ChoiceKind,
  Fit,
  HandCard,
  NearFit,
  OfferedChoice,
  Scene,
  Turned,
  WayShown,
} from '../lib/contract';
import {
  drawAskedWay,
  drawFits,
  drawHint,
  drawNear,
  drawQuestion,
  drawSummoned,
  nothing,
  signsOf,
  type Drawn,
} from '../lib/marks';
import type { Sign } from '../lib/drawing';
import { PRINTED } from '../lib/pattern';
import { cardOf } from './cards.svelte';
import { settings } from './settings.svelte';
import type { Table } from './table.svelte';
import { t } from './texts.svelte';

export type Hand = 'mouse' | 'touch' | 'key';

const rankOf = (card: string) => cardOf(card)?.rank ?? 2;

export class Choosing {
  /** The selected card of the hand, and one that is only looked at. */
  card = $state<string | null>(null);
  peek = $state<string | null>(null);
  discarding = $state(false);
  aim = $state<string | null>(null);
  /** An aim that stays when the pointer leaves: tapped, or reached by keys. */
  pinned = $state(false);
  /** A choice looked at through its button in the prompt. */
  eyed = $state<string | null>(null);
  turn = $state(0); // which of several ways, or of several near squares
  sending = $state(false);
  wondered = ''; // what was asked for last
  private under: string | null = null; // where the pointer rests

  constructor(private readonly table: Table) {}

  // --- what is in mind -----------------------------------------------------------------------

  /** The card that the panel beside the board tells about. */
  get shownCard(): string | null {
    return this.card ?? (this.table.question?.asking === 'way' ? null : this.peek);
  }

  /** The card whose pattern is on the board. Looking at one leaves the marks of an effect alone. */
  get held(): HandCard | undefined {
    const id = this.card ?? (this.inEffect ? null : this.peek);
    return id === null ? undefined : this.table.hand.find((card) => card.id === id);
  }

  private get inEffect(): boolean {
    const asking = this.table.question?.asking;
    return asking !== undefined && asking !== 'action' && asking !== 'end';
  }

  get fit(): Fit | null {
    if (!this.held || this.held.card === 'flare') return null;
    return this.held.fits.find((fit) => fit.square === this.aim) ?? null;
  }

  get ways(): readonly WayShown[] {
    if (this.askedWays.length > 0) return this.askedWays.map((choice) => choice.way!);
    return this.fit?.ways ?? [];
  }

  get way(): WayShown | null {
    return this.ways[this.turn % Math.max(1, this.ways.length)] ?? null;
  }

  get near(): NearFit | null {
    return this.nearFits[this.turn % Math.max(1, this.nearFits.length)] ?? null;
  }

  /** How the pattern of the card in mind lies: where it is aimed, or wherever it fits. */
  get lying(): Turned {
    const meant = this.way ?? this.near;
    if (meant) return meant.orientation;
    const all = this.held?.fits.map((fit) => fit.ways[0]!.orientation) ?? [];
    const first = all[0];
    const agreed = all.every((o) => o.turned === first?.turned && o.mirrored === first.mirrored);
    return first && agreed ? first : PRINTED;
  }

  /** Where the card nearly fits; all of it once the server has told it. */
  private get nearFits(): readonly NearFit[] {
    const { near, scene } = this.table;
    const told = near?.card === this.held?.id && near?.seq === scene?.seq;
    if (told && near?.seat === scene?.you) return near!.near;
    return this.held?.nearest ? [this.held.nearest] : [];
  }

  /** Ask where the card nearly fits that is looked at, once in each scene. */
  wonder(): void {
    const { held } = this;
    const { scene } = this.table;
    if (!held?.missing || !scene) return;
    const about = `${scene.seq} ${scene.you} ${held.id}`;
    if (about === this.wondered) return;
    this.wondered = about;
    this.table.send({ t: 'near', card: held.id });
  }

  /** How many ways or near squares there are to look through. */
  get turns(): number {
    return this.ways.length || this.nearFits.length;
  }

  get askedWays(): readonly OfferedChoice[] {
    const question = this.table.question;
    return question?.asking === 'way' ? question.choices.filter((choice) => choice.way) : [];
  }

  /** The choices of the question on a square, when no card is in mind. */
  choiceAt(square: string | null): OfferedChoice | null {
    const question = this.table.question;
    if (!question || square === null || this.card !== null) return null;
    return question.choices.find((choice) => choice.square === square) ?? null;
  }

  /** The squares that can be chosen now. */
  get open(): string[] {
    const held = this.card === null ? undefined : this.held;
    const offered = held
      ? [...held.fits.map((fit) => fit.square), this.completing?.square ?? []].flat()
      : (this.table.question?.choices ?? []).flatMap((choice) => choice.square ?? []);
    return [...new Set(offered)];
  }

  /** The placing that completes the pattern that is drawn, of a card that fits nowhere. */
  get completing(): OfferedChoice | undefined {
    const placing = this.card === null ? null : this.near?.placing;
    return this.table.question?.choices.find((choice) => choice.text === placing);
  }

  /** The choice of a kind that is offered: with this card, or on this square. */
  offered(kind: ChoiceKind, of?: string): OfferedChoice | undefined {
    return this.table.question?.choices.find(
      (choice) =>
        choice.kind === kind && (of === undefined || choice.card === of || choice.square === of),
    );
  }

  get drawn(): Drawn {
    const { scene, question } = this.table;
    if (!scene || this.table.stepping.active || this.table.covered) return nothing();
    const board = { pieces: scene.board, mine: this.table.mine };
    const way = this.way;
    const asked = this.askedWays[0];
    if (asked?.square && way) return drawAskedWay(board, asked.square, way);
    const held = this.held;
    if (held && held.card !== 'flare' && !held.in_play) {
      if (held.fits.length > 0) {
        return drawFits(board, held, rankOf(held.id), this.card ? this.fit : null, way);
      }
      if (this.near) return drawNear(board, this.near);
    }
    const { summoning } = this.table.following;
    if (summoning) return drawSummoned({ ...board, pieces: this.table.pieces }, summoning);
    if (!question) return nothing();
    const eyed = question.choices.find((choice) => choice.text === this.eyed);
    const aimed = eyed ?? this.choiceAt(this.aim);
    const { advised } = this.table;
    if (advised.length > 0 && !aimed)
      return drawHint(board, question, this.table.hand, rankOf, advised);
    return drawQuestion(board, question, aimed);
  }

  /** The marks of the question itself: what is pointed at never moves the words around. */
  get offeredSigns(): Sign[] {
    const { scene, question, mine } = this.table;
    if (!scene || !question || this.askedWays.length > 0) return signsOf(this.drawn);
    return signsOf(drawQuestion({ pieces: scene.board, mine }, question, null));
  }

  // --- what the player does ------------------------------------------------------------------

  select(id: string | null): void {
    this.table.finishShow();
    this.table.stepping.leave();
    const same = id === this.card;
    this.clear();
    if (!same) this.card = id;
    const held = this.held;
    // With one square there is nothing to look for.
    if (held?.fits.length === 1) this.pin(held.fits[0]!.square);
  }

  /** A click on a card of the hand: what it means depends on the question. */
  pick(id: string): void {
    if (this.table.putAway(id)) {
      this.table.reason = t('web.learn.put_away_why');
      return;
    }
    const question = this.table.question;
    const meant = question?.choices.find(
      (choice) =>
        choice.card === id &&
        (['return', 'card'].includes(choice.kind) ||
          (this.discarding && choice.kind === 'discard')),
    );
    if (meant) {
      this.discarding = false;
      return this.say(meant.text);
    }
    if (this.discarding) {
      this.table.why(`discard ${id}`);
      return;
    }
    const held = this.table.hand.find((card) => card.id === id);
    if (held?.card === 'flare' && !held.in_play) {
      this.clear();
      this.card = id;
      this.table.window = 'flare';
      return;
    }
    this.select(id);
  }

  hover(square: string | null): void {
    this.under = square;
    if (!this.pinned) this.aimAt(square);
  }

  pin(square: string): void {
    this.aimAt(square);
    this.pinned = true;
  }

  /** Another square has other ways. What a card lacks does not depend on the square aimed at. */
  private aimAt(square: string | null): void {
    if (this.aim !== square && this.near === null) this.turn = 0;
    this.aim = square;
  }

  look(step: number): void {
    if (this.turns > 0) this.turn = (this.turn + step + this.turns) % this.turns;
  }

  /** A square was clicked, tapped or entered. */
  activate(square: string, hand: Hand): void {
    const others = this.table.finishShow();
    if (this.table.stepping.active) return this.table.stepping.leave();
    if (others || this.table.covered) return;
    if (this.card !== null) return this.activateWithCard(square, hand);
    const choice = this.choiceAt(square);
    if (!choice) return this.refuse(square, hand);
    if (hand === 'touch' && this.aim !== square) return this.pin(square);
    this.say(choice.text);
  }

  private activateWithCard(square: string, hand: Hand): void {
    const held = this.held;
    const fit = held?.fits.find((f) => f.square === square);
    if (!held || !fit) {
      const place = this.completing;
      if (place?.square === square) return this.say(place.text);
      return this.refuseFit(held, square);
    }
    const shown = this.aim === square && this.pinned;
    if (!shown && (this.asksFirst(square, hand) || fit.ways.length > 1)) return this.pin(square);
    this.aim = square;
    this.confirm();
  }

  /** Is a summoning shown before it is done? A finger cannot point at a square first. */
  private asksFirst(square: string, hand: Hand): boolean {
    if (settings.confirm === 'touch') return hand === 'touch' && this.aim !== square;
    return settings.confirm === 'always';
  }

  /** Carry out what is shown: the summoning aimed at, the way shown, or the placing. */
  confirm(): void {
    const asked = this.askedWays[this.turn % Math.max(1, this.askedWays.length)];
    if (asked) return this.say(asked.text);
    const { card, fit, way } = this;
    if (card !== null && fit && way) {
      if (!this.held?.playable) return this.table.why(`summon ${card}`);
      return this.mean([...fit.choices, ...(way.choice === null ? [] : [way.choice])]);
    }
    const choice = this.choiceAt(this.aim);
    if (choice) this.say(choice.text);
  }

  cancel(): void {
    this.table.finishShow();
    this.table.stepping.leave();
    this.clear();
  }

  /** Whatever of a kind is offered, if anything is. */
  sayOffered(kind: ChoiceKind): boolean {
    const choice = this.offered(kind);
    if (choice) this.say(choice.text);
    return choice !== undefined;
  }

  /** One choice, as it was offered. */
  say(text: string): void {
    this.mean([text]);
  }

  /** Choices in the player's own words: the server says what they mean. */
  type(words: string): void {
    if (this.sending) return;
    this.clear();
    this.sending = this.table.type(words);
  }

  /** Choices that are meant as one thing, as the scene names them: all are made or none. */
  mean(choices: readonly string[]): void {
    if (this.sending) return;
    this.clear();
    this.sending = true;
    this.table.choose(choices);
  }

  private clear(): void {
    this.card = null;
    this.peek = null;
    this.discarding = false;
    this.aim = null;
    this.eyed = null;
    this.pinned = false;
    this.turn = 0;
    this.table.reason = null;
  }

  private refuse(square: string, hand: Hand): void {
    const question = this.table.question;
    this.aim = square;
    this.pinned = hand !== 'mouse';
    this.table.why(question?.asking === 'action' ? `place ${square}` : square);
  }

  private refuseFit(held: HandCard | undefined, square: string): void {
    if (!held) return;
    const name = cardOf(held.id)?.name ?? held.id;
    // A card in mind is not a card given up: what else the square is good for waits.
    if (this.offered('place', square)) this.table.reason = t('web.why.cancel_to_place');
    else if (held.fits.length === 0) this.table.why(`summon ${held.id}`);
    else
      this.table.reason = t('web.why.does_not_fit', {
        name,
        square,
        squares: held.fits.map((fit) => fit.square).join(', '),
      });
  }

  // --- what the server says ------------------------------------------------------------------

  /** A new scene: forget what no longer applies. */
  met(scene: Scene): void {
    this.sending = false;
    if (this.card !== null && !scene.hand.some((card) => card.id === this.card)) this.clear();
    if (this.card === null) {
      this.pinned = false;
      this.aim = this.under;
    }
    if (!scene.question) this.discarding = false;
  }

  refused(): void {
    this.sending = false;
  }
}
