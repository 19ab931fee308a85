"""The figures of a finished game: what each seat did, and how the points grew turn by turn.

All of it was done in the open, so everybody who sees the result may see it.
"""

from __future__ import annotations

from collections import Counter

from msgspec import Struct

from tashkalar import Game, Position
from tashkalar.event import Claim, Convert, Destroy, Event, Invoke, Summon
from tashkalar.rules.forms import FORMS


class SeatFigures(Struct, frozen=True, gc=False):
    """What a seat did in a game."""

    seat: int
    summoned: int
    destroyed: int  # enemy pieces, converted ones included
    tasks: int
    flares: int


class TurnPoints(Struct, frozen=True, gc=False):
    """The points of each colour after a turn; turn 0 is the beginning."""

    turn: int
    points: tuple[int, ...]


class GameFigures(Struct, frozen=True, gc=False):
    """A game in numbers."""

    seats: tuple[SeatFigures, ...]
    turns: tuple[TurnPoints, ...]


def figures(game: Game) -> GameFigures:
    """What the seats did, and the points after each turn.

    >>> game = Game.new("high-form", ("highland", "sylvan"), 1)
    >>> for choice in ("place e5", "finish"):
    ...     events = game.play(choice)
    >>> figures(game).turns
    (TurnPoints(turn=0, points=(0, 0)), TurnPoints(turn=1, points=(0, 0)))
    """
    counts: list[Counter[str]] = [Counter() for _ in game.schools]
    for played in game.history:
        colour = played.before.colour_of[played.seat]
        counts[played.seat].update(
            done for one in played.events if (done := deed(one, colour)) is not None
        )
    seats = tuple(
        SeatFigures(seat, n["summoned"], n["destroyed"], n["tasks"], n["flares"])
        for seat, n in enumerate(counts)
    )
    return GameFigures(seats, _turns(game))


def deed(one: Event, colour: int) -> str | None:
    """What an event is counted as, in the turn of a colour."""
    match one:
        case Summon():
            return "summoned"
        case Destroy() | Convert() if one.colour != colour:
            return "destroyed"
        case Claim():
            return "tasks"
        case Invoke():
            return "flares"
    return None


def _turns(game: Game) -> tuple[TurnPoints, ...]:
    """A turn has brought what there is when the next one begins, or at the end."""
    found: dict[int, tuple[int, ...]] = {}
    for played in game.history:
        found.setdefault(played.turn - 1, points(played.before))
    if game.history:
        found[game.history[-1].turn] = points(game.position)
    return tuple(TurnPoints(turn, scored) for turn, scored in found.items() if turn >= 0)


def points(p: Position) -> tuple[int, ...]:
    """The points of each colour."""
    return tuple(p.score(colour) for colour in range(FORMS[p.form].colours))
