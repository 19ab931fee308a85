"""Somebody takes a lesson: play, steps back, goals.

Everything legal may be played, and a goal is reached by whatever meets it. Where that leaves the
next goal out of reach, the board is set up for it as the lesson means it. Going back is always
possible, also over a goal and over what the others did: it is an older moment that is shown again.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from tashkalar.game import CannotUndo, Game, forced
from tashkalar.lessons.lesson import Goal, Lesson, led

_KEPT = 500  # steps that can be taken back
State = Literal["goal", "astray", "away", "done"]


@dataclass(frozen=True)
class Moment:
    """Where a lesson stands. The game in it never changes."""

    game: Game
    goal: int  # counted from 0; as many as there are: all are reached
    begun: int  # so many choices had been made when the goal began
    set_up: bool = False  # the board is not what the learner left


class Session:
    """A lesson in progress.

    >>> from tashkalar.lessons import lesson
    >>> session = Session(lesson("placing"))
    >>> session.goal, session.state
    (0, 'goal')
    >>> session.play(*session.way())
    >>> session.goal
    1
    """

    def __init__(self, lesson: Lesson, goal: int = 0) -> None:
        self.lesson = lesson
        self.now = self._beginning(goal)
        self._past: deque[Moment] = deque(maxlen=_KEPT)
        self._undone: list[Moment] = []

    def _beginning(self, goal: int) -> Moment:
        game = self.lesson.starts[goal]
        return Moment(game, goal, len(game.history))

    @property
    def game(self) -> Game:
        """The game as it stands; a copy has to be played on."""
        return self.now.game

    @property
    def goal(self) -> int:
        """The goal, counted from 0; as many as there are: all are reached."""
        return self.now.goal

    @property
    def _wanted(self) -> Goal | None:
        return self.lesson.goals[self.goal] if self.goal < len(self.lesson.goals) else None

    def play(self, *choices: str) -> None:
        """Make the choices of one intention: all of them or, if one is refused, none."""
        game = self.game.copy()
        for choice in choices:
            game.play(choice)
        while (only := forced(game.position)) is not None:
            game.play(only)
        self._past.append(self.now)
        self._undone.clear()
        self.now = self._followed(Moment(game, self.goal, self.now.begun))

    def _followed(self, moment: Moment) -> Moment:
        """The moment itself or, if the goal is reached, the beginning of the next one."""
        if moment.goal >= len(self.lesson.goals):
            return moment
        goal, game = self.lesson.goals[moment.goal], moment.game
        if not goal.reached(game.position, game.history[moment.begun :]):
            return moment
        after = led(game, goal.then)
        number = moment.goal + 1
        if number == len(self.lesson.goals):
            return Moment(after or game, number, len(game.history))
        if after is None or not _reaches(after, self.lesson.goals[number], len(after.history)):
            after = self.lesson.starts[number]
            return Moment(after, number, len(after.history), set_up=True)
        return Moment(after, number, len(after.history))

    @property
    def state(self) -> State:
        """On the way, maybe astray, away since the turn went on without the goal, or done."""
        goal, position = self._wanted, self.game.position
        if goal is None:
            return "done"
        begun = self.lesson.seat, self._turn_begun
        if position.is_over or (position.actor, position.turn) != begun:
            return "away"
        return "goal" if self.way() else "astray"

    @property
    def _turn_begun(self) -> int:
        history, begun = self.game.history, self.now.begun
        return history[begun].turn if begun < len(history) else self.game.position.turn

    def way(self) -> tuple[str, ...]:
        """What is still to be done on the way of the lesson; nothing if it was left."""
        goal = self._wanted
        if goal is None:
            return ()
        for start in range(len(goal.way)):
            rest = goal.way[start:]
            if _reaches(self.game, goal, self.now.begun, rest):
                return rest
        return ()

    @property
    def can_undo(self) -> bool:
        """Is there a step back?"""
        return bool(self._past)

    @property
    def can_redo(self) -> bool:
        """Was something taken back?"""
        return bool(self._undone)

    def undo(self) -> None:
        """One step back, over a goal too."""
        if not self._past:
            raise CannotUndo("this is the beginning")
        self._undone.append(self.now)
        self.now = self._past.pop()

    def redo(self) -> None:
        """Again what was taken back."""
        if not self._undone:
            raise CannotUndo("nothing has been taken back")
        self._past.append(self.now)
        self.now = self._undone.pop()

    def go_to(self, goal: int) -> None:
        """Begin a goal: as it was begun before or, if it was not, as the lesson means it."""
        if not 0 <= goal < len(self.lesson.goals):
            raise IndexError(f"there are the goals 0 to {len(self.lesson.goals) - 1}, not {goal}")
        met = next(
            (
                m
                for m in (*self._past, self.now)
                if m.goal == goal and len(m.game.history) == m.begun
            ),
            None,
        )
        self._past.append(self.now)
        self._undone.clear()
        self.now = met or self._beginning(goal)


def _reaches(game: Game, goal: Goal, begun: int, way: Sequence[str] | None = None) -> bool:
    """Do these choices, or the whole way of the goal, reach it from here?"""
    new = led(game, goal.way if way is None else way)
    return new is not None and goal.reached(new.position, new.history[begun:])
