"""Games of planners that judge like the strategist, noted turn by turn.

Two lessons look at them: what the start of a turn promises (``starting``), and what the value of
its end lacks (``outcomes``).
"""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple, TypeVar

from tashkalar.bots.contests.contest import Contest
from tashkalar.bots.contests.match import play_on, standing
from tashkalar.bots.contests.parallel import shared_out
from tashkalar.bots.playing.budget import Budget
from tashkalar.bots.playing.evaluation import STRATEGIC
from tashkalar.bots.playing.features import plain_features
from tashkalar.bots.playing.fixed import plain
from tashkalar.bots.playing.levels import Planner
from tashkalar.bots.playing.player import Player
from tashkalar.bots.playing.turns import TurnSearch
from tashkalar.bots.playing.weights import Lesson
from tashkalar.choice import Choice
from tashkalar.game import Game
from tashkalar.rules.play import Position

T = TypeVar("T")

STRAY = 0.15  # of the turns are not the best ones that were found, so that games differ
OTHERS = 8  # so many of the best turns are played then


class Turn(NamedTuple):
    """What was seen of a turn."""

    start: list[float]  # the features at its start
    best: float  # the best value at its end
    end: list[float]  # the features at its end, as it was played
    value: float
    colour: int
    number: int


class Told(NamedTuple):
    """What one game has to tell."""

    turns: list[Turn]
    standing: tuple[int, ...]  # how the colours came out
    length: int


class _Watcher(Planner):
    """A planner that judges like the strategist and notes what it sees."""

    judge = STRATEGIC

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.rng = random.Random(seed)
        self.seen: list[Turn] = []

    def best_turn(self, position: Position, budget: Budget) -> tuple[Choice, ...]:
        found = TurnSearch(position, budget, self.beam, self.inside, self.judge).run()
        stray = self.rng.random() < STRAY
        played = found[self.rng.randrange(min(OTHERS, len(found))) if stray else 0]
        if not position.trigger:  # the last turns are played out, not judged
            colour = position.colour_of[position.actor]
            start, end = plain_features(position, colour), plain_features(played.position, colour)
            now = position.turn
            best, value = plain(found[0].value), plain(played.value)
            self.seen.append(Turn(start, best, end, value, colour, now))
        return played.path


def watch(form: str, schools: tuple[str, ...], seed: int, budget: str) -> Told:
    """One game between planners."""
    watchers = [_Watcher(seed * 8 + seat) for seat in range(len(schools))]
    players = [Player(watcher, Budget.parse(budget), floor=0) for watcher in watchers]
    end = play_on(Game.new(form, schools, seed), players)
    turns = [turn for watcher in watchers for turn in watcher.seen]
    return Told(turns, standing(end), end.turn)


def watched(lesson: Lesson, tell: Callable[[int], None]) -> list[Told]:
    """Games between planners."""
    return games_of(lesson, watch, tell)


def games_of(lesson: Lesson, game: Callable[..., T], tell: Callable[[int], None]) -> list[T]:
    """What each game of a lesson tells; no two of them are alike."""
    form, games, budget, seed = lesson[:4]
    deals = Contest(form, ["one", "other"], budget, seed=seed).pairings(games)
    todo = [(form, deal.schools, seed + number, budget) for number, deal in enumerate(deals)]
    return list(shared_out(partial(_told, game), todo, lesson.workers, tell))


def _told(game: Callable[..., T], how: tuple[Any, ...]) -> T:
    return game(*how)
