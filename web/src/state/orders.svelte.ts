/** What the keys do at a table. */

import { order, type Order } from '../lib/keys';
import { walk } from '../lib/squares';
import { askWhyThere } from './explaining.svelte';
import { endTurn, promptOf } from './prompt.svelte';
import { go, router } from './router.svelte';
import { set, settings } from './settings.svelte';
import type { Table } from './table.svelte';

/** Somebody is typing, or a window or another page is open: the keys are theirs. */
function taken(target: EventTarget | null, table: Table): boolean {
  if (table.window !== null || router.beneath !== null) return true;
  return (
    target instanceof Element &&
    target.closest('input, textarea, select, dialog, .menu-list') !== null
  );
}

export function obey(
  event: KeyboardEvent,
  table: Table,
  focusSquare: (square: string) => void,
): void {
  if (taken(event.target, table) || !table.scene) return;
  const given = order(event, settings.letters);
  if (!given) return;
  const pressed = event.target instanceof Element ? event.target.closest('button, a') : null;
  // Enter on a button is the button's own.
  if (given.do === 'confirm' && pressed) return;
  if (given.do === 'walk' && pressed?.closest('[role=tablist]')) return;
  if (carryOut(given, table, focusSquare)) event.preventDefault();
}

/** The next lesson or puzzle, if there is one. */
function follow(next: string | null): boolean {
  if (next) go(next);
  return next !== null;
}

function carryOut(given: Order, table: Table, focusSquare: (square: string) => void): boolean {
  const { choosing, stepping } = table;
  if (table.covered && given.do !== 'help') return false;
  switch (given.do) {
    case 'walk':
      if (stepping.active && given.dy === 0) {
        if (given.dx > 0) stepping.forward();
        else stepping.back();
      } else if (table.cursor === null) focusSquare('e5');
      else focusSquare(walk(table.cursor, given.dx, given.dy));
      return true;
    case 'confirm': {
      if (table.following.holding) {
        table.goOn();
        return true;
      }
      if (table.onward !== undefined) return follow(table.onward);
      // Only what says so: nothing is declined or ended by a key that was meant for something else.
      const main = promptOf(table).buttons.find((button) => button.key === 'Enter');
      main?.act();
      return main !== undefined;
    }
    case 'cancel':
      table.dropHint();
      choosing.cancel();
      return true;
    case 'card': {
      const held = table.hand[given.n];
      if (held) choosing.pick(held.id);
      const [first] = choosing.card === held?.id ? (held?.fits ?? []) : [];
      if (first) focusSquare(first.square);
      return held !== undefined;
    }
    case 'undo':
      table.undo();
      return true;
    case 'redo':
      table.redo();
      return true;
    case 'end':
      endTurn(table);
      return true;
    case 'pass':
      if (!choosing.sayOffered('pass')) table.why('pass');
      return true;
    case 'flare': {
      const flare = table.hand.find((card) => card.card === 'flare');
      if (flare) choosing.pick(flare.id);
      return true;
    }
    case 'hint':
      table.askHint();
      return true;
    case 'next':
    case 'previous':
      if (stepping.active) {
        if (given.do === 'next') stepping.forward();
        else stepping.back();
      } else choosing.look(given.do === 'next' ? 1 : -1);
      return true;
    case 'offered': {
      const squares = choosing.open;
      const at = squares.indexOf(table.cursor ?? '');
      const next = squares[(at + 1) % Math.max(1, squares.length)];
      if (next) focusSquare(next);
      return true;
    }
    case 'goal':
      if (!table.coach) return false;
      table.begin(Math.max(0, table.coach.goal - 1));
      return true;
    case 'why':
      return askWhyThere(table);
    case 'type':
      if (table.spectator) return false;
      set('typing', true);
      return true;
    case 'help':
      table.window = 'help';
      return true;
  }
}
