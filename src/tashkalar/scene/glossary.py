"""The terms of the game: what each means, and where a text uses them.

A term has a sentence, ``term.combat_move``, and the words that texts use for it,
``spelled.combat_move``: all its forms, whatever the language makes of them, the first one its name.
"""

from __future__ import annotations

import re
from functools import cache

from msgspec import Struct

from tashkalar.catalogue import PSEUDO, SOURCE, bracketed, has, messages, text
from tashkalar.clauses import TERMS

_TERM, _SPELLED = "term.", "spelled."
_BETWEEN = "|"  # stands between the forms of a term


class TermRow(Struct, frozen=True):
    """A term of the game and what it means."""

    id: str
    name: str
    text: str
    clause: str  # of the rules


class TermUse(Struct, frozen=True, gc=False):
    """Where a text uses a term: from a character on, up to another one."""

    term: str
    start: int
    end: int


@cache
def glossary(language: str = SOURCE) -> tuple[TermRow, ...]:
    """All terms, by their names.

    >>> next(row.text for row in glossary() if row.name == "upgraded piece")
    'A piece that is heroic or legendary.'
    """
    rows = [
        TermRow(id, _name(id, language), text(f"{_TERM}{id}", language), TERMS[id]) for id in _ids()
    ]
    return tuple(sorted(rows, key=lambda row: row.name))


@cache
def _ids() -> tuple[str, ...]:
    found = (key.removeprefix(_TERM) for key in messages(SOURCE) if key.startswith(_TERM))
    return tuple(id for id in found if has(f"{_SPELLED}{id}"))


def _name(id: str, language: str) -> str:
    first = _forms(id, language)[0]
    return bracketed(f"{_SPELLED}{id}", first) if language == PSEUDO else first


def _forms(id: str, language: str) -> list[str]:
    # The pseudo-language brackets sentences; words that are looked for stay as they are.
    return text(f"{_SPELLED}{id}", SOURCE if language == PSEUDO else language).split(_BETWEEN)


@cache
def _finder(language: str) -> tuple[re.Pattern[str], dict[str, str]]:
    """A pattern that finds the longest form first, and the term of each form."""
    term_of = {form.lower(): id for id in _ids() for form in _forms(id, language)}
    forms = sorted(term_of, key=len, reverse=True)
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, forms))})(?!\w)", re.I), term_of


def uses(told: str, language: str = SOURCE) -> tuple[TermUse, ...]:
    """Where a text uses terms, in its order.

    >>> [(use.term, use.start, use.end) for use in uses("Up to 2 combat moves with the Knight.")]
    [('combat_move', 8, 20)]
    """
    finder, term_of = _finder(language)
    return tuple(
        TermUse(term_of[found[0].lower()], found.start(), found.end())
        for found in finder.finditer(told)
    )


def meant(topic: str, language: str = SOURCE) -> str | None:
    """The term that some words stand for, in any of its forms.

    >>> meant("Combat moves"), meant("combat")
    ('combat_move', None)
    """
    return _finder(language)[1].get(" ".join(topic.lower().split()))
