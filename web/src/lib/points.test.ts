import { expect, it } from 'vitest';
import { pointsText, scoreText } from './points';

it('writes halves as people do', () => {
  expect([0, 1, 2, 3, 10].map(pointsText)).toEqual(['0', '½', '1', '1½', '5']);
  expect(scoreText(1, 2)).toBe('½ : ½');
  expect(scoreText(2, 2)).toBe('1 : 0');
  expect(scoreText(0, 0)).toBe('0 : 0');
});
