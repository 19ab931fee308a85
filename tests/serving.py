"""A server for tests: in a thread with a clock of its own, or as a process that can be killed."""

from __future__ import annotations

import asyncio
import json
import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import IO, Any

import httpx
import uvicorn
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from tashkalar.server.settings import Settings
from tashkalar.server.storage.fanout import Connect
from tashkalar.server.tables.service import TableService
from tashkalar.server.wire.app import make_app
from tashkalar.server.wire.run import Server, options
from tests.following import Follower

DEADLINE = 30.0  # seconds until something that must happen counts as not happening
QUICK = Settings(
    bot_budget="20n",
    bot_pause=0,
    bot_processes=1,
    sweep=0.02,
    grace=0,
    absent=60,
    requests=1e6,
    pages=1e6,
    guests=1e6,
    messages=1e6,
    sockets=10_000,
    chat=1e6,
    hints=1e6,
    chosen_seeds=True,
)

Message = dict[str, Any]
Job = Callable[[TableService], Coroutine[Any, Any, None]]


class Clock:
    """A clock that only goes when it is told to."""

    def __init__(self, start: int = 1_800_000_000_000) -> None:
        self.milliseconds = start

    def __call__(self) -> int:
        return self.milliseconds

    def advance(self, seconds: float) -> None:
        self.milliseconds += int(seconds * 1000)


class Site:
    """A server somewhere, and requests to it."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.http = httpx.Client(base_url=f"http://{address}", timeout=DEADLINE)

    def guest(self, name: str = "Ann") -> Player:
        made = self.http.post("/api/guests", json={"name": name})
        assert made.status_code == 201, made.text
        return Player(self, made.json()["token"], name)

    def at(self, table: str, token: str | None = None, **hello: Any) -> Wire:
        return Wire(self, table, token, **hello)


class Player:
    """Somebody with a token."""

    def __init__(self, site: Site, token: str, name: str) -> None:
        self.site, self.token, self.name = site, token, name
        self.headers = {"Authorization": f"Bearer {token}"}

    def post(self, path: str, body: object = None) -> httpx.Response:
        return self.site.http.post(path, json=body or {}, headers=self.headers)

    def get(self, path: str) -> httpx.Response:
        return self.site.http.get(path, headers=self.headers)

    def table(self, *kinds: str, form: str = "duel", **setup: Any) -> Message:
        """A new table: me, open, hotseat, or the name of a bot, for each seat."""
        seats: list[Message] = [
            {"kind": kind} if kind in ("me", "open", "hotseat") else {"kind": "bot", "bot": kind}
            for kind in kinds
        ]
        made = self.post("/api/tables", {"form": form, "seats": seats, **setup})
        assert made.status_code == 201, made.text
        found: Message = made.json()
        return found

    def join(self, table: str, invite: str | None = None, seat: int | None = None) -> Message:
        joined = self.post(f"/api/tables/{table}/join", {"invite": invite, "seat": seat})
        assert joined.status_code == 200, joined.text
        found: Message = joined.json()
        return found

    def at(self, table: str, **hello: Any) -> Wire:
        return self.site.at(table, self.token, **hello)


class Wire:
    """One websocket. What arrives while something else is awaited is kept in ``seen``."""

    def __init__(
        self, site: Site, table: str, token: str | None, path: str = "/api/play", **hello: Any
    ) -> None:
        self.socket: ClientConnection
        self._open = connect(f"ws://{site.address}{path}", max_size=None, legacy=True)
        self.socket = self._open
        self.seen: list[Message] = []
        self.scene: Message | None = None
        self.number = 0  # of that scene
        self._follower: Follower
        self._heard: list[Message] = []  # in the same frame, and not read yet
        self.row: Message | None = None
        self.log: list[Message] = []
        self._ids = 0
        self.send(t="hello", table=table, token=token, **hello)

    def __enter__(self) -> Wire:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self.socket.close()

    def send(self, **message: Any) -> None:
        self.socket.send(json.dumps(message))

    def receive(self) -> Message:
        """The next message; log, scene and row are kept as a client would."""
        if not self._heard:
            heard = json.loads(self.socket.recv(timeout=DEADLINE))
            self._heard += heard if isinstance(heard, list) else [heard]
        message = self._heard.pop(0)
        self.seen.append(message)
        match message["t"]:
            case "scene":
                self.scene, self.number = message["scene"], message["number"]
                self._follower = Follower(message["scene"])
            case "change":
                assert message["since"] == self.number
                self.scene = self._follower.follow(message["values"], message["splices"])
                self.number = message["number"]
            case "table" | "welcome":
                self.row = message["table"]
            case "log":
                del self.log[message["from"] :]
                self.log += message["entries"]
        return message

    def expect(self, kind: str, until: Callable[[Message], bool] = lambda _: True) -> Message:
        """Read on until a message of a kind comes that is as wanted."""
        end = time.monotonic() + DEADLINE
        while time.monotonic() < end:
            message = self.receive()
            if message["t"] == kind and until(message):
                return message
        raise AssertionError(f"no {kind} came; the last were {self.seen[-3:]}")

    def ask(self, **message: Any) -> Message:
        """Send an order and return the answer to it: ack, refused, reason or hint."""
        self._ids += 1
        self.send(id=self._ids, **message)
        return self.expect_answer(self._ids)

    def expect_answer(self, number: int | str) -> Message:
        """The answer to the message with an id."""
        end = time.monotonic() + DEADLINE
        while time.monotonic() < end:
            found = self.receive()
            if found.get("id") == number:
                return found
        raise AssertionError(f"no answer to {number}")

    def shown(self, seq: int) -> Message:
        """The scene after so many events, or a later one."""
        while self.scene is None or self.scene["seq"] < seq:
            self.receive()
        return self.scene

    def choose(self, choice: str, seq: int | None = None) -> Message:
        """A choice; it must be acknowledged. The scene after it is returned."""
        assert self.scene is not None
        answer = self.ask(t="choose", seq=self.scene["seq"] if seq is None else seq, choice=choice)
        assert answer["t"] == "ack", answer
        return self.shown(answer["seq"])

    def my_turn(self) -> Message:
        """Wait until there is a question for me, or the game is over."""
        while self.scene is None or not (self.scene["question"] or self.scene["state"] == "over"):
            self.receive()
        return self.scene

    def closed(self) -> int:
        """Read until the server closes; the code it gives."""
        try:
            while True:
                self.receive()
        except ConnectionClosed as error:
            return error.rcvd.code if error.rcvd else 1006


def eventually(condition: Callable[[], bool]) -> None:
    """Ask again and again until something is so."""
    end = time.monotonic() + DEADLINE
    while not condition():
        assert time.monotonic() < end


def choices(scene: Message) -> list[str]:
    question = scene["question"]
    return [offered["text"] for offered in question["choices"]] if question else []


def play_on(
    wires: list[Wire],
    rng: random.Random,
    moves: int | None = None,
    each: Callable[[Wire, Message], None] = lambda _wire, _scene: None,
) -> int:
    """Let whoever is asked choose at random; so many choices, or until the game is over."""
    made = 0
    while moves is None or made < moves:
        newest = max((wire.scene["seq"] for wire in wires if wire.scene), default=0)
        for wire in wires:
            wire.shown(newest)
        asked = [w for w in wires if w.scene and w.scene["seq"] == newest and w.scene["question"]]
        scene = wires[0].scene
        assert scene is not None
        if scene["state"] == "over":
            return made
        if not asked:  # a bot's turn
            wires[0].shown(newest + 1)
            continue
        scene = asked[0].scene
        assert scene is not None
        each(asked[0], scene)
        asked[0].choose(rng.choice(choices(scene)))
        made += 1
    return made


# --- in a thread ---


class Running(Site):
    """A server in a thread of this process: its clock and its insides are at hand."""

    def __init__(self, address: str, worker: TableService, clock: Clock) -> None:
        super().__init__(address)
        self.worker, self.clock = worker, clock

    def do(self, job: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Something that is done now and then, now."""
        asyncio.run_coroutine_threadsafe(job(), self.worker.store.loop).result(DEADLINE)

    def everywhere(self, job: Job) -> None:
        """The same at all workers there are."""
        self.do(lambda: job(self.worker))


@contextmanager
def running(
    folder: Path,
    settings: Settings = QUICK,
    clock: Clock | None = None,
    host: str = "127.0.0.1",
    connect: Connect | None = None,
    **changed: Any,
) -> Iterator[Running]:
    settings = replace(settings, **changed)
    if not settings.database_url:
        settings = replace(settings, database_url=f"sqlite:///{folder / 'tables.sqlite'}")
    clock = clock or Clock()
    app = make_app(settings, clock, connect)
    server = Server(uvicorn.Config(app, **options(settings, host, 0)))
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    assert server.ready.wait(DEADLINE)
    try:
        yield Running(f"{host}:{server.port}", app.state.worker, clock)
    finally:
        server.should_exit = True
        thread.join(DEADLINE)
        assert not thread.is_alive()


# --- as a process ---


class Killable(Site):
    """A server in a process of its own, started by the command that people use."""

    def __init__(
        self,
        environment: dict[str, str],
        *arguments: str,
        command: tuple[str, ...] = (sys.executable, "-m", "tashkalar"),
        stderr: IO[str] | None = None,
    ) -> None:
        self.process = subprocess.Popen(
            [*command, "serve", "--port", "0", *arguments],
            env={**os.environ, **ENVIRONMENT, **environment},
            stdout=subprocess.PIPE,
            stderr=stderr,
            text=True,
        )
        assert self.process.stdout is not None
        ready = self.process.stdout.readline()
        assert "served at" in ready, ready
        super().__init__(ready.rpartition("//")[2].strip().rstrip("/"))

    def kill(self) -> None:
        """kill -9: no chance to tidy up."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(DEADLINE)
        self.http.close()

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(DEADLINE)
        self.http.close()


ENVIRONMENT = {
    "TASHKALAR_BOT_BUDGET": "20n",
    "TASHKALAR_BOT_PAUSE": "0",
    "TASHKALAR_BOT_PROCESSES": "1",
    "TASHKALAR_SWEEP": "0.02",
    "TASHKALAR_GRACE": "0",
    "TASHKALAR_REQUESTS": "1000000",
    "TASHKALAR_PAGES": "1000000",
    "TASHKALAR_GUESTS": "1000000",
    "TASHKALAR_MESSAGES": "1000000",
    "TASHKALAR_SOCKETS": "10000",
    "TASHKALAR_CHAT": "1000000",
    "TASHKALAR_CHOSEN_SEEDS": "yes",
}
