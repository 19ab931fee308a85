"""The census of the card language: its tables in ``docs/language.md``, made from the decks.

``python -m tests.census`` writes them anew: which card of a finished deck uses which words, how
many cards use a word, how many words there are of each kind, which words the sketches lack.
What a word is, and of which kind, is said by hand in the reference of the same document.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from inspect import isfunction
from pathlib import Path

from tashkalar.cards import BY_ID, MAKING, SCHOOLS, SHARED, Being, deck
from tashkalar.effects import squares, verbs

ROOT = Path(__file__).parent.parent
FILE = ROOT / "docs" / "language.md"
FOLDER = ROOT / "src" / "tashkalar" / "cards" / "decks"
# The decks that are finished, in the order of their numbers. Tasks have no effects.
FINISHED = sorted({*SCHOOLS.values(), *SHARED} - {"tasks"}, key=lambda name: deck(name)[0])
SIGNS = "CHh*"
KINDS = {
    "verbs": ("verb",),
    "combinators": ("combinator",),
    "sets and references": ("set", "reference"),
    "conditions": ("condition",),
    "allowances and zones": ("allowance", "zone"),
    "keywords": ("keyword",),
}
# Everything a deck can say: the sets, what makes sets, and the verbs.
VOCABULARY = set(verbs.__all__) | {
    name
    for name, value in vars(squares).items()
    if isinstance(value, squares.Squares)
    or (isfunction(value) and value.__module__ == squares.__name__)
}


# --- the decks --------------------------------------------------------------------------------


def used(node: ast.AST) -> set[str]:
    """The words of the language in an expression; keyword arguments with their =."""
    names = {n.id for n in ast.walk(node) if isinstance(n, ast.Name)}
    return names | {f"{n.arg}=" for n in ast.walk(node) if isinstance(n, ast.keyword)}


def needed(sketch: str) -> set[str]:
    """The words of the language in an effect as it will be written."""
    return used(ast.parse(f"f({sketch})", mode="eval")) - {"f"}


def written(name: str) -> dict[str, set[str]]:
    """The words that each card of a deck uses, read from the deck's source."""
    found: dict[str, set[str]] = {}
    for statement in ast.parse((FOLDER / f"{name}.py").read_text()).body:
        match statement:
            case ast.Assign(value=ast.Call(ast.Name(kind), args, keywords)):
                effects = [*(args[3:] if kind == "being" else args[1:]), *keywords]
                words_of = set().union(*map(used, effects)) - {"half"}
                found[ast.literal_eval(args[0])] = words_of
    return found


CODE = {name: written(name) for name in FINISHED}
BEGUN = {name: written(name) for name in MAKING}
COUNTS = Counter(word for cards in CODE.values() for card in cards.values() for word in card)
# What some card says, also one of a deck in the making, and what a card could say today.
SAID = set(COUNTS).union(*(card for cards in BEGUN.values() for card in cards.values()))
TODAY = VOCABULARY | {word for word in SAID if word.endswith("=")}


# --- the document -----------------------------------------------------------------------------


def rows(text: str) -> list[list[str]]:
    """The rows of all tables in a text, cell by cell; an escaped bar does not end a cell."""
    lines = [line.strip("|") for line in text.splitlines() if line.startswith("|")]
    cells = [[c.strip() for c in re.split(r"(?<!\\)\|", line)] for line in lines]
    return [[c.replace("\\|", "|") for c in row] for row in cells]


def words(cell: str) -> list[str]:
    """The words in code marks of a cell."""
    return re.findall(r"`([^`]+)`", cell)


def section(document: str, heading: str) -> str:
    """The part of a document under one heading, up to the next one of its level."""
    start, end = _span(document, heading)
    return document[start:end]


def _span(document: str, heading: str) -> tuple[int, int]:
    level = heading.split(maxsplit=1)[0]
    start = document.index(f"\n{heading}\n") + len(heading) + 2
    end = re.search(rf"^#{{1,{len(level)}}} ", document[start:], re.MULTILINE)
    return start, start + end.start() if end else len(document)


def sketches(document: str) -> dict[str, list[list[str]]]:
    """The decks that are not finished: rows of a card, its effect, the words that it adds."""
    part = section(document, "### The expansion decks")
    names = re.findall(r"^#### (.*)$", part, re.MULTILINE)
    return {
        name.lower(): [row for row in rows(section(document, f"#### {name}")) if words(row[0])]
        for name in names
    }


def reference(document: str) -> dict[str, list[str]]:
    """The words of the reference by kind, in its order."""

    def told(heading: str, columns: int) -> list[str]:
        found = [row for row in rows(section(document, heading)) if row[-1].isdigit()]
        return [_word(row[0]) for row in found if len(row) == columns]

    return {
        "verbs": told("### Verbs", 5),
        "combinators": told("### Combinators", 5),
        "sets and references": told("### References", 4) + told("### Sets of squares", 5),
        "conditions": told("### Conditions", 5),
        "allowances and zones": told("### Verbs", 3),
        "keywords": told("### Verbs", 4) + told("### Combinators", 4),
    }


def _word(cell: str) -> str:
    return re.split(r"\W(?<!=)", words(cell)[0])[0]


# --- made from the decks ----------------------------------------------------------------------


def _base_decks(document: str) -> str:
    """The tables of the finished decks."""
    known = reference(document)
    of_verbs = {w for w in known["keywords"] if f"`{w}`" in section(document, "### Verbs")}
    columns = (
        known["verbs"]
        + known["allowances and zones"]
        + [w for w in known["keywords"] if w in of_verbs],
        known["combinators"] + [w for w in known["keywords"] if w not in of_verbs],
        known["sets and references"],
        known["conditions"],
    )
    head = "| card | signs | verbs | combinators | sets and references | conditions |"
    parts = []
    for name, cards in CODE.items():
        lines = [f"#### {name.title()}", "", head, "|---|---|---|---|---|---|"]
        for card, said in cards.items():
            being = BY_ID[card]
            drawing = being.drawing if isinstance(being, Being) else ""
            cells = [[card], [sign for sign in SIGNS if sign in drawing]]
            cells += [[word for word in column if word in said] for column in columns]
            told = [" ".join(f"`{word}`" for word in cell) for cell in cells]
            lines.append(f"| {' | '.join(told)} |")
        parts.append("\n".join(lines) + "\n\n")
    return "".join(parts)


def by_kind(document: str) -> dict[str, tuple[int, int]]:
    """How many words there are of each kind: of the finished decks, and with the sketches."""
    added: Counter[str] = Counter()
    for row in rows(section(document, "### Words"))[2:]:
        added[row[1]] += len(words(row[0]))
    return {
        name: (len(found), len(found) + sum(added[kind] for kind in KINDS[name]))
        for name, found in reference(document).items()
    }


def rewritten(document: str) -> str:
    """The document with all its tables as the decks are now."""
    start, end = _span(document, "### The base decks")
    start = document.index("#### ", start)
    document = document[:start] + _base_decks(document) + document[end:]
    for name, (now, later) in by_kind(document).items():
        document = re.sub(rf"(?m)^\| {name} \|.*$", f"| {name} | {now} | {later} |", document)
    start, end = _span(document, "### The expansion decks")
    lines = [_lacking(line) for line in document[start:end].split("\n")]
    document = document[:start] + "\n".join(lines) + document[end:]
    start, end = _span(document, "## 3. The reference")
    lines = [_counted(line) for line in document[start:end].split("\n")]
    return document[:start] + "\n".join(lines) + document[end:]


def _lacking(line: str) -> str:
    """A row of the sketches with the words that do not exist today, in the order of the sketch."""
    found = re.match(r"(\| `\w+` \| `(.*)` \|).*\|$", line)
    if not found:
        return line
    sketch = found[2].replace("\\|", "|")
    lacks = sorted(needed(sketch) - TODAY, key=sketch.index)
    return " ".join([found[1], *(f"`{word}`" for word in lacks), "|"])


def _counted(line: str) -> str:
    """A row of the reference with the number of cards that use its word."""
    if not re.match(r"\| `.*\| \d+ \|$", line):
        return line
    return re.sub(r"\| \d+ \|$", f"| {COUNTS[_word(line)]} |", line)


if __name__ == "__main__":
    FILE.write_text(rewritten(FILE.read_text()))
