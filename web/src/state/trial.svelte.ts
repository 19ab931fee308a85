/** A card tried on a board of one's own: a table whose server keeps nothing. */

import type { Piece, ToServer, TrialShown } from '../lib/contract';
import { boardText, playedText } from '../lib/trial';
import { api } from './session.svelte';
import { Table } from './table.svelte';
import { language, t } from './texts.svelte';

export class Trial extends Table {
  board = $state.raw<readonly Piece[]>([]);
  /** Choices that were meant as one thing, in their order. */
  private intentions = $state.raw<readonly (readonly string[])[]>([]);
  scenario = $state('');
  private asked = 0;

  constructor(readonly card: string) {
    super('', null);
    this.you = [0];
  }

  get started(): boolean {
    return this.intentions.length > 0;
  }

  /** How many choices were made. */
  get choices(): number {
    return this.intentions.flat().length;
  }

  get laid(): string {
    return boardText(this.board, 0);
  }

  get played(): string {
    return playedText(this.intentions);
  }

  /** What a link holds. Where its choices cannot be played, the board is shown, and why. */
  async resume(pieces: readonly Piece[], played: readonly (readonly string[])[]): Promise<void> {
    this.board = pieces;
    this.intentions = played;
    if ((await this.ask()) || played.length === 0) return;
    const why = this.reason ?? '';
    this.intentions = [];
    if (await this.ask()) this.refuse(why, null);
  }

  /** Another board: whatever was played on the one before is forgotten. */
  lay(pieces: readonly Piece[]): Promise<boolean> {
    this.board = pieces;
    this.intentions = [];
    return this.ask();
  }

  put(square: string, piece: Omit<Piece, 'square'> | null): Promise<boolean> {
    const others = this.board.filter((one) => one.square !== square);
    return this.lay(piece ? [...others, { ...piece, square }] : others);
  }

  /** Why the card cannot be summoned there. */
  whyNot(square: string): void {
    void this.ask(`summon ${this.card} ${square}`);
  }

  override undo(): void {
    if (!this.started) return;
    this.intentions = this.intentions.slice(0, -1);
    void this.ask();
  }

  override send(message: ToServer): string {
    if (message.t === 'choose') void this.play([message.choice, ...(message.then ?? [])]);
    else if (message.t === 'why') void this.ask(message.choice);
    return '';
  }

  private async play(choices: readonly string[]): Promise<void> {
    const before = this.intentions;
    this.intentions = [...before, choices];
    if (!(await this.ask())) this.intentions = before;
  }

  private async ask(why: string | null = null): Promise<boolean> {
    const number = ++this.asked;
    try {
      const wanted = {
        card: this.card,
        pieces: this.laid,
        played: this.intentions.flat(),
        why,
      };
      const found = await api.tried(wanted, language.code);
      if (number === this.asked) this.meet(found);
      return true;
    } catch (error) {
      this.choosing.refused();
      this.refuse(error instanceof Error ? error.message : t('web.error.unknown'), null);
      return false;
    }
  }

  private meet({ scene, log, reason, scenario }: TrialShown): void {
    this.scenario = scenario;
    this.hear({ t: 'log', from: 0, entries: log });
    this.hear({ t: 'scene', number: this.asked, scene });
    if (reason) this.refuse(reason.text, reason.clause);
    // The card is what all this is about: it is in mind as long as it is in hand.
    if (!this.started && !reason && scene.hand.length > 0) {
      this.choosing.cancel();
      this.choosing.select(this.card);
    }
  }
}
