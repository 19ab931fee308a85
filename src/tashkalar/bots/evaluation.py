"""The value of a position for a colour: features times weights, the logarithm of the odds.

The weights are data, with the record of how they were learned (``tashkalar tune``).
"""

from __future__ import annotations

from dataclasses import dataclass
from operator import mul

from tashkalar.bots.features import NAMES, features
from tashkalar.bots.weights import Weights, family, learned
from tashkalar.rules.play import Position

WON = 1000.0


@dataclass(frozen=True)
class Evaluation:
    """How a bot judges positions: weights for each family of forms."""

    weights: Weights

    def value(self, p: Position, colour: int, threats: bool = True) -> float:
        """How good a position is for a colour."""
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


LEARNED = Evaluation(learned(NAMES))
