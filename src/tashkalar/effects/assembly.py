"""Putting a program together: code, labels that are filled in at the end, registers."""

from __future__ import annotations

from tashkalar.effects.program import FIXED, SELF, USED, Op, Program


class Assembly:
    """A program in the making."""

    def __init__(self) -> None:
        self.code: list[int | tuple[str, int]] = []
        self.labels: list[int] = []
        self.registers = FIXED
        self.tracked = [SELF, USED]
        self.its: list[int] = []
        self.theres: list[int] = []
        self.colours: list[int] = []
        self.reads: set[str] = set()

    def emit(self, op: Op, *operands: int) -> None:
        self.code += (op, *operands)

    def label(self) -> int:
        self.labels.append(-1)
        return len(self.labels) - 1

    def to(self, label: int) -> None:
        """A reference to a label: two bytes, filled in at the end."""
        self.code += (("label", label), ("high", label))

    def here(self, label: int) -> None:
        self.labels[label] = len(self.code)

    def register(self, tracked: bool = False) -> int:
        self.registers += 1
        if tracked:
            self.tracked.append(self.registers - 1)
        return self.registers - 1

    def finish(self, name: str) -> Program:
        self.emit(Op.END)
        code = bytearray()
        for part in self.code:
            if isinstance(part, int):
                code.append(part)
            else:
                target = self.labels[part[1]]
                code.append(target & 255 if part[0] == "label" else target >> 8)
        return Program(
            name,
            bytes(code),
            self.registers,
            tuple(self.tracked),
            "MARKED" in self.reads,
            "INDICATED" in self.reads,
            "USED" in self.reads,
        )
