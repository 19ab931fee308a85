"""Whom guests do not want to hear or to play with. Each function runs inside a transaction."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Literal

from sqlalchemy import Connection, Row, delete, insert, or_, select

from tashkalar.server.storage.schema import avoided, guests

Avoiding = Literal["mute", "block"]
MOST = 500  # whom one guest can avoid


def avoid(c: Connection, owner: str, other: str, kind: Avoiding, now: int) -> bool:
    """Mute or block somebody, in place of what was before; false when there are too many."""
    forgive(c, owner, other)
    if len(avoided_by(c, owner)) >= MOST:
        return False
    c.execute(insert(avoided), {"owner": owner, "other": other, "kind": kind, "at": now})
    return True


def forgive(c: Connection, owner: str, other: str) -> None:
    """Neither mute nor block somebody any more."""
    c.execute(delete(avoided).where(avoided.c.owner == owner, avoided.c.other == other))


def avoided_by(c: Connection, owner: str) -> list[Row[Any]]:
    """Whom a guest avoids, the latest first: public id, name and kind."""
    query = (
        select(guests.c.guest, guests.c.name, avoided.c.kind)
        .join(guests, guests.c.owner == avoided.c.other)
        .where(avoided.c.owner == owner)
        .order_by(avoided.c.at.desc(), guests.c.guest)
    )
    return list(c.execute(query))


def kind_of(c: Connection, owner: str, other: str) -> Avoiding | None:
    """How one guest avoids another."""
    query = select(avoided.c.kind).where(avoided.c.owner == owner, avoided.c.other == other)
    return c.execute(query).scalar()


def apart(c: Connection, owner: str) -> frozenset[str]:
    """With whom a guest does not play: blocked by them, or blocking them."""
    query = select(avoided.c.owner, avoided.c.other).where(
        avoided.c.kind == "block", or_(avoided.c.owner == owner, avoided.c.other == owner)
    )
    return frozenset(found for pair in c.execute(query) for found in pair) - {owner}


def apart_among(c: Connection, those: Collection[str]) -> bool:
    """Has one of some guests blocked another of them?"""
    query = select(avoided.c.other).where(
        avoided.c.kind == "block", avoided.c.owner.in_(those), avoided.c.other.in_(those)
    )
    return c.execute(query.limit(1)).first() is not None


def blocked_among(c: Connection, owner: str, those: Collection[str]) -> bool:
    """Has a guest blocked one of some others?"""
    query = select(avoided.c.other).where(
        avoided.c.owner == owner, avoided.c.kind == "block", avoided.c.other.in_(those)
    )
    return c.execute(query.limit(1)).first() is not None


def forget(c: Connection, gone: Collection[str]) -> None:
    """Nobody avoids somebody who is gone, and the other way round."""
    c.execute(delete(avoided).where(or_(avoided.c.owner.in_(gone), avoided.c.other.in_(gone))))
