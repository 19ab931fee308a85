"""Names with a passphrase, for clubs that want them: nobody else can be called so."""

from __future__ import annotations

import asyncio
import unicodedata

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from tashkalar.server.refusals import Refused
from tashkalar.server.storage import people
from tashkalar.server.storage.store import Store
from tashkalar.server.tables.guests import Guest, Guests
from tashkalar.server.tables.seats import folded_name

SHORTEST, LONGEST = 10, 200  # characters of a passphrase
_AT_ONCE = 2  # hashing takes 64 MB and a tenth of a second each


class Accounts:
    """Protects names, and lets their owners in from any browser."""

    def __init__(self, store: Store, guests: Guests, hasher: PasswordHasher | None = None) -> None:
        self._store, self._guests = store, guests
        self._hasher = hasher or PasswordHasher()
        self._turn = asyncio.Semaphore(_AT_ONCE)
        # Compared with where there is no such name, so that it takes as long to find that out.
        self._decoy = ""

    async def protect(self, guest: Guest, passphrase: str, now: int) -> None:
        """Protect the name of a guest; again, and with another name, it replaces the former."""
        said = _checked(passphrase)
        async with self._turn:
            hashed = await asyncio.to_thread(self._hasher.hash, said)
        folded = folded_name(guest.name)
        if not await self._store.write(
            "", lambda c: people.protect_name(c, folded, guest.owner, hashed, now)
        ):
            raise Refused("taken", why="name_taken", values={"given": guest.name})

    async def protected(self, guest: Guest) -> bool:
        """Has a guest protected the name they have now?"""
        found = await self._store.read(lambda c: people.account_name(c, guest.owner))
        return found == folded_name(guest.name)

    async def sign_in(self, name: str, passphrase: str, now: int) -> tuple[Guest, str]:
        """The guest with a name, and a token for one more browser."""
        folded = folded_name(name)
        found = await self._store.read(lambda c: people.account(c, folded))
        async with self._turn:
            right = await asyncio.to_thread(self._is_right, found, passphrase)
        if found is None or not right:
            raise Refused("unsigned", why="bad_passphrase")
        return await self._guests.add_browser(found.owner, now)

    def _is_right(self, found: people.Account | None, passphrase: str) -> bool:
        self._decoy = self._decoy or self._hasher.hash("nobody")
        try:
            stored = found.hash if found is not None else self._decoy
            return self._hasher.verify(stored, _normal(passphrase)[:LONGEST]) and found is not None
        except (VerificationError, InvalidHashError):
            return False


def _normal(passphrase: str) -> str:
    return unicodedata.normalize("NFKC", passphrase)


def _checked(passphrase: str) -> str:
    said = _normal(passphrase)
    if not SHORTEST <= len(said) <= LONGEST:
        values = {"least": SHORTEST, "most": LONGEST}
        raise Refused("malformed", why="passphrase", values=values)
    return said
