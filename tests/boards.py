"""Random boards on which a given card can be played, for cards that games seldom reach."""

from __future__ import annotations

import random

from tashkalar import Kind, Position, arena
from tashkalar.cards import SCHOOLS, SHARED, Being, Flare, deck
from tashkalar.choice import choice
from tashkalar.rules.forms import FORMS
from tests.naive import placings
from tests.naive_table import ALL, GREEN, RED, distance

Board = dict[str, tuple[int, int]]  # colour and rank


def with_pattern(rng: random.Random, being: Being, me: int, colours: int) -> Board:
    """The pieces of a pattern, somewhere, some of them of a higher rank than it needs."""
    squares: list[str] = []
    while not squares:
        # Many effects look at coloured squares: go there more often than chance would.
        wanted = rng.choice((ALL, ALL, RED, GREEN))
        squares = [square for square in sorted(wanted) if placings(being.id, square)]
    square = rng.choice(squares)
    needed, _ = rng.choice(placings(being.id, square))
    board = {spot: (me, rng.choice((rank, rank, rank, 2, 3))) for spot, rank in needed.items()}
    if rng.random() < 0.2:
        # Hemmed in by high ranks, the being has few moves or none.
        for spot in sorted(ALL):
            if distance(square, spot) == 1:
                owner = me if spot in needed else rng.randrange(colours)
                board[spot] = owner, rng.choice((2, 2, 3))
    return board


def scattered(rng: random.Random, weights: list[int]) -> Board:
    """Pieces all over the arena, few or many, of colours by weight; on some many legends."""
    density = rng.choice((0.1, 0.3, 0.5, 0.8))
    ranks = rng.choice(((6, 3, 1), (3, 3, 1), (1, 1, 2)))
    return {
        square: (rng.choices(range(len(weights)), weights)[0], rng.choices((1, 2, 3), ranks)[0])
        for square in sorted(ALL)
        if rng.random() < density
    }


def laid_out(rng: random.Random, form: str, card: Being | Flare) -> Position:
    """A random position in which a card can be summoned or invoked."""
    colours, seats = FORMS[form].colours, FORMS[form].seats
    while True:
        seat = rng.randrange(seats)
        me = FORMS[form].colour_of[seat]
        weights = [2] * colours
        # Flares are for those who are behind.
        weights[me] = rng.choice((1, 3) if isinstance(card, Being) else (0, 1, 1, 1))
        board = scattered(rng, weights)
        if isinstance(card, Being):
            board |= with_pattern(rng, card, me, colours)
        position = arranged(rng, form, seat, board, card)
        kind = Kind.SUMMON if isinstance(card, Being) else Kind.FLARE
        if position.is_legal(choice(kind, card.number)):
            return position


def arranged(
    rng: random.Random, form: str, seat: int, board: Board, card: Being | Flare
) -> Position:
    """The board as a position between two actions, often with little left in the supply."""
    seats, schools = FORMS[form].seats, tuple(SCHOOLS)

    def of_colour(colour: int) -> int:
        return arena.mask(square for square, piece in board.items() if piece[0] == colour)

    def of_rank(rank: int) -> int:
        return arena.mask(square for square, piece in board.items() if piece[1] == rank)

    def stock(*ranks: int) -> tuple[int, ...]:
        counts = [sum(p == (c, r) for p in board.values() for r in ranks) for c in range(4)]
        return tuple(n + rng.choice((0, 0, 1, 2, 6)) for n in counts)

    def hand(kind: str) -> tuple[tuple[int, ...], ...]:
        held = card.deck if card.deck in SHARED else "beings"
        return tuple((card.number,) if s == seat and held == kind else () for s in range(seats))

    cards = list(deck(SCHOOLS[schools[seat]]))
    rng.shuffle(cards)
    discards = tuple(c for c in cards[: rng.choice((0, 1, 4))] if c != card.number)
    return Position.arranged(
        form=form,
        schools=schools[:seats],
        colour_of=FORMS[form].colour_of,
        stock=stock(1, 2),
        legend_stock=stock(3),
        pieces=tuple(of_colour(colour) for colour in range(4)),
        common=of_rank(1),
        heroic=of_rank(2),
        legendary=of_rank(3),
        beings=hand("beings"),
        legends=hand("legends"),
        flares=hand("flares"),
        decks=tuple(tuple(cards[6:9]) for _ in range(seats)),
        discards=tuple(discards if s == seat else () for s in range(seats)),
        known=((),) * (seats + 1),
        improvised=tuple(rng.choice((0, rng.randrange(16))) for _ in range(4)),
        turn=5,
        seat=seat,
        actor=seat,
        actions=rng.choice((1, 2, 3)),
        borrowed=rng.choice((0, 0, 0, 1)),
    )
