import { describe, expect, it } from 'vitest';
import type { ReviewedTurn } from './contract';
import { deciding, missedCards } from './deciding';

const turn = (n: number, before: number | null, chance: number, best = chance): ReviewedTurn => ({
  turn: n,
  seat: n % 2,
  severity: best - chance >= 0.1 ? 'missed' : 'none',
  before,
  chance,
  best,
  points: 0,
  better: best > chance ? [{ chance: best, points: 0, missed: ['knight'] }] : [],
});
const GAME = [turn(1, null, 0.5), turn(2, 0.5, 0.3, 0.6), turn(3, 0.7, 0.6, 0.75), turn(4, 0.4, 0.65)]; // prettier-ignore
const told = (own: number[]) =>
  deciding(GAME, (seat) => seat, own).map(({ what, turn: { turn }, by }) => [
    what,
    turn,
    Math.round(100 * by),
  ]);

describe('deciding turns', () => {
  it('are the largest losses of both sides and the largest gain, the largest first', () => {
    expect(told([1])).toEqual([
      ['missed', 2, -30],
      ['strongest', 4, 25],
      ['your_miss', 3, -15],
    ]);
    expect(told([]).map(([what]) => what)).toEqual(['missed', 'strongest', 'missed']);
  });

  it('are only turns that changed something', () => {
    expect(deciding([turn(1, null, 0.5), turn(2, 0.5, 0.51)], (seat) => seat, [0])).toEqual([]);
  });

  it('name the cards that were missed, those of others only to strangers', () => {
    expect(missedCards(GAME, [1])).toEqual([{ card: 'knight', turns: [3] }]);
    expect(missedCards(GAME, [])).toEqual([{ card: 'knight', turns: [2, 3] }]);
  });
});
