"""Effects and conditions as frozen values: what the words of a card make.

Nothing here runs; ``lowering.py`` lowers it for the machine, ``prose.py`` puts it into words.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from tashkalar.effects.squares import Squares

MOST_MOVES = 3  # of all alternatives of a budget together


class Effect:
    """Something a card does."""


class Condition:
    """Something that holds or does not."""


@dataclass(frozen=True)
class Change(Effect):
    """destroy, upgrade, downgrade or convert every piece of a set."""

    verb: str
    who: Squares
    rank: int = 0  # convert: the new rank, 0 for the same
    counted: bool = True  # destroy: does it count as destroyed by you


@dataclass(frozen=True)
class Place(Effect):
    """Place a piece from the supply; on a set, the player chooses the square."""

    rank: int
    on: Squares
    theirs: bool = False  # a piece of the colour at hand instead of your own


@dataclass(frozen=True)
class Move(Effect):
    """A move or leap. From a set, the player chooses the piece; then the square."""

    who: Squares
    kind: str  # to_empty, standard, combat
    leap: bool
    onto: Squares
    along: bool  # only in the current direction, once there is one


class Allowance(Enum):
    """What a turn grants, as counters of the position."""

    ACTION = 0
    TURN = 1  # another turn after this one
    BEING = 2  # one more card of your own deck at the end of the turn
    LEGEND = 3  # one more legend at the end of the turn
    BORROWED = 4  # one more enemy piece in the next summoning of this turn


class Zone(Enum):
    """Where cards of the player in turn lie."""

    DISCARDS = 0
    DECK = 1  # on top of it


@dataclass(frozen=True)
class Gain(Effect):
    """So many more of something the turn grants; a negative number takes them away."""

    what: Allowance
    n: int


@dataclass(frozen=True)
class Send(Effect):
    """The player chooses a card of one zone; it goes to another."""

    start: Zone
    end: Zone


@dataclass(frozen=True)
class May(Effect):
    """The first decision inside may be declined."""

    body: tuple[Effect, ...]


@dataclass(frozen=True)
class One(Effect):
    """One square of a set, then the body with it."""

    of: Squares
    body: tuple[Effect, ...]


@dataclass(frozen=True)
class Some(Effect):
    """Several different ones of a set that is fixed at the start."""

    n: int
    of: Squares
    body: tuple[Effect, ...]
    connected: bool


@dataclass(frozen=True)
class UpTo(Effect):
    """A body that is repeated until it is declined, impossible or ended."""

    n: int
    body: tuple[Effect, ...]
    until: Condition | None


@dataclass(frozen=True)
class Budget(Effect):
    """Moves in any order, at most those of one of the alternatives."""

    alternatives: tuple[tuple[Move, ...], ...]
    whole: bool = False  # once begun, as many as possible have to be made


@dataclass(frozen=True)
class Toward(Effect):
    """One of the indicated directions, then the body."""

    body: tuple[Effect, ...]


@dataclass(frozen=True)
class Match(Effect):
    """The first case that the chosen square fits."""

    cases: tuple[tuple[Squares, tuple[Effect, ...]], ...]


@dataclass(frozen=True)
class Choose(Effect):
    """either: one of several effects."""

    options: tuple[tuple[Effect, ...], ...]


@dataclass(frozen=True)
class When(Effect):
    """One body or the other, by a condition."""

    condition: Condition
    body: tuple[Effect, ...]
    otherwise: tuple[Effect, ...]


@dataclass(frozen=True)
class Colours(Effect):
    """For one enemy colour of your choice, or for each colour in turn; THEIRS inside."""

    each: bool
    body: tuple[Effect, ...]


@dataclass(frozen=True)
class AtLeast(Condition):
    """A set has so many squares."""

    n: int
    of: Squares


@dataclass(frozen=True)
class Captured(Condition):
    """The last move destroyed a piece of this rank or a higher one."""

    rank: int


@dataclass(frozen=True)
class Remains(Condition):
    """Some of what the turn grants is left."""

    what: Allowance


@dataclass(frozen=True)
class Holds(Condition):
    """There is a card in a zone."""

    zone: Zone
