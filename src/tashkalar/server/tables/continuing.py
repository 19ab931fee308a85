"""Going on from any position of a game: at a table of its own, which counts in no figures."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, replace

from tashkalar import Game, Position, position_text, sample
from tashkalar.game import forced
from tashkalar.server.refusals import Refused
from tashkalar.server.tables.course import Start
from tashkalar.server.tables.guests import Guest
from tashkalar.server.tables.lobby import SeatSetup, Setup, make_table
from tashkalar.server.tables.service import TableService
from tashkalar.server.tables.table import Table
from tashkalar.view import view_together


@dataclass(frozen=True)
class Continuing:
    """From which step to go on, and who sits where; whoever joins agrees to ``keep``."""

    step: int  # so many choices were made before
    seats: list[SeatSetup]  # their schools are those of the game
    keep: bool = False  # are hidden cards left as they were?


async def continue_game(
    service: TableService, guest: Guest, game: Game, table: str, wanted: Continuing
) -> Table:
    """A new table at which a game goes on from one of its steps."""
    if not 0 <= wanted.step <= len(game.history):
        most = {"most": len(game.history), "given": wanted.step}
        raise Refused("malformed", why="continue.step", values=most)
    if len(wanted.seats) != len(game.schools):
        counts = {"form": game.form, "n": len(game.schools), "given": len(wanted.seats)}
        raise Refused("malformed", why="set_up.seats", values=counts)
    position = game.past(wanted.step).position
    if position.is_over:
        raise Refused("continue_over")
    people = [n for n, seat in enumerate(wanted.seats) if seat.kind != "bot"]
    if people and not wanted.keep:
        position = dealt_anew(position, people, secrets.randbits(64))
    start = Start(position_text(_asked(position)), table, position.turn, wanted.keep)
    seats = [
        replace(seat, school=school)
        for seat, school in zip(wanted.seats, game.schools, strict=True)
    ]
    return await make_table(service, guest, Setup(game.form, seats), start)


def dealt_anew(position: Position, people: list[int], chance: int) -> Position:
    """The same position for those who go on; what none of them has seen is dealt anew.

    >>> p = Position.new("high-form", ("highland", "sylvan"), 1)
    >>> new = dealt_anew(p, [0], 5)
    >>> new.beings[0] == p.beings[0], new.decks[0] == p.decks[0], new.beings[1] == p.beings[1]
    (True, False, False)
    """
    return sample(view_together(position, people), chance)


def _asked(position: Position) -> Position:
    """Where somebody has something to decide: what is forced goes by itself."""
    while not position.is_over and (only := forced(position)) is not None:
        position = position.after(only)
    return position
