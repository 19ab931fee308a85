"""The levels: from a first opponent to one that plans whole turns."""

from __future__ import annotations

from contextlib import suppress

from tashkalar.bots.playing import compiled
from tashkalar.bots.playing.budget import Budget, OutOfBudget
from tashkalar.bots.playing.dice import Dice
from tashkalar.bots.playing.evaluation import LEARNED
from tashkalar.bots.playing.turns import TurnSearch, ending, moves
from tashkalar.choice import Asking, Choice, Kind
from tashkalar.rules.play import Position
from tashkalar.view import View, sample

_PROMISING = (Kind.SUMMON, Kind.FLARE)


class RandomBot:
    """Any choice, all alike."""

    digest = ""  # it has learned nothing

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed

    def choose(self, view: View, choices: tuple[Choice, ...], budget: Budget) -> Choice:
        """One of the choices, by chance."""
        return choices[Dice(self.seed, view).below(len(choices))]


class Greedy:
    """The best single action by evaluation, its effect resolved one choice at a time."""

    looked_at = 100  # of a hundred choices it sees so many
    judge = LEARNED

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed
        self._plan: dict[bytes, Choice] = {}  # how the effect of its last choice should go on

    @property
    def digest(self) -> str:
        """A fingerprint of what it has learned."""
        return self.judge.digest

    def choose(self, view: View, choices: tuple[Choice, ...], budget: Budget) -> Choice:
        """The choice whose outcome looks best."""
        hoped = self._plan.get(view.to_bytes())
        thought = compiled.greedy(view, self.judge, self.looked_at, hoped, budget, self.seed)
        if thought is not None:
            choice, plan = thought
            self._plan = plan or self._plan
            return choice
        dice = Dice(self.seed, view)
        position = sample(view, dice.word())
        if view.asking == Asking.END:
            return self._end(position, budget)
        usual = [c for c in choices if c.kind not in (Kind.PASS_CONTROL, Kind.DISCARD)]
        seen = [c for c in usual if dice.below(100) < self.looked_at] or usual or list(choices)
        path = self._best(position, seen, hoped, budget)
        if len(path) > 1:
            self._plan = _answers(position, view.viewer, path)
        return path[0]

    def _end(self, position: Position, budget: Budget) -> Choice:
        flares = [c for c in position.choices() if c.kind == Kind.FLARE]
        colour = position.colour_of[position.actor]
        if flares:
            with suppress(OutOfBudget):
                budget.spend()
                now = self.judge.value(position, colour)
                invoked, path = self._settled(position, flares[0], budget)
                if self.judge.value(invoked, colour) > now:
                    self._plan = _answers(position, position.actor, path)
                    return flares[0]
        return ending(position)

    def _best(
        self, position: Position, seen: list[Choice], planned: Choice | None, budget: Budget
    ) -> tuple[Choice, ...]:
        """The best of the choices, with the answers that should follow it."""
        colour = position.colour_of[position.actor]
        # What promises most comes first, in case the budget does not last for all.
        order = sorted(seen, key=lambda c: (c is not planned, c.kind not in _PROMISING))
        found = []
        with suppress(OutOfBudget):
            for choice in order:
                settled, path = self._settled(position, choice, budget)
                found.append((self.judge.value(settled, colour), -seen.index(choice), path))
        return max(found)[2] if found else (order[0],)

    def _settled(
        self, position: Position, choice: Choice, budget: Budget
    ) -> tuple[Position, tuple[Choice, ...]]:
        """After a choice, with the questions of an effect answered greedily, a step at a time."""
        colour, turn = position.colour_of[position.actor], position.turn
        budget.spend()
        p, path = position.after(choice), [choice]
        while p.asking not in (Asking.ACTION, Asking.END, Asking.NOTHING) and p.turn == turn:
            options = []
            for c in moves(p):
                budget.spend()
                q = p.copy()
                q.apply(c)
                options.append((self.judge.value(q, colour, threats=False), c, q))
            _, c, p = max(options, key=lambda option: option[0])
            path.append(c)
        return p, tuple(path)


class Novice(Greedy):
    """Sees a third of what it could do, and takes the best of that."""

    looked_at = 33


class Planner:
    """Searches whole turns and plays the best one found."""

    beam = 6
    inside = 12
    judge = LEARNED

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed
        self._plan: dict[bytes, Choice] = {}

    @property
    def digest(self) -> str:
        """A fingerprint of what it has learned."""
        return self.judge.digest

    def choose(self, view: View, choices: tuple[Choice, ...], budget: Budget) -> Choice:
        """The next choice of the planned turn."""
        if len(choices) == 1:
            return choices[0]
        seen = view.to_bytes()
        if seen not in self._plan:
            self._plan = self._think(view, budget)
        return self._plan.get(seen, choices[0])

    def _think(self, view: View, budget: Budget) -> dict[bytes, Choice]:
        """A whole turn, as the answer to each view that will come up in it."""
        position = sample(view, Dice(self.seed, view).word())
        path = self.best_turn(position, budget)
        return _answers(position, view.viewer, path)

    def best_turn(self, position: Position, budget: Budget) -> tuple[Choice, ...]:
        """The best whole turn that was found, as choices."""
        level = {"beam": self.beam, "inside": self.inside}
        found = compiled.search(position, self.judge, level, budget)
        if found is not None:
            return found[1]
        search = TurnSearch(position, budget, self.beam, self.inside, judge=self.judge)
        return search.run()[0].path


def _answers(position: Position, seat: int, path: tuple[Choice, ...]) -> dict[bytes, Choice]:
    from tashkalar.view import view as seen_by

    plan: dict[bytes, Choice] = {}
    p = position
    for choice in path:
        plan[seen_by(p, seat).to_bytes()] = choice
        p = p.after(choice)
    if p.asking == Asking.END and p.actor == seat:
        plan[seen_by(p, seat).to_bytes()] = ending(p)
    return plan
