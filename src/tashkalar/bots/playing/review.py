"""Reviewing a game: what was played, what the planner saw, and what was missed.

Every turn is judged as its player saw it; hidden cards play no part.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import exp

from tashkalar.bots.playing import compiled
from tashkalar.bots.playing.budget import Budget
from tashkalar.bots.playing.evaluation import LEARNED
from tashkalar.bots.playing.features import pending
from tashkalar.bots.playing.fixed import plain
from tashkalar.bots.playing.turns import TurnSearch, Variation, ending, worth
from tashkalar.bots.playing.weights import family, odds
from tashkalar.cards import CARDS
from tashkalar.choice import Asking, Choice, Kind
from tashkalar.game import Game, Played
from tashkalar.notation.choices import choice_text
from tashkalar.rules.play import Position
from tashkalar.view import sample, view

BEAM, INSIDE = 16, 16


@dataclass(frozen=True)
class TurnReview:
    """One turn: what was played and what would have been better."""

    turn: int
    seat: int
    played: tuple[str, ...]
    worth: float  # for the player, when the turn was about to end
    chance: float  # of winning, as far as the evaluation can tell
    best: tuple[str, ...]
    best_worth: float
    best_chance: float
    points: int  # points the turn brought at its end
    best_points: int
    missed: tuple[str, ...]  # cards the best turn uses and this one did not

    @property
    def loss(self) -> float:
        """Of the chance of winning."""
        return self.best_chance - self.chance


def turns(game: Game) -> Iterator[list[Played]]:
    """The choices of each turn, one turn after the other."""
    now: list[Played] = []
    for played in game.history:
        if played.turn == 0:
            continue
        if now and now[0].turn != played.turn:
            yield now
            now = []
        now.append(played)
    if now:
        yield now


def review_turn(made: list[Played], budget: Budget) -> TurnReview:
    """A turn as it was played, beside the best one that was found."""
    start, end = made[0].before, made[-1].before
    seat, colour = start.seat, start.colour_of[start.seat]
    seen = sample(view(start, seat), start.turn)
    best = best_line(seen, budget)
    # Judged at the same moment: when nothing but ending the turn is left.
    last = sample(view(end, seat), start.turn) if seat == end.actor else end
    played = worth(last, colour)
    better = best.position if best.value > played else last
    path = best.path if best.value > played else tuple(p.choice for p in made[:-1])
    closing = (ending(better),) if better.asking == Asking.END else ()
    return TurnReview(
        turn=start.turn,
        seat=seat,
        played=tuple(choice_text(p.choice) for p in made),
        worth=plain(played),
        chance=chance(played, start.form),
        best=tuple(choice_text(c) for c in (*path, *closing)),
        best_worth=plain(max(best.value, played)),
        best_chance=chance(max(best.value, played), start.form),
        points=_points(start, end, colour),
        best_points=_points(start, better, colour),
        missed=tuple(sorted(_cards(path + closing) - _cards(tuple(p.choice for p in made)))),
    )


def best_line(position: Position, budget: Budget) -> Variation:
    """The best turn the planner sees from a position."""
    found = compiled.search(position, LEARNED, {"beam": BEAM, "inside": INSIDE}, budget)
    if found is None:
        return TurnSearch(position, budget, BEAM, INSIDE).run()[0]
    value, path = found
    for choice in path:
        position = position.after(choice)
    return Variation(value, position, path)


def chance(value: int, form: str) -> float:
    """A value at the end of one's turn as a chance of winning."""
    by, plus = odds(family(form))
    return 1 / (1 + exp(-max(-30.0, min(30.0, by * plain(value) + plus))))


def _points(start: Position, end: Position, colour: int) -> int:
    return end.score(colour) + pending(end, colour) - start.score(colour)


def _cards(choices: tuple[Choice, ...]) -> set[str]:
    """The cards that are summoned, invoked or claimed in a row of choices."""
    kinds = (Kind.SUMMON, Kind.FLARE, Kind.CLAIM)
    return {CARDS[c.value].id for c in choices if c.kind in kinds}


def review(game: Game, budget: Budget) -> Iterator[TurnReview]:
    """Every complete turn of a game; the budget is for each turn."""
    for made in turns(game):
        yield review_turn(made, budget.fresh())


def hint(game: Game, budget: Budget) -> tuple[str, ...]:
    """The turn the planner would play on from here, as the player to decide sees it.

    >>> game = Game.new("high-form", ("highland", "sylvan"), 2)
    >>> for choice in hint(game, Budget(nodes=300)):
    ...     _ = game.play(choice)
    >>> game.position.turn
    2
    """
    position = game.position
    seen = sample(view(position, position.actor), position.turn)
    line = best_line(seen, budget)
    closing = (ending(line.position),) if line.position.asking == Asking.END else ()
    return tuple(choice_text(c) for c in (*line.path, *closing))
