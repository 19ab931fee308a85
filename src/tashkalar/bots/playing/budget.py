"""How much a bot may think about a turn."""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass, field


class BadBudget(ValueError):
    """A budget that cannot be read."""


class OutOfBudget(Exception):
    """Thinking time is up; what was found so far counts."""


@dataclass
class Budget:
    """How much a bot may think about a turn: seconds, or positions looked at.

    Under a budget of nodes a seeded bot gives the same answer on every machine.
    """

    seconds: float | None = None
    nodes: int | None = None
    used: int = 0
    _start: float = field(default_factory=time.perf_counter)

    @classmethod
    def parse(cls, text: str) -> Budget:
        """``1s`` or ``0.5s`` for seconds, ``2000n`` for nodes."""
        try:
            if text.endswith("s") and float(text[:-1]) > 0:
                return cls(seconds=float(text[:-1]))
            if text.endswith("n") and int(text[:-1]) > 0:
                return cls(nodes=int(text[:-1]))
        except ValueError:
            pass
        raise BadBudget(f"{text!r} is not a budget; write 1s for a second or 2000n for nodes")

    def fresh(self) -> Budget:
        """The same budget, unused."""
        return Budget(self.seconds, self.nodes)

    def limited(self, nodes: int) -> Budget:
        """What is left of it, but no more than so many nodes, as a budget of its own."""
        if self.nodes is not None:
            nodes = max(1, min(nodes, self.nodes - self.used))
        return Budget(self.seconds, nodes, 0, self._start)

    def spend(self) -> None:
        """One more position looked at."""
        self.used += 1
        if self.nodes is not None and self.used > self.nodes:
            raise OutOfBudget
        # Asking for the time costs some, too.
        if self.seconds is not None and not self.used & 15 and self.left <= 0:
            raise OutOfBudget

    def add(self, used: int) -> None:
        """What a part of it has used."""
        self.used += used
        if self.left <= 0:
            raise OutOfBudget

    @property
    def left(self) -> float:
        """The part that is left, from 1 to 0."""
        by_nodes = 1 - self.used / self.nodes if self.nodes is not None else 1.0
        if self.seconds is None:
            return by_nodes
        # A little is kept back for giving the answer.
        by_time = 1 - (time.perf_counter() - self._start) / (0.95 * self.seconds)
        return min(by_nodes, by_time)

    def mark(self) -> tuple[int, float]:
        """How much is used up by now, for ``again``."""
        return self.used, time.perf_counter()

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
            now = time.perf_counter()
            by_time = (0.95 * self.seconds - (now - self._start)) / max(now - then, 1e-9)
            times = min(times, int(by_time))
        return max(0, times)
