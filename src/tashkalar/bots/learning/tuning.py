"""Learning the weights of the features by trying them.

Weights that tell winners from losers are not the weights that win: who holds ready cards, for
one, has not used them. So weights are tried, not only watched. In every game each side plays
with weights that were changed a little at random; a ridge regression of the lead at the end on
those changes says which of them helped, and the weights take a step that way.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from itertools import combinations
from typing import Any, NamedTuple

from tashkalar.bots.contests.contest import Contest
from tashkalar.bots.contests.match import play_on
from tashkalar.bots.contests.parallel import shared_out
from tashkalar.bots.playing import fixed
from tashkalar.bots.playing.budget import Budget
from tashkalar.bots.playing.evaluation import LEARNED
from tashkalar.bots.playing.features import NAMES
from tashkalar.bots.playing.levels import Planner
from tashkalar.bots.playing.player import Player
from tashkalar.bots.playing.weights import Lesson, family, read, write
from tashkalar.game import Game
from tashkalar.rules.forms import FORMS

MOST = 1.0  # no weight is changed by more at a time
SHARE = 0.25  # a change of a weight usually moves the value by so much
FAR = 6  # a lead counts up to here: a game won by far is not won twice
STEP = 2.0  # a change that brings a point is taken over so many times

Row = tuple[float, ...]  # a number for each feature


class Trial(NamedTuple):
    """A game in which each colour plays with weights of its own."""

    form: str
    schools: tuple[str, ...]
    seed: int
    budget: str
    weights: tuple[tuple[float, ...], ...]  # by colour


def tried(trial: Trial) -> tuple[int, ...]:
    """The points of each colour."""
    game = Game.new(trial.form, trial.schools, trial.seed)
    players = []
    for seat, colour in enumerate(game.position.colour_of):
        bot = Planner(trial.seed * 8 + seat)
        bot.judge = LEARNED.changed(trial.form, fixed.weights(trial.weights[colour]))
        players.append(Player(bot, Budget.parse(trial.budget), floor=0))
    end = play_on(game, players)
    return tuple(end.score(c) for c in range(FORMS[trial.form].colours))


def trials(lesson: Lesson, now: Row, sizes: Row) -> tuple[list[Trial], list[list[Row]]]:
    """Games to try, and what was changed in each for each colour, in units of the sizes.

    Games come in pairs; in the second one the weights go round the table the other way. Between
    two sides that is the same deal with the weights swapped.
    """
    form, games, budget, seed = lesson[:4]
    rng = random.Random(seed)
    found: list[Trial] = []
    changes: list[list[Row]] = []
    deals = Contest(form, ["one", "other"], budget, seed=seed).pairings(games)
    for number, deal in enumerate(deals):
        if number % 2:
            changed = changes[-1][::-1]
        else:
            colours = range(FORMS[form].colours)
            changed = [tuple(rng.gauss(0, 1) if s else 0.0 for s in sizes) for _ in colours]
        changes.append(changed)
        weights = tuple(_moved(now, sizes, change) for change in changed)
        found.append(Trial(form, deal.schools, deal.seed, budget, weights))
    return found, changes


def _moved(weights: Row, sizes: Row, change: Iterable[float]) -> Row:
    return tuple(
        round(w + size * by, 4) for w, size, by in zip(weights, sizes, change, strict=True)
    )


def helpful(changes: list[list[Row]], points: list[tuple[int, ...]]) -> tuple[Row, int]:
    """How many points each change brought, and from how many pairs of players that is known.

    What counts is how the lead differs between the two games of a deal: the luck of the cards
    and of the seats is the same in both.
    """
    import numpy as np
    from sklearn.linear_model import BayesianRidge

    lines, leads = [], []
    for number in range(0, len(points) - 1, 2):
        for one, two in combinations(range(len(points[number])), 2):
            pair = (number, number + 1)
            first, second = (np.subtract(changes[n][one], changes[n][two]) for n in pair)
            ahead, then = (max(-FAR, min(FAR, points[n][one] - points[n][two])) for n in pair)
            lines.append(first - second)
            leads.append(ahead - then)
    model = BayesianRidge(fit_intercept=False).fit(np.array(lines), leads)
    return tuple(float(c) for c in model.coef_), len(lines)


def tune(lesson: Lesson, tell: Callable[[int], None] = lambda _: None) -> dict[str, Any]:
    """Try weights, take a step, and store them with the record of how they were found."""
    stored = read(lesson.file)
    kind = family(lesson.form)
    spread = stored["spreads"][kind]
    sizes = tuple(min(MOST, SHARE / spread[name]) if spread[name] else 0.0 for name in NAMES)
    known = stored["weights"][lesson.level]
    now = tuple(known[kind].get(name, 0.0) for name in NAMES)
    todo, changes = trials(lesson, now, sizes)
    found, pairs = helpful(changes, list(shared_out(tried, todo, lesson.workers, tell)))
    weights = _moved(now, sizes, [STEP * by for by in found])
    known[kind] = {name: weight for name, weight in zip(NAMES, weights, strict=True) if weight}
    helped = {name: round(by, 3) for name, by in zip(NAMES, found, strict=True)}
    made = lesson.record(pairs=pairs, step=STEP, helped=helped)
    made["library"] = "scikit-learn BayesianRidge"
    stored["records"]["weights"][lesson.level].setdefault(kind, []).append(made)
    write(lesson.file, stored)
    return made
