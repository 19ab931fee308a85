"""Who is known: guests, the keys of their browsers, names with a passphrase, and being forgotten.

A guest is an owner of seats. What a browser holds is a secret token, and of that the SHA-256 is
kept as a *key*; a guest has one key for each browser. Each function runs inside a transaction.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from msgspec import MsgspecError, json, structs
from sqlalchemy import Connection, Update, delete, insert, select, update

from tashkalar.server.storage import avoided, event_log, notices, ratings, tournaments
from tashkalar.server.storage.archive import inserted
from tashkalar.server.storage.schema import (
    accounts,
    chat,
    events,
    guests,
    keys,
    progress,
    puzzle_days,
    puzzle_tries,
    reports,
    reviews,
    seats,
    studies,
    tables,
    transfers,
    waits,
)


def make_guest(c: Connection, owner: str, guest: str, name: str, now: int) -> bool:
    """Store a new guest, whose first key is the owner; false if it is known already."""
    row = {"owner": owner, "guest": guest, "name": name, "created": now}
    if not inserted(c, guests, row):
        return False
    c.execute(insert(keys), {"key": owner, "owner": owner, "created": now})
    return True


def add_key(c: Connection, key: str, owner: str, now: int) -> None:
    """One more browser of a guest."""
    c.execute(insert(keys), {"key": key, "owner": owner, "created": now})


def owner_with(c: Connection, key: str) -> str | None:
    """Whose key this is."""
    return c.execute(select(keys.c.owner).where(keys.c.key == key)).scalar()


def guest(c: Connection, owner: str) -> tuple[str, str] | None:
    """The public id and the name of a guest."""
    row = c.execute(select(guests.c.guest, guests.c.name).where(guests.c.owner == owner))
    found = row.one_or_none()
    return (found.guest, found.name) if found is not None else None


def with_id(c: Connection, guest: str) -> tuple[str, str] | None:
    """The owner and the name of the guest with a public id."""
    row = c.execute(select(guests.c.owner, guests.c.name).where(guests.c.guest == guest))
    found = row.one_or_none()
    return (found.owner, found.name) if found is not None else None


def rename(c: Connection, owner: str, name: str) -> bool:
    """Give a guest another name; false when there is no such guest any more."""
    renamed = update(guests).where(guests.c.owner == owner).values(name=name)
    return c.execute(renamed).rowcount == 1


def note_seen(c: Connection, owner: str, now: int) -> None:
    """A guest has been here."""
    c.execute(update(guests).where(guests.c.owner == owner).values(seen=now))


# --- to another device ---


def offer_transfer(c: Connection, code: str, owner: str, now: int, until: int) -> None:
    """Store a code (its SHA-256) that lets one more browser in; an earlier one is void."""
    c.execute(delete(transfers).where((transfers.c.owner == owner) | (transfers.c.until <= now)))
    c.execute(insert(transfers), {"code": code, "owner": owner, "until": until})


def take_transfer(c: Connection, code: str, key: str, now: int) -> str | None:
    """Use a code up for a new key; whose it was is returned, or None if it is not valid."""
    found = c.execute(
        delete(transfers)
        .where(transfers.c.code == code, transfers.c.until > now)
        .returning(transfers.c.owner)
    ).scalar()
    if found is not None:
        add_key(c, key, found, now)
    return found


# --- names with a passphrase ---


@dataclass(frozen=True)
class Account:
    """A name that belongs to somebody, and the hash of the passphrase."""

    owner: str
    hash: str


def account(c: Connection, folded: str) -> Account | None:
    """The account of a name, written as names are compared."""
    query = select(accounts.c.owner, accounts.c.hash).where(accounts.c.folded == folded)
    found = c.execute(query).one_or_none()
    return Account(found.owner, found.hash) if found is not None else None


def account_name(c: Connection, owner: str) -> str | None:
    """The name, as names are compared, that a guest has protected."""
    return c.execute(select(accounts.c.folded).where(accounts.c.owner == owner)).scalar()


def protect_name(c: Connection, folded: str, owner: str, hashed: str, now: int) -> bool:
    """Give a name to a guest, in place of the one before; false when it is another's."""
    mine = {"folded": folded, "owner": owner, "hash": hashed, "created": now}
    there = account(c, folded)
    if there is not None and there.owner != owner:
        return False
    c.execute(delete(accounts).where(accounts.c.owner == owner))
    # Where somebody has been faster it fails and is tried again: nobody loses the one before.
    c.execute(insert(accounts), mine)
    return True


# --- being forgotten ---

# What is a guest's alone and goes with them; the guest comes last, for the others refer to it.
_OWN = (reports, progress, puzzle_tries, puzzle_days, studies, transfers, accounts, keys, guests)


def tables_with(c: Connection, owner: str) -> list[str]:
    """Every table that names a guest, as maker or as player."""
    sat = select(seats.c.table_id).where(seats.c.owner == owner)
    made = select(tables.c.id).where(tables.c.maker == owner)
    return sorted(c.execute(sat.union(made)).scalars())


def left_with(c: Connection, owner: str) -> list[str]:
    """Every table whose log names a guest, also one that they left before its game began.

    No index has that: all events are looked through.
    """
    query = select(events.c.table_id).where(events.c.body.like(f'%"{owner}"%')).distinct()
    return sorted(c.execute(query).scalars())


def unfinished_with(c: Connection, owner: str) -> list[str]:
    """Tables where a guest sits and could still play."""
    sat = select(tables.c.id).join(seats, seats.c.table_id == tables.c.id)
    going_on = tables.c.state.in_(("open", "running")) & tables.c.closed.is_(None)
    return sorted(c.execute(sat.where(seats.c.owner == owner, going_on).distinct()).scalars())


def forget_at(c: Connection, those: Sequence[str], owner: str, nobody: str) -> None:
    """Delete a guest from some tables. Games stay, for those who played them too, without name.

    ``nobody`` stands where the owner stood. Events are never changed but here: what they say of
    the game stays as it is.
    """
    for table in those:
        _forget_at(c, table, owner, nobody)
    made = tables.c.id.in_(those) & (tables.c.maker == owner)
    c.execute(update(tables).where(made).values(maker=nobody))


def forget(c: Connection, gone: Mapping[str, str]) -> list[str]:
    """Delete guests from all tables where they still are, then whatever else names them.

    Each owner is given with the nobody who stands there instead. What was imposed on somebody
    stays: a ban cannot be shaken off. The tables concerned are returned.
    """
    # Whoever is about to store one of them waits, and then does not find them.
    c.execute(select(guests.c.owner).where(guests.c.owner.in_(gone)).with_for_update()).all()
    concerned = []
    for owner, nobody in gone.items():
        those = tables_with(c, owner)
        forget_at(c, those, owner, nobody)
        ratings.forget(c, owner, nobody)
        tournaments.forget(c, owner, nobody)
        notices.remove_of(c, owner)
        concerned += those
    c.execute(_emptied().where(chat.c.owner.in_(gone)))
    c.execute(delete(waits).where(waits.c.owner.in_(gone)))
    c.execute(delete(reports).where(reports.c.about.in_(gone)))
    c.execute(update(reviews).where(reviews.c.owner.in_(gone)).values(owner=None))
    avoided.forget(c, gone)
    for kept in _OWN:
        c.execute(delete(kept).where(kept.c.owner.in_(gone)))
    return concerned


def _emptied() -> Update:
    """Lines of chat leave their numbers behind: a later line must not be taken for them."""
    return update(chat).values(owner=None, seat=None, name="", text="")


def _forget_at(c: Connection, table: str, owner: str, nobody: str) -> None:
    mine = (seats.c.table_id == table) & (seats.c.owner == owner)
    numbers = list(c.execute(select(seats.c.seat).where(mine)).scalars())
    # Lines of versions that did not note the owner.
    c.execute(
        _emptied().where(chat.c.table_id == table, chat.c.seat.in_(numbers), chat.c.owner.is_(None))
    )
    c.execute(update(seats).where(mine).values(owner=nobody, name=""))
    sitting = c.execute(select(tables.c.sitting).where(tables.c.id == table)).scalar_one()
    forgotten = _forgotten_sitting(sitting, owner, nobody)
    c.execute(update(tables).where(tables.c.id == table).values(sitting=forgotten))
    joined = select(events.c.seq, events.c.body).where(
        events.c.table_id == table, events.c.body.like(f'%"{owner}"%')
    )
    for seq, body in list(c.execute(joined)):
        at = (events.c.table_id == table) & (events.c.seq == seq)
        c.execute(update(events).where(at).values(body=_forgotten_event(body, nobody)))


def _forgotten_sitting(sitting: str, owner: str, nobody: str) -> str:
    """Who sat where at first, but for one; what is too broken to tell where is deleted."""
    try:
        first = json.decode(sitting, type=list[dict[str, Any]])
    except (MsgspecError, ValueError):
        return ""
    for seat in first:
        if seat.get("owner") == owner:
            seat.update(owner=nobody, name="")
    return json.encode(first).decode()


def _forgotten_event(body: str, nobody: str) -> str:
    """Somebody has joined; what is too broken to tell where the name is is deleted."""
    try:
        event = event_log.read(body)
    except (MsgspecError, ValueError):
        return ""
    assert isinstance(event, event_log.Joined)
    return event_log.written(structs.replace(event, owner=nobody, name=""))
