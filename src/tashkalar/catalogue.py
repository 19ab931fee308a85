"""Texts for people, by symbolic id, from the gettext catalogues beside the code.

A text has places for names and numbers, such as ``{square}``. Names stand in them as they are: no
text relies on an article or an ending for them. A text that counts has the plural forms of its
language, and ``{n}`` is the place of what is counted::

    >>> text("event.gain_action", colour="A", n=1), text("event.gain_action", colour="A", n=2)
    ('A gains an action.', 'A gains 2 actions.')

There is one language more than there are catalogues: ``PSEUDO`` is English with brackets around all
that comes from a catalogue. What players can read outside them has been left behind in the code::

    >>> text("event.gain_action", PSEUDO, colour="A", n=2)
    'A⟦ gains ⟧2⟦ actions.⟧'
"""

from __future__ import annotations

import gettext
import logging
import re
import struct
from collections.abc import Iterable
from functools import cache, lru_cache
from pathlib import Path
from string import Formatter

SOURCE = "en"  # the language all others are translated from; it has every text
PSEUDO = "en-XA"  # as elsewhere: browsers take it for a kind of English
LOCALE = Path(__file__).parent / "locale"
_log = logging.getLogger(__name__)
_TYPED = "typed."  # ids of what players type: brackets would make it something else


class _Bracketed(gettext.NullTranslations):
    """A catalogue in brackets."""

    def __init__(self, source: gettext.NullTranslations) -> None:
        super().__init__()
        self._source = source

    def gettext(self, message: str) -> str:
        found = self._source.gettext(message)
        return found if found == message else bracketed(message, found)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        found = self._source.ngettext(msgid1, msgid2, n)
        return found if found in (msgid1, msgid2) else bracketed(msgid1, found)


def bracketed(key: str, told: str) -> str:
    """A text with brackets around its words; places stay outside, for they are filled with others.

    >>> bracketed("an.id", "{name} does not fit on {square}.")
    '{name}⟦ does not fit on ⟧{square}.'
    """
    if key.startswith(_TYPED):
        return told
    parts = re.split(r"(\{[^{}]*\})", told)
    worded = [re.search(r"[^\W\d_]", part) and not part.startswith("{") for part in parts]
    return "".join(
        f"⟦{part}⟧" if words else part for part, words in zip(parts, worded, strict=True)
    )


@cache
def _translations(language: str) -> gettext.NullTranslations:
    if language == PSEUDO:
        return _Bracketed(_translations(SOURCE))
    return gettext.translation("tashkalar", LOCALE, [language, SOURCE])


def text(key: str, language: str = SOURCE, /, **values: object) -> str:
    """The text of an id, with its {places} filled in. An id without a text is shown and logged.

    ``n`` chooses among the plural forms where the text has them:

    >>> text("term.upgraded_piece")
    'A piece that is heroic or legendary.'
    >>> text("web.card.fits", n=3)
    'Fits on 3 squares'
    """
    translations = _translations(language)
    n = values.get("n")
    # gettext keeps texts with plural forms apart from the others.
    found = translations.ngettext(key, key, n) if isinstance(n, int) else key
    if found == key:
        found = _only(translations, key)
    if found == key:
        return missing(key)
    return found.format(**values) if values else found


@cache
def places(key: str) -> tuple[str, ...]:
    """Return the names of the places in an English text, in the order in which it has them.

    >>> places("event.gain_action")
    ('colour', 'n')
    """
    parts = [part for form in messages(SOURCE)[key] for part in Formatter().parse(form)]
    return tuple(dict.fromkeys(name for _, name, _, _ in parts if name))


def missing(key: str) -> str:
    """Return what is shown for an id without a text, and log it. Tests make it an error."""
    _log_missing(key)
    return key


@lru_cache(1024)
def _log_missing(key: str) -> None:
    """Log an id. The cache skips the ids that were logged before."""
    _log.warning("text missing key=%s", key)


def has(key: str, language: str = SOURCE) -> bool:
    """Is there a text for an id, in this language or in English?"""
    return _only(_translations(language), key) != key


def _only(translations: gettext.NullTranslations, key: str) -> str:
    """The text of an id, or its singular; the id where there is neither.

    The gettext of Python 3.11.2 does not find texts with plural forms by their id alone.
    """
    found = translations.gettext(key)
    return translations.ngettext(key, key, 1) if found == key else found


def name(card_id: str, language: str = SOURCE) -> str:
    """The name of a card as people say it; made of its id, as long as nobody has named it.

    >>> name("bone_catapult"), name("polar_otter")
    ('Bone Catapult', 'Polar Otter')
    """
    key = f"{card_id}.name"
    return text(key, language) if has(key, language) else card_id.replace("_", " ").title()


# --- whole catalogues -----------------------------------------------------------------------------


@cache
def languages() -> tuple[str, ...]:
    """The languages there is a catalogue for."""
    return tuple(sorted(file.parts[-3] for file in LOCALE.glob("*/LC_MESSAGES/tashkalar.mo")))


def matching(wanted: Iterable[str]) -> str:
    """The first of some languages that there is a catalogue for, else English.

    >>> matching(["de-AT", "en-GB", "pl"]), matching(["en-XA"]), matching([])
    ('en', 'en-XA', 'en')
    """
    known = {*languages(), PSEUDO}
    for tag in wanted:
        for found in (tag, tag.partition("-")[0]):
            if found in known:
                return found
    return SOURCE


def messages(language: str) -> dict[str, tuple[str, ...]]:
    """All texts of a language by their ids: the only form, or all plural forms in their order."""
    if language == PSEUDO:
        source = messages(SOURCE).items()
        return {key: tuple(bracketed(key, form) for form in forms) for key, forms in source}
    return _compiled(LOCALE / language / "LC_MESSAGES" / "tashkalar.mo")


def samples(language: str) -> tuple[int, ...]:
    """For each plural form of a language, in their order, the least number it is used for.

    Whoever knows which numbers a language treats alike, as browsers do, can choose with these.

    >>> samples("en")
    (1, 0)
    """
    source = SOURCE if language == PSEUDO else language
    rule = _translations(source).info().get("plural-forms", "nplurals=2; plural=(n != 1)")
    parts = dict(part.strip().split("=", 1) for part in rule.split(";") if part.strip())
    form = gettext.c2py(parts["plural"])
    numbers = range(1000)
    return tuple(next(n for n in numbers if form(n) == i) for i in range(int(parts["nplurals"])))


def _compiled(file: Path) -> dict[str, tuple[str, ...]]:
    """The messages of a compiled catalogue, which gettext itself looks up one by one only.

    Two tables of (length, offset), one for the ids and one for the texts; zero bytes lie between
    the forms of a text.
    """
    data = file.read_bytes()
    order = "<" if data[:4] == b"\xde\x12\x04\x95" else ">"
    count, ids, told = struct.unpack_from(f"{order}3I", data, 8)

    def read(table: int, n: int) -> tuple[str, ...]:
        length, at = struct.unpack_from(f"{order}2I", data, table + 8 * n)
        return tuple(data[at : at + length].decode().split("\0"))

    return {read(ids, n)[0]: read(told, n) for n in range(count)}
