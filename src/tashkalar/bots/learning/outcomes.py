"""Regression on outcomes: how much more the plain counts (pieces, points) should weigh.

Who holds ready cards wins more often, but not by holding them; so what cards are worth is found by
experiment (``tuning``), not by observation. Experiments show little, though, of what pays only many
turns later: the pieces that stand on the board. A logistic regression of who won on the value of a
position and on a few counts says how much more the value should give them. Then all weights are
scaled, so that a point of the value means the same chance of winning as before.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from tashkalar.bots.learning.selfplay import ObservedGame, observe
from tashkalar.bots.learning.training import Report, TooFewGames, TrainingRun, no_report
from tashkalar.bots.playing.evaluation import STRATEGIC
from tashkalar.bots.playing.features import NAMES
from tashkalar.bots.playing.fixed import plain_weights
from tashkalar.bots.playing.weights import family, read, write

COUNTED = ("points", "weakest", "common", "heroic", "legendary", "used")
EARLY = 0.6  # share of a game: later the counts say who has won, not how
MOST = 25.0  # values are capped here
PENALTY = 10.0  # of the regression: the larger, the less it trusts the games
STEP = 0.75  # share of the fitted change that is applied


class Correction(NamedTuple):
    """What the value lacks."""

    more: dict[str, float]  # how much more each count weighs
    scale: float  # what all weights are multiplied by then
    turns: int  # the turns it was fitted to


def fit(games: Iterable[ObservedGame]) -> Correction:
    """The correction that the outcomes of games suggest."""
    import numpy as np
    from sklearn.linear_model import LogisticRegression
    from sklearn.preprocessing import StandardScaler

    columns = [NAMES.index(name) for name in COUNTED]
    rows, won = [], []
    for game in games:
        best = max(game.standing)
        if game.standing.count(best) > 1:
            continue
        for turn in game.turns:
            if turn.number <= EARLY * game.length:
                value = max(-MOST, min(MOST, turn.value))
                rows.append([value, *(turn.end[i] for i in columns)])
                won.append(game.standing[turn.colour] == best)
    if not rows:
        raise TooFewGames("no game had a winner; play more games")
    seen = np.array(rows)
    scaler = StandardScaler().fit(seen)
    model = LogisticRegression(C=1 / PENALTY, max_iter=1000).fit(scaler.transform(seen), won)

    def slope(values: Any) -> float:
        return float(LogisticRegression(C=100.0).fit(values, won).coef_[0][0])

    alone = slope(seen[:, :1])
    if alone <= 0:
        raise TooFewGames("winners did not stand better in these games; play more games")
    step = STEP * model.coef_[0][1:] / scaler.scale_[1:] / alone
    scale = slope(seen[:, :1] + seen[:, 1:] @ step[:, None]) / alone
    more = {name: round(float(by), 4) for name, by in zip(COUNTED, step, strict=True)}
    return Correction(more, round(scale, 4), len(rows))


def learn(run: TrainingRun, report: Report = no_report) -> dict[str, Any]:
    """Play games, correct the strategist's weights, store them; the record of the run."""
    found = fit(run.play(observe, report))
    kind = family(run.form)
    known = plain_weights(STRATEGIC.weights[kind])
    weights = {
        name: round((weight + found.more.get(name, 0.0)) * found.scale, 4)
        for name, weight in zip(NAMES, known, strict=True)
    }
    stored = read(run.file)
    stored["weights"]["strategist"][kind] = {name: w for name, w in weights.items() if w}
    made = run.record(step=STEP, **found._asdict())
    made["library"] = "scikit-learn LogisticRegression"
    stored["records"]["weights"]["strategist"].setdefault(kind, []).append(made)
    write(run.file, stored)
    return made
