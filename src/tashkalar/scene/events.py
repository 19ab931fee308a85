"""What happened, as the client animates it: the engine's events as structs.

Applied one after another they turn the board before into the board after: a piece that is taken
by a move or crushed by a summoning goes before its square is entered.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from msgspec import Struct, field

from tashkalar.arena import NAMES, distance, names
from tashkalar.cards import CARDS
from tashkalar.position import State
from tashkalar.scene.fields import Rank

Engine = tuple[Any, ...]  # an event of the engine


class _Event(Struct, frozen=True, gc=False, tag_field="e"):
    """Something that happened."""


class _OnSquare(_Event, frozen=True, gc=False):
    square: str
    colour: int
    rank: Rank


class Place(_OnSquare, frozen=True, gc=False, tag="place"):
    pass


class Destroy(_OnSquare, frozen=True, gc=False, tag="destroy"):
    pass


class Lift(_OnSquare, frozen=True, gc=False, tag="lift"):
    pass


class Upgrade(_OnSquare, frozen=True, gc=False, tag="upgrade"):
    """The rank is the new one."""


class Downgrade(_OnSquare, frozen=True, gc=False, tag="downgrade"):
    """The rank is the new one."""


class Move(_Event, frozen=True, gc=False, tag="move"):
    start: str = field(name="from")
    end: str = field(name="to")
    colour: int
    rank: Rank
    leap: bool


class Convert(_OnSquare, frozen=True, gc=False, tag="convert"):
    new_colour: int
    new_rank: Rank


class Summon(_Event, frozen=True, gc=False, tag="summon"):
    card: str
    square: str
    used: tuple[str, ...]
    colour: int
    rank: Rank


class FlareInvoked(_Event, frozen=True, gc=False, tag="flare"):
    card: str
    halves: int  # 1 the upper, 2 the lower, 3 both
    colour: int
    rival: int


class _OfCard(_Event, frozen=True, gc=False):
    card: str


class Claim(_OfCard, frozen=True, gc=False, tag="claim"):
    pass


class Recall(_OfCard, frozen=True, gc=False, tag="recall"):
    pass


class Discard(_OfCard, frozen=True, gc=False, tag="discard"):
    pass


class Return(_Event, frozen=True, gc=False, tag="return"):
    """A card goes under its deck, face down: nobody is told which."""


class Points(_Event, frozen=True, gc=False, tag="points", omit_defaults=True):
    colour: int
    n: int
    scored_in: int | None = field(default=None, name="in")  # melee: the enemy's colour


class GainAction(_Event, frozen=True, gc=False, tag="gain_action"):
    n: int


class ExtraTurn(_Event, frozen=True, gc=False, tag="extra_turn"):
    pass


class EndTurn(_Event, frozen=True, gc=False, tag="end_turn"):
    seat: int


class PassControl(_Event, frozen=True, gc=False, tag="pass_control"):
    seat: int


class Trigger(_Event, frozen=True, gc=False, tag="trigger"):
    what: str


class Over(_Event, frozen=True, gc=False, tag="over"):
    places: tuple[int, ...]


OnBoard = Place | Destroy | Lift | Upgrade | Downgrade | Move | Convert | Summon
Event = (
    OnBoard | FlareInvoked | Claim | Recall | Discard | Return | Points | GainAction | ExtraTurn
    | EndTurn | PassControl | Trigger | Over
)  # fmt: skip

_ON_SQUARE: dict[str, type[Place | Destroy | Lift | Upgrade | Downgrade]] = {
    "place": Place, "destroy": Destroy, "lift": Lift, "upgrade": Upgrade, "downgrade": Downgrade,
}  # fmt: skip
_OF_CARD: dict[str, type[Claim | Recall | Discard]] = {
    "claim": Claim, "recall": Recall, "discard": Discard,
}  # fmt: skip
_ON_BOARD = {*_ON_SQUARE, "move", "convert", "summon"}


def event(told: Engine) -> Event:
    """An event of the engine as a struct."""
    return change(told) if told[0] in _ON_BOARD else _plain(told)


@lru_cache(8192)
def change(told: Engine) -> OnBoard:
    """An event that changes the board; each is made once."""
    match told:
        case ("move", start, end, colour, rank):
            return Move(NAMES[start], NAMES[end], colour, rank, distance(start, end) > 1)
        case ("convert", square, *pieces):
            return Convert(NAMES[square], *pieces)
        case ("summon", card, square, used, colour, rank):
            return Summon(CARDS[card].id, NAMES[square], tuple(names(used)), colour, rank)
        case (kind, square, *piece):
            return _ON_SQUARE[kind](NAMES[square], *piece)
    raise ValueError(f"not an event on the board: {told!r}")


def _plain(told: Engine) -> Event:
    match told:
        case ("flare", card, halves, colour, rival):
            return FlareInvoked(CARDS[card].id, halves, colour, rival)
        case (("claim" | "recall" | "discard") as kind, card):
            return _OF_CARD[kind](CARDS[card].id)
        case (("points" | "points_in"), *values):
            return Points(*values)
        case ("return",):
            return Return()
        case ("gain_action", n):
            return GainAction(n)
        case ("extra_turn",):
            return ExtraTurn()
        case ("end_turn", seat):
            return EndTurn(seat)
        case ("pass_control", seat):
            return PassControl(seat)
        case ("trigger", what):
            return Trigger(what)
        case ("over", places):
            return Over(places)
    raise ValueError(f"not an event: {told!r}")


def on_board(told: tuple[Engine, ...] | list[Engine]) -> list[Engine]:
    """Those events that change the board."""
    return [one for one in told if one[0] in _ON_BOARD]


def in_order(before: State, told: tuple[Engine, ...] | list[Engine]) -> tuple[Engine, ...]:
    """The events so that each can be applied to the board that the ones before it have left.

    The engine tells of a move or a summoning first and of the piece it destroys afterwards.
    """
    occupied = before.common | before.heroic | before.legendary
    found: list[Engine] = []
    entering = 0  # a square that is entered although a piece still stands there
    for one in told:
        kind = one[0]
        if kind in ("destroy", "lift"):
            if entering == 1 << one[1]:
                found.insert(-1, one)
                entering = 0
                continue
            occupied &= ~(1 << one[1])
        elif kind == "place":
            occupied |= 1 << one[1]
        elif kind in ("move", "summon"):
            if kind == "move":
                occupied &= ~(1 << one[1])
            end = 1 << one[2]
            entering = end & occupied
            occupied |= end
        found.append(one)
    return tuple(found)


def squares_of(told: tuple[Engine, ...]) -> int:
    """The squares that events are about, for marking them on the board."""
    found = 0
    for one in told:
        if one[0] in _ON_SQUARE or one[0] == "convert":
            found |= 1 << one[1]
        elif one[0] == "move":
            found |= 1 << one[1] | 1 << one[2]
        elif one[0] == "summon":
            found |= 1 << one[2]
    return found
