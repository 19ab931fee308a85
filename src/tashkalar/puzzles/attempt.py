"""Somebody tries a puzzle: everything legal may be played until the turn is over."""

from __future__ import annotations

from collections import deque
from typing import Literal

from tashkalar.choice import Choice
from tashkalar.event import Event
from tashkalar.game import CannotUndo, Game, forced
from tashkalar.puzzles.explaining import PuzzleHint, hints
from tashkalar.puzzles.goals import Shortfall, has_ended
from tashkalar.puzzles.puzzle import Puzzle

_KEPT = 500  # steps that can be taken back
AttemptState = Literal["running", "failed", "solved", "shown"]


class AttemptOver(ValueError):
    """The turn is over: it can be taken back or begun again, not gone on with."""


class Attempt:
    """A puzzle in progress.

    >>> from tashkalar.puzzles import puzzles
    >>> attempt = Attempt(puzzles()[0])
    >>> events = attempt.play(*attempt.puzzle.solution)
    >>> attempt.state, attempt.tries, attempt.reason
    ('solved', 1, None)
    """

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self.game = Game.at(puzzle.start)  # as it stands; never changed, but replaced
        self.tries = 0  # turns that were played to their end
        self.hints = 0  # hints that were given
        self.gave_up = False
        self._past: deque[Game] = deque(maxlen=_KEPT)

    @property
    def state(self) -> AttemptState:
        """Still running, or how the turn has ended; ``shown`` once the solution was asked for."""
        if not has_ended(self.puzzle.start, self.game.position):
            return "running"
        if self.gave_up:
            return "shown"
        return "failed" if self.reason else "solved"

    @property
    def clean(self) -> bool:
        """Has it been done without help so far, and without a turn that fell short?"""
        return not self.hints and not self.gave_up and self.tries <= (self.state == "solved")

    @property
    def reason(self) -> Shortfall | None:
        """How the finished turn falls short."""
        position = self.game.position
        if not has_ended(self.puzzle.start, position):
            return None
        return self.puzzle.goal.shortfall(self.puzzle.start, position)

    def play(self, *choices: Choice | str) -> tuple[Event, ...]:
        """Make the choices of one intention: all of them or, if one is refused, none.

        What is forced afterwards is made as well; all that happened is returned.
        """
        game, made = self.game.copy(), len(self.game.history)
        for choice in choices:
            if has_ended(self.puzzle.start, game.position):
                raise AttemptOver("the turn is over")
            game.play(choice)
        while (
            not has_ended(self.puzzle.start, game.position)
            and (only := forced(game.position)) is not None
        ):
            game.play(only)
        self._past.append(self.game)
        self.game = game
        if has_ended(self.puzzle.start, game.position) and not self.gave_up:
            self.tries += 1
        return tuple(event for played in game.history[made:] for event in played.events)

    @property
    def can_undo(self) -> bool:
        """Is there a step back?"""
        return bool(self._past)

    def undo(self) -> None:
        """One step back, also from the end of the turn."""
        if not self._past:
            raise CannotUndo("this is the beginning")
        self.game = self._past.pop()

    def again(self) -> None:
        """Start again."""
        if self.game.history:
            self._past.append(self.game)
        self.game = Game.at(self.puzzle.start)

    def hint(self) -> PuzzleHint | None:
        """The next hint: what it is about, which card, where; None after the last."""
        found = hints(self.puzzle)
        if self.hints >= len(found):
            return None
        self.hints += 1
        return found[self.hints - 1]

    @property
    def given(self) -> tuple[PuzzleHint, ...]:
        """The hints given so far."""
        return hints(self.puzzle)[: self.hints]

    def give_up(self) -> tuple[Event, ...]:
        """Play the solution from the beginning; what happened is returned."""
        self.gave_up = True
        self.again()
        return self.play(*self.puzzle.solution)
