"""Notices for games over days: contacts, who is waited for, and the outbox.

Whoever is waited for is noted in the transaction of the event that led to it, so a worker that is
killed loses nothing. A courier gathers what is due into the outbox, one message a contact, and
claims what it sends for a while: of several workers one sends it, and what a lost worker had
claimed is sent by another. So a message is sent at least once. Each function runs inside a
transaction. Locks that another worker holds are passed over (``skip_locked``): moves that wait for
the same rows never wait for long.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from sqlalchemy import (
    Connection,
    Row,
    bindparam,
    case,
    delete,
    exists,
    func,
    insert,
    literal,
    select,
    update,
)
from sqlalchemy.dialects import postgresql, sqlite

from tashkalar.server.storage.archive import Columns
from tashkalar.server.storage.schema import contacts, outbox, seats, signing, tables, waits

_DAYS = '%"kind":"days"%'  # how the clock of a game over days is stored
_OPEN = (tables.c.closed.is_(None), tables.c.quarantined.is_(None))
_CONFIRMED = contacts.c.code.is_(None)


Wait = tuple[str, str]  # an owner, and what for


class Waits(NamedTuple):
    """Who is waited for since an event, and who is no longer."""

    began: Sequence[Wait]
    ended: Sequence[Wait]


def _upsert(c: Connection, table: Any) -> Any:
    return (postgresql if c.dialect.name == "postgresql" else sqlite).insert(table)


# --- who is waited for ---


def note(c: Connection, table: str, changed: Waits, now: int, due: int) -> None:
    """Note who is waited for now, if there is a way to tell them, and who is no longer."""
    if changed.ended:
        c.execute(
            delete(waits).where(
                waits.c.table_id == table,
                waits.c.owner == bindparam("of"),
                waits.c.kind == bindparam("what"),
            ),
            [{"of": owner, "what": kind} for owner, kind in changed.ended],
        )
    for owner, kind in changed.began:
        reachable = exists().where(contacts.c.owner == owner, _CONFIRMED)
        row = select(*map(literal, (owner, table, kind, now, due))).where(reachable)
        insertion = _upsert(c, waits).from_select([column.name for column in waits.c], row)
        c.execute(
            insertion.on_conflict_do_update(
                index_elements=["owner", "table_id", "kind"], set_={"since": now, "due": due}
            )
        )


def turns_of(c: Connection, owner: str) -> int:
    """At how many tables over days it is a guest's turn."""
    mine = (seats.c.table_id == tables.c.id) & (seats.c.seat == tables.c.acting)
    query = select(func.count()).select_from(seats.join(tables, mine))
    return c.execute(
        query.where(
            seats.c.owner == owner,
            seats.c.kind == "human",
            tables.c.state == "running",
            tables.c.clock.like(_DAYS),
            *_OPEN,
        )
    ).scalar_one()


@dataclass(frozen=True)
class Gathered:
    """What one guest is to be told: kinds of waits and their tables, and the contacts."""

    waits: list[tuple[str, str]]
    contacts: list[str]


def to_be_told(c: Connection, now: int, pause: int, most: int = 50) -> list[str]:
    """Guests who are waited for and should be told now: they were not for a while."""
    mine = contacts.c.owner == waits.c.owner
    lately = exists().where(mine, contacts.c.told > now - pause)
    reachable = exists().where(mine, _CONFIRMED)  # who ended it meanwhile is not
    query = select(waits.c.owner).where(waits.c.due <= now, reachable, ~lately).distinct()
    return list(c.execute(query.limit(most)).scalars())


def gather(c: Connection, owner: str, now: int, later: int) -> Gathered:
    """Take what a guest is to be told, unless another worker does.

    Who has been at the table since then has seen it: they hear nothing of games that are over, and
    of the rest only if they are still waited for a good while later.
    """
    locked = select(contacts.c.id).where(contacts.c.owner == owner, _CONFIRMED)
    found = list(c.execute(locked.with_for_update(skip_locked=True)).scalars())
    if not found:
        return Gathered([], [])
    mine = (waits.c.owner == owner) & (waits.c.due <= now)
    been = exists().where(
        seats.c.table_id == waits.c.table_id,
        seats.c.owner == owner,
        seats.c.here_until > waits.c.since,
    )
    c.execute(delete(waits).where(mine, been, waits.c.kind == "over"))
    # Put off once: the second time it is due later than it would have been.
    c.execute(
        update(waits)
        .where(mine, been, waits.c.due < waits.c.since + later)
        .values(due=waits.c.since + later)
    )
    rows = c.execute(delete(waits).where(mine).returning(waits.c.kind, waits.c.table_id))
    taken = sorted((kind, table) for kind, table in rows)
    still = select(tables.c.id).where(tables.c.id.in_([table for _, table in taken]), *_OPEN)
    there = set(c.execute(still).scalars())
    return Gathered([(kind, table) for kind, table in taken if table in there], found)


def names_at(c: Connection, those: Sequence[str], but: str) -> dict[str, list[str]]:
    """The names of the other people at some tables."""
    found: dict[str, list[str]] = {table: [] for table in those}
    query = select(seats.c.table_id, seats.c.name).where(
        seats.c.table_id.in_(those), seats.c.owner != but, seats.c.name != ""
    )
    for table, name in c.execute(query.order_by(seats.c.table_id, seats.c.seat)):
        found[table].append(name)
    return found


# --- the outbox ---


def unsent(c: Connection, contact: str) -> str | None:
    """The message that has not been sent to a contact yet, if there is one."""
    return c.execute(select(outbox.c.body).where(outbox.c.contact == contact)).scalar()


def post(c: Connection, contact: str, number: str, body: str, now: int) -> None:
    """Put a message into the outbox, in place of an older one that was not sent."""
    new = {"id": number, "body": body, "made": now, "due": now, "tries": 0, "claimed_until": 0}
    insertion = _upsert(c, outbox).values(contact=contact, **new)
    c.execute(insertion.on_conflict_do_update(index_elements=["contact"], set_=new))
    c.execute(update(contacts).where(contacts.c.id == contact).values(told=now))


def claim(c: Connection, now: int, until: int, most: int, share: int) -> list[Row[Any]]:
    """Take messages that are due, with their contacts; no other worker will until then.

    Of one guest only so many are on their way at a time, and what has failed comes last: whoever
    never answers holds up nobody else.
    """
    on_its_way = outbox.c.claimed_until > now
    nth = func.row_number().over(
        partition_by=contacts.c.owner,
        order_by=(case((on_its_way, 0), else_=1), outbox.c.tries, outbox.c.due, outbox.c.contact),
    )
    queue = (
        select(outbox.c.contact, nth.label("nth"))
        .join_from(outbox, contacts, contacts.c.id == outbox.c.contact)
        .where(outbox.c.due <= now)
        .subquery()
    )
    due = (
        select(outbox.c.contact)
        .where(
            outbox.c.contact.in_(select(queue.c.contact).where(queue.c.nth <= share)),
            outbox.c.due <= now,
            ~on_its_way,
        )
        .order_by(outbox.c.tries, outbox.c.due)
        .limit(most)
        .with_for_update(skip_locked=True)
    )
    those = list(c.execute(due).scalars())
    if not those:
        return []
    mine = outbox.c.contact.in_(those)
    c.execute(update(outbox).where(mine).values(claimed_until=until, tries=outbox.c.tries + 1))
    sent = select(
        contacts.c.kind,
        contacts.c.address,
        contacts.c.encryption,
        contacts.c.language,
        contacts.c.secret,
        outbox.c.contact,
        outbox.c.id,
        outbox.c.body,
        outbox.c.made,
        outbox.c.tries,
    )
    joined = sent.join_from(outbox, contacts, contacts.c.id == outbox.c.contact)
    return list(c.execute(joined.where(mine)))


def is_due(c: Connection, now: int) -> bool:
    """Is there a message to be sent now?"""
    due = exists().where(outbox.c.due <= now, outbox.c.claimed_until <= now)
    return c.execute(select(due)).scalar_one()


def done(c: Connection, contact: str, number: str) -> None:
    """A message was sent or given up; a newer one stays."""
    c.execute(delete(outbox).where(outbox.c.contact == contact, outbox.c.id == number))


def put_off(c: Connection, contact: str, number: str, due: int) -> None:
    """A message could not be sent: it is tried again."""
    mine = update(outbox).where(outbox.c.contact == contact, outbox.c.id == number)
    c.execute(mine.values(due=due, claimed_until=0))


# --- contacts ---


def contacts_of(c: Connection, owner: str) -> list[Row[Any]]:
    """How a guest wants to be told, the oldest first."""
    query = select(contacts).where(contacts.c.owner == owner)
    return list(c.execute(query.order_by(contacts.c.created, contacts.c.id)))


def add_contact(c: Connection, row: Columns, most: int) -> bool:
    """Keep a contact in place of the same one before; of one kind a guest has so many at most.

    One that is still to be confirmed takes the place of others that are; false if it has been.
    """
    waiting = row["code"] is not None
    same = c.execute(select(contacts).where(contacts.c.digest == row["digest"])).one_or_none()
    if same is not None and waiting and same.code is None:
        return False
    mine = [
        one.id
        for one in contacts_of(c, row["owner"])
        if one.kind == row["kind"]
        and (one.code is not None) == waiting
        and (same is None or one.id != same.id)
    ]
    again = [same.id] if same is not None else []
    remove(c, [*again, *mine[: max(0, len(mine) - most + 1)]])
    c.execute(insert(contacts), dict(row))
    return True


def confirm(c: Connection, owner: str, code: str, now: int) -> bool:
    """The code that was sent to an address has come back; false if it is not that one.

    Only now it takes the place of the address before.
    """
    waiting_for = (contacts.c.owner == owner) & (contacts.c.code == code)
    confirmed = update(contacts).where(waiting_for, contacts.c.until > now)
    changed = confirmed.values(code=None, until=None, told=0).returning(contacts.c.id)
    found = c.execute(changed).scalar()
    if found is not None:
        remove(
            c, [one.id for one in contacts_of(c, owner) if one.kind == "mail" and one.id != found]
        )
    return found is not None


def remove(c: Connection, those: Sequence[str]) -> None:
    """Delete contacts, and what waits to be sent to them; who has no other is not looked for."""
    if not those:
        return
    c.execute(delete(outbox).where(outbox.c.contact.in_(those)))
    gone = delete(contacts).where(contacts.c.id.in_(those)).returning(contacts.c.owner)
    owners = set(c.execute(gone).scalars())
    reachable = exists().where(contacts.c.owner == waits.c.owner, _CONFIRMED)
    c.execute(delete(waits).where(waits.c.owner.in_(owners), ~reachable))


def remove_of(
    c: Connection,
    owner: str,
    kind: Literal["push", "mail"] | None = None,
    digest: str | None = None,
) -> int:
    """Delete contacts of a guest: of one kind, or one of them; how many is returned."""
    those = [
        one.id
        for one in contacts_of(c, owner)
        if kind in (None, one.kind) and digest in (None, one.digest)
    ]
    remove(c, those)
    return len(those)


def remove_by_secret(c: Connection, secret: str) -> bool:
    """Delete the contact of a link in a message; false if it is gone already."""
    found = list(c.execute(select(contacts.c.id).where(contacts.c.secret == secret)).scalars())
    remove(c, found)
    return bool(found)


def unconfirmed(c: Connection, now: int) -> list[str]:
    """Contacts whose code has run out: they are nobody's."""
    return list(c.execute(select(contacts.c.id).where(contacts.c.until <= now)).scalars())


# --- the key of the house ---


def signing_key(c: Connection, new: str) -> str:
    """The key with which push messages are signed; a new one, if there is none yet."""
    c.execute(_upsert(c, signing).values(id=1, key=new).on_conflict_do_nothing())
    found: str = c.execute(select(signing.c.key)).scalar_one()
    return found


def replace_signing_key(c: Connection, new: str) -> int:
    """Another key: browsers must subscribe again. How many were is returned."""
    void = list(c.execute(select(contacts.c.id).where(contacts.c.kind == "push")).scalars())
    remove(c, void)
    c.execute(delete(signing))
    c.execute(insert(signing), {"id": 1, "key": new})
    return len(void)
