"""What a position is worth when a turn begins.

The weights judge the end of a turn. At its start the same position is worth what can be made of
it: cards that are ready will be used, pieces under attack may strike first. So turns are watched,
and a ridge regression of the value at their end on the features at their start finds weights for
the start. They begin as the weights for the end: what the games do not tell stays as it is.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, NamedTuple

from tashkalar.bots.bot import Budget
from tashkalar.bots.contest import pairings
from tashkalar.bots.evaluation import STRATEGIC
from tashkalar.bots.features import NAMES, features
from tashkalar.bots.levels import Planner
from tashkalar.bots.match import TURNS, standing
from tashkalar.bots.turns import TurnSearch
from tashkalar.bots.weights import Lesson, family, read, write
from tashkalar.bots.workers import shared_out
from tashkalar.choice import Choice
from tashkalar.game import Game
from tashkalar.rules.play import Position

STRAY = 0.15  # of the turns are not the best ones that were found, so that games differ
OTHERS = 8  # so many of the best turns are played then
RARE = 0.02  # what is seen in fewer turns stays as it is
MOST = 15.0  # turns of games that are as good as won, or lost, teach nothing


class Turn(NamedTuple):
    """What was seen of a turn."""

    start: list[float]  # the features at its start
    best: float  # the best value at its end
    end: list[float]  # the features at its end, as it was played
    value: float
    colour: int
    number: int


class Told(NamedTuple):
    """What one game has to tell."""

    turns: list[Turn]
    standing: tuple[int, ...]  # how the colours came out
    length: int


class _Watcher(Planner):
    """A planner that judges like the strategist and notes what it sees."""

    judge = STRATEGIC

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.rng = random.Random(seed)
        self.seen: list[Turn] = []

    def best_turn(self, position: Position, budget: Budget) -> tuple[Choice, ...]:
        found = TurnSearch(position, budget, self.beam, self.inside, self.judge).run()
        stray = self.rng.random() < STRAY
        played = found[self.rng.randrange(min(OTHERS, len(found))) if stray else 0]
        if not position.trigger:  # the last turns are played out, not judged
            colour = position.colour_of[position.actor]
            start, end = features(position, colour), features(played.position, colour)
            now = position.turn
            self.seen.append(Turn(start, found[0].value, end, played.value, colour, now))
        return played.path


def watch(form: str, schools: tuple[str, ...], seed: int, budget: str) -> Told:
    """One game between planners."""
    game = Game.new(form, schools, seed)
    players = [_Watcher(seed * 8 + seat) for seat in range(len(schools))]
    while not game.position.is_over and game.position.turn < TURNS:
        seat = game.position.actor
        seen = game.view(seat)
        game.play(players[seat].choose(seen, seen.choices(), Budget.parse(budget)))
    turns = [turn for player in players for turn in player.seen]
    return Told(turns, standing(game.position), game.position.turn)


def watched(lesson: Lesson, tell: Callable[[int], None]) -> list[Told]:
    """Games between planners, no two of them alike."""
    form, games, budget, seed = lesson[:4]
    deals = pairings(form, ["one", "other"], games, budget, seed=seed)
    todo = [(form, deal.schools, seed + number, budget) for number, deal in enumerate(deals)]
    return list(shared_out(_watch, todo, lesson.workers, tell))


Row = tuple[list[float], float]  # the features at the start, the best value at the end


def fitted(turns: list[Row], now: tuple[float, ...]) -> tuple[dict[str, float], float, float]:
    """Weights for the start of a turn, what is added, and the share of the values they explain."""
    import numpy as np
    from sklearn.linear_model import RidgeCV
    from sklearn.preprocessing import StandardScaler

    undecided = [(row, value) for row, value in turns if abs(value) < MOST]
    rows = np.array([row for row, _ in undecided])
    values = np.array([value for _, value in undecided])
    lacking = values - rows @ np.array(now)
    often = rows * ((rows != 0).mean(axis=0) >= RARE)
    scaler = StandardScaler().fit(often)
    model = RidgeCV(alphas=np.logspace(0, 4, 9)).fit(scaler.transform(often), lacking)
    change = model.coef_ / scaler.scale_
    weights = {
        name: round(float(w + by), 4)
        for name, w, by in zip(NAMES, now, change, strict=True)
        if round(w + by, 4)
    }
    plus = float(model.intercept_ - change @ scaler.mean_)
    left = lacking - model.predict(scaler.transform(often))
    return weights, round(plus, 4), round(float(1 - left.var() / values.var()), 4)


def learn(lesson: Lesson, tell: Callable[[int], None] = lambda _: None) -> dict[str, Any]:
    """Watch games, and store the weights for the start of a turn with their record."""
    turns = [(turn.start, turn.best) for game in watched(lesson, tell) for turn in game.turns]
    kind = family(lesson.form)
    weights, plus, explained = fitted(turns, STRATEGIC.weights[kind])
    stored = read(lesson.file)
    stored.setdefault("starts", {})[kind] = {"weights": weights, "plus": plus}
    made = lesson.record(turns=len(turns), stray=STRAY, explained=explained)
    made["library"] = "scikit-learn RidgeCV"
    stored["records"].setdefault("starts", {})[kind] = made
    write(lesson.file, stored)
    return made


def _watch(task: tuple[Any, ...]) -> Told:
    return watch(*task)
