"""Clauses of docs/rules.md that need more than a scenario: hidden cards, taking back, resigning."""

from __future__ import annotations

import pytest

from tashkalar import SPECTATOR, CannotResign, CannotUndo, Game, Position, parse_scenario, view
from tashkalar.arena import names
from tashkalar.cards import CARDS, deck
from tashkalar.choice import FINISH
from tashkalar.event import Summon
from tashkalar.rules import turn
from tashkalar.rules.forms import FORMS
from tashkalar.rules.shuffling import shuffled
from tashkalar.state import UNKNOWN
from tests.games import positions

FOUR = ("northern_imperial", "southern_imperial", "highland", "sylvan")


def laid_out(*lines: str) -> Position:
    return parse_scenario("\n".join(("scenario: laid out", *lines))).start


KNIGHT = """hand A: knight
board:
9        .. .. .. .. ..
8     .. .. .. B2 .. .. ..
7  .. .. .. .. B2 .. .. .. ..
6  .. .. .. .. .. .. .. .. ..
5  .. .. .. A1 A1 A1 .. .. ..
4  .. .. .. A1 .. .. .. .. ..
3  .. .. .. .. .. .. .. .. ..
2     .. .. .. .. .. .. ..
1        .. .. .. .. .."""


# The knight on e5 fits with d3 and with f3, and no two-sided piece is left.
TWO_KNIGHTS = """hand A: knight
supply A: 0 3
board:
9        .. .. .. .. ..
8     .. .. .. .. .. .. ..
7  .. .. .. .. .. .. .. .. ..
6  .. .. .. .. .. .. .. .. ..
5  .. .. .. .. .. .. .. .. ..
4  .. .. .. A1 A1 A1 .. .. ..
3  .. .. .. A1 .. A1 .. .. ..
2     .. .. .. .. .. .. ..
1        .. .. .. .. .."""


# --- hidden and open cards ---------------------------------------------------------------------


@pytest.mark.rule("3.5", "19.14")
@pytest.mark.parametrize("form", ["duel", "melee-4", "team-high-form"])
def test_a_seat_sees_its_own_hand_and_how_many_cards_the_others_hold(form: str) -> None:
    for p, _ in list(positions(form, seed=8, most=250))[::25]:
        for seat in range(len(p.schools)):
            seen = view(p, seat)
            assert seen.beings[seat] == p.beings[seat]
            assert seen.legends[seat] == p.legends[seat]
            for other in range(len(p.schools)):
                hidden = (seen.beings[other] + seen.flares[other], seen.decks[other])
                full = (p.beings[other] + p.flares[other], p.decks[other])
                assert [len(zone) for zone in hidden] == [len(zone) for zone in full]
                known = {card for _, card in p.known[seat]}
                assert set(hidden[1]) <= known | {UNKNOWN}
                if other != seat:
                    assert set(hidden[0]) <= known | {UNKNOWN}
            assert seen.discards == p.discards
            assert seen.legend_discards == p.legend_discards
            assert seen.flare_discards == p.flare_discards
            assert (seen.scores, seen.tasks, seen.claimed) == (p.scores, p.tasks, p.claimed)


@pytest.mark.rule("19.14")
def test_cards_given_back_are_not_shown() -> None:
    p = laid_out("hand A: knight cannon champion", "deck A: swordmaster messenger herald bomb")
    knight, cannon = (
        next(c.number for c in CARDS.values() if c.id == i) for i in ("knight", "cannon")
    )
    game = Game.at(p)
    game.play("discard knight")
    game.play("return cannon")
    assert view(game.position, 1).discards[0] == (knight,)
    assert [card for _, card in view(game.position, 0).returned] == [cannon]
    assert [card for _, card in view(game.position, 1).returned] == [UNKNOWN]
    for choice in ("pass", "place e5", "finish"):
        game.play(choice)
    # Who put it there knows what lies at the bottom of the deck.
    assert game.position.decks[0][-1] == cannon
    assert view(game.position, 0).decks[0][-1] == cannon
    assert view(game.position, 1).decks[0][-1] == UNKNOWN


@pytest.mark.rule("19.15")
def test_a_named_card_lies_on_the_table_before_its_square_is_chosen() -> None:
    game = Game.at(laid_out(*KNIGHT.splitlines()))
    before = game.position
    game.play("summon knight")
    for seat in (0, 1):
        seen = view(game.position, seat)
        assert CARDS[turn.in_play(seen)].id == "knight"
        assert seen.beings[0] == ()
    game.undo()
    assert game.position.beings == before.beings
    assert turn.in_play(game.position) == turn.NO_CARD
    # They have seen it all the same.
    assert view(before, 1).beings[0] == (UNKNOWN,)
    assert view(game.position, 1).beings[0] == before.beings[0]
    assert view(game.position, SPECTATOR).beings[0] == before.beings[0]


@pytest.mark.rule("19.4")
@pytest.mark.parametrize("lifted", ["d3", "f3"])
def test_a_lifted_piece_is_none_of_those_the_pattern_used(lifted: str) -> None:
    game = Game.at(laid_out(*TWO_KNIGHTS.splitlines()))
    for text in ("summon knight", "e5"):
        game.play(text)
    (summoned,) = [event for event in game.play(lifted) if isinstance(event, Summon)]
    assert names(summoned.used) == ["d4", "e4", "f4", "f3" if lifted == "d3" else "d3"]


@pytest.mark.rule("19.18")
def test_the_flare_is_drawn_before_the_legends() -> None:
    p = laid_out(
        "hand A: knight cannon champion",
        "actions: 0",
        "legend deck:",
        "flare deck:",
        "legend discards: titan leviathan hell_bull fire_dragon",
        "flare discards: flare_01 flare_02 flare_03 flare_04 flare_05",
    )
    # Both piles are shuffled in this turn, and the generator goes on from one to the other.
    generator = p.copy()
    flares = shuffled(generator, p.flare_discards)
    legends = shuffled(generator, p.legend_discards)
    assert legends[:2] != shuffled(p.copy(), p.legend_discards)[:2]
    after = p.after(FINISH)
    assert after.flares[0] == flares[:1]
    assert after.legends[0] == tuple(sorted(legends[:2]))


# --- giving up and taking back ----------------------------------------------------------------


@pytest.mark.rule("16.8")
def test_between_two_sides_anybody_may_resign_at_any_time() -> None:
    for played in range(4):
        game = Game.at(laid_out(*KNIGHT.splitlines()))
        for choice in ("summon knight", "e6", "e7")[:played]:
            game.play(choice)
        loser = played % 2
        game.resign(loser)
        assert game.position.is_over
        assert game.position.result == ((2, 1), (1, 2))[loser]


@pytest.mark.rule("16.8", "19.28")
def test_both_partners_resign_or_none() -> None:
    for seat, places in enumerate([(2, 1, 2, 1), (1, 2, 1, 2)] * 2):
        game = Game.new("team-duel", FOUR, seed=1)
        with pytest.raises(CannotResign, match="both partners"):
            game.resign(seat)
        assert not game.position.is_over
        game.resign(*game.side(seat))
        assert game.position.result == places
        assert game.resigned == seat


@pytest.mark.rule("16.8")
@pytest.mark.parametrize("form", ["melee-3", "melee-4"])
def test_in_a_melee_nobody_may_resign(form: str) -> None:
    game = Game.new(form, FOUR[: FORMS[form].seats], seed=1)
    for seat in range(FORMS[form].seats):
        with pytest.raises(CannotResign, match="melee"):
            game.resign(seat)
    assert not game.position.is_over


@pytest.mark.rule("16.9")
def test_a_turn_is_taken_back_step_by_step() -> None:
    game = Game.at(laid_out(*KNIGHT.splitlines()))
    steps = []
    for choice in ("summon knight", "e6", "e7", "d8", "pass", "place a5"):
        steps.append(game.position)
        game.play(choice)
    for before in reversed(steps):
        game.undo()
        assert game.position.choices() == before.choices()
        assert game.position.fields() | {"known": ()} == before.fields() | {"known": ()}
    with pytest.raises(CannotUndo):
        game.undo()


@pytest.mark.rule("16.9")
def test_the_end_of_a_turn_cannot_be_taken_back() -> None:
    game = Game.at(laid_out("actions: 1"))
    game.play("place e5")
    assert game.can_undo
    game.play("finish")
    with pytest.raises(CannotUndo):
        game.undo()


@pytest.mark.rule("16.9")
def test_a_claimed_task_cannot_be_taken_back() -> None:
    game = Game.at(
        laid_out(
            "form: high-form",
            "actions: 1",
            "tasks: destruction central_dominance imprisonment",
            "destroyed B: 3 0 0",
        )
    )
    game.play("place e5")
    game.play("claim destruction")
    assert game.position.score(0) == 1
    with pytest.raises(CannotUndo):
        game.undo()


@pytest.mark.rule("16.9")
def test_scoring_that_has_begun_cannot_be_taken_back() -> None:
    game = Game.at(
        laid_out("form: melee-3", "actions: 1", "destroyed B: 1 0 0", "destroyed C: 1 0 0")
    )
    game.play("place e5")
    game.play("finish")
    assert game.position.decision.asking.name == "COLOUR"
    assert not game.can_undo


# --- teams ------------------------------------------------------------------------------------


@pytest.mark.rule("17.3")
def test_partners_do_not_see_each_others_hands() -> None:
    p = Position.new("team-duel", FOUR, 3)
    assert set(view(p, 0).beings[2] + view(p, 0).flares[2]) == {UNKNOWN}
    assert set(view(p, 2).beings[0] + view(p, 2).flares[0]) == {UNKNOWN}
    assert set(view(p, 2).legends[0]) == {UNKNOWN}


@pytest.mark.rule("17.3", "17.8")
def test_only_partners_know_the_legends_that_went_over() -> None:
    game = Game.new("team-duel", FOUR, seed=3)
    legends = game.position.legends[0]
    for choice in ("c5", "place e5", "finish"):
        game.play(choice)
    assert set(legends) <= set(game.position.legends[2])
    assert set(legends) <= set(view(game.position, 0).legends[2])
    for opponent in (1, 3):
        assert set(view(game.position, opponent).legends[2]) == {UNKNOWN}


@pytest.mark.rule("17.4", "17.5", "17.15")
@pytest.mark.parametrize("left", range(10))
def test_the_lowest_six_cards_of_a_deck_lie_sideways(left: int) -> None:
    assert len(Position.new("team-duel", FOUR, 1).decks[0]) == 18 - 3
    names = " ".join(CARDS[number].id for number in deck("imperial")[: left + 1])
    p = laid_out("form: team-duel", "actions: 0", "hand A: knight gun_tower", f"deck A: {names}")
    after = p.after(FINISH)
    assert len(after.decks[0]) == left
    assert after.trigger == ("deck" if left <= 6 else "")


@pytest.mark.rule("17.17", "19.27")
def test_passing_control_cannot_be_taken_back() -> None:
    game = Game.new("team-duel", FOUR, seed=3)
    for choice in ("c5", "place e5", "finish", "place a5"):
        game.play(choice)
    assert game.can_undo
    game.play("pass control")
    assert game.position.decision.seat == 3
    with pytest.raises(CannotUndo):
        game.undo()


@pytest.mark.rule("17.17", "19.27")
def test_a_partner_takes_back_steps_of_their_own() -> None:
    game = Game.new("team-duel", FOUR, seed=3)
    for choice in ("c5", "place e5", "finish", "pass control", "place a5"):
        game.play(choice)
    game.undo()
    assert not game.can_undo, "the passing itself is final"
    game.play("place a6")
    assert game.can_undo
    game.play("place a7")
    # The last action is used: the turn is its owner's again, to be ended.
    assert game.position.decision.seat == 1
    assert game.undoer == 3
    game.undo()
    assert game.position.decision.seat == 3
    game.play("place a4")
    game.play("finish")
    assert not game.can_undo


@pytest.mark.rule("17.17", "19.27")
def test_a_partner_takes_back_steps_inside_an_effect() -> None:
    game = Game.at(laid_out("form: team-duel", *KNIGHT.splitlines()))
    for choice in ("summon knight", "e6", "pass control"):
        game.play(choice)
    assert not game.can_undo
    given = game.position
    game.play("e7")
    game.undo()
    assert game.position == given
    assert not game.can_undo
