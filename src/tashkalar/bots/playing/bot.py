"""What a bot is, and where bots are found.

A bot of somebody else is found through the entry point group ``tashkalar.bots``: a name and a
class that is called with a seed.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib.metadata import entry_points
from typing import Protocol

from tashkalar.bots.playing.budget import Budget
from tashkalar.choice import Choice
from tashkalar.view import View


class Bot(Protocol):
    """Asked with what its seat sees, it answers with one of the choices."""

    def choose(self, view: View, choices: tuple[Choice, ...], budget: Budget) -> Choice:
        """One of the choices."""
        ...


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
    """The levels from weak to strong, then the bots of others.

    >>> bot_names()[:5]
    ['random', 'novice', 'greedy', 'planner', 'strategist']
    """
    others = sorted(e.name for e in entry_points(group="tashkalar.bots") if e.name not in _LEVELS)
    return [*_LEVELS, *others]


def bot_named(name: str, seed: int = 0) -> Bot:
    """A new bot by name.

    >>> bot_named("planner", seed=7).seed
    7
    """
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


def bot_digest(name: str) -> str:
    """A fingerprint of what a bot has learned, so that contests of other weights are told apart.

    A bot says it itself in an attribute ``digest``; of one that does not, the distribution it comes
    from is named with its version. Empty for a level that has learned nothing.
    """
    told = getattr(bot_named(name), "digest", None)
    if told is not None:
        return str(told)
    dists = [e.dist for e in entry_points(group="tashkalar.bots") if e.name == name]
    return f"{dists[0].name} {dists[0].version}" if dists and dists[0] else ""
