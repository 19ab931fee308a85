import { describe, expect, it } from 'vitest';
import type { GameEvent } from './contract';
import { LEAD, PAUSE, Playback, STEP, type Timer } from './playback';

/** A clock of our own: nothing here waits. */
class Hours implements Timer {
  now = 0;
  private due: { at: number; then: () => void }[] = [];

  wait(ms: number, then: () => void): () => void {
    const item = { at: this.now + ms, then };
    this.due.push(item);
    return () => (this.due = this.due.filter((other) => other !== item));
  }

  run(ms: number): void {
    const end = this.now + ms;
    for (;;) {
      const next = this.due.sort((a, b) => a.at - b.at)[0];
      if (!next || next.at > end) break;
      this.due.shift();
      this.now = next.at;
      next.then();
    }
    this.now = end;
  }
}

const place = (square: string): GameEvent => ({ e: 'place', square, colour: 0, rank: 1 });
const move = (start: string, end: string): GameEvent => ({
  e: 'move',
  start,
  end,
  colour: 0,
  rank: 1,
  leap: false,
});
const destroy = (square: string): GameEvent => ({ e: 'destroy', square, colour: 0, rank: 1 });

function stage(pace = 1) {
  const hours = new Hours();
  const seen: string[] = [];
  const playback = new Playback(
    (board) =>
      seen.push(
        board
          .map((piece) => piece.square)
          .sort()
          .join(' '),
      ),
    hours,
    () => pace,
  );
  const now = () => playback.board.map((piece) => piece.square).sort().join(' '); // prettier-ignore
  return { hours, seen, playback, now };
}

describe('playing events', () => {
  it('shows one step after the other, with a pause before those of an opponent', () => {
    const { hours, playback, now } = stage();
    playback.add({ events: [place('a5'), place('b5')], pause: PAUSE });
    expect(now()).toBe('');
    hours.run(PAUSE);
    expect(now()).toBe('a5');
    hours.run(STEP);
    expect(now()).toBe('a5 b5');
    expect(playback.busy).toBe(true);
    hours.run(STEP);
    expect(playback.busy).toBe(false);
  });

  it('shows what falls together at once', () => {
    const { hours, playback, now } = stage();
    playback.jump([
      { square: 'a5', colour: 0, rank: 1 },
      { square: 'b5', colour: 0, rank: 1 },
    ]);
    playback.add({ events: [destroy('a5'), destroy('b5'), place('c5')], pause: 0 });
    expect(now()).toBe('');
    hours.run(STEP);
    expect(now()).toBe('c5');
  });

  it('lets a piece be taken by the one that comes', () => {
    const { playback, now } = stage();
    playback.jump([
      { square: 'a5', colour: 0, rank: 1 },
      { square: 'b5', colour: 1, rank: 1 },
    ]);
    playback.add({ events: [destroy('b5'), move('a5', 'b5')], pause: 0 });
    expect(now()).toBe('b5');
    expect(playback.board[0]?.colour).toBe(0);
  });

  it('settles on the truth after everything before it', () => {
    const { hours, playback, now } = stage();
    const order: string[] = [];
    playback.add({ events: [place('a5')], pause: 0, done: () => order.push('played') });
    playback.settle([{ square: 'i5', colour: 1, rank: 2 }], () => order.push('settled'));
    expect(now()).toBe('a5');
    hours.run(STEP);
    expect(now()).toBe('i5');
    expect(order).toEqual(['played', 'settled']);
  });

  it('finishes everything at once when told to', () => {
    const { hours, playback, now, seen } = stage();
    playback.add({
      events: [place('a5'), { e: 'points', colour: 0, n: 1, why: 'legend' }, place('b5')],
      pause: PAUSE,
    });
    playback.add({ events: [place('c5')], pause: PAUSE });
    playback.settle([{ square: 'c5', colour: 0, rank: 1 }]);
    playback.finish();
    expect(now()).toBe('c5');
    expect(playback.busy).toBe(false);
    const shown = seen.length;
    hours.run(10_000);
    expect(seen).toHaveLength(shown);
  });

  it('does not move at all when motion is not wanted', () => {
    const { playback, now } = stage(0);
    let looked = false;
    playback.add({
      events: [place('a5'), place('b5')],
      pause: PAUSE,
      begin: () => (looked = true),
    });
    expect(now()).toBe('a5 b5');
    expect(playback.busy).toBe(false);
    expect(looked).toBe(false);
  });

  it('shows what begins before its pieces move', () => {
    const { hours, playback, now } = stage();
    const order: string[] = [];
    playback.add({ events: [place('a5')], pause: PAUSE, done: () => order.push('placed') });
    playback.add({ events: [place('b5')], pause: LEAD, begin: () => order.push('card') });
    hours.run(PAUSE + STEP);
    expect(order).toEqual(['placed', 'card']);
    expect(now()).toBe('a5');
    hours.run(LEAD);
    expect(now()).toBe('a5 b5');
  });

  it.each([
    [0.5, PAUSE / 2 + STEP / 2],
    [1.6, 1.6 * (PAUSE + STEP)],
  ])('takes its time at a pace of %d', (pace, whole) => {
    const { hours, playback } = stage(pace);
    playback.add({ events: [place('a5')], pause: PAUSE });
    hours.run(whole - 1);
    expect(playback.busy).toBe(true);
    hours.run(1);
    expect(playback.busy).toBe(false);
  });
});

describe('waiting to be told', () => {
  it.each([0, 1])('holds until it is told to go on, at a pace of %d', (pace) => {
    const { hours, playback, now } = stage(pace);
    playback.add({ events: [place('a5')], pause: 0 });
    playback.add({ events: [], pause: 0, hold: true });
    playback.add({ events: [place('b5')], pause: 0 });
    playback.add({ events: [], pause: 0, hold: true });
    playback.settle([{ square: 'i5', colour: 0, rank: 1 }]);
    hours.run(10_000);
    expect(now()).toBe('a5');
    expect(playback.held).toBe(true);
    playback.goOn();
    hours.run(10_000);
    expect(now()).toBe('a5 b5');
    playback.goOn();
    expect(now()).toBe('i5');
    expect(playback.busy).toBe(false);
  });

  it('does nothing when told to go on where nothing is held', () => {
    const { hours, playback, now } = stage();
    playback.add({ events: [place('a5'), place('b5')], pause: 0 });
    playback.goOn();
    expect(now()).toBe('a5');
    hours.run(STEP);
    expect(now()).toBe('a5 b5');
  });

  it('is skipped with everything else', () => {
    const { playback, now } = stage();
    const done: number[] = [];
    playback.add({ events: [], pause: 0, hold: true, done: () => done.push(1) });
    playback.add({ events: [place('b5')], pause: PAUSE });
    playback.add({ events: [], pause: 0, hold: true, done: () => done.push(2) });
    playback.finish();
    expect(now()).toBe('b5');
    expect(done).toEqual([1, 2]);
    expect(playback.held).toBe(false);
  });
});
