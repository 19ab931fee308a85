"""Mining puzzles: turns of bots' games in which one idea wins more than all others.

Bots of mixed levels play; the weaker ones leave each other chances. A turn is kept if

- a wide search finds points in it (``NODES`` positions) and every turn there is confirms that no
  more can be reached, whatever the hidden cards are (``proving``),
- the best turns share one idea: the same cards, on few squares,
- the turn is a good one, too: what it leaves behind is worth about as much as after the best turn,
  and the bots that look at replies play it, and
- novices mostly miss it. Greedy may find two fifths of the puzzles, the planner about half.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any

from tashkalar import engine
from tashkalar.bots.playing import compiled
from tashkalar.bots.playing.bot import bot_named
from tashkalar.bots.playing.budget import Budget
from tashkalar.bots.playing.evaluation import LEARNED
from tashkalar.bots.playing.fixed import POINT
from tashkalar.bots.playing.player import Player
from tashkalar.bots.playing.turns import ended, worth
from tashkalar.choice import Asking, Kind
from tashkalar.notation.layout import lay_out
from tashkalar.notation.lines import read_lines
from tashkalar.puzzles.goals import PuzzleGoal, gained, is_won
from tashkalar.puzzles.grading import share_solved, solves
from tashkalar.puzzles.proving import GAME, Exhausted, Path, exhaust, flaws
from tashkalar.puzzles.puzzle import Puzzle, position_lines
from tashkalar.rules.forms import FORMS, draw_schools
from tashkalar.rules.play import Position
from tashkalar.view import sample, view

PLAYERS = ("novice", "greedy", "planner")
NODES = 12_000  # of the search that looks for chances
_WIDE = {"beam": 60, "inside": 40}
PROVED = 120_000  # turns of more positions are left alone
LEAST = {"tasks": 2, "melee": 3, "duel": 3}  # points that are worth looking for
WAYS = 2000  # ends of the turn that are best, at most
PLACES = 4  # different squares for the same cards, at most
NEAR = POINT // 2  # how much less a solution may leave behind than the best turn
DEALT = 8  # other deals of the hidden cards in which the solution is tried
EARLY = 6  # turns before this one are not looked at
_LOOKED = 0.5  # the share of turns that are looked at
# The share of all puzzles that may be for a level.
_ROOM = {"novice": 0.0, "greedy": 0.4, "planner": 0.55, "others": 1.0}


class NeedsCore(ValueError):
    """Mining looks at hundreds of millions of positions, which takes the compiled core."""


@dataclass
class Mine:
    """A mine of one form: games of a seed, one after the other."""

    form: str
    seed: int = 0
    wins: bool = False  # only turns that win the game
    looked: int = 0  # turns looked at
    kept: Counter[str] = field(default_factory=Counter)  # puzzles by the weakest level for them
    ideas: Counter[frozenset[int]] = field(default_factory=Counter)

    def puzzles(self) -> Iterator[Puzzle | None]:
        """Puzzles without end, at most one of a game; None for a game without one."""
        if engine.core() is None:
            raise NeedsCore(f"mining needs the compiled core: {engine.missing()}")
        number = self.seed
        while True:
            number += 1
            found = (self._made(p) for p in _turns(self.form, number, self.wins))
            yield next((puzzle for puzzle in found if puzzle is not None), None)

    def _made(self, p: Position) -> Puzzle | None:
        """A puzzle made of a turn, if it is one."""
        self.looked += 1
        start = _laid_out(sample(view(p, p.seat), _number_of(p)))
        chances = _chances(start)
        if chances is None or (self.wins and chances.goal.points is not None):
            return None
        if not self._wanted(_weakest(chances)):
            return None
        turns = exhaust(start, PROVED)
        if not turns.whole or turns.extra or not _asks_enough(start, turns):
            return None
        way = _one_idea(start, turns, _left_behind(engine.compiled(start), chances.solution))
        if way is None:
            return None
        found = replace(chances, goal=turns.goal, solution=way, proved=turns.positions)
        cards, weakest = frozenset(_cards(way)), _weakest(found)
        if self.ideas[cards] > 1 or not self._wanted(weakest):
            return None
        if flaws(found, dealt=DEALT, exhausted=0) or not _is_good(found):
            return None
        self.ideas[cards] += 1
        self.kept[weakest] += 1
        return found

    def _wanted(self, weakest: str) -> bool:
        """Is there room for one more puzzle that this level finds?"""
        most = _ROOM[weakest] * (1 + self.kept.total())
        return self.kept[weakest] < max(most, _ROOM[weakest] > 0)


def _weakest(puzzle: Puzzle) -> str:
    """The weakest level that finds it; what the planner misses is for the others."""
    if share_solved(puzzle, "novice", 6) > 0.5:
        return "novice"
    return next((level for level in ("greedy", "planner") if solves(puzzle, level, 1)), "others")


def _is_good(puzzle: Puzzle) -> bool:
    """Does the turn win more than points? Those who look at the replies play it, too."""
    return share_solved(puzzle, "strategist", 3) > 0.5 or solves(puzzle, "master", 1)


def _number_of(p: Position) -> int:
    """A number for a position, by which its hidden cards are dealt."""
    return (p.turn << 32) + p.common % (1 << 32)


def _turns(form: str, seed: int, wins: bool) -> Iterator[Position]:
    """Beginnings of turns in a game of bots; only those that can win it, if that is wanted."""
    chance = random.Random(seed)
    p = Position.new(form, draw_schools(FORMS[form], seed), seed)
    players = [
        Player(bot_named(chance.choice(PLAYERS), seed + seat), Budget(nodes=2000))
        for seat in range(FORMS[form].seats)
    ]
    turn = 0
    while not p.is_over:
        if p.turn != turn:
            turn = p.turn
            begins = p.asking == Asking.ACTION and p.actions == 2 and not p.extra_turns
            looked = chance.random() < _LOOKED
            if wins:
                looked = p.last_turns == 1 or FORMS[form].first
            if begins and turn > EARLY and looked:
                yield p
        p = p.after(players[p.actor].choose(view(p, p.actor)))


def _laid_out(p: Position) -> Position:
    """The position as a puzzle's text has it."""
    return lay_out({key: (n, value) for n, key, value in read_lines("\n".join(position_lines(p)))})


def _chances(start: Position) -> Puzzle | None:
    """What a wide search finds to ask for, with the turn that it thinks best; None without it.

    Where its turns show more than one idea already, or a good turn that does something else, there
    is no need to look at all turns.
    """
    lines = compiled.lines(start, LEARNED, _WIDE, Budget(nodes=NODES), 60)
    if not lines:
        return None
    begun = engine.compiled(start)
    ends = [ended(_played(begun, path), LEARNED) for _, path in lines]
    won = [is_won(end, start.seat) for end in ends]
    points = [gained(start, end) for end in ends]
    goal = PuzzleGoal(None if any(won) else max(points))
    if goal.points is not None and goal.points < _least(start.form):
        return None
    reached = [n for n, end in enumerate(ends) if goal.reached(start, end)]
    if len(_needed([lines[n][1] for n in reached])) != 1:
        return None
    if goal.points and lines[reached[0]][0] < lines[0][0] - NEAR:
        return None
    return Puzzle("", start, goal, lines[0][1], NODES)


def _played(start: Any, path: Path) -> Position:
    """The position after some choices, played in the core."""
    p = start.copy()
    for choice in path:
        p.apply(choice.code)
    return Position.from_bytes(p.to_bytes())


def _least(form: str) -> int:
    rules = FORMS[form]
    return LEAST["tasks" if rules.tasks else "melee" if rules.melee else "duel"]


def _asks_enough(start: Position, turns: Exhausted) -> bool:
    """Is there enough to find, and in few ways?"""
    enough = turns.value == GAME or turns.value >= _least(start.form)
    return enough and turns.ways <= WAYS and 3 * turns.ways < sum(turns.ends.values())


# --- one idea ---------------------------------------------------------------------------------


def _cards(path: Path) -> list[int]:
    return [c.value for c in path if c.kind in (Kind.SUMMON, Kind.FLARE)]


def _summonings(path: Path) -> frozenset[tuple[int, int]]:
    """The beings that are summoned, and where."""
    pairs = pairwise(path)
    return frozenset((c.value, square.value) for c, square in pairs if c.kind == Kind.SUMMON)


def _needed(paths: list[Path]) -> list[frozenset[int]]:
    """The smallest sets of cards with which it can be done."""
    sets = {frozenset(_cards(path)) for path in paths}
    return [cards for cards in sets if not any(other < cards for other in sets)]


def _one_idea(start: Position, turns: Exhausted, best: int) -> Path | None:
    """The way that leaves most behind, if all best turns need the same cards on few squares."""
    needed = _needed(turns.best)
    if len(needed) != 1 or not needed[0]:
        return None
    ways = [path for path in turns.best if set(_cards(path)) == needed[0]]
    if len({_summonings(path) for path in ways}) > PLACES:
        return None
    begun = engine.compiled(start)
    values = [_left_behind(begun, path) for path in ways]
    value = max(values)
    way = ways[values.index(value)]
    return way if turns.value == GAME or value >= best - NEAR else None


def _left_behind(start: Any, path: Path) -> int:
    """What the turn is worth, as a bot judges it before it ends."""
    acts = [n for n, choice in enumerate(path) if choice.kind in (Kind.CLAIM, Kind.FINISH)]
    end = _played(start, path[: acts[0]] if acts else path)
    return worth(end, end.colour_of[end.seat])


def named(puzzle: Puzzle, number: int) -> Puzzle:
    """The puzzle with the id of its form and a number."""
    return replace(puzzle, id=f"{puzzle.form}-{number:03}")
