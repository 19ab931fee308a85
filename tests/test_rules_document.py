"""docs/rules.md: its clauses, its table of the official sheet, its lists and its examples."""

import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from tashkalar.cards import CARDS, Flare, Task
from tashkalar.catalogue import name
from tashkalar.notation.scenarios import parse_scenario

RULES = (Path(__file__).parent.parent / "docs" / "rules.md").read_text(encoding="utf-8")
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


def test_flares_are_those_of_the_deck() -> None:
    listed = {row[0]: (int(row[1]), int(row[3])) for row in table(RULES, "Flare")}
    deck = [card for card in CARDS if isinstance(card, Flare)]
    assert listed == {
        f"Flare {int(card.id.removeprefix('flare_'))}": (card.upper_needs, card.lower_needs)
        for card in deck
    }


def test_tasks_are_those_of_the_deck() -> None:
    listed = {row[0]: (row[1], int(row[2]), row[3] == "yes") for row in table(RULES, "Task")}
    deck = [card for card in CARDS if isinstance(card, Task)]
    assert listed == {name(card.id): (card.type, card.points, card.advanced) for card in deck}


EXAMPLES = re.findall(r"^```scenario\n(.*?)^```", RULES, re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda text: text.splitlines()[0][10:60])
def test_example_holds(example: str) -> None:
    parse_scenario(example).run()
