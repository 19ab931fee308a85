/** What is shown of a table: the scene, the story so far, and who is who in it. */

import { at, type Shown } from '../lib/board';
import type {
  BoardEvent,
  CoachMessage,
  Coming,
  FormRow,
  HandCard,
  LogEntry,
  NearShownMessage,
  PuzzleStandsMessage,
  Question,
  SaidMessage,
  Scene,
  SeatShown,
  TableRow,
} from '../lib/contract';
import { lookOf } from '../lib/drawing';
import { tablePath } from '../lib/routes';
import { paceOf } from '../lib/settings';
import { UNTRACED, type Traced } from '../lib/traced';
import { formOf } from './forms.svelte';
import { still } from './screen.svelte';
import { settings } from './settings.svelte';
import type { Stepping } from './stepping.svelte';
import { t } from './texts.svelte';

type Window = 'flare' | 'claim' | 'help' | 'resign' | 'piles' | 'report' | 'result' | null;

export abstract class Showing {
  abstract readonly stepping: Stepping;

  row = $state.raw<TableRow | null>(null);
  you = $state.raw<number[]>([]);
  spectator = $state(false);
  scene = $state.raw<Scene | null>(null);
  protected story = $state.raw<LogEntry[]>([]);
  protected told = $state(-1); // the last line of the story whose pieces are on the screen
  chat = $state.raw<SaidMessage[]>([]);
  private heard = $state(0); // lines of the chat that were on the screen
  hint = $state.raw<string[] | null>(null);
  near = $state.raw<NearShownMessage | null>(null); // of the card that was looked at last
  advised = $state.raw<readonly string[]>([]); // the choices of the hint, to be drawn
  /** Why something was not possible, in the engine's words. */
  reason = $state<string | null>(null);
  /** The clause of the rules behind it; only for the reason that it came with. */
  private ruled = $state.raw<{ reason: string; clause: string } | null>(null);
  window = $state<Window>(null);
  /** In a lesson: where it stands, and how often something was refused since the goal began. */
  coach = $state.raw<CoachMessage | null>(null);
  wrong = $state(0);
  /** In a puzzle: what is wanted, and where the try stands. */
  puzzle = $state.raw<PuzzleStandsMessage | null>(null);
  /** Squares that a line of the log or a task speaks of. */
  lit = $state.raw<{ squares: readonly string[]; counts: boolean }>({
    squares: [],
    counts: false,
  });
  cursor = $state<string | null>(null);
  /** Squares with the numbers of actions: a turn that could have been played. */
  get numbered(): readonly { square: string; number: number }[] {
    return [];
  }
  /** A turn that was played, told on the board at once: of a puzzle that is over. */
  get traced(): Traced {
    return UNTRACED;
  }
  /** Where one goes on from here: undefined as long as nothing is finished, null: nowhere. */
  get onward(): string | null | undefined {
    const { coach } = this;
    if (coach?.state !== 'done') return undefined;
    return coach.next ? `/learn/${coach.next}` : null;
  }
  /** Hot-seat: the seat whose hand may be seen. */
  lifted = $state<number | null>(null);
  heardAt = $state(0);
  /** How many times an effect could be used when it began: the diamonds of the prompt. */
  most = $state(0);

  protected shown = $state.raw<Shown[]>([]);
  flying = $state.raw<BoardEvent | null>(null);
  playing = $state(false);

  constructor(readonly invite: string | null) {}

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

  get actingName(): string {
    return this.nameOf(this.scene?.acting);
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
    return seats.map((s) => this.nameOf(s.seat)).join(t('verdict.and'));
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

  /** Why something was not possible, and where the rules say so. */
  protected refuse(reason: string, clause: string | null): void {
    this.reason = reason;
    this.wrong += 1;
    this.ruled = clause === null ? null : { reason, clause };
  }

  get clause(): string | null {
    return this.ruled !== null && this.ruled.reason === this.reason ? this.ruled.clause : null;
  }

  protected get timed(): boolean {
    return this.row?.clock.kind === 'move' || this.row?.clock.kind === 'total';
  }
}
