"""Where push messages may be sent to: the world, and what whoever runs the server has named.

An endpoint comes from a browser, so from anybody. Without a guard it would make the server ask
machines in its own network. It is looked at when it is given, and each address that its name leads
to once more at the moment of connecting, when another one cannot be put in its place any more.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from ipaddress import ip_address
from socket import SOCK_STREAM, getaddrinfo
from typing import Any
from urllib.parse import SplitResult, urlsplit

from httpcore import (
    AnyIOBackend,
    AsyncConnectionPool,
    AsyncNetworkBackend,
    AsyncNetworkStream,
    ConnectError,
)

LONGEST = 1000  # characters
HANDS = 40  # messages that are sent at the same time
_PORTS = {"http": 80, "https": 443}


class BadEndpoint(ValueError):
    """An address that nothing is sent to."""


def checked_endpoint(given: str, allowed: frozenset[str]) -> SplitResult:
    """The parts of an endpoint: https at a public name, or at an origin that is allowed.

    >>> checked_endpoint("https://push.example/a", frozenset()).hostname
    'push.example'
    >>> checked_endpoint("http://push.example/a", frozenset())
    Traceback (most recent call last):
    ...
    tashkalar.server.notices.endpoints.BadEndpoint: not https
    """
    if len(given) > LONGEST or not given.isascii() or any(c <= " " for c in given):
        raise BadEndpoint("no address")
    try:
        found = urlsplit(given)
        host, _ = found.hostname, found.port
    except ValueError:
        raise BadEndpoint("no address") from None
    if not host or found.username is not None or found.password is not None:
        raise BadEndpoint("no address")
    if origin(found) in allowed:
        return found
    if found.scheme != "https":
        raise BadEndpoint("not https")
    if not _public_name(host):
        raise BadEndpoint("not public")
    return found


def origin(address: SplitResult) -> str:
    """The origin of an address, as it is written in the settings."""
    return f"{address.scheme}://{address.netloc}"


def _public_name(host: str) -> bool:
    try:
        return ip_address(host).is_global
    except ValueError:
        name = host.rstrip(".").lower()
        return "." in name and not name.endswith((".localhost", ".local", ".internal"))


class GuardedBackend(AsyncNetworkBackend):
    """Connects to public addresses only, and to hosts that are allowed."""

    def __init__(self, allowed: Iterable[tuple[str, int]]) -> None:
        self._allowed = frozenset(allowed)
        self._plain = AnyIOBackend()
        # Of its own: whose name is answered late holds up nobody else's work.
        self._lookups = ThreadPoolExecutor(HANDS, "lookup")

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Any = None,
    ) -> AsyncNetworkStream:
        """Look a name up, and connect to one of its addresses if all of them are public."""
        where = host
        if (host, port) not in self._allowed:
            look = partial(getaddrinfo, host, port, type=SOCK_STREAM)
            try:
                async with asyncio.timeout(timeout):
                    loop = asyncio.get_running_loop()
                    found = await loop.run_in_executor(self._lookups, look)
            except OSError as error:
                raise ConnectError(str(error) or "where it is was not told in time") from None
            addresses = [str(to[0]).partition("%")[0] for *_, to in found]
            if not addresses or not all(ip_address(one).is_global for one in addresses):
                raise ConnectError("it is not at a public address")
            where = addresses[0]
        return await self._plain.connect_tcp(where, port, timeout, local_address, socket_options)

    async def sleep(self, seconds: float) -> None:
        """Wait before another attempt."""
        await self._plain.sleep(seconds)


def guarded_connections(allowed: frozenset[str]) -> AsyncConnectionPool:
    """Connections with the guard around each of them; they follow nobody elsewhere."""
    parts = [urlsplit(one) for one in allowed]
    named = [(part.hostname or "", part.port or _PORTS[part.scheme]) for part in parts]
    return AsyncConnectionPool(network_backend=GuardedBackend(named), max_connections=HANDS)
