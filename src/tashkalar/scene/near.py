"""What a card lacks where it nearly fits: worked out when somebody looks at the card."""

from __future__ import annotations

from functools import lru_cache

from msgspec import Struct

from tashkalar import View, choice_text, reading
from tashkalar.arena import NAMES, square, squares
from tashkalar.cards import BEINGS
from tashkalar.choice import Kind, choice
from tashkalar.pattern import Nearly
from tashkalar.rules import summoning
from tashkalar.rules.turn import in_play
from tashkalar.scene.fields import Direction, Rank
from tashkalar.scene.fits import ORIENTATIONS, Turned, directions_of, named
from tashkalar.state import COMMON, HEROIC

_NEAREST = 3  # how many of the nearest squares are shown


class Missing(Struct, frozen=True, gc=False):
    """A piece that a pattern lacks."""

    square: str
    rank: Rank  # the least that is needed


class NearFit(Struct, frozen=True, gc=False):
    """A square where a being could be summoned if the missing pieces were there."""

    square: str
    used: tuple[str, ...]
    missing: tuple[Missing, ...]
    marked: tuple[str, ...]
    directions: tuple[Direction, ...]
    orientation: Turned
    placing: str | None  # the place action that is all it takes, whether it is offered or not


@lru_cache(16384)
def near_fit(number: int, at: int, near: Nearly, occupied: int) -> NearFit:
    """What a being lacks on a square, given which of the squares that it lacks are occupied."""
    way = near.way
    missing = tuple(
        Missing(NAMES[i], HEROIC if near.upgraded >> i & 1 else COMMON)
        for i in squares(near.missing)
    )
    laid = next(
        one
        for one in reading.orientations(number, at)
        if one.way == way and one.upgraded == near.upgraded
    )
    return NearFit(
        NAMES[at],
        named(way.used),
        missing,
        named(way.marked),
        directions_of(way.indicated),
        ORIENTATIONS[laid.turned, laid.mirrored],
        None if occupied else _placing(missing),
    )


def _placing(missing: tuple[Missing, ...]) -> str | None:
    """A placed piece is common; more than one is not placed at once."""
    if len(missing) > 1 or missing[0].rank > COMMON:
        return None
    return choice_text(choice(Kind.PLACE, square(missing[0].square)))


def held_by(v: View) -> tuple[int, ...]:
    """The beings that the viewer holds, with one that is being summoned."""
    playing = (in_play(v),) if v.seat == v.viewer and in_play(v) in BEINGS else ()
    return v.beings[v.viewer] + v.legends[v.viewer] + playing


def near_fits(v: View, number: int) -> tuple[NearFit, ...]:
    """Where a being nearly fits for the viewer, or would on the viewer's turn, the nearest first.

    Where it fits, nothing is near; the hand tells where.
    """
    p, being = reading.in_turn(v, v.viewer), BEINGS[number]
    if reading.fitting(v, being):
        return ()
    occupied = p.common | p.heroic | p.legendary
    return tuple(
        near_fit(number, at, near, near.missing & occupied)
        for at, near in summoning.nearest(p, being, _NEAREST)
        if near.missing
    )
