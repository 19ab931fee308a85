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
        (["expect:"], "line 1: '' is not something a scenario can expect"),
        (["expect: score C 3"], "line 1: 'score C 3' is not something a scenario can expect"),
        (["undo x"], "line 1: 'undo x' is not of the form 'resign B' or 'undo 2'"),
        (["resign E"], "line 1: 'resign E' is not of the form"),
        (["undo"], "line 1: there is nothing in this turn"),
        (["view C: hand A 0"], "line 1: a view is that of A, B or spectators, not 'C'"),
        (["view: hand A 0"], "line 1: a view is that of A, B or spectators, not ''"),
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
        ("extra_legends 1", "extra_legends 0"),
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
        "extra_legends: 1",
    )
    run(*head, f"expect: {right}")
    with pytest.raises(ScenarioFailed, match=f"expected '{wrong}', but it is '"):
        run(*head, f"expect: {wrong}")


BOARD = [f"{row}  " + ".. " * n for row, n in zip("987654321", WIDTHS, strict=True)]


def board(piece: str, count: int = 1) -> list[str]:
    """A board with so many pieces of a kind on it, from the top."""
    drawn = "\n".join(BOARD).replace("..", piece, count)
    return ["board:", *drawn.splitlines()]


@pytest.mark.parametrize(
    ("lines", "why"),
    [
        (["form: melee-3", "score D: A3"], "line 2: 'score D' cannot be laid out"),
        (["form: melee-3", "score A: D3"], "line 2: A cannot score in D: that is no enemy"),
        (["form: melee-3", "score A: A3"], "line 2: A cannot score in A"),
        (["form: melee-3", "score A: 3"], "line 2: A cannot score in A"),
        (["score A: B3"], "line 1: in duel points are not counted by colour"),
        (["score A: x"], "line 1: 'x' is neither points like 7 nor points in a colour"),
        (["form: high-form", "score A: 3"], "line 2: in high-form the points are those of claimed"),
        (["form: melee-3", *board("D1")], "line 2: D has pieces, but melee-3 is played by A B C"),
        (
            ["", "form: duel", *board("A1", 20)],
            "line 3: A has 20 common and heroic .* of 16",
        ),
        (["supply A: 0 3", *board("A1", 20)], "line 2: A has 20 common and heroic .* of 16"),
        (["form: melee-4", *board("B2", 15)], "line 2: B has 15 common and heroic .* of 14"),
        (board("A3", 4), "line 1: A has 4 legendary pieces on the board, of 3"),
        (["form: first-game", *board("A3")], "line 2: A has 1 legendary pieces .* of 0"),
        (["supply A: 17 3"], "line 1: a supply in duel is at most 16 3"),
        (["supply A: 0"], "line 1: 'supply A' needs 2 numbers, not '0'"),
        (["supply A: -1 3"], "line 1: a supply in duel is at most 16 3"),
        (["form: first-game", "hand A: titan"], "line 2: first-game has no legends"),
        (["form: first-game", "supply A: 3 1"], "line 2: a supply in first-game is at most 17 0"),
        (["destroyed B: 1 1"], "line 1: 'destroyed B' needs 3 numbers, not '1 1'"),
        (["destroyed B: 1 1 x"], "line 1: 'destroyed B' needs 3 numbers"),
        (["destroyed A: 1 0 0"], "line 1: A is no enemy of the player whose turn it is"),
        (["destroyed B: -1 0 0"], "line 1: fewer than no pieces were destroyed"),
        (["form: melee-3", "turn: D"], "line 2: 'turn' is one of A B C, not 'D'"),
        (["turn: AB"], "line 1: 'turn' is one of A B, not 'AB'"),
        (["actions: two"], "line 1: 'actions' needs a number, not 'two'"),
        (["actions: -1"], "line 1: actions cannot be fewer than none"),
        (["borrowed: 2"], "line 1: borrowed is 0 or 1"),
        (["last_turns: 3"], "line 1: last_turns are 1 to 2"),
        (["last_turns: 0"], "line 1: last_turns are 1 to 2"),
        (["trigger: points", "last_turns: 0"], "line 2: last_turns are 1 to 2"),
        (["turn_number: -3"], "line 1: turns are counted from 1"),
        (["passed: 1"], "line 1: in duel nobody passes control"),
        (["form: melee-4", "passed: 1"], "line 2: in melee-4 nobody passes control"),
        (["supply A: 16 3", *board("A1", 6)], "line 1: A has 22 two-sided and 3 legendary pieces"),
        (["score A: 5 6"], "line 1: '6' comes after other points in the same colour"),
        (["form: melee-3", "score A: B3 B4"], "line 2: 'B4' comes after other points"),
        (["form: melee-3", "improvised A: BC"], "line 2: 'BC' is not one of the colours ABC"),
        (["hand A: knight", "hand A: gryphon"], "line 2: 'hand A' stands in line 1 already"),
        (["summoned: 1 2 0 0"], "line 1: summoned are beings, legends among them"),
        (["trigger: boredom"], "line 1: what triggers the end is 'deck' or 'points'"),
        (["improvised A: B"], "line 1: A may improvise with the enemy colours of a melee"),
        (["form: melee-3", "improvised A: A"], "line 2: A may improvise with the enemy colours"),
        (["form: melee-3", "improvised A: D"], "line 2: 'D' is not one of the colours ABC"),
        (["hand A: knight", "hand B: knight knight"], "line 2: knight lies in two places"),
        (["hand A: knight", "deck A: knight"], "line 2: knight lies in two places"),
        (["hand A: titan", "legend discards: titan"], "line 2: titan lies in two places"),
        (["hand A: knight wild_eagle"], "line 1: wild_eagle is not of the imperial cards"),
        (["flare deck: titan"], "line 1: titan is not of the flares cards"),
        (["tasks: red_conquest"], "line 1: duel has no tasks"),
        (["hand A: red_conquest"], "line 1: red_conquest is a task, no card of a hand"),
        (["hand A: nobody"], "line 1: there is no card 'nobody'"),
        (["", "form: chess"], "line 2: there is no form 'chess'"),
        (["form: duel", "schools: highland"], "line 2: duel needs 2 schools"),
        (["board:", "9 .. .."], "line 1: a board has nine rows"),
    ],
)
def test_what_no_table_could_hold_is_refused_with_the_line(lines: list[str], why: str) -> None:
    with pytest.raises(BadScenario, match=why):
        run(*lines)


def test_a_school_is_known_by_any_of_its_cards() -> None:
    assert run("deck A: wild_eagle", "discards B: kiskin_spirit").schools == ("highland", "sylvan")


def test_taking_back_and_views_are_lines_of_their_own() -> None:
    run(
        "hand A: knight cannon",
        "play: discard knight, undo, redo",
        "undo",
        "view B: hand A knight ?",
    )
    with pytest.raises(
        ScenarioFailed, match=r"line 3: expected 'hand A \?', but it is 'hand A knight'"
    ):
        run("hand A: knight", "play: discard knight, undo", "view B: hand A ?")
    with pytest.raises(ScenarioFailed, match="line 2: undo is not refused"):
        run("play: place e5", "refused: undo because too late")
    with pytest.raises(ScenarioFailed, match="line 2: resign A is refused because in a melee"):
        run("form: melee-3", "refused: resign A because tired")
    # What is tried in vain changes nothing.
    run("play: place e5", "refused: place e5 because stands on e5", "undo", "expect: actions 2")


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("refused: plaec e5", "'plaec e5' is not a choice"),
        ("refused: summon knihgt", "there is no card"),
        ("refused: colour BCD", "'bcd' is no colour; the colours are A, B, C, D"),
        ("refused: place z5", "not a square of the arena"),
        ("refused: shout", "not a square of the arena"),
    ],
)
def test_what_is_no_choice_at_all_is_not_refused_but_wrong(line: str, why: str) -> None:
    with pytest.raises(BadScenario, match=f"line 1: .*{why}"):
        run(line)


def test_the_cut_corners_can_be_refused() -> None:
    run("refused: place a9", "refused: place i1 because corner")
