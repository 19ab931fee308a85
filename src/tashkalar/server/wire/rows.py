"""Tables as lists show them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from msgspec import json

from tashkalar.server.storage.archive import Listed
from tashkalar.server.tables.clocks import Clock
from tashkalar.server.tables.course import Start
from tashkalar.server.tables.seats import public_id
from tashkalar.server.tables.table import Table
from tashkalar.server.wire.names import Sitter, called


@dataclass(frozen=True, slots=True)
class SeatRow:
    """Who sits where."""

    seat: int
    school: str
    kind: Literal["human", "bot", "open"]
    name: str  # empty where nobody sits
    bot: str | None
    connected: bool
    guest: str | None = None  # the public id of the person


@dataclass(frozen=True, slots=True)
class RematchRow:
    """Where the same players go on, and who asked for it."""

    table: str
    by: str


@dataclass(frozen=True, slots=True)
class ContinuedRow:
    """Where a game goes on from: it counts in no figures."""

    table: str  # "" if it came as a file
    turn: int
    kept: bool  # are hidden cards as they were?


@dataclass(frozen=True, slots=True)
class TableRow:
    """A table at a glance, for one asker."""

    table: str
    name: str
    form: str
    state: Literal["open", "running", "over"]
    seats: tuple[SeatRow, ...]
    public: bool
    spectators: bool
    takebacks: bool
    hints: bool  # also where several people play
    clock: Clock
    turn: int
    your_turn: bool
    yours: tuple[int, ...]
    result: tuple[int, ...] | None
    invite: str | None  # for members only
    continued: ContinuedRow | None
    rematch: RematchRow | None = None
    rated: bool = False
    tournament: str | None = None  # for which it is played


def from_table(table: Table, now: int, owner: str | None, language: str) -> TableRow:
    """A table that is in memory."""
    header, course, here = table.header, table.course, table.connected(now)
    yours = course.owned(owner)
    position = course.game.position if course.game is not None else None
    names = called((Sitter(s.name, s.bot, s.owner) for s in course.seats), language)
    seats = tuple(
        SeatRow(
            n,
            header.schools[n],
            seat.kind,
            names[n],
            seat.bot,
            seat.kind == "bot" or here.get(n, False),
            _guest(seat.owner, seat.name),
        )
        for n, seat in enumerate(course.seats)
    )
    return TableRow(
        header.id,
        header.name,
        header.form,
        course.state,
        seats,
        header.public,
        header.spectators,
        header.takebacks,
        header.hints,
        header.clock,
        position.turn if position else 0,
        course.acting in yours,
        yours,
        position.result if position and position.is_over else None,
        header.invite if yours else None,
        _continued(header.start),
        _rematch(table),
        header.rated,
        header.tournament,
    )


def _continued(start: Start | None) -> ContinuedRow | None:
    return None if start is None else ContinuedRow(start.table, start.turn, start.kept)


def _guest(owner: str | None, name: str) -> str | None:
    """The public id of who sits there. Who has had their data deleted has none."""
    return public_id(owner) if owner is not None and name else None


def _rematch(table: Table) -> RematchRow | None:
    if table.rematch is None:
        return None
    opened = table.course.owned(table.rematch.owner)
    return RematchRow(table.rematch.table, table.course.seats[opened[0]].name if opened else "")


def from_database(listed: Listed, owner: str | None, now: int, language: str) -> TableRow:
    """A table that may not be in memory."""
    row = listed.row
    schools = row.schools.split()
    yours = tuple(s.seat for s in listed.seats if owner is not None and s.owner == owner)
    names = called((Sitter(s.name, s.bot, s.owner) for s in listed.seats), language)
    seats = tuple(
        SeatRow(
            s.seat,
            schools[s.seat],
            s.kind,
            names[s.seat],
            s.bot,
            s.kind == "bot" or (s.kind == "human" and s.here_until > now),
            _guest(s.owner, s.name),
        )
        for s in listed.seats
    )
    return TableRow(
        row.id,
        row.name,
        row.form,
        row.state,
        seats,
        row.public,
        row.spectators,
        row.takebacks,
        row.hints,
        json.decode(row.clock, type=Clock),
        row.turn,
        row.state == "running" and row.acting in yours,
        yours,
        tuple(map(int, row.result.split())) if row.result else None,
        row.invite if yours else None,
        _continued(json.decode(row.start, type=Start) if row.start is not None else None),
        None,
        row.rated is not None,
        row.tournament,
    )
