"""Learning to foresee what the answers of the others will tell.

A strategist lets the others answer its candidates, which takes most of its time. What the answers
say of a turn can partly be told from where it ends. So games are played in which the answers to
many candidates of every turn are heard, and a ridge regression of what they leave on the features
of the candidates finds weights that foresee it. Candidates are compared with others of the same
turn only: what a hand is worth is not mixed up with who happens to hold it.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from heapq import nlargest
from typing import Any, NamedTuple

from tashkalar.bots.contests.match import play_on
from tashkalar.bots.learning.selfplay import STRAY, games_of
from tashkalar.bots.playing.budget import Budget
from tashkalar.bots.playing.evaluation import STRATEGIC
from tashkalar.bots.playing.features import NAMES, plain_features
from tashkalar.bots.playing.fixed import plain, plain_weights
from tashkalar.bots.playing.player import Player
from tashkalar.bots.playing.strategist import CERTAIN, Strategist, different
from tashkalar.bots.playing.turns import TurnSearch
from tashkalar.bots.playing.weights import Lesson, TooFewGames, family, read, write
from tashkalar.choice import Choice
from tashkalar.game import Game
from tashkalar.rules.play import Position
from tashkalar.view import sample, view

BEST, OTHERS = 4, 4  # candidates that are heard: the best ones, and others
AMONG = 100  # the others are some of so many
WORLDS = 3  # in which they are answered
ENOUGH = 1_000_000  # nodes: answers are not cut short
TRUST = 0.6  # how much of what is foreseen goes into the weights

Heard = list[tuple[list[float], float]]  # candidates of a turn: features, and what answers leave


class _Listener(Strategist):
    """Plays like a planner that judges as the strategist does, and hears answers."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.rng = random.Random(seed)
        self.heard: list[Heard] = []

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
            self.heard.append(
                [
                    (
                        plain_features(line.position, colour),
                        plain(sum(self._answered(w, line, Budget(nodes=ENOUGH)) for w in worlds))
                        / WORLDS,
                    )
                    for line in best + others
                ]
            )
        stray = self.rng.random() < STRAY
        return best[self.rng.randrange(len(best)) if stray else 0].path


def listen(form: str, schools: tuple[str, ...], seed: int, budget: str) -> list[Heard]:
    """What was heard in one game."""
    listeners = [_Listener(seed * 8 + seat) for seat in range(len(schools))]
    players = [Player(listener, Budget.parse(budget), floor=0) for listener in listeners]
    play_on(Game.new(form, schools, seed), players)
    return [heard for listener in listeners for heard in listener.heard]


class Foreseen(NamedTuple):
    """Weights that foresee what answers leave."""

    weights: tuple[float, ...]
    before: float  # the share of what they leave that the weights explained
    after: float  # and that the new ones would explain


def foreseen(turns: list[Heard], now: tuple[float, ...]) -> Foreseen:
    """Weights that go a part of the way from the present ones to those that foresee best."""
    import numpy as np
    from sklearn.linear_model import RidgeCV
    from sklearn.preprocessing import StandardScaler

    rows, left = [], []
    for heard in turns:
        values = np.array([worth for _, worth in heard])
        if abs(values).max() < plain(CERTAIN):
            found = np.array([row for row, _ in heard])
            # What all candidates share is nothing, not a last digit.
            rows.append((found - found.mean(axis=0)).round(9))
            left.append(values - values.mean())
    if not rows or not np.concatenate(rows).any():
        raise TooFewGames(
            "no turn was open enough to compare candidates; play more games, or think longer"
        )
    seen, told = np.concatenate(rows), np.concatenate(left)
    known = seen @ np.array(now)
    by = float(known @ told / (known @ known))  # what a point of the value means after answers
    if by <= 0:
        raise TooFewGames("answers left no more of better turns in these games; let more be played")
    scaler = StandardScaler(with_mean=False).fit(seen)
    model = RidgeCV(alphas=np.logspace(0, 5, 11), fit_intercept=False)
    model.fit(scaler.transform(seen), told - by * known)
    more = model.coef_ / scaler.scale_ / by
    misses = [told - by * foresight for foresight in (known, known + seen @ more)]
    before, after = (round(1 - float(np.var(miss) / np.var(told)), 4) for miss in misses)
    weights = tuple(round(float(w + TRUST * m), 4) for w, m in zip(now, more, strict=True))
    return Foreseen(weights, before, after)


def learn(lesson: Lesson, tell: Callable[[int], None] = lambda _: None) -> dict[str, Any]:
    """Hear answers in games, and store the strategist's weights with their record."""
    turns = [heard for game in games_of(lesson, listen, tell) for heard in game]
    kind = family(lesson.form)
    found = foreseen(turns, plain_weights(STRATEGIC.weights[kind]))
    stored = read(lesson.file)
    stored["weights"]["strategist"][kind] = {
        name: w for name, w in zip(NAMES, found.weights, strict=True) if w
    }
    made = lesson.record(turns=len(turns), worlds=WORLDS, trust=TRUST)
    made |= {"explained": [found.before, found.after], "library": "scikit-learn RidgeCV"}
    stored["records"]["weights"]["strategist"].setdefault(kind, []).append(made)
    write(lesson.file, stored)
    return made
