/// <reference types="vitest/config" />
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
  plugins: [svelte(), licences(), compressed()],
  build: {
    outDir: '../src/tashkalar/server/web',
    emptyOutDir: true,
    target: 'es2022',
    // The page may load nothing but files of its own server: no data: addresses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: true,
  },
  server: {
    proxy: { '/api': { target: SERVER, ws: true } },
  },
  test: {
    include: ['src/**/*.test.ts'],
    environment: 'node',
  },
});
