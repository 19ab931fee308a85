"""What a game is worth to each seat."""

from __future__ import annotations

from tashkalar.rules.forms import FORMS
from tashkalar.rules.play import Position

# Nothing in the rules ends a game in which nobody summons: one that has lasted for so many turns,
# many times longer than usual, is broken off, and nobody gets anything.
TURN_LIMIT = 500


def rewards(position: Position) -> tuple[float, ...]:
    """By seat, from 1 for the first place down to -1 for the last; 0 until the game is over.

    Colours that share a place share what it and the places after it bring, so a draw of two is 0,
    and all rewards add up to 0. Partners have the same.

    >>> rewards(
    ...     Position.new(
    ...         "team-duel", ("highland", "sylvan", "northern_imperial", "southern_imperial"), 1
    ...     ).resigned(1)
    ... )
    (1.0, -1.0, 1.0, -1.0)
    """
    form, result = FORMS[position.form], position.result
    if not result:
        return (0.0,) * form.seats
    place_of = dict(zip(form.colour_of, result, strict=True))
    places = list(place_of.values())

    def worth(place: int) -> float:
        mean = place + (places.count(place) - 1) / 2
        return 1 - 2 * (mean - 1) / (form.colours - 1)

    return tuple(worth(place) for place in result)


def broken_off(position: Position) -> bool:
    """Has a game lasted too long?"""
    return position.turn > TURN_LIMIT and not position.is_over
