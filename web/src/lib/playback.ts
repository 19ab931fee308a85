/** Events played one after the other: what stands on the board at each moment, and for how long. */

import { applied, synced, visible, type Shown } from './board';
import type { BoardEvent, DestroyEvent, GameEvent, Piece } from './contract';

export const STEP = 260;
export const PAUSE = 350;

interface Item {
  events: readonly GameEvent[];
  /** A pause before it: the steps of an opponent are told apart. */
  pause: number;
  /** Called when its last event is shown, or it is skipped. */
  done?: () => void;
}

export interface Timer {
  wait(ms: number, then: () => void): () => void;
}

const realTimer: Timer = {
  wait(ms, then) {
    const id = setTimeout(then, ms);
    return () => clearTimeout(id);
  },
};

/** Plays items in their order; `finish` shows the end at once. */
export class Playback {
  board: Shown[] = [];
  private queue: Item[] = [];
  private current: { item: Item; left: BoardEvent[] } | null = null;
  private cancel: (() => void) | null = null;

  constructor(
    private readonly show: (board: Shown[], event: BoardEvent | null) => void,
    private readonly timer: Timer = realTimer,
    private readonly still: () => boolean = () => false,
  ) {}

  get busy(): boolean {
    return this.current !== null || this.queue.length > 0;
  }

  /** What is true now; waits for its turn if something is still being played. */
  settle(truth: readonly Piece[], done?: () => void): void {
    this.add({
      events: [],
      pause: 0,
      done: () => {
        this.set(synced(this.board, truth), null);
        done?.();
      },
    });
  }

  /** What is true now, without any waiting. */
  jump(truth: readonly Piece[]): void {
    this.finish();
    this.set(synced(this.board, truth), null);
  }

  add(item: Item): void {
    this.queue.push(item);
    if (!this.current) this.next();
  }

  /** A click always finishes what runs. */
  finish(): void {
    this.cancel?.();
    this.cancel = null;
    while (this.current || this.queue.length > 0) {
      if (!this.current) this.take();
      const { item, left } = this.current!;
      for (const event of left) this.set(applied(this.board, event), null);
      this.current = null;
      item.done?.();
    }
  }

  private take(): void {
    const item = this.queue.shift()!;
    this.current = { item, left: item.events.filter(visible) };
  }

  private next(): void {
    if (this.queue.length === 0) return;
    this.take();
    const { item } = this.current!;
    if (item.events.length > 0 && this.still()) return this.finish();
    if (item.pause > 0) this.after(item.pause);
    else this.play();
  }

  private after(ms: number): void {
    this.cancel = this.timer.wait(ms, () => {
      this.cancel = null;
      this.play();
    });
  }

  private play(): void {
    const now = this.current;
    if (!now) return;
    const event = now.left.shift();
    if (event) {
      this.set(applied(this.board, event), event);
      // A row of destroyed pieces goes at once, and so does a piece with the one that takes it.
      while (event.e === 'destroy' && now.left[0] && together(event, now.left[0])) {
        const next = now.left.shift()!;
        this.set(applied(this.board, next), next);
      }
      return this.after(STEP);
    }
    this.current = null;
    now.item.done?.();
    // `done` may have finished or added something: go on only from rest.
    if (!this.current) this.next();
  }

  private set(board: Shown[], event: BoardEvent | null): void {
    this.board = board;
    this.show(board, event);
  }
}

function together(fallen: DestroyEvent, next: BoardEvent): boolean {
  const at = next.e === 'move' ? next.end : next.square;
  return next.e === 'destroy' || at === fallen.square;
}
