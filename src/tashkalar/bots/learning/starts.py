"""Regression for the start of a turn: what a position is worth to the colour that begins a turn.

The weights judge the end of a turn. At its start the same position is worth what can be made of
it: cards that are ready will be used, pieces under attack may strike first. A ridge regression of
the value at the end of a turn on the features at its start finds weights for the start. They begin
as the weights for the end, and what the games do not show stays as it is.
"""

from __future__ import annotations

from typing import Any

from tashkalar.bots.learning.selfplay import STRAY, observe
from tashkalar.bots.learning.training import Report, TrainingRun, no_report
from tashkalar.bots.playing.evaluation import STRATEGIC
from tashkalar.bots.playing.features import NAMES
from tashkalar.bots.playing.fixed import plain_weights
from tashkalar.bots.playing.weights import family, read, write

RARE = 0.02  # the weight of a feature that is seen in a smaller share of the turns stays
MOST = 15.0  # values beyond this belong to games that are as good as decided

Row = tuple[list[float], float]  # the features at the start, the best value at the end


def fit(turns: list[Row], now: tuple[float, ...]) -> tuple[dict[str, float], float, float]:
    """Weights for the start of a turn, the intercept, and the share of variance explained."""
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


def learn(run: TrainingRun, report: Report = no_report) -> dict[str, Any]:
    """Play games, fit the weights for the start of a turn, store them; the record of the run."""
    turns = [(turn.start, turn.best) for game in run.play(observe, report) for turn in game.turns]
    kind = family(run.form)
    weights, plus, explained = fit(turns, plain_weights(STRATEGIC.weights[kind]))
    stored = read(run.file)
    stored.setdefault("starts", {})[kind] = {"weights": weights, "plus": plus}
    made = run.record(turns=len(turns), stray=STRAY, explained=explained)
    made["library"] = "scikit-learn RidgeCV"
    stored["records"].setdefault("starts", {})[kind] = made
    write(run.file, stored)
    return made
