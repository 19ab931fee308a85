"""News between the workers of one process: what Redis does for those of several."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from contextlib import suppress

from tashkalar.server.storage.fanout import Listener, News, Used, What

_Message = News | Used | None  # None: some may have been missed


class Exchange:
    """Passes on what each worker publishes, in its order, to those in other threads too."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._lines: list[Line] = []
        self.up = True

    def connect(self, worker: str) -> Line:
        """Return the fanout of a worker."""
        return Line(self, worker)

    def cut(self) -> None:
        """Lose all messages from now on."""
        with self._lock:
            self.up = False

    def mend(self) -> None:
        """Pass messages on again, after a None to each listener: it may have missed some."""
        with self._lock:
            self.up = True
            for line in self._lines:
                line.receive(None)

    def join(self, line: Line) -> None:
        with self._lock:
            self._lines.append(line)

    def leave(self, line: Line) -> None:
        with self._lock:
            if line in self._lines:
                self._lines.remove(line)

    def send(self, message: News | Used) -> None:
        with self._lock:
            for line in self._lines:
                if self.up and line.worker != message.worker:
                    line.receive(message)


class Line:
    """The fanout of one worker."""

    def __init__(self, exchange: Exchange, worker: str) -> None:
        self.worker = worker
        self.on_usage: Callable[[str, bytes], None] = lambda worker, usage: None
        self._exchange = exchange
        self._inbox: asyncio.Queue[_Message] = asyncio.Queue()
        self._listening: asyncio.Task[None] | None = None

    async def start(self, listener: Listener) -> None:
        self._loop = asyncio.get_running_loop()
        self._listening = asyncio.create_task(self._listen(listener))
        self._exchange.join(self)

    def publish(self, table: str, what: What) -> None:
        self._exchange.send(News(self.worker, table, what))

    def tell_usage(self, usage: bytes) -> None:
        self._exchange.send(Used(self.worker, usage))

    async def check(self) -> bool:
        return self._exchange.up

    async def close(self) -> None:
        self._exchange.leave(self)
        if self._listening is not None:
            self._listening.cancel()
            await asyncio.gather(self._listening, return_exceptions=True)

    def receive(self, message: _Message) -> None:
        """Take a message in the thread of its sender."""
        with suppress(RuntimeError):  # the loop of this worker is closed
            self._loop.call_soon_threadsafe(self._inbox.put_nowait, message)

    async def _listen(self, listener: Listener) -> None:
        while True:
            message = await self._inbox.get()
            with suppress(Exception):  # one message that cannot be handled stops no other
                if isinstance(message, Used):
                    self.on_usage(message.worker, message.usage)
                else:
                    await listener(message)
