"""Where a being fits, with which pieces and what falls there, as it is shown.

A summoning looks at one's own pieces and at those that outrank the being; enemy pieces count only
where they may stand in. So what others place changes nothing here, and is not looked at again.
"""

from __future__ import annotations

from functools import lru_cache
from operator import attrgetter
from typing import Any

from msgspec import Struct

from tashkalar import choice_text, pattern, reading
from tashkalar.arena import ALL, NAMES, names, squares
from tashkalar.cards import BEINGS, Being
from tashkalar.choice import Kind, choice
from tashkalar.rules import summoning
from tashkalar.rules.atoms import colour_at, rank_at
from tashkalar.rules.forms import FORM_OF
from tashkalar.scene.fields import Direction, Rank
from tashkalar.state import COMMON, HEROIC, LEGENDARY, State, fields_without


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


ORIENTATIONS = {
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


@lru_cache(256)
def directions_of(bits: int) -> tuple[int, ...]:
    """The directions of a set, by their numbers."""
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
        directions_of(found.indicated),
        ORIENTATIONS[reading.orientation(p, being, square, plain)],
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


# All that summoning looks at. The same ground comes back often: in the middle of effects, for
# another look, after an undo.
_LOOKED_AT = tuple(
    {"form": "form_number"}.get(name, name)
    for name in fields_without(
        "cards machine",
        "schools scores turn actor actions discarded passed extra_beings extra_legends "
        "extra_turns destroyed summoned trigger last_turns result",
    )
)
_PIECES, _COMMON, _SEAT, _BORROWED = map(_LOOKED_AT.index, ("pieces", "common", "seat", "borrowed"))
_read = attrgetter(*_LOOKED_AT)
_BLANK = State()


class Ground:
    """A board as the summonings of one player see it, and what was found out about it."""

    def __init__(self, fields: tuple[Any, ...]) -> None:
        self.p = _BLANK.copy()
        for name, value in zip(_LOOKED_AT, fields, strict=True):
            setattr(self.p, name, value)
        self.p.pieces = list(self.p.pieces)
        self._own = summoning.own(self.p)
        # May enemy pieces stand in?
        self._strangers = bool(self.p.borrowed or summoning.improvisable(self.p))
        self._fits: dict[int, tuple[int, tuple[Fit, ...]]] = {}
        self._fewest: dict[int, tuple[int, int]] = {}
        # Cards as they were shown, with the squares they depend on and what stood there.
        self.shown: dict[Any, tuple[int, tuple[int, ...], Any]] = {}
        # The last hand of somebody who waits, likewise. Many hands can meet on one ground: an empty
        # board is that of every new game.
        self.waiting: tuple[Any, int, tuple[int, ...], Any] | None = None

    def fits(self, p: State, number: int) -> tuple[int, tuple[Fit, ...]]:
        """Where a being can be summoned in a position that has this ground: a set, and shown."""
        found = self._fits.get(number)
        if found is None:
            found = self._fits[number] = self._found(number)
        where, bare = found
        if not where & (p.common | p.heroic | p.legendary):
            return where, bare
        return where, tuple(
            [
                fit
                if (there := piece_at(p, at)) is None
                else Fit(fit.square, fit.ways, there, fit.choices)
                for at, fit in zip(squares(where), bare, strict=True)
            ]
        )

    def _found(self, number: int) -> tuple[int, tuple[Fit, ...]]:
        """Where a being can be summoned, as a set and as it is shown on an empty board."""
        if not self._strangers and self.fewest(number)[0]:
            return 0, ()  # the pattern is complete nowhere
        p, being = self.p, BEINGS[number]
        if self._strangers or summoning.scarce(p, being):
            where = summoning.summonable(p, being)
            return where, tuple([_fit(number, at, ways(p, being, at)) for at in squares(where)])
        # Only own pieces count, and none has to be lifted.
        where = self.fewest(number)[1]
        return where, tuple(
            [
                _plain_fit(number, at, pattern.complete(being, at, self._own))
                for at in squares(where)
            ]
        )

    def fewest(self, number: int) -> tuple[int, int]:
        """The fewest pieces that a being lacks anywhere, and on which squares that is so."""
        found = self._fewest.get(number)
        if found is None:
            being = BEINGS[number]
            where = summoning.open_squares(self.p, being.rank)
            found = self._fewest[number] = pattern.fewest(being, self._own, where)
        return found

    def nearest(self, number: int, occupied: int) -> tuple[int, pattern.Nearly, int]:
        """Where a being lacks the fewest pieces, on a board that has pieces on these squares.

        The last of the three are the squares that made a difference to it.
        """
        lacking, where = self.fewest(number)
        being, looked_at = BEINGS[number], 0

        def nearly(at: int) -> pattern.Nearly:
            nonlocal looked_at
            found = pattern.nearly(being, at, self._own, lacking)
            looked_at |= found.missing
            return found

        at, near = summoning.easiest(where, nearly, occupied, 1)[0]
        return at, near, looked_at


def ground_of(p: State, seat: int) -> Ground:
    """What the summonings of a seat depend on, in its turn or as if it were its turn."""
    fields, colour = list(_read(p)), p.colour_of[seat]
    fields[_SEAT] = seat
    fields[_BORROWED] = borrowed = p.borrowed if seat == p.seat else 0
    if borrowed or FORM_OF[p.form_number].melee:
        fields[_PIECES] = tuple(p.pieces)
    else:
        # Nobody stands in: of the others' pieces those matter that outrank a being.
        mine, pieces = p.pieces[colour], [0, 0, 0, 0]
        pieces[colour] = mine
        fields[_PIECES] = tuple(pieces)
        fields[_COMMON] = p.common & mine
    return _ground(tuple(fields))


_ground = lru_cache(512)(Ground)


def _fit(number: int, at: int, shown: tuple[WayShown, ...]) -> Fit:
    """A fit without the piece that falls there."""
    return Fit(NAMES[at], shown, None, _summoned_by(number, at))


def prepare(number: int) -> None:
    """Work out ahead what never changes about a being's pattern."""
    for at in squares(ALL):
        pattern.ways_at(number, at)
        reading.orientations(number, at)


@lru_cache(65536)
def _plain_fit(number: int, at: int, complete: int) -> Fit:
    """A fit with own pieces alone and enough of them beside it, by the ways that are complete."""
    being = BEINGS[number]
    there = [one for n, one in enumerate(pattern.ways_at(number, at)) if complete >> n & 1]
    apart: dict[tuple[int, int, int], pattern.Fitting] = {}
    for way, _ in there:
        apart.setdefault(summoning.sees(being, summoning.Way(*way)), way)
    lies = {
        laid.way: ORIENTATIONS[laid.turned, laid.mirrored]
        for laid in reversed(reading.orientations(number, at))
        if (laid.way, laid.upgraded) in there
    }
    shown = [
        WayShown(
            named(way.used),
            named(way.marked),
            directions_of(way.indicated),
            lies[way],
            (),
            None,
            choice_text(choice(Kind.WAY, n)) if len(apart) > 1 else None,
        )
        for n, way in enumerate(apart.values())
    ]
    return _fit(number, at, tuple(shown))


@lru_cache(4096)
def _summoned_by(number: int, at: int) -> tuple[str, ...]:
    """What to send: the card and the square."""
    chosen = choice(Kind.SUMMON, number), choice(Kind.SQUARE, at)
    return tuple(map(choice_text, chosen))
