/// <reference types="vitest/config" />
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';

import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig, type Plugin } from 'vite';

const SERVER = 'http://127.0.0.1:8123';
const SHIPPED = [
  'svelte',
  '@fontsource/inter',
  '@fontsource/vollkorn',
  'modern-gif',
  'modern-palette',
];

/** What is shipped inside the built client, with its licences beside it. */
function licences(): Plugin {
  const read = (name: string, file: string) =>
    readFileSync(new URL(`node_modules/${name}/${file}`, import.meta.url), 'utf8').trim();
  return {
    name: 'licences',
    apply: 'build',
    generateBundle() {
      const texts = SHIPPED.map((name) => {
        const file = name === 'svelte' ? 'LICENSE.md' : 'LICENSE';
        return `${name}\n${'='.repeat(name.length)}\n\n${read(name, file)}\n`;
      });
      this.emitFile({ type: 'asset', fileName: 'licences.txt', source: texts.join('\n\n') });
    },
  };
}

// Files of the page that are called the same in every version.
const UNHASHED = ['/favicon.svg', '/icons/icon-192.png'];

/** The service worker gets the list of all files, and another version whenever one has changed. */
function listed(): Plugin {
  return {
    name: 'listed',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const names = Object.keys(bundle)
          .filter((name) => name.startsWith('assets/'))
          .map((name) => `/${name}`);
        const files = [...names.sort(), ...UNHASHED];
        const page = bundle['index.html'];
        const content = createHash('sha256')
          .update(JSON.stringify(files))
          .update(page?.type === 'asset' ? page.source : '');
        for (const name of UNHASHED)
          content.update(readFileSync(new URL(`public${name}`, import.meta.url)));
        const version = content.digest('hex').slice(0, 12);
        const worker = bundle['sw.js'];
        if (worker?.type !== 'chunk') throw new Error('there is no service worker');
        worker.code = worker.code
          .replaceAll('__FILES__', JSON.stringify(files))
          .replaceAll('__VERSION__', JSON.stringify(version));
      },
    },
  };
}

/** Each text twice more, compressed once and for all: the server sends what the browser takes. */
function compressed(): Plugin {
  return {
    name: 'compressed',
    apply: 'build',
    writeBundle({ dir }, bundle) {
      for (const name of Object.keys(bundle).filter((n) => /\.(js|css|html|svg|txt)$/.test(n))) {
        const path = join(dir!, name);
        const whole = readFileSync(path);
        writeFileSync(`${path}.br`, brotliCompressSync(whole));
        writeFileSync(`${path}.gz`, gzipSync(whole, { level: 9 }));
      }
    },
  };
}

export default defineConfig({
  plugins: [svelte(), licences(), listed(), compressed()],
  build: {
    outDir: '../src/tashkalar/server/web',
    emptyOutDir: true,
    target: 'es2022',
    // The page may load nothing but files of its own server: no data: addresses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: true,
    rolldownOptions: {
      input: { index: 'index.html', sw: 'src/worker/sw.ts' },
      output: {
        // A service worker is found under the same name in every version, above all it serves.
        entryFileNames: ({ name }) => (name === 'sw' ? 'sw.js' : 'assets/[name]-[hash].js'),
      },
    },
  },
  server: {
    proxy: { '/api': { target: SERVER, ws: true } },
  },
  test: {
    include: ['src/**/*.test.ts'],
    environment: 'node',
  },
});
