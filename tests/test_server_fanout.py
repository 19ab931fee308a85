"""The contract between a worker and its fanout, for Redis and for workers of one process."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack, ExitStack, asynccontextmanager
from pathlib import Path
from typing import Protocol

import pytest

from tashkalar.server.storage.fanout import Fanout, News, Redis
from tests import programs, services
from tests.fanouts import Exchange
from tests.serving import DEADLINE

Heard = list[News | None]


class Place(Protocol):
    """A connection between workers."""

    def connect(self, worker: str) -> Fanout: ...

    def cut(self) -> None: ...

    def mend(self) -> None: ...


class RedisServer:
    """A Redis that can be stopped and started again."""

    def __init__(self, folder: Path) -> None:
        self._folder, self._port = folder, services.free_port()
        self._running = ExitStack()
        self.mend()

    def connect(self, worker: str) -> Fanout:
        return Redis(f"redis://127.0.0.1:{self._port}/0", worker)

    def cut(self) -> None:
        self._running.close()

    def mend(self) -> None:
        self._running.enter_context(services.redis(self._folder, self._port))


@pytest.fixture(params=["one process", "redis"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Place]:
    if request.param == "one process":
        yield Exchange()
        return
    programs.require(programs.REDIS)
    found = RedisServer(tmp_path)
    yield found
    found.cut()


class Worker:
    """A fanout and what it has heard."""

    def __init__(self, fanout: Fanout) -> None:
        self.fanout = fanout
        self.heard: Heard = []
        self.usage: list[tuple[str, bytes]] = []
        fanout.on_usage = lambda worker, usage: self.usage.append((worker, usage))

    async def listen(self, news: News | None) -> None:
        self.heard.append(news)

    async def hears(self, *news: News | None) -> None:
        await until(lambda: len(self.heard) >= len(news))
        assert self.heard == list(news)


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(DEADLINE):
        while not condition():
            await asyncio.sleep(0.01)


@asynccontextmanager
async def workers(place: Place, *names: str) -> AsyncIterator[list[Worker]]:
    async with AsyncExitStack() as opened:
        found = [Worker(place.connect(name)) for name in names]
        for worker in found:
            opened.push_async_callback(worker.fanout.close)
            await worker.fanout.start(worker.listen)
        yield found


def test_all_others_hear_what_a_worker_publishes_in_order(place: Place) -> None:
    async def run() -> None:
        async with workers(place, "a", "b", "c") as (a, b, c):
            a.fanout.publish("t1", "event")
            a.fanout.publish("t2", "chat")
            a.fanout.publish("t1", "here")
            news = [News("a", "t1", "event"), News("a", "t2", "chat"), News("a", "t1", "here")]
            await b.hears(*news)
            await c.hears(*news)
            b.fanout.publish("t3", "guest")
            await c.hears(*news, News("b", "t3", "guest"))
            await a.hears(News("b", "t3", "guest"))  # and none of a's own
            assert b.heard == news

    asyncio.run(run())


def test_usage_goes_to_the_limits_and_not_to_the_listener(place: Place) -> None:
    async def run() -> None:
        async with workers(place, "a", "b") as (a, b):
            a.fanout.tell_usage(b"much")
            a.fanout.publish("t", "anew")
            await b.hears(News("a", "t", "anew"))
            assert b.usage == [("a", b"much")]
            b.fanout.publish("t", "event")
            await a.hears(News("b", "t", "event"))
            assert a.usage == []

    asyncio.run(run())


def test_news_that_cannot_be_handled_stops_no_other(place: Place) -> None:
    async def run() -> None:
        tried: Heard = []

        async def fail(news: News | None) -> None:
            tried.append(news)
            raise ValueError(news)

        async with workers(place, "a") as (a,):
            failing = place.connect("b")
            await failing.start(fail)
            a.fanout.publish("t1", "event")
            a.fanout.publish("t2", "event")
            await until(lambda: len(tried) == 2)
            assert tried == [News("a", "t1", "event"), News("a", "t2", "event")]
            await failing.close()

    asyncio.run(run())


def test_after_an_interruption_a_listener_is_told_that_it_may_have_missed_news(
    place: Place,
) -> None:
    async def run() -> None:
        async with workers(place, "a", "b") as (a, b):
            assert await a.fanout.check()
            place.cut()
            assert not await a.fanout.check()
            place.mend()
            await b.hears(None)
            await a.hears(None)
            assert await a.fanout.check()
            a.fanout.publish("t", "event")
            await b.hears(None, News("a", "t", "event"))

    asyncio.run(run())


def test_a_worker_starts_while_the_others_cannot_be_reached(place: Place) -> None:
    async def run() -> None:
        place.cut()
        async with workers(place, "a", "b") as (a, b):
            assert not await b.fanout.check()
            place.mend()
            await a.hears(None)
            await b.hears(None)
            b.fanout.publish("t", "event")
            await a.hears(None, News("b", "t", "event"))

    asyncio.run(run())


def test_a_closed_fanout_hears_nothing(place: Place) -> None:
    async def run() -> None:
        async with workers(place, "a", "b", "c") as (a, b, c):
            await c.fanout.close()
            a.fanout.publish("t1", "event")
            a.fanout.publish("t2", "event")
            await b.hears(News("a", "t1", "event"), News("a", "t2", "event"))
            assert c.heard == []

    asyncio.run(run())
