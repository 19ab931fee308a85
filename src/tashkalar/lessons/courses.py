"""The courses: folders of lessons in this package, in the order of their names.

``courses/1_first/02_pattern.lesson`` is the second lesson of the first course: ``pattern``, in
``first``.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from tashkalar.lessons.lesson import Lesson, parse_lesson

FOLDER = Path(__file__).parent / "courses"


class UnknownLesson(KeyError):
    """There is no lesson of this name."""

    def __str__(self) -> str:
        return f"there is no lesson {self.args[0]!r}"


@dataclass(frozen=True)
class LessonCourse:
    """Lessons that belong together, by their ids."""

    id: str
    lessons: tuple[str, ...]


@cache
def courses(folder: Path = FOLDER) -> tuple[LessonCourse, ...]:
    """All courses, in their order."""
    return tuple(
        LessonCourse(_called(home), tuple(_called(file) for file in sorted(home.glob("*.lesson"))))
        for home in sorted(folder.iterdir())
        if home.is_dir() and any(home.glob("*.lesson"))
    )


@cache
def lesson(id: str, folder: Path = FOLDER) -> Lesson:
    """A lesson by its id."""
    for file in folder.glob("*/*.lesson"):
        if _called(file) == id:
            return parse_lesson(id, file.read_text(encoding="utf-8"))
    raise UnknownLesson(id)


def course_of(id: str) -> LessonCourse:
    """The course that a lesson belongs to."""
    for course in courses():
        if id in course.lessons:
            return course
    raise UnknownLesson(id)


def following(id: str) -> str | None:
    """The lesson after this one in its course."""
    lessons = course_of(id).lessons
    at = lessons.index(id) + 1
    return lessons[at] if at < len(lessons) else None


def _called(path: Path) -> str:
    """The name without the number that orders it."""
    return path.stem.partition("_")[2]
