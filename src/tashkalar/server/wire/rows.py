"""Tables as lists show them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from msgspec import json

from tashkalar.server.storage.archive import Listed
from tashkalar.server.tables.clocks import Clock
from tashkalar.server.tables.registry import Table


@dataclass(frozen=True, slots=True)
class SeatRow:
    """Who sits where."""

    seat: int
    school: str
    kind: Literal["human", "bot", "open"]
    name: str  # empty where a bot is called by its level
    bot: str | None
    connected: bool


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
    clock: Clock
    turn: int
    your_turn: bool
    yours: tuple[int, ...]
    result: tuple[int, ...] | None
    invite: str | None  # for members only
    rematch: str | None = None  # the table where the same players go on, for members only


def from_table(table: Table, now: int, owner: str | None) -> TableRow:
    """A table that is in memory."""
    header, course, here = table.header, table.course, table.connected(now)
    yours = course.owned(owner)
    position = course.game.position if course.game is not None else None
    seats = tuple(
        SeatRow(n, header.schools[n], seat.kind, seat.name, seat.bot,
                seat.kind == "bot" or here.get(n, False))
        for n, seat in enumerate(course.seats)
    )  # fmt: skip
    return TableRow(
        header.id, header.name, header.form, course.state, seats, header.public, header.spectators,
        header.takebacks, header.clock, position.turn if position else 0,
        course.acting in yours, yours, position.result if position and position.is_over else None,
        header.invite if yours else None, table.rematch if yours else None,
    )  # fmt: skip


def from_database(listed: Listed, owner: str | None, now: int) -> TableRow:
    """A table that may not be in memory."""
    row = listed.row
    schools = row.schools.split()
    yours = tuple(s.seat for s in listed.seats if owner is not None and s.owner == owner)
    seats = tuple(
        SeatRow(s.seat, schools[s.seat], s.kind, s.name, s.bot,
                s.kind == "bot" or (s.kind == "human" and s.here_until > now))
        for s in listed.seats
    )  # fmt: skip
    return TableRow(
        row.id, row.name, row.form, row.state, seats, row.public, row.spectators, row.takebacks,
        json.decode(row.clock, type=Clock), row.turn,
        row.state == "running" and row.acting in yours, yours,
        tuple(map(int, row.result.split())) if row.result else None,
        row.invite if yours else None,
    )  # fmt: skip
