"""Rate limits: how much one client may ask for, by token buckets."""

from __future__ import annotations

import time
from collections import Counter, OrderedDict
from collections.abc import Callable

from tashkalar.server.settings import Settings


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

    def __init__(self, rate: float, burst: float,
                 clock: Callable[[], float] = time.monotonic) -> None:  # fmt: skip
        self._rate, self._burst, self._clock = rate, burst, clock
        self._tokens, self._then = burst, clock()

    def take(self) -> bool:
        """Take a token; false when there is none, and the request has to be refused."""
        now = self._clock()
        self._tokens = min(self._burst, self._tokens + (now - self._then) * self._rate)
        self._then = now
        if self._tokens < 1:
            return False
        self._tokens -= 1
        return True


class TokenBuckets:
    """One bucket for each key, an address or a guest; the least recently used are forgotten."""

    def __init__(self, rate: float, burst: float, most: int = 10_000) -> None:
        self._rate, self._burst, self._most = rate, burst, most
        self._buckets: OrderedDict[str, TokenBucket] = OrderedDict()

    def take(self, key: str) -> bool:
        """Take a token of this key; false when there is none."""
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = self._buckets[key] = TokenBucket(self._rate, self._burst)
        self._buckets.move_to_end(key)
        if len(self._buckets) > self._most:
            self._buckets.popitem(last=False)
        return bucket.take()


class Limits:
    """All limits of one worker that are not those of a single connection."""

    def __init__(self, settings: Settings) -> None:
        self.requests = TokenBuckets(settings.requests, 3 * settings.requests)  # by address
        self.guests = TokenBuckets(settings.guests, 30 * settings.guests)  # by address
        self.chat = TokenBuckets(settings.chat, 5)  # by guest
        self.hints = TokenBuckets(settings.hints, 5)  # by guest
        self.reports = TokenBuckets(settings.reports, 5)  # by guest
        # Codes and passphrases tried, by address, by name and by guest.
        self.secrets = TokenBuckets(settings.secrets, 10)
        self.sockets: Counter[str] = Counter()  # open now, by address
