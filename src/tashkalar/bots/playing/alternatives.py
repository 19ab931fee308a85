"""What else could be done with a turn: give cards back, or let the partner go on.

What either is worth depends on cards that nobody has seen. So the search of turns leaves both out;
they are worked out from the turns that it finds, and judged in worlds with them.
"""

from __future__ import annotations

from contextlib import suppress

from tashkalar.bots.playing.budget import Budget, OutOfBudget
from tashkalar.bots.playing.evaluation import Evaluation
from tashkalar.bots.playing.turns import Variation, turn_key, worth
from tashkalar.choice import PASS, PASS_CONTROL, Asking, Choice, Kind
from tashkalar.rules.play import Position

DISCARDING = 2  # turns with the discard action that are candidates


def discarding(
    position: Position, lines: list[Variation], judge: Evaluation, budget: Budget
) -> list[Variation]:
    """The discard action in place of the last piece of some turns, the best ones first.

    It is the last action because what is drawn for the cards comes at the end of the turn anyway.
    """
    colour, met, found = position.colour_of[position.actor], set(), []
    with suppress(OutOfBudget):
        for line in lines:
            if not line.path or line.path[-1].kind != Kind.PLACE:
                continue
            p = position
            for choice in line.path[:-1]:
                p = p.after(choice)
            key = turn_key(p)
            if p.asking == Asking.ACTION and p.actions == 1 and key not in met:
                met.add(key)
                for choice in p.choices():
                    if choice.kind == Kind.DISCARD:
                        start = Variation(0, p.after(choice), (*line.path[:-1], choice))
                        found.append(_exchanged(start, colour, judge, budget))
    return sorted(found, key=lambda line: -line.value)[:DISCARDING]


def _exchanged(line: Variation, colour: int, judge: Evaluation, budget: Budget) -> Variation:
    """After a discard: whatever is worth no more than a card that may be drawn goes back, too.

    That is asked about one card after the other. Cards are given back in the order of their
    numbers: which lies lower matters little.
    """

    def settled(p: Position, path: tuple[Choice, ...]) -> Variation:
        budget.spend()
        if p.asking == Asking.RETURNED:
            p, path = p.after(PASS), (*path, PASS)
        return Variation(worth(p, colour, True, judge), p, path)

    best, p, path = settled(line.position, line.path), line.position, line.path
    for choice in p.choices() if p.asking == Asking.RETURNED else ():
        if choice != PASS:
            more = p.after(choice)
            after = settled(more, (*path, choice))
            if after.value >= best.value:
                best, p, path = after, more, (*path, choice)
    return best


def passing(position: Position, line: Variation) -> list[Variation]:
    """The same turn, but the partner places the last pieces of it, as few as possible first.

    Placing is all that a partner can do with the actions that are left.
    """
    p, found = position, []
    for n, choice in enumerate(line.path):
        if p.is_legal(PASS_CONTROL) and all(c.kind == Kind.PLACE for c in line.path[n:]):
            found.append(Variation(line.value, p, (*line.path[:n], PASS_CONTROL)))
        p = p.after(choice)
    return found[::-1]
