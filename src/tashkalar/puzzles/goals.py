"""What a puzzle asks for: to win the game now, or so many points in this turn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from tashkalar.rules.forms import FORMS
from tashkalar.rules.play import Position
from tashkalar.rules.scoring import score


class BadGoal(ValueError):
    """A text that is no goal of a puzzle."""


class Shortfall(NamedTuple):
    """How a finished turn falls short; the texts are ``puzzle.short.<kind>``."""

    kind: str  # points, or where the game was to be won: goes_on, not_won
    reached: int = 0
    needed: int = 0


@dataclass(frozen=True)
class PuzzleGoal:
    """So many points, or without a number: the game.

    >>> parse_goal("points 3"), str(parse_goal("win"))
    (PuzzleGoal(points=3), 'win')
    """

    points: int | None = None

    @property
    def kind(self) -> str:
        """``win`` or ``points``."""
        return "win" if self.points is None else "points"

    def __str__(self) -> str:
        return "win" if self.points is None else f"points {self.points}"

    def reached(self, start: Position, end: Position) -> bool:
        """Does the turn that began and ended so reach it?"""
        return self.shortfall(start, end) is None

    def shortfall(self, start: Position, end: Position) -> Shortfall | None:
        """How a finished turn falls short of it; None where it does not."""
        if self.points is not None:
            found = gained(start, end)
            enough = found >= self.points
            return None if enough else Shortfall("points", found, self.points)
        if not end.is_over:
            return Shortfall("goes_on")
        return None if is_won(end, start.seat) else Shortfall("not_won")


def parse_goal(text: str) -> PuzzleGoal:
    """The goal that a text means."""
    match text.split():
        case ["win"]:
            return PuzzleGoal()
        case ["points", number] if number.isdecimal() and int(number) > 0:
            return PuzzleGoal(int(number))
    raise BadGoal(f"a goal is 'win' or 'points 3', not {text!r}")


def has_ended(start: Position, now: Position) -> bool:
    """Is the turn over that began so?"""
    return now.is_over or now.turn != start.turn


def is_won(end: Position, seat: int) -> bool:
    """Has a seat, or its team, won the game alone?"""
    verdict = end.verdict
    return verdict is not None and verdict.winners == (end.colour_of[seat],)


def gained(start: Position, end: Position) -> int:
    """The points that a turn has brought, less what it has brought to others.

    What others lose, a legendary piece for one, counts as well. In a melee points of all colours
    count alike.
    """
    mine = start.colour_of[start.seat]
    found = 0
    for colour in range(FORMS[start.form].colours):
        more = _points(end, colour) - _points(start, colour)
        found += more if colour == mine else -more
    return found


def _points(p: Position, colour: int) -> int:
    """All points of a colour; in a melee those in all other colours."""
    if FORMS[p.form].melee:
        return sum(p.scores[4 * colour : 4 * colour + 4])
    return score(p, colour)
