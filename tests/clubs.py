"""A club: one worker on SQLite, or two workers on PostgreSQL with Redis, with one clock."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psycopg
from sqlalchemy import Engine, text

from tashkalar.server.settings import Settings
from tashkalar.server.storage.migrations import upgrade
from tashkalar.server.storage.store import open_engine
from tests import services
from tests.serving import Clock, Running, running

SQLITE, POSTGRESQL = "sqlite", "postgresql"
BACKENDS = (SQLITE, POSTGRESQL)


@dataclass
class Club:
    """Where the tables are kept; workers can be opened on it again and again."""

    folder: Path
    settings: dict[str, Any]
    workers: int
    clock: Clock = field(default_factory=Clock)

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
                    running(self.folder, clock=self.clock, **self.settings, **changed)
                )
                for _ in range(self.workers)
            ]

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
    """The addresses of PostgreSQL and Redis; nothing for SQLite."""
    if backend == SQLITE:
        yield {}
        return
    with services.postgresql(folder) as database, services.redis(folder) as redis:
        yield {"database_url": database, "redis_url": redis}


_names = iter(f"club_{n}" for n in range(10**6))


def club(settings: dict[str, str], folder: Path) -> Club:
    """A club with an empty database."""
    if not settings:
        return Club(folder, {}, 1)
    name = next(_names)
    with psycopg.connect(settings["database_url"], autocommit=True) as connection:
        connection.execute(f"create database {name}")
    address = settings["database_url"].rpartition("/")[0] + f"/{name}"
    found = Club(folder, {**settings, "database_url": address}, 2)
    engine = found.engine()
    upgrade(engine)
    engine.dispose()
    return found
