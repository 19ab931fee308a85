"""A report of a problem: the game as one seat saw it, and what it was played with."""

from __future__ import annotations

import platform
from dataclasses import replace

from tashkalar import Game, __version__
from tashkalar.rules.history import RULES
from tashkalar.terms import LETTERS

HEAD = "tash-kalar report 1"


def report(
    game: Game, seat: int, words: str = "", screen: str = "", where: str = "", rated: bool = False
) -> str:
    """What went wrong in the reporter's words, then the record without what the seat cannot know.

    >>> game = Game.new("duel", ("highland", "sylvan"), seed=5)
    >>> print(report(game, 0, "The card\\nis gone.", "1280x800"))  # doctest: +ELLIPSIS
    tash-kalar report 1
    seat: A
    said: The card
    said: is gone.
    screen: 1280x800
    engine: ..., rules ..., Python ...
    <BLANKLINE>
    tash-kalar record 1
    ...
    seed: hidden
    ...
    end
    <BLANKLINE>
    """
    told = [HEAD, f"seat: {LETTERS[seat] if seat >= 0 else 'none'}"]
    told += [f"said: {line}" for line in words.splitlines()]
    told += [f"table: {where}"] if where else []
    told += [f"screen: {screen}"] if screen else []
    told.append(f"engine: {__version__}, rules {RULES}, Python {platform.python_version()}")
    return "\n".join([*told, "", replace(game.record(seat), rated=rated).text()])
