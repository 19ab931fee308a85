"""The documents are true: their examples run, their links lead somewhere, their tables agree."""

from __future__ import annotations

import doctest
import re
from importlib import import_module
from pathlib import Path

import pytest

import tashkalar
from tashkalar import event
from tashkalar.choice import CHOICES, Kind
from tests import strength_tables
from tests.census import rows, words

ROOT = Path(__file__).parent.parent
API = (ROOT / "docs" / "api.md").read_text()
DOCUMENTS = (
    "README.md",
    "CONTRIBUTING.md",
    "CHANGELOG.md",
    *sorted(f"docs/{file.name}" for file in (ROOT / "docs").glob("*.md")),
)


# --- examples and links -----------------------------------------------------------------------


EXAMPLES = ("README.md", *(f"docs/{name}.md" for name in ("api", "bots", "language", "notation")))


@pytest.mark.parametrize("name", EXAMPLES)
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


@pytest.mark.parametrize("name", strength_tables.TABLES)
def test_tables_of_results_are_those_of_the_data(name: str) -> None:
    """``python -m tests.strength_tables`` writes them."""
    assert strength_tables.written(name) == (ROOT / "docs" / name).read_text()


def test_the_api_page_names_everything_public() -> None:
    missing = [name for name in tashkalar.__all__ if not re.search(rf"\b{name}\b", API)]
    assert missing == []
    assert f"0 to {len(CHOICES) - 1}," in API
    assert [kind.name for kind in Kind if f"`{kind.name}`" not in API] == []


def test_the_api_page_has_the_table_of_events() -> None:
    told = {words(row[0])[0]: row[1:] for row in rows(API) if words(row[0]) and len(row) == 3}
    for kind in event.EVENTS:
        fields = [
            f"`{field}`" if field == term else f"`{field}` (`{term}`)"
            for field, term in event.FIELDS[kind].items()
        ]
        assert told.get(kind.__name__) == [", ".join(fields), kind.__doc__], kind.__name__
    assert [kind for kind in told if kind[0].isupper() and hasattr(event, kind)] == [
        kind.__name__ for kind in event.EVENTS
    ]
