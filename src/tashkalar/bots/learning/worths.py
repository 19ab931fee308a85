"""Statistics of games: the worth of each being, the spread of each feature, the odds of a value.

The worth of a being is what its summonings changed on the table on average; it is part of the value
of a hand. The spread of a feature sets by how much its weight is changed when it is tuned. The odds
turn the value of a position into a chance of winning.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from math import fsum
from statistics import fmean, pstdev
from typing import Any, NamedTuple

from tashkalar.bots.contests.contest import Contest
from tashkalar.bots.contests.match import TURNS, standing
from tashkalar.bots.contests.parallel import parallel_map
from tashkalar.bots.learning.training import Report, TrainingRun, no_report
from tashkalar.bots.playing.bot import bot_named
from tashkalar.bots.playing.budget import Budget
from tashkalar.bots.playing.evaluation import LEARNED
from tashkalar.bots.playing.features import NAMES, plain_features
from tashkalar.bots.playing.fixed import plain, plain_weights
from tashkalar.bots.playing.player import Player
from tashkalar.bots.playing.weights import family, read, write
from tashkalar.cards import BEINGS
from tashkalar.choice import Asking, Kind
from tashkalar.game import Game
from tashkalar.rules.play import Position

# What depends on cards in hand and on actions, not on what lies on the table.
HELD = frozenset(
    [
        "ready",
        "ready_legends",
        "near",
        "near_legends",
        "brings",
        "brings_near",
        "used",
        "threat",
        "threat_legends",
        "threat_brings",
        "actions",
        "ready_now",
        "extra",
        "used_late",
        "ready_two",
        "brings_two",
        "drawn",
        "drawn_near",
        "drawn_brings",
        "deeds_summoning",
        "deeds_destroying",
        "deeds_enemy",
        "flare",
        "lacks_two",
        "legends_lack_one",
        "legends_lack_two",
    ]
)
PRIOR = 10  # a being's worth starts as so many summonings of the average being
STRAY = 0.1  # share of the actions that are random, so that games differ


class Sample(NamedTuple):
    """What was seen of one game."""

    rows: list[list[float]]  # the features before each action and at the end of each turn
    swings: list[tuple[int, float]]  # a being, and what its summoning changed on the table
    values: list[tuple[int, float]]  # a colour, and how it judged the end of its turn
    standing: tuple[int, ...]  # by colour, the higher the better


def observe(form: str, bot: str, schools: tuple[str, ...], seed: int, budget: str) -> Sample:
    """One game of a bot against itself."""
    rng = random.Random(seed)
    game = Game.new(form, schools, seed)
    think = Budget.parse(budget)
    bots = [bot_named(bot, seed * 8 + seat) for seat in range(len(schools))]
    players = [Player(one, think, floor=0) for one in bots]
    found = Sample([], [], [], ())
    summoning: tuple[int, int, float] | None = None  # the being, its colour, the value before
    while not game.position.is_over and game.position.turn < TURNS:
        p = game.position
        colour = p.colour_of[p.actor]
        if p.asking in (Asking.ACTION, Asking.END):
            found.rows.append(plain_features(p, colour))
            if summoning:
                being, whose, before = summoning
                found.swings.append((being, _on_table(p, whose) - before))
                summoning = None
        if p.asking == Asking.END:
            found.values.append((colour, plain(LEARNED.value(p, colour))))
        if p.asking == Asking.ACTION and rng.random() < STRAY:
            choice = rng.choice(p.choices())
        else:
            choice = players[p.actor].choose(game.view(p.actor))
        if choice.kind == Kind.SUMMON:
            summoning = (choice.value, colour, _on_table(p, colour))
        game.play(choice)
    return found._replace(standing=standing(game.position))


def _on_table(p: Position, colour: int) -> float:
    """The value of what lies on the table, whatever is held in hand."""
    known = plain_weights(LEARNED.weights[family(p.form)])
    found = plain_features(p, colour, threats=False)
    return fsum(w * f for name, w, f in zip(NAMES, known, found, strict=True) if name not in HELD)


def worths(games: Iterable[Sample]) -> dict[str, float]:
    """What each being brought on average; the fewer summonings, the nearer to the mean."""
    swings: dict[int, list[float]] = {}
    for game in games:
        for being, swing in game.swings:
            swings.setdefault(being, []).append(swing)
    mean = fmean(swing for found in swings.values() for swing in found)
    return {
        BEINGS[being].id: round((fsum(found) + PRIOR * mean) / (len(found) + PRIOR), 3)
        for being, found in sorted(swings.items())
    }


def spreads(games: Iterable[Sample]) -> dict[str, float]:
    """The standard deviation of each feature."""
    rows = [row for game in games for row in game.rows]
    return {
        name: round(pstdev(column), 4)
        for name, column in zip(NAMES, zip(*rows, strict=True), strict=True)
    }


def odds(games: Iterable[Sample]) -> dict[str, float]:
    """What to multiply a value by and add to it to get the logarithm of the odds of winning."""
    from sklearn.linear_model import LogisticRegression

    values, won = [], []
    for game in games:
        best = max(game.standing)
        if game.standing.count(best) == 1:
            values += [[value] for _, value in game.values]
            won += [game.standing[colour] == best for colour, _ in game.values]
    model = LogisticRegression(C=100.0).fit(values, won)
    return {"by": round(float(model.coef_[0][0]), 3), "plus": round(float(model.intercept_[0]), 3)}


def learn(run: TrainingRun, bots: list[str], report: Report = no_report) -> dict[str, Any]:
    """Play games of bots against themselves, store their statistics; the record of the run."""
    deals = Contest(run.form, ["planner"] * 2, run.budget, seed=run.seed).pairings(run.games)
    todo = [
        (run.form, bots[number % len(bots)], deal.schools, run.seed + number, run.budget)
        for number, deal in enumerate(deals)
    ]
    games = list(parallel_map(_observed, todo, run.workers, report))
    stored = read(run.file)
    stored["worths"][family(run.form)] = worths(games)
    stored["spreads"][family(run.form)] = spreads(games)
    stored["odds"][family(run.form)] = odds(games)
    summonings = sum(len(game.swings) for game in games)
    made = run.record(bots=bots, stray=STRAY, summonings=summonings)
    stored["records"]["watched"][family(run.form)] = made
    write(run.file, stored)
    return made


def _observed(arguments: tuple[Any, ...]) -> Sample:
    return observe(*arguments)
