"""Tournaments: making them, taking part, and how they stand."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Path
from msgspec import json
from sqlalchemy import Connection, Row

from tashkalar.catalogue import text
from tashkalar.server.refusals import Refused
from tashkalar.server.storage import tournaments as stored
from tashkalar.server.tables import tournaments
from tashkalar.server.tables.admission import check_company, check_name
from tashkalar.server.tables.clocks import Clock
from tashkalar.server.tables.seats import public_id
from tashkalar.server.tables.standings import standings
from tashkalar.server.tables.tournaments import Tournament
from tashkalar.server.wire.languages import Reader
from tashkalar.server.wire.rest import Asker, Owner, TheWorker

router = APIRouter(prefix="/api")
TournamentId = Annotated[str, Path(max_length=16)]


@dataclass(frozen=True)
class TournamentRow:
    """A tournament at a glance."""

    tournament: str
    name: str
    kind: Literal["round_robin", "swiss"]
    form: str
    clock: Clock
    rated: bool
    state: Literal["open", "running", "over", "cancelled"]
    round: int  # the last one that has begun
    rounds: int
    starts: int | None  # when the next one begins, in milliseconds since 1970
    entered: int  # how many


@dataclass(frozen=True)
class EntrantRow:
    """Somebody who plays, and where they stand. Points are counted in halves."""

    number: int | None  # null before the first round
    guest: str | None
    name: str
    left: bool
    you: bool
    place: int | None
    points: int
    buchholz: int
    berger: int
    wins: int


@dataclass(frozen=True)
class PairingRow:
    """Who meets whom: numbers of entrants; who begins comes first."""

    round: int
    board: int
    first: int
    second: int | None  # null: a bye
    how: Literal["game", "bye", "walkover", "void"]
    points: int | None  # of the first: 2, 1 or 0; null while the game runs
    table: str | None


@dataclass(frozen=True)
class TournamentShown:
    """All of a tournament, for whoever asks."""

    row: TournamentRow
    maker: str  # the name; empty: whoever runs the server
    yours: bool  # made by whoever asks
    entered: bool  # by whoever asks, and not left
    entrants: tuple[EntrantRow, ...]  # by place, or in the order in which they came
    pairings: tuple[PairingRow, ...]


@dataclass(frozen=True)
class TournamentMade:
    """A new tournament."""

    tournament: str


def _row(row: Row[Any], entered: int) -> TournamentRow:
    return TournamentRow(
        row.id,
        row.name,
        row.kind,
        row.form,
        json.decode(row.clock, type=Clock),
        row.rated,
        row.state,
        row.round,
        row.rounds,
        row.starts,
        entered,
    )


def _entrants(
    row: Row[Any], there: list[Row[Any]], paired: list[Row[Any]], asking: str | None, language: str
) -> tuple[EntrantRow, ...]:
    numbers = [one.number for one in there if one.number is not None]
    places = {
        standing.number: standing
        for standing in standings(row.kind, numbers, tournaments.meetings(paired))
    }
    found = []
    for one in there:
        standing = places.get(one.number)
        told = (
            (standing.place, standing.points, standing.buchholz, standing.berger, standing.wins)
            if standing is not None
            else (None, 0, 0, 0, 0)
        )
        found.append(
            EntrantRow(
                one.number,
                public_id(one.owner) if one.name else None,
                one.name or text("server.forgotten", language),
                one.left is not None,
                one.owner == asking,
                *told,
            )
        )
    return tuple(sorted(found, key=lambda entrant: (entrant.place or 0, entrant.number or 0)))


def _shown(c: Connection, wanted: str, asking: str | None, language: str) -> TournamentShown:
    row = stored.one(c, wanted)
    if row is None:
        raise Refused("unknown", why="tournament.unknown")
    # In this order: when one begins, its players have their numbers before anybody is paired.
    paired, there = stored.paired(c, wanted), stored.entered(c, wanted)
    entrants = _entrants(row, there, paired, asking, language)
    return TournamentShown(
        _row(row, len(there)),
        stored.maker_name(c, row.maker),
        row.maker == asking,
        any(entrant.you and not entrant.left for entrant in entrants),
        entrants,
        tuple(
            PairingRow(p.round, p.board, p.first, p.second, p.how, p.points, p.table_id)
            for p in paired
        ),
    )


@router.get("/tournaments")
async def list_tournaments(worker: TheWorker) -> list[TournamentRow]:
    """The latest tournaments, those first that are not over."""
    share = worker.settings.listed
    found = await worker.store.read(lambda c: stored.listed(c, share))
    return [_row(row, entered) for row, entered in found]


@router.post("/tournaments", status_code=201)
async def make_tournament(worker: TheWorker, asker: Asker, wanted: Tournament) -> TournamentMade:
    """A new tournament; players enter, and whoever made it starts the first round."""
    if worker.settings.tournaments != "players":
        raise Refused("not_yours", why="tournament.off")
    if wanted.rated and not worker.settings.ratings:
        raise Refused("malformed", why="rated.off")
    now = worker.now()
    made = await worker.club.act(lambda c: tournaments.make(c, wanted, asker.owner, now))
    return TournamentMade(made)


@router.get("/tournaments/{tournament}")
async def one_tournament(
    worker: TheWorker, asking: Owner, tournament: TournamentId, language: Reader
) -> TournamentShown:
    """A tournament: who plays, who met whom, and the standings."""
    return await worker.store.read(lambda c: _shown(c, tournament, asking, language))


@router.post("/tournaments/{tournament}/enter")
async def enter(
    worker: TheWorker, asker: Asker, tournament: TournamentId, language: Reader
) -> TournamentShown:
    """Take part, before the first round."""
    await worker.guests.check_free(asker.owner, asker.name)
    row = await worker.store.read(lambda c: stored.one(c, tournament))
    if row is not None:
        await check_company(worker, asker.owner, {row.maker})
        if row.rated:
            await check_name(worker, asker)
    now = worker.now()
    await worker.club.act(lambda c: tournaments.enter(c, tournament, asker.owner, asker.name, now))
    return await one_tournament(worker, asker.owner, tournament, language)


@router.post("/tournaments/{tournament}/leave")
async def leave(
    worker: TheWorker, asker: Asker, tournament: TournamentId, language: Reader
) -> TournamentShown:
    """Take no part any more; a game that runs is still to be played."""
    await worker.club.act(lambda c: tournaments.leave(c, tournament, asker.owner))
    return await one_tournament(worker, asker.owner, tournament, language)


@router.post("/tournaments/{tournament}/start")
async def start(
    worker: TheWorker, asker: Asker, tournament: TournamentId, language: Reader
) -> TournamentShown:
    """Begin the next round now, the first one too; for whoever made the tournament."""
    now = worker.now()

    def begin(c: Connection) -> None:
        tournaments.check_maker(c, tournament, asker.owner)
        tournaments.start(c, tournament, now)

    await worker.club.act(begin)
    await worker.club.look()
    return await one_tournament(worker, asker.owner, tournament, language)


@router.post("/tournaments/{tournament}/cancel")
async def cancel(
    worker: TheWorker, asker: Asker, tournament: TournamentId, language: Reader
) -> TournamentShown:
    """End it early; for whoever made the tournament. Games that run are played on."""
    now = worker.now()

    def end(c: Connection) -> None:
        tournaments.check_maker(c, tournament, asker.owner)
        tournaments.cancel(c, tournament, now)

    await worker.club.act(end)
    return await one_tournament(worker, asker.owner, tournament, language)
