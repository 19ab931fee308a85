"""Lessons over REST: which there are, and how far a guest has come."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from fastapi import APIRouter

from tashkalar.catalogue import text
from tashkalar.lessons import UnknownLesson, courses, lesson
from tashkalar.scene.puzzles import answering
from tashkalar.server.refusals import Refused
from tashkalar.server.storage.progress import Kept, keep_progress, progress_of
from tashkalar.server.wire.languages import Reader
from tashkalar.server.wire.rest import Asker, TheWorker

router = APIRouter(prefix="/api")


@dataclass(frozen=True)
class LessonRow:
    """A lesson on the map."""

    id: str
    name: str
    about: str
    goals: int


@dataclass(frozen=True)
class CourseRow:
    """A course on the map."""

    id: str
    name: str
    about: str
    lessons: tuple[LessonRow, ...]
    puzzle: str | None  # that answers it in one turn


@dataclass(frozen=True)
class LessonProgress:
    """How far somebody has come in a lesson: where to go on; 1 done with help, 2 without."""

    goal: int
    done: Literal[0, 1, 2]


@dataclass(frozen=True)
class LessonsLearned:
    """How far somebody has come in all lessons that were begun."""

    lessons: dict[str, LessonProgress]


@router.get("/lessons")
async def all_lessons(language: Reader) -> list[CourseRow]:
    """The courses and their lessons, in the order in which they are taken."""
    return [
        CourseRow(
            course.id,
            text(f"course.{course.id}.name", language),
            text(f"course.{course.id}.about", language),
            tuple(
                LessonRow(
                    id,
                    text(f"lesson.{id}.name", language),
                    text(f"lesson.{id}.about", language),
                    len(lesson(id).goals),
                )
                for id in course.lessons
            ),
            answering(course),
        )
        for course in courses()
    ]


@router.get("/me/lessons")
async def my_lessons(worker: TheWorker, asker: Asker) -> LessonsLearned:
    """How far the guest has come."""
    return _shown(await worker.store.read(lambda c: progress_of(c, asker.owner)))


@router.put("/me/lessons")
async def keep_lessons(worker: TheWorker, asker: Asker, made: LessonsLearned) -> LessonsLearned:
    """Keep how far the guest has come; what is done stays done."""
    for id, found in made.lessons.items():
        try:
            known = 0 <= found.goal < len(lesson(id).goals)
        except UnknownLesson:
            known = False
        if not known:
            raise Refused("malformed", why="progress", values={"lesson": id[:32]})
    wanted = {id: (found.goal, int(found.done)) for id, found in made.lessons.items()}
    kept = await worker.store.write("", lambda c: keep_progress(c, asker.owner, wanted))
    return _shown(kept)


def _shown(kept: Kept) -> LessonsLearned:
    made = {id: LessonProgress(goal, done) for id, (goal, done) in kept.items()}  # type: ignore[arg-type]
    return LessonsLearned(made)
