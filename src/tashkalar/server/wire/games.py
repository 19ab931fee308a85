"""Finished games over REST: one's own with their figures, all records as a file, and the club's."""

from __future__ import annotations

import io
import zipfile
from collections.abc import AsyncIterator
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query
from fastapi.responses import StreamingResponse
from sqlalchemy import Connection

from tashkalar.server.storage import archive, games
from tashkalar.server.storage.games import Finished
from tashkalar.server.tables.past_games import (
    ClubFigures,
    PlayedGame,
    PlayerFigures,
    Tally,
    Wanted,
    club_figures,
    played,
    player_figures,
    players,
    sum_up,
)
from tashkalar.server.tables.stored import CannotReplay, replayed
from tashkalar.server.wire.languages import Reader
from tashkalar.server.wire.names import Sitter, called
from tashkalar.server.wire.rest import Asker, TheWorker

router = APIRouter(prefix="/api")

PAGE = 30  # games of one answer
_FOR = 30_000  # milliseconds for which the club's figures are shown again


@dataclass(frozen=True)
class GameRow:
    """A finished game in a list."""

    table: str
    form: str
    at: int  # milliseconds since 1970
    turns: int
    schools: tuple[str, ...]
    places: tuple[int, ...]
    names: tuple[str, ...]
    seat: int | None
    outcome: Literal["won", "drawn", "lost"] | None
    points: tuple[int, ...]  # by seat; empty until the game has been summed up
    continued: bool


@dataclass(frozen=True)
class Games:
    """One's own games: those that agree with the filters, page by page, and their figures."""

    count: int
    rows: tuple[GameRow, ...]
    figures: PlayerFigures
    opponents: tuple[str, ...]  # of all games, to choose from
    waiting: int  # games whose cards and openings are still to be summed up: ask again


@dataclass(frozen=True)
class ClubGames:
    """The games of the club: the latest of public tables, who plays, how the schools fare."""

    rows: tuple[GameRow, ...]
    players: tuple[Tally, ...]
    figures: ClubFigures


def _row(game: PlayedGame) -> GameRow:
    points = tuple(seat.points for seat in game.summary.seats) if game.summary else ()
    return GameRow(
        game.table, game.form, game.at, game.turns, game.schools, game.places, game.names,
        game.seat, None if game.seat is None else game.outcome(game.seat), points, game.continued,
    )  # fmt: skip


def _played(found: list[Finished], owner: str | None, language: str) -> list[PlayedGame]:
    return [
        played(one, called((Sitter(s.name, s.bot, s.owner) for s in one.seats), language), owner)
        for one in found
    ]


def _milliseconds(day: date) -> int:
    return int(datetime.combine(day, time(), UTC).timestamp() * 1000)


Short = Annotated[str, Query(max_length=32)]
Day = Annotated[date | None, Query()]


@router.get("/games")
async def my_games(worker: TheWorker, asker: Asker, language: Reader, form: Short = "",
                   school: Short = "", opponent: Short = "",
                   result: Literal["", "won", "drawn", "lost"] = "", since: Day = None,
                   until: Day = None,
                   page: Annotated[int, Query(ge=0, le=1000)] = 0) -> Games:  # fmt: skip
    """My finished games: filtered by form, my school, an opponent, result and days."""
    waiting = await sum_up(
        worker, await worker.store.read(lambda c: games.games_of(c, asker.owner))
    )
    found = await worker.store.read(lambda c: games.games_of(c, asker.owner))
    wanted = Wanted(form, school, opponent, result)
    if since is not None:
        wanted = replace(wanted, since=_milliseconds(since))
    if until is not None:
        wanted = replace(wanted, until=_milliseconds(until + timedelta(days=1)))
    mine = _played(found, asker.owner, language)
    those = [game for game in mine if wanted.has(game)]
    rivals = dict.fromkeys(game.names[n] for game in mine for n in game.rivals)
    shown = tuple(map(_row, those[page * PAGE : (page + 1) * PAGE]))
    return Games(len(those), shown, player_figures(those), tuple(sorted(rivals)), waiting)


@router.get("/games/records")
async def my_records(worker: TheWorker, asker: Asker) -> StreamingResponse:
    """The records of all my finished games, as one ZIP file."""
    found = await worker.store.read(lambda c: games.games_of(c, asker.owner))

    async def packed() -> AsyncIterator[bytes]:
        flow = _Flow()
        with zipfile.ZipFile(flow, "w", zipfile.ZIP_DEFLATED) as file:
            for one in found:
                text = await worker.store.read(lambda c, one=one: _record(c, one.row.id))  # type: ignore[misc]
                file.writestr(f"{_day(one.row.updated)}-{one.row.form}-{one.row.id}.txt", text)
                yield flow.taken()
        yield flow.taken()

    named = {"Content-Disposition": 'attachment; filename="tash-kalar-games.zip"'}
    return StreamingResponse(packed(), media_type="application/zip", headers=named)


class _Flow(io.RawIOBase):
    """A file that only grows: what is written is sent and forgotten."""

    def __init__(self) -> None:
        super().__init__()
        self._parts: list[bytes] = []

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        self._parts.append(bytes(data))
        return len(self._parts[-1])

    def taken(self) -> bytes:
        """What has been written since."""
        taken, self._parts = b"".join(self._parts), []
        return taken


def _day(at: int) -> str:
    return datetime.fromtimestamp(at / 1000, UTC).strftime("%Y-%m-%d")


def _record(c: Connection, wanted: str) -> str:
    """The record of a game; of one that cannot be replayed any more, why."""
    row: Any = archive.table(c, wanted)
    try:
        game = replayed(c, row)[1].game
    except CannotReplay as error:
        return f"{error}\n"
    return game.record().text() if game is not None else ""


@router.get("/club")
async def club_games(worker: TheWorker, language: Reader, form: Short = "") -> ClubGames:
    """The club: public games, who plays them, and how the schools fare in all games that count."""
    key = (worker.now() // _FOR, form, language)
    kept: ClubGames | None = worker.recent.get(key)
    if kept is not None:
        return kept
    found = await worker.store.read(games.public_games)
    results = await worker.store.read(games.school_results)
    shown = [game for game in _played(found, None, language) if form in ("", game.form)]
    rows = tuple(map(_row, shown[:PAGE]))
    made = ClubGames(rows, players(shown), club_figures(results, form))
    worker.recent.keep(key, made)
    return made
