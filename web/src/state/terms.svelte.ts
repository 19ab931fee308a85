/** Tables in words, for those who look for one. */

import { clockWords } from '../lib/clocks';
import type { TableRow } from '../lib/contract';
import { t } from './texts.svelte';

/** "3 days a turn · nothing is taken back" */
export function tableTerms(row: TableRow): string {
  const said = [t(...clockWords(row.clock))];
  if (!row.takebacks) said.push(t('web.terms.no_takebacks'));
  if (row.hints) said.push(t('web.terms.hints'));
  return said.join(' · ');
}
