"""What a number stands for: a square, a card, a colour.

Values that are told to people (those of events, for one) say it in their types, so that every
teller can work out how to show them: ``words`` as words of a language, ``scene`` as JSON.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from enum import StrEnum
from typing import Annotated, Any, get_type_hints

LETTERS = "ABCD"  # how seats are written, and the colours they play
RANK_NAMES = ("", "common", "heroic", "legendary")  # by rank
SPECTATORS = "spectators"  # everybody without a seat


def lettered(text: str, count: int = len(LETTERS)) -> int | None:
    """The seat or colour, of so many, that a letter stands for; None if the text is no such letter.

    >>> lettered("B"), lettered("D", 3), lettered("BC")
    (1, None, None)
    """
    return LETTERS.index(text) if len(text) == 1 and text in LETTERS[:count] else None


class Term(StrEnum):
    """What a field holds, as a word."""

    SQUARE = "square"
    SQUARES = "squares"  # a set of squares, as bits
    CARD = "card"  # the card's number
    COLOUR = "colour"  # whose pieces or points they are
    ACTOR = "actor"  # the color of the player who acts; of two teammates, the one who decides
    RANK = "rank"
    SEAT = "seat"
    COUNT = "count"
    HALVES = "halves"  # of a flare: 1 the upper, 2 the lower, 3 both
    CAUSE = "cause"  # why it happened, one of a few words; each has a text of its own
    PLACES = "places"  # by seat; 1 is best, equals share one
    FACT = "fact"  # true or false
    ASKING = "asking"  # what a position asks for, a number of `choice.Asking`
    DIRECTION = "direction"
    LACK = "lack"  # squares without the piece they need, and those that need an upgraded one


Square = Annotated[int, Term.SQUARE]
Squares = Annotated[int, Term.SQUARES]
Card = Annotated[int, Term.CARD]
Colour = Annotated[int, Term.COLOUR]
Actor = Annotated[int, Term.ACTOR]
Rank = Annotated[int, Term.RANK]
Seat = Annotated[int, Term.SEAT]
Count = Annotated[int, Term.COUNT]
Halves = Annotated[int, Term.HALVES]
Cause = Annotated[str, Term.CAUSE]
Places = Annotated[tuple[int, ...], Term.PLACES]
Fact = Annotated[bool, Term.FACT]
Wanted = Annotated[int, Term.ASKING]
Direction = Annotated[int, Term.DIRECTION]
Lack = Annotated[tuple[int, int], Term.LACK]


def terms(kind: type) -> dict[str, Term]:
    """What each field of a class holds, in the order of the fields."""
    hints = get_type_hints(kind, include_extras=True)
    return {name: hint.__metadata__[0] for name, hint in hints.items()}


def snake(name: str) -> str:
    """The name of a class as catalogues and the wire write it.

    >>> snake("EndTurn")
    'end_turn'
    """
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


def told_apart(kinds: Iterable[type]) -> None:
    """Make named tuples values of their own: equal to none of another type, and never false."""

    def same(self: tuple[Any, ...], other: object) -> bool:
        return type(self) is type(other) and tuple.__eq__(self, other)

    def differs(self: tuple[Any, ...], other: object) -> bool:
        return not same(self, other)

    def hashed(self: tuple[Any, ...]) -> int:
        return tuple.__hash__(self) ^ hash(type(self))

    def there(self: tuple[Any, ...]) -> bool:
        return True

    methods = {"__eq__": same, "__ne__": differs, "__hash__": hashed, "__bool__": there}
    for kind in kinds:
        for name, method in methods.items():
            setattr(kind, name, method)
