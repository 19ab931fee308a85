"""The best turns from any position, looked for deeper and deeper."""

from __future__ import annotations

from dataclasses import dataclass

from tashkalar import engine
from tashkalar.bots.playing.budget import Budget
from tashkalar.bots.reviewing.appraisal import Appraisal
from tashkalar.bots.reviewing.review import chance
from tashkalar.notation.choices import choice_text
from tashkalar.rules.play import Position
from tashkalar.view import view, view_together

# Positions looked at in each round, with the compiled core and without it.
ROUNDS, ROUNDS_OF_REFERENCE = (2000, 20_000, 100_000, 500_000), (200, 1000, 4000)


@dataclass(frozen=True)
class BestTurn:
    """A turn that can be played: its choices, the chance of winning after it, and its points."""

    choices: tuple[str, ...]
    chance: float
    points: int


def rounds() -> tuple[int, ...]:
    """How many positions each round looks at here."""
    return ROUNDS if engine.core() else ROUNDS_OF_REFERENCE


def best_turns(position: Position, nodes: int, open_hands: bool = True) -> tuple[BestTurn, ...]:
    """The best turns that are found, the best first; none once the game is over.

    With open hands all cards in hands are known, and only the decks are dealt anew; else what the
    player to decide knows.

    >>> start = Position.new("high-form", ("highland", "sylvan"), 1)
    >>> len(best_turns(start, 200)) > 1
    True
    """
    if position.is_over:
        return ()
    seats = range(len(position.colour_of))
    seen = view_together(position, seats) if open_hands else view(position, position.actor)
    found = Appraisal(position, Budget(nodes=nodes), seen).best()
    return tuple(
        BestTurn(
            tuple(choice_text(choice) for choice in line.choices),
            chance(line.value, position.form),
            line.points,
        )
        for line in found
    )
