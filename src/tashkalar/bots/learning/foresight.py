"""Regression on replies: weights that foresee how much the opponents' replies leave of a turn.

The strategist spends most of its budget on the replies to its candidates. Part of what they will
show can be told from where a turn ends. So games are played in which many candidates of every turn
are replied to, and a ridge regression of the value after the replies on the features of the
candidates finds weights that foresee it. Candidates are compared with others of the same turn only,
so that the value of a hand is not mixed up with who happens to hold it.
"""

from __future__ import annotations

import random
from heapq import nlargest
from typing import Any, NamedTuple

from tashkalar.bots.contests.match import play_on
from tashkalar.bots.learning.selfplay import STRAY
from tashkalar.bots.learning.training import Report, TooFewGames, TrainingRun, no_report
from tashkalar.bots.playing.budget import Budget
from tashkalar.bots.playing.evaluation import STRATEGIC
from tashkalar.bots.playing.features import NAMES, plain_features
from tashkalar.bots.playing.fixed import plain, plain_weights
from tashkalar.bots.playing.player import Player
from tashkalar.bots.playing.shares import EVERYWHERE, shares
from tashkalar.bots.playing.strategist import CERTAIN, Strategist, different
from tashkalar.bots.playing.turns import TurnSearch
from tashkalar.bots.playing.weights import family, read, write
from tashkalar.choice import Choice
from tashkalar.game import Game
from tashkalar.rules.play import Position
from tashkalar.view import sample, view

BEST, OTHERS = 4, 4  # candidates of a turn: the best ones, and some drawn at random
AMONG = 100  # the others are drawn from so many of the best
WORLDS = 3  # sampled positions in which they are replied to
ENOUGH = 1_000_000  # nodes: replies are not cut short
STEP = 0.6  # share of the fitted change that is applied

Candidates = list[tuple[list[float], float]]  # of one turn: features, value after the replies


class _Recorder(Strategist):
    """Plays like a planner that judges as the strategist does, and records replies."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.rng = random.Random(seed)
        self.turns: list[Candidates] = []

    def best_turn(self, position: Position, budget: Budget) -> tuple[Choice, ...]:
        search = TurnSearch(position, budget, self.beam, self.inside, self.judge)
        found = nlargest(AMONG, search.found_all(), key=lambda line: line.value)
        best = search.judged(different(found, BEST))
        # The last turns are played out, not judged.
        if len(found) > 1 and not position.trigger:
            others = self.rng.sample(found, min(OTHERS, len(found)))
            seen = view(position, position.actor)
            worlds = [sample(seen, self.rng) for _ in range(WORLDS)]
            colour = position.colour_of[position.actor]
            share = shares(family(position.form), Budget(nodes=EVERYWHERE))
            candidates = []
            for line in best + others:
                values = [
                    self.replied(world, line, share, Budget(nodes=ENOUGH)) for world in worlds
                ]
                mean = plain(sum(values)) / WORLDS
                candidates.append((plain_features(line.position, colour), mean))
            self.turns.append(candidates)
        stray = self.rng.random() < STRAY
        return best[self.rng.randrange(len(best)) if stray else 0].path


def observe_replies(
    form: str, schools: tuple[str, ...], seed: int, budget: str
) -> list[Candidates]:
    """The candidates of every turn of one game, with their values after the replies."""
    recorders = [_Recorder(seed * 8 + seat) for seat in range(len(schools))]
    players = [Player(recorder, Budget.parse(budget), floor=0) for recorder in recorders]
    play_on(Game.new(form, schools, seed), players)
    return [turn for recorder in recorders for turn in recorder.turns]


class Regression(NamedTuple):
    """Weights that foresee replies."""

    weights: tuple[float, ...]
    before: float  # share of the variance that the old weights explained
    after: float  # and that the new ones would explain, if the whole change were applied


def fit(turns: list[Candidates], now: tuple[float, ...]) -> Regression:
    """Weights a step of the way from the present ones to those that foresee best."""
    import numpy as np
    from sklearn.linear_model import RidgeCV
    from sklearn.preprocessing import StandardScaler

    rows, left = [], []
    for candidates in turns:
        values = np.array([value for _, value in candidates])
        if abs(values).max() < plain(CERTAIN):
            found = np.array([row for row, _ in candidates])
            # What all candidates share is nothing, not a last digit.
            rows.append((found - found.mean(axis=0)).round(9))
            left.append(values - values.mean())
    if not rows or not np.concatenate(rows).any():
        raise TooFewGames(
            "no turn was open enough to compare candidates; play more games, or think longer"
        )
    seen, replied = np.concatenate(rows), np.concatenate(left)
    known = seen @ np.array(now)
    slope = float(known @ replied / (known @ known))  # what a point is worth after replies
    if slope <= 0:
        raise TooFewGames("replies left no more of better turns in these games; play more games")
    scaler = StandardScaler(with_mean=False).fit(seen)
    model = RidgeCV(alphas=np.logspace(0, 5, 11), fit_intercept=False)
    model.fit(scaler.transform(seen), replied - slope * known)
    more = model.coef_ / scaler.scale_ / slope
    misses = [replied - slope * foreseen for foreseen in (known, known + seen @ more)]
    before, after = (round(1 - float(np.var(miss) / np.var(replied)), 4) for miss in misses)
    weights = tuple(round(float(w + STEP * m), 4) for w, m in zip(now, more, strict=True))
    return Regression(weights, before, after)


def learn(run: TrainingRun, report: Report = no_report) -> dict[str, Any]:
    """Play games, fit the strategist's weights to replies, store them; the record of the run."""
    turns = [turn for game in run.play(observe_replies, report) for turn in game]
    kind = family(run.form)
    found = fit(turns, plain_weights(STRATEGIC.weights[kind]))
    stored = read(run.file)
    stored["weights"]["strategist"][kind] = {
        name: w for name, w in zip(NAMES, found.weights, strict=True) if w
    }
    made = run.record(turns=len(turns), worlds=WORLDS, trust=STEP)
    made |= {"explained": [found.before, found.after], "library": "scikit-learn RidgeCV"}
    stored["records"]["weights"]["strategist"].setdefault(kind, []).append(made)
    write(run.file, stored)
    return made
