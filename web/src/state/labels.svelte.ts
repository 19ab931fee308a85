/** Squares in words, for those who hear the board. */

import { kindOf, xy } from '../lib/squares';
import { RANK_NAMES } from '../lib/drawing';
import type { Table } from './table.svelte';
import { has, t } from './texts.svelte';

/** "e5, red, your heroic piece, can be destroyed" */
export function squareLabel(table: Table, square: string): string {
  const [x, y] = xy(square);
  const said = [square];
  const kind = kindOf(x, y, table.scene?.marked_centre ?? false);
  if (kind !== 'plain') said.push(t(`web.square.${kind}`));
  const starts = table.scene?.start_symbols ?? [];
  if (starts.some((squares) => squares.includes(square))) said.push(t('web.square.start'));
  said.push(pieceLabel(table, square));
  const what = offerLabel(table, square);
  if (what) said.push(what);
  return said.join(', ');
}

function pieceLabel(table: Table, square: string): string {
  const piece = table.pieceAt(square);
  if (!piece) return t('web.square.empty');
  const rank = t(`rank.${RANK_NAMES[piece.rank]}`);
  if (piece.colour === table.mine && !table.spectator) return t('web.square.yours', { rank });
  return t('web.square.theirs', { rank, name: table.nameOfColour(piece.colour) });
}

/** What the pattern in mind lacks on a square. */
function lackLabel(table: Table, square: string): string | null {
  const near = table.choosing.near;
  const missing = near?.missing.find((piece) => piece.square === square);
  if (!missing) return null;
  if (near?.placing) return t('web.square.completes');
  return t(missing.rank > 1 ? 'web.square.lacks.upgraded' : 'web.square.lacks.common');
}

function offerLabel(table: Table, square: string): string | null {
  const { choosing } = table;
  if (choosing.card !== null) {
    const fits = choosing.held?.fits.some((fit) => fit.square === square);
    return fits ? t('web.square.can.summon') : lackLabel(table, square);
  }
  const choice = choosing.choiceAt(square);
  if (!choice) return null;
  // Which direction it is, the words of the choice say.
  if (choice.mark === 'direction')
    return t('web.square.can.direction', { direction: choice.words });
  const id = `web.square.can.${choice.mark ?? 'select'}`;
  return has(id) ? t(id) : choice.words;
}
