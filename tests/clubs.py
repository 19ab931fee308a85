"""A club: one worker or two on SQLite, or two on PostgreSQL with Redis, with one clock."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from itertools import cycle
from pathlib import Path
from typing import Any

import httpx
import psycopg
from sqlalchemy import Engine, text

from tashkalar.server.settings import Settings
from tashkalar.server.storage.fanout import Connect
from tashkalar.server.storage.migrations import upgrade
from tashkalar.server.storage.store import open_engine
from tests import programs, services
from tests.fanouts import Exchange
from tests.serving import DEADLINE, Clock, Job, Running, Wire, running

SQLITE, SHARED, POSTGRESQL = "sqlite", "shared-sqlite", "postgresql"
BACKENDS = (SQLITE, POSTGRESQL)
# For what several workers do in the threads of one process, needing no other program.
WORKERS = (SQLITE, SHARED, POSTGRESQL)


@dataclass
class Club:
    """Where the tables are kept; workers can be opened on it again and again."""

    folder: Path
    settings: dict[str, Any]
    workers: int
    clock: Clock = field(default_factory=Clock)
    connect: Connect | None = None  # for workers of this process without Redis

    @property
    def database(self) -> str:
        return str(self.settings.get("database_url", f"sqlite:///{self.folder / 'tables.sqlite'}"))

    def environment(self, **changed: Any) -> dict[str, str]:
        """The settings as a process of its own gets them."""
        given = {**self.settings, "database_url": self.database, **changed}
        return {f"TASHKALAR_{name.upper()}": str(value) for name, value in given.items()}

    @contextmanager
    def open(self, **changed: Any) -> Iterator[list[Running]]:
        """All workers of the club: one or two."""
        with ExitStack() as opened:
            yield [
                opened.enter_context(
                    running(
                        self.folder,
                        clock=self.clock,
                        connect=self.connect,
                        **self.settings,
                        **changed,
                    )
                )
                for _ in range(self.workers)
            ]

    @contextmanager
    def proxied(self, **changed: Any) -> Iterator[Proxied]:
        """All workers of the club behind one address."""
        with self.open(**changed) as workers:
            yield Proxied(workers)

    def engine(self) -> Engine:
        return open_engine(Settings(database_url=self.database).database)

    def sql(self, statement: str, **values: Any) -> list[Any]:
        """What a statement finds; what it changes is committed."""
        engine = self.engine()
        try:
            with engine.begin() as connection:
                found = connection.execute(text(statement), values)
                return list(found) if found.returns_rows else []
        finally:
            engine.dispose()


@contextmanager
def servers(backend: str, folder: Path) -> Iterator[dict[str, str]]:
    """The addresses of PostgreSQL and Redis; none for SQLite."""
    if backend == SQLITE:
        yield {}
        return
    if backend == SHARED:
        yield {"shared": "yes"}
        return
    programs.require(programs.POSTGRESQL, programs.REDIS)
    with services.postgresql(folder) as database, services.redis(folder) as redis:
        yield {"database_url": database, "redis_url": redis}


_names = iter(f"club_{n}" for n in range(10**6))


def club(settings: dict[str, str], folder: Path, migrated: bool = True) -> Club:
    """A club with an empty database; its tables are made unless it is to be an old one."""
    if "database_url" not in settings:
        shared = "shared" in settings
        return Club(folder, {}, 2 if shared else 1, connect=Exchange().connect if shared else None)
    name = next(_names)
    with psycopg.connect(settings["database_url"], autocommit=True) as connection:
        connection.execute(f"create database {name}")
    address = settings["database_url"].rpartition("/")[0] + f"/{name}"
    found = Club(folder, {**settings, "database_url": address}, 2)
    if migrated:
        engine = found.engine()
        upgrade(engine)
        engine.dispose()
    return found


# --- behind one address ---


class _Turns(httpx.HTTPTransport):
    """Sends each request to the next of the workers."""

    def __init__(self, workers: list[Running]) -> None:
        super().__init__()
        self._next = cycle(httpx.URL(f"http://{site.address}") for site in workers)

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        worker = next(self._next)
        request.url = request.url.copy_with(host=worker.host, port=worker.port)
        return super().handle_request(request)


class Proxied(Running):
    """Workers as a proxy shows them: each request and each websocket goes to the next one."""

    def __init__(self, workers: list[Running]) -> None:
        first = workers[0]
        super().__init__(first.address, first.worker, first.clock)
        self.workers = workers
        self._next = cycle(workers)
        self.http = httpx.Client(
            base_url=f"http://{first.address}", transport=_Turns(workers), timeout=DEADLINE
        )

    def at(self, table: str, token: str | None = None, **hello: Any) -> Wire:
        return next(self._next).at(table, token, **hello)

    def everywhere(self, job: Job) -> None:
        for site in self.workers:
            site.everywhere(job)


@contextmanager
def club_site(
    backend: str, folder: Path, clock: Clock | None = None, **settings: Any
) -> Iterator[Proxied]:
    """One worker on SQLite, or two on PostgreSQL with Redis, behind one address."""
    with servers(backend, folder) as found:
        made = club(found, folder)
        made.clock = clock or made.clock
        with made.proxied(**settings) as site:
            yield site
