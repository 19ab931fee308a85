/** What a coach says to somebody who plays a first game, from the kind of question alone. */

import type { Table } from './table.svelte';

type Tip = 'wait' | 'claim' | 'end' | 'effect' | 'summon' | 'near' | 'place';

/** One tip, or none: at other tables nobody is coached. */
export function tipOf(table: Table): Tip | null {
  const { scene, question, choosing } = table;
  if (!scene || scene.state !== 'running' || !table.form?.first) return null;
  if (table.spectator || table.coach || choosing.card !== null) return null;
  if (!question) return 'wait';
  if (question.asking === 'end') return choosing.offered('claim') ? 'claim' : 'end';
  if (question.asking !== 'action') return 'effect';
  const beings = table.hand.filter((card) => card.card === 'being');
  if (beings.some((card) => card.fits.length > 0)) return 'summon';
  return beings.some((card) => card.missing === 1) ? 'near' : 'place';
}
