"""Fitting the weights of the evaluation to self-play games.

Every turn of every game gives one line for each player: the features of the position when the
turn is about to end, and how the game ended for that player. A logistic regression finds the
weights that tell winners from losers best, one set for the player in turn and one for those who
wait; scikit-learn does the fitting.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from datetime import date
from pathlib import Path
from typing import Any

from tashkalar import __version__
from tashkalar.bots.bot import Budget, bot_named
from tashkalar.bots.contest import pairings
from tashkalar.bots.evaluation import WEIGHTS, family
from tashkalar.bots.features import NAMES, features
from tashkalar.choice import Asking
from tashkalar.game import Game
from tashkalar.rules.forms import FORMS
from tashkalar.view import sample, view

# Features of a turn that is not over yet: they are the same at the end of every turn, so
# games cannot tell their worth. It is given.
GIVEN = {"actions": 0.2, "ready_now": 0.4, "extra": 1.0}

Row = tuple[bool, list[float], float]  # in turn, features, won


def rows(form: str, bots: tuple[str, ...], schools: tuple[str, ...], seed: int, budget: str,
         stray: float) -> list[Row]:  # fmt: skip
    """One game of self-play; now and then a random choice, so that games differ."""
    rng = random.Random(seed)
    game = Game.new(form, schools, seed)
    players = [bot_named(name, seed * 8 + seat) for seat, name in enumerate(bots)]
    seen: list[tuple[int, bool, list[float]]] = []
    while not game.position.is_over:
        p = game.position
        if p.asking == Asking.END:
            for seat, colour in enumerate(p.colour_of):
                # As the player sees it: hidden cards are dealt anew.
                shown = sample(view(p, seat), rng)
                in_turn = colour == p.colour_of[p.seat]
                if not in_turn or seat == p.seat:
                    seen.append((seat, in_turn, features(shown, colour)))
        choices = game.view(p.actor).choices()
        if p.asking == Asking.ACTION and rng.random() < stray:
            choice = rng.choice(choices)
        else:
            choice = players[p.actor].choose(game.view(p.actor), choices, Budget.parse(budget))
        game.play(choice)
    last, sides = max(game.position.result), len(game.position.result)
    if last == 1:
        return []
    won = [1.0 if place <= sides / 2 else 0.0 for place in game.position.result]
    return [(in_turn, found, won[seat]) for seat, in_turn, found in seen]


def _rows(task: tuple[Any, ...]) -> list[Row]:
    return rows(*task)


def gather(
    form: str, bots: list[str], games: int, budget: str, workers: int, seed: int, stray: float
) -> Iterator[list[Row]]:
    """The rows of many games, as they are finished; the levels take turns."""
    seats = FORMS[form].seats
    deals = pairings(form, ["greedy", "greedy"], games, budget, seed=seed)
    todo = [
        (form, (bots[number % len(bots)],) * seats, deal.schools, seed + number, budget, stray)
        for number, deal in enumerate(deals)
    ]
    if workers <= 1:
        yield from map(_rows, todo)
        return
    with ProcessPoolExecutor(workers) as pool:
        yield from pool.map(_rows, todo)


def fit(lines: list[Row]) -> tuple[dict[str, float], dict[str, float]]:
    """The weights, and how good they are at telling winners on games they were not fitted to."""
    import numpy as np
    from sklearn.linear_model import LogisticRegression
    from sklearn.metrics import log_loss, roc_auc_score
    from sklearn.model_selection import cross_val_predict
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import StandardScaler

    x = np.array([features for _, features, _ in lines])
    y = np.array([won for _, _, won in lines])
    free = [i for i, name in enumerate(NAMES) if name not in GIVEN and x[:, i].std() > 0]
    model = make_pipeline(StandardScaler(with_mean=False),
                          LogisticRegression(C=0.3, max_iter=2000))  # fmt: skip
    guessed = cross_val_predict(model, x[:, free], y, cv=5, method="predict_proba")[:, 1]
    model.fit(x[:, free], y)
    scale = model.named_steps["standardscaler"].scale_
    coefficients = model.named_steps["logisticregression"].coef_[0] / scale
    weights = {NAMES[i]: round(float(c), 4) for i, c in zip(free, coefficients, strict=True)}
    quality = {"auc": float(roc_auc_score(y, guessed)), "log_loss": float(log_loss(y, guessed))}
    return weights | GIVEN, {k: round(v, 4) for k, v in quality.items()}


def tune(
    form: str,
    bots: list[str],
    games: int,
    budget: str,
    workers: int,
    seed: int,
    stray: float = 0.05,
    file: Path = WEIGHTS,
    tell: Callable[[int], None] = lambda _: None,
) -> dict[str, Any]:
    """Play, fit, and store the weights of a form's family with the record of how."""
    lines: list[Row] = []
    for played, found in enumerate(gather(form, bots, games, budget, workers, seed, stray), 1):
        lines += found
        tell(played)
    stored = json.loads(file.read_text())
    record: dict[str, Any] = {
        "form": form, "bots": bots, "games": games, "budget": budget, "seed": seed,
        "stray": stray, "date": date.today().isoformat(), "version": __version__,
        "library": "scikit-learn LogisticRegression",
    }  # fmt: skip
    for moment, in_turn in (("moving", True), ("waiting", False)):
        rows_of = [line for line in lines if line[0] == in_turn]
        weights, quality = fit(rows_of)
        stored["weights"].setdefault(family(form), {})[moment] = weights
        record[moment] = {"turns": len(rows_of), **quality}
    stored.setdefault("records", {})[family(form)] = record
    file.write_text(json.dumps(stored, indent=1) + "\n")
    return record
