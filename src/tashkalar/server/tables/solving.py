"""How well somebody solves puzzles: a rating from first tries, and days in a row.

Nothing of it is stored: it is worked out from what is kept of the tries whenever it is asked for,
so that it cannot be counted twice.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime
from functools import reduce

from sqlalchemy import Connection

from tashkalar.puzzles import Puzzle, daily
from tashkalar.server.storage import puzzles
from tashkalar.server.storage.puzzles import Noted, PuzzleTry
from tashkalar.server.tables.rating import (
    NEWCOMER,
    after_puzzle,
    is_provisional,
    number,
    uncertainty,
)
from tashkalar.server.tables.service import TableService

_DAY = 86_400_000  # milliseconds


@dataclass(frozen=True)
class SolverFigures:
    """What a solver is told."""

    rating: int
    uncertainty: int
    provisional: bool
    rated: int  # first tries that count
    right: int  # of them, without a hint
    streak: int  # days in a row on which the puzzle of the day was solved
    today: bool  # is today one of them?


def day_of(now: int) -> int:
    """The day of the server, UTC, counted from 1970.

    >>> day_of(86_400_000 * 3 - 1), day_of(86_400_000 * 3)
    (2, 3)
    """
    return now // _DAY


def figures(tries: Iterable[PuzzleTry], days: set[int], today: int) -> SolverFigures:
    """A rating from first tries in their order, and the days in a row up to today.

    >>> tries = [PuzzleTry("duel-001", "solved", 1, True, 1500)]
    >>> found = figures(tries, {7, 8}, 9)
    >>> found.rating, found.rated, found.right, found.streak, found.today
    (1602, 1, 1, 2, False)
    """
    counted = [one for one in tries if one.first is not None]
    held = reduce(lambda h, one: after_puzzle(h, one.rating, bool(one.first)), counted, NEWCOMER)
    return SolverFigures(
        number(held),
        uncertainty(held),
        is_provisional(held),
        len(counted),
        sum(1 for one in counted if one.first),
        streak(days, today),
        today in days,
    )


def streak(days: set[int], today: int) -> int:
    """Days in a row; today may still be to come.

    >>> streak({3, 4, 5}, 5), streak({3, 4, 5}, 6), streak({3, 4, 5}, 7), streak({5, 7}, 7)
    (3, 3, 0, 1)
    """
    day = today if today in days else today - 1
    length = 0
    while day - length in days:
        length += 1
    return length


def daily_at(now: int) -> Puzzle:
    """The puzzle of the day."""
    return daily(date_of(now))


def date_of(now: int) -> date:
    """The date of the server, UTC."""
    return datetime.fromtimestamp(now / 1000, UTC).date()


async def keep(service: TableService, owner: str, made: Noted) -> None:
    """Store what somebody has made of a puzzle; the puzzle of the day makes the day count."""
    now = service.now()
    today = daily_at(now).id == made.puzzle

    def store(c: Connection) -> None:
        stands = puzzles.note(c, owner, made, now)
        if today and made.state == stands == "solved":
            puzzles.note_day(c, owner, day_of(now))

    await service.store.write(owner, store)
