import { describe, expect, it } from 'vitest';
import type { StepShown } from './contract';
import {
  beside,
  following,
  given,
  grown,
  onward,
  pathTo,
  positionOf,
  positionQuery,
  promoted,
  START,
  stretches,
  without,
} from './study';

const step = (after: number, choice: string, turn = 1): StepShown => ({
  after,
  choice,
  comment: '',
  words: choice,
  turn,
  seat: turn % 2,
  action: true,
  auto: false,
});
// a b c, and instead of b: x y; after x also z
const TREE = [
  step(-1, 'a'),
  step(0, 'b'),
  step(1, 'c', 2),
  step(0, 'x'),
  step(3, 'y'),
  step(3, 'z'),
];
const choices = (steps: readonly StepShown[], line: readonly number[]) =>
  line.map((place) => steps[place]!.choice).join('');

describe('the tree of a study', () => {
  it('has lines', () => {
    expect(choices(TREE, onward(TREE, START))).toBe('abc');
    expect(choices(TREE, onward(TREE, 3))).toBe('xy');
    expect(choices(TREE, pathTo(TREE, 5))).toBe('axz');
    expect(following(TREE, 2)).toEqual([]);
  });

  it('grows where something new is played', () => {
    const same = grown(TREE, 0, [step(0, 'x'), step(1, 'z')]);
    expect(same.steps).toEqual(TREE);
    expect(same.at).toBe(5);
    const more = grown(TREE, 2, [step(7, 'd'), step(8, 'e')]);
    expect(choices(more.steps, pathTo(more.steps, more.at))).toBe('abcde');
  });

  it('has another main line', () => {
    const { steps, moved } = promoted(TREE, 5);
    expect(choices(steps, onward(steps, START))).toBe('axz');
    expect(choices(steps, pathTo(steps, moved.get(2)!))).toBe('abc');
    expect(steps).toHaveLength(TREE.length);
  });

  it('loses a branch with all that follows', () => {
    const { steps, moved } = without(TREE, 3);
    expect(steps.map(({ choice }) => choice)).toEqual(['a', 'b', 'c']);
    expect(moved.has(5)).toBe(false);
  });

  it('is gone through from branch to branch', () => {
    expect(beside(TREE, 2, 1)).toBe(3);
    expect(beside(TREE, 4, 1)).toBe(5);
    expect(beside(TREE, 5, -1)).toBe(4);
    expect(beside(TREE, 4, -1)).toBe(1);
    expect(beside(TREE, 0, -1)).toBe(0);
  });

  it('is told turn by turn', () => {
    const told = stretches(TREE, onward(TREE, START));
    expect(told.map(({ places, branches }) => [places, branches])).toEqual([
      [[0, 1], [3]],
      [[2], []],
    ]);
    expect(stretches(TREE, onward(TREE, 3)).map(({ places }) => places)).toEqual([[3, 4]]);
  });

  it('begins with a position that an address can hold', () => {
    const set_up = {
      form: 'duel',
      schools: ['highland', 'sylvan'],
      turn: 1,
      actions: 2,
      turn_number: 5,
      last_turns: -1,
      pieces: 'A1e5 B2f6',
      hands: [['wolf_rider', 'titan'], []],
      scores: [],
      tasks: [],
      next_task: '',
      claimed: [],
      rest: {},
    };
    const { form, schools, turn, actions, pieces, hands } = set_up;
    expect(positionOf(`?${positionQuery(set_up)}`)).toEqual({
      form,
      schools,
      turn,
      actions,
      pieces,
      hands,
    });
    expect(positionOf('?turn=1')).toBeNull();
    expect(positionOf('?board=A1e5&turn=x')).toEqual({ pieces: 'A1e5', schools: [], hands: [] });
  });

  it('is sent without its words', () => {
    const sent = given({ title: 'T', comment: '', start: 's', steps: TREE.slice(0, 1) });
    expect(sent.steps).toEqual([{ after: -1, choice: 'a', comment: '' }]);
  });
});
