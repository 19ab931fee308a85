"""The table service: everything one worker needs, put together, started and closed."""

from __future__ import annotations

import asyncio
import gc
import logging
from collections.abc import Awaitable, Callable

from tashkalar.server.memory import give_back
from tashkalar.server.refusals import Refused
from tashkalar.server.settings import Settings
from tashkalar.server.storage import archive
from tashkalar.server.storage.fanout import Alone, Connect, Fanout, News, Redis
from tashkalar.server.storage.store import Store, StoreFailed, open_engine
from tashkalar.server.tables.access import Door
from tashkalar.server.tables.accounts import Accounts
from tashkalar.server.tables.bots import Bots
from tashkalar.server.tables.club import Club
from tashkalar.server.tables.guests import Guests
from tashkalar.server.tables.house import House, HouseClock
from tashkalar.server.tables.moderation import Moderation
from tashkalar.server.tables.orders import Orders
from tashkalar.server.tables.presence import Presence
from tashkalar.server.tables.registry import Registry
from tashkalar.server.tables.reviews import Reviews
from tashkalar.server.tables.seats import new_id
from tashkalar.server.tables.studies import Studies
from tashkalar.server.tables.table import Table, is_id
from tashkalar.server.tables.thinking import Thinkers

_log = logging.getLogger("tashkalar.server")
_LOOK = 3.0  # seconds between looks at what whoever runs the server has decided
_TIDY = 5.0  # seconds between tidyings of the database
_FORGET = 60.0  # seconds between looks for tables and memory that nobody needs
_LOOK_AROUND = 5.0  # seconds between comparisons with the database, where there are others


class TableService:
    """What one worker does for its tables: orders, bots, clocks, presence."""

    def __init__(
        self,
        settings: Settings,
        now: Callable[[], int] | None = None,
        connect: Connect | None = None,
    ) -> None:
        now = HouseClock() if now is None else now
        self.settings, self.now = settings, now
        self.id = new_id(12)
        self.store = Store(open_engine(settings.database))
        self.fanout = (connect or self._connect)(self.id)
        self.tables = Registry(self.store, self.fanout, settings, self.id, now)
        self.house = House(self.tables)
        self.guests = Guests(self.store, self.fanout, now)
        self.accounts = Accounts(self.store, self.guests)
        self.moderation = Moderation(self.store, self.tables, now)
        self.club = Club(self.store, settings, now)
        self.presence = Presence(self.tables)
        self.orders = Orders(self.tables, self.presence)
        self.thinkers = Thinkers(settings)
        self.bots = Bots(self.tables, self.thinkers)
        self.reviews = Reviews(self.tables, self.thinkers)
        self.summing_up: set[str] = set()  # owners whose past games are being looked through
        self.studies = Studies(self.store, settings, self.thinkers)
        self._tasks: list[asyncio.Task[None]] = []

    def _connect(self, worker: str) -> Fanout:
        address = self.settings.redis_url
        return Redis(address, worker) if address else Alone()

    async def open(self) -> None:
        """Open the database and start whatever runs in the background."""
        await asyncio.to_thread(self.store.prepare, self.settings.embedded)
        self.store.start()
        await self.fanout.start(self._heard)
        await self.moderation.look()
        if isinstance(self.fanout, Alone):
            await self.store.write("", archive.release_claims)
        await self.store.write("", archive.release_quarantined)
        await self.house.open()
        sweep = max(0.005, self.settings.sweep)
        self._tasks = [
            asyncio.create_task(repeat(sweep, self.bots.find)),
            asyncio.create_task(repeat(sweep, self.presence.show_absent)),
            asyncio.create_task(repeat(sweep, self.club.look)),
            asyncio.create_task(repeat(sweep, self._consent, self.settings.grace)),
            asyncio.create_task(repeat(sweep, self._refuse, self.settings.grace)),
            asyncio.create_task(repeat(sweep, self._flag, self.settings.grace)),
            asyncio.create_task(repeat(self.house.every, self.house.keep)),
            asyncio.create_task(repeat(self.settings.heartbeat, self.presence.beat)),
            asyncio.create_task(repeat(_LOOK, self.moderation.look, _LOOK)),
            asyncio.create_task(repeat(_TIDY, self.store.tidy)),
            asyncio.create_task(repeat(_FORGET, self._forget, _FORGET)),
        ]
        if not isinstance(self.fanout, Alone):
            every = min(_LOOK_AROUND, self.settings.heartbeat)
            self._tasks.append(asyncio.create_task(repeat(every, self.tables.look_around)))

    def door(self, table: Table) -> Door:
        """The door of a table in memory, as whoever runs the server wants it."""
        return Door.of(table, *self.turned_away(table))

    def turned_away(self, table: Table) -> tuple[bool, frozenset[str]]:
        """Is a table closed by whoever runs the server, and who may come in nowhere?"""
        return table.id in self.tables.closed, self.moderation.banned

    async def close(self) -> None:
        """Stop whatever runs, then close the database."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.bots.close()
        await self.reviews.close()
        self.thinkers.close()
        await self.presence.close()
        await self.guests.close()
        await self.fanout.close()
        await self.store.close()

    async def _forget(self) -> None:
        """Let go of what nobody needs."""
        self.tables.forget()
        gc.collect()
        await asyncio.to_thread(give_back)

    async def _heard(self, news: News | None) -> None:
        """What another worker tells of a guest or a table."""
        if news is None:  # anybody may have gone or been renamed
            self.guests.forget_all()
        if news is not None and news.what == "guest":
            self.guests.forget(news.table)
        else:
            await self.tables.heard(news)

    async def _flag(self) -> None:
        """Look for clocks that have run out; the database knows them all."""
        await self.house.awake()
        now = self.now()
        overdue = await self.store.read(lambda c: archive.overdue(c, now))
        await self._at_each(overdue, self.orders.flag)

    async def _consent(self) -> None:
        """A partner who is not there counts as consenting to a resignation."""
        await self.house.awake()
        resigning = await self.store.read(archive.resigning)
        await self._at_each(resigning, self.orders.consent)

    async def _refuse(self) -> None:
        """A player who is not there counts as refusing a take-back, as soon as somebody looks."""
        await self.house.awake()
        asked = [
            table.id
            for table in self.tables.alive()
            if table.watchers and table.course.offer is not None
        ]
        await self._at_each(asked, self.orders.refuse_takeback)

    async def _at_each(self, those: list[str], order: Callable[[Table], Awaitable[None]]) -> None:
        for wanted in those:
            try:
                table = await self.tables.get(wanted)
                if table is not None:
                    await order(table)
            except Refused:
                pass  # meanwhile it has gone on, or it is set aside
            except StoreFailed:
                raise
            except Exception:  # of one table: the others do not wait for it
                _log.exception("table %s could not be looked after", wanted)

    async def enter(self, wanted: str, check: Callable[[Door], None]) -> Table:
        """A table, for whoever passes its door: it is loaded for nobody else."""
        table = self.tables.at_hand(wanted)
        if table is None:
            listed = None
            if is_id(wanted):
                listed = await self.store.read(lambda c: archive.one_table(c, wanted))
            if listed is None:
                raise Refused("unknown")
            check(Door.stored(listed, self.moderation.banned))
        table = await self.tables.get(wanted)
        if table is None:
            raise Refused("unknown")
        check(self.door(table))
        return table


async def repeat(every: float, job: Callable[[], Awaitable[None]], delay: float = 0) -> None:
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
