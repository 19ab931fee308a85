/** A position that is being set up: as it stands, and what it was before each change. */

import type { Piece, SetUp, Studied } from '../lib/contract';
import { boardText } from '../lib/trial';
import { studies } from './studyapi';

/** The board on which it is set up. */
interface Ground {
  board: () => readonly Piece[];
  show: (found: Studied) => void;
  complain: (error: unknown) => void;
}

export class Laying {
  draft = $state.raw<SetUp | null>(null);
  private before = $state.raw<readonly SetUp[]>([]);
  private asked = 0;
  private doing = Promise.resolve(true);
  text = ''; // of the position, once something has been changed

  constructor(private readonly ground: Ground) {}

  begin(from: SetUp): void {
    this.draft = from;
    this.before = [];
  }

  end(): void {
    this.asked += 1;
    this.draft = null;
    this.before = [];
  }

  get changed(): boolean {
    return this.before.length > 0;
  }

  /** A change; what no table could hold changes nothing. */
  lay(change: Partial<SetUp> | (() => Partial<SetUp>)): Promise<boolean> {
    return this.after(async () => {
      const now = this.draft;
      const wanted = typeof change === 'function' ? change() : change;
      if (!now || !(await this.layOut({ ...now, ...wanted }))) return false;
      this.before = [...this.before, now];
      return true;
    });
  }

  takeBack(): Promise<boolean> {
    return this.after(async () => {
      const last = this.before.at(-1);
      if (!last || !(await this.layOut(last))) return false;
      this.before = this.before.slice(0, -1);
      return true;
    });
  }

  /** One change after the other, however fast they come. */
  private after(job: () => Promise<boolean>): Promise<boolean> {
    return (this.doing = this.doing.then(job));
  }

  private async layOut(wanted: SetUp): Promise<boolean> {
    const mine = ++this.asked;
    try {
      const found = await studies.lay(wanted);
      const shown = await studies.show({ start: found.start, played: [] });
      if (mine !== this.asked) return false;
      this.draft = found.set_up;
      this.text = found.start;
      this.ground.show(shown);
      return true;
    } catch (error) {
      if (mine === this.asked) this.ground.complain(error);
      return false;
    }
  }

  put(square: string, piece: Omit<Piece, 'square'> | null): Promise<boolean> {
    return this.lay(() => {
      const others = this.ground.board().filter((one) => one.square !== square);
      return { pieces: boardText(piece ? [...others, { ...piece, square }] : others, 0) };
    });
  }

  carry(from: string, to: string): Promise<boolean> {
    return this.lay(() => {
      const others = this.ground.board().filter((one) => one.square !== to);
      const pieces = others.map((one) => (one.square === from ? { ...one, square: to } : one));
      return { pieces: boardText(pieces, 0) };
    });
  }
}
