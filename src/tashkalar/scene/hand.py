"""A viewer's hand: where each card fits and in which ways, or how near it is."""

from __future__ import annotations

from functools import lru_cache
from operator import attrgetter
from typing import Any

from msgspec import Struct

from tashkalar import Asking, View, choice_text, pattern, reading
from tashkalar.arena import NAMES, names, square, squares
from tashkalar.cards import BEINGS, CARDS, Being, Flare
from tashkalar.choice import Kind, choice
from tashkalar.refusal import Refusal
from tashkalar.rules import summoning
from tashkalar.rules.atoms import colour_at, rank_at
from tashkalar.rules.machine import enemies
from tashkalar.rules.turn import NO_CARD, halves_met, in_play
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
    choice: str | None  # what to send for it, where there are several


class Fit(Struct, frozen=True, gc=False):
    """A square where a being can be summoned, the ways to do it, and the piece that falls there."""

    square: str
    ways: tuple[WayShown, ...]
    crushes: Piece | None
    choices: tuple[str, ...]  # what to send: the card and the square; then the choice of the way


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


class Rival(Struct, frozen=True, gc=False):
    """An enemy colour, to a flare in hand: which halves may be resolved against it."""

    colour: int
    upper: bool
    lower: bool
    choices: tuple[str, ...]  # what to send to invoke it against this colour; none if neither may


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
    rivals: tuple[Rival, ...] = ()  # of a flare


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


def ways(p: State, being: Being, square: int) -> tuple[WayShown, ...]:
    """The ways of matching on a square, as they are shown: those that can be asked for."""
    found = summoning.different_ways(p, being, 1 << square)
    several = len(found) > 1
    return tuple(
        _way(p, being, square, one, choice_text(choice(Kind.WAY, n)) if several else None)
        for n, one in enumerate(found)
    )


def _way(p: State, being: Being, square: int, found: summoning.Way, sent: str | None) -> WayShown:
    strangers = found.used & ~summoning.own(p)[0]
    plain = pattern.Fitting(found.used, found.marked, found.indicated)
    return WayShown(
        named(found.used),
        named(found.marked),
        _directions(found.indicated),
        _ORIENTATIONS[reading.orientation(p, being, square, plain)],
        _stand_ins(p, strangers, found.charged),
        None if found.charged == summoning.NOBODY else found.charged,
        sent,
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
    summon = choice_text(choice(Kind.SUMMON, being.number))
    return tuple(
        Fit(NAMES[i], ways(p, being, i), piece_at(p, i),
            (summon, choice_text(choice(Kind.SQUARE, i))))
        for i in squares(summoning.summonable(p, being))
    )  # fmt: skip


def _near(p: State, being: Being, near: reading.Near) -> NearFit:
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
        _placing(p, missing),
    )


def _placing(p: State, missing: tuple[Missing, ...]) -> str | None:
    """A placed piece is common, and goes on an empty square."""
    if len(missing) > 1 or missing[0].rank > COMMON:
        return None
    where = square(missing[0].square)
    return None if rank_at(p, 1 << where) else choice_text(choice(Kind.PLACE, where))


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


@lru_cache(64)
def _board(ground: _Ground) -> State:
    """The ground as a state; all cards of a hand look at the same one."""
    return State(**dict(zip(_LOOKED_AT, ground, strict=True)))


@lru_cache(4096)
def _reach(number: int, ground: _Ground) -> _Reach:
    p, being = _board(ground), BEINGS[number]
    fits = _fits(p, being)
    if fits:
        return _Reach(fits, 0, (), None)
    near = reading.nearest(p, being, _NEAREST)
    missing = near[0].missing.bit_count() if near else 0
    if missing:
        return _Reach((), missing, tuple(_near(p, being, one) for one in near), None)
    return _Reach((), 0, (), reading.refusal(p, being))


def hand(v: View, language: str = "en") -> tuple[HandCard, ...]:
    """The viewer's cards: the one in play first, then beings, legends, flares."""
    seat = v.viewer
    offered = {c.value for c in v.choices() if c.kind in (Kind.SUMMON, Kind.FLARE)}
    turn = reading.in_turn(v, seat)
    mine = _ground(turn)
    beings = v.beings[seat] + v.legends[seat]
    cards = [_being(mine, number, number in offered, language) for number in beings]
    cards += [_flare(turn, number, number in offered) for number in v.flares[seat]]
    playing = in_play(v)
    if seat == v.seat and playing != NO_CARD:
        # Its pattern is of interest only until it has been matched.
        matching = v.asking in (Asking.SUMMONING_SQUARE, Asking.WAY)
        flare = isinstance(CARDS[playing], Flare)
        cards.insert(
            0, _flare(turn, playing, playing=True) if flare
            else _being(mine, playing, language=language, playing=True, matching=matching),
        )  # fmt: skip
    return tuple(cards)


def _flare(p: State, number: int, playable: bool = False, playing: bool = False) -> HandCard:
    flare = CARDS[number]
    assert isinstance(flare, Flare)
    invoke = choice_text(choice(Kind.FLARE, number))
    colours = enemies(p)
    rivals = []
    for colour in colours:
        halves = halves_met(p, flare, colour)
        # With one enemy there is nothing to choose.
        naming = (choice_text(choice(Kind.COLOUR, colour)),) if len(colours) > 1 else ()
        sent = (invoke, *naming) if halves else ()
        rivals.append(Rival(colour, bool(halves & 1), bool(halves & 2), sent))
    return HandCard(flare.id, "flare", playing, playable, (), 0, (), None, tuple(rivals))


def _being(
    ground: _Ground, number: int, playable: bool = False, language: str = "en",
    playing: bool = False, matching: bool = True,
) -> HandCard:  # fmt: skip
    card = CARDS[number]
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
