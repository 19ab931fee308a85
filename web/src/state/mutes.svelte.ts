/** Who is not to be heard, kept in this browser. */

import { read, write } from '../lib/storage';

const KEY = 'tashkalar.muted';

function kept(): string[] {
  try {
    const found: unknown = JSON.parse(read(KEY) ?? '[]');
    return Array.isArray(found) ? found.filter((name) => typeof name === 'string') : [];
  } catch {
    return [];
  }
}

export const muted = $state({ names: kept() });

export function toggleMute(name: string): void {
  muted.names = muted.names.includes(name)
    ? muted.names.filter((n) => n !== name)
    : [...muted.names, name];
  write(KEY, JSON.stringify(muted.names));
}
