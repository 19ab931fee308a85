"""Games as lines of a file, each with its record: taken out of a database, and into one."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from msgspec import MsgspecError, Struct, json, structs
from sqlalchemy import Connection, Row, insert, select
from sqlalchemy.exc import DataError, IntegrityError

from tashkalar import BadRecord, Record, parse_record
from tashkalar.cards import digest
from tashkalar.notation.traces import is_trace
from tashkalar.server.storage import archive, event_log
from tashkalar.server.storage.schema import events, tables
from tashkalar.server.tables.clocks import Clock
from tashkalar.server.tables.course import Course, Start, TableHeader
from tashkalar.server.tables.projection import after, begun
from tashkalar.server.tables.seats import Seat, hashed, new_id
from tashkalar.server.tables.stored import (
    CannotReplay,
    header_of,
    record_of,
    replayed,
    seat_rows,
    table_row,
)
from tashkalar.server.tables.table import is_id
from tashkalar.terms import LETTERS


class TimedEvent(Struct, frozen=True):
    """An event and its time, and for how long the clocks had stood still before it."""

    at: int
    event: event_log.AnyEvent
    paused: int = 0


class Transcript(Struct, frozen=True):
    """A game: its record, which needs nothing else, and the events that make the same table."""

    record: str
    table: str = ""
    players: tuple[str, ...] = ()
    header: TableHeader | None = None
    sitting: tuple[Seat, ...] = ()
    steps: tuple[TimedEvent, ...] = ()


_LAST = 253_402_300_799_999  # milliseconds: the end of the year 9999

# Lines of a record that may differ where the game is the same.
_LEFT_OUT = ("version:", "rules:", "rated:")


class CannotImport(ValueError):
    """A line that does not become a table; the message says why."""


def exported(c: Connection, unfinished: bool) -> Iterator[tuple[str, Transcript | str]]:
    """All games with their ids; in place of one that cannot be replayed, why.

    Nobody's secret is in it: owners are replaced by numbers that mean nothing elsewhere.
    """
    query = select(tables.c.id).where(tables.c.seq > 0).order_by(tables.c.created, tables.c.id)
    if not unfinished:
        query = query.where(tables.c.state == "over", tables.c.closed.is_(None))
    for wanted in c.execute(query).scalars().all():
        row = archive.table(c, wanted)
        if row is None:
            continue
        try:
            found = _transcript(c, row)
        except CannotReplay as error:
            yield wanted, str(error)
        else:
            if found is not None:
                yield wanted, found


def _transcript(c: Connection, row: Row[Any]) -> Transcript | None:
    _, course = replayed(c, row)
    header, sitting = header_of(row)
    if course.game is None:
        return None
    known: dict[str, str] = {}

    def called(owner: str | None) -> str | None:
        return known.setdefault(owner, f"player {len(known) + 1}") if owner is not None else None

    steps = []
    for stored, at, paused in archive.events_of(c, row.id):
        event = stored
        if isinstance(stored, event_log.Joined):
            event = structs.replace(stored, owner=called(stored.owner) or "")
        steps.append(TimedEvent(at, event, paused))
    return Transcript(
        record_of(header, course.game).text(),
        row.id,
        tuple(seat.name for seat in course.seats),
        replace(header, maker=called(header.maker) or "", invite="", public=False),
        tuple(replace(seat, owner=called(seat.owner)) for seat in sitting),
        tuple(steps),
    )


def written(transcript: Transcript) -> bytes:
    """A transcript as a line of a file."""
    return json.encode(transcript) + b"\n"


def read(line: bytes | str) -> Transcript:
    """A line of a file; ``record`` alone is enough."""
    try:
        return json.decode(line, type=Transcript)
    except (MsgspecError, ValueError, RecursionError) as error:
        raise CannotImport(f"this is no line of an export: {error}") from None


def imported(c: Connection, transcript: Transcript, now: int) -> str | None:
    """Store a game; the id of its table is returned, None if the table is there already.

    The table must come out as the record says, or nothing is stored.
    """
    if transcript.header is not None and transcript.header.id != transcript.table:
        raise CannotImport("its header is that of another table")
    if transcript.table and not is_id(transcript.table):
        raise CannotImport("its table has no id: letters and digits, 16 at most")
    if transcript.table and archive.table(c, transcript.table) is not None:
        return None
    try:
        header, sitting, steps = _prepared(transcript, now)
        _check_numbers(header, sitting, steps)
        course = begun(header, sitting)
        for step in steps:
            course = after(header, course, step.event, step.at, step.paused)
    except CannotImport:
        raise
    except Exception as error:  # whatever events lead to that never happened
        raise CannotImport(str(error) or "its events do not follow from each other") from None
    _check(course, transcript)
    try:
        _store(c, header, sitting, course, steps)
    except (DataError, IntegrityError, OverflowError, ValueError) as error:
        why = str(getattr(error, "orig", error)).splitlines()[0]
        raise CannotImport(f"the database does not take it: {why}") from None
    row = archive.table(c, header.id)
    assert row is not None
    try:
        replayed(c, row)
    except CannotReplay as error:
        raise CannotImport(str(error)) from None
    return header.id


def _prepared(
    transcript: Transcript, now: int
) -> tuple[TableHeader, tuple[Seat, ...], tuple[TimedEvent, ...]]:
    """What the table is made of; owners are new ones that nobody can be."""
    if transcript.header is None:
        return _from_record(transcript, now)
    owners: dict[str, str] = {}

    def owner_of(called: str | None) -> str | None:
        nobody = hashed(secrets.token_urlsafe(32))
        return owners.setdefault(called, nobody) if called is not None else None

    steps = tuple(
        structs.replace(step, event=structs.replace(step.event, owner=owner_of(step.event.owner)))
        if isinstance(step.event, event_log.Joined)
        else step
        for step in transcript.steps
    )
    header = replace(
        transcript.header,
        maker=owner_of(transcript.header.maker) or "",
        invite=secrets.token_urlsafe(12),
        rematch_of=None,
        rated=False,
        tournament=None,
    )
    sitting = tuple(replace(seat, owner=owner_of(seat.owner)) for seat in transcript.sitting)
    return header, sitting, steps


def _from_record(
    transcript: Transcript, now: int
) -> tuple[TableHeader, tuple[Seat, ...], tuple[TimedEvent, ...]]:
    """The table of a record alone: everybody is called by the letter of their seat."""
    try:
        record = parse_record(transcript.record)
    except BadRecord as error:
        raise CannotImport(str(error)) from None
    if record.seed is None:
        raise CannotImport("this is a record as one seat saw it; it does not tell all cards")
    if any(is_trace(text) for _, _, text in record.moves):
        raise CannotImport("the record alone does not tell how cards were taken back")
    names = transcript.players or tuple(LETTERS[: len(record.schools)])
    if len(names) != len(record.schools):
        raise CannotImport(f"{len(names)} players have names, and {len(record.schools)} play")
    header = TableHeader(
        new_id(12),
        "",
        record.form,
        record.schools,
        record.seed,
        Clock(),
        False,
        True,
        secrets.token_urlsafe(12),
        hashed(secrets.token_urlsafe(32)),
        now,
        takebacks=record.takebacks,
        rules=record.rules,
        cards=digest(record.schools),
        start=_start(record),
    )
    sitting = tuple(Seat("human", name, hashed(secrets.token_urlsafe(32))) for name in names)
    steps = [TimedEvent(now, event_log.Chosen(seat, text)) for _, seat, text in record.moves]
    if record.resigned is not None:
        steps.append(TimedEvent(now, event_log.Resigned(record.resigned)))
    return header, sitting, tuple(steps)


def _start(record: Record) -> Start | None:
    """Where the game of a record goes on from, if it was not dealt."""
    if record.start is None:
        return None
    turn = record.moves[0][0] if record.moves else 0
    return Start(record.start, "", turn, kept=True)


def _check_numbers(
    header: TableHeader, sitting: tuple[Seat, ...], steps: tuple[TimedEvent, ...]
) -> None:
    """Refuse times that no calendar has, and seats that nobody or several would have."""
    times = [header.created, *(time for step in steps for time in (step.at, step.paused))]
    if not all(0 <= time <= _LAST for time in times):
        raise CannotImport("its times must be milliseconds since 1970, not after the year 9999")
    if len(sitting) != len(header.schools):
        raise CannotImport(f"it has {len(sitting)} seats, and {len(header.schools)} schools")


def _check(course: Course, transcript: Transcript) -> None:
    """Refuse a game that has not begun, or comes out otherwise than its record."""
    if course.game is None:
        raise CannotImport("its game has not begun")
    found = course.game.record().text()
    if _moves(found) != _moves(transcript.record):
        raise CannotImport("its events lead to another game than its record")


def _moves(record: str) -> list[str]:
    """A record but for the versions that wrote it, and what it meant to its players."""
    return [line for line in record.splitlines() if not line.startswith(_LEFT_OUT)]


def _store(
    c: Connection,
    header: TableHeader,
    sitting: tuple[Seat, ...],
    course: Course,
    steps: tuple[TimedEvent, ...],
) -> None:
    row = {
        **table_row(header, sitting, course),
        "claimed_by": "",
        "claimed_until": 0,
        "rules": header.rules,
        "updated": steps[-1].at if steps else header.created,
    }
    if not archive.make_table(c, row, [{**seat, "here_until": 0} for seat in seat_rows(course)]):
        raise CannotImport(f"there is another table {header.id}")
    c.execute(
        insert(events),
        [
            {
                "table_id": header.id,
                "seq": n,
                "at": step.at,
                "body": event_log.written(step.event),
                "paused": step.paused,
            }
            for n, step in enumerate(steps)
        ],
    )
