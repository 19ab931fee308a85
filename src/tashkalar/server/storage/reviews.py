"""Reviews of games, kept with their tables. Each function runs inside a transaction."""

from __future__ import annotations

from sqlalchemy import Connection, delete, insert, select

from tashkalar.server.storage.schema import reviews


def keep(c: Connection, table: str, depth: int, at: int, body: str) -> None:
    """Store a review; it takes the place of one that looked less deep, or was made before."""
    c.execute(delete(reviews).where(reviews.c.table_id == table))
    c.execute(insert(reviews), {"table_id": table, "depth": depth, "at": at, "body": body})


def of_table(c: Connection, table: str) -> tuple[int, str] | None:
    """The review of a table's game, and how deep it looked."""
    found = c.execute(
        select(reviews.c.depth, reviews.c.body).where(reviews.c.table_id == table)
    ).first()
    return None if found is None else (found.depth, found.body)
