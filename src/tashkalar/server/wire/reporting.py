"""Reporting a problem: into the operator's list, and as a file for whoever reports it."""

from __future__ import annotations

import re
from dataclasses import dataclass

from fastapi import APIRouter, Request
from fastapi.responses import PlainTextResponse

from tashkalar import SPECTATOR
from tashkalar.scene.report import report
from tashkalar.server.refusals import Refused
from tashkalar.server.storage import reports
from tashkalar.server.tables.seats import BadName, checked_text, new_id
from tashkalar.server.wire.limits import address_of
from tashkalar.server.wire.rest import Asker, TheWorker, WatchedTable

router = APIRouter(prefix="/api")
_SCREEN = re.compile(r"\d{1,5}x\d{1,5}(@\d(\.\d{1,3})?)?", re.ASCII)


@dataclass(frozen=True)
class Problem:
    """What a player says went wrong, and the size of the window."""

    text: str = ""
    seat: int | None = None  # whose eyes, where several seats are one's own
    screen: str = ""  # like 1280x800@2


@router.post("/tables/{table}/report", status_code=201, response_class=PlainTextResponse)
async def report_problem(
    request: Request, worker: TheWorker, asker: Asker, at: WatchedTable, problem: Problem
) -> PlainTextResponse:
    """Report a problem; the report is returned, and holds what the seat may know, no more."""
    game, mine = at.course.game, at.course.owned(asker.owner)
    if game is None:
        raise Refused("not_started")
    if problem.seat is not None and problem.seat not in mine:
        raise Refused("not_yours")
    if not worker.limits.may_report(asker.owner, address_of(request.scope)):
        raise Refused("rate")
    seat = problem.seat if problem.seat is not None else mine[0] if mine else SPECTATOR
    words = _said(problem.text)
    screen = problem.screen if _SCREEN.fullmatch(problem.screen) else ""
    where = f"{at.id}, {at.course.seq} events"
    body = report(game, seat, words, screen, where, at.header.rated)
    number, now = new_id(10), worker.now()
    await worker.store.write(
        "", lambda c: reports.keep(c, number, at.id, asker.owner, now, words, body)
    )
    return PlainTextResponse(body, 201)


def _said(text: str) -> str:
    if not text.strip():
        return ""
    try:
        return checked_text(text)
    except BadName as error:
        raise Refused("malformed", why=error.why, values=error.values) from None
