"""Learning weights by experiment: games with randomly changed weights, and a regression.

Weights that tell winners from losers are not the weights that win: who holds ready cards, for
one, has not used them. So weights are changed and tried in games. In every game each side plays
with weights of its own, changed a little at random; a Bayesian ridge regression of the lead at the
end on those changes says which of them helped, and the weights take a step that way.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from itertools import combinations
from typing import Any, NamedTuple

from tashkalar.bots.contests.match import play_on
from tashkalar.bots.contests.parallel import parallel_map
from tashkalar.bots.learning.training import Report, TrainingRun, no_report
from tashkalar.bots.playing import fixed
from tashkalar.bots.playing.budget import Budget
from tashkalar.bots.playing.evaluation import LEARNED
from tashkalar.bots.playing.features import NAMES
from tashkalar.bots.playing.levels import Planner
from tashkalar.bots.playing.player import Player
from tashkalar.bots.playing.weights import family, read, write
from tashkalar.game import Game
from tashkalar.rules.forms import FORMS

MOST = 1.0  # no weight is changed by more at a time
SHARE = 0.25  # a change of a weight moves the value by about so much
FAR = 6  # a lead counts up to here: a game won by far is not won twice
STEP = 2.0  # a change that brings a point is applied so many times

Row = tuple[float, ...]  # a number for each feature


class Trial(NamedTuple):
    """A game in which each colour plays with weights of its own."""

    form: str
    schools: tuple[str, ...]
    seed: int
    budget: str
    weights: tuple[Row, ...]  # by colour


def play_trial(trial: Trial) -> tuple[int, ...]:
    """The points of each colour."""
    game = Game.new(trial.form, trial.schools, trial.seed)
    players = []
    for seat, colour in enumerate(game.position.colour_of):
        bot = Planner(trial.seed * 8 + seat)
        bot.judge = LEARNED.changed(trial.form, fixed.weights(trial.weights[colour]))
        players.append(Player(bot, Budget.parse(trial.budget), floor=0))
    end = play_on(game, players)
    return tuple(end.score(c) for c in range(FORMS[trial.form].colours))


def make_trials(run: TrainingRun, now: Row, sizes: Row) -> tuple[list[Trial], list[list[Row]]]:
    """Trials, and the changes of each colour's weights in each, in units of the sizes.

    Games come in pairs; in the second one the weights go round the table the other way. Between
    two sides that is the same deal with the weights swapped.
    """
    rng = random.Random(run.seed)
    found: list[Trial] = []
    changes: list[list[Row]] = []
    for number, deal in enumerate(run.deals()):
        if number % 2:
            changed = changes[-1][::-1]
        else:
            colours = range(FORMS[run.form].colours)
            changed = [tuple(rng.gauss(0, 1) if s else 0.0 for s in sizes) for _ in colours]
        changes.append(changed)
        weights = tuple(_moved(now, sizes, change) for change in changed)
        found.append(Trial(run.form, deal.schools, deal.seed, run.budget, weights))
    return found, changes


def _moved(weights: Row, sizes: Row, change: Iterable[float]) -> Row:
    return tuple(
        round(w + size * by, 4) for w, size, by in zip(weights, sizes, change, strict=True)
    )


def fit(changes: list[list[Row]], points: list[tuple[int, ...]]) -> tuple[Row, int]:
    """The points that each change brought, and the number of pairs of players they come from.

    What counts is how the lead differs between the two games of a deal: the luck of the cards
    and of the seats is the same in both.
    """
    import numpy as np
    from sklearn.linear_model import BayesianRidge

    rows, leads = [], []
    for number in range(0, len(points) - 1, 2):
        for one, two in combinations(range(len(points[number])), 2):
            pair = (number, number + 1)
            first, second = (np.subtract(changes[n][one], changes[n][two]) for n in pair)
            ahead, then = (max(-FAR, min(FAR, points[n][one] - points[n][two])) for n in pair)
            rows.append(first - second)
            leads.append(ahead - then)
    model = BayesianRidge(fit_intercept=False).fit(np.array(rows), leads)
    return tuple(float(c) for c in model.coef_), len(rows)


def learn(run: TrainingRun, report: Report = no_report) -> dict[str, Any]:
    """Play trials, take a step, store the weights; the record of the run."""
    stored = read(run.file)
    kind = family(run.form)
    spread = stored["spreads"][kind]
    sizes = tuple(min(MOST, SHARE / spread[name]) if spread[name] else 0.0 for name in NAMES)
    known = stored["weights"][run.level]
    now = tuple(known[kind].get(name, 0.0) for name in NAMES)
    todo, changes = make_trials(run, now, sizes)
    found, pairs = fit(changes, list(parallel_map(play_trial, todo, run.workers, report)))
    weights = _moved(now, sizes, [STEP * by for by in found])
    known[kind] = {name: weight for name, weight in zip(NAMES, weights, strict=True) if weight}
    helped = {name: round(by, 3) for name, by in zip(NAMES, found, strict=True)}
    made = run.record(pairs=pairs, step=STEP, helped=helped)
    made["library"] = "scikit-learn BayesianRidge"
    stored["records"]["weights"][run.level].setdefault(kind, []).append(made)
    write(run.file, stored)
    return made
