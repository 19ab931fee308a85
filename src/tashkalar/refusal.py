"""Why a choice is refused: the one vocabulary of refusals.

A refusal is a value. Its type says which mistake it is, its fields what it is about, in the terms
of ``terms``; no field holds words. ``words.refusal_words`` tells it in a reader's language.

    >>> Occupied(square=44, rank=2)
    Occupied(square=44, rank=2)
    >>> KEYS[Occupied], KEYS[NoActions]
    ('refused.occupied', 'refused.no_actions')
"""

from __future__ import annotations

from typing import NamedTuple, get_args

from tashkalar import unmet
from tashkalar.terms import (
    Card,
    Colour,
    Count,
    Lack,
    Rank,
    Seat,
    Square,
    Squares,
    Wanted,
    snake,
    terms,
    told_apart,
)

# --- not now, not you -----------------------------------------------------------------------------


class GameOver(NamedTuple):
    """The game is over."""


class NotYours(NamedTuple):
    """Another seat decides now."""

    seat: Seat


class NotNow(NamedTuple):
    """The choice answers another question than the one that is asked."""

    asked: Wanted


class NotOffered(NamedTuple):
    """The right kind of answer, but not one of the alternatives there are now."""

    asked: Wanted


class NoPartner(NamedTuple):
    """Control can be passed in team play only."""


class Passed(NamedTuple):
    """Team play: after control was passed pieces are placed, and nothing else."""


class NoActions(NamedTuple):
    """No action is left in this turn."""


class ActionsLeft(NamedTuple):
    """The turn cannot be ended yet."""

    n: Count


class Compulsory(NamedTuple):
    """This part of an effect cannot be declined."""


# --- placing --------------------------------------------------------------------------------------


class SayPlace(NamedTuple):
    """A bare square, where the place action was probably meant."""

    square: Square


class Occupied(NamedTuple):
    """A piece is placed on an empty square."""

    square: Square
    rank: Rank


class NoneToPlace(NamedTuple):
    """A shortage: a piece has to be lifted first."""


class LiftNeedless(NamedTuple):
    """There is no shortage."""


class NotLiftable(NamedTuple):
    """No piece of the player's that could be lifted stands there."""

    square: Square


# --- cards ----------------------------------------------------------------------------------------


class NoCard(NamedTuple):
    """No card has this number."""

    number: Count


class NotInHand(NamedTuple):
    """The card is not in the hand of whoever asks."""

    card: Card


class NotABeing(NamedTuple):
    """Only beings and legends are summoned."""

    card: Card


class NoDiscard(NamedTuple):
    """The first game has no discard action."""


class Discarded(NamedTuple):
    """One action of a turn may be used to discard, and it was."""


class DiscardOwn(NamedTuple):
    """The discard action begins with a being of the player's own deck."""

    card: Card


class Behind(NamedTuple):
    """No opponent leads by as much as a half of the flare needs; this one comes nearest."""

    card: Card
    rival: Colour
    upgraded: Count
    upper: Count
    pieces: Count
    lower: Count


class NotCurrent(NamedTuple):
    """The task is not one of the current ones."""

    card: Card


class ClaimLater(NamedTuple):
    """A task is claimed at the end of the turn."""


class Unfulfilled(NamedTuple):
    """The task's criterion is not met."""

    card: Card


# --- summoning ------------------------------------------------------------------------------------


class Outranked(NamedTuple):
    """A piece of a higher rank than the being stands on the square."""

    card: Card
    square: Square
    rank: Rank
    being_rank: Rank


class OffArena(NamedTuple):
    """The pattern does not fit on the arena there, however it is turned."""

    card: Card
    square: Square


class PatternLacks(NamedTuple):
    """The nearest way to form the pattern there lacks pieces."""

    card: Card
    square: Square
    missing: Lack


class NoPattern(NamedTuple):
    """The pattern is formed nowhere; the nearest place lacks these pieces."""

    card: Card
    square: Square
    missing: Lack


class Shortage(NamedTuple):
    """The pattern is there, but no piece is left that could become the being."""

    card: Card
    square: Square


class ImprovisedBefore(NamedTuple):
    """Melee: the pattern would need an enemy piece whose colour was improvised with already."""

    card: Card
    square: Square
    foreign: Square
    rival: Colour


class TooManyForeign(NamedTuple):
    """Melee: the pattern would need more enemy pieces than may stand in for one's own."""

    card: Card
    square: Square
    foreign: Squares


Refusal = (
    GameOver
    | NotYours
    | NotNow
    | NotOffered
    | NoPartner
    | Passed
    | NoActions
    | ActionsLeft
    | Compulsory
    | SayPlace
    | Occupied
    | NoneToPlace
    | LiftNeedless
    | NotLiftable
    | NoCard
    | NotInHand
    | NotABeing
    | NoDiscard
    | Discarded
    | DiscardOwn
    | Behind
    | NotCurrent
    | ClaimLater
    | Unfulfilled
    | Outranked
    | OffArena
    | PatternLacks
    | NoPattern
    | Shortage
    | ImprovisedBefore
    | TooManyForeign
    | unmet.OfSquares
)

REFUSALS: tuple[type[Refusal], ...] = get_args(Refusal)

# The ids of their texts in the catalogues, and what their fields hold.
KEYS = {kind: f"refused.{snake(kind.__name__)}" for kind in REFUSALS}
FIELDS = {kind: terms(kind) for kind in REFUSALS}
told_apart(REFUSALS)
