"""Records of earlier versions, of other rules and of other cards: replayed exactly or refused."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from tashkalar import BadRecord, Choice, Game, Position, parse_record, parse_scenario
from tashkalar.cards import SCHOOLS, card, digest, is_digest
from tashkalar.cards.card import Being, being
from tashkalar.cards.earlier import EARLIER
from tashkalar.cards.meaning import meaning
from tashkalar.effects.squares import COMMON, ENEMY, HEROIC, LEGENDARY, MINE
from tashkalar.effects.verbs import destroy, may
from tashkalar.rules import history
from tashkalar.rules.forms import FORMS
from tashkalar.state import State
from tests.games import new_game, positions
from tests.playthroughs import FOLDER as PLAYTHROUGHS
from tests.recorded import OFFERED, RECORDS, offered


@pytest.mark.parametrize("file", RECORDS, ids=lambda file: file.stem)
def test_an_old_record_is_played_as_it_was(file: Path) -> None:
    text = file.read_text()
    record = parse_record(text)
    assert "rules:" not in text
    assert record.rules == 1
    game = Game.replay(record)
    assert offered(game) == json.loads(OFFERED.read_text())[file.name]
    again = parse_record(game.record().text())
    assert again.rules == history.RULES
    assert again.cards == digest(record.schools)
    assert Game.replay(again).position == game.position


def test_the_playthroughs_are_among_the_old_records() -> None:
    for file in PLAYTHROUGHS.glob("*.txt"):
        record = next(r for r in RECORDS if r.name == file.name)
        moves = [text for *_, text in parse_record(record.read_text()).moves]
        lines = file.read_text().partition("\n\n")[0].splitlines()[1:]
        assert [line.partition("): ")[2].partition(" | ")[0] for line in lines] == moves


def test_every_earlier_fingerprint_is_proved_by_a_record() -> None:
    """A chain begins with what records carry and ends with the cards as they are now."""
    shown = {parse_record(file.read_text()).cards for file in RECORDS}
    beginnings = set(EARLIER) - set(EARLIER.values())
    assert beginnings == shown
    for file in RECORDS:
        schools = parse_record(file.read_text()).schools
        assert is_digest(digest(schools), schools)
    other = tuple(SCHOOLS)[:2]
    assert not is_digest(parse_record(RECORDS[0].read_text()).cards, other)
    assert not is_digest("", other)


def written(effect: object) -> str:
    made = being("x", COMMON, "@ c", effect)  # type: ignore[arg-type]
    return meaning(made)


def test_equal_meanings_have_equal_texts() -> None:
    one = destroy(ENEMY & ~(HEROIC | LEGENDARY) & (COMMON | MINE))
    two = destroy((MINE | COMMON | MINE) & ~LEGENDARY & ENEMY & ENEMY & ~~~HEROIC)
    assert written(one) == written(two)
    assert written(one) != written(destroy(ENEMY & ~(HEROIC & LEGENDARY) & (COMMON | MINE)))
    assert written(may(one)) != written(one)
    knight = card("knight")
    assert isinstance(knight, Being)
    moved = replace(knight, drawing="\n\n  . . @ . \n  . c c c \n  . c . . ")
    assert meaning(moved) == meaning(knight)
    assert meaning(replace(knight, drawing=". @ . \n c c c \n . c .")) != meaning(knight)
    assert meaning(replace(knight, effects=())) != meaning(knight)


def a_game() -> Game:
    game = Game.new("duel", ("highland", "sylvan"), 7)
    for text in ("c5", "place e5", "finish", "place e4"):
        game.play(text)
    return game


NOW = history.RULES


@pytest.fixture
def next_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if the next rules changed what placing a piece on e4 means."""

    def differs(p: State, choice: Choice) -> str | None:
        assert isinstance(p, Position)
        return "pieces on e4 fall over" if repr(choice) == "<place e4>" else None

    monkeypatch.setattr(history, "RULES", NOW + 1)
    monkeypatch.setattr(history, "CHANGES", (history.RuleChange(NOW + 1, differs),))


def test_a_game_of_lower_rules_is_replayed_only_if_it_comes_out_the_same(
    next_rules: None,
) -> None:
    old = replace(a_game().record(), rules=NOW)
    why = rf"choice 4: .* by rules {NOW}, and since rules {NOW + 1} pieces on e4 fall over"
    with pytest.raises(BadRecord, match=why):
        Game.replay(old)
    game = Game.replay(replace(old, moves=old.moves[:-1]))
    assert game.record().rules == NOW + 1
    game.play("place e4")  # from now on it goes on by the new rules
    assert Game.replay(parse_record(game.record().text())).position == game.position


LIFTING = Path(__file__).parent / "scenarios" / "melee"


@pytest.mark.rule("19.7")
@pytest.mark.parametrize(
    ("file", "differs"),
    [("improvised_to_lift_another_piece", True), ("improvised_to_lift_nothing_else", False)],
)
def test_rules_1_did_not_ask_about_improvising_to_lift_another_piece(
    file: str, differs: bool
) -> None:
    """The choice of the square led to another question then; nothing else did."""
    game = Game("melee-3", tuple(SCHOOLS)[:3], 0, rules=1)
    game.position = parse_scenario((LIFTING / f"{file}.scn").read_text("utf-8")).start
    game.play("summon swordmaster")
    if differs:
        with pytest.raises(history.OtherRules, match="since rules 2 a player may improvise"):
            game.play("e5")
    else:
        game.play("e5")
    now = Game("melee-3", tuple(SCHOOLS)[:3], 0)
    now.position = game.history[0].before
    now.play("summon swordmaster")
    now.play("e5")


def test_a_game_of_higher_rules_is_refused() -> None:
    record = replace(a_game().record(), rules=history.RULES + 1)
    with pytest.raises(BadRecord, match=f"knows rules 1 to {history.RULES}"):
        Game.replay(record)


def test_a_record_names_its_result_and_must_come_out_so() -> None:
    game = a_game()
    assert "result:" not in game.record().text()
    game.resign(0)
    text = game.record().text()
    assert "resigned: A\nresult: 2 1 by resigned\ndecided: B over A by resigned\nend" in text
    assert Game.replay(parse_record(text)).position == game.position
    with pytest.raises(
        BadRecord, match="comes out differently: 2 1 by resigned, not 1 2 by points"
    ):
        Game.replay(parse_record(text.replace("result: 2 1 by resigned", "result: 1 2 by points")))


@pytest.mark.parametrize("form", sorted(FORMS))
def test_a_record_names_what_decided(form: str) -> None:
    game = Game.new(form, new_game(form, 20).schools, 20)
    for _, choice in positions(form, 20, 5000):
        game.play(choice)
    text = game.record().text()
    (decided,) = [line for line in text.splitlines() if line.startswith("decided: ")]
    assert Game.replay(parse_record(text)).result == game.result
    number = next(word for word in decided.split() if word.isdecimal())
    changed = text.replace(decided, decided.replace(number, "77", 1))
    with pytest.raises(BadRecord, match="is decided differently"):
        Game.replay(parse_record(changed))
    Game.replay(parse_record(text.replace(f"{decided}\n", "")))  # as earlier versions wrote it


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("form: duel", "form: chess", "line 4: there is no form 'chess'"),
        ("schools: highland sylvan", "schools: highland", "line 5: duel needs 2 schools, not 1"),
        ("schools: highland sylvan", "schools: highland lowland", "line 5: there is no school"),
        ("seed: 7", f"seed: {1 << 64}", "line 6: a seed is a number from 0 to"),
        ("seed: 7", f"seed: {'9' * 5000}", "line 6: a seed is a number from 0 to .*9\\.\\.\\.'"),
        ("rules: 2", f"rules: {'9' * 5000}", "line 3: the rules have a number"),
        ("0 B: c5", f"{'9' * 5000} B: c5", "line 8: .* is not a turn"),
        ("end", "resigned: C\nend", "line 9: in duel C cannot have resigned"),
        ("end", "decided: A over B by points 18 to 12\nend", "line 9: a line 'result: ...'"),
    ],
)
def test_a_damaged_record_is_refused_with_the_line(old: str, new: str, why: str) -> None:
    game = Game.new("duel", ("highland", "sylvan"), seed=7)
    game.play("c5")
    text = game.record().text()
    assert old in text
    with pytest.raises(BadRecord, match=why):
        Game.replay(parse_record(text.replace(old, new)))


def test_nobody_resigns_in_the_record_of_a_melee_or_after_the_end() -> None:
    game = Game.new("melee-3", ("highland", "sylvan", "northern_imperial"), seed=7)
    text = game.record().text()
    with pytest.raises(BadRecord, match="line 8: in melee-3 A cannot have resigned"):
        parse_record(text.replace("end\n", "resigned: A\nend\n"))
    over = Game.replay(parse_record(next(r for r in RECORDS if "duel" in r.stem).read_text()))
    assert over.position.is_over
    text = over.record().text().replace("result:", "resigned: A\nresult:")
    with pytest.raises(BadRecord, match="'resigned': the game is over"):
        Game.replay(parse_record(text))


@pytest.mark.parametrize("seat", [-2, 2, 9])
def test_a_record_is_that_of_a_seat_that_is_there(seat: int) -> None:
    game = Game.new("duel", ("highland", "sylvan"), seed=7)
    with pytest.raises(ValueError, match=f"there is no seat {seat}; the seats are 0 to 1"):
        game.record(seat)
    with pytest.raises(ValueError, match=f"there is no seat {seat}"):
        game.side(seat)
