"""The tables that this worker has in memory, and the one way an event comes into a table."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from typing import Protocol
from weakref import WeakValueDictionary

from sqlalchemy import Connection

from tashkalar.scene.difference import Parts
from tashkalar.server.metrics import EVENTS, TABLES
from tashkalar.server.refusals import Refused
from tashkalar.server.settings import Settings
from tashkalar.server.storage import archive, event_log
from tashkalar.server.storage.archive import Entry
from tashkalar.server.storage.fanout import Alone, Fanout, News
from tashkalar.server.storage.store import Store, StoreFailed
from tashkalar.server.tables.projection import Course, TableHeader, after, begun, settled
from tashkalar.server.tables.seats import Seat
from tashkalar.server.tables.stored import CannotReplay, course_columns, replayed, seat_rows

_log = logging.getLogger("tashkalar.server")


class Watcher(Protocol):
    """Somebody who is shown a table."""

    known: int  # how many entries of the log the watcher has; less after an undo

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats that are the watcher's own."""

    def changed(self, scene: bool) -> None:
        """The row of the table is new, maybe the scene too."""

    def heard(self, lines: list[archive.ChatLine]) -> None:
        """Somebody has said something."""


class Table:
    """One table. Its course is exchanged only after the event that changes it is stored."""

    def __init__(self, header: TableHeader, course: Course, here: dict[int, int]) -> None:
        self.header, self.course = header, course
        self.here = here  # seat -> until when another worker has seen it, or this one had
        self.lock = asyncio.Lock()  # held while an event is decided on and stored
        self.watchers: set[Watcher] = set()
        self.behind = False  # other workers have stored events that are not here yet
        self.rematch: archive.Rematch | None = None  # the table where the same players go on
        self.heard = -1  # the number of the last line of chat that was passed on
        self.replaceable: tuple[int, ...] = ()  # seats whose players are absent, as shown
        self.scenes: dict[tuple[int, str], tuple[float, Parts]] = {}  # by viewer and language

    @property
    def id(self) -> str:
        """The id, as in its address."""
        return self.header.id

    def advance(self, course: Course) -> None:
        """Go on to a course that is stored, and tell whoever watches."""
        shortest = min(course.lengths[self.course.seq + 1 :], default=0)
        moved = course.moved != self.course.moved
        self.course = course
        if moved:
            for watcher in self.watchers:
                watcher.known = min(watcher.known, shortest)
        self.show()

    def show(self, scene: bool = True) -> None:
        """Tell whoever watches that the row of the table is new, maybe the scene too."""
        self.scenes.clear()
        for watcher in self.watchers:
            watcher.changed(scene)

    def connected(self, now: int) -> dict[int, bool]:
        """Which seats have somebody in front of them."""
        seen = {seat for watcher in self.watchers for seat in watcher.seats}
        return {
            n: n in seen or self.here.get(n, 0) > now
            for n, seat in enumerate(self.course.seats)
            if seat.kind == "human"
        }

    def absent(self, now: int, after: int) -> tuple[int, ...]:
        """Seats whose players have been away for so long, as far as this worker knows."""
        if self.course.state != "running":
            return ()
        here = self.connected(now)
        return tuple(
            n for n, seat in enumerate(self.course.seats)
            if seat.kind == "human"
            and (seat.left or (not here[n] and now - self.here.get(n, 0) >= after))
        )  # fmt: skip


class Registry:
    """Tables by their id."""

    def __init__(self, store: Store, fanout: Fanout, settings: Settings, worker: str,
                 now: Callable[[], int]) -> None:  # fmt: skip
        self.store, self.fanout, self.settings = store, fanout, settings
        self.worker, self.now = worker, now
        self.bot_due: Callable[[Table], None] = lambda table: None  # set by who asks the bots
        # A table exists once, as long as anybody holds it; the latest are held here.
        self._alive: WeakValueDictionary[str, Table] = WeakValueDictionary()
        self._recent: OrderedDict[str, Table] = OrderedDict()
        self._refreshing: set[asyncio.Task[None]] = set()
        self.lost: dict[str, str] = {}  # tables that cannot be played on, and why
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
        if wanted in self.lost:
            raise Refused("other_rules", values={"detail": self.lost[wanted]})
        if table is None and wanted.isascii() and wanted.isalnum():
            try:
                table = await self.store.read(lambda c: load(c, wanted))
            except CannotReplay as error:
                self.lost[wanted] = str(error)
                _log.warning("table %s cannot be played on: %s", wanted, error)
                raise Refused("other_rules", values={"detail": self.lost[wanted]}) from None
            if table is not None:
                table = self._alive.setdefault(wanted, table)
        elif table is not None and (table.behind or self._unattended(table)):
            await self.refresh(table)
        if table is not None:
            self.hold(table)
        return table

    @property
    def alone(self) -> bool:
        """Is this the only worker?"""
        return isinstance(self.fanout, Alone)

    def _unattended(self, table: Table) -> bool:
        """Nobody watches it here, so it may have missed what other workers did."""
        return not table.watchers and not self.alone

    def hold(self, table: Table) -> None:
        """Keep a table in memory, as one of the latest."""
        self._alive[table.id] = table
        self._recent[table.id] = table
        self._recent.move_to_end(table.id)
        while len(self._recent) > self.settings.cached_tables:
            self._recent.popitem(last=False)
        TABLES.set(len(self._alive))

    async def append(self, table: Table, event: event_log.AnyEvent,
                     led_to: Course | None = None) -> Course:  # fmt: skip
        """Store an event, then show it. The caller holds the lock of the table.

        Whoever has played the event already says what it led to.
        """
        assert table.lock.locked()
        if table.id in self.closed:
            raise Refused("closed")
        at, before = self.now(), table.course
        new = (after(table.header, before, event, at) if led_to is None
               else settled(before, event, led_to, at))  # fmt: skip
        columns = {**course_columns(new), **self.claim(new, at)}
        seats = seat_rows(new) if new.seats != before.seats else ()
        entry = Entry(table.id, before.seq, at, event, columns, seats)
        try:
            written = await self.store.write(table.id, lambda c: archive.append(c, entry))
        except StoreFailed:
            # It may be stored or not: the next look into the database will tell.
            with suppress(StoreFailed):
                await self.catch_up(table)
            raise Refused("store") from None
        if not written:
            await self.catch_up(table)
            raise Refused("stale")
        EVENTS.labels(event.__struct_config__.tag).inc()
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

    @property
    def patience(self) -> int:
        """Milliseconds after which a worker that asks a bot must be lost."""
        return int((2 * self.settings.bot_limit + self.settings.bot_pause + 1) * 1000)

    async def catch_up(self, table: Table) -> None:
        """Take over what other workers have stored. The caller holds the lock of the table."""
        since = table.course.seq
        found = await self.store.read(lambda c: archive.events_of(c, table.id, since))
        course = table.course
        for event, at in found:
            course = after(table.header, course, event, at)
        if found:
            table.advance(course)

    async def heard(self, news: News | None) -> None:
        """What another worker tells; None when some news may have been missed."""
        if news is None:
            await self.look_around()
            return
        table = self._alive.get(news.table)
        if table is None:
            return
        if news.what == "event":
            if table.watchers and not table.behind:
                self._refreshing.add(task := asyncio.create_task(self.refresh(table)))
                task.add_done_callback(self._refreshing.discard)
            table.behind = True
        elif news.what == "anew":
            await self.derive_anew(table.id)
        elif news.what == "here":
            await self.look_who_is_here(table)
            await self.look_for_rematch(table)
        else:
            await self.pass_on(table)

    async def refresh(self, table: Table) -> None:
        """Take over what other workers have stored."""
        async with table.lock:
            table.behind = False
            await self.catch_up(table)

    async def derive_anew(self, wanted: str) -> None:
        """Read a table again from the database, where more has changed than its last events."""
        table = self._alive.get(wanted)
        if table is None:
            return
        async with table.lock:
            fresh = await self.store.read(lambda c: load(c, wanted))
            if fresh is not None:
                table.header, table.course, table.behind = fresh.header, fresh.course, False
                table.show()

    async def look_around(self) -> None:
        """Compare the tables that are watched here with the database."""
        watched = {table.id: table for table in self.alive() if table.watchers}
        found = await self.store.read(lambda c: archive.lengths(c, list(watched)))
        for wanted, seq in found.items():
            table = watched[wanted]
            if seq > table.course.seq:
                await self.refresh(table)
        await self.look_who_is_here(*watched.values())

    async def look_who_is_here(self, *those: Table) -> None:
        """Until when other workers have seen somebody; heartbeats are only written down."""
        ids = [table.id for table in those]
        found = await self.store.read(lambda c: archive.here(c, ids))
        for table in those:
            if table.here != found[table.id]:
                table.here = found[table.id]
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


def load(c: Connection, wanted: str) -> Table | None:
    """A table from the database. Runs in a thread: replaying a long game takes a while."""
    row = archive.table(c, wanted)
    if row is None:
        return None
    header, course = replayed(c, row)
    table = Table(header, course, archive.here(c, [wanted])[wanted])
    table.heard = archive.last_line(c, wanted)
    table.rematch = archive.rematch_of(c, wanted)
    return table


def made(header: TableHeader, sitting: tuple[Seat, ...]) -> Table:
    """A new table; it still has to be stored."""
    course = begun(header, sitting)
    return Table(header, course, dict.fromkeys(range(len(sitting)), header.created))
