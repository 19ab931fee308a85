"""A table in memory that belongs to one websocket: of a lesson, or of a puzzle.

One seat is somebody's, and the others do nothing by themselves. Whoever is gone for too long is
told so, and begins again later.
"""

from __future__ import annotations

import asyncio
from abc import abstractmethod
from contextlib import suppress
from time import monotonic

from msgspec.structs import replace

from tashkalar import Game
from tashkalar.server.refusals import Refused
from tashkalar.server.tables.clocks import Clock, Times
from tashkalar.server.tables.course import Course, TableHeader
from tashkalar.server.tables.seats import Seat
from tashkalar.server.tables.table import Table
from tashkalar.server.wire import protocol
from tashkalar.server.wire.sockets import Socket
from tashkalar.server.wire.talk import POLICY, Talk
from tashkalar.server.wire.worker import Worker

LEARNER = "learner"  # the owner of the only seat that is somebody's
SCRIPT = "novice"  # who the others are to the page: seats that nobody has to wait for


def laid(id: str, game: Game, seat: int, names: tuple[str, ...], now: int) -> Table:
    """A table at which one seat is the learner's."""
    header = TableHeader(
        id,
        "",
        game.form,
        game.schools,
        0,
        Clock(),
        public=False,
        spectators=False,
        invite="",
        maker=LEARNER,
        created=now,
    )
    seats = tuple(
        Seat("human", name, LEARNER) if n == seat else Seat("bot", name, bot=SCRIPT)
        for n, name in enumerate(names)
    )
    course = Course(
        seats, Times.fresh(Clock(), len(seats)), game=game, lengths=(len(game.history),)
    )
    return Table(header, course, {})


def check_room(worker: Worker) -> None:
    """Refuse one table more than there may be in memory."""
    if worker.limits.lessons >= worker.settings.lessons:
        raise Refused("full")


class Rehearsal(Talk):
    """At such a table."""

    def __init__(self, socket: Socket) -> None:
        super().__init__(socket)
        self._stepped = monotonic()  # when somebody last did something

    async def run(self) -> None:
        """From the welcome until the learner leaves or does nothing for too long."""
        socket, table, limits = self.socket, self.table, self.worker.limits
        limits.lessons += 1
        table.watchers.add(socket)
        socket.send(protocol.Welcome(socket.greeted(), socket.seats, False, table.course.seq))
        self._tell()
        socket.changed(scene=True)
        tasks = self._begun()
        try:
            while not (
                await asyncio.wait(tasks, timeout=self._left(), return_when=asyncio.FIRST_COMPLETED)
            )[0]:
                if self._left() <= 0:
                    raise Refused("idle")
        finally:
            limits.lessons -= 1
            table.watchers.discard(socket)
            self.worker.renderer.forget(socket)
            await self._ended(*tasks)
        with suppress(Exception):
            await socket.websocket.close(POLICY)

    def _left(self) -> float:
        """Seconds that may pass until the learner is taken to be gone."""
        return max(0.0, self._stepped + self.worker.settings.lesson_idle - monotonic())

    async def _ordered(self, message: protocol.ToServer) -> int | None:
        match message:
            case protocol.Ping():
                self.socket.send(protocol.Pong(message.id))
                return None
            case protocol.AskScene():
                self.socket.show_whole()
                return None
        self._stepped = monotonic()
        match message:
            case protocol.Choose(seq, choice, then):
                self._check(seq)
                return await self._play((choice, *then))
            case protocol.Typed(seq, typed):
                self._check(seq)
                return await self._play(tuple(self._understood(typed)))
            case protocol.Undo(seq) | protocol.Redo(seq):
                self._check(seq)
                return self._step(isinstance(message, protocol.Undo))
            case protocol.Why(choice):
                self.socket.send(protocol.Reason(choice, *self._why(choice), message.id))
                return None
            case protocol.AskNear(card):
                self._near(card, message.id)
                return None
        return await self._asked(message)

    def _check(self, seq: int) -> None:
        if seq != self.table.course.seq:
            raise Refused("stale")

    def _changed(self, game: Game, undo: bool, redo: bool) -> int:
        """Show where it stands now."""
        table = self.table
        course, seq = table.course, table.course.seq + 1
        assert course.game is not None
        # How much of the log is still true.
        kept = _shared(course.game, game)
        table.stepping = undo
        table.advance(
            replace(
                course,
                game=game,
                seq=seq,
                moved=seq,
                undone=(("",),) if redo else (),
                lengths=(*course.lengths, kept),
            )
        )
        return seq

    @abstractmethod
    def _tell(self) -> None:
        """Say where it stands, beside the scene."""

    @abstractmethod
    async def _play(self, choices: tuple[str, ...]) -> int:
        """Make the choices of one intention."""

    @abstractmethod
    def _step(self, back: bool) -> int:
        """Take something back, or do it again."""

    @abstractmethod
    async def _asked(self, message: protocol.ToServer) -> int | None:
        """What else may be asked for."""


def _shared(before: Game, now: Game) -> int:
    """How many choices two games have in common."""
    pairs = zip(before.history, now.history, strict=False)
    return next(
        (n for n, (a, b) in enumerate(pairs) if a is not b),
        min(len(before.history), len(now.history)),
    )
