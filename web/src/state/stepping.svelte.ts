/** Walking through what the others did since one's last decision, on the board as it was. */

import { squaresOf, type Shown } from '../lib/board';
import type { StoryStep } from '../lib/contract';
import { PAUSE, Playback } from '../lib/playback';
import type { Table } from './table.svelte';

export class Stepping {
  active = $state(false);
  /** How many steps are shown; 0 is the board before them. */
  at = $state(0);
  running = $state(false);
  board = $state.raw<Shown[]>([]);
  private readonly playback: Playback;

  constructor(private readonly table: Table) {
    this.playback = new Playback(
      (board) => (this.board = board),
      undefined,
      () => table.pace,
    );
  }

  get steps(): readonly StoryStep[] {
    return this.table.scene?.last_turn ?? [];
  }

  get step(): StoryStep | undefined {
    return this.active ? this.steps[this.at - 1] : undefined;
  }

  /** The card of the step: the one it plays, or whose effect it carries out. */
  get card(): string | undefined {
    if (!this.active) return undefined;
    return this.steps
      .slice(0, this.at)
      .findLast((step) => step.cards.length > 0)
      ?.cards.at(-1)?.card;
  }

  get lit(): readonly string[] {
    return [...new Set(this.step?.events.flatMap(squaresOf))];
  }

  /** From the beginning, by itself. */
  play(): void {
    if (this.steps.length === 0) return;
    this.table.finishShow();
    this.jump(0);
    this.active = true;
    this.running = true;
    this.next();
  }

  next(): void {
    const step = this.steps[this.at];
    if (!step) {
      this.running = false;
      return;
    }
    this.playback.finish();
    this.at += 1;
    this.playback.add({
      events: step.events,
      pause: this.running && this.at > 1 ? PAUSE : 0,
      done: () => {
        if (this.running && this.active) queueMicrotask(() => this.running && this.next());
      },
    });
  }

  /** A step by hand stops the running. */
  forward(): void {
    this.running = false;
    if (this.at < this.steps.length) this.next();
  }

  back(): void {
    this.running = false;
    this.jump(Math.max(0, this.at - 1));
  }

  leave(): void {
    if (!this.active) return;
    this.running = false;
    this.playback.finish();
    this.active = false;
    this.at = 0;
  }

  private jump(to: number): void {
    this.playback.jump(this.table.scene?.last_turn_board ?? []);
    for (const step of this.steps.slice(0, to))
      this.playback.add({ events: step.events, pause: 0 });
    this.playback.finish();
    this.at = to;
  }
}
