"""A lesson: a position, and goals that are reached in it one after the other.

    form: first-game
    hand A: swordmaster
    board:
    9        .. .. .. .. ..
    ...
    goal: place on e6 e4
    show: e6 e4
    way: place e6, place e4
    then: place c5, place c3, finish
    goal: summon swordmaster
    cards: swordmaster
    way: summon swordmaster, e5

The lines before the first goal lay out the position (see ``notation.layout``); the learner is who
decides in it. A goal begins with its conditions (see ``lessons.conditions``), all of which must be
met. ``show`` names the squares that are not veiled (none: all are seen), ``cards`` the cards of the
hand that are not put away (without the line: all are there), ``way`` one solution, and ``then``
what the others do after it. Choices that are forced are made without being written.

Sentences are in the catalogue: ``lesson.<id>.name``, ``.about``, ``.remember``, and for each goal
``lesson.<id>.<n>.say`` and ``.goal``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import zip_longest

from tashkalar import arena
from tashkalar.cards import card
from tashkalar.game import Game, Played, forced
from tashkalar.lessons.conditions import Condition, parse_condition
from tashkalar.notation.choices import choice_text, parse_choice
from tashkalar.notation.layout import Head, lay_out
from tashkalar.notation.lines import Line, read_lines
from tashkalar.rules.play import Position


class BadLesson(ValueError):
    """A text that is not a lesson, or one that cannot be finished; the message says where."""


@dataclass(frozen=True)
class Goal:
    """One thing to do."""

    conditions: tuple[Condition, ...]
    show: tuple[str, ...] = ()
    cards: tuple[str, ...] | None = None  # None: nothing is put away
    way: tuple[str, ...] = ()
    then: tuple[str, ...] = ()

    def reached(self, position: Position, played: Sequence[Played]) -> bool:
        """Is all of it met by what was played since the goal began?"""
        return all(condition.met(position, played) for condition in self.conditions)


@dataclass(frozen=True)
class Lesson:
    """What is taught on one position."""

    id: str
    start: Position
    goals: tuple[Goal, ...]

    @property
    def seat(self) -> int:
        """Who learns."""
        return self.start.actor

    @cached_property
    def starts(self) -> tuple[Game, ...]:
        """The game as each goal begins, if all are reached by their ways; then the end."""
        found = [Game.at(self.start)]
        for n, goal in enumerate(self.goals, 1):
            game = led(found[-1], goal.way)
            if game is None:
                raise BadLesson(f"goal {n}: the way cannot be played: {stuck(found[-1], goal.way)}")
            if not goal.reached(game.position, game.history[len(found[-1].history) :]):
                raise BadLesson(f"goal {n}: the way does not reach it")
            after = led(game, goal.then)
            if after is None:
                raise BadLesson(f"goal {n}: the script stops: {stuck(game, goal.then)}")
            found.append(after)
        return tuple(found)


def led(game: Game, choices: Sequence[str]) -> Game | None:
    """A game after some choices and whatever they force; None if one cannot be made."""
    new = game.copy()
    try:
        play(new, choices)
    except ValueError:
        return None
    return new


def stuck(game: Game, choices: Sequence[str]) -> str:
    """Why choices cannot be made."""
    new = game.copy()
    try:
        play(new, choices)
    except ValueError as error:
        return str(error)
    return ""


def play(game: Game, choices: Sequence[str]) -> None:
    """Make choices, and those that are forced between them and afterwards."""
    for text, following in zip_longest(choices, choices[1:]):
        step(game, text, following)


def step(game: Game, text: str, following: str | None) -> None:
    """Make a choice and those it forces, up to the one that follows."""
    game.play(text)
    while (only := forced(game.position)) is not None and choice_text(only) != following:
        game.play(only)


# --- reading ----------------------------------------------------------------------------------


def parse_lesson(id: str, text: str) -> Lesson:
    """Read one lesson."""
    try:
        head, goals = _split(read_lines(text))
        return Lesson(id, lay_out(head), tuple(map(_goal, goals)))
    except ValueError as error:
        raise BadLesson(f"{id}: {error}") from None


def _split(lines: list[Line]) -> tuple[Head, list[list[Line]]]:
    head: Head = {}
    goals: list[list[Line]] = []
    for number, key, value in lines:
        if key == "goal":
            goals.append([(number, key, value)])
        elif goals:
            goals[-1].append((number, key, value))
        elif key in head:
            raise ValueError(f"line {number}: {key!r} stands in line {head[key][0]} already")
        else:
            head[key] = (number, value)
    if not goals:
        raise ValueError("a lesson needs a line 'goal: ...'")
    return head, goals


def _goal(lines: list[Line]) -> Goal:
    given: dict[str, str] = {}
    for number, key, value in lines:
        if key not in ("goal", "show", "cards", "way", "then"):
            raise ValueError(
                f"line {number}: {key!r} is not part of a goal: there are 'goal', "
                "'show', 'cards', 'way' and 'then'"
            )
        if key in given:
            raise ValueError(f"line {number}: {key!r} stands twice in this goal")
        given[key] = value
    try:
        cards = given.get("cards")
        return Goal(
            tuple(parse_condition(part) for part in _parts(given["goal"])),
            tuple(arena.NAMES[arena.square(name)] for name in given.get("show", "").split()),
            None if cards is None else tuple(card(name).id for name in cards.split()),
            _choices(given.get("way", "")),
            _choices(given.get("then", "")),
        )
    except ValueError as error:
        raise ValueError(f"line {lines[0][0]}: {error}") from None


def _parts(value: str) -> list[str]:
    return [part.strip() for part in value.split(",") if part.strip()]


def _choices(value: str) -> tuple[str, ...]:
    return tuple(choice_text(parse_choice(part)) for part in _parts(value))
