"""What a player knew when a choice was made.

A drawn card, or an answer of somebody else, changes what can be known in the middle of a turn.
A turn is therefore reviewed in stretches, each from what was known at its start: nobody is blamed
for not having foreseen a card.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from tashkalar.choice import Asking, Choice, Kind
from tashkalar.game import Game, Played
from tashkalar.rules.play import Position
from tashkalar.view import sample, view

# Worlds to compare with: a card that is dealt alike in all of them by chance is rare.
COMPARED = 4
_ENDINGS = (Kind.FINISH, Kind.CLAIM)


@dataclass(frozen=True)
class Stretch:
    """Choices of one seat between which nothing unforeseeable happened."""

    before: tuple[Choice, ...]  # of the same turn
    start: Position
    choices: tuple[Choice, ...]


@dataclass(frozen=True)
class PlayedTurn:
    """A complete turn: its choices up to the question of ending it, and the answer to that."""

    made: tuple[Played, ...]
    ending: Played

    @property
    def start(self) -> Position:
        """The position before its first choice."""
        return (*self.made, self.ending)[0].before

    @property
    def seat(self) -> int:
        """Whose turn it was."""
        return self.start.seat

    @property
    def choices(self) -> tuple[Choice, ...]:
        """All choices, whoever made them."""
        return tuple(played.choice for played in (*self.made, self.ending))

    def stretches(self) -> list[Stretch]:
        """The choices of whoever had the turn and of a partner, cut where something became known.

        The question of ending the turn belongs to the last one: a flare may still be invoked.
        """
        cuts = [0]
        for i, (now, after) in enumerate(pairwise((*self.made, self.ending)), 1):
            if now.seat != after.seat or surprises(now, after.before):
                cuts.append(i)
        parts = [(*self.made, self.ending)[i:j] for i, j in pairwise((*cuts, len(self.choices)))]
        found = []
        colours = self.start.colour_of
        for cut, part in zip(cuts, parts, strict=True):
            if colours[part[0].seat] == colours[self.seat]:
                own = tuple(played.choice for played in part if played is not self.ending)
                found.append(Stretch(self.choices[:cut], part[0].before, own))
        return found


def surprises(played: Played, after: Position) -> bool:
    """Did a choice show its player something that could not be known before?"""
    seat = played.seat
    seen, shown = view(played.before, seat), view(after, seat).to_bytes()
    for word in worlds(played.before.turn):
        expected = sample(seen, word).after(played.choice)
        if view(expected, seat).to_bytes() != shown:
            return True
    return False


def worlds(turn: int, count: int = COMPARED) -> Iterator[int]:
    """The numbers that deal hidden cards anew, the same ones whenever a turn is looked at."""
    return iter(range(turn << 16, (turn << 16) + count))


def played_turns(game: Game) -> Iterator[PlayedTurn]:
    """The turns of a game that were played to their ends."""
    made: list[Played] = []
    for played in game.history:
        if played.turn == 0:
            continue
        if made and made[0].turn != played.turn:
            made = []  # the last question of a melee, or a turn that was cut short
        if _ends(played):
            yield PlayedTurn(tuple(made), played)
        made.append(played)


def _ends(played: Played) -> bool:
    return played.before.asking == Asking.END and played.choice.kind in _ENDINGS
