"""Puzzles over REST: which there are, what somebody has made of them, and playing on from one."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from typing import Annotated, Literal

from fastapi import APIRouter, Path, Response
from msgspec import Struct, json
from pydantic import Field
from sqlalchemy import Connection

from tashkalar import BadChoice, Game, IllegalChoice
from tashkalar.puzzles import UnknownPuzzle, daily, listed, puzzle
from tashkalar.scene.puzzles import PuzzleRow, rows
from tashkalar.server.refusals import Refused
from tashkalar.server.storage import puzzles as storage
from tashkalar.server.tables.continuing import Continuing, continue_game
from tashkalar.server.tables.lobby import SeatSetup
from tashkalar.server.tables.orders import no_choice
from tashkalar.server.tables.solving import SolverFigures, date_of, day_of, figures
from tashkalar.server.wire.rest import Asker, Made, TheWorker

router = APIRouter(prefix="/api")
_MOST_TRIES = 10_000
_LONGEST = 300  # choices of one turn


class PuzzleList(Struct, frozen=True, gc=False):
    """All puzzles, and the one of today."""

    puzzles: tuple[PuzzleRow, ...]
    daily: str
    day: str  # which day it is here, UTC: 2026-01-31


@dataclass(frozen=True)
class PuzzleMark:
    """What has become of a puzzle, and how many turns were played to their end."""

    state: Literal["failed", "seen", "solved"]
    tries: Annotated[int, Field(ge=0, le=_MOST_TRIES)]


@dataclass(frozen=True)
class PuzzleMarks:
    """What a browser has kept."""

    puzzles: dict[str, PuzzleMark]


@dataclass(frozen=True)
class PuzzlesMade:
    """What somebody has made of the puzzles, and how well."""

    puzzles: dict[str, PuzzleMark]
    figures: SolverFigures


@dataclass(frozen=True)
class PlayingOn:
    """The choices made in a puzzle, and who plays the other seats."""

    played: Annotated[list[Annotated[str, Field(max_length=60)]], Field(max_length=_LONGEST)]
    bot: str


PuzzleId = Annotated[str, Path(max_length=32)]


@router.get("/puzzles")
async def all_puzzles(worker: TheWorker) -> Response:
    """All puzzles as a list shows them, and which one is today's."""
    return Response(_listed(date_of(worker.now())), media_type="application/json")


@lru_cache(2)
def _listed(day: date) -> bytes:
    return json.encode(PuzzleList(rows(), daily(day).id, day.isoformat()))


@router.get("/me/puzzles")
async def my_puzzles(worker: TheWorker, asker: Asker) -> PuzzlesMade:
    """What the guest has made of the puzzles."""
    return await worker.store.read(lambda c: _made(c, asker.owner, worker.now()))


@router.put("/me/puzzles")
async def merge_puzzles(worker: TheWorker, asker: Asker, kept: PuzzleMarks) -> PuzzlesMade:
    """Keep what a browser had kept by itself. It counts for no rating and for no day in a row."""
    known = {one.id: one.rating for one in listed()}
    for id in kept.puzzles:
        if id not in known:
            raise Refused("malformed", why="puzzle_mark", values={"puzzle": id[:32]})
    marks = {id: (mark.state, mark.tries) for id, mark in kept.puzzles.items()}
    now = worker.now()

    def store(c: Connection) -> PuzzlesMade:
        storage.merge(c, asker.owner, marks, known, now)
        return _made(c, asker.owner, now)

    return await worker.store.write(asker.owner, store)


def _made(c: Connection, owner: str, now: int) -> PuzzlesMade:
    tries = storage.tries_of(c, owner)
    marks = {one.puzzle: PuzzleMark(one.state, one.tries) for one in tries}
    return PuzzlesMade(marks, figures(tries, storage.days_of(c, owner), day_of(now)))


@router.post("/puzzles/{id}/continue", status_code=201)
async def play_on(worker: TheWorker, asker: Asker, id: PuzzleId, wanted: PlayingOn) -> Made:
    """Go on with the game from where the choices lead; what nobody has seen is dealt anew."""
    try:
        found = puzzle(id)
    except UnknownPuzzle:
        raise Refused("unknown", why="puzzle") from None
    game = Game.at(found.start)
    for choice in wanted.played:
        try:
            game.play(choice)
        except BadChoice:
            raise no_choice(choice) from None
        except IllegalChoice as error:
            raise Refused("illegal", error, choice=choice) from None
    seats = [
        SeatSetup("me") if n == found.seat else SeatSetup("bot", bot=wanted.bot)
        for n in range(len(game.schools))
    ]
    going_on = Continuing(len(game.history), seats)
    table = await continue_game(worker, asker, game, "", going_on)
    return Made(table.id, table.header.invite)
