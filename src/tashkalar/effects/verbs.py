"""Verbs, combinators and conditions: what a card does.

Every verb is a frozen value. Nothing here runs; ``program.py`` lowers it for the machine.
"""

from __future__ import annotations

from dataclasses import dataclass

from tashkalar.effects.squares import ANYWHERE, COMMON, RANKS, Squares


class Effect:
    """Something a card does."""


class Condition:
    """Something that holds or does not."""


# --- verbs ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Change(Effect):
    """destroy, upgrade, downgrade or convert every piece of a set."""

    verb: str
    who: Squares
    rank: int = 0  # convert: the new rank, 0 for the same
    counted: bool = True  # destroy: does it count as destroyed by you


@dataclass(frozen=True)
class Place(Effect):
    """Place a piece from the supply; on a set, the player chooses the square."""

    rank: int
    on: Squares
    theirs: bool = False  # a piece of the colour at hand instead of your own


@dataclass(frozen=True)
class Move(Effect):
    """A move or leap. From a set, the player chooses the piece; then the square."""

    who: Squares
    kind: str  # to_empty, standard, combat
    leap: bool
    onto: Squares
    along: bool  # only in the current direction, once there is one


@dataclass(frozen=True)
class Deed(Effect):
    """A verb without a target: gain_action, extra_turn, draw, borrow, recall."""

    verb: str
    n: int = 1


def destroy(who: Squares, *, counted: bool = True) -> Effect:
    return Change("destroy", who, counted=counted)


def upgrade(who: Squares) -> Effect:
    return Change("upgrade", who)


def downgrade(who: Squares) -> Effect:
    return Change("downgrade", who)


def convert(who: Squares, to: Squares | None = None) -> Effect:
    """Into your piece of the same rank, unless another rank is named."""
    return Change("convert", who, RANKS[to] if to else 0)


def place(rank: Squares, on: Squares = ANYWHERE, *, theirs: bool = False) -> Effect:
    return Place(RANKS[rank], on, theirs)


def peaceful_move(who: Squares) -> Effect:
    """A move that may only end on an empty square."""
    return Move(who, "to_empty", False, ANYWHERE, False)


def standard_move(who: Squares, *, onto: Squares = ANYWHERE, straight: bool = False) -> Effect:
    return Move(who, "standard", False, onto, straight)


def combat_move(who: Squares, *, onto: Squares = ANYWHERE, straight: bool = False) -> Effect:
    return Move(who, "combat", False, onto, straight)


def standard_leap(who: Squares, *, onto: Squares = ANYWHERE) -> Effect:
    return Move(who, "standard", True, onto, False)


def combat_leap(who: Squares, *, onto: Squares = ANYWHERE) -> Effect:
    return Move(who, "combat", True, onto, False)


def gain_action(n: int = 1) -> Effect:
    return Deed("gain_action", n)


def extra_turn() -> Effect:
    return Deed("extra_turn")


def draw_being() -> Effect:
    """One extra card of your own deck at the end of the turn."""
    return Deed("draw_being")


def draw_legend() -> Effect:
    return Deed("draw_legend")


def borrow() -> Effect:
    """The next summoning of this turn may use one enemy piece."""
    return Deed("borrow")


def recall() -> Effect:
    """Choose one of your discards; it becomes the top card of your deck."""
    return Deed("recall")


# --- combinators ------------------------------------------------------------------------------


@dataclass(frozen=True)
class May(Effect):
    body: tuple[Effect, ...]


@dataclass(frozen=True)
class One(Effect):
    of: Squares
    body: tuple[Effect, ...]


@dataclass(frozen=True)
class Some(Effect):
    n: int
    of: Squares
    body: tuple[Effect, ...]
    connected: bool


@dataclass(frozen=True)
class UpTo(Effect):
    n: int
    body: tuple[Effect, ...]
    until: Condition | None


@dataclass(frozen=True)
class Toward(Effect):
    body: tuple[Effect, ...]


@dataclass(frozen=True)
class Match(Effect):
    cases: tuple[tuple[Squares, tuple[Effect, ...]], ...]


@dataclass(frozen=True)
class Choose(Effect):
    """either: one of several effects."""

    options: tuple[tuple[Effect, ...], ...]


@dataclass(frozen=True)
class When(Effect):
    condition: Condition
    body: tuple[Effect, ...]
    otherwise: tuple[Effect, ...]


@dataclass(frozen=True)
class Colours(Effect):
    """For one enemy colour of your choice, or for each colour in turn; THEIRS inside."""

    each: bool
    body: tuple[Effect, ...]


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
    condition: Condition | Squares,
    *body: Effect,
    otherwise: Effect | tuple[Effect, ...] = (),
) -> Effect:
    if isinstance(condition, Squares):
        condition = AtLeast(1, condition)
    return When(condition, body, otherwise if isinstance(otherwise, tuple) else (otherwise,))


def one_enemy_colour(*body: Effect) -> Effect:
    return Colours(False, body)


def each_colour(*body: Effect) -> Effect:
    return Colours(True, body)


# --- conditions -------------------------------------------------------------------------------


@dataclass(frozen=True)
class AtLeast(Condition):
    n: int
    of: Squares


@dataclass(frozen=True)
class Captured(Condition):
    rank: int


@dataclass(frozen=True)
class EvenFight(Condition):
    """The last move destroyed a piece of the mover's own rank: only a combat move can."""


@dataclass(frozen=True)
class ActionsLeft(Condition):
    pass


@dataclass(frozen=True)
class DiscardsEmpty(Condition):
    pass


def at_least(n: int, of: Squares) -> Condition:
    return AtLeast(n, of)


def captured(rank: Squares = COMMON) -> Condition:
    """Did the last move destroy a piece of this rank or a higher one?"""
    return Captured(RANKS[rank])


EVEN_FIGHT = EvenFight()
ACTIONS_LEFT = ActionsLeft()
DISCARDS_EMPTY = DiscardsEmpty()

__all__ = [
    "ACTIONS_LEFT",
    "DISCARDS_EMPTY",
    "EVEN_FIGHT",
    "Effect",
    "at_least",
    "borrow",
    "captured",
    "combat_leap",
    "combat_move",
    "convert",
    "destroy",
    "downgrade",
    "draw_being",
    "draw_legend",
    "each_colour",
    "either",
    "extra_turn",
    "gain_action",
    "match",
    "may",
    "one",
    "one_enemy_colour",
    "peaceful_move",
    "place",
    "recall",
    "some",
    "standard_leap",
    "standard_move",
    "toward_indicated",
    "up_to",
    "upgrade",
    "when",
]
