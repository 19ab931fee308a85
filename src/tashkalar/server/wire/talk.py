"""A talk with one client over a websocket: greeting, messages, answers.

What a message means is for the kinds of talk to say: ``conversation`` is at a table, ``learning``
in a lesson. Both have a table, stored or only in memory, and a socket that watches it.
"""

from __future__ import annotations

import asyncio
import logging
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable
from contextlib import suppress
from time import perf_counter

from msgspec import DecodeError, ValidationError
from starlette.websockets import WebSocket, WebSocketDisconnect

from tashkalar import BadChoice, choice_text, parse_choice
from tashkalar.answers import Unclear, understand
from tashkalar.cards import CARDS
from tashkalar.catalogue import matching, text
from tashkalar.clauses import clause_of
from tashkalar.player_names import LETTERED, PlayerNames
from tashkalar.scene.near import held_by, near_fits
from tashkalar.server.metrics import ACKNOWLEDGED, REFUSALS, SOCKETS
from tashkalar.server.refusals import Refused
from tashkalar.server.storage.store import StoreFailed
from tashkalar.server.tables.orders import no_choice
from tashkalar.server.wire import protocol
from tashkalar.server.wire.languages import asked_by
from tashkalar.server.wire.limits import TokenBucket
from tashkalar.server.wire.rendering import player_names
from tashkalar.server.wire.sockets import Socket
from tashkalar.server.wire.worker import Worker
from tashkalar.words import refusal_words

_log = logging.getLogger("tashkalar.server")
GREETING = 10.0  # seconds until the first message must be there
_NONSENSE = 20  # malformed or too many messages until a client is sent away
POLICY = 1008  # the close code for who does not keep to the rules

Greeting = Callable[[WebSocket, Worker, protocol.Hello], Awaitable["Talk"]]


async def converse(websocket: WebSocket, worker: Worker, greeted: Greeting) -> None:
    """Everything from the first message to the last."""
    await websocket.accept()
    websocket.state.language = asked_by(websocket.headers)
    SOCKETS.inc()
    try:
        talk = await greeted(websocket, worker, await _hello(websocket))
        await talk.run()
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


async def _hello(websocket: WebSocket) -> protocol.Hello:
    async with asyncio.timeout(GREETING):
        hello = await _message(websocket)
    if not isinstance(hello, protocol.Hello):
        raise Refused("malformed")
    if hello.lang:
        websocket.state.language = matching([hello.lang])
    return hello


async def _message(websocket: WebSocket) -> protocol.ToServer:
    """The next message; JSON in a text or a binary frame."""
    frame = await websocket.receive()
    if frame["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(frame.get("code", 1005))
    data = frame.get("text")
    try:
        found: protocol.ToServer = protocol.decoder.decode(
            data if data is not None else frame.get("bytes", b"")
        )
    except UnicodeDecodeError as error:  # in a binary frame; of a text the line itself sees to it
        raise DecodeError(str(error)) from None
    return found


async def _bye(websocket: WebSocket, refused: Refused) -> None:
    REFUSALS.labels(refused.error).inc()
    reason = refused.told(websocket.state.language)
    bye = protocol.Bye(refused.error, reason, refused.passing)
    with suppress(WebSocketDisconnect, RuntimeError):
        await websocket.send_text(protocol.encoder.encode(bye).decode())
        await websocket.close(POLICY)


class Talk(ABC):
    """After the greeting."""

    def __init__(self, socket: Socket) -> None:
        self.socket, self.worker, self.table = socket, socket.worker, socket.table
        rate = self.worker.settings.messages
        self._bucket = TokenBucket(rate, 2 * rate)
        self._nonsense = 0
        self._ordering = self._over = False  # is an order followed; will no other be?

    @abstractmethod
    async def run(self) -> None:
        """From the welcome to the end."""

    def _begun(self) -> tuple[asyncio.Task[None], asyncio.Task[None]]:
        """Reading and writing, side by side."""
        return asyncio.create_task(self._read()), asyncio.create_task(self.socket.write())

    async def _ended(self, reading: asyncio.Task[None], *others: asyncio.Task[None]) -> None:
        """The client has gone. An order that was begun comes to its end: what it has stored must be
        shown to the others."""
        self._over = True
        for task in others if self._ordering else (reading, *others):
            task.cancel()
        await asyncio.shield(asyncio.gather(reading, *others, return_exceptions=True))

    @abstractmethod
    async def _ordered(self, message: protocol.ToServer) -> int | None:
        """Follow an order; one that changes the table gives the number to acknowledge."""

    async def _read(self) -> None:
        while self._nonsense < _NONSENSE and not self._over:
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
            self._ordering = True
            await self._answer(message)
            self._ordering = False

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
        except Exception:
            _log.exception("an order at table %s failed", self.table.id)
            self._refuse(number, Refused("failed"))
        else:
            if seq is not None:
                self.socket.send(protocol.Ack(number, seq))
                ACKNOWLEDGED.observe(perf_counter() - started)

    def _refuse(self, number: protocol.Id, refused: Refused) -> None:
        REFUSALS.labels(refused.error).inc()
        reason = refused.told(self.socket.language, self._names())
        self.socket.send(protocol.Refusal(number, refused.error, reason, refused.clause))

    def _understood(self, words: str) -> list[str]:
        """The choices that somebody has typed, from what that player sees."""
        game = self.table.course.game
        if game is None:
            raise Refused("not_started")
        try:
            meant = understand(game.view(self._mine(None)), words, self.socket.language)
        except Unclear as unclear:
            raise Refused("illegal", unclear=unclear) from None
        return [choice_text(choice) for choice in meant]

    def _mine(self, seat: int | None) -> int:
        if not self.socket.seats or (seat is not None and seat not in self.socket.seats):
            raise Refused("not_yours")
        return self.socket.viewer if seat is None else seat

    def _near(self, wanted: str, number: protocol.Id) -> None:
        """Where a card nearly fits, from what the player sees; a card that has gone, nowhere."""
        course, viewer = self.table.course, self.socket.viewer
        if course.game is None or not self.socket.seats:
            raise Refused("not_started" if course.game is None else "not_yours")
        seen = course.game.view(viewer)
        held = [number for number in held_by(seen) if CARDS[number].id == wanted]
        near = near_fits(seen, held[0]) if held else ()
        self.socket.send(protocol.NearShown(course.seq, viewer, wanted, near, number))

    def _why(self, choice: str) -> tuple[str, str | None]:
        """The engine's reason and its clause, from what the player sees and nothing else."""
        game, viewer = self.table.course.game, self.socket.viewer
        language = self.socket.language
        if game is None or not self.socket.seats:
            raise Refused("not_started" if game is None else "not_yours")
        try:
            found = game.view(viewer).refusal(parse_choice(choice), viewer)
        except BadChoice:
            return no_choice(choice).told(language), None
        if found is None:
            return text("server.possible", language), None
        return refusal_words(found, language, self._names() or LETTERED), clause_of(found)

    def _names(self) -> PlayerNames | None:
        """The names of the players for this reader; None before the game."""
        if self.table.course.game is None:
            return None
        return player_names(self.table, self.socket.viewer, self.socket.language)


def _unreadable(error: DecodeError) -> Refused:
    """What is wrong with a message; the text of the message itself is not repeated."""
    if not isinstance(error, ValidationError):
        return Refused("malformed", why="not_json")
    return Refused("malformed", why="malformed_at", values={"detail": str(error)})
