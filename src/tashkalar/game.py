"""A game: a position with its history. Play, take back, redo, record, show."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tashkalar.choice import FINISH, Choice, Kind
from tashkalar.event import Event
from tashkalar.notation.choices import choice_text, parse_choice
from tashkalar.notation.positions import BadPosition, parse_position, position_text
from tashkalar.notation.records import BadRecord, Record, RecordEntry, Result
from tashkalar.notation.traces import HIDDEN, is_trace, parse_trace, trace_text
from tashkalar.rules import history, taking_back
from tashkalar.rules.forms import draw_schools, form_named
from tashkalar.rules.play import Position
from tashkalar.rules.taking_back import Shuffled, Trace
from tashkalar.view import SPECTATOR, UnknownSeat, View, check_seats, view

# Passing control and ending the turn are never undone.
_FINAL = (Kind.PASS_CONTROL, Kind.FINISH, Kind.CLAIM)


class CannotUndo(ValueError):
    """There is nothing to take back, or it is too late."""


class CannotResign(ValueError):
    """Giving up is not allowed here."""


@dataclass(frozen=True, eq=False, slots=True)
class Played:
    """One choice that was made: what it was, who made it, the position before, the events."""

    choice: Choice
    seat: int
    turn: int
    before: Position
    events: tuple[Event, ...]


def forced(position: Position) -> Choice | None:
    """The choice that needs no player: a single one. Ending a turn is always left to people."""
    if position.mask.bit_count() + len(position.others) != 1:
        return None  # without listing them
    choices = position.choices()
    return choices[0] if choices and choices[0] is not FINISH else None


class Game:
    """A game in progress or finished.

    >>> game = Game.new("duel", ("highland", "sylvan"), seed=1)
    >>> game.play("c5")
    (Place(square=42, colour=1, rank=1), Place(square=46, colour=0, rank=1))
    >>> game.position.decision.asking.name
    'ACTION'

    Players may agree that nothing is taken back: ``takebacks=False``.
    """

    def __init__(
        self,
        form: str,
        schools: tuple[str, ...],
        seed: int,
        rules: int | None = None,
        *,
        takebacks: bool = True,
        position: Position | None = None,
    ) -> None:
        """A game dealt by a seed, or one that goes on from a position: see ``new`` and ``at``."""
        self.form, self.schools, self.seed = form, schools, seed
        self.takebacks = takebacks
        self.start = position  # None where the seed has dealt
        self.position = Position.new(form, schools, seed) if position is None else position
        self._history: list[Played] | None = []  # None: at rest
        self._past: tuple[Choice, ...] = ()  # the choices made, of a game at rest
        # What take-backs have left, each with the number of choices made before it.
        self.traces: list[tuple[int, Trace]] = []
        self.resigned: int | None = None
        # The rules by which the choices to come are made: lower ones while an old game is
        # played again, which is refused where it would not come out the same.
        self.rules = history.RULES if rules is None else rules
        history.check_number(self.rules)
        self._undone: list[Choice] = []

    @classmethod
    def new(
        cls,
        form: str,
        schools: Sequence[str] | None = None,
        seed: int = 0,
        *,
        takebacks: bool = True,
    ) -> Game:
        """A new game; without schools they are drawn by the seed."""
        drawn = draw_schools(form_named(form), seed) if schools is None else tuple(schools)
        return cls(form, drawn, seed, takebacks=takebacks)

    @classmethod
    def at(cls, position: Position) -> Game:
        """A game that goes on from a position; its record begins there."""
        return cls(position.form, position.schools, 0, position=position)

    def copy(self) -> Game:
        """A game that goes on by itself. It shares its past positions, which never change."""
        new = object.__new__(type(self))
        new.__dict__.update(self.__dict__)
        new._history, new.traces, new._undone = self.history[:], self.traces[:], self._undone[:]
        return new

    @property
    def history(self) -> list[Played]:
        """The choices that were made, in their order."""
        if self._history is None:
            self._history, self._past = self._played_again(), ()
        return self._history

    def rest(self) -> None:
        """Let go of the past but for its choices, which take little memory.

        Nobody notices: they are played again as soon as somebody asks for the history.

        >>> game = Game.new("high-form", ("highland", "sylvan"), seed=1)
        >>> events = game.play("place e5")
        >>> game.rest()
        >>> game.history[0].events == events
        True
        """
        if self._history:
            self._past = tuple([played.choice for played in self._history])
            self._history = None

    @property
    def awake(self) -> bool:
        """Is the past there, and not only its choices?"""
        return self._history is not None

    def _played_again(self) -> list[Played]:
        again = Game(self.form, self.schools, self.seed, position=self.start)
        left = iter(self.traces)
        at, trace = next(left, (-1, None))
        for n, choice in enumerate(self._past):
            while trace is not None and at == n:
                again._leave(trace)
                at, trace = next(left, (-1, None))
            again._play(choice)
        return again.history

    def play(self, choice: Choice | str) -> tuple[Event, ...]:
        """Make a choice, as a value or as text; what happened is returned.

        >>> game = Game.new("high-form", ("highland", "sylvan"), seed=1)
        >>> game.play("place e5")
        (Place(square=44, colour=0, rank=1),)
        """
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
    def undoer(self) -> int | None:
        """Who may take back the last choice: who made it, until the turn is ended."""
        if not self.history or self.position.is_over or not self.takebacks:
            return None
        last = self.history[-1]
        return last.seat if self._is_open(last) else None

    def _is_open(self, played: Played) -> bool:
        return played.turn == self.position.turn and played.choice.kind not in _FINAL

    def steps_back(self, seat: int) -> int:
        """How many choices a seat undoes to come to its last real decision; 0 if it cannot.

        Choices that were forced go with the decision before them.

        >>> game = Game.new("high-form", ("highland", "sylvan"), seed=1)
        >>> events = game.play("place e5")
        >>> game.steps_back(0), game.steps_back(1)
        (1, 0)
        """
        if self.undoer != seat:
            return 0
        for n, played in enumerate(reversed(self.history), 1):
            if played.seat != seat or not self._is_open(played):
                return 0
            if forced(played.before) is None:
                return n
        return 0

    @property
    def can_undo(self) -> bool:
        """Whether the last choice can be taken back."""
        return self.undoer is not None

    def undo(self) -> Choice:
        """Take back the last choice of this turn.

        Nobody forgets what they saw: a card that was named stays known to the others.

        >>> game = Game.new("high-form", ("highland", "sylvan"), seed=1)
        >>> events = game.play("place e5")
        >>> game.undo()
        <place e5>
        >>> game.position.common
        0
        """
        self._check_takebacks()
        if not self.can_undo:
            raise CannotUndo("there is nothing in this turn that can be taken back")
        last = self.history[-1].choice
        self._go_back(len(self.history) - 1)
        self._undone.append(last)
        return last

    def take_back(self, keep: int, *, shuffle: bool = True) -> None:
        """Go back to where so many choices had been made, as all players have agreed.

        Where cards had been drawn since, the hidden part of the decks is shuffled anew, so that
        nobody knows what will be drawn. Without ``shuffle`` the decks stay as they were: so did
        games of rules 1, and they must come out the same.
        """
        self._check_takebacks()
        if self.position.is_over:
            raise CannotUndo("the game is over")
        if not 0 <= keep < len(self.history):
            raise CannotUndo(f"{len(self.history)} choices were made, so {keep} cannot be kept")
        self._go_back(keep, shuffle)
        self._undone.clear()

    def _check_takebacks(self) -> None:
        if not self.takebacks:
            raise CannotUndo("in this game nothing is taken back")

    def _go_back(self, keep: int, shuffle: bool = True) -> None:
        kept = self.history[keep].before
        later = [played.before for played in self.history[keep + 1 :]] + [self.position]
        shuffled = any(n > keep and isinstance(trace, Shuffled) for n, trace in self.traces)
        drawn = shuffle and (shuffled or taking_back.were_drawn(kept, self.position))
        self.traces = [(n, trace) for n, trace in self.traces if n <= keep]
        self.position = kept
        del self.history[keep:]
        for trace in taking_back.traces(kept, later, drawn):
            self._leave(trace)

    def _leave(self, trace: Trace) -> None:
        """Keep what a take-back leaves behind."""
        self.position = self.position.copy()
        taking_back.leave(self.position, trace)
        self.traces.append((len(self.history), trace))

    @property
    def can_redo(self) -> bool:
        """Whether something that was taken back can be done again."""
        return bool(self._undone)

    def redo(self) -> tuple[Event, ...]:
        """Do again what was taken back last; what happened is returned."""
        if not self._undone:
            raise CannotUndo("nothing has been taken back")
        return self._play(self._undone.pop())

    def resign(self, *seats: int) -> None:
        """Give up; between two sides only, at any time. In a team both partners have to."""
        colour_of = self.position.colour_of
        if self.position.is_over:
            raise CannotResign("the game is over")
        if len(set(colour_of)) != 2:
            raise CannotResign("in a melee nobody may resign")
        try:
            check_seats(self.position, *seats)
        except UnknownSeat as error:
            raise CannotResign(str(error)) from None
        colours = {colour_of[seat] for seat in seats}
        if len(colours) != 1:
            raise CannotResign("one side resigns, not both and not nobody")
        if set(seats) != {s for s, colour in enumerate(colour_of) if colour in colours}:
            raise CannotResign("in a team both partners must want to resign")
        self.position = self.position.resigned(seats[0])
        self.resigned = seats[0]
        self._undone.clear()

    def side(self, seat: int) -> tuple[int, ...]:
        """A seat and, in a team, its partner: they resign together."""
        check_seats(self.position, seat)
        colour_of = self.position.colour_of
        partners = (s for s, c in enumerate(colour_of) if c == colour_of[seat] and s != seat)
        return (seat, *partners)

    def view(self, seat: int) -> View:
        """What a seat sees, or SPECTATOR."""
        return view(self.position, seat)

    def record(self, seat: int | None = None) -> Record:
        """The record of the game; for a seat, without what that seat may not know.

        >>> game = Game.new("high-form", ("highland", "sylvan"), seed=1)
        >>> events = game.play("place e5")
        >>> game.record().text().splitlines()[-2:]
        ['1 A: place e5', 'end']
        >>> Game.replay(game.record()).position == game.position
        True
        """
        if seat not in (None, SPECTATOR):
            check_seats(self.position, seat)
        seed = None if seat is not None else self.seed
        return Record(
            self.form,
            self.schools,
            seed,
            tuple(self._moves(seat)),
            self.resigned,
            self.result,
            takebacks=self.takebacks,
            rules=self.rules,
            start=self._start_shown(seat),
        )

    def _start_shown(self, seat: int | None) -> str | None:
        """Where the record begins, if not with dealing; a seat may not know all of it."""
        if self.start is None:
            return None
        return position_text(self.start) if seat is None else ""

    def past(self, length: int) -> Game:
        """The game as it stood when so many choices had been made.

        >>> game = Game.new("high-form", ("highland", "sylvan"), seed=1)
        >>> events = game.play("place e5")
        >>> game.past(0).position.common, game.past(1).position == game.position
        (0, True)
        """
        if length == len(self.history):
            return self
        found = self.copy()
        found.position = self.history[length].before
        found.resigned = None
        del found.history[length:]
        found.traces = [(n, trace) for n, trace in self.traces if n <= length]
        found._undone.clear()
        return found

    def _moves(self, seat: int | None) -> Iterator[RecordEntry]:
        """The entries of a record: choices, and between them what take-backs have left."""
        left = iter(self.traces)
        at, trace = next(left, (-1, None))
        for n in range(len(self.history) + 1):
            p = self.history[n].before if n < len(self.history) else self.position
            while trace is not None and at == n:
                if (text := _trace_shown(trace, len(p.colour_of), seat)) is not None:
                    yield p.turn, p.actor, text
                at, trace = next(left, (-1, None))
            if n < len(self.history):
                yield p.turn, p.actor, _shown(self.history[n], seat)

    @property
    def result(self) -> Result | None:
        """How the game came out; None while it goes on."""
        now = self.position
        verdict = now.verdict
        return Result.of(now.result, now.trigger, verdict) if verdict is not None else None

    @classmethod
    def replay(cls, record: Record) -> Game:
        """The game of a record, played again choice by choice.

        Refused unless it comes out as it did: a record of other rules is played again only
        where they make no difference to it, and the result that it names must come out.
        """
        if record.seed is None:
            raise BadRecord("a record as one seat saw it cannot be replayed")
        try:
            start = None if record.start is None else parse_position(record.start, Position)
            game = cls(
                record.form,
                record.schools,
                record.seed,
                record.rules,
                takebacks=record.takebacks,
                position=start,
            )
        except (history.OtherRules, BadPosition) as error:
            raise BadRecord(str(error)) from None
        if start is not None and (start.form, start.schools) != (record.form, record.schools):
            raise BadRecord("the position that it begins with is of another form or other schools")
        for number, (turn, seat, text) in enumerate(record.moves, 1):
            now = game.position
            if (turn, seat) != (now.turn, now.actor):
                raise record.error(number, f"{text!r} is not in turn")
            try:
                if is_trace(text):
                    trace = parse_trace(text, len(now.colour_of))
                    game._check_takebacks()
                    taking_back.check(now, trace)
                    game._leave(trace)
                else:
                    game._play(parse_choice(text))
            except ValueError as error:
                raise record.error(number, str(error)) from None
        if record.resigned is not None:
            try:
                game.resign(*game.side(record.resigned))
            except ValueError as error:
                raise BadRecord(f"the last line 'resigned': {error}") from None
        if record.result is not None:
            _came_out(game.result, record.result)
        game.rules = history.RULES
        return game


def _shown(played: Played, seat: int | None) -> str:
    """Cards go back under their decks face down: others see only that one did."""
    if played.choice.kind == Kind.RETURN and seat is not None and seat != played.seat:
        return "return ?"
    return choice_text(played.choice)


def _trace_shown(trace: Trace, seats: int, seat: int | None) -> str | None:
    """A trace as a seat may read it; None where it says what the seat does not know."""
    if seat is None:
        return trace_text(trace, seats)
    if isinstance(trace, Shuffled):
        return HIDDEN
    seen = seat == trace.holder or seat % (seats + 1) in trace.viewers
    return trace_text(trace, seats) if seen else None


def _came_out(found: Result | None, wanted: Result) -> None:
    """Refuse a replay that ends otherwise than its record says."""
    if found is None or found[:2] != wanted[:2]:
        ended = "not at its end" if found is None else str(found)
        raise BadRecord(f"the game comes out differently: {ended}, not {wanted}")
    if wanted.decided and wanted.decided != found.decided:
        raise BadRecord(f"the game is decided differently: {found.decided}, not {wanted.decided}")
