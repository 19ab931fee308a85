"""The players: their seats and colours, and what the table knows about them."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

from msgspec import Struct

from tashkalar import SPECTATOR, View
from tashkalar.cards import CARDS
from tashkalar.player_names import PlayerNames
from tashkalar.rules.atoms import supply
from tashkalar.rules.forms import FORM_OF
from tashkalar.rules.tasks import task
from tashkalar.scene.fields import SeatKind
from tashkalar.state import COMMON, LEGENDARY, SCHOOL_NAMES, UNKNOWN

# --- what the table knows ---------------------------------------------------------------------


class SeatClock(Struct, frozen=True, gc=False, omit_defaults=True):
    """The time a seat has left."""

    left: int | None  # milliseconds
    running: bool
    deadline: str | None = None  # ISO 8601


class Sitting(Struct, frozen=True, gc=False):
    """Who sits on a seat."""

    name: str
    kind: SeatKind = "human"
    clock: SeatClock = SeatClock(None, False)


class OfferShown(Struct, frozen=True, gc=False):
    """An offer that waits for answers."""

    what: Literal["takeback", "resign"]
    by: int
    answered: tuple[int, ...]


class Setting(Struct, frozen=True, gc=False):
    """What a table adds to a game."""

    table: str
    seq: int
    sittings: tuple[Sitting, ...]
    undo: bool = False  # also where the rules know of no step back: in a lesson
    redo: bool = False
    takeback: bool = False
    hint: bool = False
    replace: tuple[int, ...] = ()
    timed_out: bool = False  # somebody's clock ended the game
    offers: tuple[OfferShown, ...] = ()
    reader: int = SPECTATOR  # the seat that sentences address as "you"

    def names(self, colour_of: tuple[int, ...]) -> PlayerNames:
        """Return the names of the players, for the reader."""
        return PlayerNames(
            tuple([sitting.name for sitting in self.sittings]), colour_of, self.reader
        )


# --- what is shown ----------------------------------------------------------------------------


class Counts(Struct, frozen=True, gc=False):
    """How many cards of each kind there are."""

    beings: int
    legends: int
    flares: int


class SeatShown(Struct, frozen=True, gc=False):
    """A seat as the viewer sees it: who sits there, and how many cards it has."""

    seat: int
    colour: int
    school: str
    name: str
    kind: SeatKind
    you: bool
    hand: Counts
    known: tuple[str, ...]  # the cards of that hand that the viewer knows
    deck: int
    discards: tuple[str, ...]
    clock: SeatClock


class Supply(Struct, frozen=True, gc=False):
    """Pieces of a colour beside the board."""

    pieces: int
    legendary: int


class Colour(Struct, frozen=True, gc=False):
    """A colour: its points, claimed tasks, pieces and supply."""

    colour: int
    schools: tuple[str, ...]
    score: int
    parts: dict[int, int]  # melee: points in each enemy colour
    improvised: tuple[int, ...]  # melee: the enemy colours with which it has done so
    from_tasks: int | None
    from_legends: int | None
    claimed: tuple[str, ...]
    supply: Supply
    upgraded: int
    pieces: int


class FlareLead(Struct, frozen=True, gc=False):
    """How far ahead of the viewer a colour is, by what flares count."""

    rival: int
    upgraded: int
    pieces: int


@lru_cache(4096)
def ids(cards: tuple[int, ...]) -> tuple[str, ...]:
    """The ids of those cards that can be seen."""
    return tuple([CARDS[number].id for number in cards if number != UNKNOWN])


def seat_shown(v: View, seat: int, sitting: Sitting) -> SeatShown:
    """A seat as the viewer sees it."""
    return _seat(
        seat,
        v.colour_of[seat],
        v.schools[seat],
        seat == v.viewer,
        v.beings[seat],
        v.legends[seat],
        v.flares[seat],
        len(v.decks[seat]),
        v.discards[seat],
        sitting,
    )


@lru_cache(1024)
def _seat(
    seat: int,
    colour: int,
    school: str,
    you: bool,
    beings: tuple[int, ...],
    legends: tuple[int, ...],
    flares: tuple[int, ...],
    deck: int,
    discards: tuple[int, ...],
    sitting: Sitting,
) -> SeatShown:
    hand = Counts(len(beings), len(legends), len(flares))
    return SeatShown(
        seat,
        colour,
        school,
        sitting.name,
        sitting.kind,
        you,
        hand,
        ids(beings + legends + flares),
        deck,
        ids(discards),
        sitting.clock,
    )


def colour_shown(v: View, colour: int) -> Colour:
    """A colour as everybody sees it."""
    pieces = v.pieces[colour]
    return _colour(
        v.form_number,
        colour,
        v.school_numbers,
        v.colour_of,
        pieces.bit_count(),
        (pieces & ~v.common).bit_count(),
        (pieces & v.legendary).bit_count(),
        v.score(colour),
        v.scores,
        v.improvised[colour],
        v.claimed[colour],
        supply(v, colour, COMMON),
        supply(v, colour, LEGENDARY),
    )


@lru_cache(1024)
def _colour(
    form_number: int,
    colour: int,
    schools: tuple[int, ...],
    colour_of: tuple[int, ...],
    pieces: int,
    upgraded: int,
    legendary: int,
    score: int,
    scores: tuple[int, ...],
    improvised: int,
    claimed: tuple[int, ...],
    two_sided: int,
    legends: int,
) -> Colour:
    form = FORM_OF[form_number]
    enemies = [c for c in range(form.colours) if c != colour] if form.melee else []
    return Colour(
        colour,
        tuple(SCHOOL_NAMES[schools[s]] for s, c in enumerate(colour_of) if c == colour),
        score,
        {enemy: scores[4 * colour + enemy] for enemy in enemies},
        tuple(enemy for enemy in enemies if improvised >> enemy & 1),
        sum(task(n).points for n in claimed) if form.tasks else None,
        legendary if form.tasks else None,
        ids(claimed),
        Supply(two_sided, legends),
        upgraded,
        pieces,
    )
