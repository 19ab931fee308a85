"""Finished games over REST: one's own with their figures, all records as a file, and the club's."""

from __future__ import annotations

import io
import zipfile
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time
from functools import partial
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query
from fastapi.responses import StreamingResponse
from sqlalchemy import Connection
from starlette.types import Receive, Scope, Send

from tashkalar.rules.forms import FORMS
from tashkalar.server.refusals import Refused
from tashkalar.server.storage import archive, games, reviews
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
from tashkalar.server.tables.reviews import ReviewInShort, in_short
from tashkalar.server.tables.stored import CannotReplay, record_of, replayed
from tashkalar.server.wire.languages import Reader
from tashkalar.server.wire.names import Sitter, called
from tashkalar.server.wire.rest import Asker, TheWorker

router = APIRouter(prefix="/api")

PAGE = 30  # games of one answer
_DAY = 86_400_000  # milliseconds
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
    review: ReviewInShort | None = None  # of one's own turns, once there is one


@dataclass(frozen=True)
class Games:
    """One's own games: those that agree with the filters, page by page, and their figures."""

    count: int
    page: int  # so many of them are on a page
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
        game.table,
        game.form,
        game.at,
        game.turns,
        game.schools,
        game.places,
        game.names,
        game.seat,
        None if game.seat is None else game.outcome(game.seat),
        points,
        game.continued,
    )


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
async def my_games(
    worker: TheWorker,
    asker: Asker,
    language: Reader,
    form: Short = "",
    school: Short = "",
    opponent: Short = "",
    result: Literal["", "won", "drawn", "lost"] = "",
    since: Day = None,
    until: Day = None,
    page: Annotated[int, Query(ge=0, le=1000)] = 0,
) -> Games:
    """My finished games: filtered by form, my school, an opponent, result and days."""
    found = await worker.store.read(lambda c: games.games_of(c, asker.owner))
    made, waiting = await sum_up(worker, asker.owner, found)
    if made:
        found = await worker.store.read(lambda c: games.games_of(c, asker.owner))
    wanted = Wanted(form, school, opponent, result)
    if since is not None:
        wanted = replace(wanted, since=_milliseconds(since))
    if until is not None:
        wanted = replace(wanted, until=_milliseconds(until) + _DAY)
    mine = _played(found, asker.owner, language)
    those = [game for game in mine if wanted.has(game)]
    rivals = dict.fromkeys(game.names[n] for game in mine for n in game.rivals)
    shown = [_row(game) for game in those[page * PAGE : (page + 1) * PAGE]]
    bodies = await worker.store.read(lambda c: reviews.of_tables(c, [row.table for row in shown]))
    rows = tuple(
        replace(row, review=in_short(bodies[row.table], row.seat))
        if row.seat is not None and row.table in bodies
        else row
        for row in shown
    )
    return Games(len(those), PAGE, rows, player_figures(those), tuple(sorted(rivals)), waiting)


@router.get("/games/records")
async def my_records(worker: TheWorker, asker: Asker) -> StreamingResponse:
    """The records of all my finished games, as one ZIP file; one download at a time."""

    async def packed() -> AsyncIterator[bytes]:
        flow = _Flow()
        found = await worker.store.read(lambda c: games.games_of(c, asker.owner))
        with zipfile.ZipFile(flow, "w", zipfile.ZIP_DEFLATED) as file:
            for one in found:
                text = await worker.store.read(partial(_record, wanted=one.row.id), leisurely=True)
                file.writestr(f"{_day(one.row.updated)}-{one.row.form}-{one.row.id}.txt", text)
                yield flow.taken()
        yield flow.taken()

    if asker.owner in worker.downloading:
        raise Refused("rate")
    worker.downloading.add(asker.owner)
    return _Download(packed(), lambda: worker.downloading.discard(asker.owner))


class _Download(StreamingResponse):
    """A file that is made while it is sent; at its end, or when nobody waits for it any more,
    another may be."""

    def __init__(self, content: AsyncIterator[bytes], done: Callable[[], None]) -> None:
        named = {"Content-Disposition": 'attachment; filename="tash-kalar-games.zip"'}
        super().__init__(content, media_type="application/zip", headers=named)
        self._done = done

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await super().__call__(scope, receive, send)
        finally:
            self._done()


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
        header, course = replayed(c, row)
    except CannotReplay as error:
        return f"{error}\n"
    return record_of(header, course.game).text() if course.game is not None else ""


@router.get("/club")
async def club_games(worker: TheWorker, language: Reader, form: Short = "") -> ClubGames:
    """The club: public games, who plays them, and how the schools fare in all games that count."""
    if form and form not in FORMS:
        known = {"given": form, "ids": tuple(FORMS)}
        raise Refused("malformed", why="set_up.form", values=known)
    key = (worker.now() // _FOR, form, language)

    async def look() -> ClubGames:
        made = await worker.store.read(lambda c: _club(c, form, language), leisurely=True)
        worker.recent.keep(key, made)
        return made

    kept: ClubGames | None = worker.recent.get(key)
    return await worker.shared[form, language].found(look) if kept is None else kept


def _club(c: Connection, form: str, language: str) -> ClubGames:
    """Runs in a thread: there may be many games."""
    found = games.public_games(c)
    shown = [game for game in _played(found, None, language) if form in ("", game.form)]
    figures = club_figures(games.school_results(c), form)
    return ClubGames(tuple(map(_row, shown[:PAGE])), players(found, form), figures)
