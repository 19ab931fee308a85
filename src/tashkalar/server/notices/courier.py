"""The courier: gathers what is due, sends what is in the outbox, tries again, gives up.

Every worker has one. What is sent was claimed in the database before, for longer than sending can
take; a worker that is killed meanwhile leaves it to another. It is sent at least once: one that is
killed after sending and before noting it has it sent twice, and a browser shows the second in place
of the first.
"""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Callable
from functools import partial
from typing import Any

from sqlalchemy import Connection, Row

from tashkalar.server.metrics import NOTICES
from tashkalar.server.notices.letters import KINDS, Letter, TableNews
from tashkalar.server.notices.mail import Mailer
from tashkalar.server.notices.push import NobodyThere, NoDelivery, Pusher
from tashkalar.server.settings import Settings
from tashkalar.server.storage import notices
from tashkalar.server.storage.store import Store
from tashkalar.server.tables.seats import new_id

_log = logging.getLogger("tashkalar.server")
_LAST = "~"  # after the tables: whoever locks rows of theirs never waits for this
_ATTEMPT = 60.0  # seconds; whoever answers by drips has had their time
_LEASE = 120_000  # milliseconds; longer than any attempt takes
_AT_ONCE = 20
_LATER = 3_600_000  # milliseconds: who has seen that they are waited for is reminded then, once
_FIRST_PAUSE = 30_000  # milliseconds after a failure, then twice as long each time
_LONGEST_PAUSE = 4 * 3_600_000
_GIVEN_UP = 2 * 86_400_000  # milliseconds after which a message is no longer news


class Courier:
    """Tells people that they are waited for."""

    def __init__(self, store: Store, settings: Settings, now: Callable[[], int]) -> None:
        self._store, self._settings, self._now = store, settings, now
        self.pusher: Pusher | None = None
        self.mailer: Mailer | None = None

    async def go(self) -> None:
        """One round."""
        await self.gather()
        while await self.deliver():
            pass

    async def gather(self) -> None:
        """Put what is due into the outbox; of several tables in one message."""
        now, pause = self._now(), int(self._settings.notice_pause * 1000)
        due = await self._store.read(lambda c: notices.to_be_told(c, now, pause))
        for owner in due:
            await self._store.write(_LAST, partial(_gathered, owner=owner, now=now))

    async def deliver(self) -> bool:
        """Send what is in the outbox; false when nothing was due."""
        now = self._now()
        first = await self._store.read(notices.next_due)
        if first is None or first > now:
            return False
        until = now + _LEASE
        found = await self._store.write(_LAST, lambda c: notices.claim(c, now, until, _AT_ONCE))
        await asyncio.gather(*map(self._send, found))
        return bool(found)

    async def tidy(self) -> None:
        """Addresses that nobody has confirmed in time are deleted."""
        now = self._now()
        late = await self._store.read(lambda c: notices.unconfirmed(c, now))
        if late:
            await self._store.write(_LAST, lambda c: notices.remove(c, late))

    async def close(self) -> None:
        """Close what is open."""
        if self.pusher is not None:
            await self.pusher.close()

    async def _send(self, row: Row[Any]) -> None:
        contact, number = row.contact, row.id
        try:
            await self._attempted(row)
        except NobodyThere as error:
            NOTICES.labels(row.kind, "gone").inc()
            _log.info("a contact (%s) is gone: %s", row.kind, error)
            await self._store.write(_LAST, lambda c: notices.remove(c, [contact]))
            return
        except Exception as error:
            NOTICES.labels(row.kind, "failed").inc()
            known = isinstance(error, NoDelivery)
            _log.warning("a notice (%s) was not sent: %s", row.kind, error, exc_info=not known)
            due = self._now() + pause_after(row.tries)
            if due - row.made < _GIVEN_UP:
                await self._store.write(_LAST, lambda c: notices.put_off(c, contact, number, due))
                return
        else:
            NOTICES.labels(row.kind, "sent").inc()
        await self._store.write(_LAST, lambda c: notices.done(c, contact, number))

    async def _attempted(self, row: Row[Any]) -> None:
        try:
            async with asyncio.timeout(_ATTEMPT):
                await self._sent(row)
        except TimeoutError:
            raise NoDelivery(f"it took longer than {_ATTEMPT:.0f} seconds") from None

    async def _sent(self, row: Row[Any]) -> None:
        letter = Letter.read(row.body)
        if row.kind == "mail":
            if self.mailer is None:
                raise NoDelivery("no server for mail is set")
            await self.mailer.send(row.address, row.secret, letter, row.language)
        elif self.pusher is None:
            raise NoDelivery("push messages are not set")
        else:
            await self.pusher.send(row.address, row.encryption, letter, row.language, row.contact)


def pause_after(tries: int, dice: Callable[[], float] = random.random) -> int:
    """Milliseconds until the next attempt: longer each time, never all at once."""
    return int(min(_LONGEST_PAUSE, _FIRST_PAUSE * 2 ** (tries - 1)) * (0.75 + dice() / 2))


def _gathered(c: Connection, owner: str, now: int) -> None:
    found = notices.gather(c, owner, now, _LATER)
    if not found.waits:
        return
    names = notices.names_at(c, [table for _, table in found.waits], owner)
    ordered = sorted(found.waits, key=lambda wait: (KINDS.index(wait[0]), wait[1]))
    news = tuple(TableNews(kind, table, tuple(names[table])) for kind, table in ordered)
    letter = Letter(news, notices.turns_of(c, owner)).written()
    for contact in found.contacts:
        notices.post(c, contact, new_id(12), letter, now)
