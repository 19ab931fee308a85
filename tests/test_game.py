"""Games: taking back, resigning, records, events."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tashkalar import (
    BadRecord,
    CannotResign,
    CannotUndo,
    Game,
    IllegalChoice,
    parse_record,
)
from tashkalar.cards import CARDS
from tashkalar.rules.forms import FORMS, BadSetUp
from tashkalar.words import sentence
from tests.games import new_game, positions


def duel() -> Game:
    game = Game.new("duel", ("highland", "sylvan"), seed=7)
    game.play("c5")
    return game


def test_anything_in_the_turn_can_be_taken_back_but_not_the_turn_before() -> None:
    game = duel()
    with pytest.raises(CannotUndo):
        game.undo()
    game.play("place e5")
    assert game.can_undo
    game.undo()
    game.redo()
    with pytest.raises(CannotUndo, match="nothing has been taken back"):
        game.redo()
    game.play("finish")
    with pytest.raises(CannotUndo, match="nothing in this turn"):
        game.undo()


def test_a_new_choice_forgets_what_was_taken_back() -> None:
    game = duel()
    game.play("place e5")
    game.undo()
    game.play("place e6")
    assert not game.can_redo


def test_an_illegal_choice_changes_nothing() -> None:
    game = duel()
    before = game.position.key()
    for text, why in (
        ("place c5", "A common piece stands on c5"),
        ("finish", "You still have an action to use"),
        ("e5", "type “place e5”"),
        ("summon knight", "Knight is not in your hand"),
        ("pass", "You still have an action to use"),
        ("lift g5", "You still have pieces to place"),
        ("claim side_chain", "not one of the current tasks"),
        ("place a9", "not a square of the arena"),
        ("dance", "not a square"),
        ("summon nobody at all", "there is no card"),
        ("option x", "is not a choice"),
    ):
        with pytest.raises(ValueError, match=why):
            game.play(text)
        assert game.position.key() == before
    assert len(game.history) == 1


def test_resigning_gives_the_game_to_the_other_side() -> None:
    game = duel()
    game.resign(0)
    assert game.position.is_over
    assert game.position.result == (2, 1)
    assert Game.replay(parse_record(game.record().text())).position == game.position
    with pytest.raises(CannotResign, match="over"):
        game.resign(1)
    with pytest.raises(IllegalChoice, match="over"):
        game.play("place e5")
    schools = ("highland", "sylvan", "northern_imperial", "southern_imperial")
    team = Game.new("team-duel", schools, 1)
    team.resign(3, 1)
    assert team.position.result == (1, 2, 1, 2)
    melee = Game.new("melee-3", schools[:3], 1)
    with pytest.raises(CannotResign, match="melee"):
        melee.resign(0)


@pytest.mark.parametrize(
    ("seats", "why"),
    [
        ((-1,), "no seat -1"),
        ((7,), "no seat 7; the seats are 0 to 1"),
        ((0, 1), "one side"),
        ((), "one"),
    ],
)
def test_a_resignation_that_cannot_be_is_refused(seats: tuple[int, ...], why: str) -> None:
    game = duel()
    with pytest.raises(CannotResign, match=why):
        game.resign(*seats)
    assert not game.position.is_over
    assert Game.replay(parse_record(game.record().text())).position == game.position


def test_the_record_of_a_game_from_a_position_begins_there() -> None:
    game = Game.at(duel().position)
    game.play("place e5")
    game.undo()
    assert game.view(1).turn == 1
    game.play("place e4")
    game.play("finish")
    record = parse_record(game.record().text())
    assert Game.replay(record).position == game.position
    assert Game.replay(record).start == duel().position
    # What a seat may not know is not in the record of the seat.
    assert parse_record(game.record(0).text()).start == ""
    with pytest.raises(BadRecord, match="of another form or other schools"):
        Game.replay(replace(record, schools=record.schools[::-1]))
    with pytest.raises(BadRecord, match="line 1: a position begins with"):
        Game.replay(replace(record, start="nonsense"))


def test_a_seat_sees_a_record_without_what_was_hidden_from_it() -> None:
    game = duel()
    hand = game.position.beings[0]
    game.play("place e5")
    game.play("finish")
    own = game.position.beings[1]
    game.play(f"discard {CARDS[own[0]].id}")
    game.play(f"return {CARDS[own[1]].id}")
    mine, theirs = game.record(1).text(), game.record(0).text()
    assert f"return {CARDS[own[1]].id}" in mine
    assert "return ?" in theirs
    assert CARDS[own[1]].id not in theirs
    assert "seed: hidden" in mine
    assert hand
    with pytest.raises(ValueError, match="cannot be replayed"):
        Game.replay(game.record(0))


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda t: t.replace("end\n", ""), "line 9: the record is cut off"),
        (lambda t: "some other file\n", "line 1: this is no game record"),
        (lambda t: t.replace("record 1", "record 9"), "line 1: .* is of another version"),
        (lambda t: t.replace("seed: 7", "seed: x"), "line 6: a seed is a number"),
        (lambda t: t.replace("form: duel\n", ""), "line 4: expected 'form"),
        (lambda t: t.replace("form: duel", "form: chess"), "there is no form 'chess'"),
        (lambda t: t.replace("highland", "lowland"), "there is no school 'lowland'"),
        (lambda t: t.replace("place e5", "place c5"), "line 9: A common piece stands on c5"),
        (lambda t: t.replace("1 A: place", "1 B: place"), "line 9: 'place e5' is not in turn"),
        (lambda t: t.replace("1 A: place", "so what"), "line 9: .* is not a turn"),
        (lambda t: t.replace("cards: ", "cards: 00"), "line 7: .* other cards"),
        (lambda t: t.replace("rules: ", "rules: no"), "line 3: the rules have a number"),
        (lambda t: t.replace("rules: ", "rules: 9"), "rules 9.; this program knows rules 1"),
        (
            lambda t: t.replace("end\n", "result: 1 2 by deck\nend\n"),
            "comes out differently: not at",
        ),
        (lambda t: t.replace("end\n", "result: first\nend\n"), "line 10: .* is not a turn"),
        (lambda t: "", "line 1"),
    ],
)
def test_damaged_records_are_refused_with_the_line(change: object, why: str) -> None:
    game = duel()
    game.play("place e5")
    text = game.record().text()
    assert callable(change)
    with pytest.raises((BadRecord, BadSetUp), match=why):
        Game.replay(parse_record(change(text)))


@pytest.mark.parametrize("form", sorted(FORMS))
def test_schools_can_be_drawn(form: str) -> None:
    drawn = {Game.new(form, seed=seed).schools for seed in range(40)}
    assert len(drawn) == (2 if form == "first-game" else len(drawn)) > 1
    assert all(len(set(schools)) == FORMS[form].seats for schools in drawn)
    assert Game.new(form, seed=3).schools == Game.new(form, seed=3).schools


def test_bad_set_ups_are_named() -> None:
    for form, schools, why in (
        ("duel", ("highland",), "needs 2 schools"),
        ("duel", ("highland", "highland"), "school of their own"),
        ("poker", ("highland", "sylvan"), "there is no form"),
        ("first-game", ("highland", "sylvan"), "first game is played with"),
    ):
        with pytest.raises(BadSetUp, match=why):
            Game.new(form, schools, 1)
    with pytest.raises(BadSetUp, match="a seed is a number"):
        Game.new("duel", ("highland", "sylvan"), -1)


@pytest.mark.parametrize("form", sorted(FORMS))
def test_every_event_can_be_told(form: str) -> None:
    game = Game.new(form, new_game(form, 3).schools, 3)
    told = []
    for _, choice in positions(form, 3, 2000):
        told += [sentence(event) for event in game.play(choice)]
    assert len(told) > 100
    assert not [line for line in told if line.startswith("event.") or "{" in line]
