"""Ratings as lists show them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

from fastapi import APIRouter, Query
from sqlalchemy import Row

from tashkalar.server.storage import ratings
from tashkalar.server.storage.ratings import Belief
from tashkalar.server.tables.rating import is_provisional, number, uncertainty
from tashkalar.server.wire.rest import TheWorker

router = APIRouter(prefix="/api")
_MOST = 200


@dataclass(frozen=True)
class RatingRow:
    """A rating: 1520 ± 90, provisional until it is certain enough."""

    guest: str  # the public id
    name: str
    form: str
    rating: int
    uncertainty: int  # one standard deviation
    provisional: bool
    games: int


def rating_row(row: Row[Any], guest: str, name: str) -> RatingRow:
    """A rating from the database."""
    held = Belief(row.mu, row.sigma, row.games, row.ended)
    return RatingRow(
        guest, name, row.form, number(held), uncertainty(held), is_provisional(held), row.games
    )


def ranked(rows: list[RatingRow]) -> list[RatingRow]:
    """The highest first; provisional ones come after all others."""
    return sorted(rows, key=lambda row: (row.provisional, -row.rating, row.name, row.guest))


@router.get("/ratings")
async def all_ratings(
    worker: TheWorker, form: Annotated[str, Query(max_length=24)]
) -> list[RatingRow]:
    """The ratings of a form."""
    found = await worker.store.read(lambda c: ratings.listed(c, form))
    return ranked([rating_row(row, row.guest, row.name) for row in found])[:_MOST]
