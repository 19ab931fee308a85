"""The REST interface: lobby and records."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from fastapi import APIRouter, Depends, Header, Path, Query, Request
from fastapi.responses import PlainTextResponse

from tashkalar import SPECTATOR
from tashkalar.server.refusals import Refused
from tashkalar.server.storage import archive, avoided
from tashkalar.server.tables.admission import admit
from tashkalar.server.tables.guests import Guest
from tashkalar.server.tables.lobby import LATELY, Setup, make_table, rematch
from tashkalar.server.tables.stored import CannotReplay, record_of
from tashkalar.server.tables.table import Table
from tashkalar.server.wire import rows
from tashkalar.server.wire.languages import Reader
from tashkalar.server.wire.rows import TableRow
from tashkalar.server.wire.worker import Worker

api = APIRouter(prefix="/api")


# --- what comes and goes ---


@dataclass(frozen=True)
class Made:
    """A new table, and what lets others in."""

    table: str
    invite: str


@dataclass(frozen=True)
class Joining:
    """Where somebody wants to sit."""

    seat: int | None = None
    invite: str | None = None


@dataclass(frozen=True)
class Again:
    """The table of a rematch."""

    table: str


# --- who asks ---


async def worker_of(request: Request) -> Worker:
    """The worker that answers."""
    worker: Worker = request.app.state.worker
    return worker


TheWorker = Annotated[Worker, Depends(worker_of)]


async def bearer(authorization: Annotated[str, Header()] = "") -> str | None:
    """The token that was sent, if any."""
    scheme, _, token = authorization.partition(" ")
    return token.strip() or None if scheme.lower() == "bearer" else None


Bearer = Annotated[str | None, Depends(bearer)]


async def owner(worker: TheWorker, token: Bearer) -> str | None:
    """The owner behind a token, if it is known."""
    return await worker.guests.owner(token)


Owner = Annotated[str | None, Depends(owner)]


async def guest(worker: TheWorker, asking: Owner) -> Guest:
    """The guest who asks; refused without a token."""
    worker.moderation.check_coming_in(asking)
    found = await worker.guests.get(asking) if asking is not None else None
    if found is None:
        raise Refused("unsigned")
    return found


Asker = Annotated[Guest, Depends(guest)]


TableId = Annotated[str, Path(max_length=16)]
Invite = Annotated[str | None, Query(max_length=64)]


async def seen_table(
    worker: TheWorker, table: TableId, asking: Owner, invite: Invite = None
) -> Table:
    """The table of an address, for whoever may know of it."""
    return await worker.enter(table, lambda door: door.check_seeing(asking, invite))


async def watched_table(
    worker: TheWorker, table: TableId, asking: Owner, invite: Invite = None
) -> Table:
    """The table of an address, for whoever may look at its board."""
    return await worker.enter(table, lambda door: door.check_watching(asking, invite))


async def own_table(worker: TheWorker, table: TableId, asker: Asker) -> Table:
    """The table of an address, for those who have a seat there."""
    return await worker.enter(table, lambda door: door.check_member(asker.owner))


SeenTable = Annotated[Table, Depends(seen_table)]
WatchedTable = Annotated[Table, Depends(watched_table)]
OwnTable = Annotated[Table, Depends(own_table)]


def _row(worker: Worker, table: Table, asking: str | None, language: str) -> TableRow:
    return rows.from_table(table, worker.now(), asking, language)


# --- tables ---


@api.post("/tables", status_code=201)
async def new_table(worker: TheWorker, asker: Asker, setup: Setup) -> Made:
    """A new table. Its game begins at once when no seat is open."""
    table = await make_table(worker, asker, setup)
    return Made(table.id, table.header.invite)


@api.get("/tables")
async def list_tables(
    worker: TheWorker, asking: Owner, language: Reader, state: Literal["open", "running"] = "open"
) -> list[TableRow]:
    """Public tables, the latest first; none that is open and has somebody whom one has blocked."""
    now = worker.now()
    share = worker.settings.listed
    found = await worker.store.read(
        lambda c: archive.public_tables(c, state, now - LATELY, now, share)
    )
    if asking is not None and state == "open":
        apart = await worker.store.read(lambda c: avoided.apart(c, asking))
        found = [listed for listed in found if apart.isdisjoint(listed.owners)]
    return await _rows(worker, found, asking, language)


@api.get("/mine")
async def my_tables(worker: TheWorker, asker: Asker, language: Reader) -> list[TableRow]:
    """The tables where one of the seats is mine, the latest first."""
    found = await worker.store.read(lambda c: archive.tables_of(c, asker.owner))
    return await _rows(worker, found, asker.owner, language)


async def _rows(
    worker: Worker, found: list[archive.Listed], asking: str | None, language: str
) -> list[TableRow]:
    """Tables as a list shows them; one whose row is broken is not in it."""
    shown = []
    for listed in found:
        try:
            shown.append(rows.from_database(listed, asking, worker.now(), language))
        except Exception as error:
            torn = CannotReplay("torn", f"its row: {error!r}")
            await worker.tables.quarantine(listed.row.id, torn)
    return shown


@api.get("/tables/{table}")
async def one_table(worker: TheWorker, asking: Owner, at: SeenTable, language: Reader) -> TableRow:
    """One table, for whoever may know of it."""
    return _row(worker, at, asking, language)


@api.post("/tables/{table}/join")
async def join(
    worker: TheWorker, asker: Asker, table: TableId, wanted: Joining, language: Reader
) -> TableRow:
    """Take an open seat. The game begins when the last one is taken."""
    at = await worker.enter(table, lambda door: door.check_seeing(asker.owner, wanted.invite))
    await admit(worker, at, asker)
    await worker.orders.join(at, asker.owner, asker.name, wanted.seat)
    return _row(worker, at, asker.owner, language)


@api.post("/tables/{table}/leave")
async def leave(worker: TheWorker, asker: Asker, at: OwnTable, language: Reader) -> TableRow:
    """Go: before the game the seat is open again, later others may replace you by a bot."""
    await worker.orders.leave(at, asker.owner)
    return _row(worker, at, asker.owner, language)


@api.post("/tables/{table}/rematch")
async def play_again(worker: TheWorker, asker: Asker, at: OwnTable) -> Again:
    """The same players again, one seat further; the same table for whoever asks later."""
    return Again(await rematch(worker, at, asker.owner))


@api.get("/tables/{table}/record", response_class=PlainTextResponse)
async def record(asking: Owner, at: WatchedTable) -> PlainTextResponse:
    """The record: of a finished game all of it, else what the asker may know."""
    game = at.course.game
    if game is None:
        raise Refused("not_started")
    mine = at.course.owned(asking)
    seat = None if at.course.state == "over" else (mine[0] if mine else SPECTATOR)
    return PlainTextResponse(record_of(at.header, game, seat).text())
