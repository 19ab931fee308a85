/** One table as this browser sees it: what the server said last, and what is being shown. */

import { at, visible, type Shown } from '../lib/board';
import type {
  BoardEvent,
  CoachMessage,
  Coming,
  SaidMessage,
  FormRow,
  FromServer,
  HandCard,
  LogEntry,
  Question,
  Scene,
  SeatShown,
  TableRow,
  ToServer,
} from '../lib/contract';
import { lookOf } from '../lib/drawing';
import { LEAD, PAUSE, Playback } from '../lib/playback';
import { paceOf } from '../lib/settings';
import { tablePath } from '../lib/routes';
import { Choosing } from './choosing.svelte';
import { Connection } from './connection.svelte';
import { Following } from './following.svelte';
import { formOf } from './forms.svelte';
import { soundEvent, soundTurn } from './sound';
import { Stepping } from './stepping.svelte';
import { still } from './screen.svelte';
import { settings } from './settings.svelte';
import { t } from './texts.svelte';

type Window = 'flare' | 'claim' | 'help' | 'resign' | 'piles' | 'report' | 'result' | null;

/** More than this behind, and there is no point in showing every step; who waits may be later. */
const TOO_FAR = 40;
/** Where a clock runs nobody is kept waiting. */
const HURRY = 120;

export class Table {
  readonly connection: Connection;
  readonly choosing: Choosing;
  readonly stepping: Stepping;
  readonly following: Following;

  row = $state.raw<TableRow | null>(null);
  you = $state.raw<number[]>([]);
  spectator = $state(false);
  scene = $state.raw<Scene | null>(null);
  private story = $state.raw<LogEntry[]>([]);
  private told = $state(-1); // the last line of the story whose pieces are on the screen
  chat = $state.raw<SaidMessage[]>([]);
  private heard = $state(0); // lines of the chat that were on the screen
  hint = $state.raw<string[] | null>(null);
  advised = $state.raw<readonly string[]>([]); // the choices of the hint, to be drawn
  private hinting: string | null = null; // the message that asked for the hint being thought about
  /** Why something was not possible, in the engine's words. */
  reason = $state<string | null>(null);
  /** The clause of the rules behind it; only for the reason that it came with. */
  private ruled = $state.raw<{ reason: string; clause: string } | null>(null);
  window = $state<Window>(null);
  /** In a lesson: where it stands, and how often something was refused since the goal began. */
  coach = $state.raw<CoachMessage | null>(null);
  wrong = $state(0);
  /** Squares that a line of the log or a task speaks of. */
  lit = $state.raw<{ squares: readonly string[]; counts: boolean }>({
    squares: [],
    counts: false,
  });
  cursor = $state<string | null>(null);
  /** Hot-seat: the seat whose hand may be seen. */
  lifted = $state<number | null>(null);
  heardAt = $state(0);
  /** How many times an effect could be used when it began: the diamonds of the prompt. */
  most = $state(0);

  private shown = $state.raw<Shown[]>([]);
  flying = $state.raw<BoardEvent | null>(null);
  playing = $state(false);
  private foreign = 0; // items of others still to be played
  private latest: Scene | null = null;
  private advice: CoachMessage | null = null;
  private number = 0; // of the latest scene
  private readonly playback: Playback;

  constructor(
    id: string,
    readonly invite: string | null,
    /** A lesson is begun at a goal. */
    goal: number | null = null,
  ) {
    this.playback = new Playback(
      (board, event) => {
        this.shown = board;
        this.flying = event;
        if (event) this.following.saw(event);
        if (event) soundEvent(event);
      },
      undefined,
      () => this.pace,
    );
    this.choosing = new Choosing(this);
    this.stepping = new Stepping(this);
    this.following = new Following(this);
    this.connection = new Connection(
      id,
      invite,
      () => this.latest?.seq,
      (m) => this.hear(m),
      goal === null ? null : () => this.coach?.goal ?? goal,
    );
  }

  // --- what is shown -------------------------------------------------------------------------

  /** What has happened, as far as the board shows it: a line is told when its pieces have moved. */
  get log(): LogEntry[] {
    return this.story.filter((entry) => entry.n <= this.told);
  }

  /** The pieces on the screen: stepping shows the past, playing shows the way to the present. */
  get pieces(): readonly Shown[] {
    return this.stepping.active ? this.stepping.board : this.shown;
  }

  /** What has happened, told or not yet. */
  get whole(): readonly LogEntry[] {
    return this.story;
  }

  /** How long things take to happen on the board, as a multiple of the usual. */
  get pace(): number {
    const wanted = still() ? 0 : paceOf(settings.speed, this.form?.first ?? false);
    return this.timed ? Math.min(1, wanted) : wanted;
  }

  get form(): FormRow | undefined {
    return formOf(this.scene?.form);
  }

  get hotseat(): boolean {
    return this.you.length > 1;
  }

  /** Several others play before it is one's turn again: what they did needs a summary. */
  get crowd(): boolean {
    return (this.scene?.seats.length ?? 0) > 2 && this.you.length > 0;
  }

  /** Between two hands at one screen: nothing of the next one is shown before it is asked for. */
  get covered(): boolean {
    const scene = this.scene;
    if (!scene || !this.hotseat || scene.state === 'over') return false;
    return this.you.includes(scene.acting) && this.lifted !== scene.acting;
  }

  get hand(): readonly HandCard[] {
    const scene = this.scene;
    if (!scene || this.covered) return [];
    return this.hotseat && scene.you !== this.lifted ? [] : scene.hand;
  }

  get question(): Question | null {
    return this.covered ? null : (this.scene?.question ?? null);
  }

  /** The colour whose eyes these are; spectators look over the shoulder of the player in turn. */
  get mine(): number {
    const scene = this.scene;
    if (!scene) return 0;
    return this.seatOf(scene.you ?? scene.turn_of)?.colour ?? 0;
  }

  /** What may still come; between two hands at one screen it would tell of the next one. */
  get coming(): Coming | null {
    const scene = this.scene;
    if (!scene || this.covered) return null;
    return this.hotseat && scene.you !== this.lifted && scene.state !== 'over'
      ? null
      : scene.coming;
  }

  /** The card that a seat has summoned or invoked last, as far as the board shows it. */
  lastPlayed(seat: number): string | undefined {
    return this.log
      .filter((entry) => entry.seat === seat)
      .flatMap((entry) => entry.events)
      .findLast((event) => event.e === 'summon' || event.e === 'invoke')?.card;
  }

  seatOf(seat: number | null | undefined): SeatShown | undefined {
    return this.scene?.seats.find((s) => s.seat === seat);
  }

  /** How a player is called: you, or by name. */
  nameOf(seat: number | null | undefined): string {
    const found = this.seatOf(seat);
    if (!found) return '';
    return found.you && !this.hotseat ? t('web.you') : found.name;
  }

  /** Where the same players go on, if they do. */
  get rematch(): { path: string; by: string } | null {
    const found = this.row?.rematch;
    if (!found) return null;
    // Whoever plays needs no invitation; the one to this table is good for the next.
    return { path: tablePath(found.table, this.spectator ? this.invite : null), by: found.by };
  }

  /** Not at the table. The row knows it at once, a scene only when the next one is shown. */
  away(seat: number): boolean {
    const found = this.row?.seats[seat];
    return found?.kind === 'human' && !found.connected;
  }

  nameOfColour(colour: number): string {
    const seats = this.scene?.seats.filter((s) => s.colour === colour) ?? [];
    return seats.map((s) => this.nameOf(s.seat)).join(' + ');
  }

  lookOfColour(colour: number): string {
    return lookOf(this.scene?.colours.find((c) => c.colour === colour)?.schools[0]);
  }

  pieceAt(square: string): Shown | undefined {
    return at(this.pieces, square) as Shown | undefined;
  }

  /** Lines of the chat that nobody at this screen has seen. */
  get unread(): number {
    return this.chat.length - this.heard;
  }

  readChat(): void {
    this.heard = this.chat.length;
  }

  // --- what the server says ------------------------------------------------------------------

  protected hear(message: FromServer): void {
    switch (message.t) {
      case 'welcome':
        this.row = message.table;
        this.you = message.you;
        this.spectator = message.spectator;
        if (this.hinting !== null) this.dropHint(); // asked on a line that was lost
        break;
      case 'table':
        this.row = message.table;
        break;
      case 'log':
        this.readLog(message.from, message.entries);
        break;
      case 'scene':
        this.number = message.number;
        this.readScene(message.scene);
        break;
      case 'change':
        // A difference to another scene than the one that is here says nothing.
        if (!this.latest || message.since !== this.number) this.send({ t: 'scene' });
        else {
          this.number = message.number;
          this.readScene({ ...this.latest, ...message.parts });
        }
        break;
      case 'chat':
        if (!this.chat.some((line) => line.n === message.n)) this.chat = [...this.chat, message];
        break;
      case 'reason':
        this.refuse(message.text, message.clause);
        break;
      case 'coach':
        this.advice = message; // it speaks of the scene that follows
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

  /** Why something was not possible, and where the rules say so. */
  protected refuse(reason: string, clause: string | null): void {
    this.reason = reason;
    this.wrong += 1;
    this.ruled = clause === null ? null : { reason, clause };
  }

  get clause(): string | null {
    return this.ruled !== null && this.ruled.reason === this.reason ? this.ruled.clause : null;
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

  private get timed(): boolean {
    return this.row?.clock.kind === 'move' || this.row?.clock.kind === 'total';
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
    this.heardAt = heard;
    if (before?.seq !== scene.seq) this.reason = null;
    const left = scene.question?.left ?? 0;
    this.most = before && before.in_play === scene.in_play ? Math.max(this.most, left) : left;
    if (before && before.seq !== scene.seq) this.dropHint();
    // What a lesson leads to, the coach tells.
    if (before?.state === 'running' && scene.state === 'over' && !this.coach)
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

  // --- what the player says ------------------------------------------------------------------

  /** Gives the id by which the answer will be known. */
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

  /** A card that the goal of a lesson has put away. */
  putAway(card: string): boolean {
    const { coach } = this;
    if (!coach?.cards || coach.state === 'done') return false;
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

  dropHint(): void {
    this.hint = this.hinting = null;
    this.advised = [];
  }

  get actingName(): string {
    return this.nameOf(this.scene?.acting);
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
