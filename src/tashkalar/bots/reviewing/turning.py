"""Turning points of a reviewed game: the turns after which its chances were others."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from tashkalar.bots.reviewing.review import TurnReview

SWING, LEAD = 0.15, 0.1  # of the chance of winning; less is enough where the lead changes
Change = Literal["lead", "lost_lead", "gain", "drop"]


@dataclass(frozen=True)
class TurningPoint:
    """A turn that changed much. Chances are those of whoever had it."""

    turn: int
    seat: int
    change: Change
    before: float
    after: float


def befores(found: Sequence[TurnReview], colour_of: Sequence[int]) -> list[float | None]:
    """The chance of whoever had a turn before it, for each of them; None where nothing is known.

    Between two sides a turn begins where the one before it has left the chances. Where more play,
    only one's own are known at the end of a turn: what changed, changed since one's turn before.
    """
    two = len(set(colour_of)) == 2
    known: dict[int, float] = {}  # colour -> its chance when it was told last
    before: list[float | None] = []
    for turn in found:
        colour = colour_of[turn.seat]
        before.append(known.get(colour))
        known[colour] = turn.chance
        if two:
            known[1 - colour] = 1 - turn.chance
    return before


def turning_points(found: Sequence[TurnReview], colour_of: Sequence[int]) -> list[TurningPoint]:
    """The turning points among reviewed turns.

    >>> turns = [
    ...     TurnReview(n, n % 2, (), chance, 0, chance, ())
    ...     for n, chance in enumerate((0.5, 0.4, 0.75, 0.6))
    ... ]
    >>> [(point.turn, point.change, point.before) for point in turning_points(turns, (0, 1))]
    [(2, 'gain', 0.6), (3, 'lead', 0.25)]
    """
    two = len(set(colour_of)) == 2
    return [
        TurningPoint(turn.turn, turn.seat, change, before, turn.chance)
        for turn, before in zip(found, befores(found, colour_of), strict=True)
        if before is not None and (change := _change(before, turn.chance, two)) is not None
    ]


def _change(before: float, after: float, two: bool) -> Change | None:
    swing = after - before
    if two and (before < 0.5) != (after < 0.5) and abs(swing) >= LEAD:
        return "lead" if swing > 0 else "lost_lead"
    if abs(swing) < SWING:
        return None
    return "gain" if swing > 0 else "drop"
