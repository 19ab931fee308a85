"""The rules as a document: its clauses, by number and by word, in every language it is written in.

The documents are ``docs/rules.md`` and its translations, ``docs/rules.pl.md`` and so on; an
installed package carries copies beside this module.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

SOURCE = "en"
_SHIPPED = Path(__file__).parent, "rulebook"
_WRITTEN = Path(__file__).parents[2] / "docs", "rules"
_CLAUSE = re.compile(r"\*\*(\d+\.\d+)\*\* ")


@dataclass(frozen=True)
class Clause:
    """One numbered statement, with the heading it stands under."""

    number: str
    section: str
    text: str  # Markdown


def document(language: str = SOURCE) -> str:
    """The whole document, in Markdown; in English where nobody has translated it."""
    folder, name = _SHIPPED if (_SHIPPED[0] / f"{_SHIPPED[1]}.md").exists() else _WRITTEN
    translated = folder / f"{name}.{language}.md"
    path = translated if translated.exists() else folder / f"{name}.md"
    return path.read_text(encoding="utf-8")


@cache
def clauses(language: str = SOURCE) -> tuple[Clause, ...]:
    """All clauses in order. Drawings below a clause belong to it."""
    found: list[Clause] = []
    section, number, lines = "", "", list[str]()

    def close() -> None:
        if number:
            found.append(Clause(number, section, "\n".join(lines).strip()))

    fenced = False
    for line in document(language).splitlines():
        if line.startswith("```"):
            fenced = not fenced
        start = None if fenced else _CLAUSE.match(line)
        heading = line.startswith("## ") and not fenced
        if start or heading:
            close()
            number, lines = "", []
        if heading:
            section = line[3:].strip()
        if start:
            number = start[1]
            lines.append(line[start.end() :])
        elif number and (fenced or not line.startswith("#")):
            lines.append(line)
    close()
    return tuple(found)


def search(wanted: str, language: str = SOURCE) -> list[Clause]:
    """The clauses with a number (``7.4``, or ``7`` for a section) or with all these words."""
    every = clauses(language)
    if re.fullmatch(r"\d+(\.\d+)?", wanted.strip()):
        number = wanted.strip()
        return [c for c in every if c.number == number or c.number.startswith(f"{number}.")]
    words = _folded(wanted).split()
    return [c for c in every if all(word in _folded(f"{c.section} {c.text}") for word in words)]


_BRITISH = {"colour": "color", "centre": "center", "neighbour": "neighbor", "fulfil ": "fulfill "}


def _folded(text: str) -> str:
    """A text as it is searched: in small letters, and in one spelling."""
    found = text.lower()
    for british, american in _BRITISH.items():
        found = found.replace(british, american)
    return found
