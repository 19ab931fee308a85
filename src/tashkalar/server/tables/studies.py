"""Studies: kept for their owners, read by whoever knows the id, and thought about."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field, replace

from tashkalar import Position
from tashkalar.bots.reviewing.best import BestTurn
from tashkalar.server.refusals import Refused
from tashkalar.server.settings import Settings
from tashkalar.server.storage import studies as kept
from tashkalar.server.storage.store import Store
from tashkalar.server.storage.studies import KeptStudy
from tashkalar.server.tables.seats import new_id
from tashkalar.server.tables.thinking import Thinkers
from tashkalar.study import Study
from tashkalar.study.text import study_text

_ID = 12  # characters


@dataclass
class _Asking:
    """What one owner asks for: one thing at a time, and the newest wins."""

    newest: int = 0
    waiting: int = 0
    one: asyncio.Lock = field(default_factory=asyncio.Lock)


class Studies:
    """The studies of all guests, and the questions of those who study."""

    def __init__(self, store: Store, settings: Settings, thinkers: Thinkers) -> None:
        self._store, self._settings, self._thinkers = store, settings, thinkers
        self._asking: dict[str, _Asking] = {}

    async def keep(self, owner: str, study: Study, now: int) -> KeptStudy:
        """Store a new study."""
        made = _stored(new_id(_ID), owner, study, now)
        most = self._settings.studies
        if not await self._store.write("", lambda c: kept.keep(c, made, most)):
            raise Refused("full", why="too_many_studies", values={"n": most})
        return made

    async def keep_again(
        self, owner: str, wanted: str, version: int, study: Study, now: int
    ) -> KeptStudy:
        """Store a study of one's own anew; refused if it has changed since it was read."""
        await self._own(owner, wanted)
        made = replace(_stored(wanted, owner, study, now), version=version + 1)
        if not await self._store.write("", lambda c: kept.keep_again(c, made)):
            raise Refused("stale", why="study_changed")
        return made

    async def get(self, wanted: str) -> KeptStudy:
        """A study by its id."""
        found = await self._store.read(lambda c: kept.with_id(c, wanted))
        if found is None:
            raise Refused("unknown", why="nothing_there")
        return found

    async def of_owner(self, owner: str) -> list[KeptStudy]:
        """All studies of a guest."""
        return await self._store.read(lambda c: kept.of_owner(c, owner))

    async def remove(self, owner: str, wanted: str) -> None:
        """Delete a study of one's own."""
        await self._own(owner, wanted)
        await self._store.write("", lambda c: kept.remove(c, wanted, owner))

    async def _own(self, owner: str, wanted: str) -> None:
        if (await self.get(wanted)).owner != owner:
            raise Refused("not_yours", why="not_your_study")

    async def best(
        self, owner: str, position: Position, nodes: int, open_hands: bool
    ) -> tuple[BestTurn, ...]:
        """The best turns from a position. Who asks for others meanwhile gives these up."""
        asking = self._asking.setdefault(owner, _Asking())
        asking.newest += 1
        asking.waiting += 1
        mine = asking.newest
        try:
            async with asking.one:
                if asking.newest != mine:
                    raise Refused("stale", why="asked_anew")
                return await self._thinkers.best(owner, position, nodes, open_hands)
        finally:
            asking.waiting -= 1
            if not asking.waiting:
                del self._asking[owner]


def _stored(id: str, owner: str, study: Study, now: int) -> KeptStudy:
    form, steps = study.start.form, len(study.steps)
    return KeptStudy(id, owner, study.title, form, steps, 1, now, study_text(study))
