"""A position that knows the rules: what is asked, what may be chosen, what follows."""

from __future__ import annotations

from functools import cached_property
from typing import Any, NamedTuple, Self

from tashkalar.choice import CHOICES, PASS_CONTROL, Asking, Choice, Kind, on_squares
from tashkalar.player_names import LETTERED, PlayerNames
from tashkalar.refusal import Refusal
from tashkalar.rules import (
    closing,
    forms,
    instructions,
    machine,
    refusals,
    scoring,
    sets,
    soundness,
    turn,
)
from tashkalar.state import DamagedPosition, State
from tashkalar.verdict import Verdict
from tashkalar.words import refusal_words

# The machine learns its instructions from these modules.
INSTRUCTIONS = (sets, instructions, turn, closing)


class IllegalChoice(ValueError):
    """A choice that a position does not offer to the seat that asks.

    The message says why; ``refusal`` is the reason as a value. Both are worked out when asked for.

    >>> from tashkalar.choice import choice
    >>> position = Position.new("duel", ("highland", "sylvan"), 1)
    >>> try:
    ...     position.after(choice(Kind.PLACE, 44))
    ... except IllegalChoice as error:
    ...     error.refusal
    NotNow(asked=1)
    """

    def __init__(self, position: State, choice: Choice, seat: int) -> None:
        super().__init__(position, choice, seat)
        self.position, self.choice, self.seat = position, choice, seat

    @cached_property
    def refusal(self) -> Refusal:
        """Why it is not offered."""
        return refusals.reason(self.position, self.choice, self.seat)

    def words(self, language: str = "en", names: PlayerNames = LETTERED) -> str:
        """Return the reason as a sentence in the reader's language."""
        return refusal_words(self.refusal, language, names)

    def __str__(self) -> str:
        return self.words()


class Decision(NamedTuple):
    """Who decides, and what about."""

    seat: int
    asking: Asking


class Position(State):
    """A complete position: a plain value with the rules at hand."""

    __slots__ = ()

    @classmethod
    def new(cls, form: str, schools: tuple[str, ...], seed: int) -> Self:
        """A new game, at its first decision. The same seed gives the same game everywhere."""
        position = cls()
        forms.set_up(position, forms.form_named(form), schools, seed)
        turn.start(position)
        machine.run(position)
        return position

    @classmethod
    def arranged(cls, **fields: Any) -> Self:
        """A position in the middle of a turn, laid out by hand: see ``State`` for the fields."""
        position = cls(**fields)
        turn.resume(position)
        machine.run(position)
        return position

    @classmethod
    def from_bytes(cls, data: bytes) -> Self:
        """The position that was written as these bytes; one that cannot go on is refused."""
        found = super().from_bytes(data)
        try:
            soundness.can_go_on(found)
        except soundness.Unsound as error:
            raise DamagedPosition(f"the bytes hold no position that can go on: {error}") from None
        except (TypeError, ValueError):  # rows where numbers should be
            raise DamagedPosition("the bytes do not hold a position") from None
        return found

    @property
    def is_over(self) -> bool:
        """Is the game over?"""
        return self.asking == Asking.NOTHING

    @property
    def decision(self) -> Decision:
        """Who decides now, and what about.

        >>> Position.new("high-form", ("highland", "sylvan"), 1).decision
        Decision(seat=0, asking=<Asking.ACTION: 2>)
        """
        return Decision(self.actor, Asking(self.asking))

    def choices(self) -> tuple[Choice, ...]:
        """Everything that may be chosen now, in a fixed order: squares, then all else."""
        others = tuple([CHOICES[code] for code in self.others])
        return on_squares(self.square_kind, self.mask) + others if self.mask else others

    @property
    def square_kind(self) -> Kind:
        """What choosing a square means now."""
        if self.asking != Asking.ACTION:
            return Kind.SQUARE
        # With nothing left to place, the place action begins by lifting a piece of your own.
        mine = self.pieces[self.colour_of[self.seat]]
        return Kind.LIFT if self.mask & mine else Kind.PLACE

    def is_legal(self, choice: Choice) -> bool:
        """May this be chosen now?"""
        if choice.kind <= Kind.SQUARE:
            return choice.kind == self.square_kind and bool(self.mask >> choice.value & 1)
        return choice.code in self.others

    def apply(self, choice: Choice) -> None:
        """Make a choice in place. Unchecked: an illegal choice leaves nonsense behind."""
        if choice is PASS_CONTROL:
            turn.pass_control(self)
        else:
            machine.answer(self, choice)

    def checked(self, choice: Choice) -> Self:
        """A copy to make a legal choice on; an illegal one is refused with the reason."""
        if not self.is_legal(choice):
            # What is raised keeps a copy: the position may be played on before anybody reads it.
            raise IllegalChoice(State.copy(self), choice, self.asker)
        return self.copy()

    @property
    def asker(self) -> int:
        """The seat to which a refusal is an answer: the one that decides."""
        return self.actor

    def refusal(self, choice: Choice, seat: int) -> Refusal | None:
        """Why a seat may not make a choice now; None if it may.

        >>> from tashkalar.choice import choice
        >>> position = Position.new("duel", ("highland", "sylvan"), 1)
        >>> position.refusal(choice(Kind.SQUARE, 42), 0)  # the second player sets out pieces
        NotYours(seat=1)
        >>> position.refusal(choice(Kind.SQUARE, 42), 1) is None
        True
        """
        if seat == self.actor and self.is_legal(choice):
            return None
        return refusals.reason(self, choice, seat)

    def after(self, choice: Choice) -> Self:
        """The position after a choice; this one stays as it is."""
        new = self.checked(choice)
        new.apply(choice)
        return new

    def score(self, colour: int) -> int:
        """The points of a colour as they stand; in a melee, in its weakest enemy colour."""
        return scoring.score(self, colour)

    @property
    def verdict(self) -> Verdict | None:
        """What decided the game; None while it goes on."""
        return scoring.verdict(self)

    def resigned(self, seat: int) -> Self:
        """The position after a seat has given up: its colour loses."""
        new = self.copy()
        loser = self.colour_of[seat]
        closing.finish(new, tuple(2 if colour == loser else 1 for colour in self.colour_of))
        new.trigger = scoring.RESIGNED
        return new
