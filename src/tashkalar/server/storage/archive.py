"""What is asked of the database and written to it. Each function runs inside a transaction."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

from msgspec import MsgspecError, Struct
from sqlalchemy import (
    ColumnElement,
    Connection,
    Row,
    Select,
    bindparam,
    case,
    exists,
    func,
    insert,
    select,
    update,
)
from sqlalchemy.dialects import postgresql, sqlite

from tashkalar.server.refusals import Refused
from tashkalar.server.storage import avoided, event_log
from tashkalar.server.storage.schema import chat, events, guests, seats, tables

Columns = Mapping[str, Any]  # the columns of a row by their names


class Entry(Struct, frozen=True):
    """One event to be stored, and where the table stands after it."""

    table: str
    seq: int
    at: int
    event: event_log.AnyEvent
    columns: Columns  # of ``tables``, those that change
    seats: Sequence[Columns]  # of ``seats``; none when nobody has come or gone
    paused: int = 0


class Stored(NamedTuple):
    """An event from the log: when it was, and how long the clocks had stood still before it."""

    event: event_log.AnyEvent
    at: int
    paused: int = 0


_SOUND = tables.c.quarantined.is_(None)


class Torn(ValueError):
    """Events that cannot be read, or are not all there; the message says where."""


@dataclass(frozen=True)
class ChatLine:
    """A line of chat."""

    n: int
    seat: int | None
    name: str
    text: str
    at: int
    owner: str | None = None  # who said it, where that was noted


def unknown(c: Connection, owners: Collection[str]) -> set[str]:
    """Which of some owners are no guests, or none any more.

    Another worker may have deleted them and this one not have heard of it: whatever names somebody
    looks in its own transaction, or the name would stay for good.
    """
    query = select(guests.c.owner).where(guests.c.owner.in_(owners))
    known = c.execute(query.with_for_update(read=True, key_share=True)).scalars()
    return set(owners).difference(known)


def one_at_a_time(c: Connection, owner: str) -> None:
    """Let all other workers wait that count what a guest has: this one is about to add to it."""
    query = select(guests.c.owner).where(guests.c.owner == owner)
    c.execute(query.with_for_update(key_share=True)).all()


def make_table(c: Connection, row: Columns, sitting: Sequence[Columns]) -> bool:
    """Store a new table and its seats; false when the table before already has a rematch."""
    if not inserted(c, tables, row):
        return False
    c.execute(insert(seats), [{"table_id": row["id"], **seat} for seat in sitting])
    return True


def inserted(c: Connection, table: Any, row: Columns) -> bool:
    """Insert unless the key is taken. An insertion that fails would end the transaction."""
    dialect = postgresql if c.dialect.name == "postgresql" else sqlite
    insertion = dialect.insert(table).on_conflict_do_nothing()
    return c.execute(insertion, row, execution_options={"preserve_rowcount": True}).rowcount == 1


# What changes with every event. These two statements are most of what is ever written, so they are
# plain SQL and go to the driver as they are: building them anew took longer than running them.
_EVENT = ("table_id", "seq", "at", "body", "paused")


@cache
def _plain(dialect: str, changed: tuple[str, ...]) -> tuple[str, str]:
    """The insertion of an event and the update of its table, for a database."""
    mark = "%s" if dialect == "postgresql" else "?"
    marks = ", ".join(mark for _ in _EVENT)
    changes = ", ".join(f"{name} = {mark}" for name in changed)
    return (
        f"INSERT INTO events ({', '.join(_EVENT)}) VALUES ({marks}) ON CONFLICT DO NOTHING",
        f"UPDATE tables SET {changes} WHERE id = {mark}",
    )


_SEAT = (
    update(seats)
    .where(seats.c.table_id == bindparam("of"), seats.c.seat == bindparam("number"))
    .values(
        owner=bindparam("owner"),
        name=bindparam("name"),
        kind=bindparam("kind"),
        bot=bindparam("bot"),
    )
)


def _check_joining(c: Connection, wanted: str, owner: str) -> None:
    """Whoever joins must be known, and welcome to those who sat down in the same moment."""
    if unknown(c, [owner]):
        raise Refused("unsigned")
    there = c.execute(select(seats.c.owner).where(seats.c.table_id == wanted)).scalars()
    if not avoided.apart(c, owner).isdisjoint(there):
        raise Refused("not_welcome")


def append(c: Connection, entry: Entry) -> bool:
    """Store an event; false when another one has its number already."""
    if isinstance(entry.event, event_log.Joined):
        _check_joining(c, entry.table, entry.event.owner)
    insertion, change = _plain(c.dialect.name, tuple(entry.columns))
    body = event_log.written(entry.event)
    cursor = c.connection.cursor()
    try:
        cursor.execute(insertion, (entry.table, entry.seq, entry.at, body, entry.paused))
        if cursor.rowcount != 1:
            return False
        cursor.execute(change, (*entry.columns.values(), entry.table))
    finally:
        cursor.close()
    if entry.seats:
        c.execute(
            _SEAT, [{"of": entry.table, "number": seat["seat"], **seat} for seat in entry.seats]
        )
    return True


def table(c: Connection, wanted: str) -> Row[Any] | None:
    """The row of a table."""
    return c.execute(select(tables).where(tables.c.id == wanted)).one_or_none()


def events_of(
    c: Connection, wanted: str, since: int = 0, paused: Any = events.c.paused
) -> list[Stored]:
    """The events of a table with their times, from a number on.

    Databases of earlier versions have no column for pauses.
    """
    found = c.execute(
        select(events.c.seq, events.c.body, events.c.at, paused)
        .where(events.c.table_id == wanted, events.c.seq >= since)
        .order_by(events.c.seq)
    )
    read = []
    for n, (seq, body, at, pause) in enumerate(found, since):
        if seq != n:
            raise Torn(f"event {n} is missing")
        try:
            read.append(Stored(event_log.read(body), at, pause))
        except (ValueError, MsgspecError) as error:
            raise Torn(f"event {n}: {error}") from None
    return read


def here(c: Connection, those: Sequence[str]) -> dict[str, dict[int, int]]:
    """Until when each seat of some tables was or will be seen."""
    found: dict[str, dict[int, int]] = {table: {} for table in those}
    wanted = select(seats.c.table_id, seats.c.seat, seats.c.here_until)
    for table, seat, until in c.execute(wanted.where(seats.c.table_id.in_(those))):
        found[table][seat] = until
    return found


def note_here(c: Connection, those: Sequence[tuple[str, int]], until: int) -> None:
    """Note until when some seats are seen."""
    c.execute(
        update(seats)
        .where(seats.c.table_id == bindparam("of"), seats.c.seat == bindparam("number"))
        .values(here_until=bindparam("until")),
        [{"of": table, "number": seat, "until": until} for table, seat in sorted(those)],
    )


# --- chat ---


def say(
    c: Connection, wanted: str, at: int, owner: str, seat: int | None, name: str, text: str
) -> int:
    """Store a line of chat of somebody who is known; its number is returned."""
    if unknown(c, [owner]):
        raise Refused("unsigned")
    while True:
        n = last_line(c, wanted) + 1
        row = {
            "table_id": wanted,
            "n": n,
            "at": at,
            "owner": owner,
            "seat": seat,
            "name": name,
            "text": text,
        }
        if inserted(c, chat, row):
            return n


def chat_of(c: Connection, wanted: str, since: int, most: int = 200) -> list[ChatLine]:
    """The last lines of chat, from a number on; those that were deleted are empty."""
    return _said(c, most, chat.c.table_id == wanted, chat.c.n >= since)


def said_by(c: Connection, wanted: str, owner: str, most: int = 20) -> list[ChatLine]:
    """The last lines of somebody at a table."""
    return _said(c, most, chat.c.table_id == wanted, chat.c.owner == owner)


def _said(c: Connection, most: int, *those: ColumnElement[bool]) -> list[ChatLine]:
    columns = (chat.c.n, chat.c.seat, chat.c.name, chat.c.text, chat.c.at, chat.c.owner)
    newest = select(*columns).where(*those, chat.c.text != "").order_by(chat.c.n.desc())
    return [ChatLine(*row) for row in c.execute(newest.limit(most))][::-1]


def last_line(c: Connection, wanted: str) -> int:
    """The number of the last line; -1 when nothing has been said."""
    found = c.execute(select(func.max(chat.c.n)).where(chat.c.table_id == wanted)).scalar()
    return -1 if found is None else found


# --- what has to be done ---


def overdue(c: Connection, now: int, most: int = 100) -> list[str]:
    """Tables where somebody is out of time."""
    query = select(tables.c.id).where(tables.c.deadline <= now, _SOUND)
    return list(c.execute(query.limit(most)).scalars())


def resigning(c: Connection, most: int = 100) -> list[str]:
    """Tables where a partner is asked to resign.

    They may stay for days; of more than can be looked at each has its chance.
    """
    query = select(tables.c.id).where(tables.c.resigning.is_not(None), _SOUND)
    return list(c.execute(query.order_by(func.random()).limit(most)).scalars())


def unclaimed(c: Connection, now: int, most: int = 100) -> list[tuple[str, int]]:
    """Tables where a bot has to choose and no worker asks it."""
    found = c.execute(
        select(tables.c.id, tables.c.seq)
        .where(tables.c.bot_due.is_(True), tables.c.claimed_until <= now, _SOUND)
        .limit(most)
    )
    return [(table, seq) for table, seq in found]


def claim(c: Connection, wanted: str, seq: int, worker: str, now: int, until: int) -> bool:
    """Take the asking of a bot over, unless another worker was faster."""
    taken = c.execute(
        update(tables)
        .where(
            tables.c.id == wanted,
            tables.c.seq == seq,
            tables.c.bot_due.is_(True),
            (tables.c.claimed_until <= now) | (tables.c.claimed_by == worker),
        )
        .values(claimed_by=worker, claimed_until=until)
    )
    return taken.rowcount == 1


def rest(c: Connection, wanted: str, seq: int) -> None:
    """The bot of a table moves only while somebody watches."""
    resting = update(tables).where(tables.c.id == wanted, tables.c.seq == seq)
    c.execute(resting.values(bot_due=False))


def release_claims(c: Connection) -> None:
    """At the start of the only worker there is: whoever claimed something is gone."""
    c.execute(update(tables).where(tables.c.bot_due.is_(True)).values(claimed_until=0))


def quarantine(c: Connection, wanted: str, why: str) -> bool:
    """Set a table aside; false if it has been already."""
    aside = update(tables).where(tables.c.id == wanted, _SOUND).values(quarantined=why)
    return c.execute(aside).rowcount == 1


def quarantined(c: Connection) -> int:
    """How many tables are set aside."""
    return c.execute(select(func.count()).where(tables.c.quarantined.is_not(None))).scalar_one()


def release_quarantined(c: Connection) -> None:
    """At a start: maybe they can be played on by now. Whatever cannot is set aside again."""
    c.execute(update(tables).where(tables.c.quarantined.is_not(None)).values(quarantined=None))


# --- lists ---


@dataclass(frozen=True)
class Listed:
    """A table as lists show it: its row and those of its seats."""

    row: Row[Any]
    seats: list[Row[Any]]

    @property
    def owners(self) -> set[str]:
        """Who made it, and who sits there."""
        return {self.row.maker, *(seat.owner for seat in self.seats if seat.owner is not None)}


def _listed(c: Connection, query: Select[Any]) -> list[Listed]:
    rows = list(c.execute(query))
    found: dict[str, list[Row[Any]]] = {row.id: [] for row in rows}
    sitting = select(seats).where(seats.c.table_id.in_(found)).order_by(seats.c.seat)
    for seat in c.execute(sitting) if found else ():
        found[seat.table_id].append(seat)
    return [Listed(row, found[row.id]) for row in rows]


def public_tables(
    c: Connection, state: str, since: int, now: int, share: int, most: int = 100
) -> list[Listed]:
    """Those where something has happened since a time, the latest first.

    Of one guest's no more than a share, and where nobody is, a table sinks below the others.
    """
    nth = func.row_number().over(partition_by=tables.c.maker, order_by=tables.c.updated.desc())
    shown = (
        select(tables.c.id, nth.label("nth"))
        .where(
            tables.c.public.is_(True),
            tables.c.state == state,
            tables.c.updated >= since,
            tables.c.closed.is_(None),
            _SOUND,
        )
        .subquery()
    )
    somebody = exists().where(
        seats.c.table_id == tables.c.id, seats.c.kind == "human", seats.c.here_until > now
    )
    return _listed(
        c,
        select(tables)
        .join(shown, shown.c.id == tables.c.id)
        .where(shown.c.nth <= share)
        .order_by(case((somebody, 0), else_=1), tables.c.updated.desc())
        .limit(most),
    )


def listed_by(c: Connection, owner: str, since: int) -> int:
    """How many open tables of a guest strangers are shown."""
    count = select(func.count()).where(
        tables.c.public.is_(True),
        tables.c.state == "open",
        tables.c.updated >= since,
        tables.c.maker == owner,
        _SOUND,
    )
    return c.execute(count).scalar_one()


def tables_of(c: Connection, owner: str, most: int = 100) -> list[Listed]:
    """The tables where a guest sits, the latest first."""
    mine = select(seats.c.table_id).where(seats.c.owner == owner)
    query = select(tables).where(tables.c.id.in_(mine), tables.c.closed.is_(None))
    return _listed(c, query.order_by(tables.c.updated.desc()).limit(most))


def one_table(c: Connection, wanted: str) -> Listed | None:
    """A table as lists show it."""
    return next(iter(_listed(c, select(tables).where(tables.c.id == wanted))), None)


@dataclass(frozen=True)
class Rematch:
    """The table where the players of a table go on, and who opened it."""

    table: str
    owner: str


def rematch_of(c: Connection, wanted: str) -> Rematch | None:
    """The table where the players of a table go on, if there is one."""
    query = select(tables.c.id, tables.c.maker).where(tables.c.rematch_of == wanted)
    found = c.execute(query).one_or_none()
    return Rematch(*found) if found is not None else None


class Newest(NamedTuple):
    """How far a table has come, by its row and what belongs to it."""

    seq: int  # how many events it has
    line: int  # the number of the last line of chat, as ``last_line`` has it
    rematch: Rematch | None


def newest(c: Connection, those: Sequence[str]) -> dict[str, Newest]:
    """How far each of some tables has come."""
    again = tables.alias()
    line = select(func.max(chat.c.n)).where(chat.c.table_id == tables.c.id).scalar_subquery()
    found = c.execute(
        select(tables.c.id, tables.c.seq, func.coalesce(line, -1), again.c.id, again.c.maker)
        .outerjoin_from(tables, again, again.c.rematch_of == tables.c.id)
        .where(tables.c.id.in_(those))
    )
    return {
        table: Newest(seq, n, Rematch(further, maker) if further is not None else None)
        for table, seq, n, further, maker in found
    }


def unfinished(c: Connection, owner: str, since: int) -> int:
    """How many tables a guest has made that are not over, and where something happened lately."""
    return c.execute(unfinished_query(owner, since)).scalar_one()


def busy_bots(c: Connection, owner: str, since: int) -> int:
    """How many seats bots have at the unfinished tables of a guest where something has happened."""
    of_guest = select(tables.c.id).where(
        tables.c.maker == owner, tables.c.state.in_(("open", "running")), tables.c.updated >= since
    )
    bots = select(func.count()).where(seats.c.table_id.in_(of_guest), seats.c.kind == "bot")
    return c.execute(bots).scalar_one()


def unfinished_query(owner: str, since: int) -> Select[int]:
    """The states are named, so that an index has the answer."""
    states = tables.c.state.in_(("open", "running"))
    return select(func.count()).where(tables.c.maker == owner, states, tables.c.updated >= since)
