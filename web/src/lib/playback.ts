/** Events played one after the other: what stands on the board at each moment, and for how long. */

import { applied, synced, visible, type Shown } from './board';
import type { BoardEvent, DestroyEvent, GameEvent, Piece } from './contract';

export const STEP = 260;
export const PAUSE = 450;
/** A card is looked at before its being arrives. */
export const LEAD = 1500;

interface Item {
  events: readonly GameEvent[];
  /** A pause before it: the steps of an opponent are told apart. */
  pause: number;
  /** Called when its turn has come, before the pause; not if there is no time to look at it. */
  begin?: () => void;
  /** It stays until it is told to go on. */
  hold?: boolean;
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

/** Plays items in their order; `finish` shows the end at once, `goOn` ends a hold. */
export class Playback {
  board: Shown[] = [];
  private queue: Item[] = [];
  private current: { item: Item; left: BoardEvent[] } | null = null;
  private cancel: (() => void) | null = null;

  constructor(
    private readonly show: (board: Shown[], event: BoardEvent | null) => void,
    private readonly timer: Timer = realTimer,
    /** How long everything takes, as a multiple of the usual; 0 is at once. */
    private readonly pace: () => number = () => 1,
  ) {}

  get busy(): boolean {
    return this.current !== null || this.queue.length > 0;
  }

  /** Does it wait to be told to go on? */
  get held(): boolean {
    return this.current?.item.hold === true;
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

  goOn(): void {
    if (this.held) this.end();
  }

  private take(): void {
    const item = this.queue.shift()!;
    this.current = { item, left: item.events.filter(visible) };
  }

  private next(): void {
    if (this.queue.length === 0) return;
    this.take();
    const { item } = this.current!;
    if (item.hold) item.begin?.();
    else if (this.pace() === 0) this.rush();
    else {
      item.begin?.();
      if (item.pause > 0) this.after(item.pause);
      else this.play();
    }
  }

  /** All of one item at once. */
  private rush(): void {
    for (const event of this.current!.left) this.set(applied(this.board, event), event);
    this.end();
  }

  private after(ms: number): void {
    this.cancel = this.timer.wait(ms * this.pace(), () => {
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
    this.end();
  }

  private end(): void {
    const { item } = this.current!;
    this.current = null;
    item.done?.();
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
