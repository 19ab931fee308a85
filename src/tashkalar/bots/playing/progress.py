"""How far a colour has come with each task, from 0 to 1.

Most tasks depend on a few sets of pieces only, and a search meets the same sets again and
again: what was worked out for them is remembered.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache

from tashkalar.arena import connected, spread, squares, within
from tashkalar.cards import criteria as c
from tashkalar.choice import Asking
from tashkalar.rules.play import Position
from tashkalar.rules.tasks import task

_REMEMBERED = 1 << 15


def progress(p: Position, number: int, colour: int) -> float:
    return _measure(number)(p, number, colour)


@cache
def _measure(number: int) -> Callable[[Position, int, int], float]:
    match task(number).criterion:
        case c.Standing():
            return _of_ranks
        case c.Fill():
            return _of_pieces
        case c.Destroyed() | c.Summoned() | c.AnyOf():
            return _of_deeds
        case c.Outnumber():
            return _of_upgraded
    return _of_places


def _of_ranks(p: Position, number: int, colour: int) -> float:
    mine = p.pieces[colour]
    return _standing(number, mine, mine & ~p.common, mine & p.legendary)


def _of_pieces(p: Position, number: int, colour: int) -> float:
    return _filled(number, p.pieces[colour])


def _of_deeds(p: Position, number: int, colour: int) -> float:
    """Deeds start from nothing every turn, and end with it."""
    acting = p.colour_of[p.seat] == colour and p.asking != Asking.END
    return _deeds(p, task(number).criterion) if acting else 0.0


def _of_upgraded(p: Position, number: int, colour: int) -> float:
    high, mine = p.heroic | p.legendary, p.pieces[colour]
    return _outnumbered(number, mine & high, high & ~mine)


def _of_places(p: Position, number: int, colour: int) -> float:
    mine = p.pieces[colour]
    return _shape(number, mine, (p.common | p.heroic | p.legendary) & ~mine)


@lru_cache(1 << 10)
def points_for_deeds(numbers: tuple[int, ...], claim: int) -> tuple[int, int]:
    """The points for summoning and for destroying, without the task that is claimed already."""
    tasks = [task(number) for number in numbers if number != claim]
    summoning = sum([t.points for t in tasks if isinstance(t.criterion, c.Summoned)])
    destroying = [t.points for t in tasks if isinstance(t.criterion, c.Destroyed | c.AnyOf)]
    return summoning, sum(destroying)


def _deeds(p: Position, criterion: object) -> float:
    match criterion:
        case c.Destroyed(total, upgraded, heroic, legendary):
            common, heroes, legends = (sum(p.destroyed[rank::3]) for rank in range(3))
            have = (
                min(common + heroes + legends, total)
                + min(heroes + legends, upgraded)
                + min(heroes, heroic)
                + min(legends, legendary)
            )
            return have / (total + upgraded + heroic + legendary)
        case c.Summoned(total, legends, red, green, coloured):
            beings, summoned_legends, on_red, on_green = p.summoned
            have = (
                min(beings, total)
                + min(summoned_legends, legends)
                + min(on_red, red)
                + min(on_green, green)
                + min(on_red + on_green, coloured)
            )
            return have / (total + legends + red + green + coloured)
        case c.AnyOf(parts):
            return max(_deeds(p, part) for part in parts)
    raise TypeError(f"not about a turn's deeds: {criterion!r}")


@lru_cache(_REMEMBERED)
def _standing(number: int, mine: int, upgraded: int, legendary: int) -> float:
    wanted = task(number).criterion
    assert isinstance(wanted, c.Standing)
    need = wanted.pieces + wanted.upgraded + wanted.legendary
    return min(
        (
            min((mine & area).bit_count(), wanted.pieces)
            + min((upgraded & area).bit_count(), wanted.upgraded)
            + min((legendary & area).bit_count(), wanted.legendary)
        )
        / need
        for area in wanted.areas
    )


@lru_cache(_REMEMBERED)
def _filled(number: int, mine: int) -> float:
    wanted = task(number).criterion
    assert isinstance(wanted, c.Fill)
    return max((mine & area).bit_count() / area.bit_count() for area in wanted.areas)


@lru_cache(_REMEMBERED)
def _outnumbered(number: int, mine: int, theirs: int) -> float:
    """On each area from two fewer than the others to one more."""
    wanted = task(number).criterion
    assert isinstance(wanted, c.Outnumber)
    leads = [(mine & area).bit_count() - (theirs & area).bit_count() for area in wanted.areas]
    return sum([min(3, max(0, lead + 2)) for lead in leads]) / (3 * len(leads))


@lru_cache(_REMEMBERED)
def _shape(number: int, mine: int, theirs: int) -> float:
    match task(number).criterion:
        case c.Lead(areas, by):
            leads = [(mine & area).bit_count() - (theirs & area).bit_count() for area in areas]
            return min(1.0, max(0.0, max(leads) / by))
        case c.Chain(pairs):
            lacking = min(_gap(mine, theirs, a, b) for a, b in pairs)
            return max(0.0, 1 - lacking / 8)
        case c.Surrounded(by):
            around = [(spread(1 << i) & mine).bit_count() for i in squares(theirs)]
            return min(1.0, max(around, default=0) / by)
        case c.Isolated(near, walk):
            return max(
                (_cut_off(1 << i, theirs & ~(1 << i), mine, near, walk) for i in squares(theirs)),
                default=0.0,
            )
    raise TypeError(f"not a task about a shape: {number}")


def _cut_off(piece: int, others: int, mine: int, near: int, walk: int) -> float:
    """How few squares next to its fellows an enemy piece can still walk to."""
    if not within(piece, near) & others:
        return 0.0
    reached = piece
    for _ in range(walk):
        reached |= spread(reached) & ~(mine | others)
    return max(0.0, 1 - (reached & spread(others)).bit_count() / 6)


def _gap(mine: int, blocked: int, start: int, end: int) -> int:
    """How many pieces are missing for a chain from one area to another."""
    reached = connected(start, mine)
    missing = 0
    edge = start & ~blocked
    while not reached & end:
        # One more piece: next to what is reached, or on the first area itself.
        grown = reached | spread(reached) & ~blocked | edge
        grown |= connected(spread(grown) & mine | grown & mine, mine)
        missing += 1
        if grown == reached or missing > 9:
            return 10
        reached = grown
    return missing
