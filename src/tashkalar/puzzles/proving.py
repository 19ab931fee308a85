"""Proving a puzzle: every turn there is, and what the best of them reach.

All choices of the turn are tried, and a position that was met before is not looked at again; the
compiled core does the same sooner. Left out is only what reaches nothing that could not be reached
without it: passing control (the partner acts with the same pieces) and giving further cards back
(they are only missed).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

from tashkalar import engine
from tashkalar.bots.playing.turns import Key, turn_key
from tashkalar.choice import CHOICES, Asking, Choice, Kind
from tashkalar.puzzles.goals import PuzzleGoal, gained, has_ended, is_won
from tashkalar.puzzles.puzzle import Puzzle
from tashkalar.rules.play import Position
from tashkalar.view import sample, view

GAME = 1000  # the value of a turn that wins the game
LIMIT = 8_000_000  # positions of a turn: more do not fit into a reasonable memory
KEPT = 3000  # ways to the best ends that are kept

Path = tuple[Choice, ...]


@dataclass
class Exhausted:
    """What every turn from a position reaches."""

    positions: int = 0  # different ones inside the turn
    ends: dict[int, int] = field(default_factory=dict)  # value -> how many ends of the turn have it
    best: list[Path] = field(default_factory=list)  # ways to the best ends, one for each
    whole: bool = True  # every position was looked at
    extra: bool = False  # another turn can be won, which was not looked at

    @cached_property
    def value(self) -> int:
        """The points of the best turns, or GAME."""
        return max(self.ends)

    @property
    def goal(self) -> PuzzleGoal:
        """What a puzzle can ask for here."""
        return PuzzleGoal(None if self.value == GAME else self.value)

    @property
    def ways(self) -> int:
        """How many ends of the turn are best."""
        return self.ends[self.value]


def exhaust(start: Position, limit: int = LIMIT, most: int = KEPT) -> Exhausted:
    """Look at every turn from a position, at so many positions at most.

    >>> from tashkalar import Position
    >>> exhaust(Position.new("high-form", ("highland", "sylvan"), 1)).ends
    {0: 72}
    """
    core, compiled = engine.core(), engine.compiled(start)
    if core is not None and compiled is not None:
        positions, ends, best, whole, extra = core.exhaust(compiled, limit, most)
        paths = [tuple(CHOICES[code] for code in path) for path in best]
        return Exhausted(positions, ends, paths, whole, extra)
    return _Exhaustion(start, limit, most).run()


class _Exhaustion:
    """The same in Python."""

    def __init__(self, start: Position, limit: int, most: int) -> None:
        self.start, self.limit, self.most = start, limit, most
        self.met: set[Key] = set()
        self.found = Exhausted()

    def run(self) -> Exhausted:
        self._look(self.start, ())
        return self.found

    def _look(self, p: Position, path: Path) -> None:
        for choice in p.choices():
            if not self.found.whole or _is_idle(p, choice):
                continue
            after, way = p.copy(), (*path, choice)
            after.apply(choice)
            if has_ended(self.start, after):
                self._end(after, way)
                continue
            key = turn_key(after)
            if key in self.met:
                continue
            self.met.add(key)
            if self.found.positions == self.limit:
                self.found.whole = False
            else:
                self.found.positions += 1
                self._look(after, way)

    def _end(self, p: Position, path: Path) -> None:
        found, value = self.found, _value(self.start, p)
        found.extra |= not p.is_over and p.seat == self.start.seat
        top = max(found.ends, default=value)
        if value > top:
            found.best.clear()
        if value >= top and len(found.best) < self.most:
            found.best.append(path)
        found.ends[value] = found.ends.get(value, 0) + 1


def _value(start: Position, end: Position) -> int:
    return GAME if is_won(end, start.seat) else gained(start, end)


def _is_idle(p: Position, choice: Choice) -> bool:
    returned = p.asking == Asking.RETURNED and choice.kind == Kind.RETURN
    return returned or choice.kind == Kind.PASS_CONTROL


# --- other worlds -----------------------------------------------------------------------------


def worlds(start: Position, count: int) -> list[Position]:
    """The position as its player sees it, with all hidden cards dealt anew."""
    seen = view(start, start.seat)
    return [sample(seen, word << 32) for word in range(1, count + 1)]


def flaws(puzzle: Puzzle, dealt: int = 8, exhausted: int = 1, limit: int = LIMIT) -> list[str]:
    """What is wrong with a puzzle; nothing, if it is proved.

    Its solution must reach the goal in so many other deals of the hidden cards. Every turn is
    looked at, and in so many of the deals once more; none of it with ``exhausted=0``.
    """
    others = worlds(puzzle.start, dealt)
    found = []
    for number, start in enumerate(others, 1):
        end = start
        for choice in puzzle.solution:
            if not end.is_legal(choice):
                found.append(f"in deal {number} the solution cannot be played")
                break
            end = end.after(choice)
        else:
            if not puzzle.goal.reached(start, end):
                found.append(f"in deal {number} the solution does not reach the goal")
    for start in (puzzle.start, *others)[: exhausted + 1] if exhausted else ():
        found += _differences(puzzle, exhaust(start, limit, 1))
    return found


def _differences(puzzle: Puzzle, turns: Exhausted) -> list[str]:
    found = []
    if not turns.whole:
        found.append(f"there are more than {turns.positions} positions in the turn")
    if turns.goal != puzzle.goal:
        found.append(f"the best turn reaches {turns.goal}, not {puzzle.goal}")
    if turns.positions != puzzle.proved:
        found.append(f"there are {turns.positions} positions in the turn, not {puzzle.proved}")
    if turns.extra:
        found.append("another turn can be won")
    return found
