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

/** What a file imports, as `file name`. */
function imports(name: string): string[] {
  const IMPORT = /import (?:type )?\{([^}]*)\} from '(\.[^']+)'/g;
  return [...texts.get(name)!.matchAll(IMPORT)].flatMap(([, words, from]) => {
    const file = new URL(`${from}.ts`, `file:///${name}`).pathname.slice(1);
    return words!
      .split(',')
      .map(
        (word) =>
          word
            .trim()
            .replace(/^type /, '')
            .split(' as ')[0],
      )
      .map((word) => `${file} ${word}`);
  });
}

it('exports nothing that is used in its own file only, or nowhere', () => {
  const EXPORT = /^export (?:async )?(?:function|const|let|class|interface|type) (\w+)/gm;
  const wanted = new Set(code.flatMap(imports));
  const tested = new Set(names.filter((name) => name.endsWith('.test.ts')).flatMap(imports));
  const exported = code
    .filter((name) => name.endsWith('.ts'))
    .flatMap((name) => found(texts.get(name)!, EXPORT).map((word) => `${name} ${word}`));
  // What is only tested is used if its own file uses it, too; so is a part of the contract.
  const used = (one: string) => {
    const [name, word] = one.split(' ') as [string, string];
    const own = times(word, texts.get(name)!) > 1;
    return wanted.has(one) || (own && (tested.has(one) || name === 'lib/contract.ts'));
  };
  expect(exported.length).toBeGreaterThan(100);
  expect(exported.filter((one) => !used(one))).toEqual([]);
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
