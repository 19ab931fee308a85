"""What became of puzzles in the hands of guests. Each function runs inside a transaction.

The first try at a puzzle makes its row, and the key lets only one through, whoever asks at the
same time. So a rating that is worked out from the rows counts every first try exactly once.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple

from sqlalchemy import Connection, case, func, select, update

from tashkalar.server.storage.archive import inserted
from tashkalar.server.storage.schema import puzzle_days, puzzle_tries

PuzzleState = Literal["failed", "seen", "solved"]


class PuzzleTry(NamedTuple):
    """What is kept of one puzzle."""

    puzzle: str
    state: PuzzleState
    tries: int
    first: bool | None  # None: it does not count
    rating: int


class Noted(NamedTuple):
    """Something that somebody has just made of a puzzle."""

    puzzle: str
    rating: int
    state: PuzzleState
    tries: int  # turns that were played to their end: 1, or 0 where only help was taken
    first: bool | None  # what it counts as, if it is the first


def tries_of(c: Connection, owner: str) -> list[PuzzleTry]:
    """All that is kept of a guest, in the order of the first tries."""
    t = puzzle_tries.c
    query = select(t.puzzle, t.state, t.tries, t.first, t.rating).where(t.owner == owner)
    return [PuzzleTry(*row) for row in c.execute(query.order_by(t.at, t.puzzle))]


def note(c: Connection, owner: str, made: Noted, now: int) -> PuzzleState:
    """Keep what was made of a puzzle; what it counts as is returned.

    What is solved stays solved, and whoever has seen the solution has seen it.
    """
    t = puzzle_tries.c
    row = {
        "owner": owner,
        "puzzle": made.puzzle,
        "state": "failed",
        "tries": 0,
        "first": made.first,
        "rating": made.rating,
        "at": now,
    }
    inserted(c, puzzle_tries, row)
    this = (t.owner == owner) & (t.puzzle == made.puzzle)
    stands = case((t.state == "failed", made.state), else_=t.state)
    change = update(puzzle_tries).where(this).values(tries=t.tries + made.tries, state=stands)
    c.execute(change)
    found: PuzzleState = c.execute(select(t.state).where(this)).scalar_one()
    return found


def merge(
    c: Connection,
    owner: str,
    made: Mapping[str, tuple[PuzzleState, int]],
    ratings: Mapping[str, int],
    now: int,
) -> None:
    """Keep what a browser says it has: it counts for nothing, and no later try is the first."""
    for puzzle, (state, tries) in made.items():
        before = _tries(c, owner, puzzle)
        more = max(0, tries - before)
        note(c, owner, Noted(puzzle, ratings[puzzle], state, more, None), now)


def _tries(c: Connection, owner: str, puzzle: str) -> int:
    t = puzzle_tries.c
    query = select(func.coalesce(func.max(t.tries), 0))
    found: int = c.execute(query.where(t.owner == owner, t.puzzle == puzzle)).scalar_one()
    return found


def note_day(c: Connection, owner: str, day: int) -> None:
    """The puzzle of a day is solved."""
    inserted(c, puzzle_days, {"owner": owner, "day": day})


def days_of(c: Connection, owner: str) -> set[int]:
    """The days on which a guest has solved the puzzle of the day."""
    query = select(puzzle_days.c.day).where(puzzle_days.c.owner == owner)
    return set(c.execute(query).scalars())
