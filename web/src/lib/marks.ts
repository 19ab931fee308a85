/** What is drawn over the squares: from the question, the selected card and the square aimed at. */

import { applied, at, type Shown } from './board';
import type {
  Fit,
  GameEvent,
  HandCard,
  NearFit,
  OfferedChoice,
  Piece,
  Question,
  Rank,
  SummonEvent,
  WayShown,
} from './contract';
import type { Sign } from './drawing';
import { angle, directionAngle, step } from './squares';

export interface SquareMark {
  square: string;
  sign: Sign;
  occupied: boolean;
  own: boolean; // harm to a piece of one's own
  hot: boolean; // aimed at
  kill: boolean; // what stands there is destroyed, too
  done: boolean;
  later: boolean; // it will be asked for, or done, after what is chosen now
  angle: number;
}

export interface Drawn {
  marks: SquareMark[];
  used: string[];
  standIns: string[];
  wires: { from: string; to: string }[];
  ghosts: Piece[];
  missing: { square: string; rank: Rank }[];
  crushed: Piece[];
  hidden: string[]; // pieces that a ghost stands for
  trails: { from: string; to: string }[];
  being: string | null;
  /** What somebody else does: nothing of it is to be acted on. */
  told: boolean;
  /** Where each step of a hint is, by its number in the list. */
  steps: { square: string; numbers: number[] }[];
}

export interface Board {
  pieces: readonly Piece[];
  mine: number; // the colour of the player
}

export function nothing(): Drawn {
  return {
    marks: [],
    used: [],
    standIns: [],
    wires: [],
    ghosts: [],
    missing: [],
    crushed: [],
    hidden: [],
    trails: [],
    being: null,
    told: false,
    steps: [],
  };
}

function mark(
  board: Board,
  square: string,
  sign: Sign,
  more: Partial<SquareMark> = {},
): SquareMark {
  const occupied = at(board.pieces, square) !== undefined;
  return {
    square,
    sign,
    occupied,
    own: false,
    hot: false,
    kill: false,
    done: false,
    later: false,
    angle: 0,
    ...more,
  };
}

/** A way of summoning: the pieces it uses, the squares and directions it marks. */
function drawWay(drawn: Drawn, board: Board, square: string, way: WayShown): void {
  const standIns = way.stand_ins.map((piece) => piece.square);
  drawn.used.push(...way.used.filter((s) => !standIns.includes(s)));
  drawn.standIns.push(...standIns);
  drawn.wires.push(
    ...[...new Set([...way.used, ...standIns])]
      .filter((s) => s !== square)
      .map((to) => ({ from: square, to })),
  );
  drawStars(drawn, board, square, way.marked, way.directions);
  drawn.marks.push(...standIns.map((s) => mark(board, s, 'stand_in')));
}

function drawStars(
  drawn: Drawn,
  board: Board,
  square: string,
  marked: readonly string[],
  directions: readonly number[],
): void {
  drawn.marks.push(...marked.map((s) => mark(board, s, 'marked')));
  for (const direction of directions) {
    const first = step(square, direction);
    const turned = { angle: directionAngle(direction), later: true };
    if (first) drawn.marks.push(mark(board, first, 'direction', turned));
  }
}

/** A selected card that fits somewhere: every square, and one of them looked at closely. */
export function drawFits(
  board: Board,
  card: HandCard,
  rank: Rank,
  aim: Fit | null,
  way: WayShown | null,
): Drawn {
  const drawn = nothing();
  for (const fit of card.fits) {
    const hot = fit === aim;
    drawn.marks.push(
      mark(board, fit.square, 'summon', {
        hot,
        kill: !!fit.crushes && !hot,
        own: fit.crushes?.colour === board.mine,
      }),
    );
  }
  if (!aim) return drawn;
  if (way) drawWay(drawn, board, aim.square, way);
  drawn.ghosts.push({ square: aim.square, colour: board.mine, rank });
  if (at(board.pieces, aim.square)) drawn.hidden.push(aim.square);
  if (aim.crushes) drawn.crushed.push(aim.crushes);
  return drawn;
}

/** A selected card that fits nowhere: where it would need the fewest pieces more. */
export function drawNear(board: Board, near: NearFit): Drawn {
  const drawn = nothing();
  const lacking = near.missing.map((m) => m.square);
  drawn.used.push(...near.used.filter((s) => !lacking.includes(s)));
  drawn.missing.push(...near.missing);
  drawn.wires.push(
    ...[...new Set([...near.used, ...lacking])]
      .filter((s) => s !== near.square)
      .map((to) => ({ from: near.square, to })),
  );
  drawn.marks.push(mark(board, near.square, 'summon', { done: true }));
  drawStars(drawn, board, near.square, near.marked, near.directions);
  return drawn;
}

/** A way asked for by the server: the same drawing as while choosing the square. */
export function drawAskedWay(board: Board, square: string, way: WayShown): Drawn {
  const drawn = nothing();
  drawWay(drawn, board, square, way);
  drawn.marks.push(mark(board, square, 'summon', { hot: true }));
  return drawn;
}

/** A summoning of somebody else: the pieces of its pattern, before and while the being arrives. */
export function drawSummoned(board: Board, event: SummonEvent): Drawn {
  const drawn = { ...nothing(), told: true };
  const others = (square: string) => at(board.pieces, square)?.colour !== event.colour;
  const used = event.used.filter((square) => square !== event.square);
  drawn.used.push(...used.filter((square) => !others(square)));
  drawn.standIns.push(...used.filter(others));
  drawn.wires.push(...used.map((to) => ({ from: event.square, to })));
  drawn.marks.push(...drawn.standIns.map((square) => mark(board, square, 'stand_in')));
  drawn.marks.push(mark(board, event.square, 'summon', { later: true }));
  return drawn;
}

const HARM: readonly Sign[] = ['destroy', 'downgrade'];

/** The mark of a choice on its square. */
function choiceMark(board: Board, choice: OfferedChoice, hot: boolean): SquareMark | null {
  const { square } = choice;
  if (!square) return null;
  const sign: Sign = choice.mark ?? 'select';
  const there = at(board.pieces, square);
  const moving = sign === 'move' || sign === 'leap';
  const kill = moving && choice.preview.some((e) => e.e === 'destroy' && e.square === square);
  const turned =
    choice.direction != null
      ? directionAngle(choice.direction)
      : choice.from
        ? angle(choice.from, square)
        : 0;
  return mark(board, square, sign, {
    hot,
    kill,
    own: there?.colour === board.mine && (HARM.includes(sign) || kill),
    angle: turned,
  });
}

/** A question about squares: a mark on each, and what the one aimed at would do. */
export function drawQuestion(board: Board, question: Question, aim: OfferedChoice | null): Drawn {
  const drawn = nothing();
  drawn.being = question.being ?? null;
  for (const choice of question.choices) {
    // Placing as an action is offered on hovering only.
    const quiet = question.asking === 'action' && choice.kind === 'place' && choice !== aim;
    const found = quiet ? null : choiceMark(board, choice, choice === aim);
    if (found) drawn.marks.push(found);
  }
  for (const square of aim?.reach ?? []) {
    const turned = aim?.square ? angle(aim.square, square) : 0;
    drawn.marks.push(mark(board, square, 'move', { done: true, angle: turned }));
  }
  if (aim) drawPreview(drawn, board, aim);
  return drawn;
}

/** A turn that was advised: its first step as if it were aimed at, and the place of every step. */
export function drawHint(
  board: Board,
  question: Question,
  hand: readonly HandCard[],
  rankOf: (card: string) => Rank,
  advised: readonly string[],
): Drawn {
  const drawn = drawFirst(board, question, hand, rankOf, advised);
  return { ...drawn, steps: stepsOf(advised) };
}

/** The squares that the choices of a turn name, with the numbers of the choices. */
function stepsOf(advised: readonly string[]): Drawn['steps'] {
  const found = new Map<string, number[]>();
  advised.forEach((choice, i) => {
    const square = /(?:^| )([a-i][1-9])$/.exec(choice)?.[1];
    if (square) found.set(square, [...(found.get(square) ?? []), i + 1]);
  });
  return [...found].map(([square, numbers]) => ({ square, numbers }));
}

function drawFirst(
  board: Board,
  question: Question,
  hand: readonly HandCard[],
  rankOf: (card: string) => Rank,
  advised: readonly string[],
): Drawn {
  const [first, second, third] = advised;
  for (const card of hand) {
    const fit = card.fits.find(({ choices }) => choices[0] === first && choices[1] === second);
    if (!fit) continue;
    const way = fit.ways.find(({ choice }) => choice === third) ?? fit.ways[0] ?? null;
    return drawFits(board, { ...card, fits: [fit] }, rankOf(card.id), fit, way);
  }
  const choice = question.choices.find(({ text }) => text === first);
  if (!choice) return nothing();
  if (choice.way && choice.square) return drawAskedWay(board, choice.square, choice.way);
  // Of a piece that moves, where it goes is told with it.
  const goes = choice.reach?.find((square) => square === second);
  const drawn = drawQuestion(board, question, goes ? { ...choice, reach: [goes] } : choice);
  for (const m of drawn.marks) if (m.square === choice.square && !m.done) m.hot = true;
  if (goes && choice.square) drawn.trails.push({ from: choice.square, to: goes });
  return drawn;
}

/** What a choice would change, as the engine worked it out. */
function drawPreview(drawn: Drawn, board: Board, choice: OfferedChoice): void {
  const target = choice.square ?? null;
  let after: Shown[] = board.pieces.map((piece, id) => ({ ...piece, id: -1 - id }));
  for (const event of choice.preview) {
    after = applied(after, event);
    drawEvent(drawn, board, event, target);
  }
  for (const piece of after) {
    const before = at(board.pieces, piece.square);
    if (before && before.colour === piece.colour && before.rank === piece.rank) continue;
    drawn.ghosts.push({ square: piece.square, colour: piece.colour, rank: piece.rank });
    if (before) drawn.hidden.push(piece.square);
    // The badge makes room for what would stand there.
    for (const m of drawn.marks) if (m.square === piece.square) m.occupied = true;
  }
}

function drawEvent(drawn: Drawn, board: Board, event: GameEvent, target: string | null): void {
  if (event.e === 'move') {
    drawn.trails.push({ from: event.start, to: event.end });
  } else if (event.e === 'destroy' && event.square && event.square !== target) {
    // A square that is offered itself has its mark already.
    const drawnAlready = drawn.marks.some((m) => m.square === event.square && m.sign === 'destroy');
    const own = at(board.pieces, event.square)?.colour === board.mine;
    if (!drawnAlready) drawn.marks.push(mark(board, event.square, 'destroy', { own }));
  } else if (event.e === 'destroy' && event.square && event.square === target) {
    const there = at(board.pieces, event.square);
    const replaced = drawn.marks.find((m) => m.square === target && m.sign !== 'destroy');
    const crushed = drawn.crushed.some((piece) => piece.square === target);
    if (there && replaced && !crushed) drawn.crushed.push({ ...there });
  }
}

/** The signs in use, for the legend of the prompt. */
export function signsOf(drawn: Drawn): Sign[] {
  const found = new Set<Sign>();
  for (const m of drawn.marks) {
    if (m.sign !== 'select') found.add(m.sign);
    if (m.kill) found.add('destroy');
  }
  return [...found];
}
