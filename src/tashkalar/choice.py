"""Choices and the questions they answer.

A choice is one small fact: a kind and a value. There are few enough of them that each exists
once, in one table, and its place in the table is its integer code.
"""

from __future__ import annotations

from enum import IntEnum

from tashkalar import arena


class Kind(IntEnum):
    """What sort of choice it is; the value is a square, a card, a direction or a number."""

    PLACE = 0  # the place action: a square
    LIFT = 1  # the place action when no piece is left: lift this one first
    SQUARE = 2  # a square, inside a summoning or an effect
    DIRECTION = 3
    OPTION = 4  # one of the alternatives of an effect
    WAY = 5  # one of several ways of matching a pattern
    COLOUR = 6
    SUMMON = 7  # a card
    DISCARD = 8  # a card: the discard action
    RETURN = 9  # a card: put under its deck
    CARD = 10  # a card, inside an effect
    FLARE = 11  # a card
    CLAIM = 12  # a task
    PASS = 13  # decline, or no more
    FINISH = 14  # end the turn
    PASS_CONTROL = 15  # team play: the partner goes on
    # for the expansions
    THAW = 16  # a card: its frozen effect
    WARP = 17  # a card: its warp effect
    KEEP = 18  # a card: this one of two frozen ones stays
    SPARE = 19  # codes that nobody has needed yet


class Asking(IntEnum):
    """What the position asks for."""

    NOTHING = 0  # the game is over
    START = 1  # a square for a starting piece
    ACTION = 2
    END = 3  # no action left: a flare, a claim, or the end of the turn
    SUMMONING_SQUARE = 4
    WAY = 5  # which of the fitting ways counts
    LIFTED = 6  # shortage in a summoning: which piece becomes the being
    LAID = 7  # shortage in the place action: where the lifted piece goes
    RETURNED = 8  # further cards under their decks
    RIVAL = 9  # a flare: compared with whom
    COLOUR = 10  # a colour, inside an effect or for a point
    SQUARE = 11  # any other square
    DESTROY = 12
    UPGRADE = 13
    DOWNGRADE = 14
    CONVERT = 15
    PLACE = 16
    MOVER = 17
    DESTINATION = 18
    DIRECTION = 19
    OPTION = 20
    CARD = 21
    # for the expansions
    KEPT = 22  # which of two frozen cards stays
    SWAP = 23  # a piece that trades places
    CAPTURE = 24  # a piece that is taken off the arena for a while
    GATEWAY = 25  # the piece that becomes the Gateway


# Kept for the expansions: nothing offers or asks them yet, so they have no words for people.
RESERVED = frozenset((Kind.THAW, Kind.WARP, Kind.KEEP, Kind.SPARE))
RESERVED_ASKINGS = frozenset((Asking.KEPT, Asking.SWAP, Asking.CAPTURE, Asking.GATEWAY))

CARD_LIMIT = 256  # cards have numbers below this
# How many values each kind has. Codes are given in this order and never move.
_SIZES = {
    Kind.PLACE: 69,
    Kind.LIFT: 69,
    Kind.SQUARE: 69,
    Kind.DIRECTION: 8,
    Kind.OPTION: 8,
    Kind.WAY: 64,
    Kind.COLOUR: 4,
    Kind.SUMMON: CARD_LIMIT,
    Kind.DISCARD: CARD_LIMIT,
    Kind.RETURN: CARD_LIMIT,
    Kind.CARD: CARD_LIMIT,
    Kind.FLARE: CARD_LIMIT,
    Kind.CLAIM: CARD_LIMIT,
    Kind.PASS: 1,
    Kind.FINISH: 1,
    Kind.PASS_CONTROL: 1,
    Kind.THAW: CARD_LIMIT,
    Kind.WARP: CARD_LIMIT,
    Kind.KEEP: CARD_LIMIT,
    Kind.SPARE: 64,
}
OF_CARDS = frozenset(kind for kind, size in _SIZES.items() if size == CARD_LIMIT)
_DENSE = tuple(arena.squares(arena.ALL))


class UnknownChoice(ValueError):
    """A value that no choice of its kind has."""


class Choice:
    """One choice. Compare with ``is`` or ``==``; made only by the table below."""

    __slots__ = ("code", "kind", "value")

    def __init__(self, code: int, kind: Kind, value: int) -> None:
        self.code = code
        self.kind = kind
        self.value = value

    def __repr__(self) -> str:
        shown = arena.NAMES[self.value] if self.kind <= Kind.SQUARE else self.value
        return f"<{self.kind.name.lower()} {shown}>"

    def __reduce__(self) -> tuple[object, ...]:
        return choice, (self.kind, self.value)


CHOICES: list[Choice] = []
BASE: dict[Kind, int] = {}
for _kind, _size in _SIZES.items():
    BASE[_kind] = len(CHOICES)
    for _n in range(_size):
        CHOICES.append(Choice(len(CHOICES), _kind, _DENSE[_n] if _kind <= Kind.SQUARE else _n))
_BY_VALUE = {(c.kind, c.value): c for c in CHOICES}


def choice(kind: Kind, value: int = 0) -> Choice:
    """The one choice of a kind and value.

    >>> choice(Kind.COLOUR, 2)
    <colour 2>
    """
    found = _BY_VALUE.get((kind, value))
    if found is None:
        raise UnknownChoice(f"there is no choice {kind.name.lower()} with the value {value}")
    return found


PASS = choice(Kind.PASS)
FINISH = choice(Kind.FINISH)
PASS_CONTROL = choice(Kind.PASS_CONTROL)


class _Row(dict[int, tuple[Choice, ...]]):
    """Ten bits of a mask -> its choices, worked out once each."""

    def __init__(self, kind: Kind, row: int) -> None:
        super().__init__()
        self._kind = kind
        self._shift = arena.WIDTH * row

    def __missing__(self, bits: int) -> tuple[Choice, ...]:
        found = tuple(
            _BY_VALUE[self._kind, square] for square in arena.squares(bits << self._shift)
        )
        self[bits] = found
        return found


_ROWS = {kind: tuple(_Row(kind, r) for r in range(9)) for kind in list(Kind)[:3]}


def on_squares(kind: Kind, mask: int) -> tuple[Choice, ...]:
    """The choices of a kind on a set of squares, in reading order."""
    found: tuple[Choice, ...] = ()
    for row in _ROWS[kind]:
        if mask & 1023:
            found += row[mask & 1023]
        mask >>= 10
        if not mask:
            break
    return found
