"""A hundred tables with bots: how long people wait for a bot's turn, and what the bots cost.

At each table a person, who chooses by chance, plays against a bot. People take their time for a
turn and then choose at once; a wait counts from the last choice of their turn until they are asked
again. Bots make no pauses for people to follow.

    python -m benchmarks.bots [--tables 100] [--bot strategist] [--pause 10] [--seconds 60]
"""

from __future__ import annotations

import argparse
import asyncio
import random
import tempfile
import time
from pathlib import Path

import httpx
from msgspec import Struct, json
from websockets.asyncio.client import ClientConnection, connect

from benchmarks.scale import all_cpu, worker
from benchmarks.server import Question, cpu, share

FORM = "high-form"


class Scene(Struct):
    seq: int
    turn: int
    state: str
    question: Question | None


class Message(Struct):
    t: str
    scene: Scene | None = None
    error: str | None = None


_decoder = json.Decoder(Message)


class Person:
    """One who plays against a bot."""

    def __init__(self, connection: ClientConnection, pause: float) -> None:
        self.connection, self.pause = connection, pause
        self.turn = 0  # that was chosen in last
        self.sent = 0.0
        self.waits: list[float] = []  # with when each of them ended
        self.ends: list[float] = []
        self.refused = 0
        self.over = False

    async def play(self) -> None:
        async for frame in self.connection:
            message = _decoder.decode(frame)
            self.refused += message.t == "refused"
            if message.scene is None:
                continue
            if message.scene.state == "over":
                self.over = True
                return
            if message.scene.question is not None:
                await self.answer(message.scene, message.scene.question)

    async def answer(self, scene: Scene, question: Question) -> None:
        if scene.turn != self.turn:
            if self.turn:
                self.waits.append(time.perf_counter() - self.sent)
                self.ends.append(time.perf_counter())
            self.turn = scene.turn
            await asyncio.sleep(random.uniform(0.5, 1.5) * self.pause)
        usual = [c for c in question.choices if not c.text.startswith(("resign", "discard"))]
        chosen = random.choice(usual or question.choices).text
        self.sent = time.perf_counter()
        told = {"t": "choose", "seq": scene.seq, "choice": chosen, "id": 1}
        await self.connection.send(json.encode(told).decode())


async def sit_down(client: httpx.AsyncClient, address: str, bot: str, pause: float) -> Person:
    token = (await client.post("/api/guests", json={"name": "Ann"})).json()["token"]
    seats = [{"kind": "me"}, {"kind": "bot", "bot": bot}]
    made = await client.post(
        "/api/tables",
        headers={"Authorization": f"Bearer {token}"},
        json={"form": FORM, "seats": seats},
    )
    connection = await connect(f"ws://{address}/api/play", max_size=None, ping_interval=None)
    hello = {"t": "hello", "table": made.json()["table"], "token": token}
    await connection.send(json.encode(hello).decode())
    return Person(connection, pause)


async def run(options: argparse.Namespace, pid: int, address: str) -> None:
    async with httpx.AsyncClient(base_url=f"http://{address}", timeout=60) as client:
        people = [
            await sit_down(client, address, options.bot, options.pause)
            for _ in range(options.tables)
        ]
    playing = [asyncio.create_task(person.play()) for person in people]
    await asyncio.sleep(options.pause)  # until they are no longer all at the same point
    begun, before = time.perf_counter(), (cpu(pid), all_cpu(pid))
    await asyncio.sleep(options.seconds)
    took = time.perf_counter() - begun
    server, everything = cpu(pid) - before[0], all_cpu(pid) - before[1]
    waits = [
        wait
        for person in people
        for wait, end in zip(person.waits, person.ends, strict=True)
        if begun <= end < begun + took
    ]
    turns, bots = max(1, len(waits)), everything - server
    print(
        f"{options.tables} tables of {FORM} against {options.bot}, {len(waits)} turns of bots in "
        f"{took:.0f} s: {turns / took:.1f} a second\n"
        f"wait for a turn, ms: median {share(waits, 0.5)}, 95 % {share(waits, 0.95)}, "
        f"longest {share(waits, 1)}\n"
        f"cores in use: {server / took:.2f} by the server, {bots / took:.2f} by bots; "
        f"CPU of a bot's turn: {1000 * bots / turns:.1f} ms\n"
        f"refused: {sum(p.refused for p in people)}; games over: {sum(p.over for p in people)}"
    )
    for task in playing:
        task.cancel()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--bot", default="strategist")
    parser.add_argument("--pause", type=float, default=10, help="seconds that people think")
    parser.add_argument("--seconds", type=float, default=60)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        database = f"sqlite:///{Path(folder) / 'tables.sqlite'}"
        settings = {"TASHKALAR_DATABASE_URL": database, "TASHKALAR_BOT_PAUSE": "0"}
        with worker(settings) as (pid, address):
            asyncio.run(run(options, pid, address))


if __name__ == "__main__":
    main()
