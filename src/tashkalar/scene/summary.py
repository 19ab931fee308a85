"""A finished game in short: what each seat summoned, and where it placed its first pieces."""

from __future__ import annotations

from msgspec import Struct

from tashkalar import Game
from tashkalar.arena import NAMES
from tashkalar.cards import CARDS
from tashkalar.event import Place, Summon


class SeatSummary(Struct, frozen=True, gc=False):
    """What a seat did."""

    points: int
    cards: tuple[str, ...]  # the beings it summoned, in their order
    opening: tuple[str, ...]  # the squares of its first turn with a placing, in reading order


class Summary(Struct, frozen=True, gc=False):
    """A game in short, by seat."""

    seats: tuple[SeatSummary, ...]


def summary(game: Game) -> Summary:
    """What is kept of a finished game, so that it need not be played again for figures.

    >>> game = Game.new("high-form", ("highland", "sylvan"), 1)
    >>> for choice in ("place e5", "finish", "place e6", "place d6", "finish"):
    ...     events = game.play(choice)
    >>> [seat.opening for seat in summary(game).seats]
    [('e5',), ('d6', 'e6')]
    """
    cards: list[list[str]] = [[] for _ in game.schools]
    openings: list[dict[int, set[int]]] = [{} for _ in game.schools]  # turn -> squares
    for played in game.history:
        if played.turn == 0:
            continue  # the starting pieces
        colour = played.before.colour_of[played.seat]
        for event in played.events:
            if isinstance(event, Summon):
                cards[played.seat].append(CARDS[event.card].id)
            elif isinstance(event, Place) and event.colour == colour:
                openings[played.seat].setdefault(played.turn, set()).add(event.square)
    now = game.position
    return Summary(
        tuple(
            SeatSummary(
                now.score(now.colour_of[seat]),
                tuple(cards[seat]),
                tuple(
                    NAMES[square] for square in sorted(openings[seat].get(min(openings[seat]), ()))
                )
                if openings[seat]
                else (),
            )
            for seat in range(len(game.schools))
        )
    )
