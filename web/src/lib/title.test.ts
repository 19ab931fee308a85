import { expect, test } from 'vitest';
import { titled } from './title';

test('the number of turns stands before the title, once', () => {
  expect(titled('Tash-Kalar', 0)).toBe('Tash-Kalar');
  expect(titled('Tash-Kalar', 2)).toBe('(2) Tash-Kalar');
  expect(titled('(2) Tash-Kalar', 3)).toBe('(3) Tash-Kalar');
  expect(titled('(3) Tash-Kalar', 0)).toBe('Tash-Kalar');
});
