"""Grading puzzles: bots of every level try them, and what they fail at is hard.

A try of a level at a puzzle is a game between the two (Rasch's model): a level so many points
above a puzzle solves it as often as a player so much stronger wins. Strengths of levels and
ratings of puzzles are those that make what was seen likeliest; where bots tell little, because
all of them solve a puzzle or none, a deeper solution counts as harder.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import exp, log

from tashkalar.bots.playing.bot import LEVELS, bot_named
from tashkalar.bots.playing.budget import Budget
from tashkalar.bots.playing.tactics import finish_turn
from tashkalar.choice import Kind
from tashkalar.puzzles.collection import PuzzleEntry
from tashkalar.puzzles.puzzle import Puzzle
from tashkalar.rules.forms import FORMS

# How many bots of each level try a puzzle. Not the master: it thinks fifty times as long, and it
# helps to choose the puzzles (``mining``).
TRIES = dict.fromkeys(("random", "novice", "greedy", "planner", "strategist"), 10)
MIDDLE, SCALE = 1500, 400 / log(10)  # ratings as players know them
_WEIGHT = 4  # the tries of a level count as so many: bots of one level mostly do the same
_SPREAD = 2.0  # how far a rating may be from what the depth of the solution suggests, in logits
_STEP = 0.4  # by which a deeper solution is harder
_ROUNDS = 200
_DEEDS = (Kind.SUMMON, Kind.FLARE, Kind.CLAIM)


def solves(puzzle: Puzzle, level: str, seed: int) -> bool:
    """Does a bot of a level find a turn that reaches the goal, with its own budget?"""
    end = finish_turn(puzzle.start, bot_named(level, seed), Budget(nodes=LEVELS[level].nodes))
    return puzzle.goal.reached(puzzle.start, end)


def share_solved(puzzle: Puzzle, level: str, seeds: int) -> float:
    """The share of so many bots of a level that solve it."""
    return sum(solves(puzzle, level, seed) for seed in range(1, seeds + 1)) / seeds


def depth(puzzle: Puzzle) -> int:
    """How many cards the solution uses, a task among them."""
    return sum(choice.kind in _DEEDS for choice in puzzle.solution)


@dataclass(frozen=True)
class RatingFit:
    """Strengths of levels and ratings of puzzles on one scale."""

    levels: Mapping[str, int]
    puzzles: tuple[int, ...]


def fitted(fails: Sequence[Mapping[str, float]], depths: Sequence[int]) -> RatingFit:
    """The likeliest strengths and ratings for what levels failed at.

    >>> fit = fitted([{"novice": 0.5, "planner": 0.0}, {"novice": 1.0, "planner": 0.5}], [1, 2])
    >>> fit.levels["planner"] > fit.levels["novice"], fit.puzzles[1] > fit.puzzles[0]
    (True, True)
    """
    levels = list(fails[0])
    usual = sum(depths) / len(depths)
    expected = [_STEP * (deep - usual) for deep in depths]
    hard, strong = expected[:], [0.0] * len(levels)
    seen = [[1 - row[level] for level in levels] for row in fails]
    for _ in range(_ROUNDS):
        for i in range(len(levels)):
            rows = [(strong[i] - h, s[i]) for h, s in zip(hard, seen, strict=True)]
            strong[i] += _newton(rows, strong[i] / 16, 1 / 16)
        for j, row in enumerate(seen):
            pairs = [(s - hard[j], solved) for s, solved in zip(strong, row, strict=True)]
            away = (hard[j] - expected[j]) / _SPREAD**2
            hard[j] -= _newton(pairs, -away, 1 / _SPREAD**2)
    zero = sum(hard) / len(hard)
    return RatingFit(
        {level: _number(s - zero) for level, s in zip(levels, strong, strict=True)},
        tuple(_number(h - zero) for h in hard),
    )


def _newton(rows: Sequence[tuple[float, float]], away: float, stiff: float) -> float:
    """One step toward the likeliest strength, at most one logit."""
    chances = [1 / (1 + exp(-ahead)) for ahead, _ in rows]
    more = sum(_WEIGHT * (s - p) for p, (_, s) in zip(chances, rows, strict=True)) - away
    curved = sum(_WEIGHT * p * (1 - p) for p in chances) + stiff
    return max(-1.0, min(1.0, more / curved))


def _number(logits: float) -> int:
    return round(MIDDLE + SCALE * logits)


# --- grades -----------------------------------------------------------------------------------

# The level that a puzzle of a grade is for: it solves more than half of those at its own strength.
BOUNDS = ("greedy", "planner")


def graded(puzzles: Sequence[Puzzle], fails: Sequence[Mapping[str, float]]) -> list[PuzzleEntry]:
    """The puzzles as an index has them: by form, the easy ones first."""
    fit = fitted(fails, [depth(puzzle) for puzzle in puzzles])
    found = []
    for puzzle, rating, failed in zip(puzzles, fit.puzzles, fails, strict=True):
        grade = 1 + sum(rating > fit.levels[level] for level in BOUNDS)
        found.append(PuzzleEntry(puzzle.id, puzzle.form, grade, rating, failed))
    forms = list(FORMS)
    return sorted(found, key=lambda entry: (forms.index(entry.form), entry.rating, entry.id))


def solved_by_grade(entries: Sequence[PuzzleEntry]) -> dict[int, dict[str, float]]:
    """The share of tries that succeed, for each grade and level."""
    found = {}
    for grade in sorted({entry.grade for entry in entries}):
        rows = [entry.fails for entry in entries if entry.grade == grade]
        found[grade] = {level: 1 - sum(r[level] for r in rows) / len(rows) for level in rows[0]}
    return found
