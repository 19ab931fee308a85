"""Looking back at games: of tables, and of records that are sent along and never kept."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from hashlib import sha256
from itertools import pairwise
from typing import Annotated

from fastapi import APIRouter, Path, Query, Response
from msgspec import Meta, Raw, Struct, json
from pydantic import Field

from tashkalar import SPECTATOR, BadRecord, Game, parse_record
from tashkalar.player_names import by_school
from tashkalar.scene.difference import changed
from tashkalar.scene.numbers import numbers
from tashkalar.scene.players import Setting, Sitting
from tashkalar.scene.replay import OPEN, PAGE, replay, seen
from tashkalar.scene.scene import Scene
from tashkalar.server.refusals import Refused
from tashkalar.server.tables.continuing import Continuing, continue_game
from tashkalar.server.tables.table import Table
from tashkalar.server.wire.languages import Reader
from tashkalar.server.wire.names import Sitter, called
from tashkalar.server.wire.rest import Asker, Made, Owner, TheWorker, WatchedTable
from tashkalar.server.wire.worker import Recent

router = APIRouter(prefix="/api")

LONGEST = 15_000  # characters of a record; the longest game has about half of it
_GAMES = 32  # records that are kept read
_ANSWERS = 512  # pages that are kept written


class ReplayPage(Struct, frozen=True, gc=False):
    """What was seen at some steps: all of the first one, then what changed with each."""

    scene: Annotated[Raw, Meta(extra={"holds": Scene})]
    changes: list[Annotated[Raw, Meta(extra={"part_of": Scene})]]


@dataclass(frozen=True)
class Recorded:
    """A record as text."""

    record: Annotated[str, Field(max_length=LONGEST)]


@dataclass(frozen=True)
class ContinuingRecorded(Continuing):
    """The same from a step of a record."""

    record: Annotated[str, Field(max_length=LONGEST)] = ""


_games: Recent[Game] = Recent(_GAMES)
_answers: Recent[bytes] = Recent(_ANSWERS)


@dataclass(frozen=True)
class LookedAt:
    """A game that somebody looks back at, and through whose eyes they may."""

    key: Hashable  # changes whenever the game does
    game: Game
    setting: Setting
    yours: tuple[int, ...]
    open: bool  # may it be seen through all eyes?
    over: bool

    def head(self, language: str) -> Response:
        """The turns and the log."""
        return self._answer(
            "head",
            lambda: json.encode(replay(self.game, self.setting, self.yours, self.open, language)),
            language,
        )

    def page(self, number: int, eyes: int, language: str) -> Response:
        """What was seen at some steps."""
        everybody = (OPEN, *range(len(self.game.schools))) if self.open else ()
        if eyes not in (SPECTATOR, *self.yours, *everybody):
            raise Refused("not_yours")
        if number * PAGE > len(self.game.history):
            raise Refused("unknown", why="nothing_there")
        return self._answer((number, eyes), lambda: self._page(number, eyes, language), language)

    def numbers(self, language: str) -> Response:
        """The game in numbers, once it is over."""
        self.check_over()
        return self._answer("numbers", lambda: json.encode(numbers(self.game)), language)

    def check_over(self) -> None:
        """What a whole game tells is told only when nobody can use it any more."""
        if not self.over:
            raise Refused("not_over")

    def _answer(self, what: Hashable, make: Callable[[], bytes], language: str) -> Response:
        key = (self.key, self.setting, self.yours, what, language)
        return Response(_answers.found(key, make), media_type="application/json")

    def _page(self, number: int, eyes: int, language: str) -> bytes:
        last = min((number + 1) * PAGE, len(self.game.history) + 1)
        scenes = [
            seen(self.game, step, eyes, self.setting, language)
            for step in range(number * PAGE, last)
        ]
        changes = [Raw(json.encode(changed(before, now))) for before, now in pairwise(scenes)]
        return json.encode(ReplayPage(Raw(json.encode(scenes[0])), changes))


def _of_table(table: Table, asking: str | None, language: str) -> LookedAt:
    """A game of the server: all of it once it is over, until then what the asker may know."""
    course = table.course
    if course.game is None:
        raise Refused("not_started")
    over = course.state == "over"
    names = called((Sitter(seat.name, seat.bot, seat.owner) for seat in course.seats), language)
    sittings = tuple(
        Sitting(name, seat.kind) for name, seat in zip(names, course.seats, strict=True)
    )
    setting = Setting(table.id, 0, sittings, timed_out=course.flagged)
    yours = course.owned(asking)
    return LookedAt((table.id, course.moved), course.game, setting, yours, over, over)


def of_record(record: str, language: str) -> LookedAt:
    """A game of a record: whoever has it knows all of it."""
    key = sha256(record.encode()).digest()
    game = _games.found(key, lambda: _replayed(record))
    names = by_school(game.schools, game.position.colour_of, language)
    sittings = tuple(Sitting(name) for name in names.seats)
    over = game.position.is_over or game.resigned is not None
    return LookedAt(key, game, Setting("", 0, sittings), (), True, over)


def _replayed(record: str) -> Game:
    try:
        return Game.replay(parse_record(record))
    except BadRecord as error:
        raise Refused("malformed", why="bad_record", values={"detail": str(error)}) from None


Page = Annotated[int, Path(ge=0, le=10_000)]
Eyes = Annotated[int, Query(ge=OPEN, le=3)]


@router.get("/tables/{table}/replay")
async def table_replay(asking: Owner, at: WatchedTable, language: Reader) -> Response:
    """A game to look back at: its turns, its log, and through whose eyes it may be seen."""
    return _of_table(at, asking, language).head(language)


@router.get("/tables/{table}/replay/{page}")
async def table_replay_page(
    asking: Owner, at: WatchedTable, language: Reader, page: Page, eyes: Eyes = SPECTATOR
) -> Response:
    """What was seen at some steps of it: by a seat, by spectators (-1), with open hands (-2)."""
    return _of_table(at, asking, language).page(page, eyes, language)


@router.get("/tables/{table}/numbers")
async def table_numbers(asking: Owner, at: WatchedTable, language: Reader) -> Response:
    """A finished game in numbers."""
    return _of_table(at, asking, language).numbers(language)


@router.post("/tables/{table}/continue", status_code=201)
async def continue_table(
    worker: TheWorker, asker: Asker, at: WatchedTable, wanted: Continuing
) -> Made:
    """Go on from a step of a finished game, at a new table that counts in no figures."""
    if at.course.state != "over" or at.course.game is None:
        raise Refused("not_over")
    table = await continue_game(worker, asker, at.course.game, at.id, wanted)
    return Made(table.id, table.header.invite)


@router.post("/replay")
async def record_replay(wanted: Recorded, language: Reader) -> Response:
    """The same of a record; it is read and not kept."""
    return of_record(wanted.record, language).head(language)


@router.post("/numbers")
async def record_numbers(wanted: Recorded, language: Reader) -> Response:
    """The game of a record in numbers."""
    return of_record(wanted.record, language).numbers(language)


@router.post("/replay/{page}")
async def record_replay_page(
    wanted: Recorded, language: Reader, page: Page, eyes: Eyes = SPECTATOR
) -> Response:
    """What was seen at some steps of a record."""
    return of_record(wanted.record, language).page(page, eyes, language)


@router.post("/continue", status_code=201)
async def continue_record(
    worker: TheWorker, asker: Asker, wanted: ContinuingRecorded, language: Reader
) -> Made:
    """Go on from a step of a record."""
    game = of_record(wanted.record, language).game
    table = await continue_game(worker, asker, game, "", wanted)
    return Made(table.id, table.header.invite)
