"""Guests: a name, and the SHA-256 of the token that its browser keeps."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass

from tashkalar.server.storage import archive
from tashkalar.server.storage.store import Store
from tashkalar.server.tables.seats import new_id, new_token, owner_of

_KEPT = 10_000


@dataclass(frozen=True)
class Guest:
    """Somebody who plays."""

    owner: str  # what is known of the token
    guest: str  # the public id
    name: str


class Guests:
    """Guests by their owner; the last ones stay in memory."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._kept: OrderedDict[str, Guest] = OrderedDict()

    async def get(self, owner: str) -> Guest | None:
        """The guest of an owner, if there is one."""
        found = self._kept.get(owner)
        if found is None:
            row = await self._store.read(lambda c: archive.guest(c, owner))
            found = Guest(owner, *row) if row is not None else None
        return self._keep(found) if found is not None else None

    async def make(self, name: str, now: int) -> tuple[Guest, str]:
        """A new guest and the token, which is told once and kept nowhere here."""
        token = new_token()
        made = Guest(owner_of(token), new_id(10), name)
        await self._store.write(
            "", lambda c: archive.make_guest(c, made.owner, made.guest, made.name, now)
        )
        return self._keep(made), token

    async def rename(self, guest: Guest, name: str) -> Guest:
        """Another name, for tables to come."""
        await self._store.write("", lambda c: archive.rename(c, guest.owner, name))
        return self._keep(Guest(guest.owner, guest.guest, name))

    def _keep(self, guest: Guest) -> Guest:
        self._kept[guest.owner] = guest
        self._kept.move_to_end(guest.owner)
        if len(self._kept) > _KEPT:
            self._kept.popitem(last=False)
        return guest
