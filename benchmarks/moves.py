"""The whole CPU of a worker per acknowledged move: the same games, each commit by its own client.

    python -m benchmarks.moves [--games 8] [--rounds 5] [--before FOLDER]...

A folder is a checkout of an earlier commit with its own ``.venv``. The commits take turns, round
by round, and medians count: on a busy machine all of them are slowed down alike.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

import httpx
from msgspec import json
from websockets.asyncio.client import ClientConnection, connect

from benchmarks.games import FORM, SCHOOLS, Script, script
from benchmarks.parts import measure

ENVIRONMENT = {
    "TASHKALAR_REQUESTS": "1000000",
    "TASHKALAR_PAGES": "1000000",
    "TASHKALAR_GUESTS": "1000000",
    "TASHKALAR_SOCKETS": "1000000",
    "TASHKALAR_MESSAGES": "1000000",
    "TASHKALAR_CHOSEN_SEEDS": "yes",
}


def cpu(pid: int) -> float:
    """Seconds of processor time a process has used, all of its threads."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@contextmanager
def serving(folder: Path | None = None, database: str = "") -> Iterator[tuple[int, str]]:
    """A server of this commit or of another one: its process and its address.

    Without a database it has an empty one.
    """
    python = sys.executable if folder is None else str(folder / ".venv/bin/python")
    with tempfile.TemporaryDirectory() as kept:
        server = subprocess.Popen(
            [python, "-m", "tashkalar.terminal.command", "serve", "--port", "0"],
            env={
                **os.environ,
                **ENVIRONMENT,
                "PYTHONPATH": "",
                "TASHKALAR_DATABASE_URL": database or f"sqlite:///{Path(kept) / 'tables.sqlite'}",
            },
            stdout=subprocess.PIPE,
            text=True,
            cwd=folder,
        )
        try:
            assert server.stdout is not None
            ready = server.stdout.readline()
            if not ready:
                sys.exit(
                    f"the server in {folder or 'this folder'} does not start: {python} -m "
                    "tashkalar.terminal.command serve says why"
                )
            yield server.pid, ready.rpartition("//")[2].strip().rstrip("/")
        finally:
            server.terminate()
            server.wait()


def spoken(folder: Path | None) -> bool:
    """Does the page of a commit speak of intentions and differences?"""
    source = Path(__file__).parents[1] if folder is None else folder
    wire = source / "src/tashkalar/server/wire/protocol.py"
    return wire.exists() and "differences: bool" in wire.read_text()


@dataclass(frozen=True)
class Client:
    """How a client of a commit speaks: with differences and intentions, or without."""

    modern: bool

    async def connected(self, address: str, table: str, token: str | None) -> ClientConnection:
        socket = await connect(f"ws://{address}/api/play", max_size=None, ping_interval=None)
        hello: dict[str, Any] = {"t": "hello", "table": table}
        if token is not None:
            hello["token"] = token
        if self.modern:
            hello |= {"differences": True, "batches": True}
        await socket.send(json.encode(hello).decode())
        return socket

    async def play(self, sockets: list[ClientConnection], game: Script) -> int:
        """Play a game to its end; how many choices were acknowledged."""
        seqs = [await self.seen(socket) for socket in sockets]
        made = 0
        for seat, (first, *then) in game.messages(self.modern):
            order: dict[str, Any] = {"t": "choose", "seq": seqs[seat], "choice": first, "id": 1}
            if then:
                order["then"] = then
            await sockets[seat].send(json.encode(order).decode())
            seqs = list(await asyncio.gather(*(self._seq(s, seqs[seat]) for s in sockets)))
            made += 1 + len(then)
        return made

    async def seen(self, socket: ClientConnection) -> int:
        """Read until the first scene is there; of how many events it is made."""
        return await self._seq(socket, -1)

    async def _seq(self, socket: ClientConnection, after: int) -> int:
        """Read until a scene after so many events is there."""
        async for frame in socket:
            heard = json.decode(frame)
            for message in heard if isinstance(heard, list) else [heard]:
                if message["t"] == "refused":
                    raise AssertionError(message)
                # Earlier commits tell the parts of a scene that have changed.
                found = message.get("scene") or message.get("values") or message.get("parts") or {}
                if found.get("seq", -1) > after:
                    return int(found["seq"])
        raise AssertionError("the server has closed the socket")


async def seated(
    client: Client, address: str, games: list[Script], ids: list[str] | None = None
) -> list[list[ClientConnection]]:
    """Two players at a table for each game; whoever wants to watch gets the ids."""
    tables = []
    async with httpx.AsyncClient(base_url=f"http://{address}", timeout=30) as http:
        for game in games:
            tokens = [
                (await http.post("/api/guests", json={"name": name})).json()["token"]
                for name in ("Ann", "Ben")
            ]
            heads = [{"Authorization": f"Bearer {token}"} for token in tokens]
            seats = [{"kind": "me", "school": SCHOOLS[0]}, {"kind": "open", "school": SCHOOLS[1]}]
            wanted = {"form": FORM, "seats": seats, "seed": game.seed}
            made = (await http.post("/api/tables", headers=heads[0], json=wanted)).json()
            await http.post(
                f"/api/tables/{made['table']}/join",
                headers=heads[1],
                json={"invite": made["invite"]},
            )
            if ids is not None:
                ids.append(made["table"])
            tables.append([await client.connected(address, made["table"], t) for t in tokens])
    return tables


async def _measured(client: Client, pid: int, address: str, games: list[Script]) -> float:
    tables = await seated(client, address, games)
    before = cpu(pid)
    made = await asyncio.gather(
        *(client.play(sockets, game) for sockets, game in zip(tables, games, strict=True))
    )
    used = cpu(pid) - before
    for sockets in tables:
        for socket in sockets:
            await socket.close()
    return 1000 * used / sum(made)


def rounds(folders: list[Path | None], count: int, games: int) -> dict[Path | None, list[float]]:
    """Milliseconds of CPU of each worker for one choice, round by round, each with new games.

    All servers run all the time, and only one of them is spoken to.
    """
    with ExitStack() as stack:
        servers = {folder: stack.enter_context(serving(folder)) for folder in folders}
        found: dict[Path | None, list[float]] = {folder: [] for folder in folders}
        for n in range(count):
            played = [script(seed) for seed in range(n * games, (n + 1) * games)]
            for folder, (pid, address) in servers.items():
                client = Client(spoken(folder))
                found[folder].append(asyncio.run(_measured(client, pid, address, played)))
    return found


def named(folder: Path) -> str:
    """The commit that is checked out in a folder."""
    command = ["git", "-C", str(folder), "rev-parse", "--short", "HEAD"]
    told = subprocess.run(command, capture_output=True, text=True, check=False)
    return told.stdout.strip() or folder.name


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=8, help="at the same time, in each round")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--before", type=Path, action="append", default=[], metavar="FOLDER")
    options = parser.parse_args()
    parts = measure([script(seed) for seed in range(6)])
    print("CPU a move by part, two players, in one process:")
    for part, seconds in parts.seconds.items():
        print(f"  {part:8}{1000 * seconds / parts.moves:7.3f} ms")
    print(
        "whole CPU of the worker per acknowledged move, two players, median of "
        f"{options.rounds} rounds of {options.games} games:"
    )
    found = rounds([None, *options.before], options.rounds, options.games)
    now = found[None]
    print(f"  this commit{median(now):10.3f} ms")
    for folder in options.before:
        then = found[folder]
        times = median(a / b for a, b in zip(then, now, strict=True))
        print(f"  {named(folder):11}{median(then):10.3f} ms: {times:.2f} times as much")


if __name__ == "__main__":
    main()
