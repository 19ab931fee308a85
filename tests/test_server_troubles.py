"""The database stops, Redis is killed, the disk is full, the clock is changed: games go on.

Players play all the time, in processes that know nothing of each other. Nothing acknowledged is
lost, health says how it is, and afterwards everybody plays on.
"""

from __future__ import annotations

import random
import resource
import sqlite3
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from sqlalchemy import text

from tashkalar.server.tables.house import HouseClock
from tests import programs, services
from tests.clubs import Club, club
from tests.forked import Worker
from tests.persistent import TABLES, Acknowledged, Persistent, all_come_out
from tests.serving import Site, eventually
from tests.test_server_outages import clocks, seated

OK, DEGRADED, FAILING = (200, "ok"), (200, "degraded"), (503, "failing")
UNLIMITED = resource.RLIM_INFINITY


class Busy:
    """Workers with games that go on, and what was acknowledged in them."""

    def __init__(self, club: Club, tables: tuple[tuple[str, ...], ...] = TABLES) -> None:
        self.club, self.kept = club, Acknowledged()
        self.workers = [
            Worker(club.environment(bot_limit=1), club.folder / f"worker{n}.log")
            for n in range(club.workers)
        ]
        self.sites: list[Site] = [worker.start() for worker in self.workers]
        self.players = [
            Persistent(self.workers, others, n, self.kept) for n, others in enumerate(tables)
        ]
        for player in self.players:
            player.start()
        self.kept.wait_for_more(20)

    def health(self) -> list[tuple[int, str]]:
        answers = [site.http.get("/health") for site in self.sites]
        return [(answer.status_code, answer.json()["status"]) for answer in answers]

    def all_say(self, status: tuple[int, str]) -> None:
        """All workers come to say the same; meanwhile they are alive."""
        eventually(lambda: set(self.health()) == {status})
        for site in self.sites:
            assert site.http.get("/health/alive").status_code == 200

    def hold(self) -> None:
        """Whoever is refused waits until the trouble is over."""
        for player in self.players:
            player.calm.clear()

    def go_on(self) -> None:
        """The trouble is over."""
        for player in self.players:
            player.calm.set()
        self.kept.wait_for_more(20)

    def finish(self) -> None:
        """Nothing is lost, every game comes out, and nobody has written a traceback."""
        for player in self.players:
            player.finish()
        for worker in self.workers:
            worker.kill()
            assert "Traceback" not in worker.said(), worker.said()
        self.kept.check(self.club)
        assert all_come_out(self.club) == sum(player.games for player in self.players)


@contextmanager
def busy(club: Club) -> Iterator[Busy]:
    found = Busy(club)
    try:
        yield found
        found.finish()
    finally:
        for worker in found.workers:
            worker.end()


@programs.need(programs.POSTGRESQL, programs.REDIS)
def test_the_database_is_stopped_and_started(tmp_path: Path) -> None:
    database = services.Postgresql(tmp_path)
    try:
        database.start()
        with (
            services.redis(tmp_path) as redis,
            busy(club({"database_url": database.address, "redis_url": redis}, tmp_path)) as games,
        ):
            games.all_say(OK)
            games.hold()
            database.stop()
            games.all_say(FAILING)
            database.start()
            games.go_on()
            games.all_say(OK)
            assert {"store"} == set().union(*(player.refused for player in games.players))
    finally:
        database.stop()


@programs.need(programs.POSTGRESQL, programs.REDIS)
def test_redis_is_killed_and_started(tmp_path: Path) -> None:
    port = services.free_port()
    with ExitStack() as news, services.postgresql(tmp_path) as database:
        redis = news.enter_context(services.redis(tmp_path, port))
        with busy(club({"database_url": database, "redis_url": redis}, tmp_path)) as games:
            games.all_say(OK)
            news.close()
            games.all_say(DEGRADED)
            games.go_on()  # nobody had to stop
            with services.redis(tmp_path, port):
                games.all_say(OK)
                games.go_on()
            assert not any(player.refused for player in games.players)


@pytest.mark.skipif(not hasattr(resource, "prlimit"), reason="no limits on file sizes here")
def test_the_disk_is_full_under_sqlite(tmp_path: Path) -> None:
    """The server may not write another byte to a file; later it may again."""
    with busy(Club(tmp_path, {}, 1)) as games:
        games.all_say(OK)
        pid = games.workers[0].pid
        games.hold()
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (1, UNLIMITED))
        games.all_say(FAILING)
        eventually(lambda: any(player.refused for player in games.players))
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (UNLIMITED, UNLIMITED))
        games.go_on()
        games.all_say(OK)


@programs.need(programs.POSTGRESQL, programs.REDIS)
@pytest.mark.skipif(not hasattr(resource, "prlimit"), reason="no limits on file sizes here")
def test_the_disk_is_full_under_postgresql(tmp_path: Path) -> None:
    """Files of a megabyte may not grow, and those of the events are as large: as on a full disk,
    what is there can be read and overwritten, and nothing new be stored."""
    database = services.Postgresql(tmp_path, "127.0.0.1", "--wal-segsize=1")
    try:
        database.start()
        with services.redis(tmp_path) as redis:
            found = club({"database_url": database.address, "redis_url": redis}, tmp_path)
            with found.engine().begin() as connection:
                connection.execute(text("set session_replication_role = replica"))
                connection.execute(
                    text(
                        "insert into events (table_id, seq, at, body) "
                        "select 'none', n, 7, repeat('x', 100) from generate_series(1, 12000) n"
                    )
                )
            with busy(found) as games:
                games.all_say(OK)
                database.limit_files(1 << 20)
                # Everybody tries again and again, and a little may still fit here and there.
                eventually(lambda: any(player.refused for player in games.players))
                eventually(lambda: FAILING in games.health())
                database.limit_files(None)
                games.go_on()
                games.all_say(OK)
    finally:
        database.stop()


def test_somebody_else_locks_the_file(tmp_path: Path) -> None:
    """A back-up that is not ours: whoever plays waits a moment."""
    with busy(Club(tmp_path, {}, 1)) as games:
        other = sqlite3.connect(tmp_path / "tables.sqlite", isolation_level=None)
        other.execute("begin immediate")
        before = games.kept.check(games.club)
        assert games.sites[0].http.get("/health/alive").status_code == 200
        other.execute("rollback")
        other.close()
        games.go_on()
        assert len(games.kept.choices) > before


@pytest.mark.parametrize("hours", [30, -30])
def test_the_system_clock_is_changed(club: Club, hours: int) -> None:
    """While people play, and again before the next start."""
    shift = [0]
    club.clock = HouseClock(lambda: time.time_ns() + shift[0])  # type: ignore[assignment]
    with club.open() as workers:
        ann, table = seated(workers)
        with workers[0].at(table, ann.token) as here, workers[-1].at(table, ann.token) as there:
            for wire in (here, there):
                before = clocks(wire.my_turn())
            shift[0] += hours * 3600 * 10**9
            for wire in (here, there):
                seq = wire.shown(0)["seq"]
                choice = random.Random(seq).choice(
                    [offered["text"] for offered in wire.my_turn()["question"]["choices"]]
                )
                scene = wire.choose(choice)
                (there if wire is here else here).shown(scene["seq"])
                assert scene["state"] == "running"
                assert sum(before) - 60_000 < sum(clocks(scene)) <= sum(before)
    club.clock = HouseClock(lambda: time.time_ns() - shift[0])  # type: ignore[assignment]
    with club.open() as workers, workers[-1].at(table, ann.token) as wire:
        scene = wire.my_turn()
        assert scene["seq"] >= 2
        assert sum(before) - 60_000 < sum(clocks(scene)) <= sum(before)
