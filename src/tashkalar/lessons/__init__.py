"""Lessons by doing: a position, goals one at a time, and a coach that says a sentence about each.

A lesson is a text (see ``lessons.lesson``) whose sentences are in the catalogue; a ``Session`` is
somebody who takes it. Terminal and server show sessions; ``checking`` looks for mistakes.
"""

from tashkalar.lessons.courses import (
    LessonCourse,
    UnknownLesson,
    course_of,
    courses,
    following,
    lesson,
)
from tashkalar.lessons.lesson import BadLesson, Goal, Lesson, parse_lesson
from tashkalar.lessons.session import Session

__all__ = [
    "BadLesson",
    "Goal",
    "Lesson",
    "LessonCourse",
    "Session",
    "UnknownLesson",
    "course_of",
    "courses",
    "following",
    "lesson",
    "parse_lesson",
]
