/** The settings of this browser: kept at once, shown at once. */

import { parsed, written, type Settings } from '../lib/settings';
import { read, write } from '../lib/storage';

const KEY = 'tashkalar.settings';
const THEMES = ['system', 'light', 'dark'] as const;

export const settings = $state<Settings>(parsed(read(KEY)));

/** What the styles depend on is told to the root of the page. */
export function showSettings(): void {
  const { dataset } = document.documentElement;
  if (settings.theme === 'system') delete dataset.theme;
  else dataset.theme = settings.theme;
  dataset.pieces = settings.pieces;
  dataset.lines = settings.strong ? 'strong' : 'usual';
}

export function set<K extends keyof Settings>(name: K, value: Settings[K]): void {
  settings[name] = value;
  write(KEY, written(settings));
  showSettings();
}

export function nextTheme(): void {
  set('theme', THEMES[(THEMES.indexOf(settings.theme) + 1) % THEMES.length] ?? 'system');
}
