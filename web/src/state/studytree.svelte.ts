/** The tree of a study, and the table at one of its steps. */

import type { Numbered } from '../lib/drawnturn';
import type { SetUp, StepShown, Studied, Studying, ToServer } from '../lib/contract';
import { beside, following, grown, onward, pathTo, promoted, START, without } from '../lib/study';
import { BestState } from './best.svelte';
import { studies } from './studyapi';
import { Table } from './table.svelte';
import { t } from './texts.svelte';

/** A table without opponents: what is chosen for any seat becomes a step of the tree. */
export abstract class StudyTree extends Table {
  title = $state('');
  comment = $state(''); // on the start
  start = $state.raw('');
  steps = $state.raw<readonly StepShown[]>([]);
  at = $state(START);
  readonly best = new BestState();
  /** The set-up of the position that is shown. */
  protected here = $state.raw<SetUp | null>(null);
  private asked = 0;

  constructor() {
    super('', null);
  }

  /** Something of the study is not as it was. */
  protected abstract touched(): void;
  /** A position is set up meanwhile: nothing is played. */
  abstract get setting(): boolean;

  // --- along the tree -------------------------------------------------------------------------

  get line(): readonly number[] {
    return pathTo(this.steps, this.at);
  }

  protected choices(place: number): string[] {
    return pathTo(this.steps, place).map((step) => this.steps[step]!.choice);
  }

  go(place: number): void {
    if (this.setting) return;
    void this.goTo(place);
  }

  protected async goTo(place: number): Promise<void> {
    const found = await this.ask({ start: this.start, played: this.choices(place) });
    if (!found) return;
    this.at = place;
    this.jump(found);
    this.looked();
  }

  /** As far along a line of choices as the tree has it. */
  protected goAlong(choices: readonly string[]): Promise<void> {
    let at = START;
    for (const choice of choices) {
      const next = following(this.steps, at).find((one) => this.steps[one]!.choice === choice);
      if (next === undefined) break;
      at = next;
    }
    return this.goTo(at);
  }

  /** To the last real decision before this one. */
  back(): void {
    let at = this.at;
    while (at !== START) {
      const { auto, after } = this.steps[at]!;
      at = after;
      if (!auto) break;
    }
    if (at !== this.at) this.go(at);
  }

  forward(): void {
    let at = following(this.steps, this.at)[0];
    if (at === undefined) return;
    for (let next = following(this.steps, at)[0]; next !== undefined;) {
      if (!this.steps[next]!.auto) break;
      at = next;
      next = following(this.steps, at)[0];
    }
    this.go(at);
  }

  beside(by: 1 | -1): void {
    this.go(beside(this.steps, this.at, by));
  }

  end(): void {
    this.go(onward(this.steps, this.at).at(-1) ?? START);
  }

  // --- changing the tree ----------------------------------------------------------------------

  /** Choices that are meant as one thing, and what follows them without a choice. */
  async play(more: readonly string[]): Promise<boolean> {
    const found = await this.ask({
      start: this.start,
      played: this.choices(this.at),
      more: [...more],
    });
    if (!found) return false;
    const tree = grown(this.steps, this.at, found.added);
    const added = tree.steps.length > this.steps.length;
    this.steps = tree.steps;
    this.at = tree.at;
    if (added) this.touched();
    this.meet(found);
    this.looked();
    return true;
  }

  promote(place: number): void {
    this.replant(promoted(this.steps, place), this.at);
  }

  remove(place: number): void {
    const inside = this.line.includes(place);
    const { after } = this.steps[place]!;
    this.replant(without(this.steps, place), inside ? after : this.at);
    if (inside) this.go(this.at);
  }

  private replant(tree: { steps: StepShown[]; moved: Map<number, number> }, at: number): void {
    this.steps = tree.steps;
    this.at = tree.moved.get(at) ?? START;
    this.touched();
  }

  get commentHere(): string {
    return this.at === START ? this.comment : this.steps[this.at]!.comment;
  }

  say(comment: string): void {
    if (comment === this.commentHere) return;
    if (this.at === START) this.comment = comment;
    else this.steps = this.steps.map((step, n) => (n === this.at ? { ...step, comment } : step));
    this.touched();
  }

  rename(title: string): void {
    if (title === this.title) return;
    this.title = title;
    this.touched();
  }

  // --- of a table -----------------------------------------------------------------------------

  private async ask(wanted: Studying): Promise<Studied | null> {
    const mine = ++this.asked;
    try {
      const found = await studies.show(wanted);
      return mine === this.asked ? found : null;
    } catch (error) {
      if (mine === this.asked) this.complain(error);
      return null;
    }
  }

  protected complain(error: unknown): void {
    this.choosing.refused();
    this.refuse(error instanceof Error ? error.message : t('web.error.unknown'), null);
  }

  /** Somewhere else at once, without motion. */
  protected jump(found: Studied): void {
    this.latest = null;
    this.meet(found);
  }

  private meet({ scene, log, reason, set_up }: Studied): void {
    this.here = set_up;
    this.you = scene.seats.map(({ seat }) => seat);
    const can = {
      ...scene.can,
      undo: this.at !== START,
      redo: following(this.steps, this.at).length > 0,
    };
    this.hear({ t: 'log', from: 0, entries: log });
    this.hear({ t: 'scene', number: this.asked, scene: { ...scene, seq: this.asked, can } });
    this.window = null;
    if (reason) this.refuse(reason.text, reason.clause);
  }

  private looked(): void {
    void this.best.look(this.start, this.choices(this.at));
  }

  think(on: boolean): void {
    this.best.on = on;
    this.looked();
  }

  openHands(open: boolean): void {
    this.best.open = open;
    this.looked();
  }

  /** One of the best turns on the board; again, and the position is back. */
  drawBest(line: number | null, actions = Infinity): void {
    const found = line === null ? null : this.best.draw(line, actions);
    if (found === null) this.best.drawn = null;
    this.choosing.cancel();
    this.playback.jump(found?.board ?? this.scene!.board);
  }

  async playBest(line: number): Promise<void> {
    const turn = this.best.found?.turns[line];
    if (!turn) return;
    this.drawBest(null);
    await this.play(turn.choices);
  }

  override get numbered(): readonly Numbered[] {
    return this.best.drawn?.numbered ?? [];
  }

  override get hotseat(): boolean {
    return false;
  }

  override get crowd(): boolean {
    return false;
  }

  override nameOf(seat: number | null | undefined): string {
    return this.seatOf(seat)?.name ?? '';
  }

  override undo(): void {
    this.back();
  }

  override redo(): void {
    this.forward();
  }

  override send(message: ToServer): string {
    if (message.t === 'choose') void this.play([message.choice, ...(message.then ?? [])]);
    else if (message.t === 'why')
      void this.ask({
        start: this.start,
        played: this.choices(this.at),
        why: message.choice,
      }).then((found) => found?.reason && this.refuse(found.reason.text, found.reason.clause));
    return '';
  }

  override close(): void {
    this.best.close();
    super.close();
  }
}
