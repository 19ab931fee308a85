"""Throw-away PostgreSQL and Redis servers on free ports, in folders of their own."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import psycopg
import pytest

_DEADLINE = 30.0


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port


def _program(name: str) -> str | None:
    """A program of PostgreSQL: on the path, or where Debian keeps it, the newest version first."""
    places = sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    found = [str(place / name) for place in places if (place / name).exists()]
    return shutil.which(name) or (found[0] if found else None)


def _wait_until_open(port: int, process: subprocess.Popen[bytes], log: Path) -> None:
    """A port that takes connections; a server that ends instead has said why."""
    end = time.monotonic() + _DEADLINE
    while time.monotonic() < end:
        with suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
            return
        with suppress(subprocess.TimeoutExpired):
            process.wait(0.02)
            break
    raise AssertionError(f"no server at {port}: {log.read_text()[-2000:]}")


def _wait_until_started(address: str) -> None:
    """PostgreSQL takes connections a moment before it answers them."""
    end = time.monotonic() + _DEADLINE
    while True:
        try:
            psycopg.connect(address).close()
            return
        except psycopg.OperationalError:
            assert time.monotonic() < end, "PostgreSQL does not start"


def _as_postgres(folder: Path) -> list[str]:
    """PostgreSQL does not run as root; its own user does it then."""
    if os.name == "posix" and os.geteuid() == 0:
        shutil.chown(folder, "postgres", "postgres")
        return ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"]
    return []


class Postgresql:
    """A database in a folder; it can be stopped and started again."""

    def __init__(self, folder: Path, listen: str = "127.0.0.1", *options: str) -> None:
        initdb, postgres = _program("initdb"), _program("postgres")
        if initdb is None or postgres is None:
            pytest.skip("PostgreSQL is not installed (initdb and postgres are needed)")
        for place in (folder, *folder.parents):
            with suppress(OSError):
                place.chmod(place.stat().st_mode | 0o111)  # another user has to get in
        self._data, self._log, self._port = folder / "data", folder / "postgres.log", free_port()
        self._data.mkdir()
        self._user = _as_postgres(self._data)
        self._run(initdb, "-D", str(self._data), "-U", "tashkalar", "-A", "trust", "-E", "UTF8",
                  "--no-sync", *options)  # fmt: skip
        self._command = [
            *self._user, postgres, "-D", str(self._data), "-p", str(self._port),
            "-c", f"listen_addresses={listen}", "-c", "unix_socket_directories=", "-c", "fsync=off",
        ]  # fmt: skip
        if listen != "127.0.0.1":
            with (self._data / "pg_hba.conf").open("a") as rules:
                rules.write("host all all samenet trust\n")
        self._process: subprocess.Popen[bytes] | None = None

    def _run(self, *command: str) -> None:
        done = subprocess.run(
            [*self._user, *command], capture_output=True, text=True, cwd=self._data, check=False
        )
        assert done.returncode == 0, done.stderr

    @property
    def pid(self) -> int:
        """The process that the others come from."""
        assert self._process is not None
        return self._process.pid

    @property
    def address(self) -> str:
        return self.seen_from("127.0.0.1")

    def seen_from(self, host: str) -> str:
        """The address for whoever reaches this machine under another one."""
        return f"postgresql://tashkalar@{host}:{self._port}/postgres"

    def start(self) -> None:
        with self._log.open("ab") as said:
            self._process = subprocess.Popen(
                self._command, stdout=said, stderr=said, cwd=self._data
            )
        _wait_until_open(self._port, self._process, self._log)
        _wait_until_started(self.address)

    def stop(self) -> None:
        """At once: it waits for nobody to go."""
        if self._process is not None:
            self._process.send_signal(signal.SIGINT)
            self._process.wait(_DEADLINE)
            self._process = None

    def limit_files(self, size: int | None) -> None:
        """No file of the database grows beyond so many bytes, as if the disk were full."""
        assert self._process is not None
        soft = "unlimited" if size is None else size
        for pid in (self._process.pid, *_children(self._process.pid)):
            with suppress(AssertionError):  # it has ended meanwhile
                self._run("prlimit", "--pid", str(pid), f"--fsize={soft}:unlimited")


def _children(pid: int) -> list[int]:
    found = Path(f"/proc/{pid}/task/{pid}/children").read_text()
    return [int(child) for child in found.split()]


@contextmanager
def postgresql(folder: Path) -> Iterator[str]:
    """The address of a database that is gone afterwards."""
    database = Postgresql(folder)
    try:
        database.start()
        yield database.address
    finally:
        database.stop()


@contextmanager
def redis(folder: Path, port: int | None = None, listen: str = "127.0.0.1") -> Iterator[str]:
    """The address of a Redis server that is gone afterwards."""
    program = shutil.which("redis-server")
    if program is None:
        pytest.skip("Redis is not installed (redis-server is needed)")
    log, port = folder / "redis.log", port or free_port()
    with log.open("wb") as said:
        process = subprocess.Popen(
            [program, "--port", str(port), "--bind", listen, "--save", "", "--dir", folder,
             "--protected-mode", "no"],
            stdout=said, stderr=said,
        )  # fmt: skip
    try:
        _wait_until_open(port, process, log)
        yield f"redis://127.0.0.1:{port}/0"
    finally:
        process.kill()
        process.wait(_DEADLINE)
