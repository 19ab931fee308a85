"""What a task can ask for, as data. The rules judge them."""

from __future__ import annotations

from dataclasses import dataclass

from tashkalar.arena import CENTRAL, COLUMNS, GREEN, RED, ROWS, mask


@dataclass(frozen=True)
class Destroyed:
    """This turn you destroyed so many enemy pieces, so many of them of certain ranks."""

    total: int = 0
    upgraded: int = 0
    heroic: int = 0
    legendary: int = 0


@dataclass(frozen=True)
class Summoned:
    """This turn you summoned so many beings, legends, on coloured squares."""

    total: int
    legends: int = 0
    red: int = 0
    green: int = 0
    coloured: int = 0


@dataclass(frozen=True)
class AnyOf:
    """One of these criteria is enough."""

    criteria: tuple[object, ...]


@dataclass(frozen=True)
class Standing:
    """So many of your pieces stand on each of these areas."""

    areas: tuple[int, ...]
    pieces: int
    upgraded: int = 0
    legendary: int = 0


@dataclass(frozen=True)
class Outnumber:
    """On each of these areas you have more upgraded pieces than any opponent."""

    areas: tuple[int, ...]


@dataclass(frozen=True)
class Fill:
    """Your pieces fill one of these areas completely."""

    areas: tuple[int, ...]


@dataclass(frozen=True)
class Lead:
    """On one of these areas you have so many more pieces than the opponent."""

    areas: tuple[int, ...]
    by: int


@dataclass(frozen=True)
class Chain:
    """A connected chain of your pieces joins the two areas of one of these pairs."""

    pairs: tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class Surrounded:
    """Some enemy piece has so many of your pieces next to it."""

    by: int


@dataclass(frozen=True)
class Isolated:
    """Some enemy piece is near another one and yet cannot get next to any other.

    Near is a distance; getting there is a walk over empty squares of so many steps.
    """

    near: int
    walk: int


CENTRAL_LINES = tuple(mask(c + r for c in COLUMNS) for r in "654") + tuple(
    mask(c + r for r in ROWS) for c in "def"
)
DIAGONALS = (mask("b8 c7 d6 e5 f4 g3 h2"), mask("b2 c3 d4 e5 f6 g7 h8"))
CROSSES = (mask("e6 d5 e5 f5 e4"), mask("d6 f6 e5 d4 f4"))
SIDES = (
    (mask("a7 a6 a5 a4 a3"), mask("i7 i6 i5 i4 i3")),
    (mask("c9 d9 e9 f9 g9"), mask("c1 d1 e1 f1 g1")),
)
CORNERS = (
    (mask("a7 b8 c9"), mask("g1 h2 i3")),
    (mask("g9 h8 i7"), mask("a3 b2 c1")),
)
# What the areas are called that a task may ask for by their names.
AREAS = {RED: "red", GREEN: "green", RED | GREEN: "coloured", CENTRAL: "central"} | {
    area: f"diagonal_{n}" for n, area in enumerate(DIAGONALS, 1)
}

__all__ = [
    "AREAS",
    "CENTRAL",
    "CENTRAL_LINES",
    "CORNERS",
    "CROSSES",
    "DIAGONALS",
    "GREEN",
    "RED",
    "SIDES",
    "AnyOf",
    "Chain",
    "Destroyed",
    "Fill",
    "Isolated",
    "Lead",
    "Outnumber",
    "Standing",
    "Summoned",
    "Surrounded",
]
