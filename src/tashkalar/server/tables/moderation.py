"""What whoever runs the server has decided, as far as this worker knows."""

from __future__ import annotations

from collections.abc import Callable

from sqlalchemy import Connection

from tashkalar.server.refusals import Refused
from tashkalar.server.storage import sanctions
from tashkalar.server.storage.store import Store
from tashkalar.server.tables.registry import Registry

# After the tables: a move that was let through before would open a table again.
_LAST = "~"


class Moderation:
    """Looks into the database now and then: the command line has no other way to tell."""

    def __init__(self, store: Store, tables: Registry, now: Callable[[], int]) -> None:
        self._store, self._tables, self._now = store, tables, now
        self._muted: frozenset[str] = frozenset()
        self.banned: frozenset[str] = frozenset()

    def check_speaking(self, owner: str) -> None:
        """Refuse whoever is muted."""
        if owner in self._muted:
            raise Refused("muted")

    def check_coming_in(self, owner: str | None) -> None:
        """Refuse whoever is banned."""
        if owner in self.banned:
            raise Refused("banned")

    async def look(self) -> None:
        """Take over what was decided since the last look, and show it to whoever it concerns."""
        now = self._now()

        def asked(c: Connection) -> tuple[list[tuple[str, str]], list[str]]:
            return sanctions.in_force(c, now), sanctions.closed_tables(c)

        imposed, closed = await self._store.read(asked)
        banned = frozenset(owner for owner, kind in imposed if kind == "ban")
        self._muted = frozenset(owner for owner, kind in imposed if kind == "mute")
        new_bans, self.banned = banned - self.banned, banned
        newly_closed = set(closed) - self._tables.closed
        self._tables.closed = frozenset(closed)
        if newly_closed:
            await self._store.write(_LAST, lambda c: sanctions.shut(c, sorted(newly_closed)))
        for table in self._tables.alive():
            if table.id in newly_closed or (new_bans and table.watchers):
                table.show(scene=False)
