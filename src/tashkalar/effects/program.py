"""Programs: an effect as one flat row of small bytes.

A program is a row of instructions for a machine with a stack of square sets and a few
registers. It holds no Python objects, so a paused effect is three plain values: which
program, where in it, and the registers.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from typing import NamedTuple

from tashkalar.effects.questions import Asked


class Op(IntEnum):
    """Instructions. Those before DESTROY leave a set on the stack, the others act."""

    ANYWHERE = 0
    EMPTY = 1
    OCCUPIED = 2
    MINE = 3
    ENEMY = 4
    COMMON = 5
    HEROIC = 6
    LEGENDARY = 7
    RED = 8
    GREEN = 9
    CENTRAL = 10
    UPGRADABLE = 11
    DOWNGRADABLE = 12
    LINES = 13
    CONVERTIBLE = 14  # rank
    PLACEABLE = 15  # rank, colour register
    REGISTER = 16  # register
    THEIRS = 17  # colour register
    AND = 18
    OR = 19
    NOT = 20
    ADJACENT = 21
    ORTHOGONAL = 22
    DIAGONAL = 23
    WITHIN = 24  # distance
    RING = 25  # distance
    LINE = 26  # turn, reach
    NEAREST = 27  # n
    BEFORE = 28
    RICHER = 29
    SAME_COLOUR = 30
    MOVERS = 31  # kind, manner: who, onto -> those of who that can go
    REACH = 32  # register, kind, manner: onto -> where that piece can go
    TOUCHING = 33  # register: only what touches that set, unless it is empty
    PROVIDED = 34  # of, condition -> of, or nothing if the condition is empty
    PAYABLE = 35  # register, moves: the set, or nothing if the budget has none of these moves

    DESTROY = 40  # counted
    UPGRADE = 41
    DOWNGRADE = 42
    CONVERT = 43  # rank
    PLACE = 44  # rank, colour register
    MOVE = 45  # register
    GAIN = 46  # what, n (from -128 to 127)
    ASK = 47  # asking, piece register, square register, optional, label
    ASK_DIRECTION = 48  # optional, label
    ASK_OPTION = 49  # n, optional, label, a label an option
    ASK_COLOUR = 50  # register, label of the end of the probe, label
    PROBED = 51
    NEXT_COLOUR = 52  # register, label
    ASK_CARD = 53  # zone, zone, optional, label
    SAVE = 54  # register
    ADD = 55  # register, register
    REMOVE = 56  # register, register
    SET = 57  # register, n
    COUNT = 58  # register, label: one less; on while some are left
    PAY = 59  # register, register, moves, register: see rules/budgets.py
    JUMP = 60  # label
    UNLESS = 61  # n, label: jump unless the set has so many squares
    UNLESS_CAPTURED = 62  # rank, label
    UNLESS_LEFT = 63  # what, label
    UNLESS_CARDS = 64  # zone, label
    END = 65


# How the operands of an instruction are to be read: b a byte, l a label of two bytes.
OPERANDS = {
    Op.CONVERTIBLE: "b",
    Op.PLACEABLE: "bb",
    Op.REGISTER: "b",
    Op.THEIRS: "b",
    Op.WITHIN: "b",
    Op.RING: "b",
    Op.LINE: "bb",
    Op.NEAREST: "b",
    Op.MOVERS: "bb",
    Op.REACH: "bbb",
    Op.TOUCHING: "b",
    Op.PAYABLE: "bb",
    Op.PAY: "bbbb",
    Op.DESTROY: "b",
    Op.CONVERT: "b",
    Op.PLACE: "bb",
    Op.MOVE: "b",
    Op.GAIN: "bb",
    Op.ASK: "bbbbl",
    Op.ASK_DIRECTION: "bl",
    Op.ASK_OPTION: "bbl*",
    Op.ASK_COLOUR: "bll",
    Op.NEXT_COLOUR: "bl",
    Op.ASK_CARD: "bbbl",
    Op.SAVE: "b",
    Op.ADD: "bb",
    Op.REMOVE: "bb",
    Op.SET: "bb",
    Op.COUNT: "bl",
    Op.JUMP: "l",
    Op.UNLESS: "bl",
    Op.UNLESS_CAPTURED: "bl",
    Op.UNLESS_LEFT: "bl",
    Op.UNLESS_CARDS: "bl",
}

# Registers every effect starts with.
SELF, USED, ARRIVAL, MARKED, INDICATED, HEADING, TAKEN = range(7)
FIXED = 7
NONE = 255  # no register; as a colour: your own
TO_EMPTY, STANDARD, COMBAT = 0, 1, 2
LEAP, STRAIGHT = 1, 2


@dataclass(frozen=True)
class Program:
    """Lowered code: its bytes, how many registers it needs, which of them follow pieces."""

    name: str
    code: bytes
    registers: int
    tracked: tuple[int, ...]
    # Does the effect look at the way the pattern was matched?
    reads_marked: bool
    reads_indicated: bool
    reads_used: bool
    # What is asked where: for those who explain a question. The machine does not read it.
    questions: Mapping[int, Asked] = field(default_factory=dict, compare=False)

    def start(self, being: int, used: int, marked: int, indicated: int) -> tuple[int, ...]:
        """The registers at the beginning of the effect."""
        fixed = (being, used, being, marked, indicated, 8, 0)
        return fixed + (0,) * (self.registers - FIXED)

    def to_bytes(self) -> bytes:
        """What the machine needs of it: registers, those that track pieces, the code."""
        tracked = sum(1 << r for r in self.tracked)
        return bytes((self.registers,)) + tracked.to_bytes(4, "little") + self.code


class Instruction(NamedTuple):
    """Where an instruction begins, what it is, and where the next one begins."""

    at: int
    op: Op
    end: int


def instructions(code: bytes) -> Iterator[Instruction]:
    """The instructions of a program in order."""
    at = 0
    while at < len(code):
        op = Op(code[at])
        end = at + 1 + sum(2 if letter == "l" else 1 for letter in _shape(op, code, at))
        yield Instruction(at, op, end)
        at = end


def _shape(op: Op, code: bytes, at: int) -> str:
    """The kinds of the operands; of a star, as many labels as the first operand says."""
    shape = OPERANDS.get(op, "")
    return shape[:-1] + "l" * code[at + 1] if shape.endswith("*") else shape


def listing(program: Program) -> str:
    """The program as text, an instruction a line."""
    return "\n".join(
        " ".join([f"{at:4} {op.name.lower()}", *_operands(op, program.code, at)])
        for at, op, _ in instructions(program.code)
    )


def _operands(op: Op, code: bytes, at: int) -> list[str]:
    found = []
    place = at + 1
    for letter in _shape(op, code, at):
        if letter == "l":
            found.append(f">{code[place] | code[place + 1] << 8}")
            place += 2
        else:
            found.append("-" if code[place] == NONE else str(code[place]))
            place += 1
    return found
