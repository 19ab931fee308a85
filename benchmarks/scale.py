"""What a move, a game, a socket and a table cost: measured, and kept for the document.

    python -m benchmarks.scale [--games 16] [--write FILE]

One worker on PostgreSQL and Redis plays scripted games, two players at each table; another one only
hears of them. Needs the programs of PostgreSQL and Redis, and a system that tells of processes in
/proc. ``python -m benchmarks.simulation`` works out from it what many players need.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import quantiles
from typing import Any, TypeVar

import psycopg
from tests import services
from websockets.asyncio.client import ClientConnection, connect

from benchmarks.games import Script, script
from benchmarks.moves import ENVIRONMENT, Client, cpu, seated
from benchmarks.parts import Played, Stopwatch
from benchmarks.server import memory
from tashkalar.server.settings import Settings
from tashkalar.server.storage.store import Store, open_engine
from tashkalar.server.wire.run import migrate

T = TypeVar("T")
COSTS = Path(__file__).parents[1] / "docs/costs.json"
IDLE = 10.0  # seconds of doing nothing
TABLES = 150  # with nobody in a hurry, for the memory of a table and of a socket


class Recorder(Stopwatch):
    """The CPU of each message, all parts together."""

    def __init__(self) -> None:
        super().__init__()
        self.messages: list[float] = []

    def stop(self, part: str) -> None:
        before = sum(self.seconds.values())
        super().stop(part)
        if part == "play":  # which comes first
            self.messages.append(0.0)
        self.messages[-1] += sum(self.seconds.values()) - before


def spread(games: list[Script]) -> list[float]:
    """CPU of a message in one process, in milliseconds: every second percentile from 0 to 98.

    The slowest fiftieth is left out: on a machine that does other things, too, it is theirs.
    """
    watch = Recorder()
    with tempfile.TemporaryDirectory() as folder:
        engine = open_engine(f"sqlite:///{Path(folder) / 'x.sqlite'}")
        Store(engine).prepare(migrate=True)
        for number, game in enumerate(games):
            Played(engine, number, game).run(watch)
        engine.dispose()
    found = sorted(1000 * seconds for seconds in watch.messages)
    return [found[0], *quantiles(found, n=50)]


def descendants(pid: int) -> list[int]:
    """A process and those it started."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [pid, *(found for child in children for found in descendants(int(child)))]


def all_cpu(pid: int) -> float:
    """Seconds of CPU of a process, of those it started, and of those of them that have ended."""
    reaped = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[13:15]
    ended = sum(map(int, reaped)) / os.sysconf("SC_CLK_TCK")
    return ended + sum(cpu(found) for found in descendants(pid))


def spent(parts: dict[str, int], work: Callable[[], T]) -> tuple[T, dict[str, float]]:
    """What some work gives, and the CPU that each of some processes spends meanwhile."""
    before = {name: all_cpu(pid) for name, pid in parts.items()}
    found = work()
    return found, {name: all_cpu(pid) - before[name] for name, pid in parts.items()}


@contextmanager
def worker(environment: dict[str, str]) -> Iterator[tuple[int, str]]:
    """A server: its process and its address."""
    server = subprocess.Popen(
        [sys.executable, "-m", "tashkalar.terminal.command", "serve", "--port", "0"],
        env={**os.environ, **ENVIRONMENT, **environment},
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert server.stdout is not None
        ready = server.stdout.readline()
        yield server.pid, ready.rpartition("//")[2].strip().rstrip("/")
    finally:
        server.terminate()
        server.wait()


class Counter:
    """Bytes that came over the wire, as they were sent: compressed, with all headers but TCP's."""

    def __init__(self) -> None:
        self.bytes = 0

    def listen(self, socket: ClientConnection) -> None:
        hear = socket.data_received

        def heard(data: bytes) -> None:
            self.bytes += len(data)
            hear(data)

        socket.data_received = heard  # type: ignore[method-assign]


async def play(address: str, games: list[Script]) -> tuple[int, int]:
    """Play games to their end, all at once; choices made and bytes sent to the players."""
    client, counter = Client(True), Counter()
    tables = await seated(client, address, games)
    for sockets in tables:
        for socket in sockets:
            counter.listen(socket)
    made = await asyncio.gather(
        *(client.play(sockets, game) for sockets, game in zip(tables, games, strict=True))
    )
    for sockets in tables:
        for socket in sockets:
            await socket.close()
    return sum(made), counter.bytes


async def fill(pid: int, address: str, games: list[Script]) -> dict[str, float]:
    """Bytes of memory of a table that was begun, and of each socket that watches one."""
    empty = memory(pid)
    tables = await seated(Client(True), address, [games[n % len(games)] for n in range(TABLES)])
    for sockets in tables:
        for socket in sockets:
            await socket.recv()
    pairs = memory(pid)
    for sockets in tables:
        for socket in sockets:
            await socket.close()
    # Sockets that have not said yet what they want.
    more: list[ClientConnection] = []
    opened = memory(pid)
    for _ in range(2 * TABLES):
        socket = await connect(f"ws://{address}/api/learn", ping_interval=None)
        more.append(socket)
    waiting = memory(pid)
    for socket in more:
        await socket.close()
    return {
        "table_with_two_sockets": (pairs - empty) / TABLES,
        "open_socket": max(0.0, waiting - opened) / len(more),
    }


def stored(address: str, games: int) -> float:
    """Bytes of a finished game in PostgreSQL, with its indexes."""
    with psycopg.connect(address, autocommit=True) as database:
        database.execute("vacuum full")
        sizes = database.execute(
            "select sum(pg_total_relation_size(oid)) from pg_class where relname = any(%s)",
            (["events", "tables", "seats", "guests", "keys"],),
        ).fetchone()
    assert sizes is not None
    return float(sizes[0]) / games


def measured(count: int, folder: Path) -> dict[str, Any]:
    """Everything, in the order in which the parts disturb each other least."""
    games = [script(seed) for seed in range(count)]
    moves = sum(len(game.steps) for game in games)
    messages = sum(len(game.messages(intentions=True)) for game in games)
    with ExitStack() as stack:
        database = services.Postgresql(folder)
        stack.callback(database.stop)
        database.start()
        redis = stack.enter_context(services.redis(folder))
        environment = {
            "TASHKALAR_DATABASE_URL": database.address,
            "TASHKALAR_REDIS_URL": redis,
            "TASHKALAR_BOT_PROCESSES": "1",
        }
        migrate(Settings(database_url=database.address))
        pid, address = stack.enter_context(worker(environment))
        listener, _ = stack.enter_context(worker(environment))
        asyncio.run(play(address, [script(seed) for seed in range(1000, 1004)]))  # warm
        parts = {"worker": pid, "postgresql": database.pid, "worker_that_only_hears": listener}
        started = time.monotonic()
        (made, sent), used = spent(parts, lambda: asyncio.run(play(address, games)))
        lasted = time.monotonic() - started
        # What they do without any players is not the players'.
        _, idle = spent(parts, lambda: time.sleep(IDLE))
        used = {name: used[name] - idle[name] * lasted / IDLE for name in parts}
        assert made == moves
        kept = stored(database.address, count + 4)
        room = asyncio.run(fill(pid, address, games))
    return {
        "moves_a_game": moves / count,
        "messages_a_game": messages / count,
        "cpu_ms_a_message": {name: 1000 * used[name] / messages for name in parts},
        "cpu_ms_a_second_idle": {name: 1000 * idle[name] / IDLE for name in parts},
        "cpu_ms_a_message_in_one_process": spread(games[:6]),
        "bytes_a_game_stored": kept,
        "bytes_a_game_sent": sent / count,
        "bytes_of_memory": room,
    }


def rounded(found: Any) -> Any:
    """Three figures are as many as are true."""
    if isinstance(found, dict):
        return {name: rounded(value) for name, value in found.items()}
    if isinstance(found, list):
        return [rounded(value) for value in found]
    return float(f"{found:.3g}") if isinstance(found, float) else found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=16)
    parser.add_argument(
        "--write", type=Path, metavar="FILE", help="where to keep them", default=COSTS
    )
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        found = rounded(measured(options.games, Path(folder)))
    text = json.dumps(found, indent=2) + "\n"
    print(text, end="")
    options.write.write_text(text)


if __name__ == "__main__":
    main()
