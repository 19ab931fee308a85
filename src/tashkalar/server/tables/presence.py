"""Who is here. Written down, so that other workers and later starts know it too."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from functools import partial

from tashkalar.server.storage import archive
from tashkalar.server.storage.store import StoreFailed
from tashkalar.server.tables.registry import Registry
from tashkalar.server.tables.table import Table, Watcher

_DAY = 86_400_000  # milliseconds
_AT_ONCE = 50  # notes in one transaction: moves should not wait for all of them


class Presence:
    """Notes when people come and go, and now and then that they are still there."""

    def __init__(self, tables: Registry) -> None:
        self._tables = tables
        self._notes: set[asyncio.Task[None]] = set()

    def arrived(self, watcher: Watcher, table: Table) -> None:
        """Somebody has opened the page of a table."""
        if watcher.seats:
            self._note(table, watcher.seats, self._tables.now() + self._while)

    def left(self, watcher: Watcher, table: Table) -> None:
        """Somebody went; whoever has another window open is still here."""
        still = {seat for other in table.watchers for seat in other.seats}
        gone = tuple(seat for seat in watcher.seats if seat not in still)
        if gone:
            self._note(table, gone, self._tables.now())

    async def absent(self, table: Table) -> tuple[int, ...]:
        """Seats whose people are not there to be asked, wherever they were seen last.

        In games over days that takes a day.
        """
        after = _DAY if table.header.clock.kind == "days" else self._patience
        return await self._at_all_workers(table, lambda now: table.absent(now, after))

    async def holding_up(self, table: Table) -> tuple[int, ...]:
        """Seats that a bot may take over."""
        return await self._at_all_workers(table, self._held_up(table))

    async def _at_all_workers(
        self, table: Table, found: Callable[[int], tuple[int, ...]]
    ) -> tuple[int, ...]:
        """Whoever is absent here may be at another worker; nobody was while the house was not."""
        await self._tables.awake()
        if found(self._tables.now()) and not self._tables.alone:
            await self._noted()  # what is read must not be older than what is known here
            await self._tables.look_who_is_here(table)
        return found(self._tables.now())

    def _held_up(self, table: Table) -> Callable[[int], tuple[int, ...]]:
        return lambda now: table.holding_up(now, self._patience)

    async def show_absent(self) -> None:
        """Somebody who has been away long enough may be replaced: show it."""
        for table in self._tables.alive():
            absent = self._held_up(table)(self._tables.now()) if table.watchers else ()
            if absent != table.replaceable:
                table.replaceable = await self.holding_up(table) if absent else ()
                table.show()

    @property
    def _patience(self) -> int:
        """Milliseconds after which an absent player may be replaced."""
        return int(self._tables.settings.absent * 1000)

    async def close(self) -> None:
        """Nobody's coming and going is lost."""
        await self._noted()

    async def _noted(self) -> None:
        await asyncio.gather(*self._notes, return_exceptions=True)

    @property
    def _while(self) -> int:
        """A note counts until a later one should have been made twice, in milliseconds."""
        return int(2500 * self._tables.settings.heartbeat)

    def _note(self, table: Table, those: tuple[int, ...], until: int) -> None:
        for seat in those:
            table.here[seat] = until
        table.show(scene=False)
        task = asyncio.create_task(self._write(table, those, until))
        self._notes.add(task)
        task.add_done_callback(self._notes.discard)

    async def _write(self, table: Table, those: tuple[int, ...], until: int) -> None:
        with suppress(StoreFailed):
            await self._tables.store.write(
                table.id, lambda c: archive.note_here(c, [(table.id, s) for s in those], until)
            )
            self._tables.fanout.publish(table.id, "here")

    async def beat(self) -> None:
        """Everybody who is here will be for a while."""
        until = self._tables.now() + self._while
        those = []
        for table in self._tables.alive():
            for seat in {seat for watcher in table.watchers for seat in watcher.seats}:
                table.here[seat] = until
                those.append((table.id, seat))
        with suppress(StoreFailed):
            for start in range(0, len(those), _AT_ONCE):
                note = partial(
                    archive.note_here, those=those[start : start + _AT_ONCE], until=until
                )
                await self._tables.store.write("", note)
