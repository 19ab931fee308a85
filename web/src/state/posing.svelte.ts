/** A table with a puzzle: one turn, as often as somebody likes. */

import type { FromServer, LogEntry, Question } from '../lib/contract';
import { numberedLines, traced, UNTRACED, type Traced } from '../lib/traced';
import { Table } from './table.svelte';

/** A turn that fell short: what was done in it, and how it did. */
interface LastTry {
  lines: readonly LogEntry[];
  short: string;
}

export class PuzzleTable extends Table {
  lastTry = $state.raw<LastTry | null>(null);

  constructor(id: string) {
    super(id, null, 'puzzle');
  }

  /** A new connection begins at the beginning. */
  protected override hear(message: FromServer): void {
    if (message.t === 'welcome') this.story = [];
    super.hear(message);
  }

  /** The turn is over, however it came out. */
  get ended(): boolean {
    return this.puzzle !== null && this.puzzle.state !== 'running';
  }

  /** Solved, or the solution was shown. */
  get known(): boolean {
    return this.puzzle?.state === 'solved' || this.puzzle?.state === 'shown';
  }

  get lines(): LogEntry[] {
    return numberedLines(this.log);
  }

  /** What comes after the turn is no part of the puzzle. */
  override get question(): Question | null {
    return this.ended ? null : super.question;
  }

  override get traced(): Traced {
    return this.ended && !this.playing ? traced(this.log) : UNTRACED;
  }

  override get onward(): string | null | undefined {
    if (!this.known) return undefined;
    return this.puzzle?.next ? `/puzzles/${this.puzzle.next}` : null;
  }

  remember(): void {
    if (this.puzzle?.state === 'failed')
      this.lastTry = { lines: numberedLines(this.whole), short: this.puzzle.short };
  }

  startAgain(): void {
    this.choosing.cancel();
    this.send({ t: 'again' });
  }

  giveUp(): void {
    this.choosing.cancel();
    this.send({ t: 'give_up' });
  }

  override redo(): void {
    this.startAgain();
  }

  override askHint(): void {
    const { puzzle } = this;
    if (puzzle && !this.ended && puzzle.hints.length < puzzle.of) this.send({ t: 'hint' });
  }
}
