"""The value of a position for a colour: features times weights.

The weights are data, with the record of how they were learned (``tashkalar tune``).
"""

from __future__ import annotations

from dataclasses import dataclass
from math import exp
from operator import mul

from tashkalar.bots.playing.features import NAMES, features
from tashkalar.bots.playing.weights import Weights, family, learned, learned_starts, odds
from tashkalar.rules.play import Position

WON = 1000.0


@dataclass(frozen=True, eq=False)  # the same weights are the same object
class Evaluation:
    """How a bot judges positions: weights for each family of forms."""

    weights: Weights

    def value(self, p: Position, colour: int, threats: bool = True) -> float:
        """How good a position is for a colour, best asked at the end of its turn."""
        if p.is_over:
            place = p.result[p.colour_of.index(colour)]
            if place > 1:
                return -WON * place
            return WON if p.result.count(1) == p.colour_of.count(colour) else 0.0
        known = self.weights[family(p.form)]
        total: float = sum(map(mul, known, features(p, colour, threats)))
        return total

    def changed(self, form: str, weights: tuple[float, ...]) -> Evaluation:
        """The same with other weights for a form."""
        return Evaluation({**self.weights, family(form): weights})


LEARNED = Evaluation(learned(NAMES, "planner"))
STRATEGIC = Evaluation(learned(NAMES, "strategist"))
STARTS = learned_starts(NAMES)


def promise(p: Position, colour: int) -> float:
    """How good a position is for a colour whose turn begins: what it can make of it."""
    known, plus = STARTS[family(p.form)]
    total: float = sum(map(mul, known, features(p, colour)), plus)
    return total


def chance(value: float, form: str) -> float:
    """A value at the end of one's turn as a chance of winning."""
    by, plus = odds(family(form))
    return 1 / (1 + exp(-max(-30.0, min(30.0, by * value + plus))))
