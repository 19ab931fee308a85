"""The engine and the naive interpreter side by side: they must ask and change the same."""

from __future__ import annotations

import random
from collections import Counter

from tashkalar import Asking as Question
from tashkalar import Choice, Kind, Position, arena, choice_text, parse_choice, position_text
from tashkalar.cards import BEINGS, CARDS, Being, Flare
from tashkalar.effects.effect import Allowance, Effect
from tashkalar.rules import summoning
from tashkalar.rules.forms import FORMS
from tests.naive import Way, invoke, rivals, spoken, summon, summonable, ways
from tests.naive_effects import Asking
from tests.naive_table import ALL, STEPS, Piece, Table


class Difference(AssertionError):
    """The two do not agree; the message holds the position and the choices that lead there."""


def names(mask: int) -> frozenset[str]:
    return frozenset(name for i, name in enumerate(arena.NAMES) if mask >> i & 1)


def table_of(p: Position) -> Table:
    """What the naive interpreter has to know of a position."""
    form, me = FORMS[p.form], p.colour_of[p.seat]
    board = {
        square: Piece(colour, rank)
        for colour, squares in enumerate(p.pieces)
        for rank, ranks in enumerate((p.common, p.heroic, p.legendary), 1)
        for square in names(squares & ranks)
    }
    points = Counter({divmod(i, 4): n for i, n in enumerate(p.scores) if n})
    if not form.melee:  # there is but one colour to score in
        points = Counter({(own, 1 - own): n for (own, _), n in points.items()})
    enemies = {c for c in p.colour_of if c != me}
    open_ones = {c for c in enemies if not p.improvised[p.seat] >> c & 1}
    return Table(
        board,
        me,
        tuple(sorted(enemies | {me})),
        p.stock,
        p.legend_stock,
        granted=Counter(
            {
                Allowance.ACTION: p.actions,
                Allowance.BORROWED: p.borrowed,
                Allowance.TURN: p.extra_turns,
                Allowance.BEING: p.extra_beings,
                Allowance.LEGEND: p.extra_legends,
            }
        ),
        deck=[CARDS[card].id for card in p.decks[p.seat]],
        discards=[CARDS[card].id for card in p.discards[p.seat]],
        points=None if form.tasks else points,
        destroyed=Counter({(i // 3, i % 3 + 1): n for i, n in enumerate(p.destroyed) if n}),
        improvisable=open_ones if form.melee else set(),
    )


def shown(table: Table) -> dict[str, object]:
    """A table as plain values, to compare."""
    board = {square: (piece.colour, piece.rank) for square, piece in table.board.items()}
    return {
        "board": dict(sorted(board.items())),
        "destroyed": +table.destroyed,
        "points": table.points and +table.points,
        "granted": +table.granted,
        "improvisable": table.improvisable,
        "deck": table.deck,
        "discards": table.discards,
    }


def texts(p: Position) -> set[str]:
    return {choice_text(choice) for choice in p.choices()} - {"pass control"}


class Lockstep:
    """One position of the engine that is played on while the naive interpreter follows."""

    def __init__(self, position: Position, rng: random.Random) -> None:
        self.start = self.position = position
        self.rng = rng
        self.path: list[str] = []
        self.questions = 0
        self.performed: set[Effect] = set()

    def expect(self, what: str, engine: object, naive: object) -> None:
        if engine != naive:
            raise Difference(
                f"{what}:\nthe engine says {engine}\nthe naive one   {naive}\n"
                f"after {self.path} in\n{position_text(self.start)}"
            )

    def choose(self, choice: Choice | str) -> None:
        choice = parse_choice(choice) if isinstance(choice, str) else choice
        self.path.append(choice_text(choice))
        self.position = self.position.after(choice)

    def pick(self, offered: set[str] | frozenset[str]) -> str:
        """A random answer that seldom declines."""
        going_on = sorted(offered - {"pass"})
        if "pass" in offered and (not going_on or self.rng.random() < 0.15):
            return "pass"
        return self.rng.choice(going_on)

    def check_actions(self) -> None:
        """The place, summon and flare choices between two actions."""
        p, table = self.position, table_of(self.position)
        hand = p.beings[p.seat] + p.legends[p.seat]
        expected = set()
        if p.asking == Question.ACTION:
            short = table.supply(table.me, 1) <= 0
            squares = table.of(table.me, 1, 2) if short else ALL - set(table.board)
            expected = {f"{'lift' if short else 'place'} {square}" for square in squares}
            expected |= {f"summon {CARDS[c].id}" for c in hand if summonable(table, BEINGS[c])}
        for number in p.flares[p.seat]:
            flare = CARDS[number]
            assert isinstance(flare, Flare)
            if rivals(table, flare):
                expected.add(f"invoke {flare.id}")
        others = ("discard", "claim", "finish")
        self.expect("actions", {t for t in texts(p) if not t.startswith(others)}, expected)

    def play(self, choice: Choice) -> None:
        """Make a choice between two actions; what a card then does is followed to its end."""
        table = table_of(self.position)
        card = CARDS[choice.value] if choice.kind in (Kind.SUMMON, Kind.FLARE) else None
        self.choose(choice)
        if isinstance(card, Being):
            square, way = self.settle(table, card)
            self.follow(table, summon(table, card, square, way))
        elif isinstance(card, Flare):
            self.follow(table, invoke(table, card))
        self.performed |= table.performed

    def settle(self, table: Table, being: Being) -> tuple[str, Way]:
        """The square of a summoning, and where it matters the way of matching."""
        p = self.position
        self.expect("squares", texts(p), summonable(table, being))
        square = self.pick(texts(p))
        self.choose(square)
        expected = ways(table, being, square)
        offered = self.engine_ways(p, being, square)
        self.expect("ways", Counter(offered), Counter(expected.keys()))
        if len(offered) == 1:
            return square, offered[0]
        numbers = {f"way {n}" for n in range(1, len(offered) + 1)}
        self.expect("numbers of the ways", texts(self.position), numbers)
        self.choose(self.pick(numbers))
        return square, offered[int(self.path[-1].split()[1]) - 1]

    def engine_ways(self, p: Position, being: Being, square: str) -> list[Way]:
        """The ways in the engine's order, which is the order of their numbers."""
        asks = spoken(being.id)
        found = summoning.different_ways(p, being, 1 << arena.square(square))
        return [
            Way(
                names(way.used) if asks.used else frozenset(),
                names(way.marked),
                frozenset(d for i, d in enumerate(STEPS) if way.indicated >> i & 1),
                None if way.charged == summoning.NOBODY else way.charged,
            )
            for way in found
        ]

    def follow(self, table: Table, asking: Asking) -> None:
        """Question by question until the card is done."""
        answer: str | None = None
        while True:
            try:
                offered = asking.send(answer) if answer else next(asking)
            except StopIteration:
                break
            self.questions += 1
            self.expect("offered", texts(self.position), set(offered))
            self.expect("table", shown(table_of(self.position)), shown(table))
            answer = self.pick(offered)
            self.choose(answer)
        done = self.position.asking in (Question.ACTION, Question.END)
        self.expect("is the card done", done, True)
        self.expect("table", shown(table_of(self.position)), shown(table))
