"""A viewer's hand: where each card fits and in which ways, or how near it is."""

from __future__ import annotations

from functools import lru_cache
from operator import attrgetter
from typing import Any

from msgspec import Struct

from tashkalar import Asking, View, pattern, reading
from tashkalar.arena import NAMES, names, squares
from tashkalar.cards import BEINGS, CARDS, Being, Flare
from tashkalar.choice import Kind
from tashkalar.refusal import Refusal
from tashkalar.rules import summoning
from tashkalar.rules.atoms import colour_at, rank_at
from tashkalar.rules.turn import NO_CARD, in_play
from tashkalar.scene.fields import Direction, HandKind, Rank
from tashkalar.state import COMMON, HEROIC, LEGENDARY, State, fields_without
from tashkalar.words import refusal_words

_NEAREST = 3  # how many of the nearest squares are shown


class Piece(Struct, frozen=True, gc=False):
    """A piece on the arena."""

    square: str
    colour: int
    rank: Rank


class Turned(Struct, frozen=True, gc=False):
    """How a drawn pattern lies: mirrored left to right or not, then turned clockwise."""

    turned: int  # quarter turns
    mirrored: bool


class StandIn(Struct, frozen=True, gc=False):
    """An enemy piece that stands in for one's own in a pattern.

    Borrowed, which an effect allowed and which costs nothing, or improvised, which in a melee
    everybody may do once with each colour.
    """

    square: str
    colour: int
    improvised: bool


class WayShown(Struct, frozen=True, gc=False):
    """A way in which a pattern fits: the pieces it uses, and what it costs."""

    used: tuple[str, ...]
    marked: tuple[str, ...]
    directions: tuple[Direction, ...]
    orientation: Turned
    stand_ins: tuple[StandIn, ...]
    charged: int | None  # the colour whose improvised summoning it uses up


class Fit(Struct, frozen=True, gc=False):
    """A square where a being can be summoned, the ways to do it, and the piece that falls there."""

    square: str
    ways: tuple[WayShown, ...]
    crushes: Piece | None


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


class Half(Struct, frozen=True, gc=False):
    """Half a flare: the lead it needs, and whether there is one."""

    needs: int
    met: bool


class Halves(Struct, frozen=True, gc=False):
    """Both halves of a flare."""

    upper: Half
    lower: Half


class HandCard(Struct, frozen=True, gc=False, omit_defaults=True):
    """A card in the viewer's hand: where it fits, or what it lacks, or why it cannot be played."""

    id: str
    card: HandKind
    in_play: bool
    playable: bool
    fits: tuple[Fit, ...]
    missing: int
    near: tuple[NearFit, ...]
    reason: str | None
    flare: Halves | None = None


_ORIENTATIONS = {
    (turned, mirrored): Turned(turned, mirrored)
    for turned in range(4)
    for mirrored in (False, True)
}
PIECES = {
    (square, colour, rank): Piece(name, colour, rank)
    for square, name in enumerate(NAMES)
    if name
    for colour in range(4)
    for rank in (COMMON, HEROIC, LEGENDARY)
}


def piece_at(p: State, square: int) -> Piece | None:
    """The piece on a square, if there is one."""
    rank = rank_at(p, 1 << square)
    return PIECES[square, colour_at(p, 1 << square), rank] if rank else None


@lru_cache(4096)
def named(mask: int) -> tuple[str, ...]:
    """The names of the squares of a set; each set is named once."""
    return tuple(names(mask))


def _directions(bits: int) -> tuple[int, ...]:
    return tuple(d for d in range(8) if bits >> d & 1)


def way(p: State, being: Being, square: int, found: summoning.Way) -> WayShown:
    """A way of matching, as it is shown."""
    strangers = found.used & ~summoning.own(p)[0]
    plain = pattern.Fitting(found.used, found.marked, found.indicated)
    return WayShown(
        named(found.used),
        named(found.marked),
        _directions(found.indicated),
        _ORIENTATIONS[reading.orientation(p, being, square, plain)],
        _stand_ins(p, strangers, found.charged),
        None if found.charged == summoning.NOBODY else found.charged,
    )


def _stand_ins(p: State, strangers: int, charged: int) -> tuple[StandIn, ...]:
    """The enemy pieces of a pattern; at most one of them, of the charged colour, is improvised."""
    found: list[StandIn] = []
    for i in squares(strangers):
        colour = colour_at(p, 1 << i)
        found.append(StandIn(NAMES[i], colour, colour == charged))
        if colour == charged:
            charged = summoning.NOBODY
    return tuple(found)


def _fits(p: State, being: Being) -> tuple[Fit, ...]:
    return tuple(
        Fit(
            NAMES[i],
            tuple(way(p, being, i, w) for w in summoning.different_ways(p, being, 1 << i)),
            piece_at(p, i),
        )
        for i in squares(summoning.summonable(p, being))
    )


def _near(being: Being, near: reading.Near) -> NearFit:
    way = near.way
    missing = tuple(
        Missing(NAMES[i], HEROIC if near.upgraded >> i & 1 else COMMON)
        for i in squares(near.missing)
    )
    laid = next(
        one
        for one in reading.orientations(being.number, near.square)
        if one.way == way and one.upgraded == near.upgraded
    )
    return NearFit(
        NAMES[near.square],
        named(way.used),
        missing,
        named(way.marked),
        _directions(way.indicated),
        _ORIENTATIONS[laid.turned, laid.mirrored],
    )


class _Reach(Struct, frozen=True, gc=False):
    """What a being's pattern says about a board: where it fits, or how near it is."""

    fits: tuple[Fit, ...]
    missing: int
    near: tuple[NearFit, ...]
    reason: Refusal | None


_NOWHERE = _Reach((), 0, (), None)


# All that summoning looks at. The same ground comes back often: in the middle of effects, for
# another look, after an undo.
_LOOKED_AT = fields_without(
    "cards machine",
    "schools scores turn actor actions discarded passed extra_beings extra_legends extra_turns "
    "destroyed summoned trigger last_turns result",
)
_Ground = tuple[Any, ...]
_read = attrgetter(*_LOOKED_AT)


def _ground(p: State) -> _Ground:
    return tuple(tuple(f) if type(f) is list else f for f in _read(p))


@lru_cache(4096)
def _reach(number: int, ground: _Ground) -> _Reach:
    p, being = State(**dict(zip(_LOOKED_AT, ground, strict=True))), BEINGS[number]
    fits = _fits(p, being)
    if fits:
        return _Reach(fits, 0, (), None)
    near = reading.nearest(p, being, _NEAREST)
    missing = near[0].missing.bit_count() if near else 0
    if missing:
        return _Reach((), missing, tuple(_near(being, one) for one in near), None)
    return _Reach((), 0, (), reading.refusal(p, being))


def hand(v: View, language: str = "en") -> tuple[HandCard, ...]:
    """The viewer's cards: the one in play first, then beings, legends, flares."""
    seat = v.viewer
    offered = {c.value for c in v.choices() if c.kind in (Kind.SUMMON, Kind.FLARE)}
    mine = _ground(reading.in_turn(v, seat))
    ahead = reading.leads(v, v.colour_of[seat])
    held = v.beings[seat] + v.legends[seat] + v.flares[seat]
    cards = [_card(mine, number, number in offered, False, ahead, language) for number in held]
    playing = in_play(v)
    if seat == v.seat and playing != NO_CARD:
        # Its pattern is of interest only until it has been matched.
        matching = v.asking in (Asking.SUMMONING_SQUARE, Asking.WAY)
        cards.insert(0, _card(mine, playing, False, True, ahead, language, matching))
    return tuple(cards)


def _card(
    ground: _Ground, number: int, playable: bool, playing: bool, ahead: list[reading.RivalLead],
    language: str, matching: bool = True,
) -> HandCard:  # fmt: skip
    card = CARDS[number]
    if isinstance(card, Flare):
        upper, lower = (Half(needs, max(leads.values()) >= needs)
                        for needs, leads in reading.halves(card, ahead))  # fmt: skip
        return HandCard(card.id, "flare", playing, playable, (), 0, (), None, Halves(upper, lower))
    reach = _reach(number, ground) if matching else _NOWHERE
    kind: HandKind = "legend" if card.deck == "legends" else "being"
    return HandCard(
        card.id,
        kind,
        playing,
        playable,
        reach.fits,
        reach.missing,
        reach.near,
        refusal_words(reach.reason, language) if reach.reason else None,
    )
