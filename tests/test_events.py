"""Events: one vocabulary, in an order in which each can be applied to the board."""

from __future__ import annotations

import pytest

from tashkalar import Game
from tashkalar.event import (
    EVENTS,
    FIELDS,
    Convert,
    Destroy,
    Downgrade,
    Event,
    Improvise,
    Lift,
    Move,
    Place,
    Points,
    PointsIn,
    Summon,
    Trigger,
    Upgrade,
    squares,
)
from tashkalar.player_names import PlayerNames
from tashkalar.rules.forms import FORMS
from tashkalar.terms import Term
from tashkalar.words import sentence, sentences
from tests.games import new_game, positions

CAUSES: dict[type[Event], tuple[str, ...]] = {
    Points: ("destroyed", "legend", "flare"),
    PointsIn: ("destroyed", "legend", "flare", "left_over"),
    Trigger: ("deck", "points"),
}


def test_every_kind_of_event_has_a_sentence() -> None:
    samples: dict[Term, object] = {
        Term.SQUARE: 40,
        Term.SQUARES: 3 << 40,
        Term.CARD: 0,
        Term.COLOUR: 1,
        Term.RANK: 2,
        Term.SEAT: 0,
        Term.COUNT: 1,
        Term.HALVES: 3,
        Term.PLACES: (1, 2),
        Term.FACT: True,
        Term.ACTOR: 2,
    }
    for kind in EVENTS:
        for cause in CAUSES.get(kind, ("",)):
            samples[Term.CAUSE] = cause
            values = {field: samples[term] for field, term in FIELDS[kind].items()}
            values |= {"new_colour": 3} if kind is Convert else {}
            event = kind(**values)  # type: ignore[arg-type]
            for reader in range(-1, 4):
                names = PlayerNames(("Ada", "Ben", "Cleo", "Dan"), (0, 1, 2, 3), reader)
                told = sentence(event, names=names)
                assert told.endswith(".")
                assert reader < 0 or names.seats[reader] not in told


def test_sentences_address_their_reader() -> None:
    names = PlayerNames(("Ada", "Ben"), (0, 1))
    taker = Move(start=43, end=44, colour=0, rank=2, leap=False)
    taken: list[Event] = [Destroy(44, 1, 1), taker]
    end = "heroic piece moves from d5 to e5, destroying"
    told = {reader: sentences(taken, names=names.read_by(reader)) for reader in (-1, 0, 1)}
    assert told[-1] == [f"Ada’s {end} Ben’s common piece."]
    assert told[0] == [f"Your {end} Ben’s common piece."]
    assert told[1] == [f"Ada’s {end} your common piece."]
    own: list[Event] = [Destroy(44, 0, 1), taker]
    assert sentences(own, names=names.read_by(0)) == [f"Your {end} your own common piece."]


@pytest.mark.rule("17.2")
def test_teammates_are_told_apart_by_who_acts() -> None:
    """The pieces belong to both; the sentence names the one who has decided."""
    names = PlayerNames(("Ada", "Ben", "Cleo", "Dan"), (0, 1, 0, 1))
    placed = Place(square=44, colour=0, rank=1)
    for actor, told in ((0, "Ada places"), (2, "Cleo places")):
        assert sentence(placed, names=names, actor=actor).startswith(told)
    assert sentence(placed, names=names.read_by(2), actor=2).startswith("You place")
    assert sentence(placed, names=names.read_by(0), actor=2).startswith("Cleo places")
    theirs = Place(square=44, colour=1, rank=1)
    end = "common piece on e5."
    for reader, told in (
        (-1, f"Ada places Ben and Dan’s {end}"),
        (0, f"You place Ben and Dan’s {end}"),
        (1, f"Ada places your {end}"),
    ):
        assert sentence(theirs, names=names.read_by(reader), actor=0) == told
    fallen = Destroy(square=44, colour=1, rank=1)
    assert sentence(fallen, names=names, actor=0).startswith("Ben and Dan’s common piece")
    assert sentence(fallen, names=names.read_by(3), actor=0).startswith("Your common piece")


def test_events_of_two_kinds_are_never_equal() -> None:
    first: Event = Destroy(40, 1, 1)
    second: Event = Lift(40, 1, 1)
    assert first != second
    assert first == Destroy(40, 1, 1)
    assert first != (40, 1, 1)
    assert len({first, second, Destroy(40, 1, 1)}) == 2


def test_a_captured_piece_goes_before_the_one_that_captures_it() -> None:
    """On the board left by the events before it every piece stands where an event says."""
    entered = 0
    for form in sorted(FORMS):
        game = Game.new(form, new_game(form, 4).schools, 4)
        for p, choice in positions(form, 4, 400):
            standing = p.common | p.heroic | p.legendary
            for event in game.play(choice):
                for square in squares(event):
                    if isinstance(event, Place | Summon) or square == getattr(event, "end", None):
                        assert not standing >> square & 1
                    else:
                        assert standing >> square & 1
                    if not isinstance(event, Upgrade | Downgrade | Convert):
                        standing ^= 1 << square
                entered += isinstance(event, Destroy)
            now = game.position
            assert standing == now.common | now.heroic | now.legendary
    assert entered > 20


@pytest.mark.parametrize("form", ["melee-3", "melee-4"])
def test_a_spent_improvisation_is_told_after_its_summoning(form: str) -> None:
    told = 0
    for seed in range(4):
        game = Game.new(form, new_game(form, seed).schools, seed)
        for p, choice in positions(form, seed, 400):
            events = game.play(choice)
            spent = [
                Improvise(seat, colour)
                for seat in range(FORMS[form].seats)
                for colour in range(4)
                if (game.position.improvised[seat] & ~p.improvised[seat]) >> colour & 1
            ]
            assert [event for event in events if isinstance(event, Improvise)] == spent
            if spent:
                told += 1
                assert isinstance(events[events.index(spent[0]) - 1], Summon)
    assert told
