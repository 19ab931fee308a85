"""Refusals as values: what each is about, how it is told, and what it must not tell."""

from __future__ import annotations

import pickle
import string
from typing import Any

import pytest

from tashkalar import Choice, IllegalChoice, Position, event, parse_choice, parse_scenario
from tashkalar import refusal as r
from tashkalar.arena import NAMES, ROWS
from tashkalar.cards import deck
from tashkalar.catalogue import text
from tashkalar.choice import PASS_CONTROL, Asking
from tashkalar.player_names import PlayerNames
from tashkalar.rules import refusals
from tashkalar.state import State
from tashkalar.terms import Term
from tashkalar.words import refusal_words, spoken

EXAMPLES = {
    Term.SQUARE: 44,
    Term.SQUARES: 3 << 44,
    Term.CARD: 0,
    Term.COLOUR: 1,
    Term.RANK: 2,
    Term.SEAT: 1,
    Term.COUNT: 3,
    Term.ASKING: int(Asking.ACTION),
    Term.DIRECTION: 2,
    Term.LACK: (3 << 44, 1 << 45),
}


def start(head: str, **pieces: str) -> Position:
    """A position laid out like a scenario, with these pieces on the board: ``e6="A1"``."""
    rows = []
    for _y, row in enumerate(ROWS):
        cells = [square for square in NAMES if square.endswith(row)]
        rows.append(" ".join([row, *(pieces.get(square, "..") for square in cells)]))
    return parse_scenario("\n".join(["scenario: one", head, "board:", *rows])).start


def why(position: Position, text: str, seat: int | None = None) -> r.Refusal | None:
    return position.refusal(parse_choice(text), position.actor if seat is None else seat)


@pytest.mark.parametrize("kind", r.REFUSALS, ids=lambda kind: kind.__name__)
def test_a_refusal_is_told_with_what_it_is_about(kind: type[r.Refusal]) -> None:
    fields = r.FIELDS[kind]
    about = EXAMPLES | ({Term.CARD: deck("tasks")[0]} if kind is r.Unfulfilled else {})
    values: list[Any] = [about[term] for term in fields.values()]
    told = refusal_words(kind(*values))
    assert told != r.KEYS[kind]
    template = text(r.KEYS[kind])
    assert {place for _, place, _, _ in string.Formatter().parse(template) if place} <= {
        *fields,
        "criterion",
    }
    for field, term in fields.items():
        if "{" + field + "}" in template:
            assert str(spoken(term, about[term])) in told


def test_words_are_worked_out_only_when_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    position = Position.new("duel", ("highland", "sylvan"), 1)
    asked: list[Choice] = []
    reason = refusals.reason

    def noted(p: State, choice: Choice, seat: int) -> r.Refusal:
        asked.append(choice)
        return reason(p, choice, seat)

    monkeypatch.setattr(refusals, "reason", noted)
    with pytest.raises(IllegalChoice) as refused:
        position.after(parse_choice("finish"))
    assert asked == []
    assert refused.value.refusal == r.NotNow(Asking.START)
    assert str(refused.value) == refused.value.words()
    assert len(asked) == 1


def test_a_refusal_stays_true_when_the_position_is_played_on() -> None:
    position = Position.new("duel", ("highland", "sylvan"), 1)
    with pytest.raises(IllegalChoice) as refused:
        position.after(parse_choice("finish"))
    position.apply(parse_choice("c5"))
    assert refused.value.refusal == r.NotNow(Asking.START)
    again = pickle.loads(pickle.dumps(refused.value))
    assert again.refusal == refused.value.refusal


@pytest.mark.rule("19.27")
def test_a_partner_in_control_does_not_read_the_owners_hand() -> None:
    held = start("form: team-duel\nhand A: knight swordmaster bomb", a5="A1")
    position = held.after(PASS_CONTROL)
    assert position.actor != position.seat
    for kind in ("summon", "discard", "return", "card"):
        answers = {
            why(position, f"{kind} {card}") for card in ("knight", "messenger", "wild_eagle")
        }
        assert len(answers) == 1


def test_whoever_sets_out_pieces_does_not_read_the_first_hand() -> None:
    position = Position.new("duel", ("highland", "sylvan"), 1)
    assert position.actor == 1
    for kind in ("summon", "discard", "return", "invoke"):
        for card in ("wild_eagle", "dire_wolf", "sapling", "flare_01"):
            assert why(position, f"{kind} {card}") == r.NotNow(Asking.START)


def test_others_are_told_who_decides() -> None:
    position = Position.new("duel", ("highland", "sylvan"), 1)
    assert why(position, "c5", seat=0) == r.NotYours(1)
    assert why(position, "c5", seat=1) is None


@pytest.mark.rule("14.5")
def test_a_used_up_improvisation_is_named() -> None:
    pieces = {"e6": "A1", "e4": "B1"}
    head = "form: melee-3\nhand A: swordmaster"
    assert why(start(head, **pieces), "summon swordmaster") is None
    spent = start(f"{head}\nimprovised A: B", **pieces)
    found = why(spent, "summon swordmaster")
    assert isinstance(found, r.ImprovisedBefore)
    assert found.rival == 1
    told = refusal_words(found, names=PlayerNames(("Ada", "Ben", "Cleo"), (0, 1, 2), reader=0))
    assert "Ben’s piece" in told


def test_refusals_and_events_are_never_false() -> None:
    """Those without fields are empty tuples, and yet something is told."""
    assert r.Compulsory()
    assert event.Return()
    assert all(kind(*[0] * len(kind._fields)) for kind in (*r.REFUSALS, *event.EVENTS))
