"""A table as rows of the database, and derived again from them: as it was, or not at all."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from msgspec import json
from sqlalchemy import Connection, Row, inspect, literal, select
from sqlalchemy.exc import SQLAlchemyError

from tashkalar import Game, Record
from tashkalar.cards import digest, first_digest, is_digest
from tashkalar.rules.history import RULES, OtherRules
from tashkalar.server.storage import archive
from tashkalar.server.storage.archive import Columns, Stored, Torn
from tashkalar.server.storage.ratings import DUE
from tashkalar.server.storage.schema import events, tables
from tashkalar.server.tables import seats
from tashkalar.server.tables.clocks import Clock
from tashkalar.server.tables.course import Course, Start, TableHeader
from tashkalar.server.tables.projection import after, begun, resumed
from tashkalar.server.tables.seats import Seat

_UNCLAIMED: Columns = {"claimed_by": "", "claimed_until": 0}  # no worker asks a bot
# What is noted with each event of the game it belongs to.
_NOTED = ("state", "turn", "acting", "result")


def table_row(header: TableHeader, sitting: tuple[Seat, ...], course: Course) -> dict[str, Any]:
    """The row of a new table."""
    return {
        "id": header.id,
        "name": header.name,
        "form": header.form,
        "schools": " ".join(header.schools),
        "seed": str(header.seed),
        "sitting": seats.written(sitting),
        "clock": json.encode(header.clock).decode(),
        "public": header.public,
        "spectators": header.spectators,
        "invite": header.invite,
        "maker": header.maker,
        "created": header.created,
        "rematch_of": header.rematch_of,
        "takebacks": header.takebacks,
        "hints": header.hints,
        "rated": DUE if header.rated else None,
        "start": json.encode(header.start).decode() if header.start is not None else None,
        "tournament": header.tournament,
        "cards": digest(header.schools),
        "updated": header.created,
        **course_columns(course),
    }


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
        "bot_due": course.bot_due and course.attended,
        "rules": RULES,
    }


def columns_after(before: Course, new: Course, at: int, claim: Columns = _UNCLAIMED) -> Columns:
    """The columns of ``tables`` to be written after one more event.

    Writing what an index is made of costs more than all the rest. So what was empty and stays so is
    left alone, and when something was last heard of a table is noted once a turn.
    """
    columns = {**course_columns(new), "updated": at, **claim}
    if new.state == before.state:
        del columns["state"], columns["result"]
        if new.seats == before.seats and new.turn_began != new.seq:
            del columns["updated"]
    if not (before.bot_due or new.bot_due):
        for name in ("bot_due", *claim):
            del columns[name]
    if before.times.deadline is None and new.times.deadline is None:
        del columns["deadline"]
    if before.resigning is None and new.resigning is None:
        del columns["resigning"]
    return columns


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
        row.id,
        row.name,
        row.form,
        schools,
        int(row.seed),
        json.decode(row.clock, type=Clock),
        row.public,
        row.spectators,
        row.invite,
        row.maker,
        row.created,
        row.rematch_of,
        row.takebacks,
        row.hints,
        row.rated is not None,
        row.tournament,
        row.rules,
        row.cards or first_digest(schools),
        json.decode(row.start, type=Start) if row.start is not None else None,
    )
    return found, seats.read(row.sitting)


def record_of(header: TableHeader, game: Game, seat: int | None = None) -> Record:
    """The record of a table's game: all of it, or as one seat saw it."""
    return replace(game.record(seat), rated=header.rated)


class CannotReplay(ValueError):
    """A stored table that does not come out as it was played; the message says why.

    ``error`` tells apart one of other rules (``other_rules``) from a broken one (``torn``).
    """

    def __init__(self, error: str, why: str) -> None:
        super().__init__(why)
        self.error = error

    def written(self) -> str:
        """As it is noted at the table."""
        return f"{self.error}: {self}"

    @classmethod
    def read(cls, noted: str) -> CannotReplay:
        """As it was noted."""
        return cls(*noted.split(": ", 1))


def replayed(
    c: Connection, row: Row[Any], paused: Any = events.c.paused
) -> tuple[TableHeader, Course]:
    """The table of a row, ready to go on by today's rules."""
    try:
        header, sitting = header_of(row)
    except Exception as error:  # whatever a broken row leads to
        raise CannotReplay("torn", f"its row: {_told(error)}") from None
    if not is_digest(header.cards, header.schools):
        raise CannotReplay("other_rules", f"it was played with other cards ({header.cards})")
    try:
        course = begun(header, sitting)
        stored = archive.events_of(c, row.id, paused=paused)
    except SQLAlchemyError:
        raise
    except Exception as error:
        raise CannotReplay(_kind(header, error), _told(error)) from None
    course = went_on(header, course, stored)
    _compare(row, header, course)
    return replace(header, rules=RULES), resumed(course)


def went_on(header: TableHeader, course: Course, stored: Sequence[Stored]) -> Course:
    """The course after some more events of the log."""
    for event, at, pause in stored:
        try:
            course = after(header, course, event, at, pause)
        except Exception as error:  # whatever an event leads to that never happened
            why = f"event {course.seq}: {_told(error)}"
            raise CannotReplay(_kind(header, error), why) from None
    return course


def _kind(header: TableHeader, error: Exception) -> str:
    """Only a table of these rules must come out the same; what cannot be read is torn."""
    unreadable = isinstance(error, Torn)
    other = isinstance(error, OtherRules) or header.rules != RULES
    return "other_rules" if other and not unreadable else "torn"


def _told(error: Exception) -> str:
    """What is wrong; where a broken row trips the program up, the kind of error as well."""
    return str(error) if isinstance(error, ValueError) else f"{type(error).__name__} {error}"


def _compare(row: Row[Any], header: TableHeader, course: Course) -> None:
    """Refuse a course that is not the one of the row."""
    if course.seq < row.seq:
        raise CannotReplay("torn", f"{row.seq - course.seq} of its {row.seq} events are missing")
    if course.seq > row.seq:
        return  # another worker has stored one more meanwhile
    if row.closed is not None:
        return  # it is over in the lists and nowhere else
    found = course_columns(course)
    for name in _NOTED:
        noted = getattr(row, name)
        if noted != found[name]:
            kind = "torn" if header.rules == RULES else "other_rules"
            raise CannotReplay(kind, f"its {name} comes out as {found[name]}, not {noted}")


def check(c: Connection) -> Iterator[tuple[Row[Any], str]]:
    """All stored tables, each with the reason if it does not come out the same, else ''.

    The database may still lack the columns of later revisions; nothing is changed in it.
    """
    inspected = inspect(c)
    assert inspected is not None
    there = {column["name"] for column in inspected.get_columns(tables.name)}
    older = {
        "rules": 1,
        "cards": "",
        "takebacks": True,
        "hints": False,
        "resigning": None,
        "quarantined": None,
        "closed": None,
        "rated": None,
        "tournament": None,
        "start": None,
    }
    noted = {column["name"] for column in inspected.get_columns(events.name)}
    paused = events.c.paused if "paused" in noted else literal(0)
    columns: list[Any] = [
        column if column.name in there else literal(older[column.name]).label(column.name)
        for column in tables.c
    ]
    ids = c.execute(select(tables.c.id).order_by(tables.c.created, tables.c.id)).scalars().all()
    for wanted in ids:
        row = c.execute(select(*columns).where(tables.c.id == wanted)).one()
        reason = ""
        try:
            replayed(c, row, paused)
        except CannotReplay as error:
            reason = str(error)
        yield row, reason
