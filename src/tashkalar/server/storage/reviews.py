"""Reviews of games, kept with their tables turn by turn while a worker makes them.

Each function runs inside a transaction.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from sqlalchemy import Connection, Row, func, select, update

from tashkalar.server.storage.archive import inserted
from tashkalar.server.storage.schema import reviews

EMPTY = "[]"


class ReviewClaim(NamedTuple):
    """A review that a worker wants to make: how deep, of how many turns, for whom, until when."""

    table: str
    depth: int
    of: int
    owner: str
    worker: str
    at: int
    until: int  # the worker is lost, if it has not been heard of by then


def of_table(c: Connection, table: str) -> Row[Any] | None:
    """The review of a table's game, whole (``until`` is none) or as far as it has come."""
    return c.execute(select(reviews).where(reviews.c.table_id == table)).one_or_none()


def claim(c: Connection, new: ReviewClaim, alone: bool) -> Row[Any]:
    """Note that a review is being made from now on, unless it is there or another worker makes it.

    What a worker that is lost has made stays, if it looked as deep.
    """
    columns = new._asdict()
    fresh = {"table_id": columns.pop("table"), **columns}
    if not inserted(c, reviews, {**fresh, "body": EMPTY}):
        this = reviews.c.table_id == new.table
        # SQLite locks nothing for reading.
        c.execute(update(reviews).where(this).values(table_id=new.table))
        there = of_table(c, new.table)
        assert there is not None
        made_elsewhere = there.until is not None and there.until > new.at and not alone
        if there.depth >= new.depth and (there.until is None or made_elsewhere):
            return there
        usable = there.until is not None and there.depth == new.depth
        body = there.body if usable else EMPTY
        c.execute(update(reviews).where(this).values(body=body, **columns))
    found = of_table(c, new.table)
    assert found is not None
    return found


def keep(c: Connection, table: str, worker: str, body: str, until: int | None) -> bool:
    """Keep what has been made so far; false when another worker has taken it over.

    ``until`` is none for all of it. Then nobody has to know any more for whom it was made.
    """
    mine = update(reviews).where(reviews.c.table_id == table, reviews.c.worker == worker)
    columns = {"body": body, "until": until} | ({} if until else {"owner": None, "worker": ""})
    return c.execute(mine.values(columns)).rowcount == 1


def being_made(c: Connection, owner: str, now: int, but: str) -> int:
    """How many reviews are made for somebody by other workers than one."""
    query = select(func.count()).where(
        reviews.c.owner == owner, reviews.c.until > now, reviews.c.worker != but
    )
    return c.execute(query).scalar_one()


def of_tables(c: Connection, wanted: Sequence[str]) -> dict[str, str]:
    """The whole reviews of some tables' games, as far as there are any."""
    whole = reviews.c.table_id.in_(wanted) & reviews.c.until.is_(None)
    found = c.execute(select(reviews.c.table_id, reviews.c.body).where(whole))
    return {row.table_id: row.body for row in found}
