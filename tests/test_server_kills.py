"""kill -9 at any moment: whatever was acknowledged is there afterwards, and games go on.

Each server is a real process with its own start, killed without warning while moves are on
their way. To be quick, the processes come from one that has imported everything already.
"""

from __future__ import annotations

import json
import multiprocessing
import os
import random
import sqlite3
import sys
import threading
from collections.abc import Iterator
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path

import pytest
from websockets.exceptions import WebSocketException

from tests.effort import times
from tests.serving import DEADLINE, ENVIRONMENT, Site, Wire, choices

KILLS = 50


def serve(environment: dict[str, str], told: Connection) -> None:
    """In the new process: what ``tashkalar serve`` does, its output sent back."""
    os.environ.update(ENVIRONMENT | environment)
    sys.stdout = os.fdopen(os.dup(told.fileno()), "w")
    from tashkalar.server.settings import Settings
    from tashkalar.server.wire.run import serve as run

    run(Settings.from_environment(), "127.0.0.1", 0)


class Servers:
    """One server after the other on the same file."""

    def __init__(self, file: Path) -> None:
        self._environment = {"TASHKALAR_DATABASE_URL": f"sqlite:///{file}"}
        self._context = multiprocessing.get_context("forkserver")
        self._context.set_forkserver_preload(
            ["tashkalar.server.wire.run", "tashkalar.server.wire.app"]
        )
        self._process: BaseProcess | None = None
        self.number = 0
        self.address = ""
        self.changed = threading.Condition()

    def start(self) -> Site:
        mine, theirs = self._context.Pipe(duplex=False)
        self._process = self._context.Process(target=serve, args=(self._environment, theirs))
        self._process.start()
        theirs.close()
        with os.fdopen(os.dup(mine.fileno())) as said:
            ready = said.readline()
        assert "served at" in ready, ready
        with self.changed:
            self.number += 1
            self.address = ready.rpartition("//")[2].strip().rstrip("/")
            self.changed.notify_all()
        return Site(self.address)

    def kill(self) -> None:
        assert self._process is not None
        self._process.kill()
        self._process.join(DEADLINE)
        assert self._process.exitcode == -9

    def after(self, number: int) -> Site:
        """The server after one that is gone, as soon as it is there."""
        with self.changed:
            assert self.changed.wait_for(lambda: self.number > number, DEADLINE)
            return Site(self.address)


class Acknowledged:
    """Everything that any client has had acknowledged."""

    def __init__(self) -> None:
        self.choices: list[tuple[str, int, str]] = []  # table, number of the event, choice
        self.more = threading.Condition()

    def note(self, table: str, number: int, choice: str) -> None:
        with self.more:
            self.choices.append((table, number, choice))
            self.more.notify_all()

    def wait_for(self, count: int) -> None:
        with self.more:
            assert self.more.wait_for(lambda: len(self.choices) >= count, DEADLINE)


class Client(threading.Thread):
    """Plays the seats of one token by chance, whatever happens to the server."""

    def __init__(self, servers: Servers, table: str, token: str, kept: Acknowledged) -> None:
        super().__init__(daemon=True)
        self.servers, self.table, self.token, self.kept = servers, table, token, kept
        self.dice = random.Random(table)
        self.pending: tuple[int, str] | None = None  # sent, not acknowledged
        self.repeated = 0
        self.seen = 0  # events that were shown to this client
        self.failure: BaseException | None = None
        self.over = False

    def run(self) -> None:
        number = 0
        try:
            while not self.over:
                site = self.servers.after(number)
                number = self.servers.number
                try:
                    with site.at(self.table, self.token) as wire:
                        self.play(wire)
                except (WebSocketException, OSError, EOFError):
                    continue
        except BaseException as failure:
            self.failure = failure
            raise

    def play(self, wire: Wire) -> None:
        scene = wire.shown(0)
        assert scene["seq"] >= self.seen, "an event that was shown is gone"
        if self.pending is not None:
            self.repeated += 1
            self.order(wire, *self.pending)
        while (scene := wire.my_turn())["state"] != "over":
            self.seen = max(self.seen, scene["seq"])
            self.order(wire, scene["seq"], self.dice.choice(choices(scene)))
        self.over = True

    def order(self, wire: Wire, seq: int, choice: str) -> None:
        self.pending = (seq, choice)
        answer = wire.ask(t="choose", seq=seq, choice=choice)
        assert answer["t"] == "ack", answer
        self.pending = None
        self.kept.note(self.table, seq, choice)
        self.seen = max(self.seen, answer["seq"])
        wire.shown(answer["seq"])


def stored(file: Path) -> dict[tuple[str, int], dict[str, object]]:
    with sqlite3.connect(file) as database:
        rows = database.execute("select table_id, seq, body from events")
        return {(table, seq): json.loads(body) for table, seq, body in rows}


def check(file: Path, kept: list[tuple[str, int, str]]) -> None:
    found = stored(file)
    for table, seq, choice in kept:
        assert (table, seq) in found, f"{choice} was acknowledged and is lost"
        assert found[table, seq]["choice"] == choice


@pytest.fixture
def servers(tmp_path: Path) -> Iterator[Servers]:
    found = Servers(tmp_path / "tables.sqlite")
    yield found
    found.kill()


@pytest.mark.long
@pytest.mark.parametrize("seed", range(times(1)))
def test_nothing_acknowledged_is_lost(servers: Servers, tmp_path: Path, seed: int) -> None:
    file, kept, dice = tmp_path / "tables.sqlite", Acknowledged(), random.Random(seed)
    site = servers.start()
    clients = []
    for others in (("hotseat",), ("hotseat",), ("random",), ("novice",)):
        guest = site.guest()
        made = guest.table("me", *others)
        clients.append(Client(servers, made["table"], guest.token, kept))
    for client in clients:
        client.start()
    checked = 0
    for _ in range(KILLS):
        if not all(client.over for client in clients):
            kept.wait_for(len(kept.choices) + dice.randrange(8))
        servers.kill()
        # Nothing is acknowledged any more: all of it must be in the file.
        check(file, kept.choices[checked:])
        checked = len(kept.choices)
        servers.start()
    for client in clients:
        client.join(DEADLINE)
        assert client.failure is None
        assert client.over
    check(file, kept.choices)
    assert sum(client.repeated for client in clients) > 0, "no kill hit a move on its way"
    bots = [event for event in stored(file).values() if event["e"] == "choose"]
    assert len(bots) > len(kept.choices), "the bots have not played"
