"""One websocket: what waits to be sent, and what its owner is shown."""

from __future__ import annotations

import asyncio
from collections import deque
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from starlette.websockets import WebSocket

from tashkalar import SPECTATOR
from tashkalar.scene import story
from tashkalar.scene.difference import Sequel
from tashkalar.scene.scene import Scene
from tashkalar.server.metrics import DROPPED
from tashkalar.server.refusals import Refused
from tashkalar.server.storage import archive
from tashkalar.server.storage.archive import ChatLine
from tashkalar.server.tables.seats import Seat, public_id
from tashkalar.server.tables.table import Table
from tashkalar.server.wire import connections, protocol, rows
from tashkalar.server.wire.rendering import player_names, rendered

if TYPE_CHECKING:
    from tashkalar.server.wire.worker import Worker

PATIENCE = 20.0  # seconds that sending one message may take


class Socket:
    """A watcher of a table. Messages wait in order; of scenes only the newest is sent."""

    def __init__(
        self,
        websocket: WebSocket,
        worker: Worker,
        table: Table,
        owner: str | None,
        language: str,
        hello: protocol.Hello | None = None,
    ) -> None:
        self.websocket, self.worker, self.table = websocket, worker, table
        self.owner, self.language = owner, language
        self._differences = hello is not None and hello.differences
        self._batches = hello is not None and hello.batches
        self._write_now = connections.writing(websocket)
        self._sequel: Sequel | None = None  # to the last scene that was sent, where it is of use
        self._number = 0  # of that scene
        self.look: int | None = None
        self._sitting: tuple[Seat, ...] = ()
        self._seats: tuple[int, ...] = ()
        self.known = self._told = 0  # entries of the log: that still count, and that were sent
        self._outbox: deque[protocol.FromServer] = deque()
        self._flushing = False  # as soon as the loop turns
        self._wake = asyncio.Event()  # the writer has something to do
        self._stale = self._stale_scene = False
        self._rendering = False  # something is on its way: the next waits until it is sent
        self._around: tuple[object, ...] = ()  # all beside the game, as it was last looked at
        self._row: rows.TableRow | None = None  # as last sent
        self._said = -1  # the number of the last line of chat that was sent
        self._listening = False  # what was said before has been told
        self._dismissed = False
        self._writing: asyncio.Task[None] | None = None

    @property
    def seats(self) -> tuple[int, ...]:
        """My seats; worked out again only when somebody comes or goes."""
        if self._sitting is not self.table.course.seats:
            self._sitting = self.table.course.seats
            self._seats = self.table.course.owned(self.owner)
        return self._seats

    @property
    def viewer(self) -> int:
        """Whose eyes: the seat looked at, else the one of mine that decides, else the first."""
        mine = self.seats
        if not mine:
            return SPECTATOR
        if self.look in mine:
            assert self.look is not None
            return self.look
        acting = self.table.course.acting
        return acting if acting in mine and acting is not None else mine[0]

    def resume(self, since: int | None) -> None:
        """The client has seen the log up to a number of events: only go on from there."""
        course = self.table.course
        told = course.length(since) if since is not None else None
        if since is not None and told is not None:
            self._told, self.known = told, course.shortest(since) or 0

    def send(self, message: protocol.FromServer) -> None:
        """Put a message in line; who does not read fast enough is dropped and may come back."""
        if len(self._outbox) >= self.worker.settings.outbox:
            if self._writing is not None and self._writing.cancel():
                DROPPED.inc()
            return
        self._outbox.append(message)
        if not self._flushing:
            self._flushing = True
            asyncio.get_running_loop().call_soon(self._flush_soon)

    def changed(self, scene: bool) -> None:
        """The row of the table is new, maybe the scene too: ask to be rendered."""
        self._stale, self._stale_scene = True, self._stale_scene or scene
        self._ask()

    def _ask(self) -> None:
        if self._stale and not self._rendering:
            self._rendering = True
            self.worker.renderer.ask(self)

    def heard(self, lines: list[ChatLine]) -> None:
        """Somebody has said something."""
        if self._listening:
            self._tell([line for line in lines if line.n > self._said])

    async def tell_chat(self) -> None:
        """What was said so far; then whatever is said next is told at once."""
        while not self._listening:
            since, heard = self._said + 1, self.table.heard
            said = partial(archive.chat_of, wanted=self.table.id, since=since)
            self._tell(await self.worker.store.read(said))
            # Somebody may have spoken while this was read; what was heard before may be deleted.
            self._listening = self.table.heard <= max(self._said, heard)

    def _tell(self, lines: list[ChatLine]) -> None:
        for line in lines:
            self._said = line.n
            who = public_id(line.owner) if line.owner is not None else None
            self.send(protocol.Said(line.n, line.seat, line.name, line.text, line.at, who))

    def dismiss(self, why: Refused) -> None:
        """Say good-bye, with the reason; nothing is shown any more."""
        self._dismissed = True
        self.send(protocol.Bye(why.error, why.told(self.language), why.passing))

    def render(self) -> None:
        """Show the table as it is now: who sits there, what is new in the log, the scene."""
        self._stale = False
        if self._dismissed:
            return
        if not self._stays():
            return
        self._flushing = True  # at the end, all at once
        try:
            if self._stale_scene:
                self._stale_scene = False
                self._paint()
        finally:  # whatever went wrong, what else waits is sent
            self._rendering = bool(self._outbox)
            self.flush()

    def _paint(self) -> None:
        """Tell what is new in the log, and the scene."""
        game = self.table.course.game
        if game is None:
            return
        if self.known < max(self._told, len(game.history)):
            names = player_names(self.table, self.viewer, self.language)
            log = story.log(game, names, self.known, self.language)
            self.send(protocol.Log(self.known, log))
            self.known = self._told = len(game.history)
        self._show(rendered(self.table, self.viewer, self.language, self.worker.now()))

    def _stays(self) -> bool:
        """May its owner stay? If something beside the game has changed, tell what lists show.

        Both are looked into only when what they depend on has changed, not at every move.
        """
        table, course, worker = self.table, self.table.course, self.worker
        here = table.connected(worker.now())
        around = (
            table.header,
            course.seats,
            course.state,
            table.rematch,
            *worker.turned_away(table),
            *here.items(),
        )
        if around == self._around:
            return True
        farewell = worker.door(table).farewell(self.owner)
        if farewell is not None:
            self.dismiss(farewell)
            return False
        self._around = around
        row = replace(self.row(), turn=0, your_turn=False)
        if row != self._row:
            self._row = row
            self.send(protocol.TableShown(self.row()))
        return True

    def _show(self, scene: Scene) -> None:
        """Send a scene whole, or what changed since the last one that was sent."""
        self._number += 1
        if self._sequel is None:
            self._sequel = Sequel(scene) if self._differences else None
            self.send(protocol.SceneShown(self._number, scene))
        else:
            found = self._sequel.next(scene)
            changed = protocol.SceneChanged(
                self._number, self._number - 1, found.values, found.splices
            )
            self.send(changed)

    def show_whole(self) -> None:
        """The next scene is sent whole, at once."""
        self._sequel = None
        self.changed(scene=True)

    def greeted(self) -> rows.TableRow:
        """The row of the table in the greeting; it need not be sent again."""
        row = self.row()
        self._row = replace(row, turn=0, your_turn=False)
        return row

    def row(self) -> rows.TableRow:
        """The table as this viewer sees it in lists."""
        return rows.from_table(self.table, self.worker.now(), self.owner, self.language)

    async def write(self) -> None:
        """Send what waits for a free line, until the socket is closed or too slow."""
        self._writing = asyncio.current_task()
        try:
            while not self._dismissed or self._outbox:
                await self._wake.wait()
                await self._send_all()
                self._wake.clear()
                self._sent()
        finally:
            self._writing = None  # or the socket and its task would keep each other

    async def _send_all(self) -> None:
        while self._outbox:
            frame = self._frame().decode()
            async with asyncio.timeout(PATIENCE):
                await self.websocket.send_text(frame)

    def _frame(self) -> bytes:
        """All that waits, as one list, or the next message."""
        outbox = self._outbox
        if not self._batches or len(outbox) == 1:
            return protocol.encoder.encode(outbox.popleft())
        waiting = list(outbox)
        outbox.clear()
        return protocol.encoder.encode(waiting)

    def _flush_soon(self) -> None:
        """Send what waits, with the scene if there will be one at once."""
        if self.worker.renderer.comes_soon(self):
            self._flushing = False
        else:
            self.flush()

    def flush(self) -> None:
        """Send what waits at once if the line is free; else the writer has to wait for it."""
        self._flushing = False
        if self._wake.is_set():
            return
        while self._outbox:
            if self._write_now is None or not self._write_now(self._frame):
                self._wake.set()
                return
        if self._dismissed:
            self._wake.set()
        self._sent()

    def _sent(self) -> None:
        """All is on its way: if there is something new, it can be rendered."""
        if not self.worker.renderer.waits(self):
            self._rendering = False
            self._ask()
