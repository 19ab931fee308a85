"""News between workers: which table has changed, or which guest. What is in the database."""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, Literal, Protocol

from msgspec import Struct, json

_log = logging.getLogger("tashkalar.server")
# A network that loses everything tells nobody: after some 20 seconds a connection counts as lost.
_CUT_OFF = {
    getattr(socket, name): value
    for name, value in (("TCP_KEEPIDLE", 10), ("TCP_KEEPINTVL", 3), ("TCP_KEEPCNT", 3))
    if hasattr(socket, name)
}
_PATIENCE = 2.0  # seconds that a start waits for Redis
What = Literal["event", "here", "chat", "anew", "guest"]
_CHANNEL = "tashkalar:tables"
_USAGE = "tashkalar:usage"  # what the limits of all workers need to know


class News(Struct, frozen=True, gc=False):
    """Something is new at a table, or with a guest. A worker does not listen to itself."""

    worker: str
    table: str  # or the owner
    what: What


class Used(Struct, frozen=True, gc=False):
    """What a worker tells of its limits; how, is theirs to know."""

    worker: str
    usage: bytes


Listener = Callable[[News | None], Awaitable[None]]  # None: some news may have been missed


class Fanout(Protocol):
    """Carries news to the other workers. A listener gets None after news may have been lost."""

    on_usage: Callable[[str, bytes], None]  # called with the worker and its usage

    async def start(self, listener: Listener) -> None:
        """Listen to the other workers, now or as soon as they can be reached."""

    def publish(self, table: str, what: What) -> None:
        """Tell the other workers that a table or a guest has changed. Never waits or fails."""

    def tell_usage(self, usage: bytes) -> None:
        """Tell the other workers what the limits need to know. Never waits or fails."""

    async def check(self) -> bool:
        """Return whether the other workers can be reached."""

    async def close(self) -> None:
        """Stop listening and telling."""


Connect = Callable[[str], Fanout]  # with the id of the worker


class Alone:
    """The only worker there is: nobody else has to hear."""

    on_usage: Callable[[str, bytes], None]

    async def start(self, listener: Listener) -> None:
        """Nobody will ever be heard."""

    def publish(self, table: str, what: What) -> None:
        """Nobody has to be told."""

    def tell_usage(self, usage: bytes) -> None:
        """Nobody has to be told."""

    async def check(self) -> bool:
        """There is nothing that could fail."""
        return True

    async def close(self) -> None:
        """There is nothing to close."""


class Redis:
    """Several workers, told through Redis. News may get lost; the database does not."""

    def __init__(self, address: str, worker: str) -> None:
        from redis.asyncio import Redis as Connection

        self.worker = worker
        self.on_usage: Callable[[str, bytes], None] = lambda worker, usage: None
        self._redis = Connection.from_url(
            address,
            health_check_interval=10,
            socket_connect_timeout=5,
            socket_keepalive=True,
            socket_keepalive_options=_CUT_OFF,
        )
        self._decoder = json.Decoder(News)
        self._outbox: asyncio.Queue[tuple[str, bytes]] = asyncio.Queue(10_000)
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self, listener: Listener) -> None:
        """Listen to the other workers."""
        heard = asyncio.Event()
        self._tasks = [
            asyncio.create_task(self._listen(listener, heard)),
            asyncio.create_task(self._send()),
        ]
        # Without Redis the server starts as well: it looks into the database now and then.
        with suppress(TimeoutError):
            async with asyncio.timeout(_PATIENCE):
                await heard.wait()

    def publish(self, table: str, what: What) -> None:
        """Tell the other workers that a table has changed."""
        with suppress(asyncio.QueueFull):  # the others look into the database now and then
            self._outbox.put_nowait((_CHANNEL, json.encode(News(self.worker, table, what))))

    def tell_usage(self, usage: bytes) -> None:
        """Tell the other workers what the limits need to know."""
        with suppress(asyncio.QueueFull):
            self._outbox.put_nowait((_USAGE, json.encode(Used(self.worker, usage))))

    async def check(self) -> bool:
        """Does Redis answer?"""
        try:
            async with asyncio.timeout(2):
                return bool(await self._redis.ping())
        except Exception:
            return False

    async def close(self) -> None:
        """Stop listening and telling."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._redis.aclose()

    async def _send(self) -> None:
        from redis.exceptions import RedisError

        while True:
            message = await self._outbox.get()
            try:
                await self._redis.publish(*message)
            except (RedisError, OSError):
                await asyncio.sleep(0.5)

    async def _listen(self, listener: Listener, heard: asyncio.Event) -> None:
        """Listen for good. Whenever the line was down, news may have been missed."""
        from redis.exceptions import RedisError

        missed = told = False
        while True:
            try:
                async with self._redis.pubsub() as channel:
                    await channel.subscribe(_CHANNEL, _USAGE)
                    if missed:
                        _log.warning("Redis answers again")
                        await self._tell_missed(listener)
                    missed = told = False
                    heard.set()
                    async for message in channel.listen():
                        if message["type"] == "message":
                            await self._heard(message, listener)
            except (RedisError, OSError) as error:
                if not told:
                    _log.warning(
                        "Redis does not answer, and moves at other workers are seen late: %s", error
                    )
                missed = told = True
                await asyncio.sleep(0.5)

    async def _tell_missed(self, listener: Listener) -> None:
        """Whatever comes of it, the line is there again and goes on being listened to."""
        try:
            await listener(None)
        except Exception as error:
            _log.warning("what was missed meanwhile is looked for later: %s", error)

    async def _heard(self, message: dict[str, Any], listener: Listener) -> None:
        with suppress(Exception):  # whatever others write into the channel
            if message["channel"] == _USAGE.encode():
                used = json.decode(message["data"], type=Used)
                if used.worker != self.worker:
                    self.on_usage(used.worker, used.usage)
                return
            news = self._decoder.decode(message["data"])
            if news.worker != self.worker:
                await listener(news)
