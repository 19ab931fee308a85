"""Tournaments, who entered, and who met whom. Each function runs inside a transaction."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, Row, delete, exists, func, insert, select, update

from tashkalar.server.storage.archive import Columns, inserted
from tashkalar.server.storage.schema import entrants, guests, pairings, tables, tournaments

UNFINISHED = ("open", "running")
LISTED = 50  # in one list


def make(c: Connection, row: Columns) -> None:
    """Store a new tournament."""
    c.execute(insert(tournaments), row)


def one(c: Connection, wanted: str) -> Row[Any] | None:
    """The row of a tournament."""
    return c.execute(select(tournaments).where(tournaments.c.id == wanted)).one_or_none()


def locked(c: Connection, wanted: str) -> Row[Any] | None:
    """The row of a tournament; until the transaction ends nobody else changes it."""
    # SQLite locks nothing for reading.
    c.execute(
        update(tournaments).where(tournaments.c.id == wanted).values(round=tournaments.c.round)
    )
    return one(c, wanted)


def change(c: Connection, wanted: str, now: int, **columns: object) -> None:
    """Change the row of a tournament."""
    changed = update(tournaments).where(tournaments.c.id == wanted)
    c.execute(changed.values(updated=now, **columns))


def maker_name(c: Connection, maker: str) -> str:
    """The name of whoever made a tournament; empty where it is nobody who is known."""
    return c.execute(select(guests.c.name).where(guests.c.owner == maker)).scalar() or ""


def listed(c: Connection, share: int, most: int = LISTED) -> list[tuple[Row[Any], int]]:
    """The latest tournaments, those first that are not over, and how many have entered each.

    Of one guest's no more than a share of either kind.
    """
    count = (
        select(func.count())
        .where(entrants.c.tournament == tournaments.c.id)
        .correlate(tournaments)
        .scalar_subquery()
    )
    unfinished = tournaments.c.state.in_(UNFINISHED)
    nth = func.row_number().over(
        partition_by=(tournaments.c.maker, unfinished), order_by=tournaments.c.updated.desc()
    )
    shares = select(tournaments.c.id, nth.label("nth")).subquery()
    query = (
        select(tournaments, count.label("entered"))
        .join(shares, shares.c.id == tournaments.c.id)
        .where((shares.c.nth <= share) | (tournaments.c.maker == ""))
        .order_by(unfinished.desc(), tournaments.c.updated.desc(), tournaments.c.id)
    )
    return [(row, row.entered) for row in c.execute(query.limit(most))]


def unfinished_by(c: Connection, maker: str) -> int:
    """How many tournaments of a guest are not over."""
    query = select(func.count()).where(
        tournaments.c.maker == maker, tournaments.c.state.in_(UNFINISHED)
    )
    return c.execute(query).scalar_one()


# --- who plays ---


def enter(c: Connection, wanted: str, owner: str, name: str, now: int) -> bool:
    """Note that somebody plays; false if it is known."""
    return inserted(c, entrants, {"tournament": wanted, "owner": owner, "name": name, "at": now})


def withdraw(c: Connection, wanted: str, owner: str) -> None:
    """Before the first round: somebody does not play after all."""
    c.execute(delete(entrants).where(entrants.c.tournament == wanted, entrants.c.owner == owner))


def leave(c: Connection, wanted: str, owner: str, after: int) -> None:
    """Later: somebody is not paired any more."""
    mine = (entrants.c.tournament == wanted) & (entrants.c.owner == owner)
    c.execute(update(entrants).where(mine, entrants.c.left.is_(None)).values(left=after))


def entered(c: Connection, wanted: str) -> list[Row[Any]]:
    """Who plays, by number, or in the order in which they came."""
    query = select(entrants).where(entrants.c.tournament == wanted)
    return list(c.execute(query.order_by(entrants.c.number, entrants.c.at, entrants.c.owner)))


def number(c: Connection, wanted: str, order: Sequence[str]) -> None:
    """Give everybody a number, from 1 on."""
    for n, owner in enumerate(order, 1):
        mine = (entrants.c.tournament == wanted) & (entrants.c.owner == owner)
        c.execute(update(entrants).where(mine).values(number=n))


# --- who meets whom ---


def pair(c: Connection, rows: Sequence[Mapping[str, Any]]) -> None:
    """Store the pairings of a round."""
    c.execute(insert(pairings), list(rows))


def paired(c: Connection, wanted: str) -> list[Row[Any]]:
    """All pairings so far, round by round."""
    query = select(pairings).where(pairings.c.tournament == wanted)
    return list(c.execute(query.order_by(pairings.c.round, pairings.c.board)))


def finished(c: Connection) -> list[Row[Any]]:
    """Pairings whose games are over and have no points yet, with what the tables say.

    Of a table that was deleted there is nothing to say.
    """
    over = (tables.c.state == "over") | tables.c.id.is_(None)
    query = (
        select(pairings, tables.c.result)
        .outerjoin(tables, tables.c.id == pairings.c.table_id)
        .where(pairings.c.points.is_(None), over)
    )
    p = pairings.c
    return list(c.execute(query.order_by(p.tournament, p.round, p.board)))


def decide(c: Connection, pairing: Row[Any], how: str, points: int) -> bool:
    """Note the points of a pairing; false if they are known."""
    p = pairings.c
    this = (p.tournament == pairing.tournament) & (p.round == pairing.round)
    undecided = update(pairings).where(this, p.board == pairing.board, p.points.is_(None))
    return c.execute(undecided.values(how=how, points=points)).rowcount == 1


def is_complete(c: Connection, wanted: str) -> bool:
    """Is every game over?"""
    open_ones = exists().where(pairings.c.tournament == wanted, pairings.c.points.is_(None))
    return not c.execute(select(open_ones)).scalar_one()


def to_begin(c: Connection, now: int) -> list[str]:
    """Tournaments whose next round begins now."""
    query = select(tournaments.c.id).where(
        tournaments.c.starts <= now, tournaments.c.state.in_(UNFINISHED)
    )
    return list(c.execute(query.order_by(tournaments.c.id)).scalars())


def forgotten(c: Connection, before: int) -> list[str]:
    """Tournaments that wait for their first round, and where nothing has happened since a time."""
    query = select(tournaments.c.id).where(
        tournaments.c.state == "open",
        tournaments.c.updated < before,
        tournaments.c.starts.is_(None),
    )
    return list(c.execute(query.order_by(tournaments.c.id)).scalars())


# --- what goes away ---


def forget(c: Connection, owner: str, nobody: str) -> None:
    """Delete the name of somebody who is gone; results stay for the others."""
    open_ones = select(tournaments.c.id).where(tournaments.c.state == "open")
    mine = entrants.c.owner == owner
    c.execute(delete(entrants).where(mine, entrants.c.tournament.in_(open_ones)))
    for row in c.execute(
        select(entrants.c.tournament, tournaments.c.round).join(tournaments).where(mine)
    ).all():
        leave(c, row.tournament, owner, row.round)
    c.execute(update(entrants).where(mine).values(owner=nobody, name=""))
    # Nobody else could begin what waits for its maker.
    made = tournaments.c.maker == owner
    c.execute(
        update(tournaments).where(made, tournaments.c.state == "open").values(state="cancelled")
    )
    c.execute(update(tournaments).where(made).values(maker=nobody))


def prune(c: Connection, before: int) -> int:
    """Delete tournaments that were over before a time; how many is returned."""
    old = select(tournaments.c.id).where(
        tournaments.c.updated < before, tournaments.c.state.not_in(UNFINISHED)
    )
    those = list(c.execute(old).scalars())
    for kept in (pairings, entrants):
        c.execute(delete(kept).where(kept.c.tournament.in_(those)))
    c.execute(delete(tournaments).where(tournaments.c.id.in_(those)))
    return len(those)
