/** A game looked back at: the table at any of its steps, through anybody's eyes. */

import { tick } from 'svelte';
import type { Shown } from '../lib/board';
import type {
  Continuing,
  GameNumbers,
  Made,
  Question,
  Replay,
  ReplayPage,
  Scene,
} from '../lib/contract';
import type { Numbered } from '../lib/drawnturn';
import { PAUSE, STEP } from '../lib/playback';
import { boardsOf, NOBODY, OPEN, stepOf, turnAt, type Place } from '../lib/replayed';
import { ReviewState, type Reviewer } from './review.svelte';
import { still } from './screen.svelte';
import { api } from './session.svelte';
import { Table } from './table.svelte';

/** Where a game comes from: the server has it, or it came as a file. */
export interface Source {
  /** Of the table; null for a file, of which there is no address. */
  id: string | null;
  head: () => Promise<Replay>;
  page: (page: number, eyes: number) => Promise<ReplayPage>;
  goOn: (wanted: Continuing) => Promise<Made>;
  record: () => Promise<Blob>;
  numbers: () => Promise<GameNumbers>;
  review: Reviewer;
}

export function ofTable(id: string, invite: string | null): Source {
  return {
    id,
    head: () => api.replay(id, invite),
    page: (page, eyes) => api.replayPage(id, page, eyes, invite),
    goOn: (wanted) => api.goOn(id, wanted, invite),
    record: () => api.record(id, invite),
    numbers: () => api.numbers(id, invite),
    review: {
      kept: () => api.keptReview(id, null, invite),
      begin: () => api.review(id, invite),
      more: (have) => api.keptReview(id, have, invite),
      drawn: (turn, line) => api.drawnTurn(id, turn, line, invite),
    },
  };
}

export function ofRecord(record: string): Source {
  return {
    id: null,
    head: () => api.recordReplay({ record }),
    page: (page, eyes) => api.recordPage({ record }, page, eyes),
    goOn: (wanted) => api.recordGoOn({ ...wanted, record }),
    record: () => Promise.resolve(new Blob([record], { type: 'text/plain' })),
    numbers: () => api.recordNumbers({ record }),
    review: {
      kept: null, // of a file nothing is kept
      begin: () => api.recordReview({ record }, null),
      more: (have) => api.recordReview({ record }, have),
      drawn: (turn, line) => api.recordDrawn({ record }, turn, line),
    },
  };
}

export const SPEEDS = [0.5, 1, 2, 4] as const;

export class LookBack extends Table {
  game = $state.raw<Replay | null>(null);
  at = $state(0);
  eyes = $state(NOBODY);
  running = $state(false);
  speed = $state<number>(1);
  readonly review: ReviewState;
  /** The step whose scene is on the screen; the one before it until the server has answered. */
  seenAt = $state(-1);
  private wanted = 0; // what was asked for last: a better turn that comes too late is not drawn
  private drawing = $state(false); // a picture is being made: nothing may be in motion
  private boards: Shown[][] = [];
  private pages = new Map<string, Promise<Scene[]>>();
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly source: Source) {
    super('', null);
    this.spectator = true;
    this.review = new ReviewState(source.review);
  }

  async load(place: Place): Promise<void> {
    const game = await this.source.head();
    this.pages.clear();
    this.boards = boardsOf(game);
    this.story = game.log;
    this.told = game.log.length;
    const own = game.yours[0] ?? (game.open ? OPEN : NOBODY);
    this.eyes = place.eyes !== null && this.allows(game, place.eyes) ? place.eyes : own;
    this.game = game;
    this.review.yours = game.yours;
    this.at = stepOf(game.turns, place, game.log.length);
    await this.look();
    this.jump(this.at);
    if (game.over) void this.review.find();
  }

  private allows(game: Replay, eyes: number): boolean {
    if (eyes === NOBODY) return true;
    return eyes === OPEN ? game.open : game.eyes.includes(eyes);
  }

  get last(): number {
    return this.game?.log.length ?? 0;
  }

  /** The turn of this step, by its place in the list. */
  get turn(): number {
    return turnAt(this.game?.turns ?? [], this.at);
  }

  /** To a step: the next one is played, any other is simply shown. */
  go(step: number): void {
    const to = Math.max(0, Math.min(step, this.last));
    this.wanted += 1;
    if (to === this.at && this.review.drawn === null) return;
    // What follows happened on the board of the game, not on that of a better turn.
    if (this.review.drawn) this.showPlayed();
    const entry = to === this.at + 1 ? this.story[this.at] : undefined;
    this.at = to;
    if (entry) {
      this.playback.finish();
      this.following.begin(entry);
      this.playback.add({ events: entry.events, pause: 0 });
    } else this.jump(to);
    void this.look();
  }

  /** The board of a step, with the pattern if a being has just been summoned. */
  private jump(to: number): void {
    const done = this.story[to - 1];
    this.playback.jump(this.boards[to]!);
    if (done && done.turn === this.story[to]?.turn) this.following.begin(done);
    else this.following.leave();
  }

  /** Stand at a step without any motion, until all of it is on the screen. */
  async stand(step: number): Promise<void> {
    this.drawing = true;
    this.wanted += 1;
    this.review.drawn = null;
    try {
      await tick();
      this.at = step;
      this.jump(step);
      await this.look();
      await tick();
    } finally {
      this.drawing = false;
    }
  }

  /** Where this is in the game, to come back to it. */
  get place(): Place {
    const turns = this.game?.turns ?? [];
    const turn = turns[this.turn];
    return { turn: turn?.turn ?? null, step: this.at - (turn?.first ?? 0), eyes: this.eyes };
  }

  /** To the beginning of a turn, with the best one on the board where something was missed. */
  async goToTurn(turn: number): Promise<void> {
    const first = this.game?.turns.find((one) => one.turn === turn)?.first;
    if (first === undefined) return;
    this.stop();
    this.go(first);
    if (this.review.of(turn)?.severity === 'missed') await this.showBetter(turn, 0);
  }

  /** To the beginning of a turn before or after this one. */
  goTurn(by: number): void {
    const turns = this.game?.turns ?? [];
    const begun = turns[this.turn]?.first === this.at;
    const n = this.turn + (by < 0 && !begun ? by + 1 : by);
    this.go(n < turns.length ? (turns[Math.max(0, n)]?.first ?? 0) : this.last);
  }

  /** Another turn than the one that was played, on the board, so many of its actions. */
  async showBetter(turn: number, line: number, steps = Infinity): Promise<void> {
    this.stop();
    const mine = ++this.wanted;
    const found = await this.review.draw(turn, line, steps);
    if (found === null || mine !== this.wanted) return;
    this.review.drawn = found;
    this.following.leave();
    this.playback.jump(found.board);
  }

  /** Back to what was played. */
  showPlayed(): void {
    this.wanted += 1;
    this.review.drawn = null;
    this.jump(this.at);
  }

  override get numbered(): readonly Numbered[] {
    return this.review.drawn?.numbered ?? [];
  }

  seeBy(eyes: number): void {
    this.eyes = eyes;
    void this.look();
  }

  play(): void {
    this.running = !this.running && this.at < this.last;
    clearTimeout(this.timer);
    if (this.running) this.next();
  }

  stop(): void {
    this.running = false;
    clearTimeout(this.timer);
  }

  /** Steps of which there is nothing to see are passed over at once. */
  private next(): void {
    if (!this.running) return;
    if (this.at >= this.last) return this.stop();
    const entry = this.story[this.at]!;
    this.go(this.at + 1);
    const events = entry.words === '' ? 0 : entry.events.length;
    const wait = entry.words === '' ? 0 : (2 * PAUSE + events * STEP) / this.speed;
    this.timer = setTimeout(() => this.next(), wait);
  }

  /** Show what was seen at this step, and have the pages beside it ready. */
  private async look(): Promise<void> {
    const { at, eyes } = this;
    const size = this.game!.page;
    const page = Math.floor(at / size);
    try {
      const scenes = await this.page(page, eyes);
      if (this.at !== at || this.eyes !== eyes) return;
      this.scene = scenes[at - page * size]!;
      this.seenAt = at;
      this.reason = null;
      this.choosing.met(this.scene);
      if ((page + 1) * size <= this.last) void this.page(page + 1, eyes).catch(() => {});
    } catch (error) {
      this.stop();
      this.reason = error instanceof Error ? error.message : String(error);
    }
  }

  private page(page: number, eyes: number): Promise<Scene[]> {
    const key = `${page} ${eyes}`;
    const found = this.pages.get(key);
    if (found) return found;
    const asked = this.source.page(page, eyes).then(({ scene, changes }) => {
      const scenes = [scene];
      for (const change of changes) scenes.push({ ...scenes.at(-1)!, ...change });
      return scenes;
    });
    this.pages.set(key, asked);
    asked.catch(() => this.pages.delete(key)); // it may be there when it is asked for again
    return asked;
  }

  // --- of a table that is only looked at ------------------------------------------------------

  override get question(): Question | null {
    return null;
  }

  override get pace(): number {
    return this.drawing || still() ? 0 : 1 / this.speed;
  }

  override nameOf(seat: number | null | undefined): string {
    return this.seatOf(seat)?.name ?? '';
  }

  override why(): void {}

  override send(): string {
    return '';
  }

  override close(): void {
    this.stop();
    this.review.close();
    super.close();
  }
}
