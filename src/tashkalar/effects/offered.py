"""What an effect may offer: the sets of squares its words name, narrowed to what can follow.

An option is offered only if something can follow from it. The sets defined here are made by
these functions alone; no card writes them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from tashkalar.choice import Asking
from tashkalar.effects import squares as sq
from tashkalar.effects import verbs as vb
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
    move: vb.Move


@dataclass(frozen=True)
class Reach(Squares):
    """Where the piece of a register can go with a move."""

    piece: int
    move: vb.Move


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


class Narrowed(NamedTuple):
    """Candidates for IT with which a body can begin, and what it is going to do with them."""

    squares: Squares
    asking: Asking
    leap: bool = False
    rank: int = 0  # of the piece that is going to be placed


def narrowed(body: tuple[vb.Effect, ...], candidates: Squares) -> Narrowed:
    """Those candidates for IT that the first effect of a body can be done with.

    >>> from tashkalar.effects.verbs import destroy
    >>> narrowed((destroy(sq.IT),), sq.RED).squares
    Both(left=RED, right=OCCUPIED)
    """
    match body[0] if body else None:
        case vb.Change(verb, sq.IT, rank):
            able = {"destroy": sq.OCCUPIED, "upgrade": sq.UPGRADABLE, "downgrade": DOWNGRADABLE}
            return Narrowed(candidates & able.get(verb, Convertible(rank)), Asking[verb.upper()])
        case vb.Place(rank, sq.IT, theirs):
            return Narrowed(candidates & Placeable(rank, theirs), Asking.PLACE, rank=rank)
        case vb.Move(sq.IT) as move:
            return Narrowed(Movers(candidates, move), Asking.MOVER, move.leap)
        case vb.Match(cases):
            parts = []
            for i, (fits, case_body) in enumerate(cases):
                # The first case that fits counts, so the later ones are for the rest.
                here = candidates & fits
                for earlier, _ in cases[:i]:
                    here &= ~earlier
                parts.append(narrowed(case_body, here).squares)
            whole = parts[0]
            for part in parts[1:]:
                whole |= part
            return Narrowed(whole, Asking.SQUARE)
    return Narrowed(candidates, Asking.SQUARE)


def possible(effect: vb.Effect) -> Squares:
    """A set that is empty exactly when a compulsory effect cannot be begun."""
    match effect:
        case vb.One(of, body):
            return narrowed(body, of).squares
        case vb.Place(rank, on, theirs):
            return on & Placeable(rank, theirs)
        case vb.Move(who):
            return Movers(who, effect)
    return sq.ANYWHERE
