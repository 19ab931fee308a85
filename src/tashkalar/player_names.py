"""The names that sentences use for the players, and the player who reads them.

A sentence names the player who acts and the player whose piece it is. In team play two players
share the pieces of a color, so their names are joined.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from tashkalar.catalogue import text
from tashkalar.terms import LETTERS

NOBODY = -1  # a reader without a seat


class PlayerNames(NamedTuple):
    """Names by seat, the color of each seat, and the seat that is addressed as "you".

    >>> names = PlayerNames(("Ada", "Ben", "Cleo", "Dan"), colour_of=(0, 1, 0, 1), reader=2)
    >>> names.of_seat(1), names.of_colour(0)
    ('Ben', 'Ada and Cleo')
    >>> names.reads_seat(2), names.reads_colour(0), names.reads_colour(1)
    (True, True, False)
    """

    seats: tuple[str, ...]
    colour_of: tuple[int, ...]
    reader: int = NOBODY

    def of_seat(self, seat: int) -> str:
        """Return the name of the player at `seat`."""
        return self.seats[seat]

    def of_colour(self, colour: int, language: str = "en") -> str:
        """Return the names of the players with the pieces of `colour`, joined."""
        return _joined(self, colour, language)

    def of_actor(self, colour: int, actor: int | None, language: str = "en") -> str:
        """Return the name of the seat `actor` if it plays `colour`, else that of the color."""
        if actor is not None and self.colour_of[actor] == colour:
            return self.seats[actor]
        return self.of_colour(colour, language)

    def reads_seat(self, seat: int) -> bool:
        """Return whether the player at `seat` reads the sentence."""
        return self.reader == seat

    def reads_colour(self, colour: int) -> bool:
        """Return whether a player of `colour` reads the sentence."""
        return self.reader >= 0 and self.colour_of[self.reader] == colour

    def reads_actor(self, colour: int, actor: int | None) -> bool:
        """Return whether the player whom `of_actor` names reads the sentence."""
        if actor is not None and self.colour_of[actor] == colour:
            return self.reader == actor
        return self.reads_colour(colour)

    def read_by(self, reader: int) -> PlayerNames:
        """Return the same names for another reader."""
        return self._replace(reader=reader)


@lru_cache(256)
def _joined(names: PlayerNames, colour: int, language: str) -> str:
    of_it = [name for name, c in zip(names.seats, names.colour_of, strict=True) if c == colour]
    return text("verdict.and", language).join(of_it)


# The letters of the notation, where nothing else is known of the players.
LETTERED = PlayerNames(tuple(LETTERS), tuple(range(len(LETTERS))))


@lru_cache(256)
def by_school(
    schools: Sequence[str], colour_of: tuple[int, ...], language: str = "en", reader: int = NOBODY
) -> PlayerNames:
    """Return the short names of the schools, for positions that nobody plays.

    >>> by_school(("highland", "sylvan"), (0, 1)).seats
    ('Highland', 'Sylvan')
    """
    seats = tuple(text(f"server.called.{school}", language) for school in schools)
    return PlayerNames(seats, colour_of, reader)


def for_learner(
    schools: Sequence[str], colour_of: tuple[int, ...], seat: int, language: str = "en"
) -> PlayerNames:
    """Return names for a lesson, puzzle or example that is read from `seat`.

    >>> for_learner(("highland", "sylvan"), (0, 1), 0).seats
    ('Opponent', 'Opponent')
    """
    names = by_school(tuple(schools), colour_of, language, seat)
    if len(schools) > 2:
        return names
    return names._replace(seats=(text("lesson.opponent", language),) * len(schools))
