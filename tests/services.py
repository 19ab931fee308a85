"""Throw-away PostgreSQL and Redis servers on free ports, in folders of their own."""

from __future__ import annotations

import atexit
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any

import psycopg

from tests import programs

_DEADLINE = 30.0


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port


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


def _let_others_in(folder: Path) -> None:
    for place in (folder, *folder.parents):
        with suppress(OSError):
            place.chmod(place.stat().st_mode | 0o111)


@cache
def readable(folder: Path) -> Path:
    """Return a folder with PostgreSQL's programs that the user who runs them can read.

    `.venv` may lie in a home that only root can enter. Files are linked where that is enough.
    """
    if all(place.stat().st_mode & 0o005 == 0o005 for place in (folder, *folder.parents)):
        return folder
    copy = Path(tempfile.mkdtemp(prefix="tashkalar-postgresql-"))
    atexit.register(shutil.rmtree, copy, ignore_errors=True)
    package = folder.parent.parent
    root = package.parent
    libraries = root / f"{package.name}.libs"  # found from the programs, by a relative path
    used = [folder / name for name in ("initdb", "postgres")]
    for place in (folder.parent / "lib", folder.parent / "share", libraries):
        used += [file for file in place.rglob("*") if file.is_file() and file.suffix != ".a"]
    for file in used:
        to = copy / file.relative_to(root)
        to.parent.mkdir(parents=True, exist_ok=True)
        _link(file, to)
    for place in copy.rglob("*"):
        if place.is_dir():
            place.chmod(0o755)
    _let_others_in(copy)
    return copy / folder.relative_to(root)


def _link(file: Path, to: Path) -> None:
    mode = file.stat().st_mode
    if mode & 0o004:
        with suppress(OSError):  # another file system
            to.hardlink_to(file)
            return
    shutil.copyfile(file, to)
    to.chmod(0o755 if mode & 0o100 else 0o644)


class Postgresql:
    """A database in a folder; it can be stopped and started again."""

    def __init__(self, folder: Path, listen: str = "127.0.0.1", *options: str) -> None:
        found = programs.postgresql()
        assert found is not None, "PostgreSQL is not installed"
        self._user: dict[str, Any] = {}
        if (user := programs.database_user()) is not None:  # it does not run as root
            found = readable(found)
            self._user = {"user": user[0], "group": user[1], "extra_groups": []}
        _let_others_in(folder)
        self._data, self._log, self._port = folder / "data", folder / "postgres.log", free_port()
        self._data.mkdir()
        if user is not None:
            shutil.chown(self._data, *user)
        # Collation does not depend on the locale of the environment, which may not be installed.
        self._run(
            str(found / "initdb"),
            "-D",
            str(self._data),
            "-U",
            "tashkalar",
            "-A",
            "trust",
            "-E",
            "UTF8",
            "--no-locale",
            "--no-sync",
            *options,
        )
        self._command = [
            str(found / "postgres"),
            "-D",
            str(self._data),
            "-p",
            str(self._port),
            "-c",
            f"listen_addresses={listen}",
            "-c",
            "unix_socket_directories=",
            "-c",
            "fsync=off",
        ]
        if listen != "127.0.0.1":
            with (self._data / "pg_hba.conf").open("a") as rules:
                rules.write("host all all samenet trust\n")
        self._process: subprocess.Popen[bytes] | None = None

    def _run(self, *command: str) -> None:
        done = subprocess.run(
            command, capture_output=True, text=True, cwd=self._data, check=False, **self._user
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
                self._command, stdout=said, stderr=said, cwd=self._data, **self._user
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
    program = programs.redis_server()
    assert program is not None, "Redis is not installed"
    log, port = folder / "redis.log", port or free_port()
    with log.open("wb") as said:
        process = subprocess.Popen(
            [
                program,
                "--port",
                str(port),
                "--bind",
                listen,
                "--save",
                "",
                "--dir",
                folder,
                "--protected-mode",
                "no",
            ],
            stdout=said,
            stderr=said,
        )
    try:
        _wait_until_open(port, process, log)
        yield f"redis://127.0.0.1:{port}/0"
    finally:
        process.kill()
        process.wait(_DEADLINE)
