"""What a bot is, how long it may think, and where bots are found.

A bot of somebody else is found through the entry point group ``tashkalar.bots``: a name and a
class that is called with a seed.
"""

from __future__ import annotations

import random
import time
import zlib
from collections.abc import Callable
from dataclasses import dataclass, field
from importlib.metadata import entry_points
from typing import Protocol

from tashkalar.choice import Choice
from tashkalar.view import View


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


class Bot(Protocol):
    """Asked with what its seat sees, it answers with one of the choices."""

    def choose(self, view: View, choices: tuple[Choice, ...], budget: Budget) -> Choice: ...


class UnknownBot(ValueError):
    """A name that is no bot."""


_LEVELS = {
    "random": "tashkalar.bots.playing.levels:RandomBot",
    "novice": "tashkalar.bots.playing.levels:Novice",
    "greedy": "tashkalar.bots.playing.levels:Greedy",
    "planner": "tashkalar.bots.playing.levels:Planner",
    "strategist": "tashkalar.bots.playing.strategist:Strategist",
}


def bot_names() -> list[str]:
    """The levels from weak to strong, then the bots of others."""
    others = sorted(e.name for e in entry_points(group="tashkalar.bots") if e.name not in _LEVELS)
    return [*_LEVELS, *others]


def bot_named(name: str, seed: int = 0) -> Bot:
    """A new bot by name."""
    made: Callable[[int], Bot]
    if name in _LEVELS:
        from importlib import import_module

        module, _, attribute = _LEVELS[name].partition(":")
        made = getattr(import_module(module), attribute)
    else:
        found = [e for e in entry_points(group="tashkalar.bots") if e.name == name]
        if not found:
            raise UnknownBot(f"there is no bot {name!r}; the bots are {', '.join(bot_names())}")
        made = found[0].load()
    return made(seed)


def dice(seed: int, view: View) -> random.Random:
    """Random numbers that depend on the seed and on what the bot sees, nothing else."""
    return random.Random(seed << 32 ^ zlib.crc32(view.to_bytes()))
