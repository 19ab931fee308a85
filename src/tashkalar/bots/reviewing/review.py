"""A review: every turn as it was played, beside the best ones that were found.

A turn is judged by what its player knew (``knowledge``), over worlds (``appraisal``).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from math import exp

from tashkalar import engine
from tashkalar.bots.playing.budget import Budget
from tashkalar.bots.playing.features import pending
from tashkalar.bots.playing.fixed import plain
from tashkalar.bots.playing.turns import worth
from tashkalar.bots.playing.weights import family, odds
from tashkalar.bots.reviewing.appraisal import Appraisal, forgone
from tashkalar.bots.reviewing.knowledge import PlayedTurn, Stretch, played_turns
from tashkalar.cards import CARDS
from tashkalar.choice import Asking, Choice, Kind
from tashkalar.game import Game
from tashkalar.notation.choices import choice_text
from tashkalar.view import sample, view

# Positions looked at for each stretch of a turn, with the compiled core and without it.
NODES, NODES_OF_REFERENCE = 100_000, 2000
SMALL, MISSED = 0.03, 0.1  # of the chance of winning


class Severity(StrEnum):
    """How much of the chance of winning a turn gave away."""

    NONE = "none"
    SMALL = "small"
    MISSED = "missed"


@dataclass(frozen=True)
class Better:
    """A turn that could have been played: its choices, and what it would have brought."""

    choices: tuple[str, ...]
    chance: float
    points: int
    missed: tuple[str, ...]  # cards it uses and the turn that was played did not


@dataclass(frozen=True)
class TurnReview:
    """One turn: what was played and what would have been better."""

    turn: int
    seat: int
    played: tuple[str, ...]
    chance: float  # of winning after it, as far as the evaluation can tell
    points: int  # that the turn brought at its end
    best_chance: float
    better: tuple[Better, ...]  # the best first; none where nothing better was found

    @property
    def loss(self) -> float:
        """Of the chance of winning."""
        return self.best_chance - self.chance

    @property
    def severity(self) -> Severity:
        """None, small, or a missed opportunity."""
        return severity(self.loss)


def severity(loss: float) -> Severity:
    """What a loss of the chance of winning is called.

    >>> severity(0.02), severity(0.05), severity(0.3)
    (<Severity.NONE: 'none'>, <Severity.SMALL: 'small'>, <Severity.MISSED: 'missed'>)
    """
    return Severity.MISSED if loss >= MISSED else Severity.SMALL if loss >= SMALL else Severity.NONE


def usual_depth() -> Budget:
    """What a review of a turn may take if nobody wants anything else."""
    return Budget(nodes=NODES if engine.core() else NODES_OF_REFERENCE)


def review(game: Game, budget: Budget | None = None) -> Iterator[TurnReview]:
    """Every turn of a game that was played to its end; the budget is for each stretch of a turn."""
    for turn in played_turns(game):
        yield review_turn(turn, budget or usual_depth())


def review_turn(turn: PlayedTurn, budget: Budget) -> TurnReview:
    """A turn as it was played, beside the best ones that were found."""
    start, end = turn.start, turn.ending.before
    colour, form = start.colour_of[turn.seat], start.form
    lost = forgone(end, turn.ending.choice)
    stood = worth(sample(view(end, end.actor), start.turn), colour) - lost
    stretches = turn.stretches()
    found = [
        StretchReview(
            stretch, Appraisal(stretch.start, budget), lost if stretch is stretches[-1] else 0
        )
        for stretch in stretches
    ]
    best = stood + sum(reviewed.regret for reviewed in found)
    worst = max(found, key=lambda reviewed: reviewed.regret, default=None)
    return TurnReview(
        turn=start.turn,
        seat=turn.seat,
        played=tuple(choice_text(c) for c in turn.choices),
        chance=chance(stood, form),
        points=_points(turn, colour),
        best_chance=chance(best, form),
        better=() if worst is None else tuple(worst.better(turn, best)),
    )


class StretchReview:
    """A stretch as it was played, and the lines that would have been better."""

    def __init__(self, stretch: Stretch, appraisal: Appraisal, lost: int) -> None:
        self.stretch = stretch
        played = appraisal.line(stretch.choices)  # and ended as well as possible
        self.played = played.value - lost
        found = [line for line in (*appraisal.best(), played) if line.value > self.played]
        self.lines = sorted(found, key=lambda line: -line.value)

    @property
    def regret(self) -> int:
        """How much more the best line was worth than the one played."""
        return self.lines[0].value - self.played if self.lines else 0

    def better(self, turn: PlayedTurn, best: int) -> Iterator[Better]:
        """The better lines as whole turns; the first of them is worth the best value."""
        start = self.stretch.start
        colour = start.colour_of[turn.seat]
        points = start.score(colour) - turn.start.score(colour)
        for line in self.lines:
            choices = self.stretch.before + line.choices
            yield Better(
                choices=tuple(choice_text(c) for c in choices),
                chance=chance(best + line.value - self.lines[0].value, start.form),
                points=points + line.points,
                missed=tuple(sorted(_cards(choices) - _cards(turn.choices))),
            )


def chance(value: int, form: str) -> float:
    """A value at the end of one's turn as a chance of winning."""
    by, plus = odds(family(form))
    return 1 / (1 + exp(-max(-30.0, min(30.0, by * plain(value) + plus))))


def _points(turn: PlayedTurn, colour: int) -> int:
    """What a turn brought; where a colour is asked for after its end, what it will bring."""
    end = turn.ending.before
    after = end.after(turn.ending.choice)
    scored = after.score(colour) - turn.start.score(colour)
    return scored + (pending(end, colour) if after.asking == Asking.COLOUR else 0)


def _cards(choices: tuple[Choice, ...]) -> set[str]:
    """The cards that are summoned, invoked or claimed in a row of choices."""
    kinds = (Kind.SUMMON, Kind.FLARE, Kind.CLAIM)
    return {CARDS[c.value].id for c in choices if c.kind in kinds}
