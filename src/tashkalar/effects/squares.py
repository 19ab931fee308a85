"""Square sets: everything a card can ask about the arena.

``&`` is both, ``|`` is either, ``~`` is outside. A set is written once on the card and worked
out again each time the effect comes to it.
"""

from __future__ import annotations

from dataclasses import dataclass


class Squares:
    """A set of squares, described."""

    def __and__(self, other: Squares) -> Squares:
        return Both(self, other)

    def __or__(self, other: Squares) -> Squares:
        return Either(self, other)

    def __invert__(self) -> Squares:
        return Outside(self)


@dataclass(frozen=True)
class Both(Squares):
    """The squares that are in both sets."""

    left: Squares
    right: Squares


@dataclass(frozen=True)
class Either(Squares):
    """The squares that are in one of two sets."""

    left: Squares
    right: Squares


@dataclass(frozen=True)
class Outside(Squares):
    """The squares that are not in a set."""

    of: Squares


@dataclass(frozen=True)
class Named(Squares):
    """A set that the arena or the position knows by name."""

    name: str

    def __repr__(self) -> str:
        return self.name


@dataclass(frozen=True)
class Reference(Squares):
    """A piece or a square that the effect has met before.

    A piece reference follows the piece and is nothing once the piece is gone; a square
    reference stays where it is.
    """

    name: str
    is_piece: bool

    def __repr__(self) -> str:
        return self.name


@dataclass(frozen=True)
class Around(Squares):
    """The squares adjacent to (or diagonal to, at a distance from ...) a set."""

    how: str
    of: Squares
    distance: int = 1


@dataclass(frozen=True)
class Line(Squares):
    """Squares from the being in the current direction, turned by so many eighths."""

    turn: int = 0
    reach: int = 0  # 0: up to the edge


@dataclass(frozen=True)
class Nearest(Squares):
    """The first n squares of a set on the line."""

    n: int
    of: Squares


@dataclass(frozen=True)
class Before(Squares):
    """The squares of the line before the first one of a set."""

    of: Squares


@dataclass(frozen=True)
class SameColour(Squares):
    """All pieces of the colours found in a set."""

    of: Squares


@dataclass(frozen=True)
class RicherIn(Squares):
    """All pieces of those opponents who have more pieces in a set than you."""

    of: Squares


ANYWHERE = Named("ANYWHERE")
EMPTY = Named("EMPTY")
OCCUPIED = Named("OCCUPIED")
MINE = Named("MINE")
ENEMY = Named("ENEMY")
COMMON = Named("COMMON")
HEROIC = Named("HEROIC")
LEGENDARY = Named("LEGENDARY")
UPGRADED = HEROIC | LEGENDARY
RED = Named("RED")
GREEN = Named("GREEN")
CENTRAL = Named("CENTRAL")
COLOURED = RED | GREEN
UPGRADABLE = Named("UPGRADABLE")
LINES = Named("LINES")  # all indicated directions, from the being to the edge

SELF = Reference("SELF", True)  # the summoned being
USED = Reference("USED", True)  # the pieces that made up the pattern
ARRIVAL = Reference("ARRIVAL", False)  # the square of the summoning
MARKED = Reference("MARKED", False)  # the marked squares of the orientation in use
IT = Reference("IT", True)  # the piece on the square chosen last
THERE = Reference("THERE", False)  # that square itself
THEIRS = Reference("THEIRS", True)  # all pieces of the colour at hand

LINE = Line()

# The words for ranks are sets of pieces; as the rank of a new piece they are numbers.
RANKS: dict[Squares, int] = {COMMON: 1, HEROIC: 2, LEGENDARY: 3}


def next_to(of: Squares) -> Squares:
    """The squares adjacent to a set."""
    return Around("adjacent", of)


def within(distance: int, of: Squares = SELF) -> Squares:
    """At most so far away; the square itself is not included."""
    return Around("within", of, distance)


def at_distance(distance: int, of: Squares = SELF) -> Squares:
    """The squares exactly so far away."""
    return Around("ring", of, distance)


def nearest(n: int, of: Squares) -> Squares:
    """The first squares of a set on the line of the current direction."""
    return Nearest(n, of)


def before(of: Squares) -> Squares:
    """The squares of the line before the first one of a set."""
    return Before(of)


def same_colour(of: Squares) -> Squares:
    """All pieces of the colours found in a set."""
    return SameColour(of)


def richer_in(of: Squares) -> Squares:
    """All pieces of those opponents who have more pieces in a set than you."""
    return RicherIn(of)


ADJACENT = next_to(SELF)
ORTHOGONAL = Around("orthogonal", SELF)
DIAGONAL = Around("diagonal", SELF)
# The line and its two neighbours at 45 degrees, two squares long each.
CONE = Line(-1, 2) | Line(0, 2) | Line(1, 2)
