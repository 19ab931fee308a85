"""One table in memory, and whoever watches it."""

from __future__ import annotations

import asyncio
from typing import Protocol

from sqlalchemy import Connection

from tashkalar import Game
from tashkalar.scene.scene import Alike, Scene, Sitting
from tashkalar.server.refusals import Refused
from tashkalar.server.storage import archive
from tashkalar.server.tables.course import Course, TableHeader
from tashkalar.server.tables.projection import begun, put_forward
from tashkalar.server.tables.seats import Seat
from tashkalar.server.tables.stored import CannotReplay, replayed


class Watcher(Protocol):
    """Somebody who is shown a table."""

    known: int  # how many entries of the log the watcher has; less after an undo

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats that are the watcher's own."""

    def changed(self, scene: bool) -> None:
        """The row of the table is new, maybe the scene too."""

    def heard(self, lines: list[archive.ChatLine]) -> None:
        """Somebody has said something."""

    def dismiss(self, why: Refused) -> None:
        """There is nothing to be shown any more."""


class Table:
    """One table. Its course is exchanged only after the event that changes it is stored."""

    def __init__(self, header: TableHeader, course: Course, here: dict[int, int]) -> None:
        self.header, self.course = header, course
        self.here = here  # seat -> until when another worker has seen it, or this one had
        self.lock = asyncio.Lock()  # held while an event is decided on and stored
        self.watchers: set[Watcher] = set()
        self.stepping = False  # a lesson: a step back is possible, whatever the rules say
        self.behind = False  # other workers have stored events that are not here yet
        self.doubtful = False  # news of it may have been missed: it is to be derived again
        self.rematch: archive.Rematch | None = None  # the table where the same players go on
        self.heard = -1  # the number of the last line of chat that was passed on
        self.replaceable: tuple[int, ...] = ()  # seats whose players are absent, as shown
        self.scenes: dict[tuple[int, str], tuple[float, Scene]] = {}  # by viewer and language
        self.shared: tuple[Game, Alike] | None = None  # what all are shown alike, of which game
        # Who sits there, as it is shown, by language; with the seats that it was made of.
        self.sitting: dict[str, tuple[tuple[Seat, ...], tuple[Sitting, ...]]] = {}
        self.used = 0  # when somebody last asked for it

    @property
    def id(self) -> str:
        """The id, as in its address."""
        return self.header.id

    def advance(self, course: Course) -> None:
        """Go on to a course that is stored, and tell whoever watches."""
        shortest = course.shortest(self.course.seq + 1) or 0
        moved = course.moved != self.course.moved
        self.course = course
        if moved:
            for watcher in self.watchers:
                watcher.known = min(watcher.known, shortest)
        self.show()

    def show(self, scene: bool = True) -> None:
        """Tell whoever watches that the row of the table is new, maybe the scene too."""
        self.scenes.clear()
        for watcher in self.watchers:
            watcher.changed(scene)

    def rest(self) -> None:
        """Keep only what it takes to go on: the rest is derived again when somebody comes."""
        self.scenes.clear()
        self.sitting.clear()
        self.shared = None
        if self.course.game is not None:
            self.course.game.rest()

    def connected(self, now: int) -> dict[int, bool]:
        """Which seats of people have somebody in front of them.

        Who has had their data deleted has no name any more, and is nowhere.
        """
        seen = {seat for watcher in self.watchers for seat in watcher.seats}
        return {
            n: seat.name != "" and (n in seen or self.here.get(n, 0) > now)
            for n, seat in enumerate(self.course.seats)
            if seat.owner is not None
        }

    def absent(self, now: int, after: int) -> tuple[int, ...]:
        """Seats whose people have been away for so long, as far as this worker knows.

        Who has left is away at once; but whoever is there is there, also after having left.
        """
        if self.course.state != "running":
            return ()
        here = self.connected(now)
        return tuple(
            n
            for n, seat in enumerate(self.course.seats)
            if not here.get(n, True) and (seat.left or now - self.here.get(n, 0) >= after)
        )

    def holding_up(self, now: int, after: int) -> tuple[int, ...]:
        """Seats that a bot may take over: who left, and who is away on their own turn.

        Waiting counts from when they were asked. In games over days everybody is away, and where
        it counts the clock decides.
        """
        if self.header.serious:
            return ()
        course, days = self.course, self.header.clock.kind == "days"
        waited = now - course.asked >= after
        return tuple(
            n
            for n in self.absent(now, after)
            if course.seats[n].kind == "human"
            and (course.seats[n].left or (waited and n == course.acting and not days))
        )


def is_id(wanted: str) -> bool:
    """Could it be the id of a table?"""
    return 0 < len(wanted) <= 16 and wanted.isascii() and wanted.isalnum()


def load(c: Connection, wanted: str) -> Table | None:
    """A table from the database. Runs in a thread: replaying a long game takes a while."""
    row = archive.table(c, wanted)
    if row is None:
        return None
    if row.quarantined is not None:
        raise CannotReplay.read(row.quarantined)
    header, course = replayed(c, row)
    if row.seq == course.seq:
        course = put_forward(course, row.deadline)
    here = archive.here(c, [wanted])[wanted]
    if any(type(until) is not int for until in here.values()):
        raise CannotReplay("torn", f"its seats: here_until is {list(here.values())}")
    table = Table(header, course, here)
    table.heard = archive.last_line(c, wanted)
    table.rematch = archive.rematch_of(c, wanted)
    return table


def made(header: TableHeader, sitting: tuple[Seat, ...]) -> Table:
    """A new table; it still has to be stored."""
    course = begun(header, sitting)
    return Table(header, course, dict.fromkeys(range(len(sitting)), header.created))
