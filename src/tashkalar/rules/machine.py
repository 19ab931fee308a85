"""The interpreter: runs programs until somebody has to decide.

Each instruction is a small function of (position, code, pc, stack) that returns where to go
on. PAUSE means that the position now asks something; SWITCH that another frame is on top.
"""

from __future__ import annotations

from collections.abc import Callable

from tashkalar.choice import PASS_CONTROL, Choice
from tashkalar.rules.atoms import me
from tashkalar.rules.forms import FORM_OF
from tashkalar.rules.programs import TURN, program
from tashkalar.state import State

_TEAM_FORMS = frozenset(number for number, form in FORM_OF.items() if form.teams)
PAUSE = -1
SWITCH = -2

Operation = Callable[[State, bytes, int, list[int]], int]
Answer = Callable[[State, Choice, bytes, int], int]

STEPS: list[Operation | None] = [None] * 256
ANSWERS: list[Answer | None] = [None] * 256


def run(p: State) -> None:
    """Go on until a decision."""
    stack: list[int] = []
    steps = STEPS
    pc = SWITCH
    while pc != PAUSE:
        if pc == SWITCH:
            code, pc = program(p.program).code, p.pc
        pc = steps[code[pc]](p, code, pc, stack)  # type: ignore[misc]
    p.registers = tuple(p.registers)


def run_again(p: State) -> None:
    """Ask again what is being asked; only for questions between actions, which look around."""
    p.registers = list(p.registers)
    run(p)


def answer(p: State, choice: Choice) -> None:
    """Take a choice, unchecked, and go on until the next decision."""
    code, pc = program(p.program).code, p.pc
    p.registers = list(p.registers)
    p.pc = ANSWERS[code[pc]](p, choice, code, pc)  # type: ignore[misc]
    run(p)


def ask(p: State, pc: int, asking: int, mask: int, others: tuple[int, ...] = ()) -> int:
    """Stop here with a question. Inside an effect a team's player may pass control."""
    if p.callers and p.form_number in _TEAM_FORMS and p.actor == p.seat:
        others += (PASS_CONTROL.code,)
    p.pc = pc
    p.asking = int(asking)
    p.mask = mask
    p.others = others
    return PAUSE


def perform(p: State, number: int, registers: tuple[int, ...], back: int) -> int:
    """Push a frame; its caller goes on at ``back``."""
    p.callers = (*p.callers, (p.program, back, tuple(p.registers)))
    p.program, p.pc, p.registers = number, 0, list(registers)
    return SWITCH


def step(op: int) -> Callable[[Operation], Operation]:
    """What is decorated does the instruction ``op``; where to go on is returned."""

    def register(function: Operation) -> Operation:
        STEPS[op] = function
        return function

    return register


def answers(op: int) -> Callable[[Answer], Answer]:
    """What is decorated goes on from the question ``op`` once it is answered."""

    def register(function: Answer) -> Answer:
        ANSWERS[op] = function
        return function

    return register


def is_question(number: int, pc: int) -> bool:
    """Does a program ask something at this place?"""
    found = program(number)
    return ANSWERS[found.code[pc]] is not None and (number == TURN or pc in found.questions)


def label(code: bytes, at: int) -> int:
    """The target that two bytes of a program name."""
    return code[at] | code[at + 1] << 8


def enemies(p: State) -> list[int]:
    """The enemy colours of the player whose turn it is, in order of play."""
    return rivals_of(p, me(p))


def rivals_of(p: State, colour: int) -> list[int]:
    """The enemies of a colour, in order of play."""
    n = FORM_OF[p.form_number].colours
    return [(colour + i) % n for i in range(1, n)]
