"""Searching whole turns: every sequence of actions and effect choices a beam can reach.

A turn is searched action by action. From each position kept, every action is tried with all
the choices of its effect (the most promising ones where there are too many); the best
positions after the action are kept and searched on, until no action is left. As long as the
budget lasts, the others follow, the most promising ones first.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from heapq import heappop, heappush, nlargest
from itertools import zip_longest

from tashkalar.arena import ALL
from tashkalar.bots.playing.budget import Budget, OutOfBudget
from tashkalar.bots.playing.evaluation import LEARNED, Evaluation
from tashkalar.bots.playing.features import NAMES
from tashkalar.bots.playing.fixed import DECIMAL, POINT
from tashkalar.bots.playing.weights import family
from tashkalar.cards import BEINGS
from tashkalar.choice import Asking, Choice, Kind
from tashkalar.pattern import completing
from tashkalar.rules.play import Position
from tashkalar.state import key_without

JUDGED = 24  # complete turns that are judged in full
GLANCED = 8  # the same in a single look
ROUNDS = 5  # times a turn is looked at, each time wider
USUAL = 5  # placements that lead to nothing at once, tried in a narrow search
# How much more these weigh in the very last turn.
_EAGER = {"points": 2 * DECIMAL, "ready_now": 5 * DECIMAL}
_UNUSUAL = (Kind.PASS_CONTROL, Kind.DISCARD)
_RESTING = (Asking.ACTION, Asking.END, Asking.NOTHING)


Key = tuple[object, ...]


@dataclass(frozen=True)
class Variation:
    """A sequence of choices in a turn, the position it leads to, and its value."""

    value: int
    position: Position
    path: tuple[Choice, ...]


def moves(p: Position) -> list[Choice]:
    """The choices that a search looks at.

    Passing control and the discard action are none of them: what they are worth depends on cards
    that nobody has seen (``alternatives``).
    """
    choices = p.choices()
    return [c for c in choices if c.kind not in _UNUSUAL] or list(choices)


def worth(p: Position, colour: int, threats: bool = True, judge: Evaluation = LEARNED) -> int:
    """The value of a position; at the end of the very last turn that is the result."""
    if p.asking == Asking.END and p.last_turns == 1 and not p.extra_turns:
        p = ended(p, judge)
    return judge.value(p, colour, threats)


@lru_cache(16)
def _eager(judge: Evaluation, form: str) -> Evaluation:
    """In the very last turn only points lead to the result, and summonings to points."""
    weights = zip(NAMES, judge.weights[family(form)], strict=True)
    return judge.changed(form, tuple(w + _EAGER.get(name, 0) for name, w in weights))


class TurnSearch:
    """One search for the best turns of the player who decides in a position."""

    def __init__(
        self,
        start: Position,
        budget: Budget,
        beam: int,
        inside: int,
        judge: Evaluation = LEARNED,
    ) -> None:
        self.start = start
        self.budget = budget
        self.beam = beam  # positions kept after each action
        self.inside = inside  # positions kept at each choice inside an effect
        self.last = start.last_turns == 1
        self.judge = _eager(judge, start.form) if self.last else judge
        self.colour = start.colour_of[start.actor]
        self.turn = start.turn
        self.found: dict[Key, Variation] = {}  # complete turns, up to the question of ending
        self.aside: list[tuple[int, int, Variation]] = []  # a heap, the best first
        self.aside_count = 0
        self.met: set[Key] = set()  # what this round has looked at
        self.values: dict[Key, int] = {}
        self.quiet: list[Choice] = []  # placements, the best first as they seem at the start

    def run(self) -> list[Variation]:
        """Complete turns, the best first. At least one, whatever the budget."""
        return self.judged(nlargest(JUDGED, self.found_all(), key=lambda line: line.value))

    def found_all(self) -> list[Variation]:
        """Every complete turn that was reached, in no order; the opponents' cards not counted."""
        start = Variation(0, self.start, ())
        try:
            for _ in range(ROUNDS):
                self._round(start)
                self.beam *= 2
                self.inside *= 3
        except OutOfBudget:
            pass
        if not self.found:
            self.found[()] = self._hurry(start)
        return list(self.found.values())

    def glance(self) -> Variation:
        """The best turn of a single look."""
        start = Variation(0, self.start, ())
        with suppress(OutOfBudget):
            self._look(start, narrow=True)
        if not self.found:
            return self._hurry(start)
        best = nlargest(GLANCED, self.found.values(), key=lambda line: line.value)
        return self.judged(best)[0]

    def _look(self, start: Variation, narrow: bool) -> None:
        frontier = [start]
        while frontier:
            frontier = self._best(self._next(frontier, narrow))

    def _round(self, start: Variation) -> None:
        """One look at the whole turn, as wide as the beam; then as long at what it left out."""
        self.met.clear()
        self.aside.clear()
        begun = self.budget.used
        self._look(start, narrow=False)
        enough = 2 * self.budget.used - begun
        while self.aside and self.budget.used < enough:
            _, _, line = heappop(self.aside)
            self._put_aside(self._next([line], narrow=True))

    def judged(self, lines: list[Variation]) -> list[Variation]:
        """The best first, with a look at what opponents may hold."""
        judged = [
            Variation(worth(line.position, self.colour, True, self.judge), line.position, line.path)
            for line in lines
        ]
        judged.sort(key=lambda line: -line.value)
        return judged

    def _rests(self, p: Position) -> bool:
        return p.asking in _RESTING or p.turn != self.turn

    def _worth(self, p: Position) -> int:
        found = worth(p, self.colour, False, self.judge)
        return found + POINT * _havoc(p) // 2 if self.last and p.asking != Asking.END else found

    def _best(self, lines: list[Variation]) -> list[Variation]:
        """As many as the beam is wide, different ones first; the others are put aside."""
        mixed = _mixed(sorted(lines, key=lambda line: -line.value))
        self._put_aside(mixed[self.beam :])
        return mixed[: self.beam]

    def _put_aside(self, lines: list[Variation]) -> None:
        for line in lines:
            self.aside_count += 1
            heappush(self.aside, (-line.value, self.aside_count, line))

    def _next(self, frontier: list[Variation], narrow: bool) -> list[Variation]:
        """All lines one action further; those at the end of the turn are collected."""
        going_on = []
        for line in frontier:
            for after in self._actions(line, narrow):
                p = after.position
                ended = p.asking != Asking.ACTION or p.turn != self.turn
                if ended:
                    self.found[turn_key(p)] = after
                if not ended or (p.asking == Asking.END and _flares(p)):
                    going_on.append(after)
        return going_on

    def _actions(self, line: Variation, narrow: bool) -> list[Variation]:
        """Actions from a position, each with its effect resolved."""
        p = line.position
        options = moves(p)
        if p.asking == Asking.END:
            options = _flares(p)
        elif narrow and self.quiet:
            options = self._telling(p, options)
        after = self._resolve([self._after(line, c) for c in options])
        if not line.path:
            placed = [a for a in after if a.path[0].kind == Kind.PLACE]
            self.quiet = [a.path[0] for a in sorted(placed, key=lambda a: -a.value)]
        return after

    def _telling(self, p: Position, options: list[Choice]) -> list[Choice]:
        """Everything but placements; of those only what leads to a summoning, and the usual."""
        own = p.pieces[self.colour]
        empty = ALL & ~(p.common | p.heroic | p.legendary)
        squares = 0
        for card in p.beings[p.actor] + p.legends[p.actor]:
            squares |= completing(BEINGS[card], (own, own & ~p.common), empty)
        placed = [c for c in options if c.kind == Kind.PLACE]
        usual = [c for c in self.quiet if c in placed and not squares >> c.value & 1]
        wanted = [c for c in placed if squares >> c.value & 1] if p.actions > 1 else []
        others = [c for c in options if c.kind != Kind.PLACE]
        return others + wanted + (usual[:USUAL] or placed)

    def _after(self, line: Variation, choice: Choice) -> Variation:
        new = line.position.copy()
        new.apply(choice)
        self.budget.spend()
        return Variation(0, new, (*line.path, choice))

    def _resolve(self, lines: list[Variation]) -> list[Variation]:
        """Follow effects to their ends, keeping the best positions at each choice."""
        ended: list[Variation] = []
        while lines:
            inside: list[Variation] = []
            for line in lines:
                p = line.position
                key = turn_key(p)
                if key in self.met:
                    continue
                self.met.add(key)
                if self._rests(p):
                    ended.append(self._valued(line, key))
                else:
                    inside.append(line)
            if len(inside) > self.inside:
                inside = self._promising(inside)
            lines = [self._after(line, c) for line in inside for c in moves(line.position)]
        return ended

    def _valued(self, line: Variation, key: Key) -> Variation:
        if key not in self.values:
            self.values[key] = self._worth(line.position)
        return Variation(self.values[key], line.position, line.path)

    def _promising(self, lines: list[Variation]) -> list[Variation]:
        """Half of those kept look best, the other half have destroyed most."""
        ranked = [self._valued(line, turn_key(line.position)) for line in lines]
        ranked.sort(key=lambda line: -line.value)
        half = self.inside // 2
        rest = sorted(ranked[half:], key=lambda line: -_havoc(line.position))
        return ranked[:half] + rest[: self.inside - half]

    def _hurry(self, line: Variation) -> Variation:
        """No budget left and nothing complete: finish the turn by the best single choices."""
        p, path = line.position, list(line.path)
        while p.asking not in (Asking.END, Asking.NOTHING) and p.turn == self.turn:
            options = [(c, p.after(c)) for c in moves(p)]
            choice, p = max(options, key=lambda option: self._worth(option[1]))
            path.append(choice)
        return Variation(self._worth(p), p, tuple(path))


def _flares(p: Position) -> list[Choice]:
    return [c for c in p.choices() if c.kind == Kind.FLARE]


def _mixed(lines: list[Variation]) -> list[Variation]:
    """Sorted lines, different ideas next to each other.

    The best lines are often one idea on many squares; so each kind of line (what can be summoned,
    what was destroyed and summoned) has its best one first, then its second best, and so on.
    """
    rows: dict[tuple[object, ...], list[Variation]] = {}
    for line in lines:
        p = line.position
        rows.setdefault((p.others, _havoc(p), p.summoned), []).append(line)
    return [line for row in zip_longest(*rows.values()) for line in row if line is not None]


def _havoc(p: Position) -> int:
    """What was destroyed this turn, by rank."""
    common, heroic, legendary = (sum(p.destroyed[rank::3]) for rank in range(3))
    return common + 2 * heroic + 4 * legendary


# Positions that are the same for the rest of the turn. Left out is what does not change before
# the turn ends (the table, the tasks), what cannot be seen (decks, the generator), what follows
# from the hands (the discards), and what is remembered but does not count.
turn_key = key_without(
    "table",
    "tasks task_deck claimed decks legend_deck flare_deck random discards legend_discards "
    "flare_discards known",
)


def ending(p: Position) -> Choice:
    """The best way to end a turn: the task worth most, else just the end."""
    from tashkalar.rules.tasks import task

    claims = [c for c in p.choices() if c.kind == Kind.CLAIM]
    if claims:
        return max(claims, key=lambda c: task(c.value).points)
    return next(c for c in p.choices() if c.kind == Kind.FINISH)


def ended(p: Position, judge: Evaluation) -> Position:
    """After the end of a turn, with the last question of a melee: whose colour gets the point."""
    if p.asking == Asking.END:
        colour = p.colour_of[p.actor]
        p = p.after(ending(p))
        if p.asking == Asking.COLOUR:
            p = max((p.after(c) for c in p.choices()), key=lambda q: judge.value(q, colour))
    return p
