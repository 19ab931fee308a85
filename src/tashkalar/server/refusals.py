"""What the server refuses, with a word for programs and a sentence for people."""

from __future__ import annotations

from collections.abc import Mapping

from tashkalar import IllegalChoice
from tashkalar.catalogue import text
from tashkalar.scene import story

STATUS = {
    "malformed": 400,
    "illegal": 400,
    "unsigned": 401,
    "origin": 403,
    "not_yours": 403,
    "unknown": 404,
    "stale": 409,
    "other_rules": 410,
    "too_large": 413,
    "rate": 429,
    "full": 429,
    "store": 503,
}


class Refused(Exception):
    """Something asked of the server that it does not do.

    ``reason`` is the engine's refusal, or a sentence for programs; else the catalogue has the
    sentence, ``why`` its id where one error has several, with its values. Of several choices the
    one that was refused is named.

    >>> Refused("malformed", why="bad_name.long", values={"n": 24}).told()
    'A name has at most 24 characters.'
    """

    def __init__(self, error: str, reason: str | IllegalChoice = "", why: str = "",
                 values: Mapping[str, object] | None = None, choice: str = "") -> None:  # fmt: skip
        self.error, self._reason, self._choice = error, reason, choice
        self._why, self._values = why or error, values or {}
        super().__init__(error)

    def __str__(self) -> str:
        return f"{self.error}: {self.told()}"

    def told(self, language: str = "en") -> str:
        """The sentence for people, in their language."""
        named = f"{self._choice}: " if self._choice else ""
        if isinstance(self._reason, IllegalChoice):
            called = story.called(self._reason.position.schools, language)
            return named + self._reason.words(language, called)
        reason = self._reason or text(f"server.refused.{self._why}", language, **self._values)
        return named + reason

    @property
    def status(self) -> int:
        """The HTTP status that goes with it."""
        return STATUS.get(self.error, 409)
