"""The table service: everything one worker needs, put together, started and closed."""

from __future__ import annotations

import asyncio
import gc
import logging
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress

from tashkalar.server.refusals import Refused
from tashkalar.server.settings import Settings
from tashkalar.server.storage import archive
from tashkalar.server.storage.fanout import Alone, Fanout, News, Redis
from tashkalar.server.storage.store import Store, StoreFailed, open_engine
from tashkalar.server.tables.accounts import Accounts
from tashkalar.server.tables.bots import Bots
from tashkalar.server.tables.guests import Guests
from tashkalar.server.tables.moderation import Moderation
from tashkalar.server.tables.orders import Orders
from tashkalar.server.tables.presence import Presence
from tashkalar.server.tables.projection import TableHeader
from tashkalar.server.tables.registry import Registry, Table
from tashkalar.server.tables.seats import new_id
from tashkalar.server.tables.thinking import Thinkers

_log = logging.getLogger("tashkalar.server")
_LOOK = 3.0  # seconds between looks at what whoever runs the server has decided
_TIDY = 5.0  # seconds between tidyings of the database
_FORGET = 300.0  # seconds between looks for memory that nothing refers to
_LOOK_AROUND = 5.0  # seconds between comparisons with the database, where there are others


def now_in_milliseconds() -> int:
    """The time of the system clock, since 1970."""
    return time.time_ns() // 1_000_000


class TableService:
    """What one worker does for its tables: orders, bots, clocks, presence."""

    def __init__(self, settings: Settings, now: Callable[[], int] = now_in_milliseconds) -> None:
        self.settings, self.now = settings, now
        self.id = new_id(12)
        self.store = Store(open_engine(settings.database))
        alone = not settings.redis_url
        self.fanout: Fanout = Alone() if alone else Redis(settings.redis_url, self.id)
        self.tables = Registry(self.store, self.fanout, settings, self.id, now)
        self.guests = Guests(self.store, self.fanout)
        self.accounts = Accounts(self.store, self.guests)
        self.moderation = Moderation(self.store, self.tables, now)
        self.presence = Presence(self.tables)
        self.orders = Orders(self.tables, self.presence)
        self.thinkers = Thinkers(settings)
        self.bots = Bots(self.tables, self.thinkers)
        self._tasks: list[asyncio.Task[None]] = []

    async def open(self) -> None:
        """Open the database and start whatever runs in the background."""
        await asyncio.to_thread(self.store.prepare, self.settings.embedded)
        self.store.start()
        await self.fanout.start(self._heard)
        await self.moderation.look()
        if isinstance(self.fanout, Alone):
            await self.store.write("", archive.release_claims)
        sweep = max(0.005, self.settings.sweep)
        self._tasks = [
            asyncio.create_task(_repeat(sweep, self.bots.find)),
            asyncio.create_task(_repeat(sweep, self.presence.show_absent)),
            asyncio.create_task(_repeat(sweep, self._consent, self.settings.grace)),
            asyncio.create_task(_repeat(sweep, self._flag, self.settings.grace)),
            asyncio.create_task(_repeat(self.settings.heartbeat, self.presence.beat)),
            asyncio.create_task(_repeat(_LOOK, self.moderation.look, _LOOK)),
            asyncio.create_task(_repeat(_TIDY, self.store.tidy)),
            asyncio.create_task(_repeat(_FORGET, _forget, _FORGET)),
        ]
        if not isinstance(self.fanout, Alone):
            every = min(_LOOK_AROUND, self.settings.heartbeat)
            self._tasks.append(asyncio.create_task(_repeat(every, self.tables.look_around)))

    def farewell(self, table: Table, owner: str | None) -> Refused | None:
        """Why somebody may not stay at a table, if they may not."""
        if table.id in self.tables.closed:
            return Refused("closed")
        if not may_stay(table, owner):
            return Refused("no_spectators")
        try:
            self.moderation.check_coming_in(owner)
        except Refused as refused:
            return refused
        return None

    async def close(self) -> None:
        """Stop whatever runs, then close the database."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.bots.close()
        self.thinkers.close()
        await self.presence.close()
        await self.fanout.close()
        await self.store.close()

    async def _heard(self, news: News | None) -> None:
        """What another worker tells of a guest or a table."""
        if news is not None and news.what == "guest":
            self.guests.forget(news.table)
        else:
            await self.tables.heard(news)

    async def _flag(self) -> None:
        """Look for clocks that have run out; the database knows them all."""
        now, lost = self.now(), tuple(self.tables.lost)
        overdue = await self.store.read(lambda c: archive.overdue(c, now, lost))
        await self._at_each(overdue, self.orders.flag)

    async def _consent(self) -> None:
        """A partner who is not there counts as consenting to a resignation."""
        lost = tuple(self.tables.lost)
        resigning = await self.store.read(lambda c: archive.resigning(c, lost))
        await self._at_each(resigning, self.orders.consent)

    async def _at_each(self, those: list[str], order: Callable[[Table], Awaitable[None]]) -> None:
        for wanted in those:
            with suppress(Refused):
                table = await self.tables.get(wanted)
                if table is not None:
                    await order(table)


def check_seeing(table: Table, owner: str | None, invite: str | None) -> None:
    """Refuse whoever may not even know of a table.

    Members may, at public tables everybody, at private ones whoever is invited. The address alone
    shows a finished game, and one that goes on if spectators are allowed; it offers no seat.
    """
    header, state = table.header, table.course.state
    shown = state == "over" or (state == "running" and header.spectators)
    if not (shown or table.course.owned(owner) or _invited(header, invite)):
        raise Refused("unknown")


def check_watching(table: Table, owner: str | None, invite: str | None) -> None:
    """Refuse whoever may not look at the board."""
    check_seeing(table, owner, invite)
    if not may_stay(table, owner):
        raise Refused("no_spectators")


def may_stay(table: Table, owner: str | None) -> bool:
    """Without spectators, only those who play are there from the first turn to the last."""
    course = table.course
    return table.header.spectators or course.state != "running" or bool(course.owned(owner))


def _invited(header: TableHeader, invite: str | None) -> bool:
    from hmac import compare_digest

    return header.public or (
        invite is not None and compare_digest(invite.encode(), header.invite.encode())
    )


async def _forget() -> None:
    gc.collect()


async def _repeat(every: float, job: Callable[[], Awaitable[None]], delay: float = 0) -> None:
    """Do something again and again; a failure is noted and does not end it."""
    await asyncio.sleep(delay)
    while True:
        try:
            await job()
        except StoreFailed as error:
            _log.warning("the database does not answer: %s", error)
        except Exception:
            _log.exception("a repeated job failed")
        await asyncio.sleep(every)
