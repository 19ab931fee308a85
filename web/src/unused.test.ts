/** Nothing is kept that nobody uses: exports, classes of the styles, their custom properties. */

import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const texts = new Map(
  readdirSync(new URL('.', import.meta.url), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(css|svelte|ts)$/.test(name))
    .map((name) => [
      name.replaceAll('\\', '/'),
      readFileSync(new URL(name, import.meta.url), 'utf8'),
    ]),
);
const names = [...texts.keys()];
const styles = names.filter((name) => name.endsWith('.css'));
const code = names.filter((name) => !name.endsWith('.css') && !name.endsWith('.test.ts'));
const all = (of: readonly string[]) => of.map((name) => texts.get(name)!).join('\n');
const page = readFileSync(new URL('../index.html', import.meta.url), 'utf8');

function found(text: string, pattern: RegExp): string[] {
  return [...new Set([...text.matchAll(pattern)].map((match) => match[1]!))];
}

function times(word: string, text: string): number {
  return text.match(new RegExp(`(?<![\\w$])${word}(?![\\w$])`, 'g'))?.length ?? 0;
}

it('exports nothing that is used in its own file only, or nowhere', () => {
  const EXPORT = /^export (?:async )?(?:function|const|let|class|interface|type) (\w+)/gm;
  // What is only tested is used if its own file uses it, too.
  const used = (name: string, word: string) =>
    code.some((other) => other !== name && times(word, texts.get(other)!) > 0) ||
    (times(word, texts.get(name)!) > 1 && (name === 'lib/contract.ts' || tested(word)));
  const tested = (word: string) =>
    names.some((name) => name.endsWith('.test.ts') && times(word, texts.get(name)!) > 0);
  const unused = code
    .filter((name) => name.endsWith('.ts'))
    .flatMap((name) =>
      found(texts.get(name)!, EXPORT)
        .filter((word) => !used(name, word))
        .map((word) => `${name} ${word}`),
    );
  expect(code.length).toBeGreaterThan(60);
  expect(unused).toEqual([]);
});

it('styles no class that no page has', () => {
  const css = all(styles).replace(/\/\*[^]*?\*\//g, '');
  const selectors = css.replace(/\{[^{}]*\}/g, '{}');
  const classes = found(selectors, /\.(-?[a-zA-Z_][\w-]*)/g);
  const written = all(code) + page;
  // Some are put together: `class="s-{look}"`, `on-${place}`.
  const begun = found(written, /(?<![\w-])([a-z]+-)\$?\{/g);
  const known = (name: string) =>
    times(name, written) > 0 || begun.some((start) => name.startsWith(start));
  expect(classes.length).toBeGreaterThan(200);
  expect(classes.filter((name) => !known(name))).toEqual([]);
});

it('defines no custom property that is not used', () => {
  const everything = all([...styles, ...code]);
  const defined = found(everything, /(--[\w-]+)['"]?\s*[:=]/g);
  const read = found(everything, /var\(\s*(--[\w-]+)/g);
  expect(defined.length).toBeGreaterThan(50);
  expect(defined.filter((name) => !read.includes(name))).toEqual([]);
});
