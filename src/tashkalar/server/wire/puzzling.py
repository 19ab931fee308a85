"""A puzzle over a websocket: the messages of a table, and one more that says where the try stands.

The engine decides what reaches the goal. What became of a first try is stored before the page is
told, and so is that somebody asked for help.
"""

from __future__ import annotations

from collections.abc import Sequence

from starlette.websockets import WebSocket

from tashkalar import BadChoice, IllegalChoice, choice_text
from tashkalar.game import CannotUndo
from tashkalar.player_names import for_learner
from tashkalar.puzzles import Attempt, Puzzle, UnknownPuzzle, listed, puzzle
from tashkalar.scene import puzzles as scene
from tashkalar.server.refusals import Refused
from tashkalar.server.storage import puzzles as storage
from tashkalar.server.storage.puzzles import Noted, PuzzleState, PuzzleTry
from tashkalar.server.tables.orders import no_choice
from tashkalar.server.tables.solving import daily_at, keep
from tashkalar.server.wire import protocol
from tashkalar.server.wire.rehearsal import LEARNER, Rehearsal, check_room, laid
from tashkalar.server.wire.sockets import Socket
from tashkalar.server.wire.talk import Talk
from tashkalar.server.wire.worker import Worker


async def greeted(websocket: WebSocket, worker: Worker, hello: protocol.Hello) -> Talk:
    """A talk about a puzzle; what becomes of it is kept for whoever has an identity."""
    try:
        found = puzzle(hello.table)
    except UnknownPuzzle:
        raise Refused("unknown", why="puzzle") from None
    check_room(worker)
    owner = await worker.guests.owner(hello.token)
    worker.moderation.check_coming_in(owner)
    kept: list[PuzzleTry] = []
    if owner is not None:
        solver = owner
        kept = await worker.store.read(lambda c: storage.tries_of(c, solver))
    language = websocket.state.language
    attempt = Attempt(found)
    start = found.start
    names = for_learner(start.schools, start.colour_of, found.seat, language).seats
    table = laid(found.id, attempt.game, found.seat, names, worker.now())
    socket = Socket(websocket, worker, table, LEARNER, language, hello)
    return _PuzzleTalk(socket, attempt, owner, kept)


class _PuzzleTalk(Rehearsal):
    """At a puzzle."""

    def __init__(
        self, socket: Socket, attempt: Attempt, owner: str | None, kept: Sequence[PuzzleTry]
    ) -> None:
        super().__init__(socket)
        self.attempt, self._owner = attempt, owner
        self._before = sum(one.tries for one in kept if one.puzzle == attempt.puzzle.id)
        self._next = following(attempt.puzzle, kept)

    async def _play(self, choices: tuple[str, ...]) -> int:
        if self.attempt.state != "running":
            raise Refused("puzzle_over")
        # What came out is stored before anybody is told, so it is played once to see.
        ahead = Attempt(self.attempt.puzzle)
        ahead.game = self.attempt.game
        try:
            ahead.play(*choices)
        except BadChoice:
            raise no_choice(", ".join(choices)) from None
        except IllegalChoice as error:
            raise Refused("illegal", error) from None
        if ahead.state == "solved" and not self.attempt.gave_up:
            await self._note("solved", 1, not self.attempt.hints and not self.attempt.tries)
        elif ahead.state != "running" and not self.attempt.gave_up:
            await self._note("failed", 1, False)
        self.attempt.play(*choices)
        return self._moved()

    def _step(self, back: bool) -> int:
        if not back:
            raise Refused("nothing_to_redo")
        try:
            self.attempt.undo()
        except CannotUndo:
            raise Refused("nothing_to_undo") from None
        return self._moved()

    async def _asked(self, message: protocol.ToServer) -> int | None:
        match message:
            case protocol.StartAgain():
                self.attempt.again()
                return self._moved()
            case protocol.AskHint():
                await self._note("failed", 0, False)
                self.attempt.hint()
                self._tell()
                return self.table.course.seq
            case protocol.GiveUp():
                await self._note("seen", 0, False)
                self.attempt.give_up()
                return self._moved()
        raise Refused("malformed")

    async def _note(self, state: PuzzleState, tries: int, first: bool) -> None:
        """Store what was made of the puzzle."""
        if self._owner is None:
            return
        found = self.attempt.puzzle
        made = Noted(found.id, found.rating, state, tries, first)
        await keep(self.worker, self._owner, made)

    def _moved(self) -> int:
        """Show where the try stands now."""
        self._tell(self.table.course.seq + 1)
        return self._changed(self.attempt.game, self.attempt.can_undo, redo=False)

    def _tell(self, seq: int | None = None) -> None:
        attempt, language = self.attempt, self.socket.language
        found, state = attempt.puzzle, attempt.state
        played = [step.choice for step in attempt.game.history]
        self.socket.send(
            protocol.PuzzleStands(
                seq=self.table.course.seq if seq is None else seq,
                form=found.form,
                number=scene.number(found.id),
                grade=found.grade,
                daily=found.id == daily_at(self.worker.now()).id,
                points=found.goal.points,
                goal=scene.goal_words(found, language),
                state=state,
                tries=self._before + attempt.tries,
                hints=tuple(scene.hint_words(hint, language) for hint in attempt.given),
                of=scene.hint_count(found),
                short=scene.short_words(attempt.reason, language) if attempt.reason else "",
                why=scene.why_words(found, played, language)
                if state in ("solved", "shown")
                else "",
                book=tuple(played) == found.solution,
                played=tuple(map(choice_text, played)) if scene.goes_on(attempt.game) else (),
                next=self._next,
            )
        )


def following(found: Puzzle, kept: Sequence[PuzzleTry]) -> str | None:
    """The next puzzle whose solution is not known to somebody; after the last comes the first."""
    known = {one.puzzle for one in kept if one.state != "failed"} | {found.id}
    ids = [one.id for one in listed()]
    here = ids.index(found.id)
    return next((id for id in ids[here + 1 :] + ids[:here] if id not in known), None)
