"""Other players: what is known of them, and muting, blocking and reporting them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from fastapi import APIRouter, Depends, Path, Request, Response

from tashkalar import __version__
from tashkalar.server.refusals import Refused
from tashkalar.server.storage import archive, avoided, people, ratings, reports
from tashkalar.server.storage.avoided import Avoiding
from tashkalar.server.tables.guests import Guest
from tashkalar.server.tables.seats import BadName, checked_text, new_id
from tashkalar.server.tables.table import is_id
from tashkalar.server.wire.limits import address_of
from tashkalar.server.wire.ratings import RatingRow, rating_row
from tashkalar.server.wire.rest import Asker, Owner, TheWorker

router = APIRouter(prefix="/api")


@dataclass(frozen=True)
class PersonRow:
    """Somebody, for whoever asks."""

    guest: str  # the public id
    name: str
    you: bool
    avoided: Literal["mute", "block"] | None  # by whoever asks
    ratings: tuple[RatingRow, ...]


@dataclass(frozen=True)
class AvoidedRow:
    """Somebody whom whoever asks has muted or blocked."""

    guest: str
    name: str
    kind: Literal["mute", "block"]


@dataclass(frozen=True)
class Avoidance:
    """How to avoid somebody; null: not any more."""

    kind: Literal["mute", "block"] | None


@dataclass(frozen=True)
class PersonReport:
    """What somebody did, and at which table."""

    text: str
    table: str = ""


async def person(worker: TheWorker, guest: Annotated[str, Path(max_length=16)]) -> Guest:
    """The guest of an address, by the public id."""
    found = await worker.store.read(lambda c: people.with_id(c, guest))
    if found is None:
        raise Refused("unknown", why="nobody")
    owner, name = found
    return Guest(owner, guest, name)


Person = Annotated[Guest, Depends(person)]


@router.get("/people")
async def whom_i_avoid(worker: TheWorker, asker: Asker) -> list[AvoidedRow]:
    """Everybody whom the asker has muted or blocked, the latest first."""
    found = await worker.store.read(lambda c: avoided.avoided_by(c, asker.owner))
    return [AvoidedRow(row.guest, row.name, row.kind) for row in found]


@router.get("/people/{guest}")
async def one_person(worker: TheWorker, asking: Owner, other: Person) -> PersonRow:
    """Somebody: the name, and ratings where there are any."""
    rows = await worker.store.read(lambda c: ratings.of_owner(c, other.owner))
    kind: Avoiding | None = None
    if asking is not None:
        kind = await worker.store.read(lambda c: avoided.kind_of(c, asking, other.owner))
    shown = tuple(rating_row(row, other.guest, other.name) for row in rows)
    return PersonRow(other.guest, other.name, asking == other.owner, kind, shown)


@router.put("/people/{guest}", status_code=204, response_class=Response)
async def avoid(worker: TheWorker, asker: Asker, other: Person, wanted: Avoidance) -> None:
    """Mute somebody (their chat is not shown), block them (nor do you play together), or neither.

    They are not told. What goes on already goes on.
    """
    kind, now = wanted.kind, worker.now()
    if asker.owner == other.owner:
        raise Refused("malformed", why="yourself")
    if kind is None:
        await worker.store.write("", lambda c: avoided.forgive(c, asker.owner, other.owner))
        return
    if not await worker.store.write(
        "", lambda c: avoided.avoid(c, asker.owner, other.owner, kind, now)
    ):
        raise Refused("full", why="too_many_avoided", values={"n": avoided.MOST})


@router.post("/people/{guest}/report", status_code=204, response_class=Response)
async def report_person(
    request: Request, worker: TheWorker, asker: Asker, other: Person, wanted: PersonReport
) -> None:
    """Report somebody to whoever runs the server, with what they said at the table."""
    try:
        words = checked_text(wanted.text)
    except BadName as error:
        raise Refused("malformed", why=error.why, values=error.values) from None
    if asker.owner == other.owner:
        raise Refused("malformed", why="yourself")
    if not worker.limits.may_report(asker.owner, address_of(request.scope)):
        raise Refused("rate")
    table = wanted.table if is_id(wanted.table) else ""
    if table:  # of a table that the asker may not look at nothing is told
        await worker.enter(table, lambda door: door.check_watching(asker.owner, None))
    lines = await worker.store.read(lambda c: archive.said_by(c, table, other.owner))
    body = (
        "\n".join(
            [
                "tash-kalar report of a player",
                f"version: {__version__}",
                f"player: {other.name} ({other.guest})",
                f"reported by: {asker.name} ({asker.guest})",
                f"table: {table or 'none'}",
                "",
                *(f"report: {line}" for line in words.splitlines()),
                "",
                # Each line says whose it is: nobody writes what looks like another's.
                *(f"said {said.n}: {line}" for said in lines for line in said.text.splitlines()),
            ]
        )
        + "\n"
    )
    number, now = new_id(10), worker.now()
    await worker.store.write(
        "", lambda c: reports.keep(c, number, table, asker.owner, now, words, body, other.owner)
    )
