"""The course of a table: what its events add up to. A value: an event gives a new one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from tashkalar import BadChoice, Game, IllegalChoice, Position, choice_text
from tashkalar.game import forced
from tashkalar.rules.history import RULES
from tashkalar.rules.taking_back import were_drawn
from tashkalar.server.storage import event_log
from tashkalar.server.tables.clocks import Clock, Times
from tashkalar.server.tables.seats import Seat


@dataclass(frozen=True)
class TableHeader:
    """What is fixed when a table is made, and stands before its events."""

    id: str
    name: str
    form: str
    schools: tuple[str, ...]
    seed: int
    clock: Clock
    public: bool
    spectators: bool
    invite: str
    maker: str
    created: int
    rematch_of: str | None = None
    takebacks: bool = True  # unless it was agreed that nothing is taken back
    hints: bool = False  # also where several people play
    # What its events were played by, as stored; a table in memory is played by today's.
    rules: int = RULES
    cards: str = ""


@dataclass(frozen=True)
class TakebackOffer:
    """A seat asks the others to go back."""

    by: int
    keep: int  # so many choices would stay
    agreed: tuple[int, ...] = ()


@dataclass(frozen=True)
class ResignRequest:
    """A seat wants to resign, and its partner has not agreed."""

    by: int
    at: int  # when it was asked


@dataclass(frozen=True)
class Course:
    """Where a table stands after ``seq`` events."""

    seats: tuple[Seat, ...]
    times: Times
    seq: int = 0
    moved: int = 0  # the value of ``seq`` since which the position is what it is
    game: Game | None = None  # None while a seat is open; never changed, only exchanged
    begins: tuple[int, ...] = ()  # the places in the history where each intention begins
    undone: tuple[tuple[str, ...], ...] = ()  # what redo would do, the next one last
    turns: tuple[tuple[int, tuple[int, ...]], ...] = ()  # what was left as each turn began
    lengths: tuple[int, ...] = (0,)  # of the history after each event
    offer: TakebackOffer | None = None
    resigning: ResignRequest | None = None
    flagged: bool = False  # a clock has decided the game

    @property
    def state(self) -> Literal["open", "running", "over"]:
        """Are seats open, does the game run, or is it over?"""
        if self.game is None:
            return "open"
        return "over" if self.game.position.is_over else "running"

    @property
    def acting(self) -> int | None:
        """The seat that decides now."""
        running = self.game is not None and not self.game.position.is_over
        return self.game.position.actor if self.game is not None and running else None

    @property
    def bot_due(self) -> bool:
        """Is it a bot's decision?"""
        return self.acting is not None and self.seats[self.acting].kind == "bot"

    @property
    def turn_began(self) -> int:
        """The value of ``seq`` with which this turn began, for the last time if taken back."""
        assert self.game is not None
        now, history = self.game.position.turn, self.game.history
        start = len(history)
        while start and history[start - 1].turn == now:
            start -= 1
        return max(seq for seq, length in enumerate(self.lengths) if length <= start)

    @property
    def undoable(self) -> int:
        """How many choices an undo takes back: an intention; 0 when nothing can be."""
        if self.game is None or self.game.undoer is None:
            return 0
        length, back = len(self.game.history), self.game.steps_back(self.game.undoer)
        begun = [n for n in self.begins if n <= length - back]
        return length - begun[-1] if back and begun else back

    def owned(self, owner: str | None) -> tuple[int, ...]:
        """The seats of an owner."""
        if owner is None:
            return ()
        return tuple(n for n, seat in enumerate(self.seats) if seat.owner == owner)

    @property
    def persons(self) -> int:
        """How many seats belong to people, also those that a bot plays for a while."""
        return sum(1 for seat in self.seats if seat.owner is not None)

    def people(self, but: int) -> tuple[int, ...]:
        """Seats whose agreement is needed: of other people, not played by a bot."""
        mine = self.seats[but].owner
        return tuple(
            n for n, seat in enumerate(self.seats) if seat.kind == "human" and seat.owner != mine
        )

    def partners(self, seat: int) -> tuple[int, ...]:
        """People with whose consent alone a seat may resign: partners that no bot plays."""
        if self.game is None:
            return ()
        return tuple(n for n in self.people(seat) if n in self.game.side(seat))

    def last_turn(self, seat: int) -> int | None:
        """How many choices stay when the last finished turn of a seat is taken back."""
        if self.state != "running" or self.game is None or not self.game.takebacks:
            return None
        now, history = self.game.position.turn, self.game.history
        found = None
        for i in range(len(history) - 1, -1, -1):
            played = history[i]
            if found is not None and played.turn != history[found].turn:
                break
            if 0 < played.turn < now and played.before.seat == seat:
                found = i
        return found


def hints_allowed(header: TableHeader, course: Course) -> bool:
    """Whoever plays alone may ask for hints; where people meet they must have agreed to it."""
    return header.hints or course.persons < 2


def begun(header: TableHeader, seats: tuple[Seat, ...]) -> Course:
    """A new table; with all seats taken its game begins at once."""
    course = Course(seats, Times.fresh(header.clock, len(seats)))
    return _seated(header, course, header.created)


def _seated(header: TableHeader, course: Course, at: int) -> Course:
    """The game begins when no seat is open."""
    if course.game is not None or any(seat.kind == "open" for seat in course.seats):
        return course
    game = Game(header.form, header.schools, header.seed, header.rules, takebacks=header.takebacks)
    return _timed(course, replace(course, game=game), at)


def resumed(course: Course) -> Course:
    """A course that was derived again from its events, to go on by today's rules."""
    if course.game is None or course.game.rules == RULES:
        return course
    game = course.game.copy()
    game.rules = RULES
    return replace(course, game=game)


class Unplayable(ValueError):
    """A choice of an intention that cannot be made, and the engine's reason."""

    def __init__(self, choice: str, reason: IllegalChoice | BadChoice) -> None:
        self.choice, self.reason = choice, reason
        super().__init__(choice, reason)

    def __str__(self) -> str:
        return str(self.reason)


class Apart(ValueError):
    """A choice that does not belong to the intention: something has to be seen before it."""

    def __init__(self, choice: str) -> None:
        self.choice = choice
        super().__init__(f"{choice!r} belongs to another intention")


def chosen(course: Course, seat: int, meant: Sequence[str]) -> tuple[event_log.Chosen, Course]:
    """Play an intention and what it forces: its event, and what the event leads to.

    All of it is played or nothing. A player who decides ahead knows all there is to know: an
    intention never goes past a draw, a decision of another seat or the end of the turn.
    """
    assert course.game is not None
    game, start = course.game.copy(), course.game.position
    for n, text in enumerate(meant):
        if n and _apart(start, game.position):
            raise Apart(text)
        try:
            game.play(text)
        except (IllegalChoice, BadChoice) as error:
            raise Unplayable(text, error) from None
    made = [choice_text(played.choice) for played in game.history[-len(meant) :]]
    auto = []
    while (only := forced(game.position)) is not None:
        auto.append(choice_text(only))
        game.play(only)
    event = event_log.Chosen(seat, made[0], tuple(auto), tuple(made[1:]))
    return event, _here(_gone_on(course, game), seat)


def _apart(start: Position, now: Position) -> bool:
    """Is something to be seen now that was not when the intention was formed?"""
    same_hands = (now.turn, now.actor) == (start.turn, start.actor) and not now.is_over
    return not same_hands or were_drawn(start, now)


def after(header: TableHeader, course: Course, event: event_log.AnyEvent, at: int) -> Course:
    """The course after one more event from the log; the one before stays as it is."""
    return settled(course, event, _applied(header, course, event, at), at)


def settled(course: Course, event: event_log.AnyEvent, led_to: Course, at: int) -> Course:
    """The course after one more event, given what the event has led to."""
    new = _timed(course, led_to, at)
    length = len(new.game.history) if new.game is not None else 0
    seq = course.seq + 1
    changed = new.game is not course.game
    return replace(
        new, seq=seq, moved=seq if changed else course.moved, lengths=(*course.lengths, length),
        offer=None if changed else new.offer, resigning=_resigning(new, event),
    )  # fmt: skip


def _resigning(course: Course, event: event_log.AnyEvent) -> ResignRequest | None:
    """A request to resign is pending until it is answered or whoever made it plays on.

    Playing on is whatever the seat does but going away, also that a bot takes it over.
    """
    asked = course.resigning
    if asked is None or course.state == "over":
        return None
    # All have agreed to a take-back, so the one who asked has too.
    ended = isinstance(event, event_log.ResignDeclined | event_log.TakenBack)
    goes_on = not isinstance(event, event_log.ResignAsked | event_log.Left)
    return None if ended or (goes_on and event.seat == asked.by) else asked


def _applied(header: TableHeader, course: Course, event: event_log.AnyEvent, at: int) -> Course:
    match event:
        case event_log.Chosen(seat):
            return _here(_played(course, event.played), seat)
        case event_log.Undone():
            return _undone(course)
        case event_log.Redone():
            return replace(_played(course, course.undone[-1]), undone=course.undone[:-1])
        case event_log.TakenBack(_, keep, shuffled):
            return _taken_back(course, keep, shuffled, at)
        case event_log.Resigned(seat):
            return _given_up(course, seat)
        case event_log.ResignAsked(seat):
            return replace(course, resigning=ResignRequest(seat, at))
        case event_log.ResignDeclined():
            return course
        case event_log.Flagged(seat, None):
            return replace(_given_up(course, seat), flagged=True)
        case event_log.Flagged(seat, bot):
            return _with_seat(course, seat, kind="bot", bot=bot, flagged=True)
        case event_log.Replaced(seat, bot):
            return _with_seat(course, seat, kind="bot", bot=bot, left=False)
        case event_log.CameBack(seat):
            return _with_seat(course, seat, kind="human", bot=None, left=False)
        case event_log.Offered(seat, keep):
            return replace(course, offer=TakebackOffer(seat, keep))
        case event_log.Answered(seat, yes):
            offer = course.offer
            agreed = replace(offer, agreed=(*offer.agreed, seat)) if offer and yes else None
            return replace(course, offer=agreed)
        case event_log.Joined(seat, owner, name):
            taken = _with_seat(course, seat, kind="human", owner=owner, name=name)
            return _seated(header, taken, at)
        case event_log.Left(seat) if course.game is None:
            return _with_seat(course, seat, kind="open", owner=None, name="")
        case event_log.Left(seat):
            return _with_seat(course, seat, left=True)


def _with_seat(course: Course, seat: int, **changes: object) -> Course:
    seats = list(course.seats)
    seats[seat] = replace(seats[seat], **changes)  # type: ignore[arg-type]
    return replace(course, seats=tuple(seats))


def _here(course: Course, seat: int) -> Course:
    """Who plays is there again."""
    return _with_seat(course, seat, left=False) if course.seats[seat].left else course


def _played(course: Course, choices: tuple[str, ...]) -> Course:
    assert course.game is not None
    game = course.game.copy()
    for text in choices:
        game.play(text)
    return _gone_on(course, game)


def _gone_on(course: Course, game: Game) -> Course:
    """The game has one more intention."""
    assert course.game is not None
    begins = (*course.begins, len(course.game.history))
    return replace(course, game=game, begins=begins, undone=())


def _undone(course: Course) -> Course:
    assert course.game is not None
    back = len(course.game.history) - course.undoable
    taken = tuple(choice_text(played.choice) for played in course.game.history[back:])
    game = course.game.copy()
    game.take_back(back)
    begins = tuple(n for n in course.begins if n < back)
    return replace(course, game=game, begins=begins, undone=(*course.undone, taken))


def _given_up(course: Course, seat: int) -> Course:
    assert course.game is not None
    game = course.game.copy()
    game.resign(*game.side(seat))
    return replace(course, game=game, undone=())


def _taken_back(course: Course, keep: int, shuffled: bool, at: int) -> Course:
    assert course.game is not None
    game = course.game.copy()
    game.take_back(keep, shuffle=shuffled)
    turn = course.game.history[keep].turn
    turns = tuple(begun for begun in course.turns if begun[0] <= turn)
    times = course.times.restored(turns[-1][1], at) if turns else course.times
    begins = tuple(n for n in course.begins if n < keep)
    return replace(course, game=game, begins=begins, undone=(), turns=turns, times=times)


def _timed(before: Course, new: Course, at: int) -> Course:
    """The clock of whoever decides now runs; as a turn begins, the times are noted."""
    if not new.times.left or new.game is None:
        return new
    was = before.game.position.turn if before.game is not None else -1
    now, seat = new.game.position.turn, new.acting
    if seat is not None and new.seats[seat].kind == "bot":
        seat = None  # bots have budgets instead
    if seat == new.times.running and was == now:
        return new
    ended = now > was >= 0
    times = new.times.stopped(at, ended).started(seat, at)
    turns = (*new.turns, (now, times.left)) if now > was else new.turns
    return replace(new, times=times, turns=turns)
