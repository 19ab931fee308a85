"""What decided a finished game: by what each place is better than the next (16.5 to 16.8).

A value for programs and pages, which put it into words: ``tashkalar.words.verdict`` does.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

# In a melee the points are those in the weakest enemy colour, then in the next ones.
By = Literal["points", "weakest", "second", "third", "upgraded", "pieces", "resigned"]
Outcome = Literal["won", "draw", "shared"]


class Margin(NamedTuple):
    """What puts the colours of a place before those of the next one."""

    by: By
    better: tuple[int, ...]
    worse: tuple[int, ...]
    more: int = 0  # points or pieces of the better, and of the worse
    fewer: int = 0
    more_in: int | None = None  # melee: the enemy colours in which these are the points
    fewer_in: int | None = None


class Verdict(NamedTuple):
    """Who has won, and what decided each place.

    ``draw`` is a shared first place of two sides; where three or four play, it is ``shared``.
    """

    outcome: Outcome
    winners: tuple[int, ...]  # colours
    margins: tuple[Margin, ...]  # the first one is between the first place and the next
