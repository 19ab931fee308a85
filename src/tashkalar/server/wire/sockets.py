"""One websocket: what waits to be sent, and what its owner is shown."""

from __future__ import annotations

import asyncio
from collections import deque
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from msgspec import Raw
from starlette.websockets import WebSocket

from tashkalar import SPECTATOR
from tashkalar.scene import story
from tashkalar.scene.difference import Parts, difference, joined
from tashkalar.server.metrics import DROPPED
from tashkalar.server.refusals import Refused
from tashkalar.server.storage import archive
from tashkalar.server.storage.archive import ChatLine
from tashkalar.server.tables.registry import Table
from tashkalar.server.tables.seats import Seat, public_id
from tashkalar.server.wire import protocol, rows
from tashkalar.server.wire.rendering import rendered

if TYPE_CHECKING:
    from tashkalar.server.wire.worker import Worker

PATIENCE = 20.0  # seconds that sending one message may take


class Socket:
    """A watcher of a table. Messages wait in order; of scenes only the newest is sent."""

    def __init__(self, websocket: WebSocket, worker: Worker, table: Table, owner: str | None,
                 language: str, differences: bool = False) -> None:  # fmt: skip
        self.websocket, self.worker, self.table = websocket, worker, table
        self.owner, self.language, self.differences = owner, language, differences
        self._shown: Parts | None = None  # the last scene that was sent, where it is of use
        self._number = 0  # of that scene
        self.look: int | None = None
        self._sitting: tuple[Seat, ...] = ()
        self._seats: tuple[int, ...] = ()
        self.known = self._told = 0  # entries of the log: that still count, and that were sent
        self._outbox: deque[protocol.FromServer] = deque()
        self._wake = asyncio.Event()
        self._stale = self._stale_scene = False
        self._rendering = False  # something is on its way: the next waits until it is sent
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
        self._wake.set()

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
        farewell = self.worker.door(self.table).farewell(self.owner)
        if farewell is not None:
            self.dismiss(farewell)
            return
        row = replace(self.row(), turn=0, your_turn=False)
        if row != self._row:
            self._row = row
            self.send(protocol.TableShown(self.row()))
        game, worker = self.table.course.game, self.worker
        if not self._stale_scene or game is None:
            self._rendering = bool(self._outbox)
            return
        self._stale_scene = False
        if self.known < max(self._told, len(game.history)):
            self.send(protocol.Log(self.known, story.log(game, self.known, self.language)))
            self.known = self._told = len(game.history)
        self._show(rendered(self.table, self.viewer, self.language, worker.now()))

    def _show(self, scene: Parts) -> None:
        """Send a scene whole, or what changed since the last one that was sent."""
        before, self._shown = self._shown, scene if self.differences else None
        self._number += 1
        if before is None:
            self.send(protocol.SceneShown(self._number, Raw(joined(scene))))
        else:
            changed = Raw(joined(difference(before, scene)))
            self.send(protocol.SceneChanged(self._number, self._number - 1, changed))

    def show_whole(self) -> None:
        """The next scene is sent whole, at once."""
        self._shown = None
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
        """Send what waits, until the socket is closed or too slow."""
        self._writing = asyncio.current_task()
        try:
            while not self._dismissed or self._outbox:
                await self._wake.wait()
                self._wake.clear()
                await self._send_all()
                if not self.worker.renderer.waits(self):
                    self._rendering = False
                    self._ask()
        finally:
            self._writing = None  # or the socket and its task would keep each other

    async def _send_all(self) -> None:
        while self._outbox:
            message = protocol.encoder.encode(self._outbox.popleft()).decode()
            async with asyncio.timeout(PATIENCE):
                await self.websocket.send_text(message)
