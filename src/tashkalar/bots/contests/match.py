"""One game between bots, and what is kept of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from tashkalar.bots.playing.bot import bot_named
from tashkalar.bots.playing.budget import Budget
from tashkalar.bots.playing.player import BotFailed, Player
from tashkalar.game import Game
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
        """What tells it from the other games of its contest."""
        return f"{self.form}-{self.seed}-{'-'.join(self.bots)}-{'-'.join(self.schools)}"


@dataclass(frozen=True)
class Forfeit:
    """A bot that failed, or chose what was not offered, has lost the game."""

    seat: int
    turn: int
    reason: str


@dataclass(frozen=True)
class MatchResult:
    """How a game of a contest came out: places by seat, points, thinking times, the record."""

    pairing: Pairing
    places: tuple[int, ...]
    points: tuple[int, ...]
    turns: int
    trigger: str
    seconds: tuple[float, ...]  # thinking time of each seat
    thoughts: tuple[int, ...]  # turns in which each seat was asked
    overlong: tuple[int, ...]  # those of them that took more than 1.1 times the budget
    record: str
    forfeit: Forfeit | None = None

    @property
    def trouble(self) -> str:
        """One line about a forfeited game; nothing about others."""
        if self.forfeit is None:
            return ""
        name = self.pairing.bots[self.forfeit.seat]
        where = f"game {self.pairing.id}, turn {self.forfeit.turn}"
        return f"{name} forfeits {where}: it {self.forfeit.reason}"

    def to_json(self) -> dict[str, Any]:
        """Plain values, as a line of a contest's games."""
        return {"id": self.pairing.id, **asdict(self)}

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> MatchResult:
        """Reads what ``to_json`` wrote."""

        def tupled(values: dict[str, Any]) -> dict[str, Any]:
            return {k: tuple(v) if isinstance(v, list) else v for k, v in values.items()}

        fields = tupled({k: v for k, v in data.items() if k != "id"})
        fields["pairing"] = Pairing(**tupled(fields["pairing"]))
        if fields.get("forfeit") is not None:
            fields["forfeit"] = Forfeit(**fields["forfeit"])
        return cls(**fields)


def play(pairing: Pairing) -> MatchResult:
    """Play a game through. Each seat's bot has a seed of its own, so a game can be repeated.

    >>> result = play(Pairing("duel", ("greedy", "random"), ("highland", "sylvan"), 4, "400n"))
    >>> result.places, result.trouble
    ((1, 2), '')
    """
    game = Game.new(pairing.form, pairing.schools, pairing.seed)
    budget = Budget.parse(pairing.budget)
    players: list[Player] = []
    forfeit = None
    try:
        for seat, name in enumerate(pairing.bots):
            try:
                players.append(Player(bot_named(name, pairing.seed * 8 + seat), budget))
            except Exception as error:
                raise BotFailed.raising(error) from error
        play_on(game, players, LIMIT)
    except BotFailed as failure:
        begun = len(players) == len(pairing.bots)
        seat = game.position.actor if begun else len(players)
        forfeit = Forfeit(seat, game.position.turn if begun else 0, str(failure))
    end = game.position
    idle = (0,) * (len(pairing.bots) - len(players))
    return MatchResult(
        pairing,
        _places(end, forfeit),
        tuple(end.score(colour) for colour in end.colour_of),
        end.turn,
        end.trigger,
        tuple(round(player.seconds, 3) for player in players) + idle,
        tuple(player.turns for player in players) + idle,
        tuple(player.overlong for player in players) + idle,
        game.record().text(),
        forfeit,
    )


def play_on(game: Game, players: Sequence[Player], limit: int = TURNS) -> Position:
    """Play a game on to its end, or to so many turns."""
    while not game.position.is_over and game.position.turn < limit:
        seat = game.position.actor
        game.play(players[seat].choose(game.view(seat)))
    return game.position


def standing(p: Position) -> tuple[int, ...]:
    """How the colours stand, the higher the better: by their places, before the end by points."""
    colours = range(len(set(p.colour_of)))
    if p.is_over:
        return tuple(-p.result[p.colour_of.index(colour)] for colour in colours)
    return tuple(p.score(colour) for colour in colours)


def _places(p: Position, forfeit: Forfeit | None) -> tuple[int, ...]:
    """The place of each seat.

    In a game that was broken off, by points; who forfeits is last, whatever the points.
    """
    points = list(standing(p))
    if forfeit is not None:
        points[p.colour_of[forfeit.seat]] = min(points) - 1
    elif p.is_over:
        return p.result
    return tuple(1 + sum(other > points[colour] for other in points) for colour in p.colour_of)
