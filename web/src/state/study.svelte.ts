/** A study: where it comes from, its position set up by hand, and how it is kept and taken along. */

import type { SetUp, StudyGiven, StudyShown } from '../lib/contract';
import { read, write } from '../lib/storage';
import { given, onward, positionQuery, START } from '../lib/study';
import { Laying } from './laying.svelte';
import { Refused } from './session.svelte';
import { studies } from './studyapi';
import { StudyTree } from './studytree.svelte';

const KEPT = 'tashkalar.study'; // what is not saved yet
const BLANK: SetUp = {
  form: 'duel',
  schools: ['northern_imperial', 'sylvan'],
  turn: 0,
  actions: 2,
  turn_number: 5,
  last_turns: -1,
  pieces: '',
  hands: [],
  scores: [],
  tasks: [],
  next_task: '',
  claimed: [],
  rest: {},
};

/** Where a study is kept on the server, and whose it is. */
interface Home {
  id: string;
  version: number;
  mine: boolean;
  by: string;
}

/** What a browser keeps of a study that is not saved: the tree, and where one stood in it. */
interface Remembered {
  study: StudyGiven;
  line: string[];
}

export type Taken = 'study' | 'record' | 'scenario' | 'position';

export class StudyBoard extends StudyTree {
  home = $state.raw<Home | null>(null);
  changed = $state(false); // since it was saved
  readonly laying = new Laying({
    board: () => this.scene!.board,
    show: (found) => this.jump(found),
    complain: (error) => this.complain(error),
  });

  override get setting(): boolean {
    return this.laying.draft !== null;
  }

  // --- where it comes from --------------------------------------------------------------------

  /** Any text that shows a position or a game; the step to begin with counts along its main line. */
  async bring(text: string, step = 0): Promise<void> {
    const found = await studies.read(text);
    this.home = null;
    this.changed = true;
    await this.adopt(found, onward(found.steps, START)[step - 1] ?? START);
  }

  async load(id: string): Promise<void> {
    const { study, version, mine, by, ...kept } = await studies.kept(id);
    this.home = { id: kept.id, version, mine, by };
    this.changed = false;
    await this.adopt(study, START);
  }

  async blank(): Promise<void> {
    write(KEPT, null);
    this.home = null;
    this.changed = false;
    await this.adopt(await studies.lay(BLANK), START);
    this.setUp();
  }

  /** A set-up from elsewhere, to be changed. */
  async bringSetUp(wanted: Partial<SetUp>): Promise<void> {
    await this.adopt(await studies.lay({ ...BLANK, ...wanted }), START);
    this.setUp();
  }

  /** What was not saved when the page was left. */
  async resume(): Promise<boolean> {
    try {
      const found = JSON.parse(read(KEPT) ?? 'null') as Remembered | null;
      if (found === null) return false;
      await this.bring(await (await studies.take(found.study)).text());
      await this.goAlong(found.line);
      return true;
    } catch (error) {
      // Of another version, or damaged; what cannot be asked for now stays.
      const bad = error instanceof Refused ? error.status === 400 : error instanceof SyntaxError;
      if (!bad) throw error;
      write(KEPT, null);
      return false;
    }
  }

  private async adopt(found: StudyShown, at: number): Promise<void> {
    this.title = found.title;
    this.comment = found.comment;
    this.start = found.start;
    this.steps = found.steps;
    this.laying.end();
    this.here = found.set_up;
    await this.goTo(at);
  }

  /** The same in another language. */
  async anewInWords(): Promise<void> {
    const { home, changed } = this;
    const line = this.choices(this.at);
    await this.bring(await (await this.take('study')).text());
    this.home = home;
    this.changed = changed;
    await this.goAlong(line);
  }

  // --- setting up -----------------------------------------------------------------------------

  setUp(): void {
    if (this.setting) return;
    this.drawBest(null);
    this.laying.begin(this.here ?? BLANK);
  }

  /** Would playing on from here give up a tree? */
  get replaces(): boolean {
    return this.laying.changed && this.steps.length > 0;
  }

  /** Play on from the position that was set up. */
  async playOn(): Promise<void> {
    if (!this.laying.changed) return this.leave();
    if (this.steps.length > 0) {
      this.home = null; // another study: the one that is kept stays as it is
      this.title = '';
    }
    this.start = this.laying.text;
    this.laying.end();
    this.comment = '';
    this.steps = [];
    this.touched();
    await this.goTo(START);
  }

  /** Leave the position as it was. */
  async leave(): Promise<void> {
    this.laying.end();
    await this.goTo(this.at);
  }

  // --- keeping and taking along ---------------------------------------------------------------

  async save(copy = false): Promise<void> {
    const own = this.home?.mine && !copy ? this.home : null;
    const tree = given(this);
    const { id, version } = own
      ? await studies.keepAgain(own.id, { ...tree, version: own.version })
      : await studies.keep(tree);
    this.home = { id, version, mine: true, by: this.home?.by ?? '' };
    this.changed = false;
    write(KEPT, null);
    history.replaceState(null, '', `/study/${id}`);
  }

  /** The position that is shown, as an address holds it. */
  get positionQuery(): string {
    return positionQuery(this.here ?? BLANK);
  }

  take(form: Taken): Promise<Blob> {
    return studies.take({ ...given(this), at: this.at, form });
  }

  /** What is not saved stays in this browser. */
  protected override touched(): void {
    this.changed = true;
    const found: Remembered = { study: given(this), line: this.choices(this.at) };
    write(KEPT, JSON.stringify(found));
  }
}
