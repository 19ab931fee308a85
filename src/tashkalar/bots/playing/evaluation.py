"""The value of a position for a colour: features times weights.

The weights are data, with the record of how they were learned (``tashkalar train``).
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from functools import cached_property
from operator import mul

from tashkalar.bots.playing.features import NAMES, features
from tashkalar.bots.playing.fixed import POINT
from tashkalar.bots.playing.weights import Weights, family, learned, learned_starts, worths
from tashkalar.rules.play import Position

WON = 1000 * POINT


@dataclass(frozen=True, eq=False)  # the same weights are the same object
class Evaluation:
    """How a bot judges positions: weights for each family of forms."""

    weights: Weights

    def value(self, p: Position, colour: int, threats: bool = True) -> int:
        """How good a position is for a colour, best asked at the end of its turn."""
        if p.is_over:
            place = p.result[p.colour_of.index(colour)]
            if place > 1:
                return -WON * place
            return WON if p.result.count(1) == p.colour_of.count(colour) else 0
        known = self.weights[family(p.form)]
        return sum(map(mul, known, features(p, colour, threats)))

    @cached_property
    def digest(self) -> str:
        """A fingerprint of all that the values depend on."""
        worth = {family: worths(family) for family in self.weights}
        return _fingerprint(NAMES, self.weights, worth)

    def changed(self, form: str, weights: tuple[int, ...]) -> Evaluation:
        """The same with other weights for a form."""
        return Evaluation({**self.weights, family(form): weights})


def _fingerprint(*values: object) -> str:
    return hashlib.sha256(json.dumps(values).encode()).hexdigest()[:12]


LEARNED = Evaluation(learned(NAMES, "planner"))
STRATEGIC = Evaluation(learned(NAMES, "strategist"))
STARTS = learned_starts(NAMES)


STARTS_DIGEST = _fingerprint(NAMES, STARTS)


def promise(p: Position, colour: int) -> int:
    """How good a position is for a colour whose turn begins: what it can make of it."""
    known, plus = STARTS[family(p.form)]
    total: int = sum(map(mul, known, features(p, colour)))
    return total + plus
