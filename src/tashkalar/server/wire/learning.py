"""A lesson over a websocket: the messages of a table, and one more of the coach.

The table is in memory only and belongs to its socket. Whoever comes back goes on at a goal.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import replace
from time import monotonic

from starlette.websockets import WebSocket

from tashkalar import BadChoice, Game, IllegalChoice
from tashkalar.catalogue import text
from tashkalar.game import CannotUndo
from tashkalar.lessons import Lesson, Session, UnknownLesson, course_of, following, lesson
from tashkalar.scene.coach import because, points, way_ahead
from tashkalar.scene.story import called
from tashkalar.server.refusals import Refused
from tashkalar.server.tables.clocks import Clock, Times
from tashkalar.server.tables.course import Course, TableHeader
from tashkalar.server.tables.orders import no_choice
from tashkalar.server.tables.registry import Table
from tashkalar.server.tables.seats import Seat
from tashkalar.server.wire import protocol
from tashkalar.server.wire.sockets import Socket
from tashkalar.server.wire.talk import POLICY, Talk
from tashkalar.server.wire.worker import Worker

LEARNER = "learner"  # the owner of the only seat that is somebody's
SCRIPT = "novice"  # who the others are to the page: seats that nobody has to wait for


async def greeted(websocket: WebSocket, worker: Worker, hello: protocol.Hello) -> Talk:
    """A talk in a lesson, from one of its goals on."""
    try:
        found = lesson(hello.table)
    except UnknownLesson:
        raise Refused("unknown", why="lesson") from None
    if worker.limits.lessons >= worker.settings.lessons:
        raise Refused("full")
    session = Session(found, hello.goal if 0 <= hello.goal < len(found.goals) else 0)
    language = websocket.state.language
    table = _laid(found, session, worker.now(), language)
    return _LessonTalk(Socket(websocket, worker, table, LEARNER, language, hello), session)


def _laid(found: Lesson, session: Session, now: int, language: str) -> Table:
    """A table for a lesson."""
    position = found.start
    header = TableHeader(
        found.id, "", position.form, position.schools, 0, Clock(), public=False, spectators=False,
        invite="", maker=LEARNER, created=now,
    )  # fmt: skip
    names = called(position.schools, language)
    if len(names) == 2:
        names = tuple(text("lesson.opponent", language) for _ in names)
    seats = tuple(
        Seat("human", names[n], LEARNER) if n == found.seat else Seat("bot", names[n], bot=SCRIPT)
        for n in range(len(position.schools))
    )
    course = Course(seats, Times.fresh(Clock(), len(seats)), game=session.game,
                    lengths=(len(session.game.history),))  # fmt: skip
    return Table(header, course, {})


class _LessonTalk(Talk):
    """In a lesson."""

    def __init__(self, socket: Socket, session: Session) -> None:
        super().__init__(socket)
        self.session = session
        self._helped = False
        self._stepped = monotonic()  # when the learner did something

    async def run(self) -> None:
        """From the welcome until the learner leaves or does nothing for too long."""
        socket, table, limits = self.socket, self.table, self.worker.limits
        limits.lessons += 1
        table.watchers.add(socket)
        socket.send(protocol.Welcome(socket.greeted(), socket.seats, False, table.course.seq))
        self._tell()
        socket.changed(scene=True)
        tasks = [asyncio.create_task(socket.write()), asyncio.create_task(self._read())]
        try:
            while not (await asyncio.wait(tasks, timeout=self._left(),
                                          return_when=asyncio.FIRST_COMPLETED))[0]:  # fmt: skip
                if self._left() <= 0:
                    raise Refused("idle")
        finally:
            limits.lessons -= 1
            table.watchers.discard(socket)
            self.worker.renderer.forget(socket)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        with suppress(Exception):
            await socket.websocket.close(POLICY)

    def _left(self) -> float:
        """Seconds that may pass until the learner is taken to be gone."""
        return max(0.0, self._stepped + self.worker.settings.lesson_idle - monotonic())

    async def _ordered(self, message: protocol.ToServer) -> int | None:
        if isinstance(message, protocol.Ping):
            self.socket.send(protocol.Pong(message.id))
            return None
        self._stepped = monotonic()
        match message:
            case protocol.Choose(seq, choice, then):
                return self._play(seq, (choice, *then))
            case protocol.Typed(seq, typed):
                return self._play(seq, tuple(self._understood(typed)))
            case protocol.Undo(seq) | protocol.Redo(seq):
                return self._step(seq, isinstance(message, protocol.Undo))
            case protocol.Begin(goal):
                if not 0 <= goal < len(self.session.lesson.goals):
                    raise Refused("malformed")
                self.session.go_to(goal)
                return self._changed()
            case protocol.Why(choice):
                self.socket.send(protocol.Reason(choice, *self._why(choice), message.id))
            case protocol.AskNear(card):
                self._near(card, message.id)
            case protocol.AskHint():
                self._show(message.id)
            case protocol.AskScene():
                self.socket.show_whole()
            case _:
                raise Refused("malformed")
        return None

    def _play(self, seq: int, choices: tuple[str, ...]) -> int:
        self._check(seq)
        if self.table.course.acting != self.session.lesson.seat:
            raise Refused("not_your_turn")
        try:
            self.session.play(*choices)
        except BadChoice:
            raise no_choice(", ".join(choices)) from None
        except IllegalChoice as error:
            raise Refused("illegal", error) from None
        return self._changed()

    def _check(self, seq: int) -> None:
        if seq != self.table.course.seq:
            raise Refused("stale")

    def _step(self, seq: int, back: bool) -> int:
        self._check(seq)
        try:
            self.session.undo() if back else self.session.redo()
        except CannotUndo:
            raise Refused("nothing_to_undo" if back else "nothing_to_redo") from None
        return self._changed()

    def _changed(self) -> int:
        """Show where the session stands now."""
        table, session = self.table, self.session
        course, seq = table.course, table.course.seq + 1
        assert course.game is not None
        # How much of the log is still true.
        kept = _shared(course.game, session.game)
        table.stepping = session.can_undo
        undone = (("",),) if session.can_redo else ()
        self._tell()
        table.advance(replace(course, game=session.game, seq=seq, moved=seq, undone=undone,
                              lengths=(*course.lengths, kept)))  # fmt: skip
        return seq

    def _show(self, number: protocol.Id) -> None:
        """What is still to be done, as a hint."""
        language = self.socket.language
        ahead = way_ahead(self.session, language)
        told = [choice.words for choice in ahead] or [text("lesson.lost", language)]
        self._helped = self._helped or bool(ahead)
        self.socket.send(protocol.Hint(tuple(choice.text for choice in ahead), tuple(told), number))

    def _tell(self) -> None:
        self.socket.send(coached(self.session, self.socket.language, self._helped))


def _shared(before: Game, now: Game) -> int:
    """How many choices two games have in common."""
    pairs = zip(before.history, now.history, strict=False)
    return next((n for n, (a, b) in enumerate(pairs) if a is not b),
                min(len(before.history), len(now.history)))  # fmt: skip


def coached(session: Session, language: str, helped: bool) -> protocol.Coach:
    """What the coach says now."""
    taught, state = session.lesson, session.state
    key, course, after = f"lesson.{taught.id}", course_of(taught.id), following(taught.id)
    goal = taught.goals[session.goal] if state != "done" else None
    veiled = goal is not None and state == "goal"
    part = "remember" if goal is None else f"{session.goal + 1}.say"
    note = state if state in ("away", "astray") else "set_up" if session.now.set_up else None
    ahead = way_ahead(session, language)
    why = because(session.game.position, ahead, language)
    return protocol.Coach(
        course=text(f"course.{course.id}.name", language),
        name=text(f"{key}.name", language),
        number=course.lessons.index(taught.id) + 1,
        lessons=len(course.lessons),
        goal=session.goal,
        goals=tuple(text(f"{key}.{n}.goal", language) for n in range(1, len(taught.goals) + 1)),
        say=text(f"{key}.{part}", language),
        note=text(f"lesson.{note}", language) if note else "",
        squares=goal.show if goal is not None and veiled else (),
        cards=goal.cards if goal is not None else None,
        points=points(ahead),
        why=why.text if why else "",
        clause=why.clause if why else None,
        state=state,
        helped=helped,
        next=after,
        next_name=text(f"lesson.{after}.name", language) if after else "",
    )
