"""The table of questions: what the lowering knows about everything that a program asks.

The machine needs none of it. Whoever explains a question to people does: why a square is
refused, how often the effect may still ask, which piece the move is about.

>>> from tashkalar.cards import card
>>> (asked,) = card("swordmaster").program.questions.values()
>>> asked.asking.name, asked.optional
('DESTROY', True)
>>> [demand.of for demand in asked.demands][:2]
[ENEMY, COMMON]
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce
from typing import NamedTuple

from tashkalar.choice import Asking
from tashkalar.effects.effect import Effect
from tashkalar.effects.offered import Movers, Payable, Provided, Reach, Touching
from tashkalar.effects.squares import ANYWHERE, Both, Either, Outside, Squares

# So many steps lead from any edge to any other: whoever may make them may make any number.
ANY_NUMBER = 8


class Demand(NamedTuple):
    """One condition that every offered square meets, and the code that works it out.

    It says what the conditions before it have not said; its code may work out more.
    """

    of: Squares
    start: int
    end: int


@dataclass(frozen=True)
class Asked:
    """One question of a program."""

    asking: Asking
    optional: bool
    demands: tuple[Demand, ...] = ()  # all of them hold; in the order that explains best
    counter: int | None = None  # the register that counts how often it may still be repeated
    times: int = 0  # how often at most: by the counter, or by the budget
    budget: int | None = None  # the register of the budget that a move is paid from
    mover: int | None = None  # the register of the piece whose destination is asked for
    leap: bool = False
    rank: int = 0  # of the piece that is placed
    options: tuple[tuple[Effect, ...], ...] = ()  # the alternatives, in order


class Conjunct(NamedTuple):
    """A part of a set that must hold: what it says beyond the parts before it, and the whole."""

    says: Squares
    whole: Squares


def conjuncts(s: Squares) -> list[Conjunct]:
    """The parts that must all hold; of alternatives, what they have in common comes first.

    >>> from tashkalar.effects.squares import COMMON, ENEMY, HEROIC, MINE
    >>> [part.says for part in conjuncts(ENEMY & COMMON | ENEMY & HEROIC)]
    [ENEMY, Either(left=COMMON, right=HEROIC)]
    """
    match s:
        case Both(left, right):
            return conjuncts(left) + conjuncts(right)
        case Movers(who, move):
            return [*conjuncts(who), Conjunct(Movers(ANYWHERE, move), s)]
        case Reach(_, move):
            return [*conjuncts(move.onto), Conjunct(s, s)]
        case Touching(of):
            return [*conjuncts(of), Conjunct(s, s)]
        case Provided(of):
            return [*conjuncts(of), Conjunct(s, s)]
        case Payable(_, parts):
            first, *others = (conjuncts(part) for part, _ in parts)
            shared = [c for c in first if all(c in other for other in others)]
            return [*(c for c in shared if c.says == c.whole), Conjunct(s, s)]
        case Either(left, right):
            return _alternatives(s, conjuncts(left), conjuncts(right))
    return [] if s == ANYWHERE else [Conjunct(s, s)]


def _alternatives(s: Squares, left: list[Conjunct], right: list[Conjunct]) -> list[Conjunct]:
    shared = [part for part in left if part in right]
    here = [part.says for part in left if part not in shared]
    there = [part.says for part in right if part not in shared]
    if not here or not there:
        return shared
    # Of "one and this, or not the one and this" only this is left.
    rest = [part for part in here if part in there]
    others = [part for part in here + there if part not in rest]
    if len(others) == 2 and Outside(others[0]) == others[1]:
        return [*shared, Conjunct(reduce(Both, rest), s)] if rest else shared
    return [*shared, Conjunct(Either(reduce(Both, here), reduce(Both, there)), s)]
