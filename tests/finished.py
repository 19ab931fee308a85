"""Games that are over: played at random, and put into the database of a server."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache

from sqlalchemy import update

from tashkalar import Game, Position
from tashkalar.game import forced
from tashkalar.rules.forms import FORMS
from tashkalar.server.storage.schema import seats, tables
from tashkalar.server.storage.store import open_engine
from tashkalar.server.tables.seats import Seat, hashed, written
from tashkalar.server.tables.transcripts import Transcript, imported
from tests.games import eager, new_game
from tests.serving import Player, Running


@cache
def played(form: str = "high-form", seed: int = 1, schools: tuple[str, ...] = ()) -> Game:
    """A whole game in which summoning is liked; it is shared, so nothing may be played on it."""
    game = Game.new(form, schools or new_game(form, seed).schools, seed)
    rng = random.Random(seed)
    while not game.position.is_over:
        game.play(eager(rng, game.position.choices()))
    return game


def first(game: Game, wanted: Callable[[Position], object]) -> int:
    """The first step at which a position is as wanted."""
    positions = (one.before for one in game.history)
    return next(n for n, position in enumerate(positions) if wanted(position))


def in_effect(position: Position) -> bool:
    """Is somebody asked in the middle of an effect, with something to decide?"""
    return bool(position.callers) and forced(position) is None


def stored(site: Running, game: Game, *players: Player | str) -> str:
    """Put a game into the database of a server; a name that is no player's is a bot's."""
    sitting = tuple(
        Seat("bot", "", bot=one)
        if isinstance(one, str)
        else Seat("human", one.name, hashed(one.token))
        for one in players
    )
    assert len(sitting) == FORMS[game.form].seats
    engine = open_engine(site.worker.settings.database)
    try:
        with engine.begin() as c:
            names = tuple(seat.name or seat.bot or "" for seat in sitting)
            found = imported(c, Transcript(game.record().text(), players=names), site.clock())
            assert found is not None
            c.execute(update(tables).where(tables.c.id == found).values(sitting=written(sitting)))
            for n, seat in enumerate(sitting):
                at = update(seats).where(seats.c.table_id == found, seats.c.seat == n)
                c.execute(at.values(owner=seat.owner, name=seat.name, kind=seat.kind, bot=seat.bot))
    finally:
        engine.dispose()
    return found
