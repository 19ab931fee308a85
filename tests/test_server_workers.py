"""Several workers on PostgreSQL and Redis: the same tables everywhere, and one may die."""

from __future__ import annotations

import asyncio
import json
import os
import random
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import psycopg
import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import select, text

from tashkalar.server.settings import Settings
from tashkalar.server.storage.fanout import News, Redis
from tashkalar.server.storage.migrations import upgrade
from tashkalar.server.storage.schema import metadata, tables
from tashkalar.server.storage.store import StoreFailed, open_engine
from tests import programs, services
from tests.serving import DEADLINE, ENVIRONMENT, Killable, Wire, choices, play_on
from tests.test_server_old_tables import fill_as_the_first_version, reasons


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, str]]:
    """Where the database and Redis are; the tables are made by the command."""
    programs.require(programs.POSTGRESQL, programs.REDIS)
    folder = tmp_path_factory.mktemp("services")
    with services.postgresql(folder) as database, services.redis(folder) as redis:
        found = {
            "TASHKALAR_DATABASE_URL": database,
            "TASHKALAR_REDIS_URL": redis,
            "TASHKALAR_BOT_LIMIT": "1",
        }
        refused = command(found, "serve", "--port", "0")
        assert refused.returncode == 2
        assert "tashkalar migrate" in refused.stderr
        assert command(found, "migrate").returncode == 0
        yield found


def command(environment: dict[str, str], *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "tashkalar.terminal.command", *arguments],
        env={**os.environ, **ENVIRONMENT, **environment},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


@pytest.fixture(scope="module")
def survivor(environment: dict[str, str]) -> Iterator[Killable]:
    found = Killable(environment)
    yield found
    found.stop()


@pytest.fixture
def workers(environment: dict[str, str], survivor: Killable) -> Iterator[tuple[Killable, Killable]]:
    """Two workers; the first may be killed."""
    first = Killable(environment)
    yield first, survivor
    if first.process.poll() is None:
        first.stop()


def stored(environment: dict[str, str], table: str) -> list[dict[str, Any]]:
    with psycopg.connect(environment["TASHKALAR_DATABASE_URL"]) as database:
        rows = database.execute(
            "select body from events where table_id = %s order by seq", (table,)
        )
        return [json.loads(body) for (body,) in rows]


def test_a_game_across_two_workers_survives_the_death_of_one(
    environment: dict[str, str], workers: tuple[Killable, Killable]
) -> None:
    here, there = workers
    ann, ben = here.guest("Ann"), there.guest("Ben")
    made = ann.table("me", "open", seed=21)
    table = made["table"]
    ben.join(table, made["invite"])
    ben.site = there
    first, second = ann.at(table), ben.at(table)
    dice = random.Random(4)
    played: list[str] = []

    def note(wire: Wire, _: object) -> None:
        played.append("ann" if wire is first else "ben")

    play_on([first, second], dice, 40, note)
    assert {"ann", "ben"} == set(played)
    seq = max(wire.shown(0)["seq"] for wire in (first, second))
    assert second.shown(seq)["board"] == first.shown(seq)["board"]
    # Each log addresses its reader; what happened is the same.
    assert [entry["events"] for entry in first.log] == [entry["events"] for entry in second.log]

    # A choice is on its way as its worker dies. Sent again it counts once, whatever happened.
    while not first.shown(seq)["question"]:
        seq = second.choose(choices(second.shown(seq))[0])["seq"]
    choice = choices(first.shown(seq))[0]
    first.send(t="choose", seq=seq, choice=choice)
    here.kill()
    assert len(stored(environment, table)) - seq in (0, 1)
    again = there.at(table, ann.token, since=seq)
    again.shown(seq)
    again.choose(choice, seq)
    assert [event["choice"] for event in stored(environment, table)[seq:]] == [choice]
    assert second.shown(seq + 1)["board"] == again.shown(seq + 1)["board"]
    wires = [again, second]
    play_on(wires, dice)
    assert again.scene is not None
    assert again.scene["state"] == "over"
    assert again.scene["result"] == (second.scene or {})["result"]
    assert len(stored(environment, table)) == again.scene["seq"]
    for wire in wires:
        wire.close()


def test_bots_of_a_dead_worker_are_taken_over(
    environment: dict[str, str], workers: tuple[Killable, Killable]
) -> None:
    here, there = workers
    ann = here.guest("Ann")
    table = ann.table("me", "random", "random", form="melee-3", seed=8)["table"]
    with here.at(table, ann.token) as wire:
        scene = wire.my_turn()
        while scene["acting"] == 0 and scene["question"]:
            offered = choices(scene)
            wire.send(
                t="choose", seq=scene["seq"], choice="finish" if "finish" in offered else offered[0]
            )
            wire.expect("ack")
            if "finish" in offered:
                break  # the bots' turns begin now
            scene = wire.shown(scene["seq"] + 1)
    here.kill()
    with there.at(table, ann.token) as wire:
        turn = wire.shown(0)["turn"]
        after = wire.my_turn()
        assert after["acting"] == 0
        assert after["turn"] >= turn
    choosers = [event["seat"] for event in stored(environment, table) if event["e"] == "choose"]
    assert {1, 2} <= set(choosers)


def test_without_news_from_redis_the_database_is_looked_at(
    environment: dict[str, str], tmp_path: Path
) -> None:
    with services.redis(tmp_path) as redis:
        changed = {**environment, "TASHKALAR_REDIS_URL": redis, "TASHKALAR_HEARTBEAT": "0.2"}
        here, there = Killable(changed), Killable(changed)
    # Redis is gone now; what one worker does is seen at the other all the same, a little later.
    ann = here.guest("Ann")
    table = ann.table("me", "hotseat")["table"]
    with here.at(table, ann.token) as left, there.at(table, ann.token) as right:
        right.shown(0)
        after = left.choose(choices(left.my_turn())[0])
        assert right.shown(after["seq"])["board"] == after["board"]
        left.ask(t="chat", text="from here")
        assert right.expect("chat")["text"] == "from here"
        over = left.shown(left.ask(t="resign")["seq"])
        assert over["state"] == right.shown(over["seq"])["state"] == "over"
        again = ann.post(f"/api/tables/{table}/rematch").json()["table"]
        row = right.expect("table", lambda m: m["table"]["rematch"] is not None)["table"]
        assert row["rematch"]["table"] == again
        assert here.http.get("/health").json()["redis"] is False
    here.stop()
    there.stop()


def test_whoever_missed_news_asks_the_database_and_goes_on_listening() -> None:
    """Redis is back before the database is: that must not be the end of listening."""
    told: list[News | None] = []
    message = msgspec.json.encode(News("there", "t", "event"))
    lines = iter([None, {"type": "message", "channel": b"", "data": message}])

    class Channel:
        """Breaks once, then has a message."""

        async def __aenter__(self) -> Channel:
            return self

        async def __aexit__(self, *_: object) -> None:
            pass

        async def subscribe(self, *_: str) -> None:
            pass

        async def listen(self) -> AsyncIterator[dict[str, Any]]:
            line = next(lines)
            if line is None:
                raise OSError("the line is down")
            yield line
            await asyncio.Event().wait()

    async def listener(news: News | None) -> None:
        told.append(news)
        if news is None:
            raise StoreFailed("the database is away")

    async def listen() -> None:
        redis = Redis("redis://nowhere", "here")
        redis._redis = SimpleNamespace(pubsub=Channel)  # type: ignore[assignment]
        listening = asyncio.create_task(redis._listen(listener, asyncio.Event()))
        async with asyncio.timeout(DEADLINE):
            while not any(told):
                await asyncio.sleep(0.01)
        assert not listening.done()
        listening.cancel()

    asyncio.run(listen())
    assert told == [None, News("there", "t", "event")]


def test_several_workers_behind_one_address(environment: dict[str, str]) -> None:
    site = Killable(environment, "--workers", "2")
    try:
        ann = site.guest("Ann")
        table = ann.table("me", "hotseat")["table"]
        wires = [ann.at(table) for _ in range(6)]
        for wire in wires:
            wire.shown(0)
        seq = 0
        for wire in wires:
            wire.shown(seq)
            seq = wire.choose(choices(wire.my_turn())[0])["seq"]
        boards = [wire.shown(seq)["board"] for wire in wires]
        assert all(board == boards[0] for board in boards)
        sockets = [
            line
            for line in site.http.get("/metrics").text.splitlines()
            if line.startswith("tashkalar_sockets ")
        ]
        assert sockets == ["tashkalar_sockets 6.0"]
        for wire in wires:
            wire.close()
    finally:
        site.stop()


def test_the_tables_of_postgresql_are_those_of_the_code(environment: dict[str, str]) -> None:
    engine = open_engine(Settings(database_url=environment["TASHKALAR_DATABASE_URL"]).database)
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
    engine.dispose()


def test_a_worker_that_is_not_heard_of_any_more_holds_no_locks(environment: dict[str, str]) -> None:
    engine = open_engine(Settings(database_url=environment["TASHKALAR_DATABASE_URL"]).database)
    with engine.connect() as connection:
        found = connection.execute(text("show idle_in_transaction_session_timeout")).scalar()
        assert found == "10s"
    engine.dispose()


def test_older_tables_of_postgresql_come_out_the_same(environment: dict[str, str]) -> None:
    address = Settings(database_url=environment["TASHKALAR_DATABASE_URL"]).database
    here = open_engine(address)
    with here.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.execute(text("create database older"))
    engine = open_engine(here.url.set(database="older").render_as_string(hide_password=False))
    fill_as_the_first_version(engine)
    assert reasons(engine) == [""]
    upgrade(engine)
    assert reasons(engine) == [""]
    with engine.connect() as connection:
        assert connection.execute(select(tables.c.takebacks, tables.c.hints)).one() == (True, False)
    engine.dispose()
    here.dispose()


def test_without_redis_several_workers_are_refused(tmp_path: Path) -> None:
    refused = command(
        {"TASHKALAR_DATABASE_URL": f"sqlite:///{tmp_path / 'x.sqlite'}"}, "serve", "--workers", "2"
    )
    assert refused.returncode == 2
    assert "Redis" in refused.stderr
