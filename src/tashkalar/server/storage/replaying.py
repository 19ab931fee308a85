"""Deriving a stored table again from its events: as it was, or not at all."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from msgspec import MsgspecError
from sqlalchemy import Connection, Row, inspect, literal, select

from tashkalar.cards import is_digest
from tashkalar.rules.history import RULES
from tashkalar.server.storage import archive
from tashkalar.server.storage.schema import tables
from tashkalar.server.tables.projection import Course, Ground, after, begun, resumed

# What is noted with each event of the game it belongs to.
_NOTED = ("state", "turn", "acting", "result")


class CannotReplay(ValueError):
    """A stored table that does not come out as it was played; the message says why."""


def replayed(c: Connection, row: Row[Any]) -> tuple[Ground, Course]:
    """The table of a row, ready to go on by today's rules."""
    ground, sitting = archive.ground(row)
    if not is_digest(ground.cards, ground.schools):
        raise CannotReplay(f"it was played with other cards ({ground.cards})")
    course = None
    try:
        course = begun(ground, sitting)
        for event, at in archive.events_of(c, row.id):
            course = after(ground, course, event, at)
    except (ValueError, MsgspecError) as error:
        where = f"event {course.seq}: " if course is not None else ""
        raise CannotReplay(f"{where}{error}") from None
    found = archive.standing(course)
    # Where another worker has stored one more event meanwhile, there is nothing to compare.
    if row.seq == course.seq:
        for name in _NOTED:
            noted = getattr(row, name)
            if noted != found[name]:
                raise CannotReplay(f"its {name} comes out as {found[name]}, not {noted}")
    return replace(ground, rules=RULES), resumed(course)


def check(c: Connection) -> Iterator[tuple[Row[Any], str]]:
    """All stored tables, each with the reason if it does not come out the same, else ''.

    The database may still lack the columns of later revisions; nothing is changed in it.
    """
    inspected = inspect(c)
    assert inspected is not None
    if not inspected.has_table(tables.name):
        return
    there = {column["name"] for column in inspected.get_columns(tables.name)}
    older = {"rules": literal(1).label("rules"), "cards": literal("").label("cards")}
    columns: list[Any] = [
        column if column.name in there else older[column.name] for column in tables.c
    ]
    ids = c.execute(select(tables.c.id).order_by(tables.c.created, tables.c.id)).scalars().all()
    for wanted in ids:
        row = c.execute(select(*columns).where(tables.c.id == wanted)).one()
        reason = ""
        try:
            replayed(c, row)
        except CannotReplay as error:
            reason = str(error)
        yield row, reason
