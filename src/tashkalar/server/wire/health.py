"""For those who run it: is the server alive, can it write, what is not as it should be?"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from dataclasses import dataclass
from typing import Literal, TypeVar

from fastapi import APIRouter, Response

from tashkalar import __version__, engine
from tashkalar.server import metrics
from tashkalar.server.storage import archive, sanctions
from tashkalar.server.storage.store import StoreFailed
from tashkalar.server.wire.rest import TheWorker
from tashkalar.server.wire.worker import Worker

router = APIRouter()
T = TypeVar("T")
_SLOW = 5.0  # seconds after which an answer counts as none


@dataclass(frozen=True)
class Health:
    """What answers and what does not.

    ok: everything. degraded: play goes on, and moves at other workers are seen late. failing:
    nothing can be stored, so nothing can be played.
    """

    status: Literal["ok", "degraded", "failing"]
    reads: bool  # from the database
    writes: bool  # to the database
    redis: bool | None  # none is set
    quarantined: int | None  # tables that are set aside, because they cannot be played on
    version: str
    engine: str  # which one plays and thinks: reference or core


@router.get("/health")
async def health(worker: TheWorker, response: Response) -> Health:
    """Does everything answer that is needed? What is asked at once is looked at once."""
    found = await worker.health.found(lambda: _looked(worker))
    response.status_code = 503 if found.status == "failing" else 200
    return found


@router.get("/health/alive")
async def alive() -> dict[str, bool]:
    """The process answers; whether anything else does is not looked at."""
    return {"alive": True}


async def _looked(worker: Worker) -> Health:
    now = worker.now()
    quarantined, writes, redis = await asyncio.gather(
        _answers(worker.store.read(archive.quarantined)),
        _answers(worker.store.write("", lambda c: sanctions.beat(c, now))),
        worker.fanout.check(),
    )
    reads, written = quarantined is not None, writes is not None and not worker.store.failing
    status: Literal["ok", "degraded", "failing"] = (
        "failing" if not (reads and written) else "ok" if redis else "degraded"
    )
    told = redis if worker.settings.redis_url else None
    return Health(status, reads, written, told, quarantined, __version__, engine.in_use())


async def _answers(asked: Awaitable[T]) -> T | None:
    """The answer; none where there is none, or too late."""
    try:
        async with asyncio.timeout(_SLOW):
            return await asked
    except (StoreFailed, TimeoutError):
        return None


@router.get("/metrics", include_in_schema=False)
async def figures() -> Response:
    """Figures for Prometheus."""
    return Response(metrics.told(), media_type="text/plain; version=0.0.4; charset=utf-8")
