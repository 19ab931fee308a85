"""The connections below requests and websockets: who dawdles, or does not read, is dropped."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from functools import lru_cache
from typing import Any, ClassVar

from starlette.websockets import WebSocket
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.extensions.permessage_deflate import PerMessageDeflate
from websockets.frames import Frame, Opcode
from websockets.http11 import Request
from websockets.protocol import OPEN

from tashkalar.server.metrics import DROPPED
from tashkalar.server.wire.limits import BLOCK, host_and_block

REQUEST = 10.0  # seconds until the head of a request must be there
HALF_OPEN = 100  # connections of one address on which it is waited for at the same time
ANSWER = 60.0  # seconds in which somebody who is sent an answer must read on
STEADY = 16 * 1024  # bytes of it that must be read in that time, or all that is left
HEAD = 32 * 1024  # bytes of the head of a request
SHORT = 4096  # bytes of a message up to which it is not compressed
_MOST = HALF_OPEN, BLOCK * HALF_OPEN
_NOW = "tashkalar.write_now"  # the name of the extension in the scope
UNREAD = 256 * 1024  # bytes that may wait for somebody who does not read


class RequestConnection(HttpToolsProtocol):
    """A connection for requests; one that does not come to an end is given up."""

    waiting: ClassVar[Counter[str]] = Counter()  # for heads, by address and by block

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._half_open: asyncio.TimerHandle | None = None
        self._from: tuple[str, ...] = ()  # the address and its block
        self._unread: asyncio.TimerHandle | None = None  # an answer waits to be read
        self._left = 0  # bytes of it, when that was last looked at
        self._head = 0  # bytes of a request whose head is not complete
        self._body = False  # is one being received? Its answer may be there before it has ended

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """From now on a request is waited for, unless too many are of the same address."""
        super().connection_made(transport)
        if self.client is not None:
            host, block = host_and_block(self.client[0])
            self._from = host, f"{block}*"
        self._wait()
        if any(self.waiting[key] > most for key, most in zip(self._from, _MOST, strict=False)):
            self._give_up()

    def data_received(self, data: bytes) -> None:
        """A part of a request; between two of them, uvicorn waits for the first byte."""
        if self._half_open is None and (self.cycle is None or self.cycle.response_complete):
            self._wait()
        self._head += 0 if self._body else len(data)
        super().data_received(data)
        if self._half_open is not None and self._head > HEAD:
            self.send_400_response("The head of the request is too long.")

    def on_headers_complete(self) -> None:
        """The head is there; whoever reads the body has a limit of their own."""
        self._stop_waiting()
        self._body = True
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """The body is there, too."""
        self._stop_waiting()
        self._body = False
        super().on_message_complete()

    def connection_lost(self, exc: Exception | None) -> None:
        """Nothing is waited for any more."""
        self._stop_watching()
        self._stop_waiting()
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        """So much of an answer waits that no more is taken: is it being read?"""
        super().pause_writing()
        self._watch()

    def resume_writing(self) -> None:
        """The client reads on."""
        super().resume_writing()
        self._stop_watching()

    def timeout_keep_alive_handler(self) -> None:
        """No further request has come; what is left of the last answer may still be read."""
        super().timeout_keep_alive_handler()
        if self.transport.get_write_buffer_size():
            self._watch()

    def _watch(self) -> None:
        """See to it that an answer is read, at whatever pace."""
        if self._unread is None:
            self._left = self.transport.get_write_buffer_size()
            self._unread = self.loop.call_later(ANSWER, self._look)

    def _look(self) -> None:
        self._unread, left = None, self.transport.get_write_buffer_size()
        if not left:
            return
        if left > self._left - STEADY:
            self._give_up()
        else:
            self._watch()

    def _stop_watching(self) -> None:
        if self._unread is not None:
            self._unread.cancel()
            self._unread = None

    def _wait(self) -> None:
        self._head = 0
        self._half_open = self.loop.call_later(REQUEST, self._give_up)
        self.waiting.update(self._from)

    def _stop_waiting(self) -> None:
        if self._half_open is not None:
            self._half_open.cancel()
            self._half_open = None
            for key in self._from:
                self.waiting[key] -= 1
                if not self.waiting[key]:
                    del self.waiting[key]

    def _give_up(self) -> None:
        self._stop_watching()
        self._stop_waiting()
        DROPPED.inc()
        self.transport.abort()


class Deflate(PerMessageDeflate):
    """Compression for what is worth it: a short message costs more time than it saves."""

    @classmethod
    def agreed(cls, with_client: Any) -> Deflate:
        """Compression by what was agreed on with a client."""
        return cls(
            with_client.remote_no_context_takeover,
            with_client.local_no_context_takeover,
            with_client.remote_max_window_bits,
            with_client.local_max_window_bits,
            with_client.compress_settings,
        )

    def encode(self, frame: Frame) -> Frame:
        """Compress a long message; the standard lets each one be sent as it is."""
        return super().encode(frame) if len(frame.data) >= SHORT else frame


@lru_cache(SHORT)
def _head(length: int) -> bytes:
    """What stands before a text of so many bytes that comes in one frame, from a server."""
    head = bytes([0x80 | Opcode.TEXT])
    return head + (bytes([length]) if length < 126 else b"\x7e" + length.to_bytes(2))


WriteNow = Callable[[Callable[[], bytes]], bool]


def writing(websocket: WebSocket) -> WriteNow | None:
    """How a message is written at once, where the connection below is one of ours."""
    extensions = getattr(websocket, "scope", {}).get("extensions") or {}
    found: WriteNow | None = extensions.get(_NOW)
    return found


class PlayConnection(WebSocketsSansIOProtocol):
    """A websocket. What it does not read is kept only up to a point."""

    def handle_connect(self, event: Request) -> None:
        """Compress in our way, and offer whoever talks here to write without a task of its own."""
        super().handle_connect(event)
        self.conn.extensions = [Deflate.agreed(one) for one in self.conn.extensions]
        if not self.close_sent:
            self.scope["extensions"][_NOW] = self.write_now  # type: ignore[assignment]

    def write_now(self, frame: Callable[[], bytes]) -> bool:
        """Write a message if the line is free; the message is asked for only then."""
        if not self.writable.is_set() or self.disconnected or self.close_sent:
            return False
        if self.conn.state is not OPEN or self.transport.is_closing():
            return False
        data = frame()
        if len(data) < SHORT:
            # As it is: what the library would make of it, without its detours.
            self.transport.write(_head(len(data)) + data)
        else:
            self.conn.send_text(data)
            self.transport.write(b"".join(self.conn.data_to_send()))
        return True

    def handle_ping(self) -> None:
        """Answer; whoever asks on and on and reads no answer is dropped."""
        super().handle_ping()
        if self.transport.get_write_buffer_size() > UNREAD:
            self._drop()

    def keepalive_timeout(self) -> None:
        """Nobody answers: what waits will never be read, so there is nothing to wait for."""
        unread = self.transport.get_write_buffer_size()
        super().keepalive_timeout()
        if unread:
            self._drop()

    def _drop(self) -> None:
        DROPPED.inc()
        self.transport.abort()
