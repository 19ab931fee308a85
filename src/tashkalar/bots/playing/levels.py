"""The levels: from a first opponent to one that plans whole turns."""

from __future__ import annotations

from math import inf

from tashkalar.bots.playing.budget import Budget, OutOfBudget
from tashkalar.bots.playing.dice import Dice
from tashkalar.bots.playing.evaluation import LEARNED
from tashkalar.bots.playing.turns import TurnSearch, ending, moves
from tashkalar.choice import Asking, Choice, Kind
from tashkalar.rules.play import Position
from tashkalar.view import View, sample


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

    @property
    def digest(self) -> str:
        """A fingerprint of what it has learned."""
        return self.judge.digest

    def choose(self, view: View, choices: tuple[Choice, ...], budget: Budget) -> Choice:
        """The choice whose outcome looks best."""
        dice = Dice(self.seed, view)
        position = sample(view, dice.word())
        if view.asking == Asking.END:
            return self._end(position)
        usual = [c for c in choices if c.kind not in (Kind.PASS_CONTROL, Kind.DISCARD)]
        seen = [c for c in usual if dice.below(100) < self.looked_at] or usual or list(choices)
        return self._best(position, seen, budget)

    def _end(self, position: Position) -> Choice:
        flares = [c for c in position.choices() if c.kind == Kind.FLARE]
        colour = position.colour_of[position.actor]
        if flares:
            invoked = self._settled(position, flares[0])
            if self.judge.value(invoked, colour) > self.judge.value(position, colour):
                return flares[0]
        return ending(position)

    def _best(self, position: Position, seen: list[Choice], budget: Budget) -> Choice:
        colour = position.colour_of[position.actor]
        best, most = seen[0], -inf
        try:
            for choice in seen:
                budget.spend()
                worth = self.judge.value(self._settled(position, choice), colour)
                if worth > most:
                    best, most = choice, worth
        except OutOfBudget:
            pass
        return best

    def _settled(self, position: Position, choice: Choice) -> Position:
        """After a choice, with the questions of an effect answered greedily, a step at a time."""
        colour, turn = position.colour_of[position.actor], position.turn
        p = position.after(choice)
        while p.asking not in (Asking.ACTION, Asking.END, Asking.NOTHING) and p.turn == turn:
            options = []
            for c in moves(p):
                q = p.copy()
                q.apply(c)
                options.append(q)
            p = max(options, key=lambda q: self.judge.value(q, colour, threats=False))
        return p


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
        found = TurnSearch(position, budget, self.beam, self.inside, judge=self.judge).run()
        return found[0].path


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
