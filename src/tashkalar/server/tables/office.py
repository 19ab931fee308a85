"""What operators do, on the database itself, also while servers run on it.

A running server notices within seconds: see ``moderation``.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, Select, delete, func, select

from tashkalar.server.storage import people, schema, tournaments
from tashkalar.server.storage.schema import (
    accounts,
    chat,
    entrants,
    events,
    guests,
    ratings,
    reports,
    reviews,
    sanctions,
    seats,
    summaries,
    tables,
    waits,
)
from tashkalar.server.tables.seats import hashed, new_token

_AT_ONCE = 200  # tables or guests deleted in one transaction: servers wait meanwhile


@dataclass(frozen=True)
class TableLine:
    """A table in the operator's list."""

    table: str
    form: str
    state: str  # open, running, over, closed
    players: tuple[str, ...]
    events: int
    updated: int


@dataclass(frozen=True)
class GuestLine:
    """A guest in the operator's list; what was imposed is muted, banned or nothing."""

    guest: str
    name: str
    seats: int
    created: int
    imposed: tuple[str, ...]


def list_tables(c: Connection, state: str | None, most: int) -> list[TableLine]:
    """The tables where something happened last, of one state or of all."""
    query = select(tables).order_by(tables.c.updated.desc()).limit(most)
    if state == "closed":
        query = query.where(tables.c.closed.is_not(None))
    elif state is not None:
        query = query.where(tables.c.state == state, tables.c.closed.is_(None))
    return [
        TableLine(
            row.id,
            row.form,
            "closed" if row.closed is not None else row.state,
            _players(c, row.id),
            row.seq,
            row.updated,
        )
        for row in c.execute(query).all()
    ]


def _players(c: Connection, table: str) -> tuple[str, ...]:
    query = select(seats).where(seats.c.table_id == table).order_by(seats.c.seat)
    return tuple(row.name or row.bot or row.kind for row in c.execute(query))


def list_guests(c: Connection, name: str, now: int, most: int) -> list[GuestLine]:
    """The guests whose names contain a word, the latest first."""
    found = guests.c.name.icontains(name, autoescape=True)
    query = select(guests).where(found).order_by(guests.c.created.desc()).limit(most)
    return [_guest_line(c, row, now) for row in c.execute(query).all()]


def _guest_line(c: Connection, row: Any, now: int) -> GuestLine:
    sitting = c.execute(select(func.count()).where(seats.c.owner == row.owner)).scalar_one()
    kinds = select(sanctions.c.kind).where(sanctions.c.owner == row.owner, sanctions.c.until > now)
    imposed = tuple(sorted(c.execute(kinds).scalars()))
    return GuestLine(row.guest, row.name, sitting, row.created, imposed)


# --- pruning ---


def old_tables(before: int, unfinished: bool) -> Select[Any]:
    """Tables where nothing has happened since a time: those that are over, or all."""
    query = select(tables.c.id).where(tables.c.updated < before)
    return query if unfinished else query.where(tables.c.state == "over")


def count_old(c: Connection, before: int, unfinished: bool) -> int:
    """How many tables pruning would delete."""
    return c.execute(
        select(func.count()).select_from(old_tables(before, unfinished).subquery())
    ).scalar_one()


def prune(engine: Engine, before: int, unfinished: bool) -> tuple[int, int]:
    """Delete old tables, then guests who were not seen since, with all that is theirs.

    Whoever has a seat, a rating, a place in a tournament or a protected name stays, and whoever
    is or was muted or banned. How many of each is returned.
    """
    deleted = _all(engine, lambda c: _delete_tables(c, before, unfinished))
    with engine.begin() as c:
        tournaments.prune(c, before)
    return deleted, _all(engine, lambda c: _delete_guests(c, before))


def _all(engine: Engine, some: Callable[[Connection], int]) -> int:
    """Delete some in a transaction, until there are none left; how many is returned."""
    deleted = 0
    while True:
        with engine.begin() as c:
            found = some(c)
        if not found:
            return deleted
        deleted += found


def _delete_tables(c: Connection, before: int, unfinished: bool) -> int:
    those = list(c.execute(old_tables(before, unfinished).limit(_AT_ONCE)).scalars())
    for kept in (events, chat, reports, reviews, seats, summaries, waits):
        c.execute(delete(kept).where(kept.c.table_id.in_(those)))
    c.execute(delete(tables).where(tables.c.id.in_(those)))
    return len(those)


def _delete_guests(c: Connection, before: int) -> int:
    sitting = select(seats.c.owner).where(seats.c.owner.is_not(None))
    seen = func.coalesce(guests.c.seen, guests.c.created)
    waiting = select(schema.tournaments.c.maker).where(
        schema.tournaments.c.state.in_(tournaments.UNFINISHED)
    )
    idle = (
        select(guests.c.owner)
        .where(
            seen < before,
            guests.c.owner.not_in(sitting),
            guests.c.owner.not_in(waiting),
            guests.c.owner.not_in(select(accounts.c.owner)),
            guests.c.owner.not_in(select(sanctions.c.owner)),
            guests.c.owner.not_in(select(ratings.c.owner)),
            guests.c.owner.not_in(select(entrants.c.owner)),
        )
        .limit(_AT_ONCE)
        .with_for_update(skip_locked=True)  # whoever comes back in this moment is not idle
    )
    those = list(c.execute(idle).scalars())
    people.forget(c, {owner: hashed(new_token()) for owner in those})
    return len(those)


# --- back-up ---


def back_up(file: Path, copy: Path) -> int:
    """Copy a SQLite file while servers write to it; how many bytes is returned.

    What is copied is the database at one moment: whatever was acknowledged before is in it. It
    takes the place of an older copy after it was checked.
    """
    if copy.exists() and not copy.is_file():
        raise OSError(0, "this is no regular file, and is not replaced", str(copy))
    address = f"{file.resolve().as_uri()}?mode=ro"
    try:
        with (
            appearing(copy) as unfinished,
            closing(sqlite3.connect(address, uri=True)) as source,
            closing(sqlite3.connect(unfinished)) as target,
        ):
            source.backup(target)  # in one step, so that no write makes it begin again
            (found,) = target.execute("PRAGMA integrity_check").fetchone()
            if found != "ok":
                raise OSError(0, f"the copy is not sound: {found}", str(copy))
    except sqlite3.Error as error:
        raise OSError(0, f"{file} could not be copied there: {error}", str(copy)) from None
    return copy.stat().st_size


@contextmanager
def appearing(file: Path) -> Iterator[Path]:
    """A file beside the one that is wanted; it takes its place when it is complete, or is gone."""
    unfinished = file.with_name(f"{file.name}.part")
    unfinished.unlink(missing_ok=True)
    unfinished.touch(exist_ok=False)
    try:
        yield unfinished
        unfinished.replace(file)
    finally:
        unfinished.unlink(missing_ok=True)
