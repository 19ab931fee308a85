import { expect, test } from 'vitest';
import { order } from './keys';

const plain = { ctrlKey: false, metaKey: false, altKey: false };

test('letters, digits and signs give orders', () => {
  expect(order({ ...plain, key: 'U' })).toEqual({ do: 'undo' });
  expect(order({ ...plain, key: '3' })).toEqual({ do: 'card', n: 2 });
  expect(order({ ...plain, key: '/' })).toEqual({ do: 'type' });
});

test('a key with Ctrl, Alt or the system key is the browser’s', () => {
  for (const held of ['ctrlKey', 'metaKey', 'altKey'] as const)
    expect(order({ ...plain, [held]: true, key: 'u' })).toBeNull();
});

test('single characters can be switched off, and nothing else', () => {
  for (const key of ['u', 'e', '3', '/', '?', '.'])
    expect(order({ ...plain, key }, false)).toBeNull();
  for (const key of ['ArrowUp', 'Enter', ' ', 'Escape'])
    expect(order({ ...plain, key }, false)).not.toBeNull();
});
