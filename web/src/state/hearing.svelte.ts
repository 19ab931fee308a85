/** What the server says of a table: kept, played step by step, and then shown. */

import { visible } from '../lib/board';
import type {
  CoachMessage,
  FromServer,
  LogEntry,
  PuzzleStandsMessage,
  Scene,
  ToServer,
} from '../lib/contract';
import { LEAD, PAUSE, Playback } from '../lib/playback';
import { Sequel } from '../lib/sequel';
import type { Choosing } from './choosing.svelte';
import type { Following } from './following.svelte';
import { settings } from './settings.svelte';
import { Showing } from './showing.svelte';
import { soundEvent, soundTurn } from './sound';
import { t } from './texts.svelte';

/** More than this behind, and there is no point in showing every step; who waits may be later. */
const TOO_FAR = 40;
/** Where a clock runs nobody is kept waiting. */
const HURRY = 120;

export abstract class Hearing extends Showing {
  abstract readonly choosing: Choosing;
  abstract readonly following: Following;
  /** Gives the id by which the answer will be known. */
  abstract send(message: ToServer): string;

  protected hinting: string | null = null; // the message that asked for the hint being thought about
  protected latest: Scene | null = null;
  private foreign = 0; // items of others still to be played
  private advice: CoachMessage | null = null;
  private posed: PuzzleStandsMessage | null = null;
  private number = 0; // of the latest scene
  private sequel: Sequel | null = null;
  protected readonly playback = new Playback(
    (board, event) => {
      this.shown = board;
      this.flying = event;
      if (event) this.following.saw(event);
      if (event) soundEvent(event);
    },
    undefined,
    () => this.pace,
  );

  protected hear(message: FromServer): void {
    switch (message.t) {
      case 'welcome':
        this.row = message.table;
        this.you = message.you;
        this.spectator = message.spectator;
        if (this.hinting !== null) this.dropHint(); // asked on a line that was lost
        this.choosing.wondered = '';
        break;
      case 'table':
        this.row = message.table;
        break;
      case 'log':
        this.readLog(message.from, message.entries);
        break;
      case 'scene':
        this.number = message.number;
        this.sequel = new Sequel(message.scene);
        this.readScene(message.scene);
        break;
      case 'change':
        // A difference to another scene than the one that is here says nothing.
        if (!this.latest || !this.sequel || message.since !== this.number)
          this.send({ t: 'scene' });
        else {
          this.number = message.number;
          this.readScene(this.sequel.next(message));
        }
        break;
      case 'chat':
        if (!this.chat.some((line) => line.n === message.n)) this.chat = [...this.chat, message];
        break;
      case 'near':
        this.near = message;
        break;
      case 'reason':
        this.refuse(message.text, message.clause);
        break;
      case 'coach':
        this.advice = message; // it speaks of the scene that follows
        break;
      case 'puzzle':
        this.posed = message;
        if (message.seq === this.scene?.seq) this.puzzle = message;
        break;
      case 'hint':
        if (message.id !== this.hinting) break; // of a moment that has passed
        this.hinting = null;
        this.hint = message.words.length > 0 ? message.words : [t('web.hint.none')];
        this.advised = message.choices;
        break;
      case 'refused':
        if (message.id !== null && message.id === this.hinting) this.dropHint();
        this.choosing.refused();
        // A stale choice only means that something else came first: the scene tells it.
        if (message.error !== 'stale') this.refuse(message.reason, message.clause);
        break;
    }
  }

  private readLog(from: number, entries: LogEntry[]): void {
    const before = this.story;
    this.story = [...before.filter((entry) => entry.n < from), ...entries];
    const last = this.story.at(-1)?.n ?? -1;
    const newest = before.at(-1)?.n ?? -1;
    if (!this.latest) {
      this.told = last;
      return;
    }
    this.told = Math.min(this.told, last); // what was taken back is not told any more
    for (const entry of entries.filter((e) => e.n > newest)) {
      this.playing = true;
      if (this.you.includes(entry.seat)) this.playOwn(entry);
      else this.playForeign(entry);
    }
    if (this.foreign > (settings.wait ? 10 * TOO_FAR : TOO_FAR)) this.playback.finish();
  }

  private playOwn(entry: LogEntry): void {
    if (this.foreign === 0) this.tell(entry.n);
    this.playback.add({ events: entry.events, pause: 0, done: () => this.tell(entry.n) });
  }

  /** First the card with its pattern, then the being, then the effect step by step. */
  private playForeign(entry: LogEntry): void {
    const seen = entry.events.some(visible);
    const card = entry.events.some((event) => event.e === 'summon' || event.e === 'invoke');
    this.foreign += 1;
    this.playback.add({
      events: entry.events,
      pause: !seen && !card ? 0 : this.timed ? HURRY : card ? LEAD : PAUSE,
      begin: () => this.following.begin(entry),
      done: () => {
        this.tell(entry.n);
        this.foreign -= 1;
      },
    });
    const ends = entry.events.some((event) => event.e === 'end_turn' || event.e === 'over');
    if (ends && settings.wait && !this.timed) this.holdAfter(entry);
  }

  /** The end of a turn of others: it stays until somebody goes on. */
  private holdAfter(entry: LogEntry): void {
    this.foreign += 1;
    this.playback.add({
      events: [],
      pause: 0,
      hold: true,
      begin: () => this.following.hold(entry),
      done: () => {
        this.foreign -= 1;
        this.following.release();
      },
    });
  }

  goOn(): void {
    this.playback.goOn();
  }

  private tell(n: number): void {
    const last = this.story.at(-1)?.n ?? -1; // less than n when it was taken back meanwhile
    this.told = Math.max(this.told, Math.min(n, last));
  }

  private readScene(scene: Scene): void {
    const first = this.latest === null;
    const heard = performance.now();
    this.latest = scene;
    if (first) {
      this.playback.jump(scene.board);
      this.show(scene, heard);
      return;
    }
    // One's own choices answer at once; those of others are shown step by step first.
    const waits = this.foreign > 0;
    if (!waits) this.show(scene, heard);
    this.playback.settle(scene.board, () => {
      if (waits) this.show(scene, heard);
      if (this.latest === scene) this.playing = false;
    });
  }

  private show(scene: Scene, heard: number): void {
    const before = this.scene;
    this.scene = scene;
    if (this.advice?.goal !== this.coach?.goal) this.wrong = 0;
    this.coach = this.advice;
    this.puzzle = this.posed;
    this.heardAt = heard;
    if (before?.seq !== scene.seq) this.reason = null;
    const left = scene.question?.left ?? 0;
    this.most = before && before.in_play === scene.in_play ? Math.max(this.most, left) : left;
    if (before && before.seq !== scene.seq) this.dropHint();
    // What a lesson leads to, the coach tells; what a puzzle does, the puzzle.
    if (before?.state === 'running' && scene.state === 'over' && !this.coach && !this.puzzle)
      this.window = 'result';
    if (before && !before.question && scene.question) soundTurn();
    this.stepping.leave();
    this.following.met(scene);
    this.choosing.met(scene);
  }

  /** A click always finishes what is being shown. True if there was something of others. */
  finishShow(): boolean {
    const others = this.foreign > 0;
    this.playback.finish();
    this.playing = false;
    this.following.leave();
    return others;
  }

  dropHint(): void {
    this.hint = this.hinting = null;
    this.advised = [];
  }
}
