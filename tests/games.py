"""Random games for tests: seeded, any form, at every decision."""

from __future__ import annotations

import random
from collections.abc import Iterator

from tashkalar import Choice, Kind, Position
from tashkalar.cards import SCHOOLS
from tashkalar.rules.forms import FORMS


def new_game(form: str, seed: int) -> Position:
    """A new game with schools drawn by the seed."""
    schools = list(SCHOOLS)
    if FORMS[form].first:
        schools = schools[:2]
    random.Random(seed).shuffle(schools)
    return Position.new(form, tuple(schools[: FORMS[form].seats]), seed)


def eager(rng: random.Random, choices: tuple[Choice, ...]) -> Choice:
    """A random choice that likes to summon, to invoke flares and to go on with an effect."""
    wanted = [c for c in choices if c.kind in (Kind.SUMMON, Kind.FLARE, Kind.CLAIM)]
    if wanted and rng.random() < 0.8:
        return rng.choice(wanted)
    going_on = [c for c in choices if c.kind not in (Kind.PASS, Kind.DISCARD, Kind.PASS_CONTROL)]
    if going_on and rng.random() < 0.8:
        return rng.choice(going_on)
    return rng.choice(choices)


def positions(form: str, seed: int, most: int = 300) -> Iterator[tuple[Position, Choice]]:
    """The decisions of a random game with the choices made, up to so many."""
    rng = random.Random(seed)
    position = new_game(form, seed)
    while not position.is_over and most:
        choice = eager(rng, position.choices())
        yield position, choice
        position = position.after(choice)
        most -= 1


def some_position(form: str, seed: int) -> Position:
    """One position out of a random game, in the middle of effects more often than not."""
    rng = random.Random(seed)
    passed = [position for position, _ in positions(form, seed, rng.randrange(1, 250))]
    inside = [position for position in passed[-40:] if position.callers]
    return rng.choice(inside) if inside and rng.random() < 0.6 else passed[-1]
