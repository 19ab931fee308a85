"""Which games count for ratings, and counting them: each once, in the order of their ends.

A game is counted after it is over, from what is stored of its table, by whichever worker comes
first. Nothing but the games that count is needed to work all ratings out again.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Row, select

from tashkalar.rules.forms import FORMS
from tashkalar.server.storage import ratings
from tashkalar.server.storage.ratings import Belief, GamePart, RatedGame
from tashkalar.server.storage.schema import seats
from tashkalar.server.tables.rating import after

COUNTED = "counted"
# Why a game does not count.
SHORT = "short"  # it was over before everybody had had a turn
CLOSED = "closed"  # whoever runs the server closed the table


def count_due(c: Connection) -> int:
    """Count the rated games that are over; how many were looked at is returned."""
    looked_at = 0
    for row in ratings.due(c):
        last = ratings.lock(c, row.form)
        verdict, game = judged(c, row)
        if not ratings.settle(c, row.id, verdict):
            continue
        looked_at += 1
        if game is not None:
            ratings.keep(c, game)
            _count(c, game, last)
    return looked_at


def _count(c: Connection, game: RatedGame, last: tuple[int, str]) -> None:
    """Go on from the last game; one that ended before it is put where it belongs."""
    if game.order < last:
        work_out(c, game.form)
        return
    owners = [part.owner for part in game.parts]
    ratings.believe(c, game.form, after(game, ratings.beliefs(c, game.form, owners)))
    ratings.note_last(c, game.form, game.order)


def judged(c: Connection, row: Row[Any]) -> tuple[str, RatedGame | None]:
    """Does the game of a table that is over count, and how?

    Whoever ran out of time in a melee is behind all others, however well a bot went on.
    """
    form = FORMS[row.form]
    if row.closed is not None or row.result is None:
        return CLOSED, None
    if row.turn <= form.seats:
        return SHORT, None
    places = [int(place) for place in row.result.split()]
    sitting = c.execute(select(seats).where(seats.c.table_id == row.id).order_by(seats.c.seat))
    parts = tuple(
        GamePart(s.seat, s.owner, form.colour_of[s.seat],
             places[s.seat] if s.kind == "human" else form.seats + 1)
        for s in sitting
    )  # fmt: skip
    return COUNTED, RatedGame(row.id, row.form, row.updated, parts)


def work_out(c: Connection, form: str) -> dict[str, Belief]:
    """Work all ratings of a form out again from its games."""
    found: dict[str, Belief] = {}
    last = (-1, "")
    for game in ratings.games_of(c, form):
        found.update(after(game, found))
        last = game.order
    ratings.clear(c, form)
    ratings.believe(c, form, found)
    ratings.note_last(c, form, last)
    return found


@dataclass(frozen=True)
class Rebuilt:
    """What working everything out again has changed."""

    games: int
    corrected: int  # games that count otherwise than they had been counted
    changed: int  # ratings that came out otherwise


def rebuild(c: Connection) -> Rebuilt:
    """Look at every rated game that is still stored, then work all ratings out again.

    Games whose tables were deleted count as they did.
    """
    locked = {form: ratings.lock(c, form) for form in sorted(FORMS)}
    corrected = sum(_judged_again(c, row) for row in ratings.settled(c))
    games = changed = 0
    for form in locked:
        before = ratings.beliefs(c, form)
        now = work_out(c, form)
        changed += len({owner for owner in before | now if before.get(owner) != now.get(owner)})
        games += sum(1 for _ in ratings.games_of(c, form))
    return Rebuilt(games, corrected, changed)


def _judged_again(c: Connection, row: Row[Any]) -> bool:
    """Set right how a game counts; true where that was wrong."""
    verdict, game = judged(c, row)
    if verdict == row.rated and game == ratings.game(c, row.id):
        return False
    ratings.settle(c, row.id, verdict, row.rated)
    ratings.drop(c, row.id)
    if game is not None:
        ratings.keep(c, game)
    return True
