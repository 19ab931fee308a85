"""What is shown of puzzles: the list, and a try in words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cache

from msgspec import Struct

from tashkalar import Game, parse_choice
from tashkalar.choice import Choice, Kind
from tashkalar.lessons import Lesson, LessonCourse, lesson
from tashkalar.puzzles import Puzzle, hints, puzzles, reasons
from tashkalar.puzzles.explaining import goal_words, hint_words, reason_words, short_words
from tashkalar.rules.forms import FORMS
from tashkalar.scene.fields import Rank
from tashkalar.scene.scene import board

__all__ = ["PuzzleRow", "goal_words", "hint_words", "rows", "short_words"]

_PLAYED = (Kind.SUMMON, Kind.FLARE, Kind.CLAIM)


class PuzzleRow(Struct, frozen=True, gc=False):
    """A puzzle in a list: where it stands and what is wanted, and nothing of how."""

    id: str
    form: str
    number: int
    grade: Rank  # by the shape of a rank
    points: int | None  # null: the game is to be won
    mine: int  # the colour that plays
    schools: tuple[str, ...]  # by colour
    board: str  # "A1e5 B2f6": whose piece, its rank, its square


@cache
def rows() -> tuple[PuzzleRow, ...]:
    """All puzzles, in the order of the collection.

    >>> row = rows()[0]
    >>> row.form in row.id, row.grade in (1, 2, 3), set("ABCD") >= {row.board[0]}
    (True, True, True)
    """
    return tuple(map(_row, puzzles()))


def _row(found: Puzzle) -> PuzzleRow:
    start = found.start
    colours = range(FORMS[start.form].colours)
    first = [start.colour_of.index(colour) for colour in colours]
    return PuzzleRow(
        found.id,
        found.form,
        number(found.id),
        found.grade,
        found.goal.points,
        start.colour_of[found.seat],
        tuple(start.schools[seat] for seat in first),
        " ".join(f"{'ABCD'[p.colour]}{p.rank}{p.square}" for p in board(start)),
    )


def number(id: str) -> int:
    """The number in an id.

    >>> number("high-form-017")
    17
    """
    return int(id.rpartition("-")[2])


def hint_count(found: Puzzle) -> int:
    """How many hints there are."""
    return len(hints(found))


def why_words(found: Puzzle, played: Sequence[Choice], language: str = "en") -> str:
    """Where the points of a turn that reaches the goal came from."""
    told = reasons(replace(found, solution=tuple(played)))
    return " ".join(reason_words(reason, language) for reason in told)


@cache
def using(taught: Lesson) -> str | None:
    """The easiest puzzle that needs a card which a lesson plays, if there is one.

    >>> from tashkalar.lessons import lesson
    >>> using(lesson("placing")) is None  # it plays no card
    True
    """
    cards = {
        c.value for goal in taught.goals for c in map(parse_choice, goal.way) if c.kind in _PLAYED
    }
    return _easiest(
        p for p in puzzles() if any(c.kind in _PLAYED and c.value in cards for c in p.solution)
    )


@cache
def answering(course: LessonCourse) -> str | None:
    """The easiest puzzle of the forms that a course is about, if there is one."""
    forms = {lesson(id).start.form for id in course.lessons}
    if all(FORMS[form].first for form in forms):
        forms = {"high-form"}  # what the first game leads to
    return _easiest(found for found in puzzles() if found.form in forms)


def _easiest(found: Iterable[Puzzle]) -> str | None:
    best = min(found, key=lambda one: (one.grade, one.rating), default=None)
    return best.id if best else None


def goes_on(game: Game) -> bool:
    """Is there a game to go on with?"""
    return not game.position.is_over
