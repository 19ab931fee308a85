"""Somebody to be told: a push service and a server for mail, on this machine, that keep all."""

from __future__ import annotations

import base64
import json
import os
import queue
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from email.message import EmailMessage
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import http_ece
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import Envelope
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02

from tests.services import free_port
from tests.serving import DEADLINE

CONTACT = "mailto:ann@club.example"


def base64url(given: bytes) -> str:
    return base64.urlsafe_b64encode(given).rstrip(b"=").decode()


class Subscriber:
    """A browser, as far as push messages go: it alone can read what is sent to it."""

    def __init__(self, service: PushService, name: str) -> None:
        self.endpoint = f"{service.origin}/{name}"
        self._service, self._path = service, f"/{name}"
        self._key, self._auth = ec.generate_private_key(ec.SECP256R1()), os.urandom(16)

    @property
    def subscription(self) -> dict[str, str]:
        point = self._key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return {
            "endpoint": self.endpoint,
            "p256dh": base64url(point),
            "auth": base64url(self._auth),
        }

    def read(self, pushed: Pushed) -> dict[str, Any]:
        assert pushed.path == self._path
        found = http_ece.decrypt(
            pushed.body, private_key=self._key, auth_secret=self._auth, version="aes128gcm"
        )
        told: dict[str, Any] = json.loads(found)
        return told

    def told(self) -> dict[str, Any]:
        """The next message that comes to anybody, which must be mine."""
        return self.read(self._service.next())


@dataclass
class Pushed:
    """A message as it came in."""

    path: str
    headers: dict[str, str]
    body: bytes


@dataclass
class PushService:
    """Keeps what it is sent, and answers as it is told to."""

    origin: str = ""
    status: int = 201
    came: queue.Queue[Pushed] = field(default_factory=queue.Queue)

    def next(self) -> Pushed:
        return self.came.get(timeout=DEADLINE)

    def verify(self, pushed: Pushed, public: str) -> None:
        """The message is signed with the key of the house, for this service."""
        scheme, _, rest = pushed.headers["authorization"].partition(" ")
        parts = dict(part.split("=", 1) for part in rest.split(","))
        assert (scheme, parts["k"]) == ("vapid", public)
        assert Vapid02.verify(pushed.headers["authorization"])
        claims = json.loads(base64.urlsafe_b64decode(parts["t"].split(".")[1] + "=="))
        assert (claims["aud"], claims["sub"]) == (self.origin, CONTACT)


@contextmanager
def push_service() -> Iterator[PushService]:
    found = PushService()

    class Receiver(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            status = found.status
            headers = {name.lower(): value for name, value in self.headers.items()}
            self.send_response(status)
            if status == 307:
                self.send_header("location", f"{found.origin}/elsewhere")
            self.send_header("content-length", "0")
            self.end_headers()
            found.came.put(Pushed(self.path, headers, body))

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Receiver)
    server.daemon_threads = True
    found.origin = f"http://127.0.0.1:{server.server_port}"
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield found
    server.shutdown()
    server.server_close()


@dataclass
class MailServer:
    """Keeps the mails it is given; ``refusal`` is what it says instead, if anything."""

    address: str = ""
    refusal: str = ""
    came: queue.Queue[EmailMessage] = field(default_factory=queue.Queue)

    async def handle_DATA(self, _server: object, _session: object, envelope: Envelope) -> str:  # noqa: N802
        if self.refusal:
            return self.refusal
        content = envelope.content
        assert isinstance(content, bytes)
        mail = message_from_bytes(content, policy=policy.default)
        assert isinstance(mail, EmailMessage)
        assert envelope.rcpt_tos == [mail["To"]]
        self.came.put(mail)
        return "250 OK"

    def next(self) -> EmailMessage:
        return self.came.get(timeout=DEADLINE)


@contextmanager
def mail_server() -> Iterator[MailServer]:
    found = MailServer()
    port = free_port()
    controller = Controller(found, hostname="127.0.0.1", port=port)
    controller.start()
    found.address = f"smtp://127.0.0.1:{port}"
    yield found
    controller.stop()
