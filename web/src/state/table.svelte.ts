/** One table as this browser sees it, and what its player says to the server. */

import type { ToServer } from '../lib/contract';
import { Choosing } from './choosing.svelte';
import { Connection, type Stage } from './connection.svelte';
import { Following } from './following.svelte';
import { Hearing } from './hearing.svelte';
import { Stepping } from './stepping.svelte';
import { t } from './texts.svelte';

export class Table extends Hearing {
  readonly connection: Connection;
  readonly choosing: Choosing;
  readonly stepping: Stepping;
  readonly following: Following;

  constructor(
    id: string,
    invite: string | null,
    stage: Stage = 'play',
    /** A lesson is begun at a goal. */
    goal = 0,
  ) {
    super(invite);
    this.choosing = new Choosing(this);
    this.stepping = new Stepping(this);
    this.following = new Following(this);
    this.connection = new Connection(
      id,
      invite,
      () => this.latest?.seq,
      (m) => this.hear(m),
      stage,
      stage === 'learn' ? () => this.coach?.goal ?? goal : null,
    );
  }

  send(message: ToServer): string {
    return this.connection.send(message);
  }

  choose([choice, ...then]: readonly string[]): void {
    if (!this.latest || choice === undefined) return;
    this.reason = null;
    const { seq } = this.latest;
    this.send({ t: 'choose', seq, choice, ...(then.length > 0 ? { then } : {}) });
  }

  /** What a player has typed. True if it went out. */
  type(text: string): boolean {
    this.reason = null;
    if (!this.latest) return false;
    this.send({ t: 'typed', seq: this.latest.seq, text });
    return true;
  }

  /** A card that the goal of a lesson has put away; never the one whose effect goes on. */
  putAway(card: string): boolean {
    const { coach } = this;
    if (!coach?.cards || this.scene?.in_play === card) return false;
    return !coach.cards.includes(card);
  }

  /** In a lesson: begin a goal once more. */
  begin(goal: number): void {
    this.choosing.cancel();
    this.send({ t: 'begin', goal });
  }

  undo(): void {
    if (this.latest?.can.undo) this.send({ t: 'undo', seq: this.latest.seq });
    else this.why('undo');
  }

  redo(): void {
    if (this.latest?.can.redo) this.send({ t: 'redo', seq: this.latest.seq });
    else this.why('redo');
  }

  /** Ask why something is not possible; undoing and redoing the page explains itself. */
  why(choice: string): void {
    const back = choice === 'undo' || choice === 'redo';
    if (back && this.latest?.takebacks === false) this.reason = t('web.why.no_takebacks');
    else if (back) this.reason = t(`web.why.${choice}`);
    else if (this.latest?.state === 'over') this.reason = t('web.prompt.over');
    else if (!this.question) this.reason = t('web.why.not_your_turn', { name: this.actingName });
    else this.send({ t: 'why', choice });
  }

  askHint(): void {
    if (!this.question) return;
    if (!this.scene?.can.hint) {
      this.reason = t('web.why.no_hints');
      return;
    }
    this.hint = [t('web.hint.thinking')];
    this.advised = [];
    this.hinting = this.send({ t: 'hint' });
  }

  lift(): void {
    const scene = this.scene;
    if (!scene) return;
    if (scene.you !== scene.acting) this.send({ t: 'look', seat: scene.acting });
    this.lifted = scene.acting;
  }

  open(): void {
    this.connection.open();
  }

  /** Hear everything once more, as whoever sits down. */
  anew(): void {
    this.finishShow();
    this.latest = null;
    this.connection.again();
  }

  close(): void {
    this.connection.close();
    this.playback.finish();
    this.stepping.leave();
  }
}
