"""Guests: a name, and the keys of the browsers that may speak for them."""

from __future__ import annotations

import asyncio
import re
from collections import OrderedDict
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from math import inf
from typing import Generic, TypeVar

from sqlalchemy import Connection

from tashkalar.server.refusals import Refused
from tashkalar.server.storage import people
from tashkalar.server.storage.fanout import Alone, Fanout
from tashkalar.server.storage.store import Store, StoreFailed
from tashkalar.server.tables.seats import folded_name, hashed, new_id, new_token, public_id

_KEPT = 10_000
_DAY = 86_400_000  # milliseconds
_LASTING = 5000  # milliseconds after which the database is asked anew, where others write to it
_TOKEN = re.compile(r"[\w-]{43}", re.ASCII)  # as ``new_token`` makes them
_TRANSFER = 15 * 60_000  # milliseconds for which a code is valid
_CODE = 12  # letters and digits: 59 bits

T = TypeVar("T")


@dataclass(frozen=True)
class Guest:
    """Somebody who plays."""

    owner: str  # whose seats: the SHA-256 of the first token
    guest: str  # the public id
    name: str


class _Latest(Generic[T]):
    """The values that were used last, by their keys, and for so many milliseconds."""

    def __init__(self, now: Callable[[], int], lasting: float) -> None:
        self._now, self._lasting = now, lasting
        self._kept: OrderedDict[str, tuple[T, int]] = OrderedDict()

    def get(self, key: str) -> T | None:
        value, since = self._kept.get(key, (None, 0))
        if value is None or abs(self._now() - since) >= self._lasting:
            return None
        self._kept.move_to_end(key)
        return value

    def keep(self, key: str, value: T) -> T:
        self._kept[key] = value, self._now()
        self._kept.move_to_end(key)
        if len(self._kept) > _KEPT:
            self._kept.popitem(last=False)
        return value

    def forget(self, key: str) -> None:
        self._kept.pop(key, None)

    def clear(self) -> None:
        self._kept.clear()

    def forget_value(self, value: T) -> None:
        for key in [key for key, (found, _) in self._kept.items() if found == value]:
            del self._kept[key]


def _taken(c: Connection, owner: str, names: Sequence[str]) -> str | None:
    """A name of these that belongs to somebody else."""
    for name in dict.fromkeys(names):
        found = people.account(c, folded_name(name))
        if found is not None and found.owner != owner:
            return name
    return None


def _refuse(taken: str | None) -> None:
    if taken is not None:
        raise Refused("taken", why="name_taken", values={"given": taken})


class Guests:
    """Guests by their owner, and owners by the tokens of browsers; the last stay in memory."""

    def __init__(self, store: Store, fanout: Fanout, now: Callable[[], int]) -> None:
        self._store, self._fanout, self._now = store, fanout, now
        self._seen: _Latest[int] = _Latest(now, _DAY)  # when owners were noted as being here
        self._notes: set[asyncio.Task[None]] = set()
        # News of what other workers delete may get lost, and nobody learns of that at once.
        lasting = inf if isinstance(fanout, Alone) else _LASTING
        self._guests: _Latest[Guest] = _Latest(now, lasting)
        self._owners: _Latest[str] = _Latest(now, lasting)  # by the SHA-256 of tokens

    async def owner(self, token: str | None) -> str | None:
        """Whose seats a token opens, if it is known."""
        if not token or not _TOKEN.fullmatch(token):
            return None
        key = hashed(token)
        found = self._owners.get(key)
        if found is None:
            found = await self._store.read(lambda c: people.owner_with(c, key))
            if found is None:
                return None
            self._owners.keep(key, found)
        self._note_seen(found)
        return found

    def _note_seen(self, owner: str) -> None:
        """Once a day, and nobody waits for it: whoever comes is not deleted as idle."""
        if self._seen.get(owner) is None:
            now = self._seen.keep(owner, self._now())
            self._notes.add(task := asyncio.create_task(self._write_seen(owner, now)))
            task.add_done_callback(self._notes.discard)

    async def _write_seen(self, owner: str, now: int) -> None:
        with suppress(StoreFailed):
            await self._store.write("", lambda c: people.note_seen(c, owner, now))

    async def close(self) -> None:
        """Wait until everything is noted."""
        await asyncio.gather(*self._notes, return_exceptions=True)

    async def get(self, owner: str) -> Guest | None:
        """The guest of an owner, if there is one."""
        found = self._guests.get(owner)
        if found is None:
            row = await self._store.read(lambda c: people.guest(c, owner))
            found = self._guests.keep(owner, Guest(owner, *row)) if row is not None else None
        return found

    async def make(self, name: str, now: int, token: str | None = None) -> tuple[Guest, str]:
        """A new guest and the token, which is told once and kept nowhere here.

        A browser that has a token keeps it: a database that was lost or exchanged knows it no
        longer, and the one that comes back knows it again.
        """
        if token is not None and not _TOKEN.fullmatch(token):
            raise Refused("unsigned", why="bad_key")
        token = token or new_token()
        owner = hashed(token)
        made = Guest(owner, public_id(owner), name)
        await self._named(
            made, lambda c: people.make_guest(c, made.owner, made.guest, made.name, now)
        )
        known = await self.get(made.owner)  # another window may have been faster
        return known or made, token

    async def rename(self, guest: Guest, name: str) -> Guest | None:
        """Another name, for tables to come; none where another worker has deleted the guest."""
        renamed = replace(guest, name=name)
        if not await self._named(renamed, lambda c: people.rename(c, guest.owner, name)):
            self.forget(guest.owner)
            return None
        self._fanout.publish(guest.owner, "guest")
        return self._guests.keep(guest.owner, renamed)

    async def _named(self, guest: Guest, write: Callable[[Connection], bool]) -> bool:
        """Give somebody a name, unless it is another's in the same moment."""

        def store(c: Connection) -> tuple[str | None, bool]:
            taken = _taken(c, guest.owner, (guest.name,))
            return taken, taken is None and write(c)

        taken, written = await self._store.write("", store)
        _refuse(taken)
        return written

    async def check_free(self, owner: str, *names: str) -> None:
        """Refuse names that somebody else has protected with a passphrase."""
        _refuse(await self._store.read(lambda c: _taken(c, owner, names)))

    async def shown_name(self, owner: str, name: str) -> str:
        """The name that somebody has at a table, or their own where it is another's by now."""

        def look(c: Connection) -> tuple[str, str | None]:
            if _taken(c, owner, (name,)) is None:
                return name, None
            _, own = people.guest(c, owner) or ("", name)
            return own, _taken(c, owner, (own,))

        shown, taken = await self._store.read(look)
        _refuse(taken)
        return shown

    def forget(self, owner: str) -> None:
        """Ask the database anew who this is."""
        self._guests.forget(owner)
        self._owners.forget_value(owner)

    def forget_all(self) -> None:
        """Ask the database anew who anybody is."""
        self._guests.clear()
        self._owners.clear()

    # --- to another device ---

    async def offer_transfer(self, guest: Guest, now: int) -> tuple[str, int]:
        """A code that lets one more browser in, once, and until when; the one before is void."""
        code, until = new_id(_CODE), now + _TRANSFER
        await self._store.write(
            "", lambda c: people.offer_transfer(c, hashed(code), guest.owner, now, until)
        )
        return code, until

    async def take_transfer(self, typed: str, now: int) -> tuple[Guest, str]:
        """The guest behind a code, and a token for the browser where it was typed."""
        code, token = re.sub(r"[\s-]", "", typed).lower(), new_token()
        owner = await self._store.write(
            "", lambda c: people.take_transfer(c, hashed(code), hashed(token), now)
        )
        guest = await self.get(owner) if owner is not None else None
        if guest is None:
            raise Refused("bad_code")
        return guest, token

    async def add_browser(self, owner: str, now: int) -> tuple[Guest, str]:
        """A token for one more browser of somebody who has proved who they are."""
        token = new_token()
        await self._store.write("", lambda c: people.add_key(c, hashed(token), owner, now))
        guest = await self.get(owner)
        assert guest is not None
        return guest, token
