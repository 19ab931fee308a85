"""When the house was last alive, and what an outage means for clocks and for who is here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import Column, Connection, insert, select, update

from tashkalar.server.storage.schema import (
    contacts,
    house,
    outbox,
    reviews,
    seats,
    tables,
    tournaments,
    waits,
)

_DAY = 86_400_000  # milliseconds
_ROW = 1
# Times of what others do or have done: after an outage they are simply over.
_PUT_BACK: tuple[Column[int], ...] = (
    tables.c.claimed_until,
    outbox.c.due,
    outbox.c.claimed_until,
    contacts.c.told,
    reviews.c.until,
)


@dataclass(frozen=True)
class Note:
    """What is known of the house: any worker may have noted it."""

    alive: int  # the time of the last note
    beats: int  # how many notes there were
    shifted: int  # by how many milliseconds clocks have been put forward so far


def last(c: Connection) -> Note | None:
    """The last note; none in a new database."""
    found = c.execute(select(house.c.alive, house.c.beats, house.c.shifted)).one_or_none()
    return Note(*found) if found is not None else None


def note(c: Connection, now: int) -> Note:
    """The house is alive."""
    before = _locked(c)
    if before is None:
        c.execute(insert(house), {"id": _ROW, "alive": now, "beats": 1, "shifted": 0})
        return Note(now, 1, 0)
    return _noted(c, Note(max(now, before.alive), before.beats + 1, before.shifted))


def outlast(c: Connection, now: int, least: int) -> Note:
    """The house has not been alive since the last note: put all running clocks forward.

    The same goes for a system clock that was changed meanwhile, forward or back. Nothing is done
    where another worker was alive until lately.
    """
    before = _locked(c)
    if before is None or abs(now - before.alive) <= least:
        return note(c, now)
    lost = now - before.alive
    c.execute(
        update(tables)
        .where(tables.c.deadline.is_not(None))
        .values(deadline=tables.c.deadline + lost)
    )
    # Nor has anybody been absent. Whoever has been away for days is so anyway.
    c.execute(
        update(seats)
        .where(seats.c.here_until >= before.alive - _DAY)
        .values(here_until=seats.c.here_until + lost)
    )
    # Whoever is waited for has as long as before to come by themselves.
    c.execute(update(waits).values(since=waits.c.since + lost, due=waits.c.due + lost))
    c.execute(update(tournaments).values(starts=tournaments.c.starts + lost))
    if lost < 0:  # a clock that was put back: nothing is late, and nothing may wait for so long
        for column in _PUT_BACK:
            c.execute(update(column.table).where(column > 0).values({column: column + lost}))
    return _noted(c, Note(now, before.beats + 1, before.shifted + lost))


def deadlines(c: Connection, those: Sequence[str]) -> dict[str, tuple[int, int | None]]:
    """The number of events and the deadline of some tables."""
    wanted = select(tables.c.id, tables.c.seq, tables.c.deadline).where(tables.c.id.in_(those))
    return {table: (seq, deadline) for table, seq, deadline in c.execute(wanted)}


def _locked(c: Connection) -> Note | None:
    """The last note; of several workers one at a time goes on from it."""
    wanted = select(house.c.alive, house.c.beats, house.c.shifted).with_for_update()
    found = c.execute(wanted).one_or_none()
    return Note(*found) if found is not None else None


def _noted(c: Connection, new: Note) -> Note:
    c.execute(
        update(house)
        .where(house.c.id == _ROW)
        .values(alive=new.alive, beats=new.beats, shifted=new.shifted)
    )
    return new
