/** How near a card is to being played: the strip at its foot. */

import type { HandCard } from '../lib/contract';
import type { Table } from './table.svelte';
import { t } from './texts.svelte';

interface Strip {
  state: 'can' | 'near' | 'far' | 'play' | 'pick' | 'away';
  look: string; // classes of the card
  words: string;
}

export function handState(table: Table, held: HandCard): Strip {
  const { choosing, question } = table;
  if (table.scene?.state === 'over') return { state: 'far', look: '', words: '' };
  if (table.putAway(held.id))
    return { state: 'away', look: 'is-locked', words: t('web.learn.put_away') };
  const selected = choosing.card === held.id;
  const found = plainState(table, held);
  const pickable = question?.choices.find(
    (choice) =>
      choice.card === held.id &&
      (choice.kind === 'return' ||
        choice.kind === 'card' ||
        (choosing.discarding && choice.kind === 'discard')),
  );
  if (pickable) {
    const what =
      pickable.kind === 'discard' ? 'discard' : pickable.kind === 'return' ? 'give_back' : 'take';
    const words = t(`web.card.${what}`);
    return { state: 'pick', look: 'can', words };
  }
  // One glow at a time: the hand is quiet while an effect runs or a card is being discarded.
  const quiet =
    choosing.discarding ||
    (question !== null && question.asking !== 'action' && question.asking !== 'end');
  const glows = found.state === 'can' && !quiet && held.playable;
  const classes = [
    selected || found.state === 'play' ? 'sel can' : glows ? 'can' : '',
    found.state === 'near' && !quiet && !selected ? 'near' : '',
    found.state === 'can' && !glows && !selected ? 'fits' : '',
  ];
  return { ...found, look: classes.join(' ') };
}

function plainState(table: Table, held: HandCard): Strip {
  if (held.in_play) return { state: 'play', look: '', words: t('web.card.in_play') };
  if (held.card === 'flare') return flareState(held);
  const n = held.fits.length;
  if (n > 0 && spent(table)) return { state: 'far', look: '', words: t('web.card.no_action') };
  if (n > 0) {
    const ways = held.fits.flatMap((fit) => fit.ways);
    const words = ways.some((way) => way.stand_ins.length === 0)
      ? t('web.card.fits', { n })
      : t(
          ways.every((way) => way.charged !== null)
            ? 'web.card.fits_improvising'
            : 'web.card.fits_borrowing',
        );
    return { state: 'can', look: '', words };
  }
  if (held.missing === 0) return { state: 'far', look: '', words: t('web.card.not_possible') };
  const { upgraded } = held;
  const all = upgraded === held.missing;
  const id = all
    ? 'web.card.missing_upgraded'
    : upgraded
      ? 'web.card.missing_some'
      : 'web.card.missing';
  const words = t(id, { n: held.missing, upgraded });
  return { state: held.missing === 1 ? 'near' : 'far', look: '', words };
}

/** In one's own turn, when its actions are used: what fits cannot be summoned any more. */
function spent({ scene }: Table): boolean {
  return scene !== null && scene.turn_of === scene.you && scene.actions === 0;
}

function flareState(held: HandCard): Strip {
  const upper = held.rivals.some((rival) => rival.upper);
  const lower = held.rivals.some((rival) => rival.lower);
  if (!upper && !lower) return { state: 'far', look: '', words: t('web.flare.not_yet') };
  const half = upper && lower ? 'both' : upper ? 'upper' : 'lower';
  return { state: 'can', look: '', words: t(`web.flare.ready_${half}`) };
}
