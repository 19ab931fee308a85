"""What a club adds to its tables, looked after by every worker: ratings and tournaments."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TypeVar

from sqlalchemy import Connection

from tashkalar.server.refusals import Refused
from tashkalar.server.settings import Settings
from tashkalar.server.storage import ratings, tournaments
from tashkalar.server.storage.store import Store
from tashkalar.server.tables.ratings import count_due
from tashkalar.server.tables.tournaments import WAITING, look_after

T = TypeVar("T")
# Of what is written together these are the last, so that they wait for no table.
_ABOUT = "~club"


class Club:
    """Counts games that are over, and takes tournaments from round to round."""

    def __init__(self, store: Store, settings: Settings, now: Callable[[], int]) -> None:
        self._store, self._settings, self._now = store, settings, now

    async def look(self) -> None:
        """Do whatever is due; another worker may be doing the same."""
        if not self._settings.club:
            return
        now = self._now()
        if await self._store.read(lambda c: _is_due(c, now)):
            # Neither fails because the other does.
            await asyncio.gather(
                self._store.write(_ABOUT, count_due),
                self._store.write(_ABOUT, lambda c: look_after(c, now)),
            )

    async def act(self, job: Callable[[Connection], T]) -> T:
        """Run something in a transaction that may be refused, before it has changed anything."""

        def run(c: Connection) -> T | Refused:
            try:
                return job(c)
            except Refused as refused:
                return refused

        found = await self._store.write(_ABOUT, run)
        if isinstance(found, Refused):
            raise found
        return found


def _is_due(c: Connection, now: int) -> bool:
    return bool(
        ratings.due(c, 1)
        or tournaments.finished(c)
        or tournaments.to_begin(c, now)
        or tournaments.forgotten(c, now - WAITING)
    )
