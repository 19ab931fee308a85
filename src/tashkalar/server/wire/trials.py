"""Trying cards on a board of one's own, and which cards fit on one. Nothing is kept."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated

from fastapi import APIRouter, Response
from msgspec import json
from pydantic import Field

from tashkalar import BadChoice, IllegalChoice, UnknownCard, UnknownSquare
from tashkalar.scene import trial
from tashkalar.server.refusals import Refused
from tashkalar.server.wire.languages import Reader

router = APIRouter(prefix="/api")

Pieces = Annotated[str, Field(max_length=5 * trial.MOST_PIECES)]
Played = Annotated[str, Field(max_length=trial.LONGEST)]


@dataclass(frozen=True)
class Trying:
    """A card, the pieces on the board (``A1e5 B2f6``), and the choices made so far."""

    card: Annotated[str, Field(max_length=40)]
    pieces: Pieces
    played: Annotated[list[Played], Field(max_length=trial.MOST_PLAYED)] = field(
        default_factory=list
    )
    why: Played | None = None  # a choice to be explained: "e5", "summon knight e5"


@dataclass(frozen=True)
class OnBoard:
    """The pieces on a board."""

    pieces: Pieces


@router.post("/try")
async def try_card(wanted: Trying, language: Reader) -> Response:
    """The scene of a trial, its log, and why something is not possible."""
    try:
        found = trial.trial(wanted.card, wanted.pieces, wanted.played, wanted.why, language)
    except IllegalChoice as error:
        raise Refused("illegal", error) from None
    except (UnknownCard, UnknownSquare, BadChoice, trial.BadTrial) as error:
        raise Refused("malformed", why="malformed_at", values={"detail": str(error)}) from None
    return Response(json.encode(found), media_type="application/json")


@router.post("/fitting")
async def fitting(wanted: OnBoard) -> Response:
    """The cards that fit on a board."""
    try:
        found = trial.fitting(wanted.pieces)
    except trial.BadTrial as error:
        raise Refused("malformed", why="malformed_at", values={"detail": str(error)}) from None
    return Response(json.encode(found), media_type="application/json")
