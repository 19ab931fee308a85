"""docs/rules.md: its clauses and their tests, its table of the official sheet, lists, examples.

Its translations, docs/rules.*.md, have the same clauses, tables and examples.
"""

import ast
import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from tashkalar.cards import CARDS, Flare, Task
from tashkalar.catalogue import SOURCE, name, text
from tashkalar.scenario import parse_scenario

TESTS = Path(__file__).parent
DOCS = TESTS.parent / "docs"
RULES = (DOCS / "rules.md").read_text(encoding="utf-8")
TRANSLATED = {
    file.name.split(".")[1]: file.read_text(encoding="utf-8")
    for file in sorted(DOCS.glob("rules.*.md"))
}
BY_LANGUAGE = {SOURCE: RULES, **TRANSLATED}
OFFICIAL = "\n## 20 "


def clauses(text: str = RULES) -> list[str]:
    """The numbers of all clauses, in the order of the document."""
    return re.findall(r"^\*\*(\d+\.\d+)\*\* ", text, re.MULTILINE)


def table(document: str, after: str) -> Iterator[list[str]]:
    """The rows of the first table after some words, without head and rule."""
    rest = document[document.index(after) :]
    rows = rest[rest.index("\n| ") :].lstrip().split("\n\n")[0].splitlines()
    for row in rows[2:]:
        yield [cell.strip() for cell in row.strip().strip("|").split("|")]


def official_paragraphs(document: str = RULES) -> dict[tuple[str, str], list[str]]:
    """For each paragraph of the official sheet the clauses that say the same."""
    return {
        (part, paragraph): re.findall(r"\d+\.\d+", named)
        for part, paragraph, named in table(document, OFFICIAL)
    }


def test_clauses_are_numbered_one_by_one() -> None:
    numbers = [tuple(map(int, number.split("."))) for number in clauses()]
    assert numbers[0] == (1, 1)
    for before, after in pairwise(numbers):
        section, clause = before
        assert after in {(section, clause + 1), (section + 1, 1)}, f"{after} follows {before}"


def test_clauses_stand_in_the_section_of_their_number() -> None:
    sections = re.split(r"^## (\d+) .*$", RULES, flags=re.MULTILINE)
    for section, prose in zip(sections[1::2], sections[2::2], strict=True):
        assert {number.split(".")[0] for number in clauses(prose)} <= {section}


def test_every_clause_that_is_named_exists() -> None:
    prose = re.sub(r"```.*?```", "", RULES, flags=re.DOTALL)
    named = set(re.findall(r"(?<![\d.])\d+\.\d+(?![\d.]*\d)", prose))
    assert named - set(clauses()) == set()


def test_every_official_paragraph_has_a_clause() -> None:
    paragraphs = official_paragraphs()
    _, _, sheet = RULES.partition(OFFICIAL)
    rows = [line for line in sheet.splitlines() if line.startswith("| ")]
    assert len(paragraphs) == len(rows) - 1, "two rows have the same name"
    assert [row for row, named in paragraphs.items() if not named] == []
    known = set(clauses())
    missing = {row: set(named) - known for row, named in paragraphs.items() if set(named) - known}
    assert missing == {}


@pytest.mark.rule("8.6")
@pytest.mark.parametrize("language", BY_LANGUAGE)
def test_flares_are_those_of_the_deck(language: str) -> None:
    rows = table(BY_LANGUAGE[language], "**8.6**")
    listed = {row[0]: (int(row[1]), int(row[3])) for row in rows}
    deck = [card for card in CARDS.values() if isinstance(card, Flare)]
    expected = {name(card.id, language): (card.upper_needs, card.lower_needs) for card in deck}
    assert listed == expected


@pytest.mark.rule("12.8")
@pytest.mark.parametrize("language", BY_LANGUAGE)
def test_tasks_are_those_of_the_deck(language: str) -> None:
    def type_word(type: str) -> str:
        return type if language == SOURCE else text(f"task_type.{type}", language).lower()

    yes = text("typed.yes", language).split()
    rows = table(BY_LANGUAGE[language], "**12.8**")
    listed = {row[0]: (row[1], int(row[2]), row[3] in yes) for row in rows}
    deck = [card for card in CARDS.values() if isinstance(card, Task)]
    assert listed == {
        name(card.id, language): (type_word(card.type), card.points, card.advanced) for card in deck
    }


SCENARIO = re.compile(r"^```scenario\n(.*?)^```", re.MULTILINE | re.DOTALL)
EXAMPLES = [example for document in BY_LANGUAGE.values() for example in SCENARIO.findall(document)]


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda text: text.splitlines()[0][10:60])
def test_example_holds(example: str) -> None:
    parse_scenario(example).run()


# --- translations -----------------------------------------------------------------------------


def skeleton(document: str) -> list[object]:
    """What a translation has to keep: numbers, what clauses refer to, tables and examples."""
    found: list[object] = re.findall(r"^## (\d+) ", document, re.MULTILINE)
    for part in re.split(r"^(?=\*\*\d+\.\d+\*\* )", document, flags=re.MULTILINE)[1:]:
        prose = re.sub(r"```.*?```", "", part.partition("\n## ")[0], flags=re.DOTALL)
        sentences = "\n".join(line for line in prose.splitlines() if not line.startswith("|"))
        found.append(sorted(re.findall(r"(?<![\d.])\d+\.\d+", sentences)))
        found.append(sorted(set(re.findall(r"\b[a-i][1-9]\b", sentences))))
        found.append(len(prose.splitlines()) - len(sentences.splitlines()))
    for example in SCENARIO.findall(document):
        lines = (line for line in example.splitlines()[1:] if not line.startswith("#"))
        found.append("\n".join(lines))
    found.extend(official_paragraphs(document).values())
    return found


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_translation_has_the_same_clauses_tables_and_examples(language: str) -> None:
    assert clauses(TRANSLATED[language]) == clauses()
    assert skeleton(TRANSLATED[language]) == skeleton(RULES)


@pytest.mark.parametrize(
    ("written", "instead"),
    [
        ("**5.4**", "**5.5**"),
        ("(6.1, 6.2)", "(6.1)"),
        ("are c2, d8", "are c3, d8"),
        ("offered: d5, f5", "offered: d5"),
        ("| 16.5, 12.7 |", "| 16.5 |"),
    ],
)
def test_a_translation_that_differs_would_be_seen(written: str, instead: str) -> None:
    assert written in RULES
    assert skeleton(RULES.replace(written, instead)) != skeleton(RULES)


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
