"""Bots at the tables: they are asked one choice at a time, like everybody."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress

from tashkalar.server.refusals import Refused
from tashkalar.server.storage import archive
from tashkalar.server.storage.store import StoreFailed
from tashkalar.server.tables.projection import chosen
from tashkalar.server.tables.registry import Registry, Table
from tashkalar.server.tables.thinking import Thinkers

_log = logging.getLogger("tashkalar.server")


class Bots:
    """Asks the bot of a table whenever it is its turn. One task a table, no more."""

    def __init__(self, tables: Registry, thinkers: Thinkers) -> None:
        self._tables, self._thinkers = tables, thinkers
        self._asked: dict[str, asyncio.Task[None]] = {}
        tables.bot_due = self.due

    def due(self, table: Table) -> None:
        """It is a bot's turn to choose, and this worker is the one to ask it."""
        if table.id not in self._asked:
            self._asked[table.id] = asyncio.create_task(self._ask(table))

    async def close(self) -> None:
        """Ask no bot any more."""
        tasks = list(self._asked.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _ask(self, table: Table) -> None:
        try:
            while table.course.bot_due:
                if not await self._choice(table):
                    return  # another worker goes on, or a sweep finds the table later
        except Exception:
            _log.exception("the bot of table %s could not be asked", table.id)
        finally:
            del self._asked[table.id]

    async def _choice(self, table: Table) -> bool:
        """One choice of the bot; false when this worker should leave the table alone."""
        before, pause = table.course, self._tables.settings.bot_pause
        seat, game = before.acting, before.game
        assert seat is not None
        assert game is not None
        bot = before.seats[seat].bot or self._tables.settings.substitute
        found, _ = await asyncio.gather(
            self._thinkers.choose(table.id, seat, bot, game.view(seat), before.turn_began),
            asyncio.sleep(pause),
        )
        async with table.lock:
            if table.course.moved != before.moved or not table.course.bot_due:
                return True  # something was taken back, or the player has returned
            try:
                await self._tables.append(table, *chosen(table.course, seat, (found,)))
            except Refused:
                return False
        return True

    async def find(self) -> None:
        """Take over bots that no worker asks: after a start, or when one was lost."""
        tables, now = self._tables, self._tables.now()
        for wanted, seq in await tables.store.read(lambda c: archive.unclaimed(c, now)):
            with suppress(Refused):
                await self._take_over(wanted, seq, now)

    async def _take_over(self, wanted: str, seq: int, now: int) -> None:
        table = await self._tables.get(wanted)
        if table is None or not await self._claimed(table, seq, now):
            return
        await self._tables.refresh(table)
        if table.course.bot_due:
            self.due(table)

    async def _claimed(self, table: Table, seq: int, now: int) -> bool:
        worker = self._tables.worker
        until = now + self._tables.patience
        try:
            return await self._tables.store.write(
                table.id, lambda c: archive.claim(c, table.id, seq, worker, now, until)
            )
        except StoreFailed:
            return False
