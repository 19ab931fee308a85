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


@contextmanager
def postgresql(folder: Path) -> Iterator[str]:
    """The address of a database that is gone afterwards."""
    initdb, postgres = _program("initdb"), _program("postgres")
    if initdb is None or postgres is None:
        pytest.skip("PostgreSQL is not installed (initdb and postgres are needed)")
    for place in (folder, *folder.parents):
        with suppress(OSError):
            place.chmod(place.stat().st_mode | 0o111)  # another user has to get in
    data, log, port = folder / "data", folder / "postgres.log", free_port()
    data.mkdir()
    user = _as_postgres(data)
    subprocess.run([*user, initdb, "-D", data, "-U", "tashkalar", "-A", "trust", "-E", "UTF8",
                    "--no-sync"], check=True, capture_output=True, cwd=data)  # fmt: skip
    with log.open("wb") as said:
        process = subprocess.Popen(
            [*user, postgres, "-D", data, "-p", str(port), "-c", "listen_addresses=127.0.0.1",
             "-c", "unix_socket_directories=", "-c", "fsync=off"],
            stdout=said, stderr=said, cwd=data,
        )  # fmt: skip
    try:
        _wait_until_open(port, process, log)
        address = f"postgresql://tashkalar@127.0.0.1:{port}/postgres"
        _wait_until_started(address)
        yield address
    finally:
        process.send_signal(signal.SIGINT)  # at once: it waits for nobody to go
        process.wait(_DEADLINE)


@contextmanager
def redis(folder: Path, port: int | None = None) -> Iterator[str]:
    """The address of a Redis server that is gone afterwards."""
    program = shutil.which("redis-server")
    if program is None:
        pytest.skip("Redis is not installed (redis-server is needed)")
    log, port = folder / "redis.log", port or free_port()
    with log.open("wb") as said:
        process = subprocess.Popen(
            [program, "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--dir", folder],
            stdout=said, stderr=said,
        )  # fmt: skip
    try:
        _wait_until_open(port, process, log)
        yield f"redis://127.0.0.1:{port}/0"
    finally:
        process.terminate()
        process.wait(_DEADLINE)
