import { describe, expect, it } from 'vitest';
import type { Asking, HandCard, OfferedChoice, Question, WayShown } from './contract';
import {
  drawAskedWay,
  drawFits,
  drawHint,
  drawNear,
  drawQuestion,
  drawSummoned,
  signsOf,
  type Board,
} from './marks';

const board: Board = {
  mine: 0,
  pieces: [
    { square: 'c4', colour: 0, rank: 1 },
    { square: 'd4', colour: 0, rank: 2 },
    { square: 'd3', colour: 1, rank: 1 },
    { square: 'f4', colour: 1, rank: 2 },
  ],
};
const way: WayShown = {
  used: ['c4', 'd4'],
  marked: ['e2'],
  directions: [2],
  orientation: { turned: 0, mirrored: false },
  stand_ins: [{ square: 'f4', colour: 1, improvised: true }],
  charged: 1,
  choice: null,
};
const held: HandCard = {
  id: 'knight',
  card: 'being',
  in_play: false,
  playable: true,
  missing: 0,
  upgraded: 0,
  nearest: null,
  rivals: [],
  reason: null,
  fits: [
    {
      square: 'd3',
      ways: [way],
      crushes: { square: 'd3', colour: 1, rank: 1 },
      choices: ['summon knight', 'd3'],
    },
    { square: 'b3', ways: [way], crushes: null, choices: ['summon knight', 'b3'] },
  ],
};
const choice = (more: Partial<OfferedChoice>): OfferedChoice => ({
  text: '',
  kind: 'square',
  words: '',
  preview: [],
  ...more,
});
const ask = (asking: Asking, choices: OfferedChoice[], more: Partial<Question> = {}): Question => ({
  asking,
  card: null,
  words: '',
  hint: '',
  clause: '5.3',
  left: null,
  being: null,
  choices,
  ...more,
});

describe('what is drawn over the squares', () => {
  it('shows every square a card fits on, and what it would destroy', () => {
    const drawn = drawFits(board, held, 2, null, null);
    expect(drawn.marks.map((m) => [m.square, m.sign, m.kill])).toEqual([
      ['d3', 'summon', true],
      ['b3', 'summon', false],
    ]);
    expect(drawn.ghosts).toEqual([]);
  });

  it('shows the square aimed at closely: pieces, lines, stars, arrows, the crushed piece', () => {
    const drawn = drawFits(board, held, 2, held.fits[0]!, way);
    expect(drawn.used).toEqual(['c4', 'd4']);
    expect(drawn.standIns).toEqual(['f4']);
    expect(drawn.wires.map((w) => w.to)).toEqual(['c4', 'd4', 'f4']);
    expect(drawn.ghosts).toEqual([{ square: 'd3', colour: 0, rank: 2 }]);
    expect(drawn.crushed[0]?.square).toBe('d3');
    expect(drawn.hidden).toEqual(['d3']);
    const signs = Object.fromEntries(drawn.marks.map((m) => [m.sign, m.square]));
    expect(signs).toMatchObject({ marked: 'e2', direction: 'e3', stand_in: 'f4' });
    expect(signsOf(drawn)).toContain('stand_in');
    // A direction can be chosen later, not now.
    expect(drawn.marks.filter((m) => m.later).map((m) => m.sign)).toEqual(['direction']);
  });

  it('shows what a card lacks', () => {
    const drawn = drawNear(board, {
      square: 'e6',
      used: ['c4', 'd6'],
      missing: [{ square: 'd6', rank: 1 }],
      marked: [],
      directions: [],
      orientation: { turned: 0, mirrored: false },
      placing: 'place d6',
    });
    expect(drawn.used).toEqual(['c4']);
    expect(drawn.missing).toEqual([{ square: 'd6', rank: 1 }]);
    expect(drawn.wires).toHaveLength(2);
    expect(drawn.marks[0]).toMatchObject({ square: 'e6', done: true });
  });

  it('shows a way that is asked for as it was shown before', () => {
    const drawn = drawAskedWay(board, 'd3', way);
    expect(drawn.marks.find((m) => m.sign === 'summon')).toMatchObject({
      square: 'd3',
      hot: true,
    });
  });

  it('leaves empty squares empty until one is aimed at', () => {
    const place = choice({
      text: 'place e5',
      kind: 'place',
      mark: 'place',
      square: 'e5',
      preview: [{ e: 'place', square: 'e5', colour: 0, rank: 1 }],
    });
    const question = ask('action', [place]);
    expect(drawQuestion(board, question, null).marks).toEqual([]);
    const aimed = drawQuestion(board, question, place);
    expect(aimed.marks[0]).toMatchObject({ square: 'e5', sign: 'place', hot: true });
    expect(aimed.ghosts).toEqual([{ square: 'e5', colour: 0, rank: 1 }]);
  });

  it('marks harm to a piece of one’s own, and captures with a second badge', () => {
    const own = choice({ mark: 'destroy', square: 'c4' });
    const capture = choice({
      mark: 'move',
      square: 'f4',
      from: 'd4',
      preview: [
        { e: 'destroy', square: 'f4', colour: 1, rank: 2 },
        { e: 'move', start: 'd4', end: 'f4', colour: 0, rank: 2, leap: false },
      ],
    });
    const drawn = drawQuestion(board, ask('destroy', [own, capture], { being: 'd4' }), capture);
    expect(drawn.marks[0]).toMatchObject({ own: true, sign: 'destroy' });
    expect(drawn.marks[1]).toMatchObject({ kill: true, sign: 'move', angle: 0 });
    expect(drawn.trails).toEqual([{ from: 'd4', to: 'f4' }]);
    expect(drawn.crushed[0]?.square).toBe('f4');
    expect(drawn.being).toBe('d4');
  });

  it('leaves it to the preview whether a move onto a piece destroys it', () => {
    const swap = choice({ mark: 'move', square: 'f4', from: 'd4', preview: [] });
    const drawn = drawQuestion(board, ask('destination', [swap]), null);
    expect(drawn.marks[0]).toMatchObject({ kill: false, occupied: true });
  });

  it('draws a direction where the server says, and nothing off the board', () => {
    const here = choice({ mark: 'direction', direction: 2, from: 'd3', square: 'e3' });
    const off = choice({ mark: 'direction', direction: 2, from: 'i3' });
    const drawn = drawQuestion(board, ask('direction', [here, off]), null);
    expect(drawn.marks.map((m) => [m.square, m.sign, m.angle])).toEqual([['e3', 'direction', 0]]);
    expect(drawn.marks[0]?.later).toBe(false);
  });

  it('shows where a piece could go before it is chosen', () => {
    const mover = choice({ mark: 'select', square: 'c4', reach: ['c5', 'b4'] });
    const drawn = drawQuestion(board, ask('mover', [mover]), mover);
    expect(drawn.marks.filter((m) => m.sign === 'move').map((m) => m.square)).toEqual(['c5', 'b4']);
  });

  describe('a hint', () => {
    const rankOf = () => 2 as const;
    const hint = (question: Question, ...advised: string[]) =>
      drawHint(board, question, [held], rankOf, advised);

    it('to summon is drawn with its pattern, on that square alone', () => {
      const drawn = hint(ask('action', []), 'summon knight', 'b3', 'place e5');
      expect(drawn.marks.filter((m) => m.sign === 'summon').map((m) => m.square)).toEqual(['b3']);
      expect(drawn.used).toEqual(['c4', 'd4']);
      expect(drawn.ghosts).toEqual([{ square: 'b3', colour: 0, rank: 2 }]);
    });

    it('to move is drawn with the piece and an arrow to where it goes', () => {
      const mover = choice({ text: 'c4', mark: 'select', square: 'c4', reach: ['c5', 'b4'] });
      const drawn = hint(ask('mover', [mover]), 'c4', 'b4');
      expect(drawn.trails).toEqual([{ from: 'c4', to: 'b4' }]);
      expect(drawn.marks.map((m) => [m.square, m.sign, m.hot])).toEqual([
        ['c4', 'select', true],
        ['b4', 'move', false],
      ]);
    });

    it('in an effect leaves the other choices in sight', () => {
      const both = ['d3', 'f4'].map((square) => choice({ text: square, mark: 'destroy', square }));
      const drawn = hint(ask('destroy', both), 'f4');
      expect(drawn.marks.map((m) => [m.square, m.hot])).toEqual([
        ['d3', false],
        ['f4', true],
      ]);
    });

    it('has the number of each step on its square', () => {
      const drawn = hint(
        ask('action', []),
        'summon knight',
        'b3',
        'd4',
        'place e5',
        'e5',
        'finish',
      );
      expect(drawn.steps).toEqual([
        { square: 'b3', numbers: [2] },
        { square: 'd4', numbers: [3] },
        { square: 'e5', numbers: [4, 5] },
      ]);
    });

    it('about no square draws nothing', () => {
      expect(
        hint(ask('end', [choice({ text: 'finish', kind: 'finish' })]), 'finish').marks,
      ).toEqual([]);
    });
  });
});

describe('a summoning of somebody else', () => {
  const event = {
    e: 'summon',
    card: 'knight',
    square: 'd3',
    used: ['c4', 'd4', 'f4'],
    colour: 0,
    rank: 2,
  } as const;

  it('shows the pieces of its pattern, and which of them are borrowed', () => {
    const drawn = drawSummoned(board, { ...event, used: [...event.used] });
    expect(drawn.used).toEqual(['c4', 'd4']);
    expect(drawn.standIns).toEqual(['f4']);
    expect(drawn.wires.map(({ to }) => to)).toEqual(['c4', 'd4', 'f4']);
  });

  it('offers nothing', () => {
    const drawn = drawSummoned(board, { ...event, used: [...event.used] });
    expect(drawn.told).toBe(true);
    expect(drawn.marks.filter((m) => m.sign === 'summon').every((m) => m.later)).toBe(true);
    expect(drawn.ghosts).toEqual([]);
  });
});
