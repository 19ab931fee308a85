"""Push messages: encrypted for the browser that subscribed, signed with the key of the house.

What a push service sees is where a message goes, how long it is, and which house sends it.
"""

from __future__ import annotations

import base64
import os
from typing import Any

import http_ece
import httpcore
from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from msgspec import Struct, json
from py_vapid import Vapid02

from tashkalar.server.notices.endpoints import checked_endpoint, guarded_connections, origin
from tashkalar.server.notices.letters import Letter, worded
from tashkalar.server.settings import BadSetting, Settings
from tashkalar.server.storage import notices
from tashkalar.server.storage.store import Store

_Headers = dict[bytes | str, bytes | str]
_LASTS = 2 * 86_400  # seconds for which a push service keeps a message for a browser that is off
_GONE = (404, 410)
_TIMEOUT = dict.fromkeys(("connect", "read", "write", "pool"), 10.0)  # seconds
_FAILED = (httpcore.NetworkError, httpcore.ProtocolError, httpcore.TimeoutException)


class NoDelivery(Exception):
    """A message that did not arrive: later, maybe."""


class NobodyThere(Exception):
    """The one at the other end is gone for good."""


class BadKeys(ValueError):
    """Keys of a browser that nothing can be encrypted with."""


class BrowserKeys(Struct, frozen=True):
    """What a browser gives with its endpoint, in URL-safe base64."""

    p256dh: str
    auth: str

    def check(self) -> None:
        """Refuse what is no point of the curve, or no secret of 16 bytes."""
        try:
            ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), _bytes(self.p256dh))
            if len(_bytes(self.auth)) == 16:
                return
        except (ValueError, UnsupportedAlgorithm):
            pass
        raise BadKeys("no keys of a browser")


class HouseKey:
    """The key with which the house signs: push services tell by it who sends."""

    def __init__(self, key: str) -> None:
        self._key = Vapid02.from_string(key)
        point = self._key.public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self.public = _text(point)  # as browsers want it to subscribe

    def signature(self, audience: str, contact: str) -> _Headers:
        """The header that says who sends; push services want a way to reach whoever it is."""
        found: _Headers = self._key.sign({"aud": audience, "sub": contact})
        return found


def new_key() -> str:
    """A private key as it is stored and set: its number, in URL-safe base64."""
    number = ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value
    return _text(number.to_bytes(32, "big"))


async def house_key(store: Store, settings: Settings) -> HouseKey:
    """The key that is set, else the one in the database, which all workers share."""
    if settings.push_key:
        try:
            return HouseKey(settings.push_key)
        except ValueError:
            raise BadSetting(
                "TASHKALAR_PUSH_KEY is no key; tashkalar admin keys --separate makes one"
            ) from None
    return HouseKey(await store.write("", lambda c: notices.signing_key(c, new_key())))


class Pusher:
    """Sends push messages."""

    def __init__(self, key: HouseKey, contact: str, allowed: frozenset[str]) -> None:
        self._key, self._contact, self._allowed = key, contact, allowed
        self._connections = guarded_connections(allowed)

    async def send(
        self, endpoint: str, keys: str, letter: Letter, language: str, topic: str
    ) -> None:
        """Send a letter; one before it with the same topic that has not arrived is replaced."""
        where = checked_endpoint(endpoint, self._allowed)
        headers: _Headers = {
            **self._key.signature(origin(where), self._contact),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(_LASTS),
            "Urgency": "normal",
            "Topic": topic,
        }
        body = encrypted(shown(letter, language), json.decode(keys, type=BrowserKeys))
        try:
            async with self._connections.stream(
                "POST", endpoint, headers=headers, content=body, extensions={"timeout": _TIMEOUT}
            ) as answer:
                status = answer.status  # what else it says is not read
        except (*_FAILED, OSError) as error:
            raise NoDelivery(f"{type(error).__name__}: {error}") from None
        if status in _GONE:
            raise NobodyThere(f"status {status}")
        if not 200 <= status < 300:
            raise NoDelivery(f"status {status}")

    async def close(self) -> None:
        """Close the connections."""
        await self._connections.aclose()


def shown(letter: Letter, language: str) -> bytes:
    """What the page's service worker shows: see ``web/src/worker``."""
    words = worded(letter, language)
    told: dict[str, Any] = {
        "title": words.title,
        "body": "\n".join(words.lines),
        "path": words.path,
        "turns": letter.turns,
        "language": language,
    }
    return json.encode(told)


def encrypted(content: bytes, keys: BrowserKeys) -> bytes:
    """Encrypted so that only the browser reads it (RFC 8291)."""
    body: bytes = http_ece.encrypt(
        content,
        salt=os.urandom(16),
        private_key=ec.generate_private_key(ec.SECP256R1()),
        dh=_bytes(keys.p256dh),
        auth_secret=_bytes(keys.auth),
        version="aes128gcm",
    )
    return body


def _bytes(given: str) -> bytes:
    try:
        return base64.urlsafe_b64decode(given.rstrip("=") + "=" * (-len(given.rstrip("=")) % 4))
    except ValueError:
        raise BadKeys("no base64") from None


def _text(given: bytes) -> str:
    return base64.urlsafe_b64encode(given).rstrip(b"=").decode()
