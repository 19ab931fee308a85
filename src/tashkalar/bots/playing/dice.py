"""The chance of bots: the small generator of the positions, started by what a bot sees."""

from __future__ import annotations

import zlib

from tashkalar.rules.shuffling import words
from tashkalar.view import View


class Dice:
    """Random numbers that depend on the seed and on what the bot sees, nothing else.

    >>> from tashkalar import Game
    >>> seen = Game.new("high-form", ("highland", "sylvan"), seed=1).view(0)
    >>> dice = Dice(7, seen)
    >>> 0 <= dice.below(6) < 6
    True
    >>> Dice(7, seen).word() == Dice(7, seen).word() != Dice(8, seen).word()
    True
    """

    def __init__(self, seed: int, view: View) -> None:
        self._words = words(seed << 32 ^ zlib.crc32(view.to_bytes()))

    def word(self) -> int:
        """64 random bits."""
        return next(self._words)

    def below(self, n: int) -> int:
        """A number from 0 to n - 1."""
        return self.word() * n >> 64
