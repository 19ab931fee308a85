"""Rated games and the ratings that follow from them. Each function runs inside a transaction."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, NamedTuple

from sqlalchemy import Connection, Row, delete, insert, select, update

from tashkalar.server.storage.archive import inserted
from tashkalar.server.storage.schema import guests, rated_games, rating_books, ratings, tables

DUE = "due"
_FIRST = {"ended": -1, "table_id": ""}  # before every game


class GamePart(NamedTuple):
    """What somebody had of a rated game."""

    seat: int
    owner: str
    side: int  # a colour: partners share one
    place: int


@dataclass(frozen=True)
class RatedGame:
    """A rated game that counts."""

    table: str
    form: str
    ended: int
    parts: tuple[GamePart, ...]

    @property
    def order(self) -> tuple[int, str]:
        """Games count in the order of their ends."""
        return self.ended, self.table


class Belief(NamedTuple):
    """What is believed of a player's strength: a normal distribution; and after how many games."""

    mu: float
    sigma: float
    games: int
    ended: int


def due(c: Connection, most: int = 100) -> list[Row[Any]]:
    """Rated tables whose games are over and not counted yet, the earliest first."""
    query = select(tables).where(tables.c.rated == DUE, tables.c.state == "over")
    return list(c.execute(query.order_by(tables.c.updated, tables.c.id).limit(most)))


def settled(c: Connection) -> list[Row[Any]]:
    """Rated tables whose games have been looked at."""
    query = select(tables).where(tables.c.rated.is_not(None), tables.c.rated != DUE)
    return list(c.execute(query.order_by(tables.c.updated, tables.c.id)))


def settle(c: Connection, table: str, verdict: str, before: str = DUE) -> bool:
    """Note whether a game counts; false when another worker has been faster."""
    change = update(tables).where(tables.c.id == table, tables.c.rated == before)
    return c.execute(change.values(rated=verdict)).rowcount == 1


def lock(c: Connection, form: str) -> tuple[int, str]:
    """The last game in the book of a form; until the transaction ends the book is one's own."""
    inserted(c, rating_books, {"form": form, **_FIRST})
    this = rating_books.c.form == form
    # SQLite locks nothing for reading.
    c.execute(update(rating_books).where(this).values(ended=rating_books.c.ended))
    found = c.execute(select(rating_books).where(this)).one()
    return found.ended, found.table_id


def note_last(c: Connection, form: str, last: tuple[int, str]) -> None:
    """Up to which game the ratings of a form have come."""
    change = update(rating_books).where(rating_books.c.form == form)
    c.execute(change.values(ended=last[0], table_id=last[1]))


# --- games ---


def keep(c: Connection, game: RatedGame) -> None:
    """Store a game that counts."""
    fixed = {"table_id": game.table, "form": game.form, "ended": game.ended}
    c.execute(insert(rated_games), [{**fixed, **part._asdict()} for part in game.parts])


def drop(c: Connection, table: str) -> None:
    """A game does not count after all."""
    c.execute(delete(rated_games).where(rated_games.c.table_id == table))


def game(c: Connection, table: str) -> RatedGame | None:
    """A game that counts."""
    query = select(rated_games).where(rated_games.c.table_id == table)
    return next(_games(c.execute(query.order_by(rated_games.c.seat))), None)


def games_of(c: Connection, form: str) -> Iterator[RatedGame]:
    """All games of a form that count, in the order in which they do."""
    g = rated_games.c
    query = select(rated_games).where(g.form == form).order_by(g.ended, g.table_id, g.seat)
    return _games(c.execute(query))


def _games(rows: Iterable[Row[Any]]) -> Iterator[RatedGame]:
    for (table, form, ended), parts in groupby(rows, lambda r: (r.table_id, r.form, r.ended)):
        yield RatedGame(
            table, form, ended, tuple(GamePart(r.seat, r.owner, r.side, r.place) for r in parts)
        )


# --- ratings ---


def beliefs(c: Connection, form: str, owners: Sequence[str] | None = None) -> dict[str, Belief]:
    """What is believed of some players, or of all."""
    query = select(ratings).where(ratings.c.form == form)
    if owners is not None:
        query = query.where(ratings.c.owner.in_(owners))
    return {row.owner: Belief(row.mu, row.sigma, row.games, row.ended) for row in c.execute(query)}


def believe(c: Connection, form: str, new: dict[str, Belief]) -> None:
    """Replace what is believed of some players."""
    c.execute(delete(ratings).where(ratings.c.form == form, ratings.c.owner.in_(new)))
    if new:
        rows = [{"owner": owner, "form": form, **held._asdict()} for owner, held in new.items()]
        c.execute(insert(ratings), rows)


def clear(c: Connection, form: str) -> None:
    """Forget all ratings of a form; its games stay."""
    c.execute(delete(ratings).where(ratings.c.form == form))


def listed(c: Connection, form: str) -> list[Row[Any]]:
    """Everybody with a rating in a form: public id, name, and what is believed."""
    query = select(guests.c.guest, guests.c.name, ratings).join(
        guests, guests.c.owner == ratings.c.owner
    )
    return list(c.execute(query.where(ratings.c.form == form)))


def of_owner(c: Connection, owner: str) -> list[Row[Any]]:
    """The ratings of a player by form."""
    query = select(ratings).where(ratings.c.owner == owner).order_by(ratings.c.form)
    return list(c.execute(query))


def forget(c: Connection, owner: str, nobody: str) -> None:
    """The games of somebody who is gone count for the others as they did."""
    for kept in (rated_games, ratings):
        c.execute(update(kept).where(kept.c.owner == owner).values(owner=nobody))
