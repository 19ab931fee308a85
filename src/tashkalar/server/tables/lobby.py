"""Making tables, and finding them."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Literal

from sqlalchemy import Connection

from tashkalar.bots import bot_names
from tashkalar.bots.playing.bot import lacks_core
from tashkalar.cards import SCHOOLS
from tashkalar.rules.forms import FORMS, SEEDS, BadSetUp, check_schools, draw_schools, form_named
from tashkalar.rules.shuffling import words
from tashkalar.server.refusals import Refused
from tashkalar.server.settings import Settings
from tashkalar.server.storage import archive, notices
from tashkalar.server.tables.admission import check_name, check_rematch
from tashkalar.server.tables.clocks import BadClock, Clock
from tashkalar.server.tables.course import Start, TableHeader
from tashkalar.server.tables.guests import Guest
from tashkalar.server.tables.seats import BadName, Seat, checked_name, new_id
from tashkalar.server.tables.service import TableService
from tashkalar.server.tables.stored import seat_rows, table_row
from tashkalar.server.tables.table import Table, made
from tashkalar.server.tables.waiting import first_waits

TABLE_NAME = 48
_DAY = 86_400_000  # milliseconds
_BUSY = 600_000  # milliseconds for which the bots of a table where nothing happens count as busy
LATELY = 7 * _DAY  # for which a table where nothing happens is listed
# Who begins is drawn from another start than the cards and the schools.
_LOT = 0x6C6F7421BE91B5


@dataclass(frozen=True)
class SeatSetup:
    """Who shall sit on a seat: me, whoever comes, a bot, or somebody else at my screen."""

    kind: Literal["me", "open", "bot", "hotseat"]
    bot: str | None = None
    name: str | None = None
    school: str | None = None


@dataclass(frozen=True)
class Setup:
    """A table as somebody wants it: the seats in the order of play, and which of them begins."""

    form: str
    seats: list[SeatSetup]
    begins: int | Literal["lot"] = 0  # "lot": it is drawn
    public: bool = False
    spectators: bool = True
    takebacks: bool = True
    hints: bool = False  # also where several people play
    rated: bool = False  # for the players' ratings
    clock: Clock = field(default_factory=Clock)
    seed: int | None = None
    name: str = ""


async def make_table(
    service: TableService, guest: Guest, setup: Setup, start: Start | None = None
) -> Table:
    """A new table, stored. Its game is dealt, or goes on from a start."""
    if setup.rated:
        setup = rated_setup(service.settings, setup)
        await check_name(service, guest)
    header, sitting = _checked(service, guest, setup)
    header = replace(header, start=start)
    await service.guests.check_free(guest.owner, *(seat.name for seat in sitting if seat.name))
    listed = setup.public and any(seat.kind == "open" for seat in sitting)

    def check(c: Connection) -> None:
        _check_tables(c, service, guest.owner, listed)
        _check_bots(c, service, guest.owner, sitting)

    await service.store.read(check)  # most are refused without a transaction
    table = await _stored(service, header, sitting, check)
    assert table is not None
    return table


def rated_setup(settings: Settings, setup: Setup) -> Setup:
    """A rated table as it was asked for: people who have a name, and a clock; or refused."""
    refusal = (
        "off"
        if not settings.ratings
        else "form"
        if setup.form in FORMS and FORMS[setup.form].first
        else "people"
        if [seat.kind for seat in setup.seats].count("me") > 1
        or any(seat.kind not in ("me", "open") for seat in setup.seats)
        else "clock"
        if setup.clock.kind == "none"
        else "hints"
        if setup.hints
        else ""
    )
    if refusal:
        raise Refused("malformed", why=f"rated.{refusal}")
    return replace(setup, seats=[replace(seat, name=None) for seat in setup.seats])


def _check_tables(c: Connection, service: TableService, owner: str, listed: bool) -> None:
    """Refuse a guest with too many tables, or too many for one more to be listed."""
    settings, now = service.settings, service.now()
    if archive.unfinished(c, owner, now - _DAY) >= settings.tables:
        raise Refused("too_many_tables")
    if listed and archive.listed_by(c, owner, now - LATELY) >= settings.listed:
        raise Refused("too_many_listed", values={"n": settings.listed})


def _check_bots(
    c: Connection, service: TableService, owner: str, sitting: tuple[Seat, ...]
) -> None:
    """Refuse more bots than one guest may keep busy; where nothing happens they are not."""
    wanted = sum(seat.kind == "bot" for seat in sitting)
    since, most = service.now() - _BUSY, service.settings.bot_seats
    if wanted and archive.busy_bots(c, owner, since) + wanted > most:
        raise Refused("too_many_bots", values={"n": most})


async def _stored(
    service: TableService,
    header: TableHeader,
    sitting: tuple[Seat, ...],
    check: Callable[[Connection], None],
) -> Table | None:
    """A table once it is stored, if it passes a check: others may be stored at the same moment."""
    table = made(header, sitting)
    claim = service.tables.claim(table.course, header.created)
    row = {**table_row(header, sitting, table.course), **claim}
    seats = [{**seat, "here_until": header.created} for seat in seat_rows(table.course)]
    waited, at = first_waits(header, table.course), header.created

    named = {header.maker, *(seat.owner for seat in sitting if seat.owner and seat.name)}

    def store(c: Connection) -> bool:
        archive.one_at_a_time(c, header.maker)
        check(c)
        if gone := archive.unknown(c, named):
            raise Refused("unsigned" if header.maker in gone else "stale")
        stored = archive.make_table(c, row, seats)
        if stored and waited is not None:
            notices.note(c, header.id, waited, at, service.tables.told_at(at))
        return stored

    if not await service.store.write(header.id, store):
        return None
    service.tables.hold(table)
    if table.course.bot_due:
        service.bots.due(table)
    return table


def _checked(
    service: TableService, guest: Guest, setup: Setup
) -> tuple[TableHeader, tuple[Seat, ...]]:
    """What was asked for, if it can be had."""
    try:
        form = form_named(setup.form)
        if len(setup.seats) != form.seats:
            counts = {"form": form.name, "n": form.seats, "given": len(setup.seats)}
            raise Refused("malformed", why="set_up.seats", values=counts)
        if setup.seed is not None and not 0 <= setup.seed < SEEDS:
            raise Refused("malformed", why="set_up.seed", values={"most": SEEDS - 1})
        if all(seat.kind == "bot" for seat in setup.seats):
            raise Refused("malformed", why="set_up.nobody")
        setup = replace(setup, clock=setup.clock.checked())
        seed = secrets.randbits(64) if setup.seed is None else setup.seed
        setup = replace(setup, seats=_from_the_first(setup, seed))
        sitting = tuple(_seat(guest, seat) for seat in setup.seats)
        schools = _schools(setup, seed)
        name = checked_name(setup.name, TABLE_NAME) if setup.name else ""
    except BadName as error:
        raise Refused("malformed", why=error.why, values=error.values) from None
    except BadSetUp as error:
        raise Refused("malformed", why=f"set_up.{error.why}", values=error.values) from None
    except BadClock as error:
        raise Refused("malformed", why=f"clock.{error.name}", values=error.values) from None
    open_seats = any(seat.kind == "open" for seat in sitting)
    if setup.seed is not None and open_seats and not service.settings.chosen_seeds:
        # Who knows the seed knows every card.
        raise Refused("chosen_seed")
    header = TableHeader(
        new_id(12),
        name,
        form.name,
        schools,
        seed,
        setup.clock,
        setup.public,
        setup.spectators,
        secrets.token_urlsafe(12),
        guest.owner,
        service.now(),
        takebacks=setup.takebacks,
        hints=setup.hints,
        rated=setup.rated,
    )
    return header, sitting


def _from_the_first(setup: Setup, seed: int) -> list[SeatSetup]:
    """The seats, turned round so that whoever begins comes first; so teams stay together."""
    n = len(setup.seats)
    first = next(words(seed ^ _LOT)) * n >> 64 if setup.begins == "lot" else setup.begins
    if not 0 <= first < n:
        raise Refused("malformed", why="set_up.begins", values={"most": n - 1, "given": first})
    return setup.seats[first:] + setup.seats[:first]


def _seat(guest: Guest, wanted: SeatSetup) -> Seat:
    name = checked_name(wanted.name) if wanted.name else ""
    match wanted.kind:
        case "open":
            return Seat("open")
        case "bot":
            bot = wanted.bot or "novice"
            if bot not in bot_names():
                known = {"given": bot, "ids": bot_names()}
                raise Refused("malformed", why="set_up.bot", values=known)
            if lacks_core(bot):
                raise Refused("malformed", why="set_up.needs_core", values={"bot": bot})
            return Seat("bot", name, bot=bot)
        case "me" if name:
            raise Refused("malformed", why="set_up.own_name")
    return Seat("human", name or guest.name, guest.owner)


def _schools(setup: Setup, seed: int) -> tuple[str, ...]:
    """The schools wished for; the others are drawn from those that are left."""
    form = form_named(setup.form)
    wished = [seat.school if seat.school != "random" else None for seat in setup.seats]
    names = tuple(SCHOOLS) if not form.first else draw_schools(form, seed)
    drawn = list(draw_schools(form, seed)) + list(names)
    left = [school for school in dict.fromkeys(drawn) if school not in wished]
    schools = tuple(school or left.pop(0) for school in wished)
    check_schools(form, schools)
    return schools


async def rematch(service: TableService, table: Table, owner: str) -> str:
    """The same again, everybody one seat further; asked twice it is the same table."""
    course = table.course
    if not course.owned(owner):
        raise Refused("not_yours")
    if course.state != "over":
        raise Refused("not_over")
    if table.header.tournament is not None:
        raise Refused("not_over", why="tournament.no_rematch")
    found = await service.store.read(lambda c: archive.rematch_of(c, table.id))
    if found is None:
        await check_rematch(service, table, owner)
        new, sitting = await _again(service, table, owner)
        check = partial(_check_bots, service=service, owner=owner, sitting=sitting)
        try:
            stored = await _stored(service, new, sitting, check)
        except Refused:  # another worker has deleted somebody who sits here
            await service.tables.derive_anew(table.id)
            raise
        if stored is not None:
            found = archive.Rematch(new.id, owner)
            service.fanout.publish(table.id, "here")
        else:  # somebody else was faster
            found = await service.store.read(lambda c: archive.rematch_of(c, table.id))
    assert found is not None
    if table.rematch != found:
        table.rematch = found
        table.show(scene=False)
    return found.table


async def _again(
    service: TableService, table: Table, owner: str
) -> tuple[TableHeader, tuple[Seat, ...]]:
    course, header = table.course, table.header
    rotated = (course.seats[-1], *course.seats[:-1])
    schools = (header.schools[-1], *header.schools[:-1])
    sitting = tuple(
        [
            Seat("bot", seat.name, bot=seat.bot)
            if seat.owner is None
            else Seat("human", await service.guests.shown_name(seat.owner, seat.name), seat.owner)
            for seat in rotated
        ]
    )
    # Whoever was invited to watch the one may watch the other: there is no seat left to take.
    again = replace(
        header,
        id=new_id(12),
        schools=schools,
        seed=secrets.randbits(64),
        maker=owner,
        created=service.now(),
        rematch_of=table.id,
        start=None,
    )
    return again, sitting
