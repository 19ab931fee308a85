"""Where the server is reached: from this machine only, or from the network it is in."""

from __future__ import annotations

from contextlib import suppress
from ipaddress import ip_address
from socket import AF_INET, SOCK_DGRAM, gaierror, getaddrinfo, gethostname, socket
from urllib.parse import urlsplit

_ELSEWHERE = ("10.255.255.255", 9)  # nothing is sent there: it only chooses the way out


def is_local(host: str) -> bool:
    """Does a host, as in an address, always mean the machine that asks?

    >>> [is_local(host) for host in ("localhost:8080", "127.0.0.2", "[::1]:80", "192.168.1.7:80")]
    [True, True, True, False]
    """
    try:
        name = (urlsplit(f"//{host}").hostname or "").rstrip(".")
        return f".{name}".endswith(".localhost") or ip_address(name).is_loopback
    except ValueError:  # a name
        return False


def network_address() -> str | None:
    """The address of this machine in its network, if it is in one."""
    found: list[str] = []
    with suppress(OSError), socket(AF_INET, SOCK_DGRAM) as probe:
        probe.connect(_ELSEWHERE)
        found.append(probe.getsockname()[0])
    with suppress(OSError, gaierror, UnicodeError):
        found += [str(to[0]) for *_, to in getaddrinfo(gethostname(), None, AF_INET, SOCK_DGRAM)]
    useful = (address for address in found if _reachable(address))
    return next(useful, None)


def _reachable(address: str) -> bool:
    found = ip_address(address)
    return not (found.is_loopback or found.is_unspecified)
