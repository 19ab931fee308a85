/** A review of a game: begun once, followed turn by turn, and one better turn drawn at a time. */

import type { DrawnTurn, Piece, Review, ReviewedTurn } from '../lib/contract';

/** Where a review comes from. */
export interface Reviewer {
  kept: (() => Promise<Review>) | null;
  begin: () => Promise<Review>;
  more: (have: number) => Promise<Review>;
  drawn: (turn: number, line: number) => Promise<DrawnTurn>;
}

/** A square on which an action of a turn ends, with the number of the action. */
export interface Numbered {
  square: string;
  number: number;
}

/** A turn on the board that was not played so: its actions, and how many of them are shown. */
interface DrawnLine {
  turn: number;
  line: number;
  steps: DrawnTurn['steps'];
  shown: number;
  board: readonly Piece[];
  numbered: readonly Numbered[];
}

export class ReviewState {
  found = $state.raw<Review | null>(null);
  thinking = $state(false);
  reason = $state<string | null>(null);
  drawn = $state.raw<DrawnLine | null>(null);
  private closed = false;
  private lines = new Map<string, Promise<DrawnTurn>>();

  constructor(private readonly from: Reviewer) {}

  of(turn: number | undefined): ReviewedTurn | undefined {
    return this.found?.turns.find((one) => one.turn === turn);
  }

  get missed(): ReviewedTurn[] {
    return this.found?.turns.filter((turn) => turn.severity === 'missed') ?? [];
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
    this.found = first;
    this.thinking = true;
    while (!this.closed && this.found.turns.length < this.found.of)
      this.found = await this.from.more(this.found.turns.length);
    this.thinking = false;
  }

  private trouble(error: unknown): void {
    this.thinking = false;
    this.reason = error instanceof Error ? error.message : String(error);
  }

  /** A better turn with so many of its actions; -1 is the turn as it was played. */
  async draw(turn: number, line: number, steps: number): Promise<DrawnLine | null> {
    const key = `${turn} ${line}`;
    const asked = this.lines.get(key) ?? this.from.drawn(turn, line);
    this.lines.set(key, asked);
    try {
      const found = await asked;
      const shown = Math.max(0, Math.min(steps, found.steps.length));
      const numbered = found.steps
        .slice(0, shown)
        .flatMap(({ squares }, n) =>
          squares.slice(0, 1).map((s) => ({ square: s, number: n + 1 })),
        );
      const board = found.steps[shown - 1]?.board ?? found.before;
      return (this.drawn = { turn, line, steps: found.steps, shown, board, numbered });
    } catch (error) {
      this.lines.delete(key);
      this.trouble(error);
      return null;
    }
  }

  close(): void {
    this.closed = true;
  }
}
