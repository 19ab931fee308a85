"""Every scenario plays out as it says, and every card has one."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from tashkalar import Position, parse_position, position_text
from tashkalar.cards import CARDS, FLARES
from tashkalar.scenario import Scenario, parse_scenario

FOLDER = Path(__file__).parent / "scenarios"
FILES = sorted(FOLDER.rglob("*.scn"))
CHECKS = {"board", "expect", "offered", "refused"}
HALVES = ("upper", "lower")


@cache
def scenario(file: Path) -> Scenario:
    return parse_scenario(file.read_text(encoding="utf-8"))


def name(file: Path) -> str:
    return file.relative_to(FOLDER).with_suffix("").as_posix()


@pytest.mark.parametrize("file", FILES, ids=name)
def test_a_scenario_comes_out_as_written(file: Path) -> None:
    after = scenario(file).run()
    assert parse_position(position_text(after), Position) == after


@pytest.mark.parametrize("file", FILES, ids=name)
def test_a_scenario_has_a_title_and_checks_something(file: Path) -> None:
    shown = scenario(file)
    keys = {key for _, key, _ in shown.script}
    assert shown.title, "a scenario needs a title"
    assert keys & CHECKS, "nothing is checked"


def names_shown() -> set[str]:
    return {about for file in FILES for about in scenario(file).about}


def test_no_scenario_is_about_an_unknown_card() -> None:
    known = {card.id for card in CARDS.values()}
    known |= {f"{flare.id}.{half}" for flare in FLARES.values() for half in HALVES}
    assert names_shown() <= known


def test_every_card_has_a_scenario() -> None:
    wanted = {card.id for card in CARDS.values()}
    assert sorted(wanted - names_shown()) == []


def test_both_halves_of_every_flare_have_a_scenario() -> None:
    wanted = {f"{flare.id}.{half}" for flare in FLARES.values() for half in HALVES}
    assert sorted(wanted - names_shown()) == []
