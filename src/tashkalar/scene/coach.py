"""What a coach shows: the way to a goal, in words."""

from __future__ import annotations

from itertools import zip_longest

from tashkalar import choice_text
from tashkalar.lessons import Session
from tashkalar.lessons.lesson import step
from tashkalar.scene.question import words


def way_words(session: Session, language: str = "en") -> list[str]:
    """What is still to be done on the way of the lesson.

    >>> from tashkalar.lessons import lesson
    >>> way_words(Session(lesson("pattern")))
    ['Summon Swordmaster', 'Summon on e5']
    """
    game, way, told = session.game.copy(), session.way(), []
    for text, following in zip_longest(way, way[1:]):
        choice = next(c for c in game.position.choices() if choice_text(c) == text)
        told.append(words(game.position, choice, language))
        step(game, text, following)
    return told
