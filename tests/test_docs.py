"""The documents are true: their examples run, their links lead somewhere, their tables agree."""

from __future__ import annotations

import ast
import doctest
import re
from collections import Counter
from importlib import import_module
from inspect import isfunction
from pathlib import Path

import pytest

import tashkalar
from tashkalar import event
from tashkalar.cards import BEINGS, CARDS, FLARES, Being
from tashkalar.choice import CHOICES, Kind
from tashkalar.effects import squares, verbs
from tashkalar.effects.program import OPERANDS, Op

ROOT = Path(__file__).parent.parent
CARDS_FOLDER = ROOT / "src" / "tashkalar" / "cards"
LANGUAGE = (ROOT / "docs" / "language.md").read_text()
API = (ROOT / "docs" / "api.md").read_text()
DOCUMENTS = (
    "README.md",
    "CONTRIBUTING.md",
    "CHANGELOG.md",
    "docs/api.md",
    "docs/language.md",
    "docs/bots.md",
    "docs/rules.md",
    "docs/server.md",
    "docs/strength.md",
)
DECKS = ("imperial", "highland", "sylvan", "legends", "flares")
EXPANSIONS = ("Everfrost", "Nethervoid", "Etherweave")


# --- examples and links -----------------------------------------------------------------------


@pytest.mark.parametrize("name", ["README.md", "docs/api.md", "docs/language.md", "docs/bots.md"])
def test_examples_run(name: str) -> None:
    failed, attempted = doctest.testfile(
        str(ROOT / name), module_relative=False, encoding="utf-8", verbose=False
    )
    assert attempted > 0
    assert failed == 0


MODULES = sorted(file for file in (ROOT / "src").rglob("*.py") if ">>> " in file.read_text())


@pytest.mark.parametrize("file", MODULES, ids=lambda f: f.stem)
def test_examples_in_docstrings_run(file: Path) -> None:
    parts = file.relative_to(ROOT / "src").with_suffix("").parts
    name = ".".join(part for part in parts if part != "__init__")
    failed, attempted = doctest.testmod(import_module(name))
    assert attempted > 0
    assert failed == 0


def anchors(text: str) -> set[str]:
    """The names under which the headings of a document can be linked to."""
    headings = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", h.lower()).replace(" ", "-") for h in headings}


@pytest.mark.parametrize("name", DOCUMENTS)
def test_links_lead_somewhere(name: str) -> None:
    text = (ROOT / name).read_text()
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        if target.startswith("https:"):
            continue
        path, _, anchor = target.partition("#")
        file = (ROOT / name).parent / path if path else ROOT / name
        assert file.exists(), target
        if anchor:
            assert anchor in anchors(file.read_text()), target


def test_the_api_page_names_everything_public() -> None:
    missing = [name for name in tashkalar.__all__ if not re.search(rf"\b{name}\b", API)]
    assert missing == []
    assert f"0 to {len(CHOICES) - 1}," in API
    assert [kind.name for kind in Kind if f"`{kind.name}`" not in API] == []


def test_the_api_page_has_the_table_of_events() -> None:
    told = {words(row[0])[0]: row[1:] for row in rows(API) if words(row[0]) and len(row) == 3}
    for kind in event.EVENTS:
        fields = [
            f"`{field}`" if field == term else f"`{field}` ({term})"
            for field, term in event.FIELDS[kind].items()
        ]
        assert told[kind.__name__] == [", ".join(fields), kind.__doc__]
    assert [kind for kind in told if kind[0].isupper() and hasattr(event, kind)] == [
        kind.__name__ for kind in event.EVENTS
    ]


# --- the census of the card language ----------------------------------------------------------


def rows(text: str) -> list[list[str]]:
    """The rows of all tables in a text, cell by cell; an escaped bar does not end a cell."""
    lines = [line.strip("|") for line in text.splitlines() if line.startswith("|")]
    cells = [[c.strip() for c in re.split(r"(?<!\\)\|", line)] for line in lines]
    return [[c.replace("\\|", "|") for c in row] for row in cells]


def words(cell: str) -> list[str]:
    """The words in code marks of a cell."""
    return re.findall(r"`([^`]+)`", cell)


def section(heading: str) -> str:
    """The part of the language document under one heading, up to the next one of its level."""
    level = heading.split(maxsplit=1)[0]
    start = LANGUAGE.index(f"\n{heading}\n") + len(heading) + 2
    end = re.search(rf"^#{{1,{len(level)}}} ", LANGUAGE[start:], re.MULTILINE)
    return LANGUAGE[start : start + end.start()] if end else LANGUAGE[start:]


def used(node: ast.AST) -> set[str]:
    """The words of the language in an expression; keyword arguments with their =."""
    names = {n.id for n in ast.walk(node) if isinstance(n, ast.Name)}
    return names | {f"{n.arg}=" for n in ast.walk(node) if isinstance(n, ast.keyword)}


def cards_in_code() -> dict[str, set[str]]:
    """The words that each base card uses, read from its deck's source."""
    found: dict[str, set[str]] = {}
    for deck in DECKS:
        for statement in ast.parse((CARDS_FOLDER / f"{deck}.py").read_text()).body:
            if isinstance(statement, ast.Assign) and isinstance(statement.value, ast.Call):
                call = statement.value
                assert isinstance(call.func, ast.Name)
                effects = call.args[3:] if call.func.id == "being" else call.args[1:]
                found[ast.literal_eval(call.args[0])] = set().union(*map(used, effects)) - {"half"}
    return found


CODE = cards_in_code()
# Everything a deck can say: the sets, what makes sets, and the verbs.
VOCABULARY = set(verbs.__all__) | {
    name
    for name, value in vars(squares).items()
    if isinstance(value, squares.Squares)
    or (isfunction(value) and value.__module__ == squares.__name__)
}


def test_every_base_card_is_in_the_census() -> None:
    assert set(CODE) == {being.id for being in BEINGS.values()} | {
        flare.id for flare in FLARES.values()
    }
    table = {words(row[0])[0]: row for row in rows(section("### The base decks")) if words(row[0])}
    assert list(table) == list(CODE)
    for name, row in table.items():
        assert set(words(" ".join(row[2:]))) == CODE[name], name


def test_the_census_knows_the_signs_of_every_pattern() -> None:
    for row in rows(section("### The base decks")):
        card = next((c for c in CARDS.values() if words(row[0]) == [c.id]), None)
        if isinstance(card, Being):
            assert words(row[1]) == [sign for sign in "CHh*" if sign in card.drawing], card.id


def test_the_reference_counts_the_cards_of_every_word() -> None:
    counts = Counter(word for card in CODE.values() for word in card)
    told: dict[str, int] = {}
    for row in rows(section("## 3. The reference")):
        if len(row) >= 3 and row[-1].isdigit():
            told[re.split(r"\W(?<!=)", words(row[0])[0])[0]] = int(row[-1])
    assert told == {word: counts[word] for word in told}
    assert VOCABULARY | set(counts) == set(told)


def test_words_of_one_card_are_accounted_for() -> None:
    counts = Counter(word for card in CODE.values() for word in card)
    part = section("### Words that one card uses")
    told = {word for row in rows(part) for word in words(row[0])}
    assert told == {word for word, n in counts.items() if n == 1}
    for word in VOCABULARY - set(counts):
        assert f"`{word}` is used by no card" in part


KINDS = {
    "verbs": ("verb",),
    "combinators": ("combinator",),
    "sets and references": ("set", "reference"),
    "conditions": ("condition",),
    "allowances and zones": ("allowance", "zone"),
    "keywords": ("keyword",),
}


def words_by_kind() -> dict[str, int]:
    """How many words of each kind the reference has."""

    def told(heading: str, columns: int) -> int:
        return sum(len(row) == columns and row[-1].isdigit() for row in rows(section(heading)))

    return {
        "verbs": told("### Verbs", 5),
        "combinators": told("### Combinators", 5),
        "sets and references": told("### References", 4) + told("### Sets of squares", 5),
        "conditions": told("### Conditions", 5),
        "allowances and zones": told("### Verbs", 3),
        "keywords": told("### Verbs", 4) + told("### Combinators", 4),
    }


def test_the_census_counts_the_words_of_every_kind() -> None:
    now, added = words_by_kind(), Counter[str]()
    for row in rows(section("### Words"))[2:]:
        added[row[1]] += len(words(row[0]))
    shown = {row[0]: row[1:] for row in rows(section("## 1. The census")) if row[0] in KINDS}
    for name, kinds in KINDS.items():
        later = now[name] + sum(added[kind] for kind in kinds)
        assert shown[name] == [str(now[name]), str(later)], name
    assert sum(now.values()) == len(VOCABULARY | set().union(*CODE.values()))
    assert int(shown["verbs"][1]) <= 20


@pytest.mark.parametrize("deck", EXPANSIONS)
def test_expansion_cards_are_written_in_known_words(deck: str) -> None:
    table = [row for row in rows(section(f"#### {deck}")) if words(row[0])]
    assert len({row[0] for row in table}) == len(table) == 18
    added = {w for row in rows(section("### Words")) for w in words(row[0])}
    today = VOCABULARY | {word for card in CODE.values() for word in card}
    for card, sketch, adds in table:
        needs = used(ast.parse(f"f({words(sketch)[0]})", mode="eval")) - {"f"}
        assert needs - today == set(words(adds)), card
        assert set(words(adds)) <= added, card


def test_every_addition_is_needed_by_a_card() -> None:
    added = {w for row in rows(section("### Words")) for w in words(row[0])}
    needed = {
        w
        for deck in EXPANSIONS
        for row in rows(section(f"#### {deck}"))
        if words(row[0])
        for w in words(row[2])
    }
    assert added == needed


def test_the_instruction_table_is_complete() -> None:
    table: dict[str, str] = {}
    for row in rows(section("### Instructions")):
        table |= dict.fromkeys(words(row[0]), row[1])
    assert set(table) == {op.name.lower() for op in Op}
    for op in Op:
        operands = [part for part in table[op.name.lower()].split(", ") if part]
        kinds = ["l" if "label" in operand else "b" for operand in operands]
        # A star stands for as many labels as there are options: one operand in words.
        assert "".join(kinds) == OPERANDS.get(op, "").replace("*", "l"), op.name
