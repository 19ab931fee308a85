"""A finished game in numbers: where points came from, what was done, and where pieces fell.

All of it was done in the open; it is told when nobody can use it any more.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Literal

from msgspec import Struct

from tashkalar import Game, Position
from tashkalar.arena import NAMES, squares
from tashkalar.cards import BEINGS, CARDS
from tashkalar.event import Convert, Destroy, Event, Place, Points, PointsIn, Summon
from tashkalar.rules.forms import FORMS
from tashkalar.rules.tasks import task
from tashkalar.scene.figures import deed
from tashkalar.state import LEGENDARY


class PointSource(Struct, frozen=True, gc=False):
    """Points of a colour that came from the same thing."""

    colour: int
    why: Literal["task", "standing", "destroyed", "legend", "flare", "left_over"]
    n: int
    card: str | None = None  # the task
    scored_in: int | None = None  # melee: the enemy color


class SeatNumbers(Struct, frozen=True, gc=False):
    """What a seat did in a game."""

    seat: int
    summoned: int
    legends: int  # among them
    destroyed: int  # enemy pieces, converted ones included
    own: int  # pieces of its own color that it destroyed
    placed: int
    tasks: int
    flares: int


class SquareNumbers(Struct, frozen=True, gc=False):
    """What happened on a square."""

    square: str
    fell: int  # pieces destroyed or converted there
    stood: int  # turns at whose end a piece stood there


class GameNumbers(Struct, frozen=True, gc=False):
    """A game in numbers."""

    sources: tuple[PointSource, ...]
    seats: tuple[SeatNumbers, ...]
    squares: tuple[SquareNumbers, ...]  # those with any


def numbers(game: Game) -> GameNumbers:
    """A game in numbers.

    >>> game = Game.new("high-form", ("highland", "sylvan"), 1)
    >>> for choice in ("place e5", "finish", "place e6", "place d6", "finish"):
    ...     events = game.play(choice)
    >>> found = numbers(game)
    >>> [seat.placed for seat in found.seats], found.squares[0]
    ([1, 2], SquareNumbers(square='d6', fell=0, stood=1))
    """
    done: list[Counter[str]] = [Counter() for _ in game.schools]
    fell: Counter[int] = Counter()
    for played in game.history:
        colour = played.before.colour_of[played.seat]
        for one in played.events:
            done[played.seat].update(_deeds(one, colour) if played.turn else ())
            if isinstance(one, Destroy | Convert):
                fell[one.square] += 1
    stood = _stood(game)
    return GameNumbers(
        tuple(_sources(game)),
        tuple(
            SeatNumbers(
                seat,
                n["summoned"],
                n["legends"],
                n["destroyed"],
                n["own"],
                n["placed"],
                n["tasks"],
                n["flares"],
            )
            for seat, n in enumerate(done)
        ),
        tuple(
            SquareNumbers(name, fell[square], stood[square])
            for square, name in enumerate(NAMES)
            if fell[square] or stood[square]
        ),
    )


def _deeds(one: Event, colour: int) -> Iterator[str]:
    """What an event is counted as, in the turn of a colour."""
    counted = deed(one, colour)
    if counted is not None:
        yield counted
    match one:
        case Summon() if BEINGS[one.card].rank == LEGENDARY:
            yield "legends"
        case Destroy() if one.colour == colour:
            yield "own"
        case Place() if one.colour == colour:
            yield "placed"


def _stood(game: Game) -> Counter[int]:
    """At the end of how many turns a piece stood on each square."""
    stood: Counter[int] = Counter()
    ends: dict[int, Position] = {}  # by the turn before
    for played in game.history:
        ends.setdefault(played.turn - 1, played.before)
    if game.history:
        ends[game.history[-1].turn] = game.position
    for turn, position in ends.items():
        if turn > 0:
            for pieces in position.pieces:
                stood.update(squares(pieces))
    return stood


def _sources(game: Game) -> Iterator[PointSource]:
    """Where the points of each colour came from, in the order in which they came."""
    end = game.position
    form = FORMS[game.form]
    if form.tasks:
        for colour in range(form.colours):
            for number in end.claimed[colour]:
                yield PointSource(colour, "task", task(number).points, CARDS[number].id)
            if standing := (end.pieces[colour] & end.legendary).bit_count():
                yield PointSource(colour, "standing", standing)
        return
    found: Counter[tuple[int, str, int | None]] = Counter()
    for played in game.history:
        for one in played.events:
            if isinstance(one, Points | PointsIn):
                scored_in = one.scored_in if isinstance(one, PointsIn) else None
                found[one.colour, one.why, scored_in] += one.n
    for (colour, why, scored_in), n in sorted(found.items(), key=lambda item: item[0][0]):
        yield PointSource(colour, why, n, None, scored_in)  # type: ignore[arg-type]
