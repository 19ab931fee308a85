"""What an effect may offer: the sets of squares its words name, narrowed to what can follow.

An option is offered only if something can follow from it. The sets defined here are made by
these functions alone; no card writes them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import reduce
from typing import NamedTuple

from tashkalar.choice import Asking
from tashkalar.effects import effect as fx
from tashkalar.effects import squares as sq
from tashkalar.effects.squares import Squares

DOWNGRADABLE = sq.Named("DOWNGRADABLE")


@dataclass(frozen=True)
class Convertible(Squares):
    """Enemy pieces that your supply can replace; rank 0 for their own rank."""

    rank: int


@dataclass(frozen=True)
class Placeable(Squares):
    """Squares where a piece of a rank can be placed now."""

    rank: int
    theirs: bool


@dataclass(frozen=True)
class Movers(Squares):
    """Those of a set that can make a move."""

    who: Squares
    move: fx.Move


@dataclass(frozen=True)
class Reach(Squares):
    """Where the piece of a register can go with a move."""

    piece: int
    move: fx.Move


@dataclass(frozen=True)
class Pool(Squares):
    """What is left in a register of a set that was fixed at the start."""

    register: int
    of: Squares


@dataclass(frozen=True)
class Touching(Squares):
    """Those of a set that touch the set of a register, unless that is empty."""

    of: Squares
    group: int


@dataclass(frozen=True)
class Provided(Squares):
    """A set, or nothing if another one is empty."""

    of: Squares
    condition: Squares


@dataclass(frozen=True)
class Payable(Squares):
    """What the moves that are left of a budget allow: each set by one of the moves, as bits."""

    budget: int
    parts: tuple[tuple[Squares, int], ...]


class Narrowed(NamedTuple):
    """Candidates for IT with which a body can begin, and what it is going to do with them."""

    squares: Squares
    asking: Asking
    leap: bool = False
    rank: int = 0  # of the piece that is going to be placed


def narrowed(body: tuple[fx.Effect, ...], candidates: Squares) -> Narrowed:
    """Those candidates for IT that the first effect of a body can be done with.

    >>> from tashkalar.effects.verbs import destroy
    >>> narrowed((destroy(sq.IT),), sq.RED).squares
    Both(left=RED, right=OCCUPIED)
    """
    match body[0] if body else None:
        case fx.Change(verb, sq.IT, rank):
            able = {"destroy": sq.OCCUPIED, "upgrade": sq.UPGRADABLE, "downgrade": DOWNGRADABLE}
            return Narrowed(candidates & able.get(verb, Convertible(rank)), Asking[verb.upper()])
        case fx.Place(rank, sq.IT, theirs):
            return Narrowed(candidates & Placeable(rank, theirs), Asking.PLACE, rank=rank)
        case fx.Move(sq.IT) as move:
            return Narrowed(Movers(candidates, move), Asking.MOVER, move.leap)
        case fx.Budget(alternatives) if all(m.who == sq.IT for row in alternatives for m in row):
            movers = [Movers(candidates, move) for move in strongest(alternatives)]
            return Narrowed(either(movers), Asking.MOVER)
        case fx.Match(cases):
            parts = []
            for i, (fits, case_body) in enumerate(cases):
                # The first case that fits counts, so the later ones are for the rest.
                here = candidates & fits
                for earlier, _ in cases[:i]:
                    here &= ~earlier
                parts.append(narrowed(case_body, here).squares)
            return Narrowed(either(parts), Asking.SQUARE)
    return Narrowed(candidates, Asking.SQUARE)


def possible(effect: fx.Effect) -> Squares:
    """A set that is empty exactly when a compulsory effect cannot be begun."""
    match effect:
        case fx.One(of, body):
            return narrowed(body, of).squares
        case fx.Place(rank, on, theirs):
            return on & Placeable(rank, theirs)
        case fx.Move(who):
            return Movers(who, effect)
        case fx.Budget(alternatives):
            return either([Movers(move.who, move) for move in strongest(alternatives)])
    return sq.ANYWHERE


def either(parts: Sequence[Squares]) -> Squares:
    """All of these sets together."""
    return reduce(sq.Either, parts)


_KINDS = ("to_empty", "standard", "combat")


def strongest(alternatives: tuple[tuple[fx.Move, ...], ...]) -> list[fx.Move]:
    """The moves of a budget that allow something which no other one of them does."""
    moves = list(dict.fromkeys(move for row in alternatives for move in row))
    return [
        move
        for move in moves
        if not any(
            replace(other, kind=move.kind) == move
            and _KINDS.index(other.kind) > _KINDS.index(move.kind)
            for other in moves
        )
    ]
