"""The best turns the planner sees from a position, and a hint from it for a player."""

from __future__ import annotations

from tashkalar.bots.playing import compiled
from tashkalar.bots.playing.budget import Budget
from tashkalar.bots.playing.evaluation import LEARNED
from tashkalar.bots.playing.strategist import different
from tashkalar.bots.playing.turns import TurnSearch, Variation, ending
from tashkalar.choice import Asking
from tashkalar.game import Game
from tashkalar.notation.choices import choice_text
from tashkalar.rules.play import Position
from tashkalar.view import sample, view

BEAM, INSIDE = 16, 16


def best_lines(position: Position, budget: Budget, most: int) -> list[Variation]:
    """The best turns, the best first, on different boards and not all of one idea."""
    found = compiled.lines(position, LEARNED, {"beam": BEAM, "inside": INSIDE}, budget, most)
    if found is not None:
        return [Variation(value, _after(position, path), path) for value, path in found]
    search = TurnSearch(position, budget, BEAM, INSIDE)
    return search.judged(different(search.found_all(), 3 * most))[:most]


def best_line(position: Position, budget: Budget) -> Variation:
    """The best turn the planner sees from a position."""
    found = compiled.search(position, LEARNED, {"beam": BEAM, "inside": INSIDE}, budget)
    if found is None:
        return TurnSearch(position, budget, BEAM, INSIDE).run()[0]
    value, path = found
    return Variation(value, _after(position, path), path)


def _after(position: Position, path: compiled.Path) -> Position:
    for choice in path:
        position = position.after(choice)
    return position


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
