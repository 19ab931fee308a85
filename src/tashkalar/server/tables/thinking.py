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
from dataclasses import dataclass
from random import SystemRandom
from time import perf_counter
from typing import Any, TypeVar

from msgspec import structs

from tashkalar import Position, View, choice_text
from tashkalar.bots.reviewing.best import BestTurn
from tashkalar.bots.reviewing.review import TurnReview
from tashkalar.player_names import PlayerNames
from tashkalar.server.metrics import BOT_FAILURES, THINKING
from tashkalar.server.settings import Settings
from tashkalar.server.tables import thinker
from tashkalar.server.tables.sharing import FairQueue

T = TypeVar("T")
_log = logging.getLogger("tashkalar.server")
_TRIES = 2


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


@dataclass(frozen=True)
class _Waiting:
    """A question that waits for a process."""

    about: object
    place: asyncio.Future[Process]


class Thinkers:
    """A few processes for all bots of this worker, shared fairly by the owners of the tables.

    Where many want to think they wait for each other: a level never thinks less than it says.
    """

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._all = [Process() for _ in range(max(1, settings.bot_processes))]
        self._free = list(self._all)
        self._asked: set[asyncio.Task[Any]] = set()  # what processes are thinking about
        self._queue: FairQueue[_Waiting] = FairQueue()
        self._last: OrderedDict[object, Process] = OrderedDict()  # who knows a table's plans

    def close(self) -> None:
        """End all processes."""
        for process in self._all:
            process.kill()

    async def choose(self, owner: str, inquiry: thinker.Inquiry, seen: View) -> str:
        """The choice of a bot; any choice at all from one that cannot be brought to answer."""
        started = perf_counter()
        about, bot = (inquiry.table, inquiry.seat), inquiry.bot
        for _ in range(_TRIES):
            try:
                asked = structs.replace(inquiry, budget=self._settings.bot_budget)
                return await self._ask(owner, about, thinker.choose, asked)
            except Exception as error:  # whatever a bot of somebody else does
                BOT_FAILURES.labels(bot).inc()
                _log.warning("the bot %s failed at table %s: %r", bot, inquiry.table, error)
            finally:
                THINKING.labels(bot).observe(perf_counter() - started)
        return choice_text(SystemRandom().choice(seen.choices()))

    async def advise(
        self, owner: str, table: str, seen: View, language: str, names: PlayerNames
    ) -> thinker.Advice:
        """Return a turn that a planner would play, in words for the reader of `names`."""
        budget = self._settings.bot_budget
        inquiry = thinker.Inquiry(table, seen.viewer, "planner", seen.to_bytes(), budget)
        return await self._ask(owner, None, thinker.advise, inquiry, language, names)

    async def review(self, owner: str, record: str, number: int) -> TurnReview:
        """A turn of a game that is over, reviewed."""
        return await self._ask(owner, ("review", record), thinker.review, record, number)

    async def best(
        self, owner: str, position: Position, nodes: int, open_hands: bool
    ) -> tuple[BestTurn, ...]:
        """The best turns from a position of a study."""
        return await self._ask(owner, None, thinker.best, position.to_bytes(), nodes, open_hands)

    async def _ask(self, owner: str, about: object, question: Callable[..., T], *given: Any) -> T:
        process = await self._taken(owner, about)
        # Whoever asked may go away: the process thinks on, and until it has ended it is not free.
        asked = asyncio.create_task(self._answered(process, owner, question, *given))
        self._asked.add(asked)
        asked.add_done_callback(self._ended)
        return await asyncio.shield(asked)

    def _ended(self, asked: asyncio.Task[Any]) -> None:
        self._asked.discard(asked)
        if not asked.cancelled():
            asked.exception()  # perhaps nobody waits for it any more

    async def _answered(
        self, process: Process, owner: str, question: Callable[..., T], *given: Any
    ) -> T:
        started = perf_counter()
        try:
            return await process.ask(self._settings.bot_limit, question, *given)
        finally:
            self._queue.charge(owner, perf_counter() - started)
            self._give_back(process)

    async def _taken(self, owner: str, about: object) -> Process:
        """A free process, best the one that has answered about this before."""
        if self._free:
            known = self._last.get(about)
            process = known if known in self._free and known is not None else self._free[-1]
            self._free.remove(process)
        else:
            place: asyncio.Future[Process] = asyncio.get_running_loop().create_future()
            self._queue.put(owner, _Waiting(about, place))
            try:
                process = await place
            except asyncio.CancelledError:
                if not place.cancelled():  # it had just been given one
                    self._give_back(place.result())
                raise
        self._last[about] = process
        self._last.move_to_end(about)
        if len(self._last) > 10_000:
            self._last.popitem(last=False)
        return process

    def _give_back(self, process: Process) -> None:
        self._queue.discard(lambda waiting: waiting.place.done())
        # Going on with a plan takes no time, so those who have one here come first.
        found = self._queue.take(lambda waiting: self._last.get(waiting.about) is process)
        if found is None:
            self._free.append(process)
        else:
            found[1].place.set_result(process)
