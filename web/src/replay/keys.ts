import { NOBODY, OPEN } from '../lib/replayed';
import type { LookBack } from '../state/lookback.svelte';

/** All eyes that this game may be seen through, in the order in which a key goes through them. */
export function eyesOf(look: LookBack): number[] {
  const game = look.game!;
  return [...game.eyes, ...(game.open ? [OPEN] : []), NOBODY];
}

/** The keys of the replay; what has the focus answers its own. */
export function obey(
  event: KeyboardEvent,
  look: LookBack,
  ask: (what: 'share' | 'continue') => void,
): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const target = event.target as Element | null;
  if (target?.closest('input, select, textarea, dialog')) return;
  if (event.key === ' ' && target?.closest('button, a')) return;
  // The arrows go over the squares while one of them has the focus.
  if (event.key.startsWith('Arrow') && target?.closest('[role=grid]')) return;
  const act = {
    ArrowLeft: () => (event.shiftKey ? look.go(look.at - 1) : look.goTurn(-1)),
    ArrowRight: () => (event.shiftKey ? look.go(look.at + 1) : look.goTurn(1)),
    Home: () => look.go(0),
    End: () => look.go(look.last),
    ' ': () => look.play(),
    v: () => {
      const eyes = eyesOf(look);
      look.seeBy(eyes[(eyes.indexOf(look.eyes) + 1) % eyes.length]!);
    },
    n: () => nextWorth(look, 1),
    N: () => nextWorth(look, -1),
    b: () => {
      const turn = look.game!.turns[look.turn]?.turn;
      if (look.review.drawn) look.showPlayed();
      else if (look.review.of(turn)?.better.length) void look.showBetter(turn!, 0);
    },
    c: () => look.game!.over && ask('continue'),
    s: () => ask('share'),
  }[event.key];
  if (!act) return;
  event.preventDefault();
  if (event.key !== ' ') look.stop();
  act();
}

/** To the next turn that is worth looking at, or to the one before. */
function nextWorth(look: LookBack, by: 1 | -1): void {
  const now = look.game!.turns[look.turn]?.turn ?? 0;
  const turns = look.review.worthSeeing;
  const to = by > 0 ? turns.find((turn) => turn > now) : turns.findLast((turn) => turn < now);
  if (to !== undefined) void look.goToTurn(to);
}
