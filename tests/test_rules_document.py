"""docs/rules.md: its clauses and their tests, its table of the official sheet, lists, examples."""

import ast
import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from tashkalar.cards import CARDS, Flare, Task
from tashkalar.catalogue import name
from tashkalar.scenario import parse_scenario

TESTS = Path(__file__).parent
RULES = (TESTS.parent / "docs" / "rules.md").read_text(encoding="utf-8")
OFFICIAL = "## 20 The official sheet"


def clauses(text: str = RULES) -> list[str]:
    """The numbers of all clauses, in the order of the document."""
    return re.findall(r"^\*\*(\d+\.\d+)\*\* ", text, re.MULTILINE)


def table(text: str, first: str) -> Iterator[list[str]]:
    """The rows of the table whose head begins with a word, without head and rule."""
    rows = text[text.index(f"\n| {first} |") :].lstrip().split("\n\n")[0].splitlines()
    for row in rows[2:]:
        yield [cell.strip() for cell in row.strip().strip("|").split("|")]


def official_paragraphs() -> dict[tuple[str, str], list[str]]:
    """For each paragraph of the official sheet the clauses that say the same."""
    _, _, text = RULES.partition(OFFICIAL)
    return {
        (part, paragraph): re.findall(r"\d+\.\d+", named)
        for part, paragraph, named in table(text, "Part")
    }


def test_clauses_are_numbered_one_by_one() -> None:
    numbers = [tuple(map(int, number.split("."))) for number in clauses()]
    assert numbers[0] == (1, 1)
    for before, after in pairwise(numbers):
        section, clause = before
        assert after in {(section, clause + 1), (section + 1, 1)}, f"{after} follows {before}"


def test_clauses_stand_in_the_section_of_their_number() -> None:
    sections = re.split(r"^## (\d+) .*$", RULES, flags=re.MULTILINE)
    for section, text in zip(sections[1::2], sections[2::2], strict=True):
        assert {number.split(".")[0] for number in clauses(text)} <= {section}


def test_every_clause_that_is_named_exists() -> None:
    prose = re.sub(r"```.*?```", "", RULES, flags=re.DOTALL)
    named = set(re.findall(r"(?<![\d.])\d+\.\d+(?![\d.]*\d)", prose))
    assert named - set(clauses()) == set()


def test_every_official_paragraph_has_a_clause() -> None:
    paragraphs = official_paragraphs()
    _, _, text = RULES.partition(OFFICIAL)
    rows = [line for line in text.splitlines() if line.startswith("| ")]
    assert len(paragraphs) == len(rows) - 1, "two rows have the same name"
    assert [row for row, named in paragraphs.items() if not named] == []
    known = set(clauses())
    missing = {row: set(named) - known for row, named in paragraphs.items() if set(named) - known}
    assert missing == {}


@pytest.mark.rule("8.6")
def test_flares_are_those_of_the_deck() -> None:
    listed = {row[0]: (int(row[1]), int(row[3])) for row in table(RULES, "Flare")}
    deck = [card for card in CARDS.values() if isinstance(card, Flare)]
    assert listed == {name(card.id): (card.upper_needs, card.lower_needs) for card in deck}


@pytest.mark.rule("12.8")
def test_tasks_are_those_of_the_deck() -> None:
    listed = {row[0]: (row[1], int(row[2]), row[3] == "yes") for row in table(RULES, "Task")}
    deck = [card for card in CARDS.values() if isinstance(card, Task)]
    assert listed == {name(card.id): (card.type, card.points, card.advanced) for card in deck}


EXAMPLES = re.findall(r"^```scenario\n(.*?)^```", RULES, re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda text: text.splitlines()[0][10:60])
def test_example_holds(example: str) -> None:
    parse_scenario(example).run()


# --- a test for every clause ------------------------------------------------------------------


def marked(source: str) -> set[str]:
    """The clauses that tests of a module name with pytest.mark.rule."""
    found = set()
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Call(func=ast.Attribute(ast.Attribute(ast.Name("pytest"), "mark"), "rule")):
                found |= {ast.literal_eval(argument) for argument in node.args}
    return found


def shown(scenario: str) -> set[str]:
    """The clauses that a scenario names in its "rules" line and the lines that continue it."""
    lines = re.findall(r"^rules:(.*(?:\n[ \t]+\S.*)*)", scenario, re.MULTILINE)
    return {clause for line in lines for clause in line.split()}


def clauses_with_tests() -> dict[str, list[str]]:
    """Clause -> the files whose tests name it."""
    found: dict[str, list[str]] = {}
    for file in sorted((*TESTS.rglob("test_*.py"), *TESTS.rglob("*.scn"))):
        read = marked if file.suffix == ".py" else shown
        for clause in read(file.read_text(encoding="utf-8")):
            found.setdefault(clause, []).append(file.relative_to(TESTS).as_posix())
    return found


def test_every_clause_has_a_test() -> None:
    tested = clauses_with_tests()
    assert [clause for clause in clauses() if clause not in tested] == []


def test_tests_name_clauses_that_exist() -> None:
    known = set(clauses())
    assert {c: files for c, files in clauses_with_tests().items() if c not in known} == {}


def test_a_clause_named_in_vain_would_be_seen() -> None:
    source = '@pytest.mark.rule("1.1", "99.1")\n@pytest.mark.slow\ndef test() -> None: ...'
    assert marked(source) == {"1.1", "99.1"}
    assert shown("scenario: x\nrules: 1.1\n  99.1\nform: duel") == {"1.1", "99.1"}
    assert shown("scenario: x\n# rules: 1.1\nform: duel") == set()
