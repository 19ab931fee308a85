"""Rate limits: how much one client may ask for, by token buckets that all workers fill alike."""

from __future__ import annotations

import time
from collections import Counter, OrderedDict
from collections.abc import Callable
from ipaddress import IPv4Address, ip_address

from msgspec import DecodeError, Struct, json
from starlette.types import Scope

from tashkalar.server.settings import Settings

BLOCK = 10  # a block of addresses may ask for so many times as much as one of them
HOUSE = 4  # the guests at one address may say so many times as much as one of them
NAME = 20  # at a name all addresses together may guess so many times as much as one
_FORGOTTEN = 10.0  # seconds after which a worker that says nothing has no sockets


class TokenBucket:
    """Allows ``rate`` requests a second on average, and bursts of at most ``burst``.

    The bucket holds up to ``burst`` tokens and is refilled at ``rate`` tokens a second; each
    request takes one.

    >>> seconds = iter([0, 0, 0, 0, 1])
    >>> bucket = TokenBucket(rate=1, burst=2, clock=lambda: next(seconds))
    >>> [bucket.take() for _ in range(4)]
    [True, True, False, True]
    """

    __slots__ = ("_burst", "_clock", "_rate", "_then", "_tokens")

    def __init__(
        self, rate: float, burst: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._rate, self._burst, self._clock = rate, burst, clock
        self._tokens, self._then = burst, clock()

    def take(self) -> bool:
        """Take a token; false when there is none, and the request has to be refused."""
        self._refill()
        if self._tokens < 1:
            return False
        self._tokens -= 1
        return True

    def charge(self, tokens: int) -> None:
        """Tokens that were taken elsewhere; what is owed is at most another burst."""
        self._refill()
        self._tokens = max(-self._burst, min(self._burst, self._tokens - tokens))

    def give_back(self) -> None:
        """A token that was not needed after all."""
        self.charge(-1)

    def _refill(self) -> None:
        now = self._clock()
        self._tokens = min(self._burst, self._tokens + (now - self._then) * self._rate)
        self._then = now


class TokenBuckets:
    """One bucket for each key, an address or a guest; the least recently used are forgotten."""

    def __init__(self, rate: float, burst: float, most: int = 10_000) -> None:
        self._rate, self._burst, self._most = rate, burst, most
        self._buckets: OrderedDict[str, TokenBucket] = OrderedDict()
        self.taken: Counter[str] = Counter()  # since it was last told to the other workers

    def take(self, key: str) -> bool:
        """Take a token of this key; false when there is none."""
        if not self._bucket(key).take():
            return False
        self.taken[key] += 1
        return True

    def give_back(self, key: str) -> None:
        """Something that need not be counted after all."""
        self._bucket(key).give_back()
        self.taken[key] -= 1

    def charge(self, taken: dict[str, int]) -> None:
        """What another worker has given away."""
        for key, tokens in taken.items():
            self._bucket(key).charge(tokens)

    def _bucket(self, key: str) -> TokenBucket:
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = self._buckets[key] = TokenBucket(self._rate, self._burst)
        self._buckets.move_to_end(key)
        if len(self._buckets) > self._most:
            self._buckets.popitem(last=False)
        return bucket


class ByAddress:
    """A limit for each address, and a wider one for its block."""

    def __init__(self, rate: float, burst: float) -> None:
        self.each = TokenBuckets(rate, burst)
        self.blocks = TokenBuckets(BLOCK * rate, BLOCK * burst)

    def take(self, address: str) -> bool:
        """Take a token of an address and of its block; false when one of them has none."""
        host, block = host_and_block(address)
        return take_all((self.each, host), (self.blocks, block))

    def give_back(self, address: str) -> None:
        """Something that need not be counted after all."""
        host, block = host_and_block(address)
        self.each.give_back(host)
        self.blocks.give_back(block)


def take_all(*wanted: tuple[TokenBuckets | ByAddress, str]) -> bool:
    """Take a token of each key, or none at all where one of them has none."""
    for n, (limit, key) in enumerate(wanted):
        if not limit.take(key):
            for other, taken in wanted[:n]:
                other.give_back(taken)
            return False
    return True


def address_of(scope: Scope) -> str:
    """Where a request or a websocket comes from, as proxies that are trusted say."""
    client = scope.get("client")
    return client[0] if client else ""


def host_and_block(address: str) -> tuple[str, str]:
    """Who counts as one client, and who is likely to be the same.

    With IPv6 everybody has as many addresses as they like, below one prefix.

    >>> host_and_block("192.0.2.7")
    ('192.0.2.7', '192.0.2')
    >>> host_and_block("2001:db8:1:2:3:4:5:6")
    ('2001:0db8:0001:0002', '2001:0db8:0001')
    """
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:  # a socket of the machine itself, or a name
        return address, address
    mapped = found if isinstance(found, IPv4Address) else found.ipv4_mapped
    if mapped is not None:
        return str(mapped), str(mapped).rpartition(".")[0]
    groups = found.exploded.split(":")
    return ":".join(groups[:4]), ":".join(groups[:3])


class Usage(Struct, frozen=True, gc=False):
    """What a worker tells the others: tokens taken since the last time, and sockets open now."""

    taken: dict[str, dict[str, int]]
    sockets: dict[str, int]


_decoder = json.Decoder(Usage)


class Limits:
    """All limits that are not those of a single connection."""

    def __init__(self, settings: Settings) -> None:
        self._most = settings.sockets
        self.requests = ByAddress(settings.requests, 3 * settings.requests)
        self.pages = ByAddress(settings.pages, 3 * settings.pages)  # all other paths
        self.guests = ByAddress(settings.guests, 30 * settings.guests)  # new ones
        # By guest and by address: whoever likes may be a new guest.
        self.chat = TokenBuckets(settings.chat, 5)
        self.chat_hosts = ByAddress(HOUSE * settings.chat, HOUSE * 5)
        self.reports = TokenBuckets(settings.reports, 5)
        self.report_hosts = ByAddress(HOUSE * settings.reports, HOUSE * 5)
        self.hints = TokenBuckets(settings.hints, 5)  # by guest
        # Codes by mail, by guest and address of e-mail, and by host.
        self.mails = TokenBuckets(settings.mails, 5)
        self.mail_hosts = ByAddress(settings.mails, 5)
        # Codes and passphrases tried, by address, by guest or by name and address; and by name
        # alone, so many that nobody is easily locked out by others who try.
        self.secrets = ByAddress(settings.secrets, 10)
        self.guesses = TokenBuckets(settings.secrets, 10)
        self.names = TokenBuckets(NAME * settings.secrets, 10 * NAME)
        self.lessons = 0  # open now
        self._sockets: Counter[str] = Counter()  # open now, by address and by block
        self._elsewhere: dict[str, tuple[float, dict[str, int]]] = {}  # at other workers
        self._shared = {
            f"{name}{part}": buckets
            for name in (
                "requests",
                "pages",
                "guests",
                "secrets",
                "mail_hosts",
                "chat_hosts",
                "report_hosts",
            )
            for part, buckets in (
                ("", getattr(self, name).each),
                (" of blocks", getattr(self, name).blocks),
            )
        } | {
            "chat": self.chat,
            "hints": self.hints,
            "reports": self.reports,
            "mails": self.mails,
            "guesses": self.guesses,
            "names": self.names,
        }

    def may_speak(self, owner: str, address: str) -> bool:
        """One more line of chat of a guest."""
        return take_all((self.chat, owner), (self.chat_hosts, address))

    def may_report(self, owner: str, address: str) -> bool:
        """One more report of a guest to whoever runs the server."""
        return take_all((self.reports, owner), (self.report_hosts, address))

    def connect(self, address: str) -> bool:
        """One more socket of an address; false when it has too many, at all workers together."""
        host, block = host_and_block(address)
        now = time.monotonic()
        others = [told for then, told in self._elsewhere.values() if now - then < _FORGOTTEN]
        for key, most in ((host, self._most), (f"{block}*", BLOCK * self._most)):
            if self._sockets[key] + sum(told.get(key, 0) for told in others) >= most:
                return False
        self._sockets.update((host, f"{block}*"))
        return True

    def disconnect(self, address: str) -> None:
        """One socket less."""
        host, block = host_and_block(address)
        for key in (host, f"{block}*"):
            self._sockets[key] -= 1
            if not self._sockets[key]:
                del self._sockets[key]

    def usage(self) -> bytes:
        """What the other workers should know; it is told once."""
        taken = {
            name: dict(buckets.taken) for name, buckets in self._shared.items() if buckets.taken
        }
        for buckets in self._shared.values():
            buckets.taken.clear()
        return json.encode(Usage(taken, dict(self._sockets)))

    def charge(self, worker: str, told: bytes) -> None:
        """What another worker tells; whatever else is in the channel is passed over."""
        try:
            usage = _decoder.decode(told)
        except DecodeError:
            return
        now = time.monotonic()
        self._elsewhere = {
            name: told for name, told in self._elsewhere.items() if now - told[0] < _FORGOTTEN
        }
        self._elsewhere[worker] = now, usage.sockets
        for name, taken in usage.taken.items():
            if name in self._shared:
                self._shared[name].charge(taken)
