/** The turns of others while they are played: which step it is, with which card and pattern. */

import type { BoardEvent, LogEntry, Scene, SummonEvent } from '../lib/contract';
import type { Table } from './table.svelte';

/** That a turn ends is seen by what follows it. */
function worthTelling(entry: LogEntry): boolean {
  const ends = entry.events.length > 0 && entry.events.every((event) => event.e === 'end_turn');
  return entry.words !== '' && !ends;
}

export class Following {
  /** The step that is being told, until it is one's own turn. */
  step = $state.raw<LogEntry | null>(null);
  /** The summoning whose pattern is drawn: until something else happens after it. */
  summoning = $state.raw<SummonEvent | null>(null);
  /** A turn is over, and waits for somebody to go on. */
  holding = $state(false);
  private arrived = false;

  constructor(private readonly table: Table) {}

  /** What has been told of the turn, up to this step. */
  get told(): readonly LogEntry[] {
    const { step } = this;
    if (!step) return [];
    const turn = this.table.whole.filter((entry) => entry.turn === step.turn);
    return turn.filter((entry) => entry.n <= step.n && worthTelling(entry));
  }

  /** The card of the turn that was played last. */
  get card(): string | undefined {
    return this.told.flatMap((entry) => entry.cards).at(-1)?.card;
  }

  /** A step begins: its words and its card are shown before anything moves. */
  begin(entry: LogEntry): void {
    if (worthTelling(entry)) this.step = entry;
    this.summoning = entry.events.find((event) => event.e === 'summon') ?? null;
    this.arrived = false;
  }

  /** Something has moved. The pattern is drawn until the being is there and does something. */
  saw(event: BoardEvent): void {
    if (this.arrived) this.summoning = null;
    this.arrived = event.e === 'summon';
  }

  hold(entry: LogEntry): void {
    this.step = entry;
    this.summoning = null;
    this.holding = true;
  }

  release(): void {
    this.holding = false;
  }

  /** A new scene: whoever is asked, or sees the end, has nothing to follow any more. */
  met(scene: Scene): void {
    this.summoning = null;
    if (scene.question || scene.state === 'over' || this.table.you.includes(scene.acting))
      this.leave();
  }

  leave(): void {
    this.step = this.summoning = null;
    this.holding = false;
  }
}
