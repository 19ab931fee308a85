"""Finished games in the database, and their summaries. Each function runs inside a transaction."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Row, Select, select

from tashkalar.server.storage.archive import inserted
from tashkalar.server.storage.schema import seats, summaries, tables

MOST = 2000  # games of a list, the latest
_COLUMNS = (
    tables.c.id,
    tables.c.form,
    tables.c.schools,
    tables.c.result,
    tables.c.turn,
    tables.c.updated,
    tables.c.start,
)


@dataclass(frozen=True)
class Finished:
    """A finished game: its row, those of its seats, and its summary if it has been made."""

    row: Row[Any]
    seats: list[Row[Any]]
    summary: str | None


def games_of(c: Connection, owner: str) -> list[Finished]:
    """The finished games of a guest, the latest first."""
    mine = select(seats.c.table_id).where(seats.c.owner == owner)
    return _finished(c, _over().where(tables.c.id.in_(mine)))


def public_games(c: Connection) -> list[Finished]:
    """The finished games of public tables, the latest first."""
    return _finished(c, _over().where(tables.c.public.is_(True)))


def school_results(c: Connection) -> list[Row[Any]]:
    """Form, schools and result of all games that count, the latest first: nothing else of them."""
    columns = (tables.c.form, tables.c.schools, tables.c.result, tables.c.updated)
    latest = select(*columns).where(*_OVER, tables.c.start.is_(None))
    latest = latest.order_by(tables.c.updated.desc()).limit(MOST)
    # Each half is found by an index; together they would be looked for among all tables.
    found: list[Any] = [
        row
        for public in (True, False)
        for row in c.execute(latest.where(tables.c.public.is_(public)))
    ]
    return sorted(found, key=lambda row: -row.updated)[:MOST]


_OVER = (
    tables.c.state == "over",
    tables.c.result.is_not(None),
    tables.c.closed.is_(None),
    tables.c.quarantined.is_(None),
)


def _over() -> Select[Any]:
    return (
        select(*_COLUMNS, summaries.c.body)
        .outerjoin(summaries, summaries.c.table_id == tables.c.id)
        .where(*_OVER)
        .order_by(tables.c.updated.desc(), tables.c.id)
        .limit(MOST)
    )


def _finished(c: Connection, query: Select[Any]) -> list[Finished]:
    rows = list(c.execute(query))
    sitting: dict[str, list[Any]] = {row.id: [] for row in rows}
    ids = list(sitting)
    for begin in range(0, len(ids), 500):  # SQLite takes no more than so many values
        some = seats.c.table_id.in_(ids[begin : begin + 500])
        columns = (seats.c.table_id, seats.c.seat, seats.c.owner, seats.c.name, seats.c.bot)
        for seat in c.execute(select(*columns).where(some).order_by(seats.c.seat)):
            sitting[seat.table_id].append(seat)
    return [Finished(row, sitting[row.id], row.body) for row in rows]


def keep_summary(c: Connection, table: str, body: str) -> None:
    """Keep the summary of a finished game; it never changes."""
    inserted(c, summaries, {"table_id": table, "body": body})
