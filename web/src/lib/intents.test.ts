import { describe, expect, it } from 'vitest';
import type { Asking, OfferedChoice, Question, WayShown } from './contract';
import { answer, invoking, summoning } from './intents';

const way = (used: string[]): WayShown => ({
  used,
  marked: [],
  directions: [],
  orientation: { turned: 0, mirrored: false },
  stand_ins: [],
  charged: null,
});
const choice = (text: string, more: Partial<OfferedChoice> = {}): OfferedChoice => ({
  text,
  kind: 'square',
  words: text,
  preview: [],
  ...more,
});
const ask = (asking: Asking, ...choices: OfferedChoice[]): Question => ({
  asking,
  card: null,
  words: '',
  hint: '',
  left: null,
  origin: null,
  being: null,
  choices,
});

describe('what is meant ahead', () => {
  it('answers the questions of a summoning one after the other', () => {
    const queue = summoning('knight', 'd3', way(['c4']));
    const first = answer(queue, ask('action', choice('place a5'), choice('summon knight')));
    expect(first.choice?.text).toBe('summon knight');
    const second = answer(first.rest, ask('summoning_square', choice('b3'), choice('d3')));
    expect(second.choice?.text).toBe('d3');
    const third = answer(
      second.rest,
      ask('way', choice('way 1', { way: way(['e4']) }), choice('way 2', { way: way(['c4']) })),
    );
    expect(third.choice?.text).toBe('way 2');
    expect(third.rest).toEqual([]);
  });

  it('skips what the server has played by itself', () => {
    const { rest } = answer(
      summoning('knight', 'd3', way(['c4'])),
      ask('action', choice('summon knight')),
    );
    const next = answer(rest, ask('way', choice('way 1', { way: way(['c4']) })));
    expect(next.choice?.text).toBe('way 1');
  });

  it('never answers an effect with the square of the summoning', () => {
    const { rest } = answer(
      summoning('knight', 'd3', null),
      ask('action', choice('summon knight')),
    );
    expect(answer(rest, ask('destroy', choice('d3'), choice('pass')))).toEqual({
      choice: null,
      rest: [],
    });
  });

  it('gives up when the choice is not offered, or nothing is asked', () => {
    const queue = summoning('knight', 'd3', null);
    expect(answer(queue, ask('action', choice('place a5')))).toEqual({
      choice: null,
      rest: [],
    });
    expect(answer(queue, null)).toEqual({ choice: null, rest: [] });
  });

  it('names the rival of a flare', () => {
    const queue = invoking('flare_11', 'colour C');
    const { choice: first, rest } = answer(queue, ask('end', choice('invoke flare_11')));
    expect(first?.text).toBe('invoke flare_11');
    expect(answer(rest, ask('rival', choice('colour B'), choice('colour C'))).choice?.text).toBe(
      'colour C',
    );
    expect(invoking('flare_11', null)).toHaveLength(1);
  });
});
