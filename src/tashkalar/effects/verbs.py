"""The words that say what a card does: verbs, combinators and conditions.

>>> from tashkalar.effects.squares import *
>>> swordmaster = may(one(ENEMY & COMMON & DIAGONAL, destroy(IT), upgrade(SELF)))

Read it aloud: you *may* choose *one* enemy piece that is common and stands diagonally, *destroy*
it and *upgrade* the being itself. A word makes a frozen value of ``effect.py``.
"""

from __future__ import annotations

from tashkalar.effects.effect import (
    MOST_MOVES,
    Allowance,
    AtLeast,
    Budget,
    Captured,
    Change,
    Choose,
    Colours,
    Condition,
    Effect,
    Gain,
    Holds,
    Match,
    May,
    Move,
    One,
    Place,
    Remains,
    Send,
    Some,
    Toward,
    UpTo,
    When,
    Zone,
)
from tashkalar.effects.squares import ANYWHERE, COMMON, RANKS, Squares

ACTION, TURN, BEING, LEGEND, BORROWED = Allowance
DISCARDS, DECK = Zone


# --- verbs ------------------------------------------------------------------------------------


def destroy(who: Squares, *, counted: bool = True) -> Effect:
    """Destroy every piece of a set; uncounted, it is not one that you destroyed."""
    return Change("destroy", who, counted=counted)


def upgrade(who: Squares) -> Effect:
    """Each piece of a set goes up one rank."""
    return Change("upgrade", who)


def downgrade(who: Squares) -> Effect:
    """Each piece of a set goes down one rank."""
    return Change("downgrade", who)


def convert(who: Squares, to: Squares | None = None) -> Effect:
    """Into your piece of the same rank, unless another rank is named."""
    return Change("convert", who, RANKS[to] if to else 0)


def place(rank: Squares, on: Squares = ANYWHERE, *, theirs: bool = False) -> Effect:
    """A piece from the supply on an empty square of your choice."""
    return Place(RANKS[rank], on, theirs)


def peaceful_move(who: Squares) -> Effect:
    """A move that may only end on an empty square."""
    return Move(who, "to_empty", False, ANYWHERE, False)


def standard_move(who: Squares, *, onto: Squares = ANYWHERE, straight: bool = False) -> Effect:
    """A move onto an empty square or a piece of lower rank, which is destroyed."""
    return Move(who, "standard", False, onto, straight)


def combat_move(who: Squares, *, onto: Squares = ANYWHERE, straight: bool = False) -> Effect:
    """A move that may also destroy a piece of the same rank."""
    return Move(who, "combat", False, onto, straight)


def standard_leap(who: Squares, *, onto: Squares = ANYWHERE) -> Effect:
    """A standard move to any other square of the arena."""
    return Move(who, "standard", True, onto, False)


def combat_leap(who: Squares, *, onto: Squares = ANYWHERE) -> Effect:
    """A combat move to any other square of the arena."""
    return Move(who, "combat", True, onto, False)


def gain(what: Allowance, n: int = 1) -> Effect:
    """More actions, turns, cards or borrowed pieces; fewer, if the number is negative."""
    return Gain(what, n)


def send(start: Zone, end: Zone) -> Effect:
    """Choose one card of a zone; it goes to another zone."""
    return Send(start, end)


# --- combinators ------------------------------------------------------------------------------


def may(*body: Effect) -> Effect:
    """The first decision inside may be declined, and with it all the rest inside."""
    return May(body)


def one(of: Squares, *body: Effect) -> Effect:
    """Choose one square, then do the rest with IT. No square, no rest."""
    return One(of, body)


def some(n: int, of: Squares, *body: Effect, connected: bool = False) -> Effect:
    """Up to n different pieces or squares of a set fixed at the start, one after another."""
    return Some(n, of, body, connected)


def up_to(n: int, *body: Effect, until: Condition | None = None) -> Effect:
    """Again and again, at most n times, until declined, impossible, or a condition holds."""
    return UpTo(n, body, until)


def budget(*alternatives: Effect | tuple[Effect, ...], whole: bool = False) -> Effect:
    """Moves in any order: those of one of the alternatives, or only some of them.

    A tuple is a row of moves. The first one is compulsory, the others may be left out, unless
    the whole is demanded. Nobody says which of the moves he makes: all those made so far must be
    found in one of the alternatives.

    >>> from tashkalar.effects.squares import MINE
    >>> one_combat_or_two_standard = budget(
    ...     combat_move(MINE), (standard_move(MINE), standard_move(MINE))
    ... )
    """
    rows = [o if isinstance(o, tuple) else (o,) for o in alternatives]
    moves = [tuple(move for move in row if isinstance(move, Move)) for row in rows]
    if [len(row) for row in rows] != [len(row) for row in moves]:
        raise TypeError("a budget() holds moves and leaps, or tuples of them")
    if sum(map(len, moves)) > MOST_MOVES:
        raise TypeError(f"a budget() holds at most {MOST_MOVES} moves")
    return Budget(tuple(moves), whole)


def toward_indicated(*body: Effect) -> Effect:
    """Choose one of the directions that the pattern indicates."""
    return Toward(body)


def match(*cases: tuple[Squares | Effect, ...]) -> Effect:
    """What to do depends on what IT is: the first case that fits."""
    checked = []
    for first, *rest in cases:
        if not isinstance(first, Squares) or not all(isinstance(e, Effect) for e in rest):
            raise TypeError("a case of match() is a set of squares, then effects")
        checked.append((first, tuple(e for e in rest if isinstance(e, Effect))))
    return Match(tuple(checked))


def either(*options: Effect | tuple[Effect, ...]) -> Effect:
    """Choose one of several effects, among those that can be done."""
    return Choose(tuple(o if isinstance(o, tuple) else (o,) for o in options))


def when(
    condition: Condition | Squares | Allowance | Zone,
    *body: Effect,
    otherwise: Effect | tuple[Effect, ...] = (),
) -> Effect:
    """If a condition holds; a set, an allowance or a zone holds if it is not empty."""
    match condition:
        case Squares():
            condition = AtLeast(1, condition)
        case Allowance():
            condition = Remains(condition)
        case Zone():
            condition = Holds(condition)
    return When(condition, body, otherwise if isinstance(otherwise, tuple) else (otherwise,))


def one_enemy_colour(*body: Effect) -> Effect:
    """Choose an enemy colour; its pieces are THEIRS inside."""
    return Colours(False, body)


def each_colour(*body: Effect) -> Effect:
    """For every colour, yours first; its pieces are THEIRS inside."""
    return Colours(True, body)


# --- conditions -------------------------------------------------------------------------------


def at_least(n: int, of: Squares) -> Condition:
    """Has a set so many squares?"""
    return AtLeast(n, of)


def captured(rank: Squares = COMMON) -> Condition:
    """Did the last move destroy a piece of this rank or a higher one?"""
    return Captured(RANKS[rank])


__all__ = [
    "ACTION",
    "BEING",
    "BORROWED",
    "DECK",
    "DISCARDS",
    "LEGEND",
    "TURN",
    "at_least",
    "budget",
    "captured",
    "combat_leap",
    "combat_move",
    "convert",
    "destroy",
    "downgrade",
    "each_colour",
    "either",
    "gain",
    "match",
    "may",
    "one",
    "one_enemy_colour",
    "peaceful_move",
    "place",
    "send",
    "some",
    "standard_leap",
    "standard_move",
    "toward_indicated",
    "up_to",
    "upgrade",
    "when",
]
