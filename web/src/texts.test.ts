/** Every text the page asks for is in the catalogue, and nothing in it is left unused. */

import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const CATALOGUE = new URL(
  '../../src/tashkalar/locale/en/LC_MESSAGES/tashkalar.po',
  import.meta.url,
);
const known = [...readFileSync(CATALOGUE, 'utf8').matchAll(/^msgid "(web\.[^"]+)"$/gm)].map(
  (match) => match[1]!,
);
const sources = readdirSync(new URL('.', import.meta.url), { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.(svelte|ts)$/.test(name) && !name.endsWith('.test.ts'))
  .map((name) => readFileSync(new URL(name, import.meta.url), 'utf8'))
  .join('\n');
/** `'web.some.id'` as it stands, and the beginning of ids that are put together. */
const literal = new Set([...sources.matchAll(/'(web\.[\w.-]+)'/g)].map((match) => match[1]!));
const begun = [...sources.matchAll(/`(web\.[\w.]*)\$\{/g)].map((match) => match[1]!);

it('finds its texts', () => {
  expect(known.length).toBeGreaterThan(200);
  expect([...literal].filter((id) => !known.includes(id))).toEqual([]);
  expect(begun.filter((start) => !known.some((id) => id.startsWith(start)))).toEqual([]);
});

it('has no text that nobody asks for', () => {
  const used = (id: string) => literal.has(id) || begun.some((start) => id.startsWith(start));
  expect(known.filter((id) => !used(id))).toEqual([]);
});
