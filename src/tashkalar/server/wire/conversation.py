"""The conversation of one client with a table."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from starlette.websockets import WebSocket

from tashkalar import View
from tashkalar.player_names import PlayerNames
from tashkalar.server.refusals import Refused
from tashkalar.server.storage import archive
from tashkalar.server.tables import seats
from tashkalar.server.tables.course import hints_allowed
from tashkalar.server.wire import protocol
from tashkalar.server.wire.limits import address_of
from tashkalar.server.wire.rendering import player_names
from tashkalar.server.wire.sockets import Socket
from tashkalar.server.wire.talk import POLICY, Talk
from tashkalar.server.wire.worker import Worker


async def greeted(websocket: WebSocket, worker: Worker, hello: protocol.Hello) -> Talk:
    """A talk at a table, with a player or with a spectator who may be there."""
    owner = await worker.guests.owner(hello.token)
    table = await worker.enter(hello.table, lambda door: door.check_watching(owner, hello.invite))
    watching = sum(1 for watcher in table.watchers if not watcher.seats)
    if not table.course.owned(owner) and watching >= worker.settings.spectators:
        raise Refused("full")
    socket = Socket(websocket, worker, table, owner, websocket.state.language, hello)
    socket.resume(hello.since)
    return _Conversation(socket)


class _Conversation(Talk):
    """At a table."""

    def __init__(self, socket: Socket) -> None:
        super().__init__(socket)
        self._thinking: set[asyncio.Task[None]] = set()  # at most one

    async def run(self) -> None:
        socket, table = self.socket, self.table
        table.watchers.add(socket)
        socket.send(
            protocol.Welcome(socket.greeted(), socket.seats, not socket.seats, table.course.seq)
        )
        socket.changed(scene=True)
        self.worker.presence.arrived(socket, table)
        self.worker.bots.watched(table)
        tasks = self._begun()
        try:
            if table.behind:  # since it was taken from memory
                await self.worker.tables.refresh(table)
            await socket.tell_chat()
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            table.watchers.discard(socket)
            self.worker.renderer.forget(socket)
            self.worker.presence.left(socket, table)
            await self._ended(*tasks, *self._thinking)
            with suppress(Exception):
                await socket.websocket.close(POLICY)

    async def _ordered(self, message: protocol.ToServer) -> int | None:
        """Follow an order; orders that store an event give the number to acknowledge."""
        orders, table, owner = self.worker.orders, self.table, self.socket.owner
        match message:
            case protocol.Ping():
                self.socket.send(protocol.Pong(message.id))
                return None
            case protocol.Hello():
                raise Refused("malformed")
            case protocol.AskScene():
                self.socket.show_whole()
                return None
        if owner is None:
            raise Refused("not_yours")
        match message:
            case protocol.Choose(seq, choice, then):
                return await orders.choose(table, owner, seq, (choice, *then))
            case protocol.Typed(seq, words):
                return await orders.choose(table, owner, seq, self._understood(words))
            case protocol.Undo(seq):
                return await orders.undo(table, owner, seq)
            case protocol.Redo(seq):
                return await orders.redo(table, owner, seq)
            case protocol.Resign(seat):
                return await orders.resign(table, owner, self._mine(seat))
            case protocol.Offer("takeback"):
                return await orders.offer_takeback(table, owner, self._mine(None))
            case protocol.Answer("takeback", yes):
                return await orders.answer_takeback(table, owner, yes)
            case protocol.Answer("resign", yes):
                return await orders.answer_resignation(table, owner, yes)
            case protocol.Replace(seat):
                return await orders.replace(table, owner, seat)
            case protocol.ComeBack():
                return await orders.come_back(table, owner)
        return await self._asked(message, owner)

    async def _asked(self, message: protocol.ToServer, owner: str) -> int | None:
        """Orders that change nothing at the table."""
        match message:
            case protocol.Say(said):
                return await self._say(said, owner)
            case protocol.Look(seat):
                if seat is not None:
                    self._mine(seat)
                self.socket.look = seat
                self.socket.changed(scene=True)
            case protocol.Why(choice):
                self.socket.send(protocol.Reason(choice, *self._why(choice), message.id))
            case protocol.AskNear(card):
                self._near(card, message.id)
            case protocol.AskHint():
                self._think(owner, message.id)
            case _:
                raise Refused("malformed")
        return None

    async def _say(self, said: str, owner: str) -> int | None:
        try:
            line = seats.checked_text(said)
        except seats.BadName as error:
            raise Refused("malformed", why=error.why, values=error.values) from None
        self.worker.moderation.check_speaking(owner)
        here = address_of(self.socket.websocket.scope)
        if not self.worker.limits.may_speak(owner, here):
            raise Refused("rate")
        table, now = self.table, self.worker.now()
        seat = self.socket.viewer if self.socket.seats else None
        if seat is None:
            guest = await self.worker.guests.get(owner)
            if guest is None:
                raise Refused("not_yours")
            name = guest.name
        else:
            name = table.course.seats[seat].name
        name = await self.worker.guests.shown_name(owner, name)
        await self.worker.store.write(
            table.id, lambda c: archive.say(c, table.id, now, owner, seat, name, line)
        )
        await self.worker.tables.pass_on(table)
        self.worker.fanout.publish(table.id, "chat")
        return table.course.seq

    def _think(self, owner: str, number: protocol.Id) -> None:
        """Ask for a hint; the conversation goes on meanwhile."""
        course, viewer = self.table.course, self.socket.viewer
        game = course.game
        if self.socket.seats and not hints_allowed(self.table.header, course):
            raise Refused("no_hints")
        if game is None or not self.socket.seats or course.acting != viewer:
            raise Refused("not_your_turn")
        if self._thinking or not self.worker.limits.hints.take(owner):
            raise Refused("rate")
        names = player_names(self.table, viewer, self.socket.language)
        task = asyncio.create_task(self._hint(owner, game.view(viewer), names, number))
        self._thinking.add(task)
        task.add_done_callback(self._thinking.discard)

    async def _hint(self, owner: str, seen: View, names: PlayerNames, number: protocol.Id) -> None:
        try:
            found = await self.worker.thinkers.advise(
                owner, self.table.id, seen, self.socket.language, names
            )
        except Exception:  # the process was lost or took too long
            self._refuse(number, Refused("failed"))
        else:
            self.socket.send(protocol.Hint(found.choices, found.words, number))
