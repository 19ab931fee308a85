"""What a position is worth when a turn begins.

The weights judge the end of a turn. At its start the same position is worth what can be made of
it: cards that are ready will be used, pieces under attack may strike first. So turns are watched,
and a ridge regression of the value at their end on the features at their start finds weights for
the start. They begin as the weights for the end: what the games do not tell stays as it is.

Those weights choose turns well; what they add up to says less about who will win than the points
do. So a logistic regression of the results on that value and on the points weighs the two.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, NamedTuple

from tashkalar.bots.bot import Budget
from tashkalar.bots.contest import pairings
from tashkalar.bots.evaluation import LEARNED
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
MOST = 30.0  # values beyond are as good as won, or lost

Row = tuple[float, ...]  # a number for each feature
LEAD = ("points", "points_late")  # what counts for the result, beside the value


class Turn(NamedTuple):
    """What one turn has to tell."""

    start: list[float]  # the features at its start
    value: float  # the best value at its end
    colour: int
    won: bool = False  # the game, in the end


class _Watcher(Planner):
    """A planner that notes what it sees."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.rng = random.Random(seed)
        self.seen: list[Turn] = []

    def best_turn(self, position: Position, budget: Budget) -> tuple[Choice, ...]:
        found = TurnSearch(position, budget, self.beam, self.inside, self.judge).run()
        if not position.trigger:  # the last turns are played out, not judged
            colour = position.colour_of[position.actor]
            self.seen.append(Turn(features(position, colour), found[0].value, colour))
        stray = self.rng.random() < STRAY
        return found[self.rng.randrange(min(OTHERS, len(found))) if stray else 0].path


def watch(form: str, schools: tuple[str, ...], seed: int, budget: str) -> list[Turn]:
    """The turns of one game between planners."""
    game = Game.new(form, schools, seed)
    players = [_Watcher(seed * 8 + seat) for seat in range(len(schools))]
    while not game.position.is_over and game.position.turn < TURNS:
        seat = game.position.actor
        seen = game.view(seat)
        game.play(players[seat].choose(seen, seen.choices(), Budget.parse(budget)))
    standings = standing(game.position)
    best = max(standings)
    return [
        turn._replace(won=standings[turn.colour] == best)
        for player in players
        for turn in player.seen
    ]


def fitted(turns: list[Turn], now: Row) -> tuple[Row, float, float]:
    """Weights for the start of a turn, what is added, and the share of the values they explain."""
    import numpy as np
    from sklearn.linear_model import RidgeCV
    from sklearn.preprocessing import StandardScaler

    rows = np.array([turn.start for turn in turns])
    values = np.clip([turn.value for turn in turns], -MOST, MOST)
    scaler = StandardScaler().fit(rows)
    lacking = values - rows @ np.array(now)
    model = RidgeCV(alphas=np.logspace(0, 4, 9)).fit(scaler.transform(rows), lacking)
    change = model.coef_ / scaler.scale_
    plus = float(model.intercept_ - change @ scaler.mean_)
    left = lacking - model.predict(scaler.transform(rows))
    explained = round(float(1 - left.var() / values.var()), 4)
    return tuple(float(w + by) for w, by in zip(now, change, strict=True)), plus, explained


def weighed(turns: list[Turn], weights: Row, plus: float) -> tuple[Row, float, dict[str, float]]:
    """The same with the weight that points have for the results, on the scale it had before."""
    import numpy as np
    from sklearn.linear_model import LogisticRegression

    rows = np.array([turn.start for turn in turns])
    won = [turn.won for turn in turns]
    value = rows @ np.array(weights) + plus
    lead = [NAMES.index(name) for name in LEAD]
    alone = LogisticRegression(C=100.0).fit(value[:, None], won)
    both = LogisticRegression(C=100.0).fit(np.column_stack([value, rows[:, lead]]), won)
    scale = float(alone.coef_[0][0])
    by = [float(c) / scale for c in both.coef_[0]]
    found = [by[0] * w for w in weights]
    for i, more in zip(lead, by[1:], strict=True):
        found[i] += more
    told = {name: round(c, 3) for name, c in zip(("value", *LEAD), by, strict=True)}
    return tuple(found), by[0] * plus + float(both.intercept_[0]) / scale, told


def learn(lesson: Lesson, tell: Callable[[int], None] = lambda _: None) -> dict[str, Any]:
    """Watch games, and store the weights for the start of a turn with their record."""
    form, games, budget, seed = lesson[:4]
    deals = pairings(form, ["one", "other"], games, budget, seed=seed)
    todo = [(form, deal.schools, seed + number, budget) for number, deal in enumerate(deals)]
    turns = [turn for found in shared_out(_watch, todo, lesson.workers, tell) for turn in found]
    kind = family(form)
    weights, plus, explained = fitted(turns, LEARNED.weights[kind])
    weights, plus, weight = weighed(turns, weights, plus)
    stored = read(lesson.file)
    stored.setdefault("starts", {})[kind] = {
        "weights": {n: round(w, 4) for n, w in zip(NAMES, weights, strict=True) if w},
        "plus": round(plus, 4),
    }
    made = lesson.record(turns=len(turns), stray=STRAY, explained=explained, weighed=weight)
    made["library"] = "scikit-learn RidgeCV, LogisticRegression"
    stored["records"].setdefault("starts", {})[kind] = made
    write(lesson.file, stored)
    return made


def _watch(task: tuple[Any, ...]) -> list[Turn]:
    return watch(*task)
