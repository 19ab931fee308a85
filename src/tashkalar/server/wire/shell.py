"""Around everything: headers, origins, sizes and rates."""

from __future__ import annotations

import asyncio
import re
from urllib.parse import urlsplit

from msgspec import DecodeError, json
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from tashkalar.server.metrics import REFUSALS
from tashkalar.server.refusals import Refused
from tashkalar.server.wire import conversation, learning, puzzling
from tashkalar.server.wire.languages import asked_by
from tashkalar.server.wire.limits import address_of
from tashkalar.server.wire.network import is_local
from tashkalar.server.wire.talk import converse
from tashkalar.server.wire.worker import Worker

SECURITY = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
    "img-src 'self' data:; font-src 'self'; connect-src 'self'; manifest-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "Cross-Origin-Resource-Policy": "same-origin",
}
# Browsers heed it on encrypted and on local pages, and complain of it on others.
TRUSTED = {"Cross-Origin-Opener-Policy": "same-origin"}
TALKS = {
    "/api/play": conversation.greeted,
    "/api/learn": learning.greeted,
    "/api/puzzle": puzzling.greeted,
}
# The table may stand behind it, so that a proxy can send all who are there to one worker.
_TALK = re.compile(r"(/api/(?:play|learn|puzzle))(?:/[^/]*)?")
_STUDY = re.compile(r"/api/(study|studies)(/|$)")  # a tree of a whole game takes more than others
BODY = 10.0  # seconds until the body of a request must be there
_READING = ("GET", "HEAD", "OPTIONS")
_SURROGATE = re.compile(rb"\\u[dD][89a-fA-F]")


def same_origin(headers: Headers, allowed: frozenset[str]) -> bool:
    """Browsers say where a page comes from; it must be from here. Programs say nothing."""
    origin = headers.get("origin")
    if origin is None or origin in allowed:
        return True
    try:
        return urlsplit(origin).netloc == headers.get("host", "")
    except ValueError:  # no address at all
        return False


class Shell:
    """Refuses what should not come in, and marks what goes out."""

    def __init__(self, app: ASGIApp, worker: Worker) -> None:
        self.app, self.worker = app, worker

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            await self._http(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._websocket(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        trusted = scope["scheme"] == "https" or is_local(Headers(scope=scope).get("host", ""))
        marks = SECURITY | TRUSTED if trusted else SECURITY

        async def marked(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in marks.items():
                    headers.setdefault(name, value)
            await send(message)

        try:
            body = await self._accepted(scope, receive)
        except Refused as refused:
            await answer(marked, refused, asked_by(Headers(scope=scope)))
            return
        await self.app(scope, body, marked)

    async def _accepted(self, scope: Scope, receive: Receive) -> Receive:
        """A request that may go on, its body limited."""
        headers, reading = Headers(scope=scope), scope["method"] in _READING
        if "\0" in scope["path"] or b"%00" in scope["query_string"]:  # is in no text of a database
            raise Refused("malformed")
        limits = self.worker.limits
        limit = limits.requests if scope["path"].startswith("/api/") else limits.pages
        if not limit.take(address_of(scope)):
            raise Refused("rate")
        if not reading and not same_origin(headers, self.worker.settings.allowed_origins):
            raise Refused("origin")
        settings = self.worker.settings
        most = settings.study_bytes if _STUDY.match(scope["path"]) else settings.body_bytes
        announced = headers.get("content-length", "0")
        if not announced.isdigit() or int(announced) > most:
            raise Refused("too_large")
        return receive if reading else await _read(receive, most)

    async def _websocket(self, scope: Scope, receive: Receive, send: Send) -> None:
        address, limits = address_of(scope), self.worker.limits
        allowed = same_origin(Headers(scope=scope), self.worker.settings.allowed_origins)
        refusal = (
            "origin"
            if not allowed
            else "rate"
            if not limits.requests.take(address)  # a greeting is read from the database
            else "full"
            if not limits.connect(address)
            else ""
        )
        if refusal:
            REFUSALS.labels(refusal).inc()
            await receive()
            await send({"type": "websocket.close", "code": 1008})
            return
        try:
            if (talk := _TALK.fullmatch(scope["path"])) is not None:
                # Straight to the table: a socket lives long and every layer between costs memory.
                greeted = TALKS[talk[1]]
                await converse(WebSocket(scope, receive, send), self.worker, greeted)
            else:
                await self.app(scope, receive, send)
        finally:
            limits.disconnect(address)


async def _read(receive: Receive, most: int) -> Receive:
    """The whole body, if it is small enough and comes in time, to be received from here."""
    parts, more = [], True
    try:
        async with asyncio.timeout(BODY):
            while more:
                message = await receive()
                if message["type"] == "http.disconnect":
                    break
                parts.append(message.get("body", b""))
                more = message.get("more_body", False)
                if sum(map(len, parts)) > most:
                    raise Refused("too_large")
    except TimeoutError:
        raise Refused("slow") from None
    body = b"".join(parts)
    _check_text(body)
    waiting = [{"type": "http.request", "body": body, "more_body": False}]

    async def again() -> Message:
        return waiting.pop() if waiting else await receive()

    return again


def _check_text(body: bytes) -> None:
    """Refuse halves of characters, which JSON can escape: nothing that is text has them.

    No text of that kind can be hashed, stored or compared.
    """
    if _SURROGATE.search(body):
        try:
            json.decode(body)
        except (DecodeError, UnicodeDecodeError, RecursionError):
            raise Refused("malformed", why="not_json") from None


async def answer(send: Send, refused: Refused, language: str) -> None:
    """A refusal as a response."""
    REFUSALS.labels(refused.error).inc()
    body = json.encode({"error": refused.error, "reason": refused.told(language)})
    headers = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(body))]
    await send({"type": "http.response.start", "status": refused.status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
