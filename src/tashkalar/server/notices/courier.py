"""The courier: gathers what is due, sends what is in the outbox, tries again, gives up.

Every worker has one. What is sent was claimed in the database before, for longer than sending can
take; a worker that is killed meanwhile leaves it to another. It is sent at least once: one that is
killed after sending and before noting it has it sent twice, and a browser shows the second in place
of the first. Many are sent at a time, each by a hand of its own, so nobody waits for an answer that
somebody else owes.
"""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any

from sqlalchemy import Connection, Row

from tashkalar.server.metrics import NOTICES
from tashkalar.server.notices.endpoints import HANDS
from tashkalar.server.notices.letters import Letter, TableNews, in_order
from tashkalar.server.notices.mail import Mailer
from tashkalar.server.notices.push import NobodyThere, NoDelivery, Pusher
from tashkalar.server.settings import Settings
from tashkalar.server.storage import notices
from tashkalar.server.storage.store import Store, StoreFailed
from tashkalar.server.tables.seats import new_id

_log = logging.getLogger("tashkalar.server")
_LAST = "~"  # after the tables: whoever locks rows of theirs never waits for this
_ATTEMPT = 60.0  # seconds; whoever answers by drips has had their time
_LEASE = 120_000  # milliseconds; longer than any attempt takes
_SHARE = 2  # hands that one guest keeps busy, with up to five browsers and addresses
_LOOK = 1.0  # seconds between looks for what is due while hands are busy
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
        self._sending: set[asyncio.Task[None]] = set()

    async def go(self) -> None:
        """Send what is due, also what becomes so meanwhile, until every hand is free again."""
        while True:
            await self.gather()
            await self.deliver()
            if not self._sending:
                return
            await asyncio.wait(self._sending, timeout=_LOOK, return_when=asyncio.FIRST_COMPLETED)

    async def gather(self) -> None:
        """Put what is due into the outbox; of several tables in one message."""
        now, pause = self._now(), int(self._settings.notice_pause * 1000)
        due = await self._store.read(lambda c: notices.to_be_told(c, now, pause))
        for owner in due:
            await self._store.write(_LAST, partial(_gathered, owner=owner, now=now))

    async def deliver(self) -> None:
        """Begin to send what is in the outbox, as far as hands are free."""
        now, free = self._now(), HANDS - len(self._sending)
        if free <= 0 or not await self._store.read(lambda c: notices.is_due(c, now)):
            return
        claim = partial(notices.claim, now=now, until=now + _LEASE, most=free, share=_SHARE)
        for row in await self._store.write(_LAST, claim):
            self._sending.add(task := asyncio.create_task(self._send(row)))
            task.add_done_callback(self._sending.discard)

    async def tidy(self) -> None:
        """Addresses that nobody has confirmed in time are deleted."""
        now = self._now()
        late = await self._store.read(lambda c: notices.unconfirmed(c, now))
        if late:
            await self._store.write(_LAST, lambda c: notices.remove(c, late))

    async def close(self) -> None:
        """Stop sending, and close what is open."""
        for task in self._sending:
            task.cancel()
        await asyncio.gather(*self._sending, return_exceptions=True)
        if self.pusher is not None:
            await self.pusher.close()

    async def _send(self, row: Row[Any]) -> None:
        with suppress(StoreFailed):  # what could not be noted is sent again when the lease is over
            await self._sent_or_put_off(row)

    async def _sent_or_put_off(self, row: Row[Any]) -> None:
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
    news = in_order(TableNews(kind, table, tuple(names[table])) for kind, table in found.waits)
    letter = Letter(news, notices.turns_of(c, owner))
    for contact in found.contacts:
        unsent = notices.unsent(c, contact)
        whole = letter if unsent is None else letter.after(Letter.read(unsent))
        notices.post(c, contact, new_id(12), whole.written(), now)
