/** Whom the player here does not want to hear or to play with: kept by the server. */

import type { AvoidedRow } from '../lib/contract';
import { api, session } from './session.svelte';

export type Avoiding = AvoidedRow['kind'];

let told = $state.raw<readonly AvoidedRow[]>([]);
let asked = ''; // for whom it was loaded

export function allAvoided(): readonly AvoidedRow[] {
  return told;
}

/** How somebody is avoided, by the public id. */
export function avoiding(guest: string | null | undefined): Avoiding | null {
  return told.find((row) => row.guest === guest)?.kind ?? null;
}

export async function loadAvoided(): Promise<void> {
  const who = session.guest?.token ?? '';
  if (asked === who) return;
  asked = who;
  told = who ? await api.avoided().catch(() => []) : [];
}

/** Mute or block somebody, or neither any more. */
export async function avoid(guest: string, name: string, kind: Avoiding | null): Promise<void> {
  await api.avoid(guest, { kind });
  const others = told.filter((row) => row.guest !== guest);
  told = kind ? [{ guest, name, kind }, ...others] : others;
}
