"""Putting a program together: code, labels that are filled in at the end, registers."""

from __future__ import annotations

from tashkalar.choice import Asking
from tashkalar.effects.effect import Effect
from tashkalar.effects.program import FIXED, SELF, USED, Op, Program
from tashkalar.effects.questions import Asked, Demand, conjuncts
from tashkalar.effects.squares import Squares


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
        # Of the repetitions around, the innermost last: the register, and how many they are.
        self.counters: list[tuple[int, int]] = []
        self.spans: dict[Squares, tuple[int, int]] = {}  # where the code of each set is, last
        self.questions: dict[int, Asked] = {}

    def emit(self, op: Op, *operands: int) -> None:
        """Write an instruction."""
        self.code += (op, *operands)

    def label(self) -> int:
        """A new label, for a place that is not known yet."""
        self.labels.append(-1)
        return len(self.labels) - 1

    def to(self, label: int) -> None:
        """A reference to a label: two bytes, filled in at the end."""
        self.code += (("label", label), ("high", label))

    def here(self, label: int) -> None:
        """A label stands for this place."""
        self.labels[label] = len(self.code)

    def register(self, tracked: bool = False) -> int:
        """A new register; a tracked one holds pieces and follows them."""
        self.registers += 1
        if tracked:
            self.tracked.append(self.registers - 1)
        return self.registers - 1

    def asks(
        self,
        asking: Asking,
        optional: bool,
        of: Squares | None = None,
        *,
        mover: int | None = None,
        budget: int | None = None,
        times: int = 0,
        leap: bool = False,
        rank: int = 0,
        options: tuple[tuple[Effect, ...], ...] = (),
    ) -> None:
        """Write down that the next instruction is a question; of squares: of which set."""
        counter, most = self.counters[-1] if self.counters else (None, 0)
        self.questions[len(self.code)] = Asked(
            asking,
            optional,
            tuple(Demand(p.says, *self.spans[p.whole]) for p in conjuncts(of)) if of else (),
            counter,
            times or most,
            budget,
            mover,
            leap,
            rank,
            options,
        )

    def finish(self, name: str) -> Program:
        """The program, with every label filled in."""
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
            self.questions,
        )
