"""The database: what is written is there before anybody hears of it.

All writing goes through one thread, which puts whatever waits into one transaction: many moves
cost one wait for the disk, and each caller goes on after its own is safe. While much is written it
waits a moment for more: a transaction costs several times as much as what one move adds to it.
"""

from __future__ import annotations

import asyncio
import queue
import shutil
import sqlite3
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from math import inf
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.exc import DBAPIError, InternalError, OperationalError, SQLAlchemyError

from tashkalar.server.storage.migrations import newest, revision, upgrade

T = TypeVar("T")
Job = Callable[[Connection], Any]
_GROUP = 256
_TRIES = 3
_BUSY = 0.01  # seconds since the last transaction within which there is much to write
_GATHER = 0.003  # seconds to wait for more then
_ROOM = 1 << 20  # bytes that must be free on the disk for all to be well
_LATELY = 10.0  # seconds for which a failure counts, unless an event is stored since


class StoreFailed(Exception):
    """The database did not take or give something; nothing was promised to anybody."""


class Stumbled(Exception):
    """A part of a transaction could not be done and has changed nothing; the rest goes on."""


class OldDatabase(Exception):
    """The database lacks tables that this version needs."""


# A network that loses everything tells nobody: after so long a connection counts as lost.
_CUT_OFF = {
    "connect_timeout": 5,
    "tcp_user_timeout": 10_000,
    "keepalives_idle": 10,
    "keepalives_interval": 3,
    "keepalives_count": 3,
}
_HELD = "10s"  # for which PostgreSQL keeps what a worker has locked that is not heard of any more


def open_engine(address: str) -> Engine:
    """A connection to SQLite or PostgreSQL."""
    if not address.startswith("sqlite"):
        engine = create_engine(address, pool_pre_ping=True, connect_args=_CUT_OFF)
        event.listen(engine, "connect", _lets_go)
        return engine
    engine = create_engine(address)
    event.listen(engine, "connect", _tuned)
    return engine


def open_to_read(file: Path) -> Engine:
    """A connection to a SQLite file that must be there, and is not changed."""
    address = f"{file.resolve().as_uri()}?mode=ro"
    engine = create_engine("sqlite://", creator=partial(sqlite3.connect, address, uri=True))
    event.listen(engine, "connect", _read_all)
    return engine


def _lets_go(connection: Any, _: object) -> None:
    """A worker that is cut off in the middle of a transaction keeps nobody waiting for long."""
    with connection.cursor() as cursor:
        cursor.execute(f"SET idle_in_transaction_session_timeout = '{_HELD}'")
    connection.commit()


def _read_all(connection: Any, _: object) -> None:
    """A text with damaged bytes is read as well, with a sign in the place of each.

    So one of them stops nothing else: a table finds for itself whether it can be played on.
    """
    connection.text_factory = partial(str, encoding="utf-8", errors="replace")


def _tuned(connection: Any, found: object) -> None:
    """Readers do not wait for the writer, and what is committed survives a power cut."""
    _read_all(connection, found)
    cursor = connection.cursor()
    for pragma in (
        "busy_timeout=10000",
        "journal_mode=WAL",
        "synchronous=FULL",
        "foreign_keys=ON",
        "wal_autocheckpoint=0",
    ):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


@contextmanager
def apart(c: Connection) -> Iterator[None]:
    """A part of a transaction that may fail by itself, as one broken row must not stop others.

    Where the database itself is in trouble all of the transaction fails.
    """
    driver: Any = c.connection.dbapi_connection
    if c.dialect.name == "sqlite" and not driver.in_transaction:
        c.exec_driver_sql("BEGIN")  # else what is set apart would be a transaction of its own
    try:
        with c.begin_nested():
            yield
    except (OperationalError, InternalError):
        raise
    except Exception as error:
        raise Stumbled(f"{type(error).__name__}: {error}") from error


@dataclass(frozen=True)
class _Failed:
    """In place of what a job would have returned."""

    error: Exception


class Store:
    """Reading in a few threads, writing in one, from an event loop."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self._driver: Any = engine.dialect.loaded_dbapi  # whose errors come as they are, too
        self._jobs: queue.SimpleQueue[tuple[str, Job, asyncio.Future[Any]] | None]
        self._jobs = queue.SimpleQueue()
        self._readers = ThreadPoolExecutor(4, "reader")
        self._leisure = ThreadPoolExecutor(1, "leisure")
        self._writer = threading.Thread(target=self._write_all, name="writer", daemon=True)
        self._failed = -inf  # when the database last could not take something
        self._line: Connection | None = None  # of the writer, between transactions

    def prepare(self, migrate: bool) -> None:
        """Check the tables of the database, or make them."""
        if revision(self.engine) == newest():
            return
        if not migrate:
            raise OldDatabase("the database is not up to date; run: tashkalar migrate")
        upgrade(self.engine)

    def start(self) -> None:
        """Start the thread that writes; the loop must be running."""
        # The loop and the writer take turns; with the usual 5 ms each turn would be felt.
        sys.setswitchinterval(0.0005)
        self.loop = asyncio.get_running_loop()
        self._writer.start()

    async def close(self) -> None:
        """Write what waits, then stop."""
        self._jobs.put(None)
        await asyncio.to_thread(self._writer.join)
        self._readers.shutdown()
        self._leisure.shutdown(cancel_futures=True)
        self.engine.dispose()

    async def tidy(self) -> None:
        """Move what SQLite has written ahead into its file, without keeping writers waiting."""
        if self.engine.dialect.name == "sqlite":
            await self.read(lambda c: c.exec_driver_sql("PRAGMA wal_checkpoint(PASSIVE)").all())

    async def read(self, job: Callable[[Connection], T], leisurely: bool = False) -> T:
        """Run a job that only reads, in a thread of its own.

        What plays whole games again is done at leisure, one after the other: nobody else waits.
        """
        threads = self._leisure if leisurely else self._readers

        def run() -> T:
            with self.engine.connect() as connection:
                return job(connection)

        try:
            return await asyncio.get_running_loop().run_in_executor(threads, run)
        except SQLAlchemyError as error:
            raise StoreFailed(str(error)) from error

    async def write(self, about: str, job: Callable[[Connection], T]) -> T:
        """Run a job in a transaction and wait until it is committed.

        A job may be run more than once. Jobs about the same thing keep their order; it is the
        same order in every worker, so that two of them never wait for each other.
        """
        done: asyncio.Future[T] = self.loop.create_future()
        self._jobs.put((about, job, done))
        return await done

    @property
    def failing(self) -> bool:
        """Could something lately not be written, and no event since?

        A disk may be full for new rows only: overwriting an old one would not find that out.
        """
        return time.monotonic() - self._failed < _LATELY or not self._has_room()

    def _has_room(self) -> bool:
        """Can the file of SQLite grow? Other databases see to their disks themselves."""
        file = self.engine.url.database
        if self.engine.dialect.name != "sqlite" or not file or file == ":memory:":
            return True
        try:
            return shutil.disk_usage(Path(file).parent).free >= _ROOM
        except OSError:
            return False

    def recovered(self) -> None:
        """An event has been stored."""
        self._failed = -inf

    def _write_all(self) -> None:
        written = -inf
        while True:
            group = [self._jobs.get()]
            if group[0] is not None and time.monotonic() - written < _BUSY:
                time.sleep(_GATHER)
            with suppress(queue.Empty):
                while len(group) < _GROUP:
                    group.append(self._jobs.get_nowait())
            jobs = [job for job in group if job is not None]
            jobs.sort(key=lambda job: job[0])
            if jobs:
                outcomes = self._commit([job for _, job, _ in jobs])
                waiting = [done for _, _, done in jobs]
                with suppress(RuntimeError):  # the loop may be closed: nobody waits any more
                    self.loop.call_soon_threadsafe(_resolve, waiting, outcomes)
                written = time.monotonic()
            if None in group:
                self._hang_up()
                return

    def _commit(self, jobs: list[Job], tries: int = _TRIES) -> list[Any]:
        """What each job returned, or why it failed. If all fail together, each has its own try."""
        try:
            if self._line is None:
                self._line = self.engine.connect()
            with self._line.begin():
                return [job(self._line) for job in jobs]
        except Exception as error:
            self._hang_up()
            if len(jobs) > 1:
                return [outcome for job in jobs for outcome in self._commit([job])]
            if tries > 1 and isinstance(error, (DBAPIError, self._driver.Error)):
                return self._commit(jobs, tries - 1)
            driver = self._driver
            troubles = (
                OperationalError,
                InternalError,
                driver.OperationalError,
                driver.InternalError,
            )
            if isinstance(error, troubles):  # the database's, not of what somebody sent
                self._failed = time.monotonic()
            if isinstance(error, (SQLAlchemyError, driver.Error)):
                return [_Failed(StoreFailed(str(error)))]
            return [_Failed(error)]  # a mistake of ours: the database is well

    def _hang_up(self) -> None:
        """Give the writer's connection back: whoever gets it next looks whether it is alive."""
        line, self._line = self._line, None
        if line is not None:
            with suppress(SQLAlchemyError, self._driver.Error):
                line.close()


def _resolve(waiting: list[asyncio.Future[Any]], outcomes: list[Any]) -> None:
    for done, outcome in zip(waiting, outcomes, strict=True):
        if done.cancelled():
            continue
        if isinstance(outcome, _Failed):
            done.set_exception(outcome.error)
        else:
            done.set_result(outcome)
