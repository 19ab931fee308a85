"""Patterns as masks: where a being fits, and which pieces it uses there.

A pattern fits on square s when s + offset holds a piece of yours for each of its offsets. Seen
for all squares at once that is a row of shifts: ``(own >> offset) & ...``.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import NamedTuple

from tashkalar.arena import ALL, COLUMNS, ROWS, WIDTH, squares
from tashkalar.cards import BEINGS, Being, Orientation

# The largest offset of any pattern is four rows and four columns. Masks are moved up by this
# much first, so that every offset, also a negative one, is a shift to the right.
_LIFT = 4 * WIDTH + 4

Own = tuple[int, int]  # the squares that count as yours: any rank, upgraded


class Fitting(NamedTuple):
    """One way in which a pattern fits on a square."""

    used: int  # the squares of its pieces
    marked: int
    indicated: int  # bits of directions


class _Layout(NamedTuple):
    anchors: int  # the squares where all pieces lie on the arena
    upgraded: tuple[int, ...]  # shifts
    common: tuple[int, ...]


def _shift(piece: tuple[int, int, int]) -> int:
    return _LIFT + WIDTH * piece[1] + piece[0]


def offset(square: int, dx: int, dy: int) -> int:
    """The square at an offset, as a set; empty when it is off the arena."""
    x, y = square % WIDTH + dx, square // WIDTH + dy
    inside = 0 <= x < len(COLUMNS) and 0 <= y < len(ROWS)
    return (1 << WIDTH * y + x) & ALL if inside else 0


def _layout(orientation: Orientation) -> _Layout:
    pieces = orientation.pieces
    anchors = sum(1 << i for i in squares(ALL) if all(offset(i, dx, dy) for dx, dy, _ in pieces))
    upgraded = tuple(_shift(piece) for piece in pieces if piece[2] > 1)
    common = tuple(_shift(piece) for piece in pieces if piece[2] == 1)
    return _Layout(anchors, upgraded, common)


@cache
def _layouts(being: int) -> tuple[_Layout, ...]:
    """Layouts that differ in their pieces; marks make no difference to where it fits."""
    different = {o.pieces: o for o in BEINGS[being].orientations}
    return tuple(_layout(orientation) for orientation in different.values())


@cache
def ways_at(being: int, square: int) -> tuple[tuple[Fitting, int], ...]:
    """All orientations on one square, with the squares that need an upgraded piece."""
    found = []
    for orientation in BEINGS[being].orientations:
        bits = [(offset(square, dx, dy), rank) for dx, dy, rank in orientation.pieces]
        if all(bit for bit, _ in bits):
            used = sum(bit for bit, _ in bits)
            marked = sum(offset(square, dx, dy) for dx, dy in orientation.marked)
            way = Fitting(used, marked, orientation.directions)
            found.append((way, sum(bit for bit, rank in bits if rank > 1)))
    return tuple(found)


def fits(being: Being, own: Own) -> int:
    """All squares where the pieces that count as yours form the pattern."""
    any_rank, upgraded = own[0] << _LIFT, own[1] << _LIFT
    found = 0
    for anchors, high, low in _layouts(being.number):
        here = anchors
        for shift in high:
            here &= upgraded >> shift
            if not here:
                break
        else:
            for shift in low:
                here &= any_rank >> shift
                if not here:
                    break
            else:
                found |= here
    return found


def fits_with(being: Being, own: Own, helper: Own) -> int:
    """The same when one piece of a helper (a set of foreign pieces) may stand in for yours."""
    alone, helped = fits_or_nearly(being, own, helper)
    return alone | helped


def fits_or_nearly(being: Being, own: Own, helper: Own) -> tuple[int, int]:
    """The squares where it fits alone, and those where it does with one piece of a helper."""
    any_rank, upgraded = own[0] << _LIFT, own[1] << _LIFT
    helper_any, helper_upgraded = helper[0] << _LIFT, helper[1] << _LIFT
    found = found_with = 0
    for anchors, high, low in _layouts(being.number):
        alone, helped = anchors, 0  # matched so far without and with the helper
        for shift in high:
            mine = upgraded >> shift
            helped = helped & mine | alone & helper_upgraded >> shift
            alone &= mine
            if not alone | helped:
                break
        else:
            for shift in low:
                mine = any_rank >> shift
                helped = helped & mine | alone & helper_any >> shift
                alone &= mine
                if not alone | helped:
                    break
            else:
                found |= alone
                found_with |= helped
    return found, found_with


def fits_with_two(being: Being, own: Own, first: Own, second: Own) -> int:
    """The same with two helpers, a piece of each."""
    found = 0
    for anchors, high, low in _layouts(being.number):
        alone, one, other, both = anchors, 0, 0, 0
        for i, shift in enumerate(high + low):
            rank = 1 if i < len(high) else 0
            mine, a, b = (s[rank] << _LIFT >> shift for s in (own, first, second))
            both = both & mine | one & b | other & a
            one, other = one & mine | alone & a, other & mine | alone & b
            alone &= mine
        found |= alone | one | other | both
    return found


def completing(being: Being, own: Own, empty: int) -> int:
    """The empty squares on which one more common piece would make the pattern fit."""
    any_rank, upgraded, empty = own[0] << _LIFT, own[1] << _LIFT, empty << _LIFT
    found = 0
    for anchors, high, low in _layouts(being.number):
        alone = anchors
        for shift in high:
            alone &= upgraded >> shift
            if not alone:
                break
        else:
            # Matched so far without the new piece, and with it for each of the pieces passed.
            lacking: list[tuple[int, int]] = []
            for shift in low:
                mine = any_rank >> shift
                lacking = [(s, left) for s, here in lacking if (left := here & mine)]
                if new := alone & empty >> shift:
                    lacking.append((shift, new))
                alone &= mine
            for shift, here in lacking:
                found |= here << shift
    return found >> _LIFT


def ways(being: Being, square: int, own: Own, foreign: Own = (0, 0)) -> list[Fitting]:
    """The ways it fits on a square when foreign pieces may be used freely."""
    any_rank, upgraded = own[0] | foreign[0], own[1] | foreign[1]
    return [
        way
        for way, high in ways_at(being.number, square)
        if not way.used & ~any_rank and not high & ~upgraded
    ]


@cache
def _around(being: int, square: int) -> int:
    """All squares that a pattern can take around a square: nothing else matters to it there."""
    found = 0
    for way, _ in ways_at(being, square):
        found |= way.used
    return found


def complete(being: Being, square: int, own: Own) -> int:
    """Which of all ways on a square are complete with your pieces alone, as bits."""
    around = _around(being.number, square)
    return _complete(being.number, square, own[0] & around, own[1] & around)


# A move changes little, so most patterns find around a square what they found there before.
@lru_cache(16384)
def _complete(being: int, square: int, mine: int, upgraded: int) -> int:
    lacking, low = ~mine, ~upgraded
    found, bit = 0, 1
    for way, high in ways_at(being, square):
        if not way.used & lacking and not high & low:
            found |= bit
        bit <<= 1
    return found


class Nearly(NamedTuple):
    """A way in which a pattern nearly fits: the squares it lacks, and those for upgraded pieces."""

    way: Fitting
    missing: int
    upgraded: int


_NOWHERE = Nearly(Fitting(0, 0, 0), ALL, 0)


def nearly(being: Being, square: int, own: Own, enough: int = 0) -> Nearly:
    """The way that lacks the fewest pieces on a square; an empty one where none is on the arena.

    Whoever knows how many they are says what is enough.
    """
    around = _around(being.number, square)
    return _nearly(being.number, square, own[0] & around, own[1] & around, enough)


@lru_cache(16384)
def _nearly(being: int, square: int, mine: int, high_mine: int, enough: int) -> Nearly:
    any_rank, upgraded = ~mine, ~high_mine
    best: tuple[Fitting, int, int] = _NOWHERE
    least = ALL.bit_count() + 1
    for way, high in ways_at(being, square):
        missing = way.used & any_rank | high & upgraded
        count = missing.bit_count()
        if count < least:
            best, least = (way, missing, high), count
            if count <= enough:
                break
    return Nearly(*best)


# To count for all layouts of a pattern at once, one number has the squares of the arena again and
# again, a field for each layout. A factor lays own pieces into all fields, each moved by the offset
# of one piece of that layout; fields are so far apart that nothing is moved from one into another.
_FIELD = ALL.bit_length() + 2 * _LIFT
_FIELDS = 8
_EVERYWHERE = sum(1 << _FIELD * n + _LIFT for n in range(_FIELDS))


class _Fields(NamedTuple):
    anchors: int
    upgraded: tuple[int, ...]  # factors, one for each piece of the pattern
    common: tuple[int, ...]


@cache
def _fields(being: int) -> _Fields:
    layouts = _layouts(being)

    def factors(rows: list[tuple[int, ...]]) -> tuple[int, ...]:
        return tuple(
            sum(1 << _FIELD * n + 2 * _LIFT - shift for n, shift in enumerate(shifts))
            for shifts in zip(*rows, strict=True)
        )

    return _Fields(
        sum(layout.anchors << _FIELD * n + _LIFT for n, layout in enumerate(layouts)),
        factors([layout.upgraded for layout in layouts]),
        factors([layout.common for layout in layouts]),
    )


def fewest(being: Being, own: Own, where: int) -> tuple[int, int]:
    """The fewest pieces that a pattern lacks on any of these squares, and on which of them.

    How many are lacking is counted in three sets: the ones, twos and fours of each square's number.
    """
    anchors, high, low = _fields(being.number)
    anchors &= where * _EVERYWHERE
    if not anchors:
        return len(being.pieces) + 1, 0
    ones = twos = fours = 0
    for held, factors in ((own[1], high), (own[0], low)):
        for factor in factors:
            lacking = anchors & ~(held * factor)
            carried = ones & lacking
            ones ^= lacking
            fours |= twos & carried
            twos ^= carried
    least, best = 0, anchors
    for number, those in ((4, fours), (2, twos), (1, ones)):
        if fewer := best & ~those:
            best = fewer
        else:
            least += number
    best >>= _LIFT
    best |= best >> 4 * _FIELD
    best |= best >> 2 * _FIELD
    best |= best >> _FIELD
    return least, best & ALL
