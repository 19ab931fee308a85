"""Searching whole turns: every sequence of actions and effect choices a beam can reach.

A turn is searched action by action. From each position kept, every action is tried with all
the choices of its effect (the most promising ones where there are too many); the best
positions after the action are kept and searched on, until no action is left. As long as the
budget lasts, the others follow, the most promising ones first.
"""

from __future__ import annotations

from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import zip_longest

from tashkalar.bots.bot import Budget, OutOfBudget
from tashkalar.bots.evaluation import value
from tashkalar.bots.features import pending
from tashkalar.choice import Asking, Choice, Kind
from tashkalar.rules.play import Position

# Choices the search leaves out: partners are not a bot's to steer, and an action spent on
# new cards shows its worth only turns later.
_NEVER = (Kind.PASS_CONTROL, Kind.DISCARD)
JUDGED = 24  # complete turns that are judged in full
WIDENED = 3  # times a turn is searched, each time wider
_RESTING = (Asking.ACTION, Asking.END, Asking.NOTHING)


@dataclass(frozen=True)
class Line:
    """A sequence of choices, where it leads, and what that is worth."""

    value: float
    position: Position
    path: tuple[Choice, ...]


def moves(p: Position) -> list[Choice]:
    choices = p.choices()
    return [c for c in choices if c.kind not in _NEVER] or list(choices)


def worth(p: Position, colour: int, threats: bool = True) -> float:
    """The value of a position; at the end of the very last turn that is the result."""
    if p.asking == Asking.END and p.last_turns == 1 and not p.extra_turns:
        p = p.after(ending(p))
    return value(p, colour, threats)


class TurnSearch:
    """One search for the best turns of the player who decides in a position."""

    def __init__(self, start: Position, budget: Budget, beam: int, inside: int) -> None:
        self.start = start
        self.budget = budget
        self.beam = beam  # positions kept after each action
        self.inside = inside  # positions kept at each choice inside an effect
        self.colour = start.colour_of[start.actor]
        self.turn = start.turn
        self.found: list[Line] = []  # complete turns, up to the question of ending
        self.aside: list[tuple[float, int, Line]] = []  # a heap, the best first
        self.aside_count = 0

    def run(self) -> list[Line]:
        """Complete turns, the best first. At least one, whatever the budget."""
        frontier = [Line(0.0, self.start, ())]
        try:
            for _ in range(WIDENED):
                self._search(frontier)
                # What is left of the budget goes to the lines that were put aside,
                while self.aside:
                    _, _, line = heappop(self.aside)
                    self._search([line])
                # and then to a wider look at everything.
                self.inside *= 4
        except OutOfBudget:
            pass
        if not self.found:
            self.found.append(self._hurry(frontier[0]))
        return self._ranked()

    def _search(self, frontier: list[Line]) -> None:
        while frontier:
            frontier = self._next_action(frontier)

    def found_all(self) -> list[Line]:
        """Every complete turn that was reached, in no order."""
        self.run()
        return self.found

    def _ranked(self) -> list[Line]:
        """The best first; only the best are worth the look at what opponents may hold."""
        self.found.sort(key=lambda line: -line.value)
        judged = [
            Line(worth(line.position, self.colour), line.position, line.path)
            for line in self.found[:JUDGED]
        ]
        judged.sort(key=lambda line: -line.value)
        return judged

    def _rests(self, p: Position) -> bool:
        return p.asking in _RESTING or p.turn != self.turn

    def _worth(self, p: Position) -> float:
        found = worth(p, self.colour, threats=False)
        if p.last_turns != 1 or p.asking == Asking.END:
            return found
        # In the very last turn only points lead to the result.
        return found + 2 * (p.score(self.colour) + pending(p, self.colour)) + _havoc(p) / 2

    def _next_action(self, frontier: list[Line]) -> list[Line]:
        """All lines one action further; those at the end of the turn are collected.

        The best lines come first, so that little is lost when the budget runs out on the way.
        """
        reached: dict[tuple[object, ...], Line] = {}
        for line in frontier:
            for after in self._actions(line):
                if after.position.asking != Asking.ACTION or after.position.turn != self.turn:
                    self.found.append(after)
                    continue
                key = _key(after.position)
                if key not in reached or reached[key].value < after.value:
                    reached[key] = after
        going_on = _mixed(sorted(reached.values(), key=lambda line: -line.value))
        for line in going_on[self.beam :]:
            self.aside_count += 1
            heappush(self.aside, (-line.value, self.aside_count, line))
        return going_on[: self.beam]

    def _actions(self, line: Line) -> list[Line]:
        """Every action from a position, each with its effect resolved."""
        p = line.position
        options = moves(p)
        if p.asking == Asking.END:
            # Ending is worth what the position is worth; a flare may still follow.
            self.found.append(Line(self._worth(p), p, line.path))
            options = [c for c in options if c.kind == Kind.FLARE]
        return self._resolve([self._after(line, c) for c in options])

    def _after(self, line: Line, choice: Choice) -> Line:
        new = line.position.copy()
        new.apply(choice)
        self.budget.spend()
        return Line(0.0, new, (*line.path, choice))

    def _resolve(self, lines: list[Line]) -> list[Line]:
        """Follow effects to their ends, keeping the best positions at each choice."""
        ended: list[Line] = []
        while lines:
            inside: list[Line] = []
            for line in lines:
                if self._rests(line.position):
                    ended.append(Line(self._worth(line.position), line.position, line.path))
                else:
                    inside.append(line)
            if len(inside) > self.inside:
                inside = self._promising(inside)
            lines = [self._after(line, c) for line in inside for c in moves(line.position)]
        return ended

    def _promising(self, lines: list[Line]) -> list[Line]:
        """Half of those kept look best, the other half have destroyed most."""
        ranked = [Line(self._worth(line.position), line.position, line.path) for line in lines]
        ranked.sort(key=lambda line: -line.value)
        half = self.inside // 2
        rest = sorted(ranked[half:], key=lambda line: -_havoc(line.position))
        return ranked[:half] + rest[: self.inside - half]

    def _hurry(self, line: Line) -> Line:
        """No budget left and nothing complete: finish the turn by the best single choices."""
        p, path = line.position, list(line.path)
        while p.asking not in (Asking.END, Asking.NOTHING) and p.turn == self.turn:
            options = [(c, p.after(c)) for c in moves(p)]
            choice, p = max(options, key=lambda option: self._worth(option[1]))
            path.append(choice)
        return Line(self._worth(p), p, tuple(path))


def _mixed(lines: list[Line]) -> list[Line]:
    """Sorted lines, different ideas next to each other.

    The best lines are often one idea on many squares; so each kind of line (what can be summoned,
    what was destroyed and summoned) has its best one first, then its second best, and so on.
    """
    rows: dict[tuple[object, ...], list[Line]] = {}
    for line in lines:
        p = line.position
        rows.setdefault((p.others, _havoc(p), p.summoned), []).append(line)
    return [line for row in zip_longest(*rows.values()) for line in row if line is not None]


def _havoc(p: Position) -> int:
    """What was destroyed this turn, by rank."""
    common, heroic, legendary = (sum(p.destroyed[rank::3]) for rank in range(3))
    return common + 2 * heroic + 4 * legendary


def _key(p: Position) -> tuple[object, ...]:
    """Positions that are the same for the rest of the turn."""
    return (*p.pieces, p.common, p.heroic, p.asking, p.actions, p.destroyed, p.beings, p.legends,
            p.flares, p.summoned, p.scores, p.extra_turns, p.borrowed)  # fmt: skip


def ending(p: Position) -> Choice:
    """The best way to end a turn: the task worth most, else just the end."""
    from tashkalar.rules.tasks import task

    claims = [c for c in p.choices() if c.kind == Kind.CLAIM]
    if claims:
        return max(claims, key=lambda c: task(c.value).points)
    return next(c for c in p.choices() if c.kind == Kind.FINISH)
