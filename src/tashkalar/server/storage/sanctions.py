"""What whoever runs the server has decided: closed tables, guests who are muted or banned.

The command line writes it, and workers look at it now and then. Each function runs inside a
transaction.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from sqlalchemy import Connection, delete, insert, select, update

from tashkalar.server.storage.schema import guests, pulse, sanctions, tables

Sanction = Literal["mute", "ban"]
# A closed table is over, and nothing is due there.
_SHUT = {
    "state": "over",
    "bot_due": False,
    "deadline": None,
    "resigning": None,
    "claimed_by": "",
    "claimed_until": 0,
}


def close_table(c: Connection, wanted: str, now: int) -> bool:
    """Close a table; false when there is none, or it is closed already."""
    closed = update(tables).where(tables.c.id == wanted, tables.c.closed.is_(None))
    return c.execute(closed.values(closed=now, **_SHUT)).rowcount == 1


def shut(c: Connection, those: Sequence[str]) -> None:
    """Closed tables are over, whatever a worker stored that did not know of it yet."""
    c.execute(update(tables).where(tables.c.id.in_(those)).values(_SHUT))


def closed_tables(c: Connection) -> list[str]:
    """All tables that were closed."""
    return list(c.execute(select(tables.c.id).where(tables.c.closed.is_not(None))).scalars())


def impose(c: Connection, guest: str, kind: Sanction, until: int) -> str | None:
    """Mute or ban a guest by the public id; the name is returned, None if there is no such."""
    query = select(guests.c.owner, guests.c.name).where(guests.c.guest == guest)
    found = c.execute(query).one_or_none()
    if found is None:
        return None
    lift(c, guest, kind)
    c.execute(insert(sanctions), {"owner": found.owner, "kind": kind, "until": until})
    name: str = found.name
    return name


def lift(c: Connection, guest: str, kind: Sanction | None = None) -> int:
    """Take back what was imposed on a guest; how many sanctions is returned."""
    owner = select(guests.c.owner).where(guests.c.guest == guest).scalar_subquery()
    void = delete(sanctions).where(sanctions.c.owner == owner)
    return c.execute(void.where(sanctions.c.kind == kind) if kind else void).rowcount


def in_force(c: Connection, now: int) -> list[tuple[str, str]]:
    """Who is muted or banned now: owners and kinds."""
    query = select(sanctions.c.owner, sanctions.c.kind).where(sanctions.c.until > now)
    return [(owner, kind) for owner, kind in c.execute(query)]


def beat(c: Connection, now: int) -> int:
    """Write something, to find out whether that is possible; how many rows is returned."""
    return c.execute(update(pulse).where(pulse.c.id == 1).values(at=now)).rowcount
