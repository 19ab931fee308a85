"""The arena: 69 squares, eight directions, and every question about them as a bit mask.

A square is an index ``10 * row + column``; row 0 is the top row, named 9::

        a  b  c  d  e  f  g  h  i
    9   ·  ·  2  3  4  5  6  ·  ·  |  the corners are not squares;
    8   · 11 12 13 14 15 16 17  ·  |  column 10 is padding, so a step off the right edge
    7  20 21 22 23 24 25 26 27 28  |  never lands on the left edge of the next row
    6  30 31 32 33 34 35 36 37 38
    5  40 41 42 43 44 45 46 47 48
    4  50 51 52 53 54 55 56 57 58
    3  60 61 62 63 64 65 66 67 68
    2   · 71 72 73 74 75 76 77  ·
    1   ·  · 82 83 84 85 86  ·  ·

A set of squares is an int with one bit a square. 90 bits: two machine words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

COLUMNS = "abcdefghi"
ROWS = "987654321"
WIDTH = 10
CELLS = WIDTH * len(ROWS)

# R red, G green, # no square. The nine central squares are d6 to f4.
PICTURE = (
    "##.....##",
    "#..R....#",
    "..G...G..",
    "........G",
    "G...R....",
    ".......R.",
    ".........",
    "#.R..G..#",
    "##.....##",
)


def _drawn(signs: str) -> int:
    return sum(
        1 << WIDTH * y + x
        for y, row in enumerate(PICTURE)
        for x, sign in enumerate(row)
        if sign in signs
    )


ALL = _drawn(".RG")
RED = _drawn("R")
GREEN = _drawn("G")
COLOURED = RED | GREEN


class UnknownSquare(ValueError):
    """A name that is not a square of the arena."""


NAMES: tuple[str, ...] = tuple(
    COLUMNS[i % WIDTH] + ROWS[i // WIDTH] if ALL >> i & 1 else "" for i in range(CELLS)
)
_BY_NAME = {name: i for i, name in enumerate(NAMES) if name}


def square(name: str) -> int:
    """The index of a square, by its name."""
    found = _BY_NAME.get(name)
    if found is None:
        raise UnknownSquare(
            f"{name!r} is not a square of the arena; squares are a7 to i3, "
            "a letter a-i and a digit 9-1, without the cut corners"
        )
    return found


def is_corner(name: str) -> bool:
    """Is this the name of one of the squares that the arena's corners lack?

    >>> is_corner("a9"), is_corner("e5"), is_corner("z9")
    (True, False, False)
    """
    return len(name) == 2 and name[0] in COLUMNS and name[1] in ROWS and name not in _BY_NAME


def mask(names: str | Iterable[str]) -> int:
    """The set of the named squares."""
    result = 0
    for name in names.split() if isinstance(names, str) else names:
        result |= 1 << square(name)
    return result


def squares(mask: int) -> Iterator[int]:
    """The indices in a set, in reading order."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def names(mask: int) -> list[str]:
    """The names of the squares of a set, in reading order.

    >>> names(mask("e5 a7"))
    ['a7', 'e5']
    """
    return [NAMES[i] for i in squares(mask)]


CENTRAL = mask("d6 e6 f6 d5 e5 f5 d4 e4 f4")

# Directions clockwise from the top; a turn of 45 degrees is one further.
DIRECTIONS = ("n", "ne", "e", "se", "s", "sw", "w", "nw")
VECTORS = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))
NOWHERE = len(DIRECTIONS)


def _each(of: Callable[[int], int]) -> tuple[int, ...]:
    return tuple(of(i) if ALL >> i & 1 else 0 for i in range(CELLS))


def _step(i: int, direction: int) -> int:
    dx, dy = VECTORS[direction]
    x, y = i % WIDTH + dx, i // WIDTH + dy
    inside = 0 <= x < len(COLUMNS) and 0 <= y < len(ROWS)
    return (1 << WIDTH * y + x) & ALL if inside else 0


def _ray(i: int, direction: int) -> int:
    result = 0
    while bit := _step(i, direction):
        result |= bit
        i = bit.bit_length() - 1
    return result


# STEP[d][i]: the one square a step away (a set, empty at the edge). RAY: all up to the edge.
STEP = tuple(_each(lambda i, d=d: _step(i, d)) for d in range(8))  # type: ignore[misc]
RAY = tuple(_each(lambda i, d=d: _ray(i, d)) for d in range(8))  # type: ignore[misc]


def spread(mask: int) -> int:
    """All squares adjacent to at least one square of a set."""
    row = mask << 1 | mask >> 1
    block = row | mask
    return (row | block << WIDTH | block >> WIDTH) & ALL


def spread_orthogonal(mask: int) -> int:
    """All squares beside, above or below a square of a set."""
    return (mask << 1 | mask >> 1 | mask << WIDTH | mask >> WIDTH) & ALL


def spread_diagonal(mask: int) -> int:
    """All squares that touch a square of a set by a corner only."""
    row = mask << 1 | mask >> 1
    return (row << WIDTH | row >> WIDTH) & ALL


def within(mask: int, distance: int) -> int:
    """All squares at most so many king's steps away, the set itself included.

    The cut corners never make a way longer, so growing step by step is exact.
    """
    for _ in range(distance):
        mask |= spread(mask)
    return mask


ADJACENT = _each(lambda i: spread(1 << i))


def distance(a: int, b: int) -> int:
    """King's steps between two squares."""
    return max(abs(a % WIDTH - b % WIDTH), abs(a // WIDTH - b // WIDTH))


def heading(start: int, end: int) -> int:
    """The direction of a step from one square to an adjacent one, else NOWHERE."""
    dx, dy = end % WIDTH - start % WIDTH, end // WIDTH - start // WIDTH
    return VECTORS.index((dx, dy)) if (dx, dy) in VECTORS else NOWHERE


def connected(seed: int, within_set: int) -> int:
    """The part of a set that hangs together with a seed (all eight neighbours connect)."""
    group = seed & within_set
    while True:
        grown = group | spread(group) & within_set
        if grown == group:
            return group
        group = grown


# The eight symmetries of the square, as functions of an offset.
SYMMETRIES: tuple[Callable[[int, int], tuple[int, int]], ...] = (
    lambda x, y: (x, y),
    lambda x, y: (-y, x),
    lambda x, y: (-x, -y),
    lambda x, y: (y, -x),
    lambda x, y: (-x, y),
    lambda x, y: (y, x),
    lambda x, y: (x, -y),
    lambda x, y: (-y, -x),
)
