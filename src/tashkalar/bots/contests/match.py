"""One game between bots, and what is kept of it."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from tashkalar.bots.playing.bot import Bot, bot_named
from tashkalar.bots.playing.budget import Budget
from tashkalar.game import Game
from tashkalar.rules.forms import FORMS
from tashkalar.rules.play import Position

# Nothing in the rules ends a game in which nobody summons. One that is longer than this, many
# times longer than usual, is broken off and counted as it stands.
LIMIT = 500
TURNS = 100  # the same where many quick games are played to learn from


@dataclass(frozen=True)
class Pairing:
    """A game to be played: who sits where, with which school, from which seed."""

    form: str
    bots: tuple[str, ...]
    schools: tuple[str, ...]
    seed: int
    budget: str

    @property
    def id(self) -> str:
        return f"{self.form}-{self.seed}-{'-'.join(self.bots)}-{'-'.join(self.schools)}"


@dataclass(frozen=True)
class Result:
    """How it came out: places by seat, points, thinking times, the record."""

    pairing: Pairing
    places: tuple[int, ...]
    points: tuple[int, ...]
    turns: int
    trigger: str
    seconds: tuple[float, ...]  # thinking time of each seat
    thoughts: tuple[int, ...]  # turns each seat thought about
    overlong: tuple[int, ...]  # answers that took more than 1.1 times the budget
    record: str

    def to_json(self) -> dict[str, Any]:
        return {"id": self.pairing.id, **asdict(self)}

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Result:
        def tupled(values: dict[str, Any]) -> dict[str, Any]:
            return {k: tuple(v) if isinstance(v, list) else v for k, v in values.items()}

        fields = tupled({k: v for k, v in data.items() if k not in ("id", "pairing")})
        return cls(pairing=Pairing(**tupled(data["pairing"])), **fields)


def play(pairing: Pairing) -> Result:
    """Play a game through. Each seat's bot has a seed of its own, so a game can be repeated."""
    budget = Budget.parse(pairing.budget)
    bots: list[Bot] = [
        bot_named(name, pairing.seed * 8 + seat) for seat, name in enumerate(pairing.bots)
    ]
    game = Game.new(pairing.form, pairing.schools, pairing.seed)
    seats = FORMS[pairing.form].seats
    seconds, thoughts, overlong = [0.0] * seats, [0] * seats, [0] * seats
    while not game.position.is_over and game.position.turn < LIMIT:
        seat = game.position.actor
        seen = game.view(seat)
        start = time.perf_counter()
        choice = bots[seat].choose(seen, seen.choices(), budget.fresh())
        took = time.perf_counter() - start
        seconds[seat] += took
        thoughts[seat] += 1
        if budget.seconds is not None and took > 1.1 * budget.seconds:
            overlong[seat] += 1
        game.play(choice)
    end = game.position
    return Result(
        pairing,
        _places(end),
        tuple(end.score(colour) for colour in end.colour_of),
        end.turn,
        end.trigger,
        tuple(round(s, 3) for s in seconds),
        tuple(thoughts),
        tuple(overlong),
        game.record().text(),
    )


def play_quickly(game: Game, bots: Sequence[Bot], budget: str) -> Position:
    """A game to learn from, played on to its end."""
    whole = Budget.parse(budget)
    while not game.position.is_over and game.position.turn < TURNS:
        seat = game.position.actor
        seen = game.view(seat)
        game.play(bots[seat].choose(seen, seen.choices(), whole.fresh()))
    return game.position


def standing(p: Position) -> tuple[int, ...]:
    """How the colours stand, the higher the better: by their places, before the end by points."""
    colours = range(len(set(p.colour_of)))
    if p.is_over:
        return tuple(-p.result[p.colour_of.index(colour)] for colour in colours)
    return tuple(p.score(colour) for colour in colours)


def _places(p: Position) -> tuple[int, ...]:
    """The place of each seat; in a game that was broken off, by points."""
    if p.is_over:
        return p.result
    points = standing(p)
    return tuple(1 + sum(other > points[colour] for other in points) for colour in p.colour_of)
