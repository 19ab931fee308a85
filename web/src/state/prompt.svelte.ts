/** The one question of the moment, in words and buttons. */

import type { OfferedChoice, Question, Rank, WayShown } from '../lib/contract';
import { RANK_NAMES, type Sign } from '../lib/drawing';
import { signsOf } from '../lib/marks';
import { cardName, cardOf } from './cards.svelte';
import { screen_ } from './screen.svelte';
import type { Table } from './table.svelte';
import { t } from './texts.svelte';

export interface PromptButton {
  id: string;
  label: string;
  act: () => void;
  primary?: boolean;
  /** Doing without: it says what is lost, and is never the answer that offers itself. */
  declines?: boolean;
  key?: string;
  choice?: OfferedChoice;
}

interface PromptWords {
  /** Which kind of moment it is: also the name of its heading. */
  kind: 'wait' | 'turn' | 'summon' | 'near' | 'effect' | 'discard' | 'end' | 'over' | 'watch';
  title: string;
  ask: string;
  values?: Record<string, string | number>;
  look: string;
  rank: Rank;
  signs: Sign[];
  buttons: PromptButton[];
  left: number;
}

const LISTED = ['option', 'colour', 'direction', 'card', 'claim'];

function base(table: Table): PromptWords {
  return {
    kind: 'wait',
    title: '',
    ask: '',
    look: table.lookOfColour(table.mine),
    rank: 2,
    signs: [],
    buttons: [],
    left: 0,
  };
}

export function promptOf(table: Table): PromptWords {
  const { scene, question, choosing } = table;
  const words = base(table);
  if (!scene) return { ...words, title: t('web.loading') };
  if (scene.state === 'over') return over(table, words);
  if (choosing.card !== null && choosing.held) return withCard(table, words);
  if (!question) return waiting(table, words);
  if (choosing.discarding) {
    const cancel = cancelButton(table);
    const [title, ask] = [t('web.prompt.discard'), t('web.prompt.discard_ask')];
    return { ...words, kind: 'discard', title, ask, rank: 1, buttons: [cancel] };
  }
  return asked(table, question, words);
}

function over(table: Table, words: PromptWords): PromptWords {
  const open = () => (table.window = 'result');
  return {
    ...words,
    kind: 'over',
    title: t('web.prompt.over'),
    ask: table.scene?.result?.words ?? '',
    buttons: [{ id: 'result', label: t('web.prompt.see_result'), primary: true, act: open }],
  };
}

function waiting(table: Table, words: PromptWords): PromptWords {
  const scene = table.scene!;
  const seat = table.seatOf(scene.acting);
  const title = t('web.prompt.waiting', { name: table.nameOf(scene.acting) });
  const inPlay = scene.in_play;
  return {
    ...words,
    kind: table.spectator ? 'watch' : 'wait',
    title,
    ask: inPlay
      ? t('web.prompt.in_play', { card: cardName(inPlay) })
      : table.hand.length > 0
        ? t('web.prompt.wait_ask')
        : '',
    look: table.lookOfColour(seat?.colour ?? 0),
    rank: (inPlay ? cardOf(inPlay)?.rank : 1) ?? 1,
  };
}

function cancelButton(table: Table): PromptButton {
  return { id: 'cancel', label: t('web.cancel'), act: () => table.choosing.cancel() };
}

/** A card is in mind: where it fits, what the square aimed at would do, or what it lacks. */
function withCard(table: Table, words: PromptWords): PromptWords {
  const { choosing } = table;
  const held = choosing.held!;
  const card = cardOf(held.id);
  const name = card?.name ?? held.id;
  const shared = { ...words, rank: card?.rank ?? 2, signs: signsOf(choosing.drawn) };
  if (held.card === 'flare') return { ...shared, kind: 'turn', title: name, ask: '' };
  if (held.in_play)
    return {
      ...shared,
      kind: 'effect',
      title: name,
      ask: t('web.card.in_play'),
      buttons: [cancelButton(table)],
    };
  if (held.fits.length === 0) return lacking(table, shared, name);
  const squares = held.fits.map((fit) => fit.square).join(', ');
  const { fit, way } = choosing;
  if (!fit || !way) {
    return {
      ...shared,
      kind: 'summon',
      title: t('web.prompt.choose_square', { card: name }),
      ask: t('web.prompt.fits', { n: held.fits.length }),
      values: { squares },
      buttons: [cancelButton(table)],
    };
  }
  // A piece that a card lends is borrowed; in a melee one improvises, once with each color.
  const improvised = standIns(table, way, true);
  const borrowed = standIns(table, way, false);
  const enemies = way.stand_ins.map((piece) => piece.square);
  const used = way.used.filter((s) => s !== fit.square && !enemies.includes(s)).join(', ');
  const id = improvised
    ? borrowed
      ? 'web.prompt.improvises_and_borrows'
      : 'web.prompt.improvises'
    : borrowed
      ? 'web.prompt.borrows'
      : fit.crushes
        ? screen_.compact // where the board alone tells which pieces are used
          ? 'web.prompt.crushes'
          : 'web.prompt.uses_crushing'
        : 'web.prompt.uses';
  return {
    ...shared,
    kind: 'summon',
    title: t(
      improvised ? 'web.prompt.improvise' : borrowed ? 'web.prompt.borrow' : 'web.prompt.aimed',
      { card: name, square: fit.square },
    ),
    ask: t(id),
    values: {
      square: fit.square,
      used,
      borrowed,
      improvised,
      rank: fit.crushes ? t(`rank.${RANK_NAMES[fit.crushes.rank]}`) : '',
      victim: fit.crushes ? table.nameOfColour(fit.crushes.colour) : '',
    },
    buttons: [
      {
        id: 'confirm',
        label: t(
          improvised
            ? 'web.prompt.improvise_and_summon'
            : borrowed
              ? 'web.prompt.borrow_and_summon'
              : 'web.prompt.summon_on',
          { square: fit.square },
        ),
        primary: true,
        key: 'Enter',
        act: () => choosing.confirm(),
      },
      cancelButton(table),
    ],
  };
}

/** The enemy pieces of a pattern that are improvised with, or borrowed, each with its owner. */
function standIns(table: Table, way: WayShown, improvised: boolean): string {
  return way.stand_ins
    .filter((piece) => piece.improvised === improvised)
    .map(({ square, colour }) =>
      t('web.prompt.stand_in', { square, name: table.nameOfColour(colour) }),
    )
    .join(', ');
}

function lacking(table: Table, words: PromptWords, name: string): PromptWords {
  const { choosing } = table;
  const near = choosing.near;
  const held = choosing.held!;
  const buttons = [cancelButton(table)];
  if (held.missing === 0)
    return {
      ...words,
      kind: 'near',
      title: name,
      ask: held.reason ?? t('web.prompt.nowhere'),
      buttons,
    };
  const missing = near?.missing ?? [];
  const higher = near ? missing.filter((piece) => piece.rank > 1).length : held.upgraded;
  const n = near ? missing.length : held.missing;
  const upgraded = higher === n;
  const place = choosing.completing;
  if (place)
    buttons.unshift({
      id: 'place',
      label: t('web.prompt.place_on', { square: place.square ?? '' }),
      primary: true,
      key: 'Enter',
      act: () => choosing.say(place.text),
    });
  return {
    ...words,
    kind: 'near',
    title: t(
      upgraded
        ? 'web.prompt.missing_upgraded'
        : higher > 0
          ? 'web.prompt.missing_some'
          : 'web.prompt.missing',
      { n, upgraded: higher, card: name },
    ),
    ask: !near
      ? '' // it is asked for
      : t(
          place
            ? 'web.prompt.completes'
            : upgraded && n === 1
              ? 'web.prompt.needs_upgraded'
              : 'web.prompt.lacks',
        ),
    values: {
      squares: missing
        .map(({ square, rank }) =>
          rank > 1 && n > 1 ? t('web.prompt.upgraded_on', { square }) : square,
        )
        .join(', '),
      square: near?.square ?? '',
    },
    buttons,
  };
}

/** A question of the server, as it is. */
function asked(table: Table, question: Question, words: PromptWords): PromptWords {
  const { choosing } = table;
  const scene = table.scene!;
  const card = cardOf(question.card);
  const title = card
    ? t('web.prompt.of_card', { card: card.name, words: question.words })
    : question.words;
  const being = question.being ? table.pieceAt(question.being) : undefined;
  const signs = choosing.offeredSigns.filter((sign) => sign !== 'summon');
  const kind = question.asking === 'end' ? 'end' : question.card ? 'effect' : 'turn';
  return {
    ...words,
    kind,
    title: question.asking === 'action' ? t('web.prompt.action', { n: scene.actions }) : title,
    ask: question.hint || (signs.length > 0 ? t('web.prompt.choose_highlighted') : ''),
    look: table.lookOfColour(being?.colour ?? table.mine),
    rank: being?.rank ?? card?.rank ?? 1,
    signs,
    buttons: buttonsOf(table, question),
    left: question.left ?? 0,
  };
}

function buttonsOf(table: Table, question: Question): PromptButton[] {
  const { choosing } = table;
  const found: PromptButton[] = [];
  const claims = question.choices.some((choice) => choice.kind === 'claim');
  if (choosing.askedWays.length > 0)
    found.push({
      id: 'confirm',
      label: t('web.prompt.use_way'),
      primary: true,
      key: 'Enter',
      act: () => choosing.confirm(),
    });
  for (const choice of question.choices) {
    const act = () => choosing.say(choice.text);
    // A card of the hand is chosen in the hand.
    const inHand = choice.kind === 'card' && table.hand.some((held) => held.id === choice.card);
    // A direction with a square is chosen on the board, which names it, too.
    const onBoard = choice.kind === 'direction' && choice.square !== undefined;
    if (LISTED.includes(choice.kind) && !inHand && !onBoard)
      found.push({
        id: choice.text.replaceAll(' ', '-'),
        label: choice.words,
        choice,
        act,
        primary: choice.kind === 'claim',
      });
    else if (choice.kind === 'pass')
      found.push({ id: 'pass', label: choice.words, key: 'P', declines: true, act });
    else if (choice.kind === 'finish')
      found.push({
        id: 'finish',
        label: choice.words,
        key: 'E',
        primary: !claims,
        act: () => endTurn(table),
      });
  }
  // On a phone the first tap only shows; the button says what the second would do.
  const aimed = choosing.pinned ? choosing.choiceAt(choosing.aim) : null;
  if (aimed)
    found.unshift({
      id: 'confirm',
      label: aimed.words,
      key: 'Enter',
      primary: true,
      act: () => choosing.confirm(),
    });
  return found;
}

/** Ending the turn: a task that could be claimed is pointed out first. */
export function endTurn(table: Table): void {
  const { choosing } = table;
  if (!choosing.offered('finish')) return table.why('finish');
  if (choosing.offered('claim')) table.window = 'claim';
  else choosing.sayOffered('finish');
}
