"""Self-play: games of planners that judge like the strategist, observed turn by turn.

Two regressions use them: ``starts`` (the value of a turn's start) and ``outcomes`` (what the value
of its end lacks).
"""

from __future__ import annotations

import random
from typing import NamedTuple

from tashkalar.bots.contests.match import play_on, standing
from tashkalar.bots.playing.budget import Budget
from tashkalar.bots.playing.evaluation import STRATEGIC
from tashkalar.bots.playing.features import plain_features
from tashkalar.bots.playing.fixed import plain
from tashkalar.bots.playing.levels import Planner
from tashkalar.bots.playing.player import Player
from tashkalar.bots.playing.turns import TurnSearch
from tashkalar.choice import Choice
from tashkalar.game import Game
from tashkalar.rules.play import Position

STRAY = 0.15  # share of the turns that are not the best ones found, so that games differ
OTHERS = 8  # so many of the best turns are played then


class ObservedTurn(NamedTuple):
    """The features and values of a turn."""

    start: list[float]  # the features at its start
    best: float  # the best value that was found for its end
    end: list[float]  # the features at its end, as it was played
    value: float  # and the value there
    colour: int
    number: int


class ObservedGame(NamedTuple):
    """The turns of a game, and how it ended."""

    turns: list[ObservedTurn]
    standing: tuple[int, ...]  # by colour, the higher the better
    length: int  # in turns


class _Observer(Planner):
    """A planner that judges like the strategist and keeps what it sees."""

    judge = STRATEGIC

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.rng = random.Random(seed)
        self.turns: list[ObservedTurn] = []

    def best_turn(self, position: Position, budget: Budget) -> tuple[Choice, ...]:
        found = TurnSearch(position, budget, self.beam, self.inside, self.judge).run()
        stray = self.rng.random() < STRAY
        played = found[self.rng.randrange(min(OTHERS, len(found))) if stray else 0]
        if not position.trigger:  # the last turns are played out, not judged
            colour = position.colour_of[position.actor]
            self.turns.append(
                ObservedTurn(
                    plain_features(position, colour),
                    plain(found[0].value),
                    plain_features(played.position, colour),
                    plain(played.value),
                    colour,
                    position.turn,
                )
            )
        return played.path


def observe(form: str, schools: tuple[str, ...], seed: int, budget: str) -> ObservedGame:
    """One game of self-play."""
    observers = [_Observer(seed * 8 + seat) for seat in range(len(schools))]
    players = [Player(observer, Budget.parse(budget), floor=0) for observer in observers]
    end = play_on(Game.new(form, schools, seed), players)
    turns = [turn for observer in observers for turn in observer.turns]
    return ObservedGame(turns, standing(end), end.turn)
