"""Perft files: counted, counted again by another way, and read with care."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tashkalar import Position, choice_text, engine, parse_choice, position_text
from tashkalar.choice import CHOICES
from tashkalar.perft import BadPerft, count, parse_perft, split
from tests.core_lockstep import CORE, needs_core

FILES = sorted((Path(__file__).parent / "perft").glob("*.txt"))
FEW = 6000  # leaves that the slow count is asked for


def slowly(position: Position, depth: int) -> int:
    """The same count from the whole table of choices, their texts, and positions as bytes."""
    if depth == 0:
        return 1
    total = 0
    for choice in CHOICES:
        if position.is_legal(choice):
            after = Position.from_bytes(position.to_bytes())
            total += slowly(after.after(parse_choice(choice_text(choice))), depth - 1)
    return total


def test_there_are_files() -> None:
    assert len(FILES) >= 8


@pytest.mark.parametrize("file", FILES, ids=lambda f: str(f.stem))
def test_counts_are_as_expected(file: Path) -> None:
    perft = parse_perft(file.read_text())
    assert perft.about
    assert perft.differences() == []


@pytest.mark.parametrize("file", FILES, ids=lambda f: str(f.stem))
def test_a_count_by_another_way_agrees(file: Path) -> None:
    perft = parse_perft(file.read_text())
    depth = max(d for d, wanted in perft.expected if wanted <= FEW)
    if depth == perft.expected[-1][0]:
        depth = max(1, depth - 1)  # one more level than needed would take seconds
    assert slowly(perft.position, depth) == dict(perft.expected)[depth]


def test_the_split_adds_up_to_the_count() -> None:
    position = Position.new("high-form", ("highland", "sylvan"), 4)
    by_choice = split(position, 2)
    assert list(by_choice) == [choice_text(c) for c in position.choices()]
    assert sum(by_choice.values()) == count(position, 2)


def test_a_game_that_ends_early_does_not_count() -> None:
    over = Position.new("duel", ("highland", "sylvan"), 4).resigned(0)
    assert [count(over, depth) for depth in (0, 1, 2)] == [1, 0, 0]


@pytest.mark.parametrize("name", engine.ENGINES)
@pytest.mark.parametrize("depth", [-1, 101, 5000, 10**30])
def test_other_depths_are_refused_alike(
    depth: int, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if name == "core" and CORE is None:
        pytest.skip("the compiled core is not built")
    monkeypatch.setenv(engine.VARIABLE, name)
    position = Position.new("duel", ("highland", "sylvan"), 4)
    with pytest.raises(ValueError, match=f"a depth is a number from 0 to 100, not {depth}"):
        count(position, depth)


@needs_core
@pytest.mark.parametrize("depth", [-1, 101, 2**31 - 1])
def test_the_core_refuses_them_by_itself(depth: int) -> None:
    with pytest.raises(ValueError, match=f"a depth is a number from 0 to 100, not {depth}"):
        CORE.Position.new(3, (2, 3), 1).perft(depth)


def test_before_the_first_choice_nothing_is_split() -> None:
    assert split(Position.new("duel", ("highland", "sylvan"), 4), 0) == {}


HEAD = "tash-kalar perft 1\nabout: a test\n"
POSITION = position_text(Position.new("duel", ("highland", "sylvan"), 4))


def test_what_is_played_comes_before_counting() -> None:
    perft = parse_perft(f"{HEAD}play: c5\ndepth 1: 69\n\n{POSITION}")
    assert perft.position.turn == 1
    assert perft.differences() == [(1, 69, len(perft.position.choices()))]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "line 1: a perft file begins"),
        ("tash-kalar record 1\n", "line 1: a perft file begins"),
        (f"{HEAD}\n{POSITION}", "expects nothing"),
        (f"{HEAD}depth 1: many\n\n{POSITION}", "line 3: 'many' is not a number"),
        (f"{HEAD}breadth 1: 2\n\n{POSITION}", "line 3: 'breadth 1: 2' is not"),
        (f"{HEAD}depth 5000: 1\n\n{POSITION}", "line 3: a depth is at most 100, not 5000"),
        (f"{HEAD}depth -1: 1\n\n{POSITION}", "line 3: '-1' is not a number"),
        (
            f"{HEAD}depth 1: {'9' * 5000}\n\n{POSITION}",
            "line 3: a number here has at most 20 digits",
        ),
        (f"{HEAD}depth 1: 2\n", "the position after line 3"),
        (f"{HEAD}depth 1: 2\nplay: e5\n\n{POSITION}", "'e5'"),
        (f"{HEAD}depth 1: 2\nplay: z5\n\n{POSITION}", "'z5'"),
        (f"{HEAD}depth 1: 2\n\ntash-kalar position 2\nboard:\n", "begin a position"),
    ],
)
def test_what_is_no_perft_file_is_refused(text: str, reason: str) -> None:
    with pytest.raises(BadPerft, match=re.escape(reason)):
        parse_perft(text)


def test_an_incomplete_position_is_refused() -> None:
    board = "\n".join(POSITION.splitlines()[:16])
    with pytest.raises(BadPerft, match="line 16: colour_of is not that of duel"):
        parse_perft(f"{HEAD}depth 1: 2\n\n{board}\n")
