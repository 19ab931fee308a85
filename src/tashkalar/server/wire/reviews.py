"""Reviews over REST: begun by one request, followed by others that wait for the next turn."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Query, Response
from msgspec import json

from tashkalar import SPECTATOR, Game
from tashkalar.player_names import PlayerNames
from tashkalar.scene.review import drawn, review_of
from tashkalar.server.refusals import Refused
from tashkalar.server.tables.reviews import OngoingReview
from tashkalar.server.tables.table import Table
from tashkalar.server.wire.languages import Reader
from tashkalar.server.wire.rendering import player_names
from tashkalar.server.wire.replays import Recorded, of_record
from tashkalar.server.wire.rest import Asker, TheWorker, WatchedTable

router = APIRouter(prefix="/api")


@router.post("/tables/{table}/review")
async def begin_review(worker: TheWorker, asker: Asker, at: WatchedTable) -> Response:
    """Review a finished game, turn by turn; one that is there already is not made again."""
    game = _finished(at)
    return told(await worker.reviews.begin(at.id, True, asker.owner, game), game)


@router.get("/tables/{table}/review")
async def review_so_far(
    worker: TheWorker,
    at: WatchedTable,
    have: Annotated[int | None, Query(ge=0, le=10_000)] = None,
) -> Response:
    """A review as far as it has come; with ``have`` the answer waits for more turns than that."""
    game = _finished(at)
    return told(await worker.reviews.followed(at.id, True, have), game)


@router.get("/tables/{table}/review/{turn}/{line}")
async def drawn_turn(
    worker: TheWorker,
    at: WatchedTable,
    language: Reader,
    turn: Annotated[int, Path(ge=0, le=10_000)],
    line: Annotated[int, Path(ge=0, le=99)],
) -> Response:
    """A better turn, drawn action by action."""
    game = _finished(at)
    review = await worker.reviews.found(at.id, True)
    names = player_names(at, SPECTATOR, language)
    return drawing(game, review, turn, line, language, names)


@router.post("/review")
async def review_record(
    worker: TheWorker,
    asker: Asker,
    wanted: Recorded,
    language: Reader,
    have: Annotated[int | None, Query(ge=0, le=10_000)] = None,
) -> Response:
    """Begin the review of a record, or with ``have`` follow it; it is not kept.

    Whoever follows one that could not be made is told so, and begins it anew or not.
    """
    looked = of_record(wanted.record, language)
    looked.check_over()
    reviews, about = worker.reviews, str(looked.key)
    if have is None or await reviews.found(about, False) is None:
        await reviews.begin(about, False, asker.owner, looked.game)
    return told(await reviews.followed(about, False, have), looked.game)


@router.post("/review/{turn}/{line}")
async def drawn_record_turn(
    worker: TheWorker,
    wanted: Recorded,
    language: Reader,
    turn: Annotated[int, Path(ge=0, le=10_000)],
    line: Annotated[int, Path(ge=0, le=99)],
) -> Response:
    """A better turn of a record, drawn action by action."""
    looked = of_record(wanted.record, language)
    review = await worker.reviews.found(str(looked.key), False)
    return drawing(looked.game, review, turn, line, language)


def drawing(
    game: Game,
    review: OngoingReview | None,
    turn: int,
    line: int,
    language: str,
    names: PlayerNames | None = None,
) -> Response:
    """One turn of a review to draw."""
    found = next((t for t in review.turns if t.turn == turn), None) if review else None
    if found is None or line >= len(found.better):
        raise Refused("unknown", why="nothing_there")
    shown = drawn(game, found, line, language, names)
    return Response(json.encode(shown), media_type="application/json")


def told(review: OngoingReview | None, game: Game) -> Response:
    """A review as the page gets it."""
    colour_of = game.position.colour_of
    shown = review_of((), colour_of, 0, deep=False, failed=False)
    if review is not None:
        deep, failed = review.deep, review.failed
        shown = review_of(review.turns, colour_of, review.of, deep=deep, failed=failed)
    return Response(json.encode(shown), media_type="application/json")


def _finished(at: Table) -> Game:
    """What could have been known is told only when nobody can use it any more."""
    if at.course.state != "over" or at.course.game is None:
        raise Refused("not_over")
    return at.course.game
