/** What the server says about itself: who runs it, and whether names can be protected. */

import type { HouseRow } from '../lib/contract';
import { api } from './session.svelte';

let told = $state.raw<HouseRow | null>(null);

/** Null until it is known, and where nobody answers. */
export function house(): HouseRow | null {
  return told;
}

/** Are there tournaments or ratings? */
export function contested(): boolean {
  return told !== null && (told.ratings || told.tournaments !== 'nobody');
}

export async function loadHouse(): Promise<void> {
  told ??= await api.house().catch(() => null);
}
