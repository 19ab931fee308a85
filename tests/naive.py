"""A second interpreter of the card language, simple on purpose, to hold the engine against.

It runs the cards as they are written, with generators: ``yield`` puts a question (the texts of
all choices offered) and receives the text chosen. Nothing of the engine's rules, programs,
patterns or masks is used.

Here are the patterns, and what it is to summon a being or to invoke a flare; the effects are in
``naive_effects.py``, the table and its square sets in ``naive_table.py``.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass, replace
from functools import cache

from tashkalar.cards import Being, Flare, card
from tashkalar.effects import effect as fx
from tashkalar.effects import squares as sq
from tests.naive_effects import Asking, Resolution
from tests.naive_table import ALL, STEPS, Piece, Scope, Table, at

Sign = tuple[int, int, str]


@dataclass(frozen=True)
class Way:
    """One way in which a pattern fits: as much of it as the effect can tell apart."""

    used: frozenset[str]
    marked: frozenset[str]
    indicated: frozenset[str]
    charged: int | None = None  # the enemy colour whose improvised summoning it uses up


@dataclass(frozen=True)
class Spoken:
    """What the effect of a being asks about its pattern."""

    used: bool
    marked: bool
    indicated: bool


def words(node: object) -> Iterator[object]:
    """Everything an effect is made of."""
    yield node
    if isinstance(node, tuple):
        for part in node:
            yield from words(part)
    elif is_dataclass(node):
        for f in fields(node):
            yield from words(getattr(node, f.name))


@cache
def spoken(name: str) -> Spoken:
    being = card(name)
    assert isinstance(being, Being)
    found = list(words(being.effects))
    arrows = any(isinstance(word, fx.Toward) for word in found)
    return Spoken(sq.USED in found, sq.MARKED in found, arrows or sq.LINES in found)


@cache
def orientations(name: str) -> list[list[Sign]]:
    """The drawn pattern, seen from the summoning square, in all rotations and reflections."""
    being = card(name)
    assert isinstance(being, Being)
    rows = [line.split() for line in being.drawing.strip().splitlines()]
    drawn = [(x, y, sign) for y, row in enumerate(rows) for x, sign in enumerate(row)]
    ((x0, y0),) = [(x, y) for x, y, sign in drawn if sign in "@CH"]
    signs = [(x - x0, y - y0, sign) for x, y, sign in drawn if sign not in "@."]
    found = []
    for across in (1, -1):
        for down in (1, -1):
            found.append([(across * x, down * y, sign) for x, y, sign in signs])
            found.append([(across * y, down * x, sign) for x, y, sign in signs])
    return found


@cache
def placings(name: str, square: str) -> list[tuple[dict[str, int], Way]]:
    """The orientations that lie on the arena with their squares, and what the effect sees."""
    asks = spoken(name)
    found = []
    for signs in orientations(name):
        needed = {at(square, x, y): 2 if s in "hH" else 1 for x, y, s in signs if s != "*"}
        stars = [(x, y) for x, y, sign in signs if sign == "*"]
        way = Way(
            frozenset(needed if asks.used else ()),
            frozenset({at(square, x, y) for x, y in stars} & ALL if asks.marked else ()),
            frozenset(d for d, step in STEPS.items() if asks.indicated and step in stars),
        )
        if needed.keys() <= ALL:
            found.append((needed, way))
    return found


def matchings(table: Table, being: Being, square: str) -> Iterator[tuple[Way, set[str]]]:
    """Each way in which the pattern fits on a square, with the squares of all its pieces."""
    board = table.board
    if square in board and board[square].rank > being.rank:
        return
    for needed, way in placings(being.id, square):
        if any(a not in board or board[a].rank < rank for a, rank in needed.items()):
            continue
        strangers = [board[a].colour for a in needed if board[a].colour != table.me]
        if len(strangers) <= table.granted[fx.Allowance.BORROWED]:
            yield way, set(needed)
        elif len(strangers) == table.granted[fx.Allowance.BORROWED] + 1:
            for colour in set(strangers) & table.improvisable:
                yield replace(way, charged=colour), set(needed)


def of_kind(table: Table, being: Being) -> set[str]:
    """Your pieces that could become the being: legendary ones, or two-sided ones."""
    return table.of(table.me, 3) if being.rank == 3 else table.of(table.me, 1, 2)


def ways(table: Table, being: Being, square: str) -> dict[Way, set[str]]:
    """The ways that differ for the effect; each with the pieces that a shortage lets you lift."""
    fitting = list(matchings(table, being, square))
    if not fitting:
        return {}
    mine = of_kind(table, being)
    # With none left, your own piece on the square becomes the being, or else one is lifted.
    short = table.supply(table.me, being.rank) <= 0 and square not in mine
    found: dict[Way, set[str]] = {}
    for way, used in fitting:
        if not short or mine - used:
            found.setdefault(way, set()).update(mine - used if short else ())
    return {way: lifts for way, lifts in found.items() if is_worth_it(way, found)}


def is_worth_it(way: Way, fitting: dict[Way, set[str]]) -> bool:
    """Nobody pays for an improvisation that changes nothing: neither the effect nor the lifting."""
    at_no_cost = fitting.get(replace(way, charged=None))
    return way.charged is None or at_no_cost is None or not fitting[way] <= at_no_cost


def summonable(table: Table, being: Being) -> set[str]:
    return {square for square in ALL if ways(table, being, square)}


def summon(table: Table, being: Being, square: str, way: Way) -> Asking:
    """From the chosen way of matching to the end of the effect."""
    resolution = Resolution(table)
    lifted = yield from resolution.ask(ways(table, being, square)[way], False)
    if lifted:
        del table.board[lifted]
    table.granted[fx.Allowance.ACTION] -= 1
    table.granted[fx.Allowance.BORROWED] = 0
    table.improvisable -= {way.charged}
    if square in table.board:
        table.destroy(square)
    resolution.used = [table.board[a] for a in way.used if a in table.board]
    resolution.being = table.board[square] = Piece(table.me, being.rank)
    resolution.arrival = {square}
    resolution.marked, resolution.indicated = set(way.marked), set(way.indicated)
    if being.deck == "legends" and table.points is not None:
        yield from score_legend(table)
    yield from resolution.all_of(being.effects, Scope())
    if being.deck != "legends":
        table.discards.append(being.id)
    return True


def score_legend(table: Table) -> Asking:
    """One point, in an enemy colour of your choice."""
    assert table.points is not None
    colour, *others = table.enemies
    if others:
        answer = yield frozenset(f"colour {'ABCD'[c]}" for c in table.enemies)
        colour = "ABCD".index(answer[-1])
    table.points[table.me, colour] += 1
    return True


def halves(table: Table, flare: Flare, rival: int) -> tuple[fx.Effect, ...] | None:
    """What a flare does against a rival: each half whose lead is met; None without any."""
    upper = len(table.of(rival, 2, 3)) - len(table.of(table.me, 2, 3)) >= flare.upper_needs
    lower = len(table.of(rival)) - len(table.of(table.me)) >= flare.lower_needs
    met = (flare.upper if upper else ()) + (flare.lower if lower else ())
    return met if upper or lower else None


def rivals(table: Table, flare: Flare) -> list[int]:
    return [c for c in table.enemies if halves(table, flare, c) is not None]


def invoke(table: Table, flare: Flare) -> Asking:
    """Both halves are judged before the first is resolved."""
    rival = rivals(table, flare)[0]
    if len(table.enemies) > 1:
        answer = yield frozenset(f"colour {'ABCD'[c]}" for c in rivals(table, flare))
        rival = "ABCD".index(answer[-1])
    if table.points is not None:
        table.points[rival, table.me] += 1
    effects = halves(table, flare, rival)
    assert effects is not None
    return (yield from Resolution(table).all_of(effects, Scope()))
