"""Which games count for ratings, and counting them: each once, in the order of their ends.

A game is counted after it is over, from what is stored of its table, by whichever worker comes
first. Nothing but the games that count is needed to work all ratings out again.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Row, select
from sqlalchemy.exc import SQLAlchemyError

from tashkalar.rules.forms import FORMS
from tashkalar.server.storage import archive, event_log, ratings
from tashkalar.server.storage.ratings import Belief, GamePart, RatedGame
from tashkalar.server.storage.schema import seats
from tashkalar.server.storage.store import Stumbled, apart
from tashkalar.server.tables.rating import after

_log = logging.getLogger("tashkalar.server")
COUNTED = "counted"
# Why a game does not count.
SHORT = "short"  # it was over before everybody had had a turn
CLOSED = "closed"  # whoever runs the server closed the table
TORN = "torn"  # what is stored of it cannot be read


def count_due(c: Connection) -> int:
    """Count the rated games that are over; how many were looked at is returned.

    One that ended before others which have been counted is put where it belongs, and all games of
    its form are worked out again: once, however many were late.
    """
    looked_at, late = 0, set[str]()
    for row in ratings.due(c):
        try:
            with apart(c):
                settled, in_order = _settled(c, row, late)
        except Stumbled as error:
            _log.warning("the game of table %s is not counted: %s", row.id, error)
            settled, in_order = ratings.settle(c, row.id, TORN), True
        looked_at += settled
        if not in_order:
            late.add(row.form)
    for form in sorted(late):
        work_out(c, form)
    return looked_at


def _settled(c: Connection, row: Row[Any], late: set[str]) -> tuple[bool, bool]:
    """Count a game; false when another worker has. And did it end after all others so far?"""
    last = ratings.lock(c, row.form)
    verdict, game = judged(c, row)
    if not ratings.settle(c, row.id, verdict):
        return False, True
    if game is None:
        return True, True
    ratings.keep(c, game)
    if game.order < last or row.form in late:
        return True, False
    owners = [part.owner for part in game.parts]
    ratings.believe(c, game.form, after(game, ratings.beliefs(c, game.form, owners)))
    ratings.note_last(c, game.form, game.order)
    return True, True


def judged(c: Connection, row: Row[Any]) -> tuple[str, RatedGame | None]:
    """Does the game of a table that is over count, and how?"""
    try:
        return _judged(c, row)
    except SQLAlchemyError:
        raise
    except Exception as error:  # whatever a broken row leads to
        _log.warning("the game of table %s is not counted: %r", row.id, error)
        return TORN, None


def _judged(c: Connection, row: Row[Any]) -> tuple[str, RatedGame | None]:
    """Whoever ran out of time in a melee is behind all others, however well a bot went on.

    Who never made a choice was not there: the turns of the bot are nobody's.
    """
    form = FORMS[row.form]
    if row.closed is not None or row.result is None:
        return CLOSED, None
    if row.turn <= form.seats:
        return SHORT, None
    query = select(seats).where(seats.c.table_id == row.id).order_by(seats.c.seat)
    sitting = c.execute(query).all()
    taken_over = {s.seat for s in sitting if s.kind != "human"}
    if taken_over and not _all_came(c, row.id):
        return SHORT, None
    places = [int(place) for place in row.result.split()]
    if not len(places) == len(sitting) == form.seats or not all(s.owner for s in sitting):
        raise ValueError(f"{len(places)} places, {len(sitting)} seats")
    parts = tuple(
        GamePart(
            s.seat,
            s.owner,
            form.colour_of[s.seat],
            form.seats + 1 if s.seat in taken_over else places[s.seat],
        )
        for s in sitting
    )
    return COUNTED, RatedGame(row.id, row.form, row.updated, parts)


def _all_came(c: Connection, table: str) -> bool:
    """Has everybody who ran out of time made a choice before?"""
    came: set[int] = set()
    for event, _, _ in archive.events_of(c, table):
        if isinstance(event, event_log.Chosen):
            came.add(event.seat)
        elif isinstance(event, event_log.Flagged) and event.seat not in came:
            return False
    return True


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
