"""What a bot is, and where bots are found.

A bot of somebody else is found through the entry point group ``tashkalar.bots``: a name and a
class that is called with a seed. One that is only tried is named by its module: ``mine:Centrist``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from importlib.metadata import entry_points
from typing import Protocol

from tashkalar import engine
from tashkalar.bots.playing.budget import Budget
from tashkalar.bots.playing.shares import EVERYWHERE, SECOND
from tashkalar.choice import Choice
from tashkalar.view import View


class Bot(Protocol):
    """Asked with what its seat sees, it answers with one of the choices."""

    def choose(self, view: View, choices: tuple[Choice, ...], budget: Budget) -> Choice:
        """One of the choices."""
        ...


class UnknownBot(ValueError):
    """A name that is no bot."""


class BotNotHere(ValueError):
    """A level that cannot play here; the message says why."""


@dataclass(frozen=True)
class Level:
    """Where a level is found, and how many nodes it has for a turn.

    Those of at most ``EVERYWHERE`` nodes play the same wherever the game runs. One of more needs
    the compiled core: without it, it is not played at all rather than slower or weaker.
    """

    place: str
    nodes: int = EVERYWHERE


LEVELS = {
    "random": Level("tashkalar.bots.playing.levels:RandomBot"),
    "novice": Level("tashkalar.bots.playing.levels:Novice"),
    "greedy": Level("tashkalar.bots.playing.levels:Greedy"),
    "planner": Level("tashkalar.bots.playing.levels:Planner"),
    "strategist": Level("tashkalar.bots.playing.strategist:Strategist"),
    "master": Level("tashkalar.bots.playing.strategist:Master", SECOND),
}


def lacks_core(name: str) -> bool:
    """Does this level need the compiled core, which is not there?"""
    level = LEVELS.get(name)
    return level is not None and level.nodes > EVERYWHERE and engine.core() is None


def bot_names() -> list[str]:
    """The levels from weak to strong, then the bots of others.

    >>> bot_names()[:6]
    ['random', 'novice', 'greedy', 'planner', 'strategist', 'master']
    """
    others = sorted(e.name for e in entry_points(group="tashkalar.bots") if e.name not in LEVELS)
    return [*LEVELS, *others]


def bot_named(name: str, seed: int = 0) -> Bot:
    """A new bot by name.

    >>> bot_named("planner", seed=7).seed
    7
    """
    check_bot(name)
    if name in LEVELS:
        return _imported(LEVELS[name].place)(seed)
    if ":" in name:
        return _imported(name)(seed)
    found = next(e for e in entry_points(group="tashkalar.bots") if e.name == name)
    made: Callable[[int], Bot] = found.load()
    return made(seed)


def check_bot(name: str) -> None:
    """Refuse a name that is no bot, and a level that cannot play here."""
    if lacks_core(name):
        raise BotNotHere(
            f"{name} looks at up to {LEVELS[name].nodes:,} positions a turn and needs the compiled "
            f"core: {engine.missing()}; the strongest level without it is strategist"
        )
    # Levels come first: looking for bots of others reads the metadata of everything installed.
    if name not in LEVELS and ":" not in name and name not in bot_names():
        raise UnknownBot(f"there is no bot {name!r}; the bots are {', '.join(bot_names())}")


def _imported(place: str) -> Callable[[int], Bot]:
    """What ``module:Class`` names."""
    module, _, attribute = place.partition(":")
    try:
        made: Callable[[int], Bot] = getattr(import_module(module), attribute)
    except (ImportError, AttributeError, ValueError) as error:
        raise UnknownBot(f"there is no bot {place!r}: {error}") from None
    return made


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
