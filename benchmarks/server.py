"""How many moves a second one worker of the server stores, acknowledges and shows.

500 tables with two players each, all connected, one server process, everything on this machine.
The load rises step by step; each step lasts a few seconds. A move counts from sending to its
acknowledgement, which comes after it is stored; "shown" is when the opponent has the new scene.

    python benchmarks/server.py [--tables 500] [--rates 50,100,200,300,400] [--seconds 8]
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import subprocess
import sys
import tempfile
import time
from collections import deque
from pathlib import Path

import httpx
from msgspec import Struct, json
from websockets.asyncio.client import ClientConnection, connect

ENVIRONMENT = {
    "TASHKALAR_REQUESTS": "1000000",
    "TASHKALAR_PAGES": "1000000",
    "TASHKALAR_GUESTS": "1000000",
    "TASHKALAR_SOCKETS": "1000000",
    "TASHKALAR_MESSAGES": "1000000",
}


class Choice(Struct):
    text: str


class Question(Struct):
    choices: list[Choice]


class Scene(Struct):
    seq: int
    question: Question | None


class Message(Struct):
    t: str
    id: int | None = None
    scene: Scene | None = None
    error: str | None = None


_decoder = json.Decoder(Message)


class Player:
    """One socket at a table."""

    def __init__(self, load: Load, table: Table, connection: ClientConnection) -> None:
        self.load, self.table, self.connection = load, table, connection

    async def listen(self) -> None:
        async for frame in self.connection:
            message = _decoder.decode(frame)
            if message.t == "ack":
                self.load.acknowledged(self.table)
            elif message.t == "refused":
                self.load.refused.add(message.error or "?")
            elif message.scene is not None:
                self.table.shown(self, message.scene)


class Table:
    """A game that two players play by chance, one move whenever the load asks for it."""

    def __init__(self, load: Load) -> None:
        self.load = load
        self.sent = 0.0
        self.players: list[Player] = []
        self.waiting: Player | None = None  # who has a question
        self.scene: Scene | None = None
        self.mover: Player | None = None

    def shown(self, player: Player, scene: Scene) -> None:
        if self.sent and player is not self.mover and self.mover is not None:
            self.load.shown.append(time.perf_counter() - self.sent)
            self.mover = None
        if scene.question is not None:
            self.waiting, self.scene = player, scene
            self.load.ready.append(self)

    async def move(self) -> None:
        player, scene = self.waiting, self.scene
        assert player is not None
        assert scene is not None
        assert scene.question is not None
        choice = random.choice(scene.question.choices)
        self.waiting, self.mover, self.sent = None, player, time.perf_counter()
        await player.connection.send(
            json.encode({"t": "choose", "seq": scene.seq, "choice": choice.text, "id": 1}).decode()
        )


class Load:
    """All tables, and what was measured in the present step."""

    def __init__(self) -> None:
        self.ready: deque[Table] = deque()
        self.acks: list[float] = []
        self.shown: list[float] = []
        self.refused: set[str] = set()
        self.listening: list[asyncio.Task[None]] = []

    def acknowledged(self, table: Table) -> None:
        self.acks.append(time.perf_counter() - table.sent)

    async def step(self, rate: float, seconds: float) -> None:
        """Send moves at a rate, whatever the answers do; tables without a question wait."""
        self.acks, self.shown = [], []
        start, sent = time.perf_counter(), 0
        while (now := time.perf_counter() - start) < seconds:
            while sent < now * rate and self.ready:
                await self.ready.popleft().move()
                sent += 1
            await asyncio.sleep(0.002)
        await asyncio.sleep(0.5)  # the last answers


def memory(pid: int) -> int:
    """Resident bytes of a process, where the system tells."""
    if not Path("/proc").exists():
        return 0
    status = Path(f"/proc/{pid}/status").read_text()
    line = next(line for line in status.splitlines() if line.startswith("VmRSS"))
    return int(line.split()[1]) * 1024


def cpu(pid: int) -> float:
    """Seconds of processor time a process has used, where the system tells."""
    if not Path("/proc").exists():
        return 0.0
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def share(times: list[float], part: float) -> str:
    return f"{1000 * sorted(times)[int(part * (len(times) - 1))]:8.1f}" if times else "       -"


async def make_table(
    load: Load, client: httpx.AsyncClient, address: str, compression: str | None
) -> Table:
    guests = [(await client.post("/api/guests", json={"name": n})).json() for n in ("Ann", "Ben")]
    tokens = [guest["token"] for guest in guests]
    headers = [{"Authorization": f"Bearer {token}"} for token in tokens]
    seats = [{"kind": "me"}, {"kind": "open"}]
    made = await client.post(
        "/api/tables", headers=headers[0], json={"form": "high-form", "seats": seats}
    )
    wanted, invite = made.json()["table"], made.json()["invite"]
    await client.post(f"/api/tables/{wanted}/join", headers=headers[1], json={"invite": invite})
    table = Table(load)
    for token in tokens:
        connection = await connect(
            f"ws://{address}/api/play", max_size=None, compression=compression, ping_interval=None
        )
        await connection.send(json.encode({"t": "hello", "table": wanted, "token": token}).decode())
        table.players.append(Player(load, table, connection))
    return table


async def seat(load: Load, options: argparse.Namespace, address: str) -> list[Table]:
    """All tables with their players, ten at a time."""
    tables: list[Table] = []
    compression = None if options.plain else "deflate"
    async with httpx.AsyncClient(base_url=f"http://{address}", timeout=30) as client:
        while len(tables) < options.tables:
            more = (make_table(load, client, address, compression) for _ in range(10))
            for table in await asyncio.gather(*more):
                tables.append(table)
                load.listening += [asyncio.create_task(p.listen()) for p in table.players]
    return tables


HEAD = (
    "   rate  moves/s   acknowledged: median     p99     max   shown: median     p99   server CPU\n"
    "                                     ms      ms      ms              ms      ms"
)


async def measure(load: Load, options: argparse.Namespace, pid: int) -> None:
    """Raise the rate until the server does not keep up."""
    print(HEAD)
    for rate in options.rates:
        before, begun = cpu(pid), time.perf_counter()
        await load.step(rate, options.seconds)
        used = (cpu(pid) - before) / (time.perf_counter() - begun)
        moves = len(load.acks) / options.seconds
        acks = "".join(share(load.acks, part) for part in (0.5, 0.99, 1))
        shown = "".join(share(load.shown, part) for part in (0.5, 0.99))
        print(
            f"{rate:7} {moves:8.1f}                {acks}        {shown}        {used:5.0%}",
            flush=True,
        )
        if moves < 0.9 * rate:
            print(f"saturated at about {moves:.0f} moves/s")
            return


async def run(options: argparse.Namespace, pid: int, address: str) -> None:
    load, empty, start = Load(), memory(pid), time.perf_counter()
    tables = await seat(load, options, address)
    seated, count = memory(pid), len(tables)
    print(f"{count} tables, {2 * count} sockets, made in {time.perf_counter() - start:.1f} s")
    print(
        f"memory: {empty / 1e6:.0f} MB empty, {seated / 1e6:.0f} MB with all tables: "
        f"{(seated - empty) / count / 1e3:.0f} kB a table with its sockets\n"
    )
    await measure(load, options, pid)
    played = memory(pid)
    print(
        f"\nmemory after play: {played / 1e6:.0f} MB, {(played - empty) / count / 1e3:.0f} kB "
        f"a table; refused: {', '.join(load.refused) or 'nothing'}"
    )
    for task in load.listening:
        task.cancel()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--rates", default="50,100,200,300,400,500,600")
    parser.add_argument("--seconds", type=float, default=8)
    parser.add_argument("--plain", action="store_true", help="without compression")
    options = parser.parse_args()
    options.rates = [int(rate) for rate in options.rates.split(",")]
    with tempfile.TemporaryDirectory() as folder:
        database = f"sqlite:///{Path(folder) / 'tables.sqlite'}"
        server = subprocess.Popen(
            [sys.executable, "-m", "tashkalar.terminal.command", "serve", "--port", "0"],
            env={**os.environ, **ENVIRONMENT, "TASHKALAR_DATABASE_URL": database},
            stdout=subprocess.PIPE,
            text=True,
        )
        try:
            assert server.stdout is not None
            ready = server.stdout.readline()
            address = ready.rpartition("//")[2].strip().rstrip("/")
            asyncio.run(run(options, server.pid, address))
        finally:
            server.terminate()
            server.wait()


if __name__ == "__main__":
    main()
