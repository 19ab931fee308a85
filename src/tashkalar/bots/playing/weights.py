"""What was learned from games, read from ``weights.json``; ``tashkalar train`` writes it.

Forms that are scored alike are one family and share what was learned: the weights of the
features, how much each feature varies, what each being brings, and what values mean.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from tashkalar.bots.playing import fixed
from tashkalar.cards import BEINGS
from tashkalar.rules.forms import form_named

WEIGHTS = Path(__file__).parent / "weights.json"

# A family of forms -> the weights in the order of the features' names, as fixed-point numbers.
Weights = dict[str, tuple[int, ...]]
# The same for the start of a turn, with the value that is added.
Starts = dict[str, tuple[tuple[int, ...], int]]


@cache
def family(form: str) -> str:
    """Forms that are scored alike share their weights.

    >>> family("high-form"), family("team-duel"), family("melee-4")
    ('tasks', 'duel', 'melee')
    """
    found = form_named(form)
    return "melee" if found.melee else "tasks" if found.tasks else "duel"


def read(file: Path) -> dict[str, Any]:
    """A weights file as plain data."""
    found: dict[str, Any] = json.loads(file.read_text())
    return found


def write(file: Path, stored: dict[str, Any]) -> None:
    """Keep plain data as a weights file."""
    file.write_text(json.dumps(stored, indent=1) + "\n")


@cache
def _stored() -> dict[str, Any]:
    return read(WEIGHTS)


def learned(names: tuple[str, ...], level: str) -> Weights:
    """A level's weights, in the order of the names; what was never learned counts nothing."""
    return {kind: _row(found, names) for kind, found in _stored()["weights"][level].items()}


def learned_starts(names: tuple[str, ...]) -> Starts:
    """The weights for the start of a turn."""
    return {
        kind: (_row(found["weights"], names), round(found["plus"] * fixed.DECIMAL) * fixed.ONE)
        for kind, found in _stored()["starts"].items()
    }


def _row(found: dict[str, float], names: tuple[str, ...]) -> tuple[int, ...]:
    return fixed.weights(found.get(name, 0.0) for name in names)


@cache
def worths(family: str) -> dict[int, int]:
    """What summoning each being changed on average, by the card's number, as a feature."""
    found = _stored()["worths"].get(family, {})
    known = fixed.weights(found.get(being.id, 0.0) for being in BEINGS.values())
    return {n: w * fixed.ONE // fixed.DECIMAL for n, w in zip(BEINGS, known, strict=True)}


@cache
def odds(family: str) -> tuple[float, float]:
    """What to multiply a value by and add to it to get the logarithm of the odds of winning."""
    found = _stored()["odds"][family]
    return found["by"], found["plus"]
