"""Scenarios as text: what their lines mean, and how mistakes in them are named."""

from __future__ import annotations

import pytest

from tashkalar import BadScenario, Position, ScenarioFailed, parse_scenario


def run(*lines: str) -> Position:
    return parse_scenario("\n".join(lines)).run()


def test_a_new_game_begins_as_it_is_set_up() -> None:
    schools = ("highland", "sylvan")
    fresh = run("form: duel", "schools: highland sylvan", "new: 7")
    assert fresh == Position.new("duel", schools, 7)
    assert run("form: melee-3", "new: 7").schools == (
        "northern_imperial",
        "southern_imperial",
        "highland",
    )


def test_a_board_after_new_is_compared_and_not_laid_out() -> None:
    empty = [
        "board:",
        *(f"{row}  " + ".. " * n for row, n in zip("987654321", WIDTHS, strict=True)),
    ]
    run("form: high-form", "new: 7", *empty)
    with pytest.raises(ScenarioFailed, match="line 3: the board is"):
        run("new: 7", "play: c5", *empty)


WIDTHS = (5, 7, 9, 9, 9, 9, 9, 7, 5)


@pytest.mark.parametrize(
    ("lines", "why"),
    [
        (["new: 7", "hand A: knight"], "line 2: 'hand A' cannot be laid out beside 'new'"),
        (["new: seven"], "line 1: a new game needs a seed, a number, not 'seven'"),
        (["form: duel", "weather: fine"], "line 2: 'weather' cannot be laid out in a scenario"),
        (["schools: highland highland", "new: 7"], "a school of their own"),
        (["hand A: nobody"], "there is no card 'nobody'"),
        (["form: chess"], "there is no form 'chess'"),
        (["play"], "line 1: 'play' is not of the form"),
        (["   play"], "line 1: 'play' is not of the form"),
        (["expect: luck 3"], "line 1: 'luck 3' is not something a scenario can expect"),
        (["expect: hand C 3"], "line 1: 'hand C 3' is not something a scenario can expect"),
        (["play: place e5", "sing: loud"], "line 2: 'sing' is not something a scenario can play"),
        (["play: place e9x"], "line 1: 'e9x' is not a square"),
    ],
)
def test_mistakes_are_named_with_their_line(lines: list[str], why: str) -> None:
    with pytest.raises(BadScenario, match=why):
        run(*lines)


def test_an_indented_line_continues_the_one_before() -> None:
    run("hand A: knight", "actions: 1", "play: discard knight,", "      finish", "expect: turn B")
    with pytest.raises(ScenarioFailed, match="line 3: offered are return cannon, pass"):
        run(
            "hand A: knight cannon",
            "play: discard knight",
            "offered: return cannon,",
            "    # a remark in between",
            "    return knight, pass",
        )


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("hand A knight titan flare_02", "hand A titan knight flare_02"),
        ("hand A 3", "hand A 4"),
        ("deck A swordmaster messenger", "deck A messenger swordmaster"),
        ("deck A 2", "deck A 1"),
        ("discards A cannon", "discards A"),
        ("legend_deck hell_bull fire_dragon", "legend_deck fire_dragon hell_bull"),
        ("legend_discards leviathan", "legend_discards 0"),
        ("flare_deck flare_01", "flare_deck flare_02"),
        ("flare_discards flare_03 flare_04", "flare_discards 1"),
        ("known A", "known A titan"),
        ("improvised A C", "improvised A B"),
        ("improvised B", "improvised B A"),
        ("score A B3 C1", "score A B3 C2"),
        ("score A 1", "score A 3"),
        ("supply A 15 3", "supply A 15 2"),
        ("tasks", "tasks red_summoning"),
        ("asking action", "asking end"),
        ("trigger none", "trigger points"),
    ],
)
def test_expectations_can_fail(right: str, wrong: str) -> None:
    head = (
        "form: melee-3",
        "hand A: knight titan flare_02",
        "deck A: swordmaster messenger",
        "discards A: cannon",
        "legend deck: hell_bull fire_dragon",
        "legend discards: leviathan",
        "flare deck: flare_01",
        "flare discards: flare_03 flare_04",
        "improvised A: C",
        "score A: B3 C1",
    )
    run(*head, f"expect: {right}")
    with pytest.raises(ScenarioFailed, match=f"expected '{wrong}', but it is '"):
        run(*head, f"expect: {wrong}")
