"""Processes in which bots think, so that the tables do not wait for them."""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import signal
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from random import SystemRandom
from time import perf_counter
from typing import Any, TypeVar

from tashkalar import View, choice_text
from tashkalar.bots import Budget
from tashkalar.server.metrics import BOT_FAILURES, THINKING
from tashkalar.server.settings import Settings
from tashkalar.server.tables import thinker

T = TypeVar("T")
_log = logging.getLogger("tashkalar.server")
_TRIES = 2
_LEAST = 0.05  # of the budget that is left to a bot however many are thinking


class Process:
    """One process that answers one question at a time; it begins with the first."""

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None
        self._pid = 0

    async def ask(self, limit: float, question: Callable[..., T], *given: Any) -> T:
        """An answer within the limit; otherwise the process is ended and begun anew."""
        if self._pool is None:
            self._pool = ProcessPoolExecutor(1, multiprocessing.get_context("spawn"))
            # The limit is for thinking: a process that still starts is waited for.
            self._pid = await asyncio.wrap_future(self._pool.submit(thinker.ready))
        try:
            async with asyncio.timeout(limit):
                return await asyncio.wrap_future(self._pool.submit(question, *given))
        except (TimeoutError, BrokenProcessPool):
            self.kill()
            raise

    def kill(self) -> None:
        """End the process, whatever it does; the next question starts another."""
        if self._pid:
            with suppress(ProcessLookupError):
                os.kill(self._pid, getattr(signal, "SIGKILL", signal.SIGTERM))
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
        self._pool, self._pid = None, 0


class Thinkers:
    """A few processes for all bots of this worker; whoever waits longest is served next."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._budget = Budget.parse(settings.bot_budget)
        self._count = max(1, settings.bot_processes)
        self._all = [Process() for _ in range(self._count)]
        self._free = list(self._all)
        self._waiting: list[tuple[object, asyncio.Future[Process]]] = []
        self._last: OrderedDict[object, Process] = OrderedDict()  # who knows a table's plans

    def close(self) -> None:
        """End all processes."""
        for process in self._all:
            process.kill()

    async def choose(self, table: str, seat: int, bot: str, seen: View, turn: int) -> str:
        """The choice of a bot; any choice at all from one that cannot be brought to answer."""
        started = perf_counter()
        for _ in range(_TRIES):
            try:
                inquiry = thinker.Inquiry(table, seat, bot, seen.to_bytes(), self._share(), turn)
                return await self._ask((table, seat), thinker.choose, inquiry)
            except Exception as error:  # whatever a bot of somebody else does
                BOT_FAILURES.labels(bot).inc()
                _log.warning("the bot %s failed at table %s: %r", bot, table, error)
            finally:
                THINKING.labels(bot).observe(perf_counter() - started)
        return choice_text(SystemRandom().choice(seen.choices()))

    async def advise(self, table: str, seen: View, language: str) -> thinker.Advice:
        """A turn that a planner would play, for whoever asks for a hint."""
        inquiry = thinker.Inquiry(table, seen.viewer, "planner", seen.to_bytes(), self._share())
        return await self._ask(None, thinker.advise, inquiry, language)

    def _share(self) -> str:
        """The budget of a turn; when many wait, each gets less of it."""
        if self._budget.seconds is None:
            return f"{self._budget.nodes}n"
        crowd = 1 + (len(self._waiting) + self._count - len(self._free)) / self._count
        return f"{self._budget.seconds * max(_LEAST, min(1.0, 2 / crowd)):.3f}s"

    async def _ask(self, about: object, question: Callable[..., T], *given: Any) -> T:
        process = await self._taken(about)
        try:
            return await process.ask(self._settings.bot_limit, question, *given)
        finally:
            self._give_back(process)

    async def _taken(self, about: object) -> Process:
        """A free process, best the one that has answered about this before."""
        if self._free:
            known = self._last.get(about)
            process = known if known in self._free and known is not None else self._free[-1]
            self._free.remove(process)
        else:
            place: asyncio.Future[Process] = asyncio.get_running_loop().create_future()
            self._waiting.append((about, place))
            process = await place
        self._last[about] = process
        self._last.move_to_end(about)
        if len(self._last) > 10_000:
            self._last.popitem(last=False)
        return process

    def _give_back(self, process: Process) -> None:
        self._waiting = [(about, place) for about, place in self._waiting if not place.done()]
        if not self._waiting:
            self._free.append(process)
            return
        # Going on with a plan takes no time, so those who have one here come first.
        knowing = (i for i, (about, _) in enumerate(self._waiting)
                   if self._last.get(about) is process)  # fmt: skip
        _, place = self._waiting.pop(next(knowing, 0))
        place.set_result(process)
