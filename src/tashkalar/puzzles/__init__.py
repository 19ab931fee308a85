"""Puzzles: a turn with something to find, mined from games of bots and proved by search.

A puzzle is a text (see ``puzzles.puzzle``), an ``Attempt`` is somebody who tries one;
``explaining`` has its hints and says where the points come from. The ``collection`` comes with the
game. ``mining`` finds new ones, ``proving`` looks at all turns there are, ``grading`` lets bots try
them; only these use bots.
"""

from tashkalar.puzzles.attempt import Attempt, AttemptOver
from tashkalar.puzzles.collection import PuzzleEntry, UnknownPuzzle, daily, listed, puzzle, puzzles
from tashkalar.puzzles.explaining import PuzzleHint, PuzzleReason, hints, reasons
from tashkalar.puzzles.goals import PuzzleGoal, Shortfall
from tashkalar.puzzles.puzzle import BadPuzzle, Puzzle, parse_puzzle, puzzle_text

__all__ = [
    "Attempt",
    "AttemptOver",
    "BadPuzzle",
    "Puzzle",
    "PuzzleEntry",
    "PuzzleGoal",
    "PuzzleHint",
    "PuzzleReason",
    "Shortfall",
    "UnknownPuzzle",
    "daily",
    "hints",
    "listed",
    "parse_puzzle",
    "puzzle",
    "puzzle_text",
    "puzzles",
    "reasons",
]
