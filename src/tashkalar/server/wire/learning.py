"""A lesson over a websocket: the messages of a table, and one more of the coach.

The table is in memory only and belongs to its socket. Whoever comes back goes on at a goal.
"""

from __future__ import annotations

from starlette.websockets import WebSocket

from tashkalar import BadChoice, IllegalChoice
from tashkalar.catalogue import text
from tashkalar.game import CannotUndo
from tashkalar.lessons import Session, UnknownLesson, course_of, following, lesson
from tashkalar.player_names import for_learner
from tashkalar.scene.coach import because, points, way_ahead
from tashkalar.scene.puzzles import using
from tashkalar.server.refusals import Refused
from tashkalar.server.tables.orders import no_choice
from tashkalar.server.wire import protocol
from tashkalar.server.wire.rehearsal import LEARNER, Rehearsal, check_room, laid
from tashkalar.server.wire.sockets import Socket
from tashkalar.server.wire.talk import Talk
from tashkalar.server.wire.worker import Worker


async def greeted(websocket: WebSocket, worker: Worker, hello: protocol.Hello) -> Talk:
    """A talk in a lesson, from one of its goals on."""
    try:
        found = lesson(hello.table)
    except UnknownLesson:
        raise Refused("unknown", why="lesson") from None
    check_room(worker)
    session = Session(found, hello.goal if 0 <= hello.goal < len(found.goals) else 0)
    language = websocket.state.language
    start = found.start
    names = for_learner(start.schools, start.colour_of, found.seat, language).seats
    table = laid(found.id, session.game, found.seat, names, worker.now())
    return _LessonTalk(Socket(websocket, worker, table, LEARNER, language, hello), session)


class _LessonTalk(Rehearsal):
    """In a lesson."""

    def __init__(self, socket: Socket, session: Session) -> None:
        super().__init__(socket)
        self.session = session
        self._helped = False

    async def _asked(self, message: protocol.ToServer) -> int | None:
        match message:
            case protocol.Begin(goal):
                if not 0 <= goal < len(self.session.lesson.goals):
                    raise Refused("malformed")
                self.session.go_to(goal)
                return self._moved()
            case protocol.AskHint():
                self._show(message.id)
                return None
        raise Refused("malformed")

    async def _play(self, choices: tuple[str, ...]) -> int:
        if self.table.course.acting != self.session.lesson.seat:
            raise Refused("not_your_turn")
        try:
            self.session.play(*choices)
        except BadChoice:
            raise no_choice(", ".join(choices)) from None
        except IllegalChoice as error:
            raise Refused("illegal", error) from None
        return self._moved()

    def _step(self, back: bool) -> int:
        try:
            self.session.undo() if back else self.session.redo()
        except CannotUndo:
            raise Refused("nothing_to_undo" if back else "nothing_to_redo") from None
        return self._moved()

    def _moved(self) -> int:
        """Show where the session stands now."""
        session = self.session
        self._tell()
        return self._changed(session.game, session.can_undo, session.can_redo)

    def _show(self, number: protocol.Id) -> None:
        """What is still to be done, as a hint."""
        language = self.socket.language
        ahead = way_ahead(self.session, language)
        told = [choice.words for choice in ahead] or [text("lesson.lost", language)]
        self._helped = self._helped or bool(ahead)
        self.socket.send(protocol.Hint(tuple(choice.text for choice in ahead), tuple(told), number))

    def _tell(self) -> None:
        self.socket.send(coached(self.session, self.socket.language, self._helped))


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
        cards=(goal or taught.goals[-1]).cards,
        points=points(ahead),
        why=why.text if why else "",
        clause=why.clause if why else None,
        state=state,
        helped=helped,
        next=after,
        next_name=text(f"lesson.{after}.name", language) if after else "",
        puzzle=using(taught) if state == "done" else None,
    )
