/** The tree of a study: a row of steps, each after another one. Of several, the first is the main line. */

import type { SetUp, StepShown, StudyGiven } from './contract';

export const START = -1;
type Linked = Pick<StepShown, 'after' | 'choice'>;

export function following(steps: readonly Linked[], place: number): number[] {
  return [...steps.keys()].filter((one) => steps[one]!.after === place);
}

/** From the start to a step. */
export function pathTo(steps: readonly Linked[], place: number): number[] {
  const found: number[] = [];
  for (let at = place; at !== START; at = steps[at]!.after) found.unshift(at);
  return found;
}

/** A step and the main line after it. */
export function onward(steps: readonly Linked[], place: number): number[] {
  const found = place === START ? [] : [place];
  for (let next = following(steps, place)[0]; next !== undefined;) {
    found.push(next);
    next = following(steps, next)[0];
  }
  return found;
}

/** The tree with a line that was played after a step: known steps are gone along, new ones added. */
export function grown(
  steps: readonly StepShown[],
  place: number,
  line: readonly StepShown[],
): { steps: StepShown[]; at: number } {
  const found = [...steps];
  let at = place;
  for (const step of line) {
    const known = following(found, at).find((one) => found[one]!.choice === step.choice);
    at = known ?? found.push({ ...step, after: at }) - 1;
  }
  return { steps: found, at };
}

/** The same steps in another order, or fewer; where each was is given back as a map. */
function replanted(
  steps: readonly StepShown[],
  after: (place: number) => readonly number[],
): { steps: StepShown[]; moved: Map<number, number> } {
  const moved = new Map([[START, START]]);
  const found: StepShown[] = [];
  const left = [...after(START)].reverse();
  for (let place = left.pop(); place !== undefined; place = left.pop()) {
    moved.set(place, found.length);
    found.push({ ...steps[place]!, after: moved.get(steps[place]!.after)! });
    left.push(...[...after(place)].reverse());
  }
  return { steps: found, moved };
}

/** The line to a step becomes the main line. */
export function promoted(steps: readonly StepShown[], place: number) {
  const line = new Set(pathTo(steps, place));
  return replanted(steps, (at) =>
    following(steps, at).sort((a, b) => Number(line.has(b)) - Number(line.has(a))),
  );
}

/** Without a step and all that follows it. */
export function without(steps: readonly StepShown[], place: number) {
  return replanted(steps, (at) => following(steps, at).filter((one) => one !== place));
}

/** The next step beside one, up or down, where the line has branched last; itself if there is none. */
export function beside(steps: readonly Linked[], place: number, by: 1 | -1): number {
  for (let at = place; at !== START; at = steps[at]!.after) {
    const others = following(steps, steps[at]!.after);
    const next = others[others.indexOf(at) + by];
    if (next !== undefined) return next;
  }
  return place;
}

/** A part of a line: the steps of one turn of one seat, and what could be instead of its last. */
interface Stretch {
  turn: number;
  seat: number;
  places: number[];
  branches: number[];
}

export function stretches(steps: readonly StepShown[], line: readonly number[]): Stretch[] {
  const found: Stretch[] = [];
  for (const place of line) {
    const { turn, seat, after } = steps[place]!;
    const last = found.at(-1);
    const others = following(steps, after);
    const branches = others[0] === place ? others.slice(1) : [];
    if (last && last.turn === turn && last.seat === seat && last.branches.length === 0) {
      last.places.push(place);
      last.branches = branches;
    } else found.push({ turn, seat, places: [place], branches });
  }
  return found;
}

interface Tree {
  title: string;
  comment: string;
  start: string;
  steps: readonly StepShown[];
}

/** What the server is sent of a study. */
export function given({ title, comment, start, steps }: Tree): StudyGiven {
  return {
    title,
    comment,
    start,
    steps: steps.map(({ after, choice, comment: said }) => ({ after, choice, comment: said })),
  };
}

/** A position as an address holds it: whatever differs from an empty board. */
export function positionQuery(set_up: SetUp): string {
  const { form, schools, turn, actions, pieces, hands } = set_up;
  const asked = new URLSearchParams({
    form,
    schools: schools.join('.'),
    board: pieces.replaceAll(' ', '.'),
    hands: hands.map((hand) => hand.join('.')).join('-'),
    turn: String(turn),
    actions: String(actions),
  });
  return asked.toString();
}

/** What such an address says, or null where it has no board; the engine decides whether it can be. */
export function positionOf(search: string): Partial<SetUp> | null {
  const asked = new URLSearchParams(search);
  const board = asked.get('board');
  if (board === null) return null;
  const words = (name: string) => (asked.get(name) ?? '').split('.').filter((word) => word !== '');
  const number = (name: string) => Number(asked.get(name) ?? NaN);
  const hands = (asked.get('hands') ?? '')
    .split('-')
    .map((hand) => hand.split('.').filter((card) => card !== ''));
  return {
    pieces: board
      .split(/[\s.]+/)
      .join(' ')
      .trim(),
    schools: words('schools'),
    hands: hands.some((hand) => hand.length > 0) ? hands : [],
    ...(asked.has('form') ? { form: asked.get('form')! } : {}),
    ...(Number.isInteger(number('turn')) ? { turn: number('turn') } : {}),
    ...(Number.isInteger(number('actions')) ? { actions: number('actions') } : {}),
  };
}
