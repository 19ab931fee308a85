"""Problems that players have reported, and players who were reported.

Each function runs inside a transaction.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, Row, delete, insert, select

from tashkalar.server.storage.schema import reports


def keep(
    c: Connection,
    number: str,
    table: str,
    owner: str,
    at: int,
    words: str,
    body: str,
    about: str | None = None,
) -> None:
    """Store a report; ``about`` is the owner who is reported, if it is somebody."""
    row = {
        "id": number,
        "table_id": table,
        "owner": owner,
        "at": at,
        "words": words,
        "body": body,
        "about": about,
    }
    c.execute(insert(reports), row)


def latest(c: Connection, most: int) -> list[Row[Any]]:
    """The latest reports."""
    return list(c.execute(select(reports).order_by(reports.c.at.desc()).limit(most)))


def one(c: Connection, number: str) -> str | None:
    """The whole of a report."""
    return c.execute(select(reports.c.body).where(reports.c.id == number)).scalar()


def remove(c: Connection, number: str) -> bool:
    """Delete a report that was dealt with; false if there is none."""
    return c.execute(delete(reports).where(reports.c.id == number)).rowcount == 1
