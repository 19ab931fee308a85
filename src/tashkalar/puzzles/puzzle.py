"""A puzzle: a turn with something to find.

    form: duel
    schools: sylvan southern_imperial
    hand A: centaur_chieftain sylvan_princess
    ...
    board:
    9        .. A1 A1 .. ..
    ...
    goal: points 4
    solution: summon sylvan_princess, d6, pass, place e5, finish
    mined: 30000
    proved: 48213

The lines before the goal lay out the position (see ``notation.layout``), in which a turn begins.
``goal`` is ``win`` or ``points`` with a number (see ``puzzles.goals``), ``solution`` the choices of
one turn that reaches it; any other that does is as right. ``mined`` is how many positions the
search looked at that found the puzzle, ``proved`` how many there are in the turn: all of them were
looked at, and none leads to more. How hard a puzzle is stands in the index of its collection.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TypeVar

from tashkalar.choice import Choice
from tashkalar.game import Game, Played
from tashkalar.notation.choices import choice_text, parse_choice
from tashkalar.notation.heads import head_lines, ids
from tashkalar.notation.layout import Head, lay_out
from tashkalar.notation.lines import Line, read_lines
from tashkalar.puzzles.goals import PuzzleGoal, has_ended, parse_goal
from tashkalar.rules.play import Position

T = TypeVar("T")


class BadPuzzle(ValueError):
    """A text that is not a puzzle, or one that does not hold; the message says where."""


@dataclass(frozen=True)
class Puzzle:
    """A position in which a turn begins, and what that turn can reach."""

    id: str  # form and number: it says nothing about the solution
    start: Position
    goal: PuzzleGoal
    solution: tuple[Choice, ...]  # one way
    mined: int = 0  # positions looked at by the search that found it
    proved: int = 0  # positions of the turn, all of which were looked at
    # As measured, see ``puzzles.grading``.
    grade: int = 1
    rating: int = 1500
    # By level of bots: the share of tries.
    fails: Mapping[str, float] = field(default_factory=dict, hash=False)

    @property
    def seat(self) -> int:
        """Who solves it."""
        return self.start.seat

    @property
    def form(self) -> str:
        """The form of the game."""
        return self.start.form

    def solved(self) -> Game:
        """The game after the solution; BadPuzzle if it cannot be played or falls short."""
        game = Game.at(self.start)
        for number, choice in enumerate(self.solution, 1):
            try:
                game.play(choice)
            except ValueError as error:
                raise BadPuzzle(f"{self.id}: choice {number} of the solution: {error}") from None
        if not has_ended(self.start, game.position):
            raise BadPuzzle(f"{self.id}: the solution does not end the turn")
        short = self.goal.shortfall(self.start, game.position)
        if short is not None:
            reached = f": {short.reached} points" if self.goal.points else ""
            raise BadPuzzle(f"{self.id}: the solution does not reach the goal{reached}")
        return game

    def steps(self) -> list[Played]:
        """The solution step by step, with the position before each and what happens."""
        return self.solved().history


def puzzle_text(puzzle: Puzzle) -> str:
    """A puzzle as its file has it; what nobody can see is left out."""
    lines = [
        *position_lines(puzzle.start),
        f"goal: {puzzle.goal}",
        f"solution: {', '.join(map(choice_text, puzzle.solution))}",
        f"mined: {puzzle.mined}",
        f"proved: {puzzle.proved}",
    ]
    return "\n".join(lines) + "\n"


def position_lines(p: Position) -> list[str]:
    """The lines that lay out where a puzzle begins.

    Of the decks there is only that of the tasks: its top lies open.
    """
    *head, (_, board) = head_lines(p)
    if p.task_deck:
        head.append(("task deck", " ".join(ids(p.task_deck))))
    return [*(f"{key}: {value}" for key, value in head), "board:", *board.splitlines()]


def parse_puzzle(id: str, text: str) -> Puzzle:
    """Read one puzzle; how hard it is stands elsewhere."""
    try:
        head, rest = _split(read_lines(text))
        start = lay_out(head)
        goal = _read(rest, "goal", parse_goal)
        solution = _read(rest, "solution", _choices)
        mined, proved = _number(rest, "mined"), _number(rest, "proved")
        return Puzzle(id, start, goal, solution, mined, proved)
    except ValueError as error:
        raise BadPuzzle(f"{id}: {error}") from None


_KEYS = ("goal", "solution", "mined", "proved")


def _split(lines: list[Line]) -> tuple[Head, Head]:
    head: Head = {}
    rest: Head = {}
    for number, key, value in lines:
        part = rest if rest or key in _KEYS else head
        if key in part:
            raise ValueError(f"line {number}: {key!r} stands in line {part[key][0]} already")
        if part is rest and key not in _KEYS:
            raise ValueError(
                f"line {number}: {key!r} cannot stand after the goal; there are "
                f"{', '.join(map(repr, _KEYS))}"
            )
        part[key] = (number, value)
    for key in _KEYS:
        if key not in rest:
            raise ValueError(f"a puzzle needs a line '{key}: ...'")
    return head, rest


def _read(rest: Head, key: str, reading: Callable[[str], T]) -> T:
    number, value = rest[key]
    try:
        return reading(value)
    except ValueError as error:
        raise ValueError(f"line {number}: {error}") from None


def _choices(value: str) -> tuple[Choice, ...]:
    return tuple(parse_choice(part.strip()) for part in value.split(",") if part.strip())


def _number(rest: Head, key: str) -> int:
    number, value = rest[key]
    if not value.isdecimal():
        raise ValueError(f"line {number}: {key!r} needs a number, not {value!r}")
    return int(value)
