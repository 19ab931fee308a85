"""The card language: lowering, listing, prose, texts."""

from __future__ import annotations

import re

import pytest

from tashkalar import Position
from tashkalar.arena import ALL, square, squares
from tashkalar.cards import BEINGS, CARDS, FLARES, SCHOOLS, Being, UnknownCard, card, deck, digest
from tashkalar.effects.effect import Effect
from tashkalar.effects.lowering import lower
from tashkalar.effects.program import OPERANDS, Op, Program, instructions, listing
from tashkalar.effects.prose import prose
from tashkalar.effects.prose import squares as in_words
from tashkalar.effects.questions import conjuncts
from tashkalar.effects.squares import COMMON, ENEMY, HEROIC, IT, MINE, RED, SELF, Squares, next_to
from tashkalar.effects.verbs import (
    ACTION,
    BEING,
    DISCARDS,
    LEGEND,
    TURN,
    budget,
    combat_move,
    destroy,
    gain,
    match,
    may,
    one,
    upgrade,
    when,
)
from tashkalar.rules.asked import asked, missed
from tashkalar.rules.machine import STEPS
from tests.games import positions


def programs() -> list[Program]:
    return [b.program for b in BEINGS.values()] + [
        f.program(h) for f in FLARES.values() for h in (1, 2, 3)
    ]


@pytest.mark.parametrize("program", programs(), ids=lambda p: p.name)
def test_programs_are_well_formed(program: Program) -> None:
    """Every label leads to an instruction, every register exists, the last one is END."""
    starts, labels, at = set(), [], 0
    code = program.code
    while at < len(code):
        starts.add(at)
        op = Op(code[at])
        at += 1
        shape = OPERANDS.get(op, "")
        if shape.endswith("*"):
            shape = shape[:-1] + "l" * code[at]
        for letter in shape:
            if letter == "l":
                labels.append(code[at] | code[at + 1] << 8)
            at += 2 if letter == "l" else 1
    assert at == len(code)
    assert set(labels) <= starts
    assert code[-1] == Op.END
    assert all(register < program.registers for register in program.tracked)
    assert len(listing(program).splitlines()) == len(starts)


def test_a_listing_reads_like_the_card() -> None:
    text = listing(lower("test", (may(one(ENEMY & COMMON, destroy(IT), upgrade(SELF))),)))
    assert [line.split()[1] for line in text.splitlines()] == [
        "enemy",
        "common",
        "and",
        "occupied",
        "and",
        "ask",
        "register",
        "destroy",
        "register",
        "upgrade",
        "end",
    ]


@pytest.mark.parametrize("program", programs(), ids=lambda p: p.name)
def test_every_question_is_in_the_table(program: Program) -> None:
    asking = {at for at, op, _ in instructions(program.code) if op.name.startswith("ASK")}
    assert set(program.questions) == asking
    for at, question in program.questions.items():
        if program.code[at] == Op.ASK:
            assert program.code[at + 1] == question.asking
            assert program.code[at + 4] == question.optional
            assert all(0 <= d.start < d.end <= at for d in question.demands)


@pytest.mark.parametrize("form", ["duel", "melee-4"])
def test_what_a_question_demands_is_what_it_offers(form: str) -> None:
    """In every position of some games: a square is refused exactly if some demand says why."""
    seen = 0
    for seed in range(6):
        for position, _ in positions(form, seed):
            question = asked(position)
            if question is None or not question.demands:
                continue
            seen += 1
            for at in squares(ALL):
                assert (missed(position, at) is None) == bool(position.mask >> at & 1)
    assert seen > 50


def test_alternatives_say_first_what_they_share() -> None:
    def said(s: Squares) -> list[str]:
        return [in_words(part.says) for part in conjuncts(s)]

    assert said(ENEMY & COMMON | ENEMY & HEROIC) == ["an enemy piece", "common or heroic"]
    # Whatever it is, it must be the one thing that both demand.
    assert said(MINE & COMMON | MINE & ~COMMON) == ["yours"]
    assert said(SELF & RED & MINE | ~SELF & RED & MINE) == ["red", "yours"]
    # One alternative that asks for nothing more makes the other one idle.
    assert said(MINE | MINE & COMMON) == ["yours"]


def test_sets_are_put_into_words_without_being_misread() -> None:
    assert in_words(COMMON & (RED | next_to(RED))) == "common and (red or adjacent to a red square)"
    assert in_words(~(MINE & COMMON)) == "not (yours and common)"
    assert in_words(next_to(MINE | RED)) == "adjacent to (yours or red)"


def test_what_asks_nothing_cannot_be_declined() -> None:
    with pytest.raises(TypeError, match="cannot be declined"):
        lower("test", (may(gain(ACTION)),))
    with pytest.raises(TypeError, match="a set of squares, then effects"):
        match((MINE, MINE))


def test_a_budget_holds_few_moves_and_nothing_else() -> None:
    with pytest.raises(TypeError, match="holds moves and leaps"):
        budget((combat_move(SELF), upgrade(SELF)))
    with pytest.raises(TypeError, match="at most 3 moves"):
        budget((combat_move(MINE), combat_move(MINE)), (combat_move(SELF), combat_move(SELF)))


def resolved(*effects: Effect, **fields: int) -> Position:
    """A position in which a card with these effects has begun, on e5, without asking."""
    position = Position.new("duel", ("highland", "sylvan"), 1)
    position = position.after(position.choices()[0])
    for name, n in fields.items():
        setattr(position, name, n)
    code = lower("test", effects)
    pc = 0
    stack: list[int] = []
    position.registers = list(code.start(1 << square("e5"), 0, 0, 0))
    while code.code[pc] != Op.END:
        pc = STEPS[code.code[pc]](position, code.code, pc, stack)  # type: ignore[misc]
    return position


def test_what_a_turn_grants_can_be_taken_away() -> None:
    assert resolved(gain(ACTION, 2), actions=1).actions == 3
    assert resolved(gain(ACTION, -1), actions=2).actions == 1
    assert resolved(gain(ACTION, -1), actions=0).actions == 0
    assert resolved(gain(TURN), gain(BEING), gain(LEGEND, 2)).extra_legends == 2
    assert resolved(when(ACTION, gain(TURN)), actions=0).extra_turns == 0
    assert resolved(when(ACTION, gain(TURN)), actions=1).extra_turns == 1
    assert resolved(when(DISCARDS, gain(TURN), otherwise=gain(BEING))).extra_beings == 1


@pytest.mark.parametrize("being", list(BEINGS.values()), ids=lambda b: b.id)
def test_every_being_can_be_told_in_prose(being: Being) -> None:
    text = prose(being.effects)
    assert text
    # A word that is missing in the catalogue is shown by its id.
    assert not re.search(r"[{}]|\b(prose|set|zone|allowance)\.", text)


def test_the_decks_are_complete() -> None:
    for name in set(SCHOOLS.values()):
        ranks = [being.rank for being in BEINGS.values() if being.number in deck(name)]
        assert sorted(ranks) == [1] * 5 + [2] * 13
    assert [len(deck(name)) for name in ("legends", "flares", "tasks")] == [12, 12, 24]
    assert len({c.id for c in CARDS.values()}) == len(CARDS)


def test_cards_are_found_by_name() -> None:
    assert card("Two-Headed Dragon") is card("two_headed_dragon")
    with pytest.raises(UnknownCard, match="did you mean knight"):
        card("knigt")


def test_the_digest_depends_on_what_cards_do() -> None:
    changed = lower("knight", (destroy(SELF),))
    assert changed.to_bytes() != BEINGS[0].program.to_bytes()
    assert digest(("highland", "sylvan")) != digest(("highland", "northern_imperial"))
    assert digest(("highland", "sylvan")) == digest(("sylvan", "highland"))


def test_a_pattern_needs_one_summoning_square() -> None:
    with pytest.raises(ValueError, match="needs one of @ C H"):
        assert Being("x", 1, "c c", ()).pieces
