/** The best turns from a position, looked for deeper and deeper while it is looked at. */

import type { BestTurns } from '../lib/contract';
import { drawnLine, type DrawnLine } from '../lib/drawnturn';
import { Refused } from './session.svelte';
import { studies } from './studyapi';

const SETTLED = 250; // milliseconds until a position counts as looked at
const AGAIN = 1000; // and until something that was put off is asked for again

export class BestState {
  on = $state(false);
  open = $state(true); // all hands, or what the player to decide knows
  found = $state.raw<BestTurns | null>(null);
  thinking = $state(false);
  reason = $state<string | null>(null);
  drawn = $state.raw<(DrawnLine & { line: number }) | null>(null);
  private asked = 0;

  /** Another position: what was looked for is given up. */
  async look(start: string, played: readonly string[]): Promise<void> {
    const mine = ++this.asked;
    this.found = this.reason = null;
    this.forget();
    this.thinking = this.on;
    await wait(SETTLED);
    for (let round = 0; this.on && mine === this.asked;) {
      try {
        const found = await studies.best({ start, played: [...played], round, open: this.open });
        if (mine !== this.asked) return;
        const line = this.drawn?.line;
        this.found = found;
        // What is drawn stays drawn as long as it is one of the best.
        if (line !== undefined && found.turns[line]) this.draw(line);
        else this.drawn = null;
        round = found.round + 1;
        if (round >= found.of || found.turns.length === 0) break;
      } catch (error) {
        if (mine !== this.asked) return;
        const later = error instanceof Refused && ['stale', 'rate'].includes(error.word);
        if (!later) {
          this.reason = error instanceof Error ? error.message : String(error);
          break;
        }
        await wait(AGAIN);
      }
    }
    if (mine === this.asked) this.thinking = false;
  }

  draw(line: number, actions = Infinity): DrawnLine | null {
    const turn = this.found?.turns[line];
    this.drawn = turn ? { line, ...drawnLine(turn.drawn, actions) } : null;
    return this.drawn;
  }

  /** Nothing is drawn. */
  forget(): void {
    this.drawn = null;
  }

  close(): void {
    this.asked += 1;
    this.on = false;
  }
}

const wait = (time: number) => new Promise((done) => setTimeout(done, time));
