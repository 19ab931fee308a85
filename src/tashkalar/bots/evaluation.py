"""The value of a position for a colour: features times fitted weights.

The weights are data, with the record of how they were obtained (``tashkalar tune``). The value
is the logarithm of the odds of winning.
"""

from __future__ import annotations

import json
from functools import cache
from operator import mul
from pathlib import Path

from tashkalar.bots.features import NAMES, features
from tashkalar.rules.forms import FORMS
from tashkalar.rules.play import Position

WEIGHTS = Path(__file__).parent / "weights.json"
WON = 1000.0


@cache
def weights(family: str, moment: str = "moving") -> tuple[float, ...]:
    """The weights for a family of forms, in the order of the features.

    There are two sets: for the player whose turn is about to end (moving), and for one who
    waits for that.
    """
    stored = json.loads(WEIGHTS.read_text())["weights"][family][moment]
    return tuple(float(stored.get(name, 0.0)) for name in NAMES)


@cache
def family(form: str) -> str:
    """Forms that are scored alike share their weights."""
    found = FORMS[form]
    return "melee" if found.melee else "tasks" if found.tasks else "duel"


def value(p: Position, colour: int, threats: bool = True) -> float:
    """How good a position is for a colour."""
    if p.is_over:
        place = p.result[p.colour_of.index(colour)]
        if place > 1:
            return -WON * place
        return WON if p.result.count(1) == p.colour_of.count(colour) else 0.0
    moment = "moving" if p.colour_of[p.seat] == colour else "waiting"
    total: float = sum(map(mul, weights(family(p.form), moment), features(p, colour, threats)))
    return total
