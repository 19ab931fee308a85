"""The application: REST, websocket and the files of the client."""

from __future__ import annotations

import gc
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from tashkalar import __version__
from tashkalar.server.metrics import REFUSALS
from tashkalar.server.refusals import Refused
from tashkalar.server.settings import Settings
from tashkalar.server.storage.fanout import Connect
from tashkalar.server.storage.store import StoreFailed
from tashkalar.server.wire import (
    company,
    games,
    health,
    invitations,
    lessons,
    manifest,
    manual,
    notifying,
    people,
    puzzles,
    ratings,
    reference,
    replays,
    reporting,
    rest,
    reviews,
    studies,
    tournaments,
    trials,
    web,
)
from tashkalar.server.wire.languages import asked_by
from tashkalar.server.wire.shell import SECURITY, Shell
from tashkalar.server.wire.worker import Worker

_HTTP = {404: Refused("unknown", why="nothing_there"), 413: Refused("too_large")}


def make_app(
    settings: Settings, now: Callable[[], int] | None = None, connect: Connect | None = None
) -> FastAPI:
    """The application of one worker."""
    worker = Worker(settings, now, connect)

    @asynccontextmanager
    async def opened(app: FastAPI) -> AsyncIterator[None]:
        await worker.open()
        try:
            yield
        finally:
            await worker.close()

    app = FastAPI(
        title="Tash-Kalar",
        version=__version__,
        lifespan=opened,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
        description="Tables for people and bots. Play itself goes over a websocket, /api/play.",
    )
    app.state.worker = worker
    app.add_middleware(Shell, worker=worker)
    app.add_exception_handler(Refused, _refused)
    app.add_exception_handler(RequestValidationError, _malformed)
    app.add_exception_handler(StoreFailed, _store_failed)
    app.add_exception_handler(HTTPException, _http)
    app.add_exception_handler(Exception, _failed)
    app.include_router(rest.api)
    app.include_router(people.router)
    app.include_router(company.router)
    app.include_router(ratings.router)
    app.include_router(tournaments.router)
    app.include_router(invitations.router)
    app.include_router(notifying.router)
    app.include_router(reporting.router)
    app.include_router(reviews.router)
    app.include_router(reference.router)
    app.include_router(lessons.router)
    app.include_router(puzzles.router)
    app.include_router(replays.router)
    app.include_router(games.router)
    app.include_router(trials.router)
    app.include_router(studies.router)
    app.include_router(health.router)
    app.include_router(manual.router)
    app.include_router(manifest.router)
    app.include_router(web.pages)
    return app


def from_environment() -> FastAPI:
    """The application of one of several workers."""
    app = make_app(Settings.from_environment())
    settle()
    return app


def settle() -> None:
    """Looking for lost cycles stops everything for a while, the longer the more is in memory.

    What is loaded now stays, and everything old is looked through by the worker, seldom. Of what
    is new most goes by itself: looking after every 10,000 objects cost 6 % of a move.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(200_000, 50, 1_000_000)


def _answer(request: Request, refused: Refused) -> JSONResponse:
    REFUSALS.labels(refused.error).inc()
    reason = refused.told(asked_by(request.headers))
    return JSONResponse({"error": refused.error, "reason": reason}, refused.status)


async def _refused(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, Refused)
    return _answer(request, error)


async def _malformed(request: Request, error: Exception) -> JSONResponse:
    """Where the request is wrong, without repeating it."""
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    where = ".".join(str(part) for part in first["loc"])
    detail = f"{where}: {first['msg']}"
    return _answer(request, Refused("malformed", why="malformed_at", values={"detail": detail}))


async def _store_failed(request: Request, error: Exception) -> JSONResponse:
    return _answer(request, Refused("store"))


async def _failed(request: Request, error: Exception) -> JSONResponse:
    """A mistake of ours; it is in the log. This answer comes from outside the shell."""
    words = {"error": "failed", "reason": Refused("failed").told(asked_by(request.headers))}
    return JSONResponse(words, 500, SECURITY)


async def _http(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, HTTPException)
    refused = _HTTP.get(error.status_code, Refused("malformed"))
    words = {"error": refused.error, "reason": refused.told(asked_by(request.headers))}
    return JSONResponse(words, error.status_code)
