/** Tables and tournaments in words, for those who look for one. */

import { clockWords } from '../lib/clocks';
import type { TableRow, TournamentRow } from '../lib/contract';
import { formName } from './forms.svelte';
import { t } from './texts.svelte';

/** "3 days a turn · nothing is taken back" */
export function tableTerms(row: TableRow): string {
  const said = [t(...clockWords(row.clock))];
  if (!row.takebacks) said.push(t('web.terms.no_takebacks'));
  if (row.hints) said.push(t('web.terms.hints'));
  if (row.rated) said.push(t('web.terms.rated'));
  if (row.tournament) said.push(t('web.terms.tournament'));
  if (row.continued) {
    said.push(t('web.terms.continued', { turn: row.continued.turn }));
    if (row.continued.kept) said.push(t('web.terms.kept'));
  }
  return said.join(' · ');
}

/** "Swiss · Deathmatch duel · 3 days a turn · rated" */
export function tournamentTerms(row: TournamentRow): string {
  const said = [t(`web.tournament.kind.${row.kind}`), formName(row.form)];
  said.push(t(...clockWords(row.clock)));
  if (row.rated) said.push(t('web.terms.rated'));
  return said.join(' · ');
}

/** "Round 2 of 5" */
export function tournamentState(row: TournamentRow): string {
  const { round, rounds } = row;
  return t(`web.tournament.state.${row.state}`, { round, rounds });
}
