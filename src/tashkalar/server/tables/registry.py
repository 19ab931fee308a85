"""The tables that this worker has in memory, and the one way an event comes into a table."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import cache
from weakref import WeakValueDictionary

from sqlalchemy import Connection

from tashkalar.server.metrics import EVENTS, QUARANTINED, TABLES
from tashkalar.server.refusals import Refused
from tashkalar.server.settings import Settings
from tashkalar.server.storage import archive, event_log, house, notices
from tashkalar.server.storage.archive import Entry
from tashkalar.server.storage.fanout import Alone, Fanout, News
from tashkalar.server.storage.store import Store, StoreFailed
from tashkalar.server.tables.course import Course
from tashkalar.server.tables.projection import after, put_forward, settled, stood_still
from tashkalar.server.tables.stored import (
    CannotReplay,
    columns_after,
    seat_rows,
    went_on,
)
from tashkalar.server.tables.table import Table, is_id, load
from tashkalar.server.tables.waiting import waits

_log = logging.getLogger("tashkalar.server")
# Milliseconds for which a table that nobody watches stays in memory; until it rests, as it is.
ENDED = 60_000
RESTING = 600_000
AWAKE = 30_000


_counted = cache(EVENTS.labels)  # looking one up takes longer than counting


class Registry:
    """Tables by their id."""

    def __init__(
        self, store: Store, fanout: Fanout, settings: Settings, worker: str, now: Callable[[], int]
    ) -> None:
        self.store, self.fanout, self.settings = store, fanout, settings
        self.worker, self.now = worker, now
        self.bot_due: Callable[[Table], None] = lambda table: None  # set by who asks the bots
        self.awake: Callable[[], Awaitable[None]]  # set by who keeps the time
        # A table exists once, as long as anybody holds it; the latest are held here.
        self._alive: WeakValueDictionary[str, Table] = WeakValueDictionary()
        self._recent: OrderedDict[str, Table] = OrderedDict()
        self._refreshing: set[asyncio.Task[None]] = set()
        self._loading: dict[str, asyncio.Task[Table | None]] = {}
        self.closed: frozenset[str] = frozenset()  # by whoever runs the server

    def alive(self) -> list[Table]:
        """The tables in memory."""
        return list(self._alive.values())

    async def get(self, wanted: str) -> Table | None:
        """A table from memory, or derived again from its events.

        Refused when it would not come out as it was played: never a different game.
        """
        table = self._alive.get(wanted)
        if wanted in self.closed:
            raise Refused("closed")
        if table is not None and table.doubtful:
            await self.derive_anew(wanted)
            table = self._alive.get(wanted)
        if table is None and is_id(wanted):
            table = await self._load(wanted)
        elif table is not None and (table.behind or self._unattended(table)):
            await self.refresh(table)
        if table is not None:
            self.hold(table)
        return table

    def at_hand(self, wanted: str) -> Table | None:
        """A table that is in memory, as it is there."""
        return self._alive.get(wanted)

    async def _load(self, wanted: str) -> Table | None:
        """A table from the database; everybody who asks meanwhile waits for the same."""
        loading = self._loading.get(wanted)
        if loading is None:
            loading = asyncio.create_task(self._loaded(wanted))
            self._loading[wanted] = loading
            loading.add_done_callback(lambda _: self._loading.pop(wanted, None))
        # Whoever goes away does not take it from the others.
        return await asyncio.shield(loading)

    async def _loaded(self, wanted: str) -> Table | None:
        try:
            table = await self.store.read(lambda c: load(c, wanted))
        except CannotReplay as error:
            raise await self.quarantine(wanted, error) from None
        return None if table is None else self._alive.setdefault(wanted, table)

    async def quarantine(self, wanted: str, error: CannotReplay) -> Refused:
        """Set a table aside that cannot be played on: nothing else is to suffer from it."""
        with suppress(StoreFailed):
            if await self.store.write(
                wanted, lambda c: archive.quarantine(c, wanted, error.written())
            ):
                QUARANTINED.labels(error.error).inc()
                _log.warning("table %s is set aside (%s): %s", wanted, error.error, error)
        refused = Refused(error.error, values={"detail": str(error)})
        table = self._alive.pop(wanted, None)
        self._recent.pop(wanted, None)
        for watcher in tuple(table.watchers) if table is not None else ():
            watcher.dismiss(refused)
        return refused

    @property
    def alone(self) -> bool:
        """Is this the only worker?"""
        return isinstance(self.fanout, Alone)

    def _unattended(self, table: Table) -> bool:
        """Nobody watches it here, so it may have missed what other workers did."""
        return not table.watchers and not self.alone

    def hold(self, table: Table) -> None:
        """Keep a table in memory, as one of the latest."""
        table.used = self.now()
        self._alive[table.id] = table
        self._recent[table.id] = table
        self._recent.move_to_end(table.id)
        while len(self._recent) > self.settings.cached_tables:
            self._recent.popitem(last=False)
        TABLES.set(len(self._alive))

    def forget(self) -> None:
        """Let go of tables that nobody watches: where the game is over soon, of others later.

        Until then they rest.
        """
        now = self.now()
        for table in self.alive():
            kept, unused = ENDED if table.course.state == "over" else RESTING, now - table.used
            if table.watchers or unused < AWAKE:
                continue
            table.rest()
            if unused >= kept:
                self._recent.pop(table.id, None)
        TABLES.set(len(self._alive))

    async def append(
        self, table: Table, event: event_log.AnyEvent, led_to: Course | None = None
    ) -> Course:
        """Store an event, then show it. The caller holds the lock of the table.

        Whoever has played the event already says what it led to.
        """
        assert table.lock.locked()
        paused = table.course.paused
        try:
            await self.awake()
        except StoreFailed:
            raise Refused("store") from None
        if table.id in self.closed:
            raise Refused("closed")
        at, before = self.now(), table.course
        if led_to is not None and before.paused != paused:
            led_to = stood_still(led_to, before.paused - paused)
        new = (
            after(table.header, before, event, at)
            if led_to is None
            else settled(before, event, led_to, at)
        )
        columns = columns_after(before, new, at, self.claim(new, at))
        seats = seat_rows(new) if new.seats != before.seats else ()
        entry = Entry(table.id, before.seq, at, event, columns, seats, before.paused)
        waited = waits(table.header, before, event, new)

        def store(c: Connection) -> bool:
            written = archive.append(c, entry)
            if written and waited is not None:
                notices.note(c, table.id, waited, at, self.told_at(at))
            return written

        try:
            written = await self.store.write(table.id, store)
        except StoreFailed:
            # It may be stored or not: the next look into the database will tell.
            with suppress(StoreFailed):
                await self.catch_up(table)
            raise Refused("store") from None
        if not written:
            await self.catch_up(table)
            raise Refused("stale")
        self.store.recovered()
        table.used = at
        _counted(event.__struct_config__.tag).inc()
        table.advance(new)
        self.fanout.publish(table.id, "event")
        if new.bot_due:
            self.bot_due(table)
        return new

    def claim(self, course: Course, at: int) -> dict[str, str | int]:
        """The columns that say who asks the bot that is due now: this worker, for a while."""
        if not course.bot_due:
            return {"claimed_by": "", "claimed_until": 0}
        return {"claimed_by": self.worker, "claimed_until": at + self.patience}

    def told_at(self, since: int) -> int:
        """When somebody who is waited for since then is told, where that is wanted."""
        return since + int(self.settings.notice_after * 1000)

    @property
    def patience(self) -> int:
        """Milliseconds after which a worker that asks a bot must be lost."""
        return int((2 * self.settings.bot_limit + self.settings.bot_pause + 1) * 1000)

    async def catch_up(self, table: Table) -> None:
        """Take over what other workers have stored. The caller holds the lock of the table."""
        since = table.course.seq
        try:
            found = await self.store.read(lambda c: archive.events_of(c, table.id, since))
            course = went_on(table.header, table.course, found)
        except archive.Torn as error:
            raise await self.quarantine(table.id, CannotReplay("torn", str(error))) from None
        except CannotReplay as error:
            raise await self.quarantine(table.id, error) from None
        if found:
            table.advance(course)

    async def heard(self, news: News | None) -> None:
        """What another worker tells; None when some news may have been missed."""
        if news is None:
            for known in self.alive():
                known.doubtful = True
            await self.look_around()
            return
        table = self._alive.get(news.table)
        if table is None:
            return
        if news.what == "event":
            if table.watchers and not table.behind:
                self._refreshing.add(task := asyncio.create_task(self._followed(table)))
                task.add_done_callback(self._refreshing.discard)
            table.behind = True
        elif news.what == "anew":
            await self.derive_anew(table.id)
        elif news.what == "here":
            await self.look_who_is_here(table)
            await self.look_for_rematch(table)
        else:
            await self.pass_on(table)

    async def _followed(self, table: Table) -> None:
        """Take over what other workers have stored, if it can be; else the next look will."""
        with suppress(Refused, StoreFailed):
            await self.refresh(table)

    async def refresh(self, table: Table) -> None:
        """Take over what other workers have stored."""
        async with table.lock:
            table.behind = False
            await self.catch_up(table)

    async def set_clocks(self) -> None:
        """After an outage: the clocks of the tables in memory as the database has them."""
        running = {table.id: table for table in self.alive() if table.course.times.deadline}
        found = await self.store.read(lambda c: house.deadlines(c, list(running)))
        for wanted, (seq, deadline) in found.items():
            table = running[wanted]
            if seq == table.course.seq:
                table.course = put_forward(table.course, deadline)
                table.show()

    async def derive_anew(self, wanted: str) -> None:
        """Read a table again from the database, where more has changed than its last events."""
        table = self._alive.get(wanted)
        if table is None:
            return
        async with table.lock:
            try:
                fresh = await self.store.read(lambda c: load(c, wanted))
            except CannotReplay as error:
                await self.quarantine(wanted, error)
                return
            if fresh is not None:
                table.header, table.course, table.behind = fresh.header, fresh.course, False
                table.doubtful = False
                table.show()

    async def look_around(self) -> None:
        """Compare the tables that are watched here with the database."""
        watched = {table.id: table for table in self.alive() if table.watchers}
        found = await self.store.read(lambda c: archive.newest(c, list(watched)))
        for wanted, (seq, line, rematch) in found.items():
            table = watched[wanted]
            if table.doubtful:
                await self.derive_anew(wanted)
            elif seq > table.course.seq:
                with suppress(Refused):
                    await self.refresh(table)
            if line > table.heard:
                await self.pass_on(table)
                table.heard = max(table.heard, line)  # also where it has been deleted
            if rematch not in (None, table.rematch):
                table.rematch = rematch
                table.show(scene=False)
        await self.look_who_is_here(*watched.values())

    async def look_who_is_here(self, *those: Table) -> None:
        """Until when other workers have seen somebody; heartbeats are only written down."""
        ids = [table.id for table in those]
        found = await self.store.read(lambda c: archive.here(c, ids))
        for table in those:
            # A time with damaged bytes says nothing; at the next start its table is set aside.
            read = {seat: at for seat, at in found[table.id].items() if type(at) is int}
            if table.here != read:
                table.here = read
                table.show(scene=False)

    async def look_for_rematch(self, table: Table) -> None:
        """Where the same players go on, if they do."""
        table.rematch = await self.store.read(lambda c: archive.rematch_of(c, table.id))
        table.show(scene=False)

    async def pass_on(self, table: Table) -> None:
        """Show lines of chat that nobody here has seen yet."""
        since = table.heard + 1
        lines = await self.store.read(lambda c: archive.chat_of(c, table.id, since))
        lines = [line for line in lines if line.n > table.heard]
        if lines:
            table.heard = lines[-1].n
            for watcher in table.watchers:
                watcher.heard(lines)
