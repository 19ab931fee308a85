"""A table as rows of the database, and derived again from them: as it was, or not at all."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from msgspec import MsgspecError, json
from sqlalchemy import Connection, Row, inspect, literal, select

from tashkalar.cards import digest, first_digest, is_digest
from tashkalar.rules.history import RULES
from tashkalar.server.storage import archive
from tashkalar.server.storage.schema import tables
from tashkalar.server.tables import seats
from tashkalar.server.tables.clocks import Clock
from tashkalar.server.tables.projection import Course, TableHeader, after, begun, resumed
from tashkalar.server.tables.seats import Seat

# What is noted with each event of the game it belongs to.
_NOTED = ("state", "turn", "acting", "result")


def table_row(header: TableHeader, sitting: tuple[Seat, ...], course: Course) -> dict[str, Any]:
    """The row of a new table."""
    return {
        "id": header.id, "name": header.name, "form": header.form,
        "schools": " ".join(header.schools), "seed": str(header.seed),
        "sitting": seats.written(sitting), "clock": json.encode(header.clock).decode(),
        "public": header.public, "spectators": header.spectators, "invite": header.invite,
        "maker": header.maker,
        "created": header.created, "rematch_of": header.rematch_of, "takebacks": header.takebacks,
        "hints": header.hints, "cards": digest(header.schools), "updated": header.created,
        **course_columns(course),
    }  # fmt: skip


def course_columns(course: Course) -> dict[str, Any]:
    """The columns of ``tables`` that follow from the events."""
    over = course.state == "over"
    assert not over or course.game is not None
    return {
        "seq": course.seq,
        "state": course.state,
        "turn": course.game.position.turn if course.game is not None else 0,
        "acting": course.acting,
        "result": " ".join(map(str, course.game.position.result)) if over and course.game else None,
        "deadline": course.times.deadline,
        "resigning": course.resigning.at if course.resigning is not None else None,
        "bot_due": course.bot_due,
        "rules": RULES,
    }


def seat_rows(course: Course) -> list[dict[str, Any]]:
    """The columns of ``seats`` that follow from the events."""
    return [
        {"seat": n, "owner": seat.owner, "name": seat.name, "kind": seat.kind, "bot": seat.bot}
        for n, seat in enumerate(course.seats)
    ]


def header_of(row: Row[Any]) -> tuple[TableHeader, tuple[Seat, ...]]:
    """What is fixed at the table of a row, and who sat there at first."""
    schools = tuple(row.schools.split())
    found = TableHeader(
        row.id, row.name, row.form, schools, int(row.seed), json.decode(row.clock, type=Clock),
        row.public, row.spectators, row.invite, row.maker, row.created, row.rematch_of,
        row.takebacks, row.hints, row.rules, row.cards or first_digest(schools),
    )  # fmt: skip
    return found, seats.read(row.sitting)


class CannotReplay(ValueError):
    """A stored table that does not come out as it was played; the message says why."""


def replayed(c: Connection, row: Row[Any]) -> tuple[TableHeader, Course]:
    """The table of a row, ready to go on by today's rules."""
    header, sitting = header_of(row)
    if not is_digest(header.cards, header.schools):
        raise CannotReplay(f"it was played with other cards ({header.cards})")
    course = None
    try:
        course = begun(header, sitting)
        for event, at in archive.events_of(c, row.id):
            course = after(header, course, event, at)
    except (ValueError, MsgspecError) as error:
        where = f"event {course.seq}: " if course is not None else ""
        raise CannotReplay(f"{where}{error}") from None
    found = course_columns(course)
    # Where another worker has stored one more event meanwhile, there is nothing to compare.
    # What was closed is over in the lists and nowhere else.
    if row.seq == course.seq and row.closed is None:
        for name in _NOTED:
            noted = getattr(row, name)
            if noted != found[name]:
                raise CannotReplay(f"its {name} comes out as {found[name]}, not {noted}")
    return replace(header, rules=RULES), resumed(course)


def check(c: Connection) -> Iterator[tuple[Row[Any], str]]:
    """All stored tables, each with the reason if it does not come out the same, else ''.

    The database may still lack the columns of later revisions; nothing is changed in it.
    """
    inspected = inspect(c)
    assert inspected is not None
    there = {column["name"] for column in inspected.get_columns(tables.name)}
    older = {"rules": 1, "cards": "", "takebacks": True, "hints": False, "resigning": None,
             "closed": None}  # fmt: skip
    columns: list[Any] = [
        column if column.name in there else literal(older[column.name]).label(column.name)
        for column in tables.c
    ]
    ids = c.execute(select(tables.c.id).order_by(tables.c.created, tables.c.id)).scalars().all()
    for wanted in ids:
        row = c.execute(select(*columns).where(tables.c.id == wanted)).one()
        reason = ""
        try:
            replayed(c, row)
        except CannotReplay as error:
            reason = str(error)
        yield row, reason
