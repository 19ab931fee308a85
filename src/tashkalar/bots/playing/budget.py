"""How much a bot may think about a turn."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field

# Of the seconds: the rest is kept back for giving the answer.
_THINKING = 0.95


class BadBudget(ValueError):
    """A budget that cannot be read."""


class OutOfBudget(Exception):
    """Thinking time is up; what was found so far counts."""


@dataclass
class Budget:
    """How much a bot may think about a turn: seconds, or positions looked at.

    A bot calls ``spend`` for every position it looks at and stops at ``OutOfBudget``. Under a
    budget of nodes a seeded bot gives the same answer on every machine.

    >>> budget = Budget(nodes=2)
    >>> for _ in range(3):
    ...     budget.spend()
    Traceback (most recent call last):
    tashkalar.bots.playing.budget.OutOfBudget
    """

    seconds: float | None = None
    nodes: int | None = None
    used: int = 0
    floor: int = 0  # so many nodes may be looked at however little time there is
    clock: Callable[[], float] = time.perf_counter
    _start: float = field(init=False)

    def __post_init__(self) -> None:
        self._start = self.clock()

    @classmethod
    def parse(cls, text: str) -> Budget:
        """``1s`` or ``0.5s`` for seconds, ``2000n`` for nodes.

        >>> Budget.parse("2000n").nodes
        2000
        """
        try:
            if text.endswith("s") and 0 < float(text[:-1]) < float("inf"):
                return cls(seconds=float(text[:-1]))
            if text.endswith("n") and int(text[:-1]) > 0:
                return cls(nodes=int(text[:-1]))
        except ValueError:
            pass
        raise BadBudget(f"{text!r} is not a budget; write 1s for a second or 2000n for nodes")

    @property
    def text(self) -> str:
        """As it is written.

        >>> Budget.parse("20n").at_least(1000).text
        '1000n'
        """
        return f"{self.nodes}n" if self.seconds is None else f"{self.seconds:g}s"

    def at_least(self, floor: int) -> Budget:
        """The same budget, unused, with so many nodes however little it says."""
        nodes = None if self.nodes is None else max(floor, self.nodes)
        return Budget(self.seconds, nodes, floor=floor, clock=self.clock)

    def fresh(self) -> Budget:
        """The same budget, unused."""
        return Budget(self.seconds, self.nodes, floor=self.floor, clock=self.clock)

    def limited(self, nodes: int) -> Budget:
        """What is left of it, but no more than so many nodes, as a budget of its own."""
        if self.nodes is not None:
            nodes = max(0, min(nodes, self.nodes - self.used))
        part = Budget(self.seconds, nodes, 0, max(0, self.floor - self.used), self.clock)
        part._start = self._start
        return part

    def spend(self) -> None:
        """One more position looked at."""
        self.used += 1
        if self.nodes is not None and self.used > self.nodes:
            raise OutOfBudget
        # Asking for the time costs some, too, so it is asked for now and then.
        if self.seconds is not None and self._late(not self.used & 15):
            raise OutOfBudget

    def add(self, used: int) -> None:
        """What a part of it has used."""
        self.used += used
        if (self.nodes is not None and self.used >= self.nodes) or self._late(True):
            raise OutOfBudget

    def _late(self, ask: bool) -> bool:
        if self.seconds is None or self.used <= self.floor:
            return False
        if self.seconds <= 0:
            return True
        return ask and self.elapsed >= _THINKING * self.seconds

    @property
    def elapsed(self) -> float:
        """Seconds since it began."""
        return self.clock() - self._start

    def mark(self) -> tuple[int, float]:
        """How much is used up by now, for ``again``."""
        return self.used, self.clock()

    def again(self, mark: tuple[int, float]) -> int:
        """How many times what was used since a mark can be paid for once more.

        >>> budget = Budget(nodes=100)
        >>> start = budget.mark()
        >>> budget.add(30)
        >>> budget.again(start)
        2
        """
        used, then = mark
        times = sys.maxsize
        if self.nodes is not None and self.used > used:
            times = (self.nodes - self.used) // (self.used - used)
        if self.seconds is not None:
            now = self.clock()
            by_time = (_THINKING * self.seconds - (now - self._start)) / max(now - then, 1e-9)
            times = min(times, int(by_time))
        return max(0, times)
