"""What the server refuses, with a word for programs and a sentence for people."""

from __future__ import annotations

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
    """Something asked of the server that it does not do."""

    def __init__(self, error: str, reason: str | IllegalChoice = "") -> None:
        self.error, self._reason = error, reason
        super().__init__(error)

    def __str__(self) -> str:
        return f"{self.error}: {self.told()}"

    def told(self, language: str = "en") -> str:
        """The sentence; the engine's own where it refused."""
        if isinstance(self._reason, IllegalChoice):
            called = story.called(self._reason.position.schools, language)
            return self._reason.words(language, called)
        return self._reason or text(f"server.refused.{self.error}", language)

    @property
    def status(self) -> int:
        return STATUS.get(self.error, 409)
