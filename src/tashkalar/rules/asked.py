"""What the program of a position says about the question it asks."""

from __future__ import annotations

from tashkalar.effects.questions import Asked
from tashkalar.effects.squares import Squares
from tashkalar.rules.machine import STEPS
from tashkalar.rules.programs import program
from tashkalar.state import State


def asked(p: State) -> Asked | None:
    """The row of the table of questions; None for the questions of the turn itself."""
    return program(p.program).questions.get(p.pc)


def missed(p: State, square: int) -> tuple[Squares, int] | None:
    """The first condition of the question that a square does not meet, and what meets it.

    The first one that fails explains more than all of them at once.
    """
    question = asked(p)
    code = program(p.program).code
    for demand in question.demands if question else ():
        stack: list[int] = []
        at = demand.start
        while at < demand.end:
            at = STEPS[code[at]](p, code, at, stack)  # type: ignore[misc]
        if not stack[-1] >> square & 1:
            return demand.of, stack[-1]
    return None
