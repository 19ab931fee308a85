"""What a number stands for: a square, a card, a colour.

Values that are told to people (those of events, for one) say it in their types, so that every
teller can work out how to show them: ``words`` as words of a language, ``scene`` as JSON.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, get_type_hints


class Term(StrEnum):
    """What a field holds, as a word."""

    SQUARE = "square"
    SQUARES = "squares"  # a set of squares, as bits
    CARD = "card"  # the card's number
    COLOUR = "colour"
    RANK = "rank"
    SEAT = "seat"
    COUNT = "count"
    HALVES = "halves"  # of a flare: 1 the upper, 2 the lower, 3 both
    CAUSE = "cause"  # what triggered the end of the game: deck, points
    PLACES = "places"  # by seat; 1 is best, equals share one
    FACT = "fact"  # true or false


Square = Annotated[int, Term.SQUARE]
Squares = Annotated[int, Term.SQUARES]
Card = Annotated[int, Term.CARD]
Colour = Annotated[int, Term.COLOUR]
Rank = Annotated[int, Term.RANK]
Seat = Annotated[int, Term.SEAT]
Count = Annotated[int, Term.COUNT]
Halves = Annotated[int, Term.HALVES]
Cause = Annotated[str, Term.CAUSE]
Places = Annotated[tuple[int, ...], Term.PLACES]
Fact = Annotated[bool, Term.FACT]


def terms(kind: type) -> dict[str, Term]:
    """What each field of a class holds, in the order of the fields."""
    hints = get_type_hints(kind, include_extras=True)
    return {name: hint.__metadata__[0] for name, hint in hints.items()}
