"""Games for the benchmarks of the server: played by chance once, the same for every server."""

from __future__ import annotations

import random
from dataclasses import dataclass
from itertools import pairwise

from tashkalar import Game, choice_text
from tashkalar.choice import Kind
from tashkalar.game import forced

FORM, SCHOOLS = "high-form", ("highland", "sylvan")
# What the page sends together: a card, where it is summoned, in which way.
_FIRST, _LATER = (Kind.SUMMON,), (Kind.SQUARE, Kind.WAY)


@dataclass(frozen=True)
class Script:
    """A game: the seed, and for each decision of a player the seat and what it chose."""

    seed: int
    steps: tuple[tuple[int, str], ...]
    together: frozenset[int]  # steps that the page sends with the one before

    def messages(self, intentions: bool) -> list[tuple[int, list[str]]]:
        """The seat and the choices of each message, one by one or as the page sends them."""
        found: list[tuple[int, list[str]]] = []
        for n, (seat, text) in enumerate(self.steps):
            if intentions and n in self.together:
                found[-1][1].append(text)
            else:
                found.append((seat, [text]))
        return found


def script(seed: int) -> Script:
    """A game played by chance, to its end."""
    game, dice = Game.new(FORM, SCHOOLS, seed), random.Random(seed)
    steps, kinds = [], []
    while not game.position.is_over:
        only = forced(game.position)
        choice = only or dice.choice(game.position.choices())
        if only is None:
            kinds.append((choice.kind, len(game.history)))
            steps.append((game.position.actor, choice_text(choice)))
        game.play(choice)
    together = {
        n
        for n, ((before, at), (kind, now)) in enumerate(pairwise(kinds), 1)
        if now == at + 1 and kind in _LATER and (before in _FIRST or before in _LATER)
    }
    together = {n for n in together if _follows(n, together, kinds)}
    return Script(seed, tuple(steps), frozenset(together))


def _follows(n: int, together: set[int], kinds: list[tuple[Kind, int]]) -> bool:
    """Does a chain of answers lead back to the card that is summoned?"""
    while n in together:
        n -= 1
    return kinds[n][0] in _FIRST
