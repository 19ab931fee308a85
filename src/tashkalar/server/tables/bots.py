"""Bots at the tables: they are asked one choice at a time, like everybody."""

from __future__ import annotations

import asyncio
import logging
from weakref import WeakValueDictionary

from tashkalar.bots.playing.bot import lacks_core
from tashkalar.server.refusals import Refused
from tashkalar.server.storage import archive
from tashkalar.server.storage.store import StoreFailed
from tashkalar.server.tables.projection import chosen
from tashkalar.server.tables.registry import Registry
from tashkalar.server.tables.table import Table
from tashkalar.server.tables.thinker import Inquiry
from tashkalar.server.tables.thinking import Thinkers

_log = logging.getLogger("tashkalar.server")


class Bots:
    """Asks the bot of a table whenever it is its turn. One task a table, no more."""

    def __init__(self, tables: Registry, thinkers: Thinkers) -> None:
        self._tables, self._thinkers = tables, thinkers
        self._asked: dict[str, asyncio.Task[None]] = {}
        # The places of each guest whose bots are asked: tables that were left may all wake at once.
        self._places: WeakValueDictionary[str, asyncio.Semaphore] = WeakValueDictionary()
        tables.bot_due = self.due

    def due(self, table: Table) -> None:
        """It is a bot's turn to choose, and this worker is the one to ask it."""
        if table.id not in self._asked:
            self._asked[table.id] = asyncio.create_task(self._ask(table))

    @property
    def asked(self) -> frozenset[str]:
        """The tables whose bots are being asked."""
        return frozenset(self._asked)

    async def close(self) -> None:
        """Ask no bot any more."""
        tasks = list(self._asked.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def watched(self, table: Table) -> None:
        """Somebody has come to look; bots among themselves go on."""
        if table.course.bot_due and not table.course.attended:
            self.due(table)

    async def _ask(self, table: Table) -> None:
        try:
            while _moves(table):
                async with self._place(table.header.maker):
                    done = not _moves(table) or await self._choice(table)
                if done:
                    continue
                if table.course.attended:
                    return  # another worker goes on, or a sweep finds the table later
                await asyncio.sleep(self._tables.settings.sweep)  # nobody looks for it
        except Exception:
            _log.exception("the bot of table %s could not be asked", table.id)
        finally:
            del self._asked[table.id]

    def _place(self, owner: str) -> asyncio.Semaphore:
        """Of the bots at the tables of one guest, only so many are asked at a time.

        Where guests may have none at all, those that replace people still move.
        """
        places = asyncio.Semaphore(max(1, self._tables.settings.bot_seats))
        return self._places.setdefault(owner, places)

    async def _choice(self, table: Table) -> bool:
        """One choice of the bot; false when it could not be stored."""
        before, pause = table.course, self._tables.settings.bot_pause
        seat, game = before.acting, before.game
        assert seat is not None
        assert game is not None
        bot, seen = before.seats[seat].bot or self._tables.settings.substitute, game.view(seat)
        inquiry = Inquiry(table.id, seat, bot, seen.to_bytes(), turn=before.turn_began)
        found, _ = await asyncio.gather(
            self._thinkers.choose(table.header.maker, inquiry, seen), asyncio.sleep(pause)
        )
        async with table.lock:
            if table.course.moved != before.moved or not _moves(table):
                return True  # something was taken back, the player has returned, or nobody looks
            try:
                await self._tables.append(table, *chosen(table.course, seat, (found,)))
            except Refused:
                return False
        return True

    async def find(self) -> None:
        """Take over bots that no worker asks: after a start, or when one was lost."""
        tables, now = self._tables, self._tables.now()
        for wanted, seq in await tables.store.read(lambda c: archive.unclaimed(c, now)):
            try:
                await self._take_over(wanted, seq, now)
            except Refused:
                pass  # meanwhile it has gone on, or it is set aside
            except StoreFailed:
                raise
            except Exception:  # of one table: the bots of the others do not wait for it
                _log.exception("the bot of table %s could not be found", wanted)

    async def _take_over(self, wanted: str, seq: int, now: int) -> None:
        table = await self._tables.get(wanted)
        if table is None or not await self._claimed(table, seq, now):
            return
        await self._tables.refresh(table)
        if _moves(table):
            self.due(table)
        elif _stuck(table):
            _log.warning("the bot of table %s waits for the compiled core", table.id)
        elif table.course.bot_due:  # as earlier versions noted it
            await self._tables.store.write(table.id, lambda c: archive.rest(c, wanted, seq))

    async def _claimed(self, table: Table, seq: int, now: int) -> bool:
        worker = self._tables.worker
        until = now + self._tables.patience
        try:
            return await self._tables.store.write(
                table.id, lambda c: archive.claim(c, table.id, seq, worker, now, until)
            )
        except StoreFailed:
            return False


def _moves(table: Table) -> bool:
    """Is it a bot's turn, and does anybody care? Where a person has a seat, always."""
    course = table.course
    return course.bot_due and (course.attended or bool(table.watchers)) and not _stuck(table)


def _stuck(table: Table) -> bool:
    """Is it the turn of a level that cannot play here any more? It waits until it can."""
    seat = table.course.acting
    bot = None if seat is None else table.course.seats[seat].bot
    return table.course.bot_due and bot is not None and lacks_core(bot)
