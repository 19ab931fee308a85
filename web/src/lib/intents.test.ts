import { describe, expect, it } from 'vitest';
import { invoking, summoning } from './intents';

describe('what is meant as one thing', () => {
  it('names the card, the square, and the way where there are several', () => {
    expect(summoning('knight', 'd3', null)).toEqual(['summon knight', 'd3']);
    expect(summoning('knight', 'd3', 0)).toEqual(['summon knight', 'd3', 'way 1']);
    expect(summoning('knight', 'd3', 2)).toEqual(['summon knight', 'd3', 'way 3']);
  });

  it('names the rival of a flare where there is a choice', () => {
    expect(invoking('flare_11', null)).toEqual(['invoke flare_11']);
    expect(invoking('flare_11', 'colour C')).toEqual(['invoke flare_11', 'colour C']);
  });
});
