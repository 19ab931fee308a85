"""Databases of every earlier schema, with whole games in them, are brought up to date."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache

import pytest
from sqlalchemy import Engine, inspect, text

from tashkalar import choice_text
from tashkalar.cards import first_digest
from tashkalar.server.storage import migrations
from tashkalar.server.storage.event_log import AnyEvent, Resigned, Undone, written
from tashkalar.server.tables import stored
from tashkalar.server.tables.clocks import Clock
from tashkalar.server.tables.course import Course, TableHeader
from tashkalar.server.tables.projection import after, begun, chosen
from tashkalar.server.tables.seats import Seat
from tashkalar.server.tables.table import load
from tests.clubs import Club
from tests.serving import running

SCHOOLS = ("highland", "sylvan", "northern_imperial", "southern_imperial")
FORMS = (("duel", 2), ("high-form", 2), ("melee-3", 3), ("team-duel", 4))
EARLIER = sorted(set(migrations._known()) - {migrations.newest()})


@cache
def games() -> list[tuple[TableHeader, tuple[Seat, ...], list[AnyEvent], Course]]:
    """A game of each form, with steps taken back; some go on, some are over."""
    found = []
    for n, (form, seats) in enumerate(FORMS):
        header = TableHeader(
            f"table{n}",
            "",
            form,
            SCHOOLS[:seats],
            40 + n,
            Clock(),
            False,
            True,
            f"invite{n}",
            "owner0",
            5,
        )
        sitting = tuple(Seat("human", f"Player {seat}", f"owner{seat}") for seat in range(seats))
        course, dice = begun(header, sitting), random.Random(n)
        log: list[AnyEvent] = []
        while course.state == "running" and len(log) < 80:
            acting = course.acting
            assert acting is not None
            assert course.game is not None
            event: AnyEvent
            if course.undoable and dice.random() < 0.1:
                event = Undone(acting)
            else:
                choice = dice.choice(course.game.position.choices())
                event = chosen(course, acting, (choice_text(choice),))[0]
            log.append(event)
            course = after(header, course, event, 7 + len(log))
        if form == "duel":
            log.append(Resigned(0))
            course = after(header, course, log[-1], 100)
        found.append((header, sitting, log, course))
    return found


def fill(engine: Engine) -> None:
    """Store the games with the columns that the database has."""
    there = {
        name: {column["name"] for column in inspect(engine).get_columns(name)}
        for name in ("guests", "tables", "seats", "events", "chat")
    }

    def put(name: str, row: dict[str, object]) -> None:
        kept = {column: value for column, value in row.items() if column in there[name]}
        columns, marks = ", ".join(kept), ", ".join(f":{column}" for column in kept)
        connection.execute(text(f"insert into {name} ({columns}) values ({marks})"), kept)

    with engine.begin() as connection:
        for n in range(4):
            put("guests", {"owner": f"owner{n}", "guest": f"guest{n}", "name": "P", "created": 1})
        for header, sitting, log, course in games():
            first = replace(header, rules=1, cards=first_digest(header.schools))
            put(
                "tables",
                {**stored.table_row(first, sitting, course), "claimed_by": "", "claimed_until": 0},
            )
            for row in stored.seat_rows(course):
                put("seats", {**row, "table_id": header.id, "here_until": 9})
            for seq, event in enumerate(log):
                put(
                    "events",
                    {"table_id": header.id, "seq": seq, "at": 8 + seq, "body": written(event)},
                )
            put(
                "chat",
                {
                    "table_id": header.id,
                    "n": 0,
                    "at": 9,
                    "seat": 0,
                    "name": "P",
                    "text": "well played",
                },
            )


@pytest.mark.parametrize("revision", EARLIER)
def test_every_game_of_an_earlier_schema_comes_out_as_it_was(
    servers: dict[str, str], old_club: Club, revision: str
) -> None:
    engine = old_club.engine()
    migrations.upgrade(engine, revision)
    assert migrations.revision(engine) == revision
    fill(engine)
    migrations.upgrade(engine)
    with engine.connect() as connection:
        assert [reason for _, reason in stored.check(connection)] == [""] * len(games())
        for header, _, log, course in games():
            again = load(connection, header.id)
            assert again is not None
            assert again.course.seq == len(log)
            assert again.course.game is not None
            assert course.game is not None
            assert again.course.game.position == course.game.position
            assert (again.course.state, again.course.seats) == (course.state, course.seats)
    engine.dispose()
    if revision == EARLIER[0]:  # and it can be served
        with running(old_club.folder, database_url=old_club.database) as site:
            over = site.http.get(f"/api/tables/{games()[0][0].id}/record")
            assert (over.status_code, "duel" in over.text) == (200, True)
