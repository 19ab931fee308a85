"""What is told of a server that lacks something: a full disk, no Redis, no database, a typo."""

from __future__ import annotations

import os
import random
import resource
import shutil
import subprocess
import sys
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import text

from tashkalar import engine
from tashkalar.server.settings import BadSetting, Settings
from tashkalar.server.storage.store import open_engine
from tashkalar.server.wire.run import migrate
from tests import programs, services
from tests.serving import (
    ENVIRONMENT,
    QUICK,
    Killable,
    Player,
    Running,
    eventually,
    play_on,
    running,
)


def health(site: Running | Killable) -> tuple[int, str]:
    found = site.http.get("/health")
    return found.status_code, found.json()["status"]


def test_all_is_well(tmp_path: Path) -> None:
    with running(tmp_path) as site:
        told = site.http.get("/health")
        assert told.status_code == 200
        assert {**told.json(), "version": ""} == {
            "status": "ok",
            "reads": True,
            "writes": True,
            "redis": None,
            "quarantined": 0,
            "version": "",
            "engine": engine.in_use(),
        }
        assert site.http.get("/health/alive").json() == {"alive": True}


@pytest.mark.skipif(not hasattr(resource, "prlimit"), reason="no limits on file sizes here")
def test_a_full_disk_is_not_ok_and_loses_nothing(tmp_path: Path) -> None:
    """The process may not write another byte to a file; later it may again."""
    site = Killable({"TASHKALAR_DATABASE_URL": f"sqlite:///{tmp_path / 'tables.sqlite'}"})
    try:
        ann = site.guest("Ann")
        table = ann.table("me", "hotseat", seed=3)["table"]
        with ann.at(table) as wire:
            wire.shown(0)
            play_on([wire], random.Random(1), 10)
            seq = wire.shown(10)["seq"]
            resource.prlimit(site.process.pid, resource.RLIMIT_FSIZE, (1, resource.RLIM_INFINITY))
            assert health(site) == (503, "failing")
            found = site.http.get("/health").json()
            assert (found["reads"], found["writes"]) == (True, False)
            assert site.http.get("/health/alive").status_code == 200
            assert site.http.post("/api/guests", json={"name": "Ben"}).status_code == 503
            choice = wire.shown(seq)["question"]["choices"][0]["text"]
            assert wire.ask(t="choose", seq=seq, choice=choice)["error"] == "store"
            unlimited = (resource.RLIM_INFINITY, resource.RLIM_INFINITY)
            resource.prlimit(site.process.pid, resource.RLIMIT_FSIZE, unlimited)
            wire.choose(choice, seq)
            assert health(site) == (200, "ok")
        site.kill()
        site = Killable({"TASHKALAR_DATABASE_URL": f"sqlite:///{tmp_path / 'tables.sqlite'}"})
        with Player(site, ann.token, "Ann").at(table) as wire:
            assert wire.shown(seq + 1)["seq"] == seq + 1
    finally:
        site.stop()


def test_where_nothing_new_fits_is_not_ok_though_old_rows_can_be_overwritten(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    free = [1 << 30, 4096, 1 << 30]
    with running(tmp_path) as site:
        used = shutil.disk_usage(tmp_path)
        for left, said in zip(free, ((200, "ok"), (503, "failing"), (200, "ok")), strict=True):
            monkeypatch.setattr(shutil, "disk_usage", lambda _, left=left: used._replace(free=left))
            assert health(site) == said


@programs.need(programs.REDIS)
def test_without_redis_a_server_starts_and_says_so(tmp_path: Path) -> None:
    port = services.free_port()
    environment = {
        "TASHKALAR_DATABASE_URL": f"sqlite:///{tmp_path / 'tables.sqlite'}",
        "TASHKALAR_REDIS_URL": f"redis://127.0.0.1:{port}/0",
    }
    with (tmp_path / "said").open("w+") as said:
        site = Killable(environment, stderr=said)
        try:
            assert health(site) == (200, "degraded")
            ann = site.guest("Ann")
            with ann.at(ann.table("me", "random", seed=3)["table"]) as wire:
                wire.shown(0)
                play_on([wire], random.Random(1), 5)
                with services.redis(tmp_path, port):
                    eventually(lambda: health(site) == (200, "ok"))
                    eventually(lambda: "answers again" in (tmp_path / "said").read_text())
                    play_on([wire], random.Random(1), 5)
                eventually(lambda: health(site) == (200, "degraded"))
                play_on([wire], random.Random(1), 5)
        finally:
            site.stop()
        said.seek(0)
        told = said.read()
    assert "Redis does not answer (TASHKALAR_REDIS_URL)" in told
    assert "starts without it" in told
    assert "Traceback" not in told


@programs.need(programs.POSTGRESQL)
def test_a_database_that_is_away_is_failing_but_the_server_alive(tmp_path: Path) -> None:
    with ExitStack() as database:
        address = database.enter_context(services.postgresql(tmp_path))
        settings = replace(QUICK, database_url=address)
        migrate(settings)
        with running(tmp_path, settings) as site:
            assert health(site) == (200, "ok")
            database.close()
            assert health(site) == (503, "failing")
            assert site.http.get("/health/alive").status_code == 200


def test_who_asks_at_once_gets_one_answer(tmp_path: Path) -> None:
    """Health cannot be used to keep the disk busy."""
    with running(tmp_path) as site:
        asked: list[int] = []

        async def ask() -> None:
            import asyncio

            gate = asyncio.Event()

            async def look() -> int:
                asked.append(1)
                await gate.wait()
                return len(asked)

            both = [asyncio.create_task(site.worker.health.found(look)) for _ in range(9)]  # type: ignore[attr-defined]
            await asyncio.sleep(0)
            gate.set()
            assert await asyncio.gather(*both) == [1] * 9

        site.do(ask)
        assert asked == [1]


# --- settings ---


@pytest.mark.parametrize(
    ("given", "meant"),
    [
        ("TASHKALAR_BOT_PAUS", "TASHKALAR_BOT_PAUSE"),
        ("TASHKALAR_DATABASE", "TASHKALAR_DATABASE_URL"),
        ("TASHKALAR_REDISURL", "TASHKALAR_REDIS_URL"),
        ("TASHKALAR_NAME", "TASHKALAR_NAMES"),
        ("TASHKALAR_ORIGIN", "TASHKALAR_ORIGINS"),
    ],
)
def test_misspelt_settings_are_named_with_the_right_one(given: str, meant: str) -> None:
    with pytest.raises(BadSetting, match=f"no setting {given}; did you mean {meant}"):
        Settings.from_environment({given: "1"})


def test_what_others_put_into_the_environment_is_told_and_does_no_harm(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """Clusters name their services like that."""
    given = {"TASHKALAR_PORT_8080_TCP": "tcp://10.0.0.1:8080", "TASHKALAR_LONG": "3"}
    assert Settings.from_environment(given) == Settings()
    assert [record.getMessage() for record in caplog.records] == [
        "there is no setting TASHKALAR_PORT_8080_TCP: it changes nothing"
    ]


def test_a_database_of_a_later_version_gets_a_sentence(tmp_path: Path) -> None:
    address = f"sqlite:///{tmp_path / 'later.sqlite'}"
    migrate(replace(QUICK, database_url=address))
    engine = open_engine(address)
    with engine.begin() as database:
        database.execute(text("update alembic_version set version_num = '9999'"))
    engine.dispose()
    for command in (["serve", "--port", "0"], ["migrate"], ["admin", "tables"]):
        done = subprocess.run(
            [sys.executable, "-m", "tashkalar", *command],
            env={**os.environ, **ENVIRONMENT, "TASHKALAR_DATABASE_URL": address},
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        assert done.returncode == 2
        assert "a newer version has been at work" in done.stderr
        assert "Traceback" not in done.stderr


# --- the list of tables ---


def listed(site: Running) -> list[str]:
    return [row["table"] for row in site.http.get("/api/tables").json()]


def test_one_guest_cannot_fill_the_list(tmp_path: Path) -> None:
    with running(tmp_path) as site:
        flood, shy = site.guest("Flood"), site.guest("Shy")
        mine = shy.table("me", "open", public=True)["table"]
        many = [flood.table("me", "open", public=True)["table"] for _ in range(3)]
        refused = flood.post(
            "/api/tables",
            {"form": "duel", "seats": [{"kind": "me"}, {"kind": "open"}], "public": True},
        )
        assert refused.json()["error"] == "too_many_listed"
        assert "3 open public tables" in refused.json()["reason"]
        assert flood.table("me", "open")  # one that is not listed
        assert set(listed(site)) == {mine, *many}
        shy.join(many[0])  # it begins, so there is room for another
        assert flood.table("me", "open", public=True)


def test_running_games_of_one_guest_are_listed_by_share(tmp_path: Path) -> None:
    with running(tmp_path) as site:
        flood = site.guest("Flood")
        for n in range(5):
            site.clock.advance(1)
            flood.table("me", "hotseat", public=True, seed=n)
        running_now = site.http.get("/api/tables?state=running").json()
        assert len(running_now) == 3


def test_where_nobody_is_a_table_sinks(tmp_path: Path) -> None:
    with running(tmp_path) as site:
        ann, ben, eve = (site.guest(name) for name in ("Ann", "Ben", "Eve"))
        waiting = ann.table("me", "open", public=True)["table"]
        with ann.at(waiting) as wire:
            wire.expect("welcome")
            eventually(lambda: ann.get(f"/api/tables/{waiting}").json()["seats"][0]["connected"])
            site.clock.advance(10)
            left = ben.table("me", "open", public=True)["table"]
            site.clock.advance(10)
            last = eve.table("me", "open", public=True)["table"]
            eventually(lambda: listed(site) == [waiting, last, left])
        site.clock.advance(600)
        assert listed(site) == [last, left, waiting]
