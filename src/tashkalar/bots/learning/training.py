"""A training run: how many games of which form, and which file keeps the weights."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from tashkalar import __version__
from tashkalar.bots.contests.contest import Contest
from tashkalar.bots.contests.match import Pairing
from tashkalar.bots.contests.parallel import parallel_map
from tashkalar.bots.playing.weights import WEIGHTS

T = TypeVar("T")
Report = Callable[[int], None]  # called with the number of games played so far


class TooFewGames(ValueError):
    """Games from which nothing can be learned."""


class TrainingRun(NamedTuple):
    """What ``tashkalar train`` was asked for."""

    form: str
    games: int
    budget: str
    seed: int
    workers: int
    file: Path = WEIGHTS
    level: str = "strategist"  # whose weights are tried

    def deals(self) -> list[Pairing]:
        """The schools and seeds of its games; every deal twice, with the sides swapped."""
        return Contest(self.form, ["one", "other"], self.budget, seed=self.seed).pairings(
            self.games
        )

    def play(self, game: Callable[..., T], report: Report) -> list[T]:
        """What ``game(form, schools, seed, budget)`` returns for each game; no two are alike."""
        todo = [
            (self.form, deal.schools, self.seed + number, self.budget)
            for number, deal in enumerate(self.deals())
        ]
        return list(parallel_map(partial(_called, game), todo, self.workers, report))

    def record(self, **more: Any) -> dict[str, Any]:
        """How something was learned, to be stored with it."""
        made = {"form": self.form, "games": self.games, "budget": self.budget, "seed": self.seed}
        return made | {"date": date.today().isoformat(), "version": __version__} | more


def no_report(_: int) -> None:
    """For training without anybody watching."""


def _called(game: Callable[..., T], arguments: tuple[Any, ...]) -> T:
    return game(*arguments)
