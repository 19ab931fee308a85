"""The house and its time: nobody loses time while it is not there."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress

from tashkalar.server.storage import house
from tashkalar.server.storage.house import Note
from tashkalar.server.storage.store import StoreFailed
from tashkalar.server.tables.registry import Registry

_OUTAGE = 10.0  # seconds without a note that are an outage; less is only slow


class HouseClock:
    """Milliseconds since 1970: by the system clock at the start, by the monotonic one since then.

    Whoever changes the system clock changes no game.

    >>> wall, steady = iter([1_000_000_000_000, 0]), iter([7_000_000, 9_000_000])
    >>> clock = HouseClock(lambda: next(wall), lambda: next(steady))
    >>> clock()
    1000002
    """

    def __init__(
        self, wall: Callable[[], int] = time.time_ns, steady: Callable[[], int] = time.monotonic_ns
    ) -> None:
        self._steady = steady
        self._start = wall() - steady()

    def __call__(self) -> int:
        return (self._start + self._steady()) // 1_000_000

    def follow(self, others: int) -> None:
        """Go on from the time that is told by workers who are there already."""
        self._start += (others - self()) * 1_000_000


class House:
    """Notes that the house is alive; after an outage it puts the running clocks forward."""

    def __init__(self, tables: Registry, steady: Callable[[], float] = time.monotonic) -> None:
        self._tables, self._steady = tables, steady
        self._noted = steady()
        self._known = Note(0, 0, 0)
        self._noting = asyncio.Lock()
        self.every = min(2.0, 10 * tables.settings.sweep)  # seconds between notes
        tables.awake = self.awake

    async def open(self) -> None:
        """At a start: however long nobody was there, no clock has run."""
        store, now = self._tables.store, self._tables.now
        before = await store.read(house.last)
        least = 0 if self._tables.alone else int(_OUTAGE * 1000)
        if before is not None and abs(now() - before.alive) > least and not self._tables.alone:
            await asyncio.sleep(2.5 * self.every)
            later = await store.read(house.last)
            if later is not None and later.beats != before.beats and isinstance(now, HouseClock):
                now.follow(later.alive)  # the others are right: they have been there
        self._known = await store.write("", lambda c: house.outlast(c, now(), least))
        self._noted = self._steady()

    async def note(self) -> None:
        """The house is alive; when it could not note that for long, there was an outage."""
        async with self._noting:
            now, gap = self._tables.now(), self._steady() - self._noted
            least = int(_OUTAGE * 1000)
            found = await self._tables.store.write(
                "", lambda c: house.note(c, now) if gap < _OUTAGE else house.outlast(c, now, least)
            )
            self._noted = self._steady()
            if found.shifted != self._known.shifted:
                await self._tables.set_clocks()
                await self._tables.look_who_is_here(*self._tables.alive())
            self._known = found  # if any of that failed, it is done with the next note
            clock = self._tables.now
            if isinstance(clock, HouseClock) and found.alive > clock():
                clock.follow(found.alive)

    async def awake(self) -> None:
        """Before anything is decided by time: if the house was not there, notice it now."""
        if self._steady() - self._noted >= _OUTAGE:
            await self.note()

    async def keep(self) -> None:
        """Now and then; while the database does not answer, the house is not there."""
        with suppress(StoreFailed):
            await self.note()
