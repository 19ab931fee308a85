"""Taking back: what stays known, what is shuffled anew, and how records keep it."""

from __future__ import annotations

import random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tashkalar import (
    SPECTATOR,
    BadRecord,
    CannotUndo,
    Game,
    Kind,
    Position,
    invariants,
    parse_record,
    view,
)
from tashkalar.cards import CARDS, card
from tashkalar.notation.traces import parse_trace, trace_text
from tashkalar.rules.forms import FORMS
from tashkalar.rules.hands import LEGEND_DECK
from tashkalar.rules.taking_back import Shown, Shuffled
from tashkalar.state import UNKNOWN
from tests.games import new_game, positions

FOUR = ("northern_imperial", "southern_imperial", "highland", "sylvan")
KNIGHT = card("knight").number


def played(form: str, seed: int, choices: int) -> Game:
    """A random game, so many choices old."""
    game = Game.new(form, new_game(form, seed).schools, seed)
    for _, choice in positions(form, seed, choices):
        game.play(choice)
    return game


def again(game: Game) -> Game:
    return Game.replay(parse_record(game.record().text()))


def held(p: Position, seat: int) -> tuple[int, ...]:
    return p.beings[seat] + p.legends[seat] + p.flares[seat]


def hidden(p: Position) -> tuple[object, ...]:
    return p.decks, p.legend_deck, p.flare_deck, p.task_deck


def with_a_card_named(kind: Kind, form: str = "duel") -> Game:
    """A game in which a card was named just now."""
    for seed in range(40):
        game = Game.new(form, new_game(form, seed).schools, seed)
        for _, choice in positions(form, seed, 150):
            game.play(choice)
            if choice.kind == kind and game.can_undo:
                return game
    raise AssertionError("no game with such a card")


@pytest.mark.rule("19.15")
@pytest.mark.parametrize("form", ["high-form", "melee-3", "team-duel"])
@pytest.mark.parametrize("kind", [Kind.SUMMON, Kind.FLARE, Kind.DISCARD])
def test_a_card_that_was_named_stays_known(kind: Kind, form: str) -> None:
    game = with_a_card_named(kind, form)
    owner, number = game.history[-1].seat, game.history[-1].choice.value
    before = game.history[-1].before
    game.undo()
    for seat in (*range(FORMS[form].seats), SPECTATOR):
        seen = view(game.position, seat)
        assert number in seen.beings[owner] + seen.legends[owner] + seen.flares[owner]
        if seat != owner:
            old = view(before, seat)
            hand = old.beings[owner] + old.legends[owner] + old.flares[owner]
            assert hand.count(UNKNOWN) >= 1
    assert again(game).position == game.position
    game.redo()
    assert again(game).position == game.position


@pytest.mark.rule("19.15")
def test_a_card_named_some_steps_ago_stays_known_too() -> None:
    game = with_a_card_named(Kind.SUMMON)
    owner, number = game.history[-1].seat, game.history[-1].choice.value
    game.play(game.position.choices()[0])
    while game.can_undo:
        game.undo()
    assert number in {c for _, c in game.position.known[1 - owner]}
    assert len(game.traces) == 1
    assert again(game).position == game.position


def test_what_nobody_saw_leaves_nothing_behind() -> None:
    game = Game.new("duel", ("highland", "sylvan"), seed=7)
    game.play("c5")
    before = game.position
    game.play("place e5")
    game.undo()
    assert game.position is before
    assert game.traces == []


def turns(game: Game, count: int) -> None:
    """So many turns in which a being is discarded, a piece placed, and a card drawn."""
    for _ in range(count):
        hand = game.position.beings[game.position.seat]
        for text in (f"discard {CARDS[hand[0]].id}", "pass", None, "finish"):
            game.play(text or game.position.choices()[0])


@pytest.mark.rule("16.9")
def test_each_take_back_across_a_draw_shuffles_what_is_hidden() -> None:
    game = Game.new("duel", ("highland", "sylvan"), seed=7)
    for text in ("c5", "place e5", "finish"):
        game.play(text)
    keep, decks = len(game.history), {hidden(game.position)}
    for n in range(5):
        turns(game, 3)
        game.take_back(keep)
        decks.add(hidden(game.position))
        assert len(decks) == n + 2
        assert again(game).position == game.position
    shuffles = [trace for _, trace in game.traces if isinstance(trace, Shuffled)]
    assert len(set(shuffles)) == 5
    # A record from which somebody went on does not tell the others what they would draw.
    assert "shuffled ?" in game.record(0).text()
    assert f"{shuffles[0].word}" not in game.record(0).text()


@pytest.mark.rule("16.9")
def test_cards_of_a_pile_that_was_shuffled_are_drawn_anew() -> None:
    """The deck was empty and none of its cards is missing, yet what was drawn had been hidden."""
    game = Game.new("high-form", ("highland", "sylvan"), seed=1)
    p = game.position = game.position.copy()
    p.legend_discards, p.legend_deck = p.legend_deck + p.legends[0], ()
    p.legends = ((), *p.legends[1:])
    game.play("place e5")
    game.play("finish")
    assert game.position.legends[0]
    game.take_back(0)
    assert any(isinstance(trace, Shuffled) for _, trace in game.traces)


@pytest.mark.rule("16.9", "19.14")
def test_a_card_whose_place_is_known_stays_there() -> None:
    game = Game.new("duel", ("highland", "sylvan"), seed=7)
    for text in ("c5", "place e5", "finish"):
        game.play(text)
    first, second, _ = game.position.beings[1]
    for text in (f"discard {CARDS[first].id}", f"return {CARDS[second].id}", "pass", "place a5"):
        game.play(text)
    game.play("finish")
    keep = len(game.history)
    turns(game, 3)
    game.take_back(keep)
    assert view(game.position, 1).decks[1][-1] == second
    assert view(game.position, 0).decks[1][-1] == UNKNOWN


@pytest.mark.rule("16.9", "19.14")
def test_who_draws_a_card_that_was_given_back_does_not_learn_whose_it_was() -> None:
    """It went under its deck face down; that it came out again says nothing about a hand."""
    game = Game.new("high-form", ("highland", "sylvan"), seed=1)
    p = game.position = game.position.copy()
    given, p.legend_deck = p.legends[0][0], p.legend_deck[:1]
    second = p.legends[1][0]
    p.legends = (p.legends[0], p.legends[1][:1])
    discarded = p.beings[0][0]
    for text in (f"discard {CARDS[discarded].id}", f"return {CARDS[given].id}"):
        game.play(text)
    for text in ("pass", "finish", "place a5", "place a4", "finish"):
        game.play(text)
    assert set(game.position.legends[1]) == {given, second}
    game.take_back(0)
    assert view(game.position, 1).legends[0] == (UNKNOWN, UNKNOWN)
    shown = {trace.card for _, trace in game.traces if isinstance(trace, Shown)}
    assert shown == {discarded}


@pytest.mark.rule("17.8")
def test_partners_still_know_the_legends_they_held() -> None:
    game = Game.new("team-duel", FOUR, seed=3)
    game.play("c5")
    keep = len(game.history)
    legends = game.position.legends[0]
    for text in ("place e5", "finish"):
        game.play(text)
    assert set(legends) <= set(game.position.legends[2])
    game.take_back(keep)
    assert game.position.legends[0] == legends
    assert view(game.position, 2).legends[0] == legends
    assert view(game.position, 1).legends[0] == (UNKNOWN, UNKNOWN)
    assert {(LEGEND_DECK, c) for c in legends} == set(game.position.known[2])
    text = f"shown A {CARDS[legends[0]].id} to C"
    assert text in game.record(2).text()
    assert text not in game.record(1).text()
    assert again(game).position == game.position


@pytest.mark.rule("16.9")
def test_players_may_agree_that_nothing_is_taken_back() -> None:
    game = Game.new("duel", ("highland", "sylvan"), seed=7, takebacks=False)
    game.play("c5")
    game.play("place e5")
    assert not game.can_undo
    with pytest.raises(CannotUndo, match="nothing is taken back"):
        game.undo()
    with pytest.raises(CannotUndo, match="nothing is taken back"):
        game.take_back(1)
    text = game.record().text()
    assert "takebacks: none" in text
    assert parse_record(text).text() == text
    assert not again(game).can_undo


@pytest.mark.parametrize("form", ("duel", "high-form", "team-high-form"))
def test_a_game_at_rest_has_its_past_again_when_it_is_asked_for(form: str) -> None:
    for seed in range(6):
        game, chance = played(form, seed, 60), random.Random(seed)
        for _ in range(4):
            if game.position.is_over:
                break
            game.take_back(chance.randrange(len(game.history)))
            for _ in range(chance.randrange(30)):
                if not game.position.is_over:
                    game.play(chance.choice(game.position.choices()))
        rested = game.copy()
        rested.rest()
        assert not rested.awake or not game.history
        for now, then in zip(rested.history, game.history, strict=True):
            assert (now.choice, now.seat, now.turn) == (then.choice, then.seat, then.turn)
            assert (now.before, now.events) == (then.before, then.events)
        assert rested.record() == game.record()


def test_a_take_back_that_is_none_is_refused() -> None:
    game = Game.new("duel", ("highland", "sylvan"), seed=7)
    game.play("c5")
    for keep in (-1, 1, 2):
        with pytest.raises(CannotUndo, match=f"1 choices were made, so {keep} cannot be kept"):
            game.take_back(keep)
    game.resign(0)
    with pytest.raises(CannotUndo, match="over"):
        game.take_back(0)


def test_a_copy_goes_on_by_itself() -> None:
    game = played("duel", 3, 30)
    position, copy = game.position, game.copy()
    copy.take_back(4)
    copy.play(copy.position.choices()[0])
    assert game.position is position
    assert len(game.history) == 30
    assert game.traces == []


@pytest.mark.parametrize(
    ("text", "trace"),
    [
        ("shown A knight", Shown(0, KNIGHT, (1, 2, 3, 4))),
        ("shown C knight to A spectators", Shown(2, KNIGHT, (0, 4))),
        ("shuffled 18446744073709551615", Shuffled((1 << 64) - 1)),
    ],
)
def test_traces_read_back(text: str, trace: Shown | Shuffled) -> None:
    assert parse_trace(text, 4) == trace
    assert trace_text(trace, 4) == text


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("shuffled x", "is not of the form"),
        ("shuffled 18446744073709551616", "is not of the form"),
        ("shown E knight", "is not of the form"),
        ("shown A nobody", "there is no card"),
        ("shown A knight to", "does not say to whom"),
        ("shown A knight to E", "does not say to whom"),
        ("shown A knight to A", "nobody is shown a card of their own"),
        ("shown AB knight", "is not of the form"),
    ],
)
def test_damaged_traces_are_refused(text: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        parse_trace(text, 4)
    game = Game.new("duel", ("highland", "sylvan"), seed=7)
    game.play("c5")
    record = game.record().text().replace("0 B: c5", f"0 B: {text}, c5")
    with pytest.raises(BadRecord, match=f"line 8: .*{why}"):
        Game.replay(parse_record(record))


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(sorted(FORMS)), st.integers(0, 2**32), st.data())
def test_a_take_back_keeps_what_was_seen_and_hides_what_will_be_drawn(
    form: str, seed: int, data: st.DataObject
) -> None:
    game = played(form, seed, data.draw(st.integers(2, 160), label="choices"))
    late = game.position
    assume(not late.is_over)
    keep = data.draw(st.integers(0, len(game.history) - 1), label="keep")
    kept = game.history[keep].before
    # A card that went face down under its deck and was drawn again tells nothing of the hand.
    named = [
        (made.seat, made.choice.value)
        for index, made in enumerate(game.history)
        if index >= keep
        and made.choice.kind in (Kind.SUMMON, Kind.FLARE, Kind.DISCARD)
        and all(
            made.choice.value in held(earlier.before, made.seat)
            for earlier in game.history[keep : index + 1]
        )
    ]
    game.take_back(keep)
    back = game.position
    assert len(game.history) == keep
    invariants.holds_thoroughly(back, random.Random(seed))
    moved = {"known", "random", "decks", "legend_deck", "flare_deck", "task_deck"}
    for name, value in kept.fields().items():
        if name not in moved:
            assert back.fields()[name] == value
    for viewer, seen in enumerate(kept.known):
        assert set(seen) <= set(back.known[viewer])
    for _, trace in game.traces:
        assert isinstance(trace, Shuffled) or trace.card in held(kept, trace.holder)
    for holder, number in named:
        for viewer in range(len(back.known)):
            assert viewer == holder or number in {c for _, c in back.known[viewer]}
    drew = any(set(a) - set(b) for a, b in zip(kept.decks, late.decks, strict=True))
    shuffled = [trace for _, trace in game.traces if isinstance(trace, Shuffled)]
    assert shuffled or not drew
    if not shuffled:
        assert hidden(back) == hidden(kept)
    assert [sorted(deck) for deck in back.decks] == [sorted(deck) for deck in kept.decks]
    assert back.task_deck[:1] == kept.task_deck[:1]
    # The record brings all of it back, and the game goes on the same from there.
    copy = again(game)
    assert copy.position == back
    assert copy.traces == game.traces
    for one in (game, copy):
        for n in range(12):
            if not one.position.is_over:
                choices = one.position.choices()
                one.play(choices[n * 7 % len(choices)])
    assert copy.position == game.position
    text = game.record().text()
    assert parse_record(text).text() == text


@pytest.mark.parametrize(
    ("trace", "why"),
    [
        ("shown A ritual_master", "ritual_master is in no hand of A"),  # it lies in the deck
        ("shown A side_chain", "side_chain is in no hand of A"),
        ("shown B ritual_master", "ritual_master is in no hand of B"),
    ],
)
def test_a_record_cannot_show_a_card_that_nobody_holds(trace: str, why: str) -> None:
    game = Game.new("duel", ("highland", "sylvan"), seed=7)
    assert card("ritual_master").number in game.position.decks[0]
    game.play("c5")
    record = game.record().text().replace("0 B: c5", f"0 B: {trace}, c5")
    with pytest.raises(BadRecord, match=f"line 8: {why}"):
        Game.replay(parse_record(record))


def test_a_record_without_take_backs_has_no_traces() -> None:
    game = Game.new("duel", ("highland", "sylvan"), seed=7, takebacks=False)
    game.play("c5")
    record = game.record().text().replace("0 B: c5", "0 B: shuffled 17, c5")
    with pytest.raises(BadRecord, match="line 9: in this game nothing is taken back"):
        Game.replay(parse_record(record))
