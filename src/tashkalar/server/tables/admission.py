"""Who may sit down together: nobody with somebody who is blocked, and rated players have names."""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import Connection

from tashkalar.server.refusals import Refused
from tashkalar.server.storage import avoided
from tashkalar.server.tables.guests import Guest
from tashkalar.server.tables.service import TableService
from tashkalar.server.tables.table import Table


async def admit(service: TableService, table: Table, guest: Guest) -> None:
    """Refuse whoever may not take a seat at a table, or not under their name."""
    await service.guests.check_free(guest.owner, guest.name)
    there = {seat.owner for seat in table.course.seats if seat.owner is not None}
    await check_company(service, guest.owner, {*there, table.header.maker})
    if table.header.rated:
        await check_name(service, guest)


async def check_company(service: TableService, owner: str, others: Collection[str]) -> None:
    """Refuse whoever has blocked somebody of those, or is blocked by them."""
    apart, blocks = await service.store.read(lambda c: _apart(c, owner, others))
    if apart:
        raise Refused("not_welcome", why="you_block" if blocks else "not_welcome")


def _apart(c: Connection, owner: str, others: Collection[str]) -> tuple[bool, bool]:
    """Do some not want to play together, and is it the owner who does not?"""
    if avoided.apart(c, owner).isdisjoint(others):
        return False, False
    return True, avoided.blocked_among(c, owner, others)


async def check_name(service: TableService, guest: Guest) -> None:
    """Refuse whoever has not protected the name they have: a rating belongs to somebody."""
    if not await service.accounts.protected(guest):
        raise Refused("unprotected")


async def check_rematch(service: TableService, table: Table, owner: str) -> None:
    """Nobody is taken to a further table with somebody they have blocked meanwhile.

    Where it counts everybody still has their name, and the club still has ratings.
    """
    there = {seat.owner for seat in table.course.seats if seat.owner is not None}
    await check_company(service, owner, there - {owner})
    if await service.store.read(lambda c: avoided.apart_among(c, there)):
        raise Refused("not_welcome")
    if table.header.rated:
        if not service.settings.ratings:
            raise Refused("malformed", why="rated.off")
        for player in there:
            guest = await service.guests.get(player)
            await check_name(service, guest or Guest(player, "", ""))
