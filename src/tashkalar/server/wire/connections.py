"""The connections below requests and websockets: who dawdles, or does not read, is dropped."""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from tashkalar.server.metrics import DROPPED

REQUEST = 10.0  # seconds until the head of a request must be there
HEAD = 32 * 1024  # bytes of the head of a request
UNREAD = 256 * 1024  # bytes that may wait for somebody who does not read


class RequestConnection(HttpToolsProtocol):
    """A connection for requests; one that does not come to an end is given up."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._half_open: asyncio.TimerHandle | None = None
        self._head = 0  # bytes of a request whose head is not complete

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """From now on a request is waited for."""
        super().connection_made(transport)
        self._wait()

    def data_received(self, data: bytes) -> None:
        """A part of a request; between two of them, uvicorn waits for the first byte."""
        if self._half_open is None and (self.cycle is None or self.cycle.response_complete):
            self._wait()
        self._head += len(data)
        super().data_received(data)
        if self._half_open is not None and self._head > HEAD:
            self.send_400_response("The head of the request is too long.")

    def on_headers_complete(self) -> None:
        """The head is there; whoever reads the body has a limit of their own."""
        self._stop_waiting()
        super().on_headers_complete()

    def connection_lost(self, exc: Exception | None) -> None:
        """Nothing is waited for any more."""
        self._stop_waiting()
        super().connection_lost(exc)

    def _wait(self) -> None:
        self._head = 0
        self._half_open = self.loop.call_later(REQUEST, self._give_up)

    def _stop_waiting(self) -> None:
        if self._half_open is not None:
            self._half_open.cancel()
            self._half_open = None

    def _give_up(self) -> None:
        self._half_open = None
        DROPPED.inc()
        self.transport.abort()


class PlayConnection(WebSocketsSansIOProtocol):
    """A websocket. What it does not read is kept only up to a point."""

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
