"""Standings: cross-tables with intervals, ratings, places, balance of the schools."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any

from tashkalar.bots.contests.match import MatchResult
from tashkalar.rules.forms import FORMS

Z = 1.959964  # 95 %


@dataclass
class Score:
    """Wins, draws and losses, and the share of the points with its 95 % interval.

    >>> print(Score(wins=30, draws=10, losses=20))
     58.3% [45.7%, 69.9%] (60)
    """

    wins: int = 0
    draws: int = 0
    losses: int = 0

    @property
    def games(self) -> int:
        """How many games were played."""
        return self.wins + self.draws + self.losses

    @property
    def share(self) -> float:
        """The share of the points; half before the first game."""
        return (self.wins + self.draws / 2) / self.games if self.games else 0.5

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's interval; a draw is half a win."""
        n = self.games
        if not n:
            return 0.0, 1.0
        centre = (self.share + Z * Z / (2 * n)) / (1 + Z * Z / n)
        half = (
            Z / (1 + Z * Z / n) * math.sqrt(self.share * (1 - self.share) / n + Z * Z / (4 * n * n))
        )
        return max(0.0, centre - half), min(1.0, centre + half)

    def add(self, mine: int, other: int) -> None:
        """One comparison of places: the lower place wins."""
        self.wins += mine < other
        self.draws += mine == other
        self.losses += mine > other

    def __str__(self) -> str:
        low, high = self.interval
        return f"{self.share:6.1%} [{low:.1%}, {high:.1%}] ({self.games})"


Cross = dict[tuple[str, str], Score]


def cross_table(results: Iterable[MatchResult], by: str = "bots") -> Cross:
    """How each bot (or school) did against each other, one comparison for two sides of a game.

    At a melee table every two seats are compared by their places.
    """
    table: Cross = defaultdict(Score)
    for result in results:
        names = getattr(result.pairing, by)
        colours = FORMS[result.pairing.form].colour_of
        sides = [(names[colours.index(c)], result.places[colours.index(c)]) for c in set(colours)]
        for i, (one, place) in enumerate(sides):
            for other, other_place in sides[i + 1 :]:
                if one != other:
                    table[one, other].add(place, other_place)
                    table[other, one].add(other_place, place)
    return dict(table)


def average_places(results: Iterable[MatchResult]) -> dict[str, tuple[float, float, int]]:
    """Mean place of each bot with half its 95 % interval, and the number of seats played."""
    places: dict[str, list[int]] = defaultdict(list)
    for result in results:
        for name, place in zip(result.pairing.bots, result.places, strict=True):
            places[name].append(place)
    found = {}
    for name, values in places.items():
        n = len(values)
        mean = sum(values) / n
        spread = math.sqrt(sum((v - mean) ** 2 for v in values) / max(n - 1, 1))
        found[name] = (mean, Z * spread / math.sqrt(n), n)
    return found


def ratings(table: Cross) -> dict[str, float]:
    """Maximum-likelihood ratings (Bradley-Terry) on the Elo scale, the mean at 0."""
    import choix

    names = sorted({name for pair in table for name in pair})
    index = {name: i for i, name in enumerate(names)}
    won: list[tuple[int, int]] = []
    for (one, other), score in table.items():
        # A draw counts as half a win for each: everything twice, draws once each way.
        won += [(index[one], index[other])] * (2 * score.wins + score.draws)
    strengths = choix.ilsr_pairwise(len(names), won, alpha=0.01)
    return {name: float(strengths[i]) * 400 / math.log(10) for name, i in index.items()}


@dataclass(frozen=True)
class Sprt:
    """A sequential test: is the first bot stronger than the second by elo1 rather than elo0?

    >>> Sprt.parse("0,100").verdict(Score(wins=80, losses=20))
    'H1'
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    @classmethod
    def parse(cls, text: str) -> Sprt:
        """``0,30``: is the first bot stronger by 30 points of rating rather than by none?"""
        try:
            elo0, elo1 = (float(word) for word in text.split(","))
        except ValueError:
            raise ValueError(f"{text!r} is no test; write two ratings, like 0,30") from None
        if not (math.isfinite(elo0) and math.isfinite(elo1)):
            raise ValueError(f"{text!r} is no test; ratings are numbers, like 0,30")
        if elo0 >= elo1:
            raise ValueError(
                f"{text!r} can decide nothing: a test tells a lower rating from a higher one; "
                "write the lower one first, like 0,30"
            )
        return cls(elo0, elo1)

    def likelihood(self, score: Score) -> float:
        """The log-likelihood ratio, in the normal approximation to the trinomial."""
        n = score.games
        if n < 2:
            return 0.0
        mean = score.share
        variance = (score.wins + score.draws / 4) / n - mean * mean
        if variance <= 0:
            variance = 0.25 / n
        s0, s1 = (1 / (1 + 10 ** (-elo / 400)) for elo in (self.elo0, self.elo1))
        return (s1 - s0) * (2 * mean - s0 - s1) * n / (2 * variance)

    def verdict(self, score: Score) -> str:
        """``H1`` stronger, ``H0`` not, or nothing yet."""
        ratio = self.likelihood(score)
        if ratio >= math.log((1 - self.beta) / self.alpha):
            return "H1"
        return "H0" if ratio <= math.log(self.beta / (1 - self.alpha)) else ""


@dataclass
class Thinking:
    """How long a bot thought, in how many turns of its own, and how many of these took too long."""

    seconds: float = 0.0
    turns: int = 0
    overlong: int = 0

    @property
    def per_turn(self) -> float:
        """Seconds."""
        return self.seconds / max(1, self.turns)


def thinking_times(results: Iterable[MatchResult]) -> dict[str, Thinking]:
    """The thinking time of each bot."""
    found: dict[str, Thinking] = defaultdict(Thinking)
    for result in results:
        for seat, name in enumerate(result.pairing.bots):
            found[name].seconds += result.seconds[seat]
            found[name].turns += result.thoughts[seat]
            found[name].overlong += result.overlong[seat]
    return dict(found)


def summary(results: list[MatchResult]) -> dict[str, Any]:
    """Everything a contest showed, as plain data."""
    bots, schools = cross_table(results), cross_table(results, "schools")

    def plain(table: Cross) -> list[dict[str, Any]]:
        return [
            {
                "one": one,
                "other": other,
                "wins": s.wins,
                "draws": s.draws,
                "losses": s.losses,
                "share": s.share,
                "low": s.interval[0],
                "high": s.interval[1],
            }
            for (one, other), s in sorted(table.items())
        ]

    return {
        "games": len(results),
        "bots": plain(bots),
        "schools": plain(schools),
        "ratings": ratings(bots) if bots else {},
        "places": {
            n: {"mean": m, "half": h, "seats": k}
            for n, (m, h, k) in average_places(results).items()
        },
        "thinking": {name: asdict(thinking) for name, thinking in thinking_times(results).items()},
        "forfeits": [result.trouble for result in results if result.forfeit],
    }
