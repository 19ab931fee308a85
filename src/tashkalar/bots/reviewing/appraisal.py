"""What a row of choices is worth, judged from what its player knew."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tashkalar.bots.playing.budget import Budget
from tashkalar.bots.playing.features import pending
from tashkalar.bots.playing.hints import best_line, best_lines
from tashkalar.bots.playing.turns import ending, worth
from tashkalar.bots.reviewing.knowledge import COMPARED, worlds
from tashkalar.choice import Asking, Choice
from tashkalar.rules.play import Position
from tashkalar.view import View, sample, view

LINES = 6  # turns that are compared
GOING_ON = 2000  # nodes for the rest of a turn after something became known in it


@dataclass(frozen=True)
class AppraisedLine:
    """Choices from the start of a stretch, and what they are worth on average."""

    choices: tuple[Choice, ...]
    value: int
    points: int  # that the turn brings with them, in the first world


class Appraisal:
    """Compares what can be done from a position, in the same worlds for all of it.

    The worlds agree with what the player to decide sees, or with what is said to be seen.
    """

    def __init__(self, start: Position, budget: Budget, seen: View | None = None) -> None:
        self.colour = start.colour_of[start.actor]
        self.turn = start.turn
        self.before = start.score(self.colour)
        known = view(start, start.actor) if seen is None else seen
        self.worlds = [sample(known, word) for word in worlds(start.turn, COMPARED)]
        self.budget = budget

    def best(self) -> list[AppraisedLine]:
        """The best lines that were found, the best first; different ones."""
        found = best_lines(self.worlds[0], self.budget.fresh(), LINES)
        lines = [self.line(variation.path) for variation in found]
        return sorted(lines, key=lambda line: -line.value)

    def line(self, choices: Sequence[Choice]) -> AppraisedLine:
        """A line with its value."""
        ends = self._ends(choices)
        value = sum(worth(p, self.colour) for p in ends) // len(ends)
        first = ends[0]
        points = first.score(self.colour) + pending(first, self.colour) - self.before
        closing = (ending(first),) if first.asking == Asking.END else ()
        return AppraisedLine((*choices, *closing), value, points)

    def _ends(self, choices: Sequence[Choice]) -> list[Position]:
        """Where a line leads; a single position where chance has no part in it."""
        ends = [self._played(world, choices) for world in self.worlds]
        if all(self._complete(p) for p in ends):
            seen = {view(p, self.worlds[0].actor).to_bytes() for p in ends}
            if len(seen) == 1:
                return ends[:1]
        return [p if self._complete(p) else self._gone_on(p) for p in ends]

    def _played(self, p: Position, choices: Sequence[Choice]) -> Position:
        """After the choices, as far as they can be made in this world."""
        for choice in choices:
            if choice not in p.choices():
                break
            p = p.after(choice)
        return p

    def _complete(self, p: Position) -> bool:
        return p.asking in (Asking.END, Asking.NOTHING) or p.turn != self.turn

    def _gone_on(self, p: Position) -> Position:
        return best_line(p, self.budget.limited(GOING_ON)).position


def forgone(end: Position, chosen: Choice) -> int:
    """What was lost by the way a turn was ended: a task that was not claimed, say."""
    if chosen == ending(end):
        return 0
    colour, seen = end.colour_of[end.actor], view(end, end.actor)
    lost = 0
    for word in worlds(end.turn):
        world = sample(seen, word)
        lost += worth(world.after(ending(world)), colour) - worth(world.after(chosen), colour)
    return max(0, lost // COMPARED)
