"""What is the same for everybody: the house, the forms, the bots, the cards, rules and texts."""

from __future__ import annotations

import gzip
from dataclasses import dataclass
from hashlib import sha256
from typing import Annotated, Literal, cast

from fastapi import APIRouter, Path, Request, Response
from msgspec import json

from tashkalar import UnknownCard, __version__
from tashkalar.scene import rules, texts
from tashkalar.server.refusals import Refused
from tashkalar.server.wire.languages import Reader
from tashkalar.server.wire.rest import TheWorker

router = APIRouter(prefix="/api")


def _lasting(request: Request, found: object, mark: str) -> Response:
    """JSON that a browser may keep until its mark changes."""
    headers = {
        "ETag": f'"{mark}"',
        "Cache-Control": "public, no-cache",
        "Vary": "Accept-Encoding, Accept-Language",
    }
    if request.headers.get("if-none-match") == headers["ETag"]:
        return Response(status_code=304, headers=headers)
    body = json.encode(found)
    if "gzip" in request.headers.get("accept-encoding", ""):
        body, headers["Content-Encoding"] = gzip.compress(body, 6), "gzip"
    return Response(body, media_type="application/json", headers=headers)


def _mark(found: object) -> str:
    """A mark that changes with every letter."""
    return sha256(json.encode(found)).hexdigest()[:16]


@dataclass(frozen=True)
class HouseRow:
    """What this server offers, as whoever runs it has set it."""

    names: bool  # names can be protected with a passphrase
    ratings: bool  # games can be rated
    tournaments: Literal["nobody", "operator", "players"]  # who makes them
    operator: str  # who runs it, and how to reach them
    push: str  # the key with which browsers subscribe to push messages; empty where there are none
    mail: bool  # notices can be sent by mail


@router.get("/house")
async def house(worker: TheWorker) -> HouseRow:
    """What is offered here."""
    settings = worker.settings
    tournaments = cast(Literal["nobody", "operator", "players"], settings.tournaments)
    return HouseRow(
        settings.names,
        settings.ratings,
        tournaments,
        settings.operator,
        worker.push_key,
        bool(settings.smtp),
    )


@router.get("/forms")
async def forms(request: Request, language: Reader) -> Response:
    """The forms of the game."""
    return _lasting(request, found := texts.forms(language), _mark(found))


@router.get("/bots")
async def bots(request: Request, language: Reader) -> Response:
    """The bots, from weak to strong."""
    return _lasting(request, found := texts.bots(language), _mark(found))


@router.get("/cards")
async def cards(request: Request, language: Reader) -> Response:
    """All cards: patterns, texts, and the squares of the arena."""
    found = texts.catalogue(language)
    return _lasting(request, found, f"{__version__}-{found.digest}-{language}")


@router.get("/cards/{card}")
async def one_card(
    request: Request, language: Reader, card: Annotated[str, Path(max_length=40)]
) -> Response:
    """How a card is played, step by step, and the clauses that name it."""
    try:
        found = rules.card_page(card, language)
    except UnknownCard:
        raise Refused("unknown", why="nothing_there") from None
    return _lasting(request, found, _mark(found))


@router.get("/rules")
async def all_rules(request: Request, language: Reader) -> Response:
    """The rules: chapters and clauses, with their tables, drawings and examples."""
    found = rules.rules(language)
    return _lasting(request, found, _mark(found))


@router.get("/texts")
async def all_texts(
    request: Request, language: Reader, part: Literal["first", "all"] = "all"
) -> Response:
    """The texts of the client by their ids: all, or those of the start page."""
    found = texts.texts(language, texts.FIRST if part == "first" else texts.SHARED)
    return _lasting(request, found, _mark(found))
