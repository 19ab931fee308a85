"""How much one client may ask for."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable


class Bucket:
    """A token bucket: ``rate`` tokens a second flow in, up to ``burst``; a request takes one."""

    __slots__ = ("_burst", "_clock", "_level", "_rate", "_then")

    def __init__(self, rate: float, burst: float,
                 clock: Callable[[], float] = time.monotonic) -> None:  # fmt: skip
        self._rate, self._burst, self._clock = rate, burst, clock
        self._level, self._then = burst, clock()

    def take(self) -> bool:
        """Is one more allowed?"""
        now = self._clock()
        self._level = min(self._burst, self._level + (now - self._then) * self._rate)
        self._then = now
        if self._level < 1:
            return False
        self._level -= 1
        return True


class Buckets:
    """A bucket for each address; those not seen for long are forgotten."""

    def __init__(self, rate: float, burst: float, most: int = 10_000) -> None:
        self._rate, self._burst, self._most = rate, burst, most
        self._of: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, address: str) -> bool:
        """Is one more from this address allowed?"""
        bucket = self._of.get(address)
        if bucket is None:
            bucket = self._of[address] = Bucket(self._rate, self._burst)
        self._of.move_to_end(address)
        if len(self._of) > self._most:
            self._of.popitem(last=False)
        return bucket.take()
