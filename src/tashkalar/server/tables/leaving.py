"""Deleting somebody's data: the games stay for the others, without the name."""

from __future__ import annotations

import secrets
from contextlib import suppress
from functools import partial

from tashkalar.server.refusals import Refused
from tashkalar.server.storage import people
from tashkalar.server.tables.guests import Guest
from tashkalar.server.tables.seats import hashed
from tashkalar.server.tables.service import TableService

_AT_ONCE = 50  # tables that are written in one transaction: moves wait meanwhile


async def forget(service: TableService, guest: Guest) -> None:
    """Leave every game that goes on, then delete whatever names a guest; the guest comes last.

    So whoever is interrupted is still there to begin again.
    """
    owner, nobody = guest.owner, hashed(secrets.token_urlsafe(32))
    for wanted in await service.store.read(lambda c: people.unfinished_with(c, owner)):
        with suppress(Refused):  # a table that cannot be played on
            table = await service.tables.get(wanted)
            if table is not None:
                await service.orders.leave(table, owner)
    left = await service.store.read(lambda c: people.left_with(c, owner), leisurely=True)
    known = await service.store.read(lambda c: people.tables_with(c, owner))
    concerned = sorted({*left, *known})
    for start in range(0, len(concerned), _AT_ONCE):
        some = concerned[start : start + _AT_ONCE]
        await service.store.write(
            "", partial(people.forget_at, those=some, owner=owner, nobody=nobody)
        )
    concerned += await service.store.write("", lambda c: people.forget(c, {owner: nobody}))
    service.guests.forget(owner)
    service.fanout.publish(owner, "guest")
    for wanted in concerned:
        await service.tables.derive_anew(wanted)
        service.fanout.publish(wanted, "anew")
