"""A position that knows the rules: what is asked, what may be chosen, what follows."""

from __future__ import annotations

from typing import Any, NamedTuple, Self

from tashkalar.choice import CHOICES, PASS_CONTROL, Asking, Choice, Kind, on_squares
from tashkalar.position import State
from tashkalar.rules import closing, forms, instructions, machine, scoring, sets, turn

# The machine learns its instructions from these modules.
INSTRUCTIONS = (sets, instructions, turn, closing)


class IllegalChoice(ValueError):
    """A choice that the position does not offer; the message says why."""


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

    @property
    def is_over(self) -> bool:
        return self.asking == Asking.NOTHING

    @property
    def decision(self) -> Decision:
        return Decision(self.actor, Asking(self.asking))

    def choices(self) -> tuple[Choice, ...]:
        """Everything that may be chosen now, in a fixed order: squares, then all else."""
        others = tuple([CHOICES[code] for code in self.others])
        return on_squares(self._square_kind(), self.mask) + others if self.mask else others

    def _square_kind(self) -> Kind:
        """What choosing a square means now."""
        if self.asking != Asking.ACTION:
            return Kind.SQUARE
        # With nothing left to place, the place action begins by lifting a piece of your own.
        mine = self.pieces[self.colour_of[self.seat]]
        return Kind.LIFT if self.mask & mine else Kind.PLACE

    def is_legal(self, choice: Choice) -> bool:
        if choice.kind <= Kind.SQUARE:
            return choice.kind == self._square_kind() and bool(self.mask >> choice.value & 1)
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
            from tashkalar.rules.refusals import reason

            raise IllegalChoice(reason(self, choice))
        return self.copy()

    def after(self, choice: Choice) -> Self:
        """The position after a choice; this one stays as it is."""
        new = self.checked(choice)
        new.apply(choice)
        return new

    def score(self, colour: int) -> int:
        """The points of a colour as they stand; in a melee, in its weakest enemy colour."""
        return scoring.score(self, colour)

    def resigned(self, seat: int) -> Self:
        """The position after a seat has given up: its colour loses."""
        new = self.copy()
        loser = self.colour_of[seat]
        closing.finish(new, tuple(2 if colour == loser else 1 for colour in self.colour_of))
        new.trigger = "resigned"
        return new
