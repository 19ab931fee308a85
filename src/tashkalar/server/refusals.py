"""What the server refuses, with a word for programs and a sentence for people."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tashkalar import IllegalChoice
from tashkalar.answers import Unclear
from tashkalar.catalogue import name as name_of
from tashkalar.catalogue import text
from tashkalar.clauses import clause_of
from tashkalar.player_names import PlayerNames, by_school
from tashkalar.scene.texts import bot_name

STATUS = {
    "malformed": 400,
    "illegal": 400,
    "unsigned": 401,
    "origin": 403,
    "not_yours": 403,
    "no_spectators": 403,
    "banned": 403,
    "muted": 403,
    "not_welcome": 403,
    "unprotected": 403,
    "unknown": 404,
    "slow": 408,
    "late": 408,
    "stale": 409,
    "other_rules": 410,
    "torn": 410,
    "closed": 410,
    "too_large": 413,
    "rate": 429,
    "too_many_bots": 429,
    "full": 429,
    "store": 503,
}
# Nothing is wrong with what was asked: it may be granted in a while.
PASSING = frozenset({"late", "slow", "rate", "full", "store", "failed"})


class Refused(Exception):
    """Something asked of the server that it does not do.

    The engine has the reason for an illegal choice; of several choices the one is named. What was
    typed and not understood says so itself. For all else the catalogue has the sentence: ``why`` is
    its id where one error has several, and the values are put into words in the same language.

    >>> Refused("malformed", why="bad_name.long", values={"n": 24}).told()
    'A name has at most 24 characters.'
    >>> Refused("malformed", why="set_up.same_school", values={"schools": ("sylvan",) * 2}).told()
    'Each player needs a different school, not Sylvan School, Sylvan School.'
    """

    def __init__(
        self,
        error: str,
        illegal: IllegalChoice | None = None,
        why: str = "",
        values: Mapping[str, object] | None = None,
        choice: str = "",
        unclear: Unclear | None = None,
    ) -> None:
        self.error, self._illegal, self._choice = error, illegal, choice
        self._unclear = unclear
        self._why, self._values = why or error, values or {}
        super().__init__(error)

    def __str__(self) -> str:
        return f"{self.error}: {self.told()}"

    def told(self, language: str = "en", names: PlayerNames | None = None) -> str:
        """Return the sentence for people. Schools name the players by default."""
        if self._illegal is not None:
            position = self._illegal.position
            names = names or by_school(position.schools, position.colour_of, language)
            named = f"{self._choice}: " if self._choice else ""
            return named + self._illegal.words(language, names)
        if self._unclear is not None:
            return self._unclear.words(language)
        values = {name: _worded(name, value, language) for name, value in self._values.items()}
        return text(f"server.refused.{self._why}", language, **values)

    @property
    def clause(self) -> str | None:
        """The clause of the rules behind an illegal choice."""
        return None if self._illegal is None else clause_of(self._illegal.refusal)

    @property
    def passing(self) -> bool:
        """Is it worth asking the same again in a while?"""
        return self.error in PASSING

    @property
    def status(self) -> int:
        """The HTTP status that goes with it."""
        return STATUS.get(self.error, 409)


def _worded(name: str, value: Any, language: str) -> object:
    """A value in the reader's words; ids, counts and what was given stand as they are."""
    match name:
        case "form":
            return text(f"form.{value.replace('-', '_')}", language)
        case "schools":
            return ", ".join(text(f"school.{school}", language) for school in value)
        case "card":
            return name_of(value, language)
        case "school":
            return text(f"server.called.{value}", language)
        case "bot":
            return bot_name(value, language)
        case "ids":
            return ", ".join(value)
    return value
