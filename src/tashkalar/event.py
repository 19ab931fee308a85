"""What happens in a game: the one vocabulary of events.

A choice is followed by events in an order in which each one can be applied to the board that the
ones before it have left: a piece that is taken goes before the piece that takes it arrives. The
types say what the fields hold (see ``terms``); sentences, the log and the wire derive from them.

    >>> Destroy(square=40, colour=1, rank=2)
    Destroy(square=40, colour=1, rank=2)
    >>> NAMES[Destroy], NAMES[EndTurn]
    ('destroy', 'end_turn')
    >>> list(FIELDS[Destroy].items())[0]
    ('square', <Term.SQUARE: 'square'>)
    >>> Destroy(40, 1, 2) == Lift(40, 1, 2)
    False
"""

from __future__ import annotations

from typing import NamedTuple, get_args

from tashkalar.terms import (
    Actor,
    Card,
    Cause,
    Colour,
    Count,
    Fact,
    Halves,
    Places,
    Rank,
    Seat,
    Square,
    Squares,
    Term,
    snake,
    terms,
    told_apart,
)

# --- on the board -----------------------------------------------------------------------------


class Place(NamedTuple):
    """A piece from the supply is put on an empty square."""

    square: Square
    colour: Actor
    rank: Rank


class Destroy(NamedTuple):
    """A piece is destroyed: by an effect, or because another piece comes onto its square."""

    square: Square
    colour: Colour
    rank: Rank


class Lift(NamedTuple):
    """In a shortage a piece is taken up, to become another one: it is not destroyed."""

    square: Square
    colour: Actor
    rank: Rank


class Move(NamedTuple):
    """A piece goes to an empty square; `leap` if that is not beside its own."""

    start: Square
    end: Square
    colour: Colour
    rank: Rank
    leap: Fact


class Upgrade(NamedTuple):
    """A piece goes up one rank, to `rank`."""

    square: Square
    colour: Colour
    rank: Rank


class Downgrade(NamedTuple):
    """A piece goes down one rank, to `rank`."""

    square: Square
    colour: Colour
    rank: Rank


class Convert(NamedTuple):
    """A piece is replaced by one of another color; it counts as destroyed."""

    square: Square
    colour: Colour
    rank: Rank
    new_colour: Colour
    new_rank: Rank


class Summon(NamedTuple):
    """A being arrives on an empty square; `used` are the squares of its pattern."""

    card: Card
    square: Square
    used: Squares
    colour: Actor
    rank: Rank


# --- cards and points -------------------------------------------------------------------------


class Improvise(NamedTuple):
    """The summoning before it used up a seat's right to improvise with a color."""

    seat: Seat
    rival: Colour


class Invoke(NamedTuple):
    """A flare is invoked against a color."""

    card: Card
    halves: Halves
    colour: Actor
    rival: Colour


class Claim(NamedTuple):
    """A task is claimed."""

    card: Card


class Recall(NamedTuple):
    """A discard goes on top of its deck."""

    card: Card


class Discard(NamedTuple):
    """A card is discarded as an action."""

    card: Card


class Return(NamedTuple):
    """A card is put aside to go under its deck, face down: nobody is told which."""


class Points(NamedTuple):
    """A color scores: for `destroyed` pieces, a `legend`, or a `flare` invoked against it."""

    colour: Actor
    n: Count
    why: Cause


class PointsIn(NamedTuple):
    """Melee: a color scores in the color of an enemy, also for `left_over` common pieces."""

    colour: Actor
    n: Count
    scored_in: Colour
    why: Cause


# --- turns ------------------------------------------------------------------------------------


class GainAction(NamedTuple):
    """A color has more actions in this turn."""

    colour: Actor
    n: Count


class ExtraTurn(NamedTuple):
    """Another turn of a color will follow this one."""

    colour: Actor


class PassControl(NamedTuple):
    """Team play: the turn is handed to the partner, `seat`."""

    seat: Seat


class EndTurn(NamedTuple):
    """The turn of a seat is over, its cards are drawn."""

    seat: Seat


class Trigger(NamedTuple):
    """The end is triggered by an empty `deck` or the `points` of a color; `seat` goes last."""

    what: Cause
    seat: Seat
    colour: Colour
    n: Count


class Over(NamedTuple):
    """The game is over."""

    places: Places


OnBoard = Place | Destroy | Lift | Move | Upgrade | Downgrade | Convert | Summon
Event = (
    OnBoard
    | Improvise
    | Invoke
    | Claim
    | Recall
    | Discard
    | Return
    | Points
    | PointsIn
    | GainAction
    | ExtraTurn
    | PassControl
    | EndTurn
    | Trigger
    | Over
)

EVENTS: tuple[type[Event], ...] = get_args(Event)


# The names of the kinds in catalogues and on the wire, and what their fields hold.
NAMES = {kind: snake(kind.__name__) for kind in EVENTS}
FIELDS = {kind: terms(kind) for kind in EVENTS}
told_apart(EVENTS)


def squares(event: Event) -> list[int]:
    """The squares that an event is about, for marking them on the board."""
    held = FIELDS[type(event)]
    return [getattr(event, field) for field, term in held.items() if term == Term.SQUARE]
