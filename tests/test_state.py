"""The fields of a position: their groups, names and keys, and dealing from one word."""

from __future__ import annotations

import random

import pytest

from tashkalar import CannotResign, Game, Position, sample, view
from tashkalar.bots.playing import turns
from tashkalar.cards import SCHOOLS
from tashkalar.invariants import Broken, limits_are_kept
from tashkalar.rules.forms import FORM_OF, FORMS
from tashkalar.rules.shuffling import shuffled, word_after
from tashkalar.state import (
    BLANK,
    FIELDS,
    FORM_NAMES,
    GROUPS,
    OTHERS_LIMIT,
    SCHOOL_NAMES,
    TRIGGER_NAMES,
    DamagedPosition,
    State,
    UnknownName,
    fields_without,
    key_without,
)
from tests.games import new_game, positions, some_position


def test_every_field_is_in_one_group() -> None:
    assert sum(GROUPS.values(), ()) == FIELDS
    assert list(GROUPS) == ["table", "arena", "cards", "turn", "machine"]
    assert len(State.__slots__) == len(FIELDS) + 1  # and the log


def test_a_copy_copies_every_field() -> None:
    p = some_position("melee-4", 3)
    copy = p.copy()
    for name in State.__slots__:
        assert getattr(copy, name) == getattr(p, name), name


def test_names_have_numbers_that_never_move() -> None:
    assert FORM_NAMES == (
        "",
        "first-game",
        "high-form",
        "duel",
        "melee-3",
        "melee-4",
        "team-high-form",
        "team-duel",
    )
    assert SCHOOL_NAMES[:4] == ("northern_imperial", "southern_imperial", "highland", "sylvan")
    assert TRIGGER_NAMES == ("", "deck", "points", "resigned")
    assert set(FORMS) == set(FORM_NAMES[1:])
    assert set(SCHOOLS) <= set(SCHOOL_NAMES)
    assert all(FORM_OF[FORM_NAMES.index(name)] is form for name, form in FORMS.items())
    p = new_game("melee-3", 2)
    assert (p.form, p.form_number) == ("melee-3", 4)
    assert p.schools == tuple(SCHOOL_NAMES[n] for n in p.school_numbers)


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"form": "chess"}, "there is no form 'chess'; there are first-game"),
        ({"schools": ("lowland",)}, "there is no school 'lowland'"),
        ({"trigger": "rain"}, "there is no trigger 'rain'; there are deck, points"),
    ],
)
def test_an_unknown_name_is_refused(fields: dict[str, object], why: str) -> None:
    with pytest.raises(UnknownName, match=why):
        Position(**fields)


def test_a_position_holds_nothing_but_numbers() -> None:
    def plain(value: object) -> bool:
        return type(value) is int or (isinstance(value, tuple | list) and all(map(plain, value)))

    for form in FORMS:
        for p, _ in positions(form, 5, 120):
            assert all(plain(getattr(p, slot)) for slot in State.__slots__ if slot != "log")


def test_bytes_with_a_number_that_has_no_name_are_refused() -> None:
    p = Position.new("duel", ("highland", "sylvan"), 1)
    data = p.to_bytes()
    assert data[0] == 4 + p.form_number
    for damaged in (bytes((4 + 99,)) + data[1:], data[:-1], data + b"\4", b"\1" + data[1:], b""):
        with pytest.raises(DamagedPosition):
            Position.from_bytes(damaged)


def test_a_key_leaves_out_only_what_it_says() -> None:
    assert fields_without("table cards turn machine") == GROUPS["arena"]
    assert fields_without(fields="random")[-1] == "others"
    with pytest.raises(UnknownName, match="there is no field dance"):
        fields_without("table", "dance")
    p = some_position("duel", 8)
    key = key_without("cards", "turn")
    for name in FIELDS:
        other = Position(**p.fields())
        value = BLANK[name]
        setattr(other, name, [1, 2, 4, 8] if name == "pieces" else value)
        if getattr(other, name) == getattr(p, name):
            continue
        same = name in GROUPS["cards"] or name == "turn"
        assert (key(other) == key(p)) is same, name
        assert other.key() != p.key()


def test_a_search_tells_registers_apart() -> None:
    """In the middle of an effect they say what is done next."""
    p = some_position("duel", 8)
    other = p.copy()
    other.registers = (*p.registers[:-1], p.registers[-1] + 1)
    assert turns.turn_key(p) != turns.turn_key(other)
    hidden = p.copy()
    hidden.random, hidden.decks = 7, tuple(deck[::-1] for deck in p.decks)
    assert turns.turn_key(p) == turns.turn_key(hidden)


def test_between_actions_nothing_is_left_of_the_last_summoning() -> None:
    for p, _ in positions("duel", 4):
        if p.asking in (2, 3):
            assert set(p.registers[1:]) == {0}


# --- chance -----------------------------------------------------------------------------------


def test_the_generator_is_splitmix64() -> None:
    """The numbers that its author's program gives for the seed 1234567."""
    p, found = State(random=1234567), []
    for _ in range(3):
        found.append(word_after(p))
        shuffled(p, (1, 2))  # one word
    assert found == [6457827717110365317, 3203168211198807973, 9817491932198370423]


def test_a_sample_is_dealt_from_one_word() -> None:
    p = some_position("melee-4", 11)
    seen = view(p, 1)
    word = random.Random(5).getrandbits(64)
    assert sample(seen, word) == sample(seen, random.Random(5))
    assert sample(seen, word) != sample(seen, word + 1)
    assert sample(seen, word).random != word  # it goes on from there


def test_a_sample_deals_in_the_order_that_is_said() -> None:
    """Worked out here once more: every owner's unseen cards, shuffled one owner after another."""
    p = Position.new("duel", ("highland", "sylvan"), 3)
    dealt, dealer = sample(view(p, 0), 99), State(random=99)
    own = shuffled(dealer, tuple(sorted(p.decks[0])))
    theirs = shuffled(dealer, tuple(sorted(p.beings[1] + p.decks[1])))
    legends = shuffled(dealer, tuple(sorted(p.legends[1] + p.legend_deck)))
    flares = shuffled(dealer, tuple(sorted(p.flares[1] + p.flare_deck)))
    assert dealt.beings == (p.beings[0], tuple(sorted(theirs[:3])))
    assert dealt.decks == (own, theirs[3:])
    assert (dealt.legends[1], dealt.legend_deck) == (tuple(sorted(legends[:2])), legends[2:])
    assert (dealt.flares[1], dealt.flare_deck) == (flares[:1], flares[1:])
    assert dealt.random == dealer.random


# --- limits -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"decks": (tuple(range(19)), ())}, "a zone is too large"),
        ({"known": (((0, 3), (0, 2)), (), ())}, "not in order"),
        ({"returned": ((0, 1),) * 55}, "too many cards were given back"),
        ({"others": tuple(range(OTHERS_LIMIT + 1))}, "too many other choices"),
        ({"callers": ((0, 0, ()),) * 5}, "nested too deeply"),
        ({"registers": (0,) * 33}, "too many registers"),
        ({"task_deck": tuple(range(41))}, "too many tasks"),
    ],
)
def test_a_limit_that_is_broken_is_seen(fields: dict[str, object], why: str) -> None:
    p = Position.new("duel", ("highland", "sylvan"), 1)
    limits_are_kept(p)
    with pytest.raises(Broken, match=why):
        limits_are_kept(Position(**p.fields() | fields))


@pytest.mark.parametrize("seat", [-1, 2, 7])
def test_only_a_seat_that_is_there_resigns(seat: int) -> None:
    game = Game.new("duel", ("highland", "sylvan"), 1)
    with pytest.raises(CannotResign, match=f"there is no seat {seat}; the seats are 0 to 1"):
        game.resign(seat)
    assert game.resigned is None
    assert not game.position.is_over
