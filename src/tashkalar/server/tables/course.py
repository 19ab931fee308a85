"""The course of a table: where it stands after its events. A value: an event gives a new one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from msgspec import Struct

from tashkalar import Game
from tashkalar.rules.history import RULES
from tashkalar.server.tables.clocks import Clock, Times
from tashkalar.server.tables.seats import Seat

# For so many events the length of the history is remembered: copied at each event, it must be
# short. Who has been away for longer gets the log from its beginning.
REMEMBERED = 100


@dataclass(frozen=True)
class Start:
    """Where a continued game begins. Such a game counts in no figures."""

    position: str  # its text
    table: str  # of the game that it was taken from; "" if that came as a file
    turn: int
    kept: bool  # are hidden cards as they were, or dealt anew?


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
    rated: bool = False
    tournament: str | None = None  # for which it is played
    # What its events were played by, as stored; a table in memory is played by today's.
    rules: int = RULES
    cards: str = ""
    start: Start | None = None  # None: dealt by the seed

    @property
    def serious(self) -> bool:
        """Does the game count for more than itself? Then everybody plays alone to the end."""
        return self.rated or self.tournament is not None


class TakebackOffer(Struct, frozen=True):
    """A seat asks the others to go back."""

    by: int
    keep: int  # so many choices would stay
    agreed: tuple[int, ...] = ()


class ResignRequest(Struct, frozen=True):
    """A seat wants to resign, and its partner has not agreed."""

    by: int
    at: int  # when it was asked


class Course(Struct, frozen=True):
    """Where a table stands after ``seq`` events. A struct: a new one is made at every event."""

    seats: tuple[Seat, ...]
    times: Times
    seq: int = 0
    moved: int = 0  # the value of ``seq`` since which the position is what it is
    game: Game | None = None  # None while a seat is open; never changed, only exchanged
    begins: tuple[int, ...] = ()  # the places in the history where each intention begins
    undone: tuple[tuple[str, ...], ...] = ()  # what redo would do, the next one last
    turns: tuple[tuple[int, tuple[int, ...]], ...] = ()  # what was left as each turn began
    turn_began: int = 0  # the value of ``seq`` with which this turn began, the last time
    asked: int = 0  # the time since which the acting seat has been deciding
    paused: int = 0  # milliseconds since the last event for which the clocks stood still
    lengths: tuple[int, ...] = (0,)  # of the history, after the last event and some before it
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
        if self.game is None:
            return None
        position = self.game.position
        return None if position.is_over else position.actor

    @property
    def bot_due(self) -> bool:
        """Is it a bot's decision?"""
        acting = self.acting
        return acting is not None and self.seats[acting].kind == "bot"

    def shortest(self, since: int) -> int | None:
        """The least length of the history from a value of ``seq`` on, if it is remembered."""
        back = self.seq - since
        return min(self.lengths[-back - 1 :]) if 0 <= back < len(self.lengths) else None

    def length(self, after: int) -> int | None:
        """The length of the history after so many events, if it is remembered."""
        back = self.seq - after
        return self.lengths[-back - 1] if 0 <= back < len(self.lengths) else None

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
    def attended(self) -> bool:
        """Has a person a seat that no bot plays? Else bots move only while somebody watches."""
        return any(seat.kind == "human" for seat in self.seats)

    @property
    def persons(self) -> int:
        """How many seats belong to people, also those that a bot plays for a while."""
        return sum(1 for seat in self.seats if seat.owner is not None)

    def people(self, but: int) -> tuple[int, ...]:
        """Seats whose agreement is needed: of other people, also while a bot plays for them."""
        mine = self.seats[but].owner
        return tuple(
            n
            for n, seat in enumerate(self.seats)
            if seat.owner is not None and seat.owner != mine and not seat.flagged
        )

    def partners(self, seat: int) -> tuple[int, ...]:
        """People with whose consent alone a seat may resign."""
        if self.game is None:
            return ()
        return tuple(n for n in self.people(seat) if n in self.game.side(seat))

    def has_had_a_turn(self, seat: int) -> bool:
        """Has a seat finished a turn that could be taken back?"""
        if self.state != "running" or self.game is None or not self.game.takebacks:
            return False
        now = self.game.position.turn
        # The first turn of a seat is found soon, from the beginning.
        return any(
            0 < played.turn < now and played.before.seat == seat for played in self.game.history
        )

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
