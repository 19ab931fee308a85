"""A study as a value.

The tree is a row of steps. Each names the step before it by its place in the row, so that a game
of any length is a flat value; -1 is the start. Of the steps after the same one, the first is the
main line. Steps stand in one order only: after each of them all that follows it, the main line
first.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from tashkalar.choice import Choice
from tashkalar.game import Game
from tashkalar.rules.play import Position

START = -1  # instead of the place of a step


@dataclass(frozen=True)
class StudyStep:
    """A choice that could be made, and a comment on it."""

    after: int  # the place of the step before it, or START
    choice: Choice
    comment: str = ""


@dataclass(frozen=True)
class Study:
    """A position, and the choices that could follow it.

    >>> from tashkalar.notation.choices import parse_choice
    >>> start = Position.new("high-form", ("highland", "sylvan"), 1)
    >>> first, second = parse_choice("place e5"), parse_choice("place d5")
    >>> study = Study(start, (StudyStep(-1, first), StudyStep(-1, second, "Bolder.")))
    >>> [study.steps[i].choice for i in study.following(-1)]
    [<place e5>, <place d5>]
    >>> study.position(1).common.bit_count()
    1
    """

    start: Position
    steps: tuple[StudyStep, ...] = ()
    title: str = ""
    comment: str = field(default="")  # on the start

    @cached_property
    def _following(self) -> dict[int, list[int]]:
        found: dict[int, list[int]] = {}
        for place, step in enumerate(self.steps):
            found.setdefault(step.after, []).append(place)
        return found

    def following(self, place: int) -> Sequence[int]:
        """The steps after one, the main line first."""
        return self._following.get(place, ())

    def path(self, place: int) -> list[int]:
        """The steps from the start to one, in the order in which they are made."""
        found = []
        while place != START:
            found.append(place)
            place = self.steps[place].after
        return found[::-1]

    def onward(self, place: int = START) -> list[int]:
        """A step and the main line after it; from the start, the main line of all."""
        found = [] if place == START else [place]
        while following := self.following(place):
            place = following[0]
            found.append(place)
        return found

    def game(self, place: int) -> Game:
        """The game as it stands after a step."""
        game = Game.at(self.start)
        for step in self.path(place):
            game.play(self.steps[step].choice)
        return game

    def position(self, place: int) -> Position:
        """The position after a step."""
        return self.game(place).position

    def positions(self) -> Iterator[tuple[int, Position]]:
        """Every step with the position before it; an illegal choice is an IllegalChoice.

        >>> start = Position.new("high-form", ("highland", "sylvan"), 1)
        >>> [place for place, _ in Study(start, (StudyStep(-1, start.choices()[0]),)).positions()]
        [0]
        """
        after: dict[int, Position] = {START: self.start}
        waiting = {place: len(steps) for place, steps in self._following.items()}
        for place, step in enumerate(self.steps):
            before = after[step.after]
            waiting[step.after] -= 1
            if not waiting[step.after]:
                del after[step.after]  # nobody needs it any more: long lines take no memory
            yield place, before
            after[place] = before.after(step.choice)

    def ordered(self) -> Study:
        """The same study with its steps in their order."""
        row: list[int] = []
        left = list(reversed(self.following(START)))
        while left:
            row.append(left.pop())
            left += reversed(self.following(row[-1]))
        now = {START: START} | {old: new for new, old in enumerate(row)}
        steps = (replace(self.steps[old], after=now[self.steps[old].after]) for old in row)
        return replace(self, steps=tuple(steps))
