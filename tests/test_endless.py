"""Positions in which playing on would never end: refused as bytes by both engines, and as text."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

import pytest

from tashkalar import Asking, Position, parse_position, position_text, view
from tashkalar.cards import BEINGS, FLARES
from tashkalar.effects.effect import Allowance
from tashkalar.effects.program import Op, instructions
from tashkalar.notation.positions import BadPosition
from tashkalar.rules import programs
from tashkalar.rules.forms import FORMS
from tashkalar.rules.soundness import ALLOWANCES
from tashkalar.rules.turn import Step
from tashkalar.state import ALLOWANCE_LIMIT, DamagedPosition
from tashkalar.study.setup import SetUp
from tests.core_lockstep import CORE
from tests.games import positions

SET_UP = 9  # actions that a set-up may give


def met(wanted: Callable[[Position], Any], form: str = "high-form") -> Iterator[Position]:
    """Positions of games of which something holds."""
    return (p for seed in range(1000) for p, _ in positions(form, seed) if wanted(p))


def changed(p: Position, **fields: Any) -> Position:
    return Position(**(p.fields() | fields))


def refused(p: Position, why: str) -> None:
    """By the reference, by the core as a position and as a view, and as text."""
    data = p.to_bytes()
    with pytest.raises(DamagedPosition, match=why):
        Position.from_bytes(data)
    with pytest.raises(BadPosition, match=why):
        parse_position(position_text(p), Position)
    if CORE is not None:
        for read in (CORE.Position.from_bytes, lambda data: CORE.View.from_bytes(data, 0)):
            with pytest.raises(CORE.Damaged):
                read(data)


def accepted(p: Position) -> None:
    data = p.to_bytes()
    assert Position.from_bytes(data) == p
    if CORE is not None:
        assert CORE.Position.from_bytes(data).to_bytes() == data
        seen = view(p, p.actor)
        assert CORE.View.from_bytes(seen.to_bytes(), p.actor).to_bytes() == seen.to_bytes()


def counters(p: Position) -> list[tuple[int, int]]:
    """The registers of the running effect that count, and the most that each can be."""
    code = programs.program(p.program).code
    parts = list(instructions(code))
    counted = {code[at + 1] for at, op, _ in parts if op == Op.COUNT}
    sets = [(code[at + 1], code[at + 2]) for at, op, _ in parts if op == Op.SET]
    return [(r, max(n for to, n in sets if to == r)) for r in sorted(counted)]


def with_register(p: Position, register: int, value: int) -> Position:
    row = [*p.registers]
    row[register] = value
    return changed(p, registers=tuple(row))


def test_a_counter_is_at_most_what_its_program_begins_with() -> None:
    programs_met = set()
    for p in islice(met(lambda p: p.callers and counters(p)), 200):
        programs_met.add(p.program)
        accepted(p)
        for register, most in counters(p):
            for value in (most + 1, 255, 256, 2**40, 2**64, 2**90 - 1):
                refused(with_register(p, register, value), f"register {register} counts what")
    assert len(programs_met) > 5


def test_a_counter_that_is_under_way_is_not_at_nothing() -> None:
    def counts(p: Position) -> bool:
        return bool(p.callers) and len(counters(p)) == 1 and p.registers[counters(p)[0][0]] > 0

    for p in islice(met(counts), 20):
        register, most = counters(p)[0]
        refused(with_register(p, register, 0), f"it is from 1 to {most} here")


@pytest.mark.parametrize(
    ("form", "asks", "pc"),
    [
        ("duel", Asking.ACTION, Step.ACT),
        ("high-form", Asking.SUMMONING_SQUARE, Step.SQUARE),
        ("melee-4", Asking.WAY, Step.WAY),
    ],
)
def test_what_is_being_done_takes_an_action(form: str, asks: Asking, pc: int) -> None:
    for p in islice(met(lambda p: p.asking == asks, form), 5):
        assert p.pc == pc and not p.callers
        accepted(p)
        refused(changed(p, actions=0), "there is no action left for what is being done")


def test_a_shortage_takes_an_action_too() -> None:
    acting = next(met(lambda p: p.asking == Asking.ACTION and p.pieces[p.colour_of[p.seat]]))
    mine = acting.pieces[acting.colour_of[acting.seat]].bit_count()
    stock = tuple(mine if c == acting.seat else n for c, n in enumerate(acting.stock))
    lifting = Position.arranged(**_laid_out(changed(acting, stock=stock)))
    laying = lifting.after(lifting.choices()[0])
    assert laying.asking == Asking.LAID
    accepted(laying)
    refused(changed(laying, actions=0), "there is no action left")


def _laid_out(p: Position) -> dict[str, Any]:
    machine = ("program", "pc", "registers", "callers", "asking", "mask", "others")
    return {name: value for name, value in p.fields().items() if name not in machine}


@pytest.mark.parametrize("name", ALLOWANCES)
def test_allowances_have_a_limit(name: str) -> None:
    p = next(met(lambda p: p.asking == Asking.ACTION))
    accepted(changed(p, **{name: ALLOWANCE_LIMIT}))
    for value in (ALLOWANCE_LIMIT + 1, 10_000, -1):
        refused(changed(p, **{name: value}), f"{name} is a number from 0 to {ALLOWANCE_LIMIT}")


def test_no_turn_comes_near_the_limit() -> None:
    """All that cards can give, each of them played twice, on top of what a set-up may give."""
    given = dict.fromkeys(Allowance, 0)
    numbers = [programs.of_being(card) for card in BEINGS]
    for number in (*numbers, *(programs.of_flare(card, 3) for card in FLARES)):
        code = programs.program(number).code
        for at, op, _ in instructions(code):
            if op == Op.GAIN:
                given[Allowance(code[at + 1])] += code[at + 2] if code[at + 2] < 128 else 0
    assert given[Allowance.ACTION] > 9
    assert SET_UP + 2 * max(given.values()) < ALLOWANCE_LIMIT


@pytest.mark.parametrize("form", FORMS)
def test_what_is_set_up_is_accepted(form: str) -> None:
    p = next(met(lambda p: p.asking == Asking.ACTION and p.turn > 4, form))
    set_up = SetUp.of(p)
    for actions in range(SET_UP + 1):
        rest = {**set_up.rest, "extra_turns": "99", "extra_beings": "9"}
        accepted(SetUp(**(vars(set_up) | {"actions": actions, "rest": rest})).laid_out())


def test_bytes_with_rows_in_the_wrong_places_are_refused() -> None:
    p = next(met(lambda p: p.callers and counters(p)))
    register = counters(p)[0][0]
    for row in (with_register(p, register, ()), changed(p, callers=((0, 9),))):  # type: ignore[arg-type]
        with pytest.raises(DamagedPosition):
            Position.from_bytes(row.to_bytes())
