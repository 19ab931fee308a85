"""The database: groups of writes, conflicts, failures, migrations."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection, Engine, text

from tashkalar.cards import digest
from tashkalar.server.settings import BadSetting, Settings
from tashkalar.server.storage import archive, people
from tashkalar.server.storage.archive import Entry, Stored
from tashkalar.server.storage.event_log import AnyEvent, Chosen, read, written
from tashkalar.server.storage.migrations import newest, revision, upgrade
from tashkalar.server.storage.schema import metadata
from tashkalar.server.storage.store import OldDatabase, Store, StoreFailed, open_engine
from tashkalar.server.tables.clocks import Clock
from tashkalar.server.tables.course import Course, TableHeader
from tashkalar.server.tables.projection import after, begun, chosen
from tashkalar.server.tables.seats import Seat
from tashkalar.server.tables.stored import course_columns, header_of, seat_rows, table_row


def engine_in(folder: Path) -> Engine:
    return open_engine(f"sqlite:///{folder / 'x.sqlite'}")


def with_store(folder: Path, job: Callable[[Store], Awaitable[None]]) -> None:
    async def run() -> None:
        store = Store(engine_in(folder))
        store.prepare(migrate=True)
        store.start()
        try:
            await job(store)
        finally:
            await store.close()

    asyncio.run(run())


def guest(n: int) -> Callable[[Connection], bool]:
    return partial(people.make_guest, owner=f"o{n}", guest=f"g{n}", name="n", now=1)


HEADER = TableHeader(
    "t", "", "duel", ("highland", "sylvan"), 1 << 63, Clock(), False, True, "i", "a", 5
)
SITTING = (Seat("human", "Ann", "a"), Seat("human", "Ben", "b"))


def rows_of(course: Course) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """A new table and its seats as rows."""
    row = {**table_row(HEADER, SITTING, course), "claimed_by": "", "claimed_until": 0}
    return row, [{**seat, "here_until": 9} for seat in seat_rows(course)]


def entry(seq: int, event: AnyEvent) -> Entry:
    course = after(HEADER, begun(HEADER, SITTING), event, 7)
    return Entry(
        "t",
        seq,
        7,
        event,
        {**course_columns(course), "seq": seq + 1, "claimed_by": "", "claimed_until": 0},
        seat_rows(course),
    )


def test_a_table_comes_back_as_it_was_stored(tmp_path: Path) -> None:
    async def job(store: Store) -> None:
        course = begun(HEADER, SITTING)
        assert await store.write("t", lambda c: archive.make_table(c, *rows_of(course)))
        row = await store.read(lambda c: archive.table(c, "t"))
        assert row is not None
        assert header_of(row) == (replace(HEADER, cards=digest(HEADER.schools)), SITTING)
        event, _ = chosen(course, 1, ("c5",))
        assert await store.write("t", lambda c: archive.append(c, entry(0, event)))
        assert await store.read(lambda c: archive.events_of(c, "t")) == [Stored(event, 7)]
        assert await store.read(lambda c: archive.here(c, ["t"])) == {"t": {0: 9, 1: 9}}

    with_store(tmp_path, job)


def test_of_two_events_with_one_number_one_is_stored(tmp_path: Path) -> None:
    """Sent at once, so that they are in one transaction; others in it are not harmed."""

    async def job(store: Store) -> None:
        course = begun(HEADER, SITTING)
        await store.write("t", lambda c: archive.make_table(c, *rows_of(course)))
        rivals = [entry(0, chosen(course, 1, (square,))[0]) for square in ("c5", "g5")]
        stored = await asyncio.gather(
            *(store.write("t", partial(archive.append, entry=rival)) for rival in rivals),
            store.write("u", lambda c: people.make_guest(c, "o", "g", "n", 1)),
        )
        assert stored == [True, False, True]
        assert len(await store.read(lambda c: archive.events_of(c, "t"))) == 1
        assert await store.read(lambda c: people.guest(c, "o")) == ("g", "n")

    with_store(tmp_path, job)


def test_one_that_fails_takes_no_other_with_it(tmp_path: Path) -> None:
    async def job(store: Store) -> None:
        def broken(c: Connection) -> None:
            c.execute(text("insert into nowhere values (1)"))

        def stumbling(c: Connection) -> None:
            c.execute(text("insert into guests values ('x', 'x', 'x', 1, 1)"))
            raise RuntimeError

        found = await asyncio.gather(
            *(store.write(str(n), guest(n)) for n in range(20)),
            store.write("5", broken),
            store.write("7", stumbling),
            return_exceptions=True,
        )
        assert [type(each) for each in found] == [bool] * 20 + [StoreFailed, RuntimeError]
        count = await store.read(lambda c: c.execute(text("select count(*) from guests")).scalar())
        assert count == 20

    with_store(tmp_path, job)


def test_what_waits_is_written_before_closing(tmp_path: Path) -> None:
    async def job(store: Store) -> None:
        waiting = [asyncio.create_task(store.write("", guest(n))) for n in range(50)]
        await asyncio.sleep(0)  # they are in line, and nobody waits for them
        assert not all(task.done() for task in waiting)

    with_store(tmp_path, job)
    with engine_in(tmp_path).connect() as connection:
        assert connection.execute(text("select count(*) from guests")).scalar() == 50


def test_sqlite_waits_for_the_disk(tmp_path: Path) -> None:
    with engine_in(tmp_path).connect() as connection:
        assert connection.execute(text("pragma journal_mode")).scalar() == "wal"
        assert connection.execute(text("pragma synchronous")).scalar() == 2  # full


def test_migrations_lead_to_the_tables_of_the_code(tmp_path: Path) -> None:
    engine = engine_in(tmp_path)
    assert revision(engine) is None
    with pytest.raises(OldDatabase, match="tashkalar migrate"):
        Store(engine).prepare(migrate=False)
    upgrade(engine)
    upgrade(engine)
    assert revision(engine) == newest()
    Store(engine).prepare(migrate=False)
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []


def test_events_are_written_and_read() -> None:
    event = Chosen(1, "place e5", ("e5", "ne"))
    assert read(written(event)) == event
    assert written(Chosen(1, "pass")) == '{"e":"choose","seat":1,"choice":"pass"}'


def test_settings_come_from_the_environment() -> None:
    found = Settings.from_environment(
        {
            "TASHKALAR_BOT_PAUSE": "0.5",
            "TASHKALAR_SOCKETS": "7",
            "TASHKALAR_CHOSEN_SEEDS": "yes",
            "TASHKALAR_DATABASE_URL": "postgres://me@there/db",
            "TASHKALAR_ORIGINS": "a, b",
        }
    )
    assert (found.bot_pause, found.sockets, found.chosen_seeds) == (0.5, 7, True)
    assert found.database == "postgresql+psycopg://me@there/db"
    assert not found.embedded
    assert found.allowed_origins == {"a", "b"}
    assert Settings.from_environment({}) == Settings()


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("BOT_PAUSE", "soon"),
        ("SOCKETS", "-3"),
        ("SOCKETS", "1.5"),
        ("CHOSEN_SEEDS", "perhaps"),
        ("DATABASE_URL", "mysql://x/y"),
        ("SWEEP", "nan"),
    ],
)
def test_bad_settings_are_told(name: str, value: str) -> None:
    with pytest.raises(BadSetting, match=f"TASHKALAR_{name}"):
        assert Settings.from_environment({f"TASHKALAR_{name}": value}).database
