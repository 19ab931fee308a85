"""A game: a position with its history. Play, take back, redo, record, show."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tashkalar.choice import Choice, Kind
from tashkalar.event import Event
from tashkalar.notation.choices import choice_text, parse_choice
from tashkalar.notation.records import BadRecord, Record, Result
from tashkalar.rules import history
from tashkalar.rules.forms import draw_schools, form_named
from tashkalar.rules.play import Position
from tashkalar.view import View, view


class CannotUndo(ValueError):
    """There is nothing to take back, or it is too late."""


class CannotResign(ValueError):
    """Giving up is not allowed here."""


@dataclass(frozen=True)
class Played:
    """One choice that was made: what it was, who made it, the position before, the events."""

    choice: Choice
    seat: int
    turn: int
    before: Position
    events: tuple[Event, ...]


class Game:
    """A game in progress or finished.

    >>> game = Game.new("duel", ("highland", "sylvan"), seed=1)
    >>> game.play("c5")
    (Place(square=42, colour=1, rank=1), Place(square=46, colour=0, rank=1))
    >>> game.position.decision.asking.name
    'ACTION'
    """

    def __init__(
        self, form: str, schools: tuple[str, ...], seed: int, rules: int | None = None
    ) -> None:
        self.form, self.schools, self.seed = form, schools, seed
        self.position = Position.new(form, schools, seed)
        self.history: list[Played] = []
        self.resigned: int | None = None
        # The rules by which the choices to come are made: lower ones while an old game is
        # played again, which is refused where it would not come out the same.
        self.rules = history.RULES if rules is None else rules
        history.check_number(self.rules)
        self._undone: list[Choice] = []

    @classmethod
    def new(cls, form: str, schools: Sequence[str] | None = None, seed: int = 0) -> Game:
        """A new game; without schools they are drawn by the seed."""
        drawn = draw_schools(form_named(form), seed) if schools is None else tuple(schools)
        return cls(form, drawn, seed)

    def play(self, choice: Choice | str) -> tuple[Event, ...]:
        """Make a choice, as a value or as text; what happened is returned."""
        made = parse_choice(choice) if isinstance(choice, str) else choice
        events = self._play(made)
        self._undone.clear()
        return events

    def _play(self, choice: Choice) -> tuple[Event, ...]:
        before = self.position
        if self.rules != history.RULES:
            history.check_choice(self.rules, before, choice)
        new = before.checked(choice)
        new.log = []
        new.apply(choice)
        events = tuple(new.log)
        new.log = None
        self.history.append(Played(choice, before.actor, before.turn, before, events))
        self.position = new
        return events

    @property
    def can_undo(self) -> bool:
        """Anything done in this turn can be taken back, until the turn is ended."""
        if not self.history or self.resigned is not None:
            return False
        last, now = self.history[-1], self.position
        # Passing control and ending the turn are final, and so is what a partner has finished.
        final = last.choice.kind in (Kind.PASS_CONTROL, Kind.FINISH, Kind.CLAIM)
        same_hands = last.seat == now.actor
        return last.turn == now.turn and same_hands and not final and not now.is_over

    def undo(self) -> Choice:
        """Take back the last choice of this turn."""
        if not self.can_undo:
            raise CannotUndo("there is nothing in this turn that can be taken back")
        last = self.history.pop()
        self.position = last.before
        self._undone.append(last.choice)
        return last.choice

    @property
    def can_redo(self) -> bool:
        return bool(self._undone)

    def redo(self) -> tuple[Event, ...]:
        if not self._undone:
            raise CannotUndo("nothing has been taken back")
        return self._play(self._undone.pop())

    def resign(self, seat: int) -> None:
        """Give up; between two sides only, at any time."""
        if self.position.is_over:
            raise CannotResign("the game is over")
        if len(set(self.position.colour_of)) != 2:
            raise CannotResign("in a melee nobody may resign")
        self.position = self.position.resigned(seat)
        self.resigned = seat
        self._undone.clear()

    def view(self, seat: int) -> View:
        return view(self.position, seat)

    def record(self, seat: int | None = None) -> Record:
        """The record of the game; for a seat, without what that seat may not know."""
        hidden = seat is not None
        moves = tuple((played.turn, played.seat, _shown(played, seat)) for played in self.history)
        return Record(self.form, self.schools, None if hidden else self.seed, moves,
                      self.resigned, self.result, rules=self.rules)  # fmt: skip

    @property
    def result(self) -> Result | None:
        """How the game came out; None while it goes on."""
        now = self.position
        return Result(now.result, now.trigger) if now.is_over else None

    @classmethod
    def replay(cls, record: Record) -> Game:
        """The game of a record, played again choice by choice.

        Refused unless it comes out as it did: a record of other rules is played again only
        where they make no difference to it, and the result that it names must come out.
        """
        if record.seed is None:
            raise BadRecord("a record as one seat saw it cannot be replayed")
        try:
            game = cls(record.form, record.schools, record.seed, record.rules)
        except history.OtherRules as error:
            raise BadRecord(str(error)) from None
        for number, (turn, seat, text) in enumerate(record.moves, 1):
            now = game.position
            if (turn, seat) != (now.turn, now.actor):
                raise record.error(number, f"{text!r} is not in turn")
            try:
                game._play(parse_choice(text))
            except ValueError as error:
                raise record.error(number, str(error)) from None
        if record.resigned is not None:
            game.resign(record.resigned)
        if record.result is not None and record.result != game.result:
            ended = f"{game.result}" if game.result else "not at its end"
            raise BadRecord(f"the game comes out differently: {ended}, not {record.result}")
        game.rules = history.RULES
        return game


def _shown(played: Played, seat: int | None) -> str:
    """Cards go back under their decks face down: others see only that one did."""
    if played.choice.kind == Kind.RETURN and seat is not None and seat != played.seat:
        return "return ?"
    return choice_text(played.choice)
