"""docs/translating.md: in every translation the terms of the game are called as agreed there."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

import pytest
from babel import Locale

from tashkalar import catalogue
from tashkalar.catalogue import SOURCE

Texts = Mapping[str, tuple[str, ...]]
DOCUMENT = (Path(__file__).parent.parent / "docs" / "translating.md").read_text(encoding="utf-8")
TRANSLATIONS = [language for language in catalogue.languages() if language != SOURCE]

# Names are agreed one by one; the printer of effects and the forms of terms are not sentences.
PASSED_OVER = re.compile(r"^(?:spelled|prose|set|allowance|zone|typed)\.|\.name$")


class Term(NamedTuple):
    """A row of the table, for one language."""

    words: tuple[str, ...]  # whole words of English
    stems: tuple[str, ...]


def listed(cell: str) -> tuple[str, ...]:
    return tuple(part for part in (part.strip().lower() for part in cell.split(",")) if part)


def terms(language: str, document: str = DOCUMENT) -> Iterator[Term]:
    """The terms with their stems in a language."""
    table = document[document.index("\n| term |") :].lstrip().split("\n\n")[0].splitlines()
    head, _, *rows = [[cell.strip() for cell in row.strip()[1:-1].split("|")] for row in table]
    column = head.index(f"{Locale.parse(language).get_display_name('en')} stems")
    for row in rows:
        yield Term(listed(row[1]), listed(row[column]))


def said(words: tuple[str, ...], told: str) -> bool:
    plain = re.sub(r"\{\w+\}|“[^”]*”", "{}", told)  # what is typed stands in quotation marks
    found = "|".join(map(re.escape, words))
    return bool(re.search(rf"(?<![\w-])(?:{found})(?![\w-])", plain, re.I))


def otherwise(source: Texts, told: Texts, agreed: Term) -> list[str]:
    """Ids of texts that say a term in English, but none of its stems in the translation."""
    return sorted(
        key
        for key, forms in source.items()
        if not PASSED_OVER.search(key)
        and all(said(agreed.words, form) for form in forms)
        and not all(any(stem in form.lower() for stem in agreed.stems) for form in told[key])
    )


@pytest.mark.parametrize("language", TRANSLATIONS)
def test_terms_are_called_as_agreed(language: str) -> None:
    source, told = catalogue.messages(SOURCE), catalogue.messages(language)
    agreed = list(terms(language))
    assert [term.words for term in agreed if not term.stems] == []
    assert {
        term.words[0]: found for term in agreed if (found := otherwise(source, told, term))
    } == {}


def test_every_term_of_the_table_is_used() -> None:
    told = [form for forms in catalogue.messages(SOURCE).values() for form in forms]
    for language in TRANSLATIONS:
        for term in terms(language):
            assert [word for word in term.words if not any(said((word,), t) for t in told)] == []


def test_a_term_called_otherwise_would_be_seen() -> None:
    head = "\n| term | English | Polish | Polish stems |\n|---|---|---|---|\n"
    (piece,) = terms("pl", f"{head}| piece | piece, pieces | pion | pion |")
    source = {"a": ("{n} pieces",), "b": ("A piece.",), "c": ("apiece",), "d.name": ("Piece",)}
    told = {"a": ("{n} pionów",), "b": ("Kamień.",), "c": ("po",), "d.name": ("Kamień",)}
    source["e"], told["e"] = ("Type “piece e5”.",), ("Wpisz „piece e5”.",)
    assert otherwise(source, told, piece) == ["b"]
