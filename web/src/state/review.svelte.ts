/** A review of a game: begun once, followed turn by turn, and one better turn drawn at a time. */

import type { DrawnTurn, Review, ReviewedTurn } from '../lib/contract';
import { drawnLine, type DrawnLine } from '../lib/drawnturn';
import { t } from './texts.svelte';

/** Milliseconds before the next question, where the last one brought nothing new. */
const PAUSE = 1000;

/** Where a review comes from. */
export interface Reviewer {
  kept: (() => Promise<Review>) | null;
  begin: () => Promise<Review>;
  more: (have: number) => Promise<Review>;
  drawn: (turn: number, line: number) => Promise<DrawnTurn>;
}

/** Which turn it is, and which of the better ones. */
type BetterLine = DrawnLine & { turn: number; line: number };

export class ReviewState {
  found = $state.raw<Review | null>(null);
  thinking = $state(false);
  reason = $state<string | null>(null);
  drawn = $state.raw<BetterLine | null>(null);
  /** Everybody's turns are told, or only those of one's own seats, where there are both. */
  all = $state(false);
  yours = $state.raw<readonly number[]>([]);
  private closed = false;
  private lines = new Map<string, Promise<DrawnTurn>>();

  constructor(private readonly from: Reviewer) {}

  of(turn: number | undefined): ReviewedTurn | undefined {
    return this.found?.turns.find((one) => one.turn === turn);
  }

  /** In which turns something was missed, of those that are told. */
  get missed(): ReviewedTurn[] {
    const missed = this.found?.turns.filter((turn) => turn.severity === 'missed') ?? [];
    const own = this.all || this.yours.length === 0 ? null : this.yours;
    return own ? missed.filter((turn) => own.includes(turn.seat)) : missed;
  }

  /** The turns worth looking at, in the order of play: turning points, and what was missed. */
  get worthSeeing(): number[] {
    const turning = this.found?.turning.map(({ turn }) => turn) ?? [];
    const missed = this.missed.map(({ turn }) => turn);
    return [...new Set([...turning, ...missed])].toSorted((a, b) => a - b);
  }

  /** One that is there already is shown without asking. */
  async find(): Promise<void> {
    try {
      const found = await this.from.kept?.();
      if (found && found.of > 0) await this.follow(found);
    } catch (error) {
      this.trouble(error);
    }
  }

  async begin(): Promise<void> {
    this.reason = null;
    this.thinking = true;
    try {
      await this.follow(await this.from.begin());
    } catch (error) {
      this.trouble(error);
    }
  }

  private async follow(first: Review): Promise<void> {
    this.thinking = true;
    let found = (this.found = first);
    while (!this.closed && !found.failed && found.turns.length < found.of) {
      const have = found.turns.length;
      found = await this.from.more(have);
      // Gone with its table, or at a worker that knows nothing of it: what is here stays.
      if (found.of === 0) break;
      this.found = found;
      if (!found.failed && found.turns.length <= have)
        await new Promise((go) => setTimeout(go, PAUSE));
    }
    this.thinking = false;
    if (found.failed || found.of === 0) this.reason = t('web.review.failed');
  }

  /** Has it come to nothing, and can be begun again? */
  get broken(): boolean {
    if (this.thinking) return false;
    return !this.found?.of || this.found.turns.length < this.found.of;
  }

  private trouble(error: unknown): void {
    this.thinking = false;
    this.reason = words(error);
  }

  /** A better turn with so many of its actions; null where it cannot be had. */
  async draw(turn: number, line: number, steps: number): Promise<BetterLine | null> {
    const key = `${turn} ${line}`;
    const asked = this.lines.get(key) ?? this.from.drawn(turn, line);
    this.lines.set(key, asked);
    try {
      return { turn, line, ...drawnLine(await asked, steps) };
    } catch (error) {
      this.lines.delete(key);
      this.reason = words(error);
      return null;
    }
  }

  close(): void {
    this.closed = true;
  }
}

function words(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
