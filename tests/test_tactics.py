"""The tactics: well-formed, and found by searching rather than by luck."""

from __future__ import annotations

from pathlib import Path

import pytest

from tashkalar import Asking, Scenario, parse_choice
from tashkalar.bots import Budget, bot_named
from tashkalar.bots.playing.tactics import load, solves

FOLDER = Path(__file__).parent / "tactics"
TACTICS = load(FOLDER)


def test_there_are_forty_of_them() -> None:
    assert len(TACTICS) >= 40


@pytest.mark.parametrize("tactic", TACTICS.values(), ids=TACTICS.keys())
def test_a_tactic_is_the_last_turn_of_a_game_that_is_not_won_yet(tactic: Scenario) -> None:
    start = tactic.start
    assert start.decision == (0, Asking.ACTION)
    assert start.last_turns == 1
    assert start.score(0) <= start.score(1)
    assert tactic.script[-1][1:] == ("expect", "places 1 2")


def test_every_tactic_can_be_solved() -> None:
    lines = (FOLDER / "solutions.txt").read_text().splitlines()
    solutions = dict(line.split(": ") for line in lines if not line.startswith("#"))
    assert solutions.keys() == TACTICS.keys()
    for name, turn in solutions.items():
        position = TACTICS[name].start
        for text in turn.split(", "):
            position = position.after(parse_choice(text))
        assert position.result == (1, 2), name


def test_searching_whole_turns_finds_more_than_single_actions() -> None:
    some = list(TACTICS.values())[::6]
    found = {
        name: sum(solves(bot_named(name, 1), tactic, Budget(nodes=3000)) for tactic in some)
        for name in ("random", "planner")
    }
    assert found["planner"] >= 2 > found["random"]
