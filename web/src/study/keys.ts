/** The keys of the study board; what they do not know, the table does. */

import { obey } from '../state/orders.svelte';
import { settings } from '../state/settings.svelte';
import type { Rank } from '../lib/contract';
import { START } from '../lib/study';
import type { StudyBoard } from '../state/study.svelte';
import type { Setter } from './setter.svelte';

interface Acts {
  focusSquare: (square: string) => void;
  toggle: () => void;
  best: () => void;
}

export function obeyStudy(
  event: KeyboardEvent,
  study: StudyBoard,
  setter: Setter,
  acts: Acts,
): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const target = event.target as Element | null;
  if (target?.closest('input, select, textarea, dialog') || study.window !== null) return;
  const arrow = event.key.startsWith('Arrow');
  // The arrows go over the squares while one of them has the focus.
  const walks = arrow && target?.closest('[role=grid]') && !event.shiftKey;
  const letters = settings.letters || event.key.length > 1;
  const act = walks || !letters ? undefined : orders(study, setter, acts)[event.key];
  if (act) {
    event.preventDefault();
    act();
  } else if (!study.laying.draft || walks) obey(event, study, acts.focusSquare);
}

function orders(study: StudyBoard, setter: Setter, acts: Acts): Record<string, () => void> {
  const both = { x: acts.toggle };
  if (study.laying.draft) {
    const rank = (n: Rank) => () => setter.rank(n);
    return {
      ...both,
      1: rank(1),
      2: rank(2),
      3: rank(3),
      c: () => setter.nextColour(study.scene!.colours.length),
      e: () => setter.pick('erase'),
      u: () => void study.laying.takeBack(),
    };
  }
  return {
    ...both,
    ArrowLeft: () => study.back(),
    ArrowRight: () => study.forward(),
    ArrowUp: () => study.beside(-1),
    ArrowDown: () => study.beside(1),
    Home: () => study.go(START),
    End: () => study.end(),
    b: acts.best,
  };
}
