"""Texts for people, by symbolic id, from the gettext catalogues beside the code."""

from __future__ import annotations

import gettext
from functools import cache
from pathlib import Path

LOCALE = Path(__file__).parent / "locale"


@cache
def _translations(language: str) -> gettext.NullTranslations:
    return gettext.translation("tashkalar", LOCALE, [language, "en"])


def text(key: str, language: str = "en", /, **values: object) -> str:
    """The text of an id, with its {places} filled in. An id without a text is shown as it is."""
    found = _translations(language).gettext(key)
    return found.format(**values) if values else found


def has(key: str, language: str = "en") -> bool:
    return _translations(language).gettext(key) != key


def name(card_id: str, language: str = "en") -> str:
    """The name of a card as people say it."""
    return text(f"{card_id}.name", language)
