"""The REST interface: lobby and records."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from fastapi import APIRouter, Depends, Header, Path, Query, Request
from fastapi.responses import PlainTextResponse

from tashkalar import SPECTATOR
from tashkalar.server.refusals import Refused
from tashkalar.server.storage import archive
from tashkalar.server.tables.guests import Guest
from tashkalar.server.tables.lobby import LATELY, Setup, make_table, rematch
from tashkalar.server.tables.registry import Table
from tashkalar.server.tables.service import check_seeing, check_watching
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


async def table_of(worker: TheWorker, table: Annotated[str, Path(max_length=16)]) -> Table:
    """The table of an address; refused if there is none."""
    found = await worker.tables.get(table)
    if found is None:
        raise Refused("unknown")
    return found


TheTable = Annotated[Table, Depends(table_of)]
Invite = Annotated[str | None, Query(max_length=64)]


def _row(worker: Worker, table: Table, asking: str | None, language: str) -> TableRow:
    return rows.from_table(table, worker.now(), asking, language)


# --- tables ---


@api.post("/tables", status_code=201)
async def new_table(worker: TheWorker, asker: Asker, setup: Setup) -> Made:
    """A new table. Its game begins at once when no seat is open."""
    table = await make_table(worker, asker, setup)
    return Made(table.id, table.header.invite)


@api.get("/tables")
async def list_tables(worker: TheWorker, asking: Owner, language: Reader,
                      state: Literal["open", "running"] = "open") -> list[TableRow]:  # fmt: skip
    """Public tables, the latest first."""
    now = worker.now()
    share = worker.settings.listed
    found = await worker.store.read(
        lambda c: archive.public_tables(c, state, now - LATELY, now, share)
    )
    return [rows.from_database(listed, asking, now, language) for listed in found]


@api.get("/mine")
async def my_tables(worker: TheWorker, asker: Asker, language: Reader) -> list[TableRow]:
    """The tables where one of the seats is mine, the latest first."""
    found = await worker.store.read(lambda c: archive.tables_of(c, asker.owner))
    now = worker.now()
    return [rows.from_database(listed, asker.owner, now, language) for listed in found]


@api.get("/tables/{table}")
async def one_table(worker: TheWorker, asking: Owner, at: TheTable, language: Reader,
                    invite: Invite = None) -> TableRow:  # fmt: skip
    """One table, for whoever may know of it."""
    check_seeing(at, asking, invite)
    return _row(worker, at, asking, language)


@api.post("/tables/{table}/join")
async def join(worker: TheWorker, asker: Asker, at: TheTable, wanted: Joining,
               language: Reader) -> TableRow:  # fmt: skip
    """Take an open seat. The game begins when the last one is taken."""
    check_seeing(at, asker.owner, wanted.invite)
    await worker.orders.join(at, asker.owner, asker.name, wanted.seat)
    return _row(worker, at, asker.owner, language)


@api.post("/tables/{table}/leave")
async def leave(worker: TheWorker, asker: Asker, at: TheTable, language: Reader) -> TableRow:
    """Go: before the game the seat is open again, later others may replace you by a bot."""
    if not at.course.owned(asker.owner):
        raise Refused("unknown" if not at.header.public else "not_yours")
    await worker.orders.leave(at, asker.owner)
    return _row(worker, at, asker.owner, language)


@api.post("/tables/{table}/rematch")
async def play_again(worker: TheWorker, asker: Asker, at: TheTable) -> Again:
    """The same players again, one seat further; the same table for whoever asks later."""
    if not at.course.owned(asker.owner) and not at.header.public:
        raise Refused("unknown")
    return Again(await rematch(worker, at, asker.owner))


@api.get("/tables/{table}/record", response_class=PlainTextResponse)
async def record(worker: TheWorker, asking: Owner, at: TheTable,
                 invite: Invite = None) -> PlainTextResponse:  # fmt: skip
    """The record: of a finished game all of it, else what the asker may know."""
    check_watching(at, asking, invite)
    game = at.course.game
    if game is None:
        raise Refused("not_started")
    mine = at.course.owned(asking)
    seat = None if at.course.state == "over" else (mine[0] if mine else SPECTATOR)
    return PlainTextResponse(game.record(seat).text())
