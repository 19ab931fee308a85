"""What a position is worth when a turn begins.

The weights judge the end of a turn. At its start the same position is worth what can be made of
it: cards that are ready will be used, pieces under attack may strike first. So turns are watched,
and a ridge regression of the value at their end on the features at their start finds weights for
the start. They begin as the weights for the end: what the games do not tell stays as it is.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tashkalar.bots.learning.selfplay import STRAY, watched
from tashkalar.bots.playing.evaluation import STRATEGIC
from tashkalar.bots.playing.features import NAMES
from tashkalar.bots.playing.fixed import plain_weights
from tashkalar.bots.playing.weights import Lesson, family, read, write

RARE = 0.02  # what is seen in fewer turns stays as it is
MOST = 15.0  # turns of games that are as good as won, or lost, teach nothing

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
    weights, plus, explained = fitted(turns, plain_weights(STRATEGIC.weights[kind]))
    stored = read(lesson.file)
    stored.setdefault("starts", {})[kind] = {"weights": weights, "plus": plus}
    made = lesson.record(turns=len(turns), stray=STRAY, explained=explained)
    made["library"] = "scikit-learn RidgeCV"
    stored["records"].setdefault("starts", {})[kind] = made
    write(lesson.file, stored)
    return made
