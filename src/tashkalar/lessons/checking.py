"""Mistakes in lessons: whatever would leave a learner stuck, or the coach without words."""

from __future__ import annotations

from collections.abc import Iterator

from tashkalar.cards import CARDS
from tashkalar.catalogue import has, languages
from tashkalar.choice import Kind
from tashkalar.game import Game
from tashkalar.lessons.courses import courses, lesson
from tashkalar.lessons.lesson import BadLesson, Goal, Lesson
from tashkalar.notation.choices import parse_choice

_CARDS = (Kind.SUMMON, Kind.FLARE, Kind.DISCARD, Kind.RETURN)
_SQUARES = (Kind.PLACE, Kind.SQUARE, Kind.LIFT)


def mistakes() -> list[str]:
    """All mistakes of all lessons, each with the lesson it is in."""
    found = [
        f"{language}: there is no text {key!r}"
        for language in languages()
        for course in courses()
        for key in (f"course.{course.id}.name", f"course.{course.id}.about")
        if not has(key, language)
    ]
    for course in courses():
        for id in course.lessons:
            try:
                found += [f"{id}: {mistake}" for mistake in mistakes_of(lesson(id))]
            except BadLesson as error:
                found.append(str(error))
    return found


def mistakes_of(checked: Lesson) -> list[str]:
    """The mistakes of one lesson."""
    found = [
        f"{language}: there is no text {key!r}"
        for language in languages()
        for key in texts_of(checked)
        if not has(key, language)
    ]
    try:
        starts = checked.starts
    except BadLesson as error:
        return [*found, str(error)]
    for n, (goal, start) in enumerate(zip(checked.goals, starts, strict=False), 1):
        found += [f"goal {n}: {mistake}" for mistake in _of_goal(checked, goal, start)]
    return found


def texts_of(checked: Lesson) -> list[str]:
    """The ids of all texts of a lesson."""
    parts = ["name", "about", "remember"]
    for n in range(1, len(checked.goals) + 1):
        parts += [f"{n}.say", f"{n}.goal"]
    return [f"lesson.{checked.id}.{part}" for part in parts]


def _of_goal(checked: Lesson, goal: Goal, start: Game) -> Iterator[str]:
    position = start.position
    if goal.reached(position, ()):
        yield "it is reached before anything is done"
    if position.is_over or position.actor != checked.seat:
        yield "it is not the learner's turn"
    seat = checked.seat
    hand = position.beings[seat] + position.legends[seat] + position.flares[seat]
    held = {CARDS[number].id for number in hand}
    for id in goal.cards or ():
        if id not in held:
            yield f"{id} is not in the hand"
    for text in goal.way:
        choice = parse_choice(text)
        if choice.kind in _CARDS and goal.cards is not None:
            if CARDS[choice.value].id not in goal.cards:
                yield f"the way needs a card that is put away: {text}"
        elif choice.kind in _SQUARES and goal.show and text.split()[-1] not in goal.show:
            yield f"the way leads over a square that is not shown: {text}"
