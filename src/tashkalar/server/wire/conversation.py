"""The conversation with one client over a websocket."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from time import perf_counter

from msgspec import DecodeError, ValidationError
from starlette.websockets import WebSocket, WebSocketDisconnect

from tashkalar import BadChoice, View, parse_choice
from tashkalar.catalogue import matching, text
from tashkalar.scene import story
from tashkalar.server.metrics import ACKNOWLEDGED, REFUSALS, SOCKETS
from tashkalar.server.refusals import Refused
from tashkalar.server.storage import archive
from tashkalar.server.storage.store import StoreFailed
from tashkalar.server.tables import seats
from tashkalar.server.tables.orders import no_choice
from tashkalar.server.tables.projection import hints_allowed
from tashkalar.server.tables.service import check_watching
from tashkalar.server.wire import protocol
from tashkalar.server.wire.languages import asked_by
from tashkalar.server.wire.limits import TokenBucket
from tashkalar.server.wire.sockets import Socket
from tashkalar.server.wire.worker import Worker
from tashkalar.words import refusal_words

GREETING = 10.0  # seconds until the first message must be there
_NONSENSE = 20  # malformed or too many messages until a client is sent away
POLICY = 1008  # the close code for who does not keep to the rules


async def converse(websocket: WebSocket, worker: Worker) -> None:
    """Everything from the first message to the last."""
    await websocket.accept()
    websocket.state.language = asked_by(websocket.headers)
    SOCKETS.inc()
    try:
        await _Conversation(await _greeted(websocket, worker)).run()
    except Refused as refused:
        await _bye(websocket, refused)
    except DecodeError:
        await _bye(websocket, Refused("malformed"))
    except TimeoutError:
        await _bye(websocket, Refused("late"))
    except StoreFailed:
        await _bye(websocket, Refused("store"))
    except (WebSocketDisconnect, RuntimeError):
        pass  # gone
    finally:
        SOCKETS.dec()


async def _message(websocket: WebSocket) -> protocol.ToServer:
    """The next message; JSON in a text or a binary frame."""
    frame = await websocket.receive()
    if frame["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(frame.get("code", 1005))
    data = frame.get("text")
    found: protocol.ToServer = protocol.decoder.decode(
        data if data is not None else frame.get("bytes", b"")
    )
    return found


async def _bye(websocket: WebSocket, refused: Refused) -> None:
    REFUSALS.labels(refused.error).inc()
    reason = refused.told(websocket.state.language)
    bye = protocol.Bye(refused.error, reason, refused.passing)
    with suppress(WebSocketDisconnect, RuntimeError):
        await websocket.send_text(protocol.encoder.encode(bye).decode())
        await websocket.close(POLICY)


async def _greeted(websocket: WebSocket, worker: Worker) -> Socket:
    """A socket at its table, for a player or for a spectator who may be there."""
    async with asyncio.timeout(GREETING):
        hello = await _message(websocket)
    if not isinstance(hello, protocol.Hello):
        raise Refused("malformed")
    owner = await worker.guests.owner(hello.token)
    worker.moderation.check_coming_in(owner)
    if hello.lang:
        websocket.state.language = matching([hello.lang])
    table = await worker.tables.get(hello.table)
    if table is None:
        raise Refused("unknown")
    check_watching(table, owner, hello.invite)
    watching = sum(1 for watcher in table.watchers if not watcher.seats)
    if not table.course.owned(owner) and watching >= worker.settings.spectators:
        raise Refused("full")
    socket = Socket(websocket, worker, table, owner, websocket.state.language, hello.differences)
    socket.resume(hello.since)
    return socket


class _Conversation:
    """After the greeting."""

    def __init__(self, socket: Socket) -> None:
        self.socket, self.worker, self.table = socket, socket.worker, socket.table
        rate = self.worker.settings.messages
        self._bucket = TokenBucket(rate, 2 * rate)
        self._nonsense = 0
        self._thinking: set[asyncio.Task[None]] = set()  # at most one

    async def run(self) -> None:
        socket, table = self.socket, self.table
        table.watchers.add(socket)
        socket.send(protocol.Welcome(socket.greeted(), socket.seats, not socket.seats,
                                     table.course.seq))  # fmt: skip
        socket.changed(scene=True)
        self.worker.presence.arrived(socket, table)
        tasks = [asyncio.create_task(socket.write()), asyncio.create_task(self._read())]
        try:
            if table.behind:  # since it was taken from memory
                await self.worker.tables.refresh(table)
            await socket.tell_chat()
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            table.watchers.discard(socket)
            self.worker.renderer.forget(socket)
            self.worker.presence.left(socket, table)
            for task in (*tasks, *self._thinking):
                task.cancel()
            await asyncio.gather(*tasks, *self._thinking, return_exceptions=True)
            with suppress(Exception):
                await socket.websocket.close(POLICY)

    async def _read(self) -> None:
        while self._nonsense < _NONSENSE:
            try:
                message = await _message(self.socket.websocket)
            except DecodeError as error:
                self._refuse(None, _unreadable(error))
                self._nonsense += 1
                continue
            if not self._bucket.take():
                self._refuse(getattr(message, "id", None), Refused("rate"))
                self._nonsense += 1
                continue
            await self._answer(message)

    async def _answer(self, message: protocol.ToServer) -> None:
        number: protocol.Id = getattr(message, "id", None)
        started = perf_counter()
        try:
            seq = await self._ordered(message)
        except Refused as refused:
            self._refuse(number, refused)
            if refused.error in ("stale", "illegal"):
                self.socket.changed(scene=True)
        except StoreFailed:
            self._refuse(number, Refused("store"))
        else:
            if seq is not None:
                self.socket.send(protocol.Ack(number, seq))
                ACKNOWLEDGED.observe(perf_counter() - started)

    def _refuse(self, number: protocol.Id, refused: Refused) -> None:
        REFUSALS.labels(refused.error).inc()
        reason = refused.told(self.socket.language)
        self.socket.send(protocol.Refusal(number, refused.error, reason))

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
            case protocol.Replace(seat, bot):
                substitute = bot or self.worker.settings.substitute
                return await orders.replace(table, owner, seat, substitute)
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
                self.socket.send(protocol.Reason(choice, self._why(choice), message.id))
            case protocol.AskHint():
                self._think(owner, message.id)
            case _:
                raise Refused("malformed")
        return None

    def _mine(self, seat: int | None) -> int:
        if not self.socket.seats or (seat is not None and seat not in self.socket.seats):
            raise Refused("not_yours")
        return self.socket.viewer if seat is None else seat

    async def _say(self, said: str, owner: str) -> int | None:
        try:
            line = seats.checked_text(said)
        except seats.BadName as error:
            raise Refused("malformed", why=error.why, values=error.values) from None
        self.worker.moderation.check_speaking(owner)
        if not self.worker.limits.chat.take(owner):
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
        await self.worker.store.write(
            table.id, lambda c: archive.say(c, table.id, now, owner, seat, name, line)
        )
        await self.worker.tables.pass_on(table)
        self.worker.fanout.publish(table.id, "chat")
        return table.course.seq

    def _why(self, choice: str) -> str:
        """The engine's reason, from what the player sees: nothing hidden can be in it."""
        game, viewer = self.table.course.game, self.socket.viewer
        language = self.socket.language
        if game is None or not self.socket.seats:
            raise Refused("not_started" if game is None else "not_yours")
        try:
            found = game.view(viewer).refusal(parse_choice(choice), viewer)
        except BadChoice:
            return no_choice(choice).told(language)
        if found is None:
            return text("server.possible", language)
        return refusal_words(found, language, story.called(game.schools, language))

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
        task = asyncio.create_task(self._hint(game.view(viewer), number))
        self._thinking.add(task)
        task.add_done_callback(self._thinking.discard)

    async def _hint(self, seen: View, number: protocol.Id) -> None:
        try:
            found = await self.worker.thinkers.advise(self.table.id, seen, self.socket.language)
        except Exception:  # the process was lost or took too long
            self._refuse(number, Refused("failed"))
        else:
            self.socket.send(protocol.Hint(found.choices, found.words, number))


def _unreadable(error: DecodeError) -> Refused:
    """What is wrong with a message; the text of the message itself is not repeated."""
    if not isinstance(error, ValidationError):
        return Refused("malformed", why="not_json")
    return Refused("malformed", why="malformed_at", values={"detail": str(error)})
