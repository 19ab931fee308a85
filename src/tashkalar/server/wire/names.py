"""What everybody at a table is called."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from tashkalar.catalogue import text
from tashkalar.scene.texts import bot_name


class Sitter(NamedTuple):
    """Who sits on a seat, as far as a name depends on it."""

    name: str
    bot: str | None
    owner: str | None  # where it is somebody's seat, also if a bot plays for them


def _plain(seat: Sitter, language: str) -> str:
    """The name alone. Who has had their data deleted has none."""
    if seat.name:
        return seat.name
    if seat.owner is not None:
        return text("server.forgotten", language)
    return bot_name(seat.bot, language) if seat.bot else ""


def called(sitting: Iterable[Sitter], language: str = "en") -> tuple[str, ...]:
    """A name for each seat. A bot is called by its level; of several alike each has a number.

    The numbers go by the seats, so they stay as long as the table does.

    >>> called([Sitter("Ann", None, "a"), Sitter("", "planner", None), Sitter("", "novice", None)])
    ('Ann', 'Planner', 'Novice')
    >>> called(
    ...     [
    ...         Sitter("", "planner", None),
    ...         Sitter("Ann", "planner", "a"),
    ...         Sitter("", "planner", None),
    ...     ]
    ... )
    ('Planner 1', 'Ann', 'Planner 2')
    """
    return _called(tuple(sitting), language)


@lru_cache(1024)
def _called(seats: tuple[Sitter, ...], language: str) -> tuple[str, ...]:
    plain = [_plain(seat, language) for seat in seats]
    bots = [name for seat, name in zip(seats, plain, strict=True) if seat.owner is None]
    counted: dict[str, int] = {}
    found = []
    for seat, name in zip(seats, plain, strict=True):
        if seat.owner is None and seat.bot and bots.count(name) > 1:
            counted[name] = n = counted.get(name, 0) + 1
            found.append(text("server.bot.numbered", language, name=name, number=n))
        else:
            found.append(name)
    return tuple(found)
