"""Code that leaves a set of squares on the stack."""

from __future__ import annotations

from tashkalar.effects import effect as fx
from tashkalar.effects import squares as sq
from tashkalar.effects.assembly import Assembly
from tashkalar.effects.offered import (
    Convertible,
    Movers,
    Narrowed,
    Payable,
    Placeable,
    Pool,
    Provided,
    Reach,
    Touching,
)
from tashkalar.effects.program import (
    ARRIVAL,
    COMBAT,
    LEAP,
    MARKED,
    NONE,
    SELF,
    STANDARD,
    STRAIGHT,
    TO_EMPTY,
    USED,
    Op,
)

_KINDS = {"to_empty": TO_EMPTY, "standard": STANDARD, "combat": COMBAT}
_FIXED = {"SELF": SELF, "USED": USED, "ARRIVAL": ARRIVAL, "MARKED": MARKED}


def _manner(move: fx.Move) -> tuple[int, int]:
    return _KINDS[move.kind], move.leap * LEAP | move.along * STRAIGHT


class Sets(Assembly):
    """An assembly that can say sets of squares, and ask for a square of one."""

    def squares(self, s: sq.Squares) -> None:
        """Push a set; where its code is, and that of its parts, is written down."""
        start = len(self.code)
        self._push(s)
        self.spans[s] = (start, len(self.code))

    def _push(self, s: sq.Squares) -> None:
        match s:
            case sq.Both(left, right):
                self._push_on(Op.AND, left, right)
            case sq.Either(left, right):
                self._push_on(Op.OR, left, right)
            case sq.Outside(of):
                self._push_on(Op.NOT, of)
            case sq.Named(name):
                if name == "LINES":
                    self.reads.add("INDICATED")
                self.emit(Op[name])
            case sq.Reference("THEIRS"):
                self.emit(Op.THEIRS, self.colours[-1])
            case sq.Reference():
                self.emit(Op.REGISTER, self.reference(s))
            case sq.Around(how, of, distance):
                operands = (distance,) if how in ("within", "ring") else ()
                self._push_on(Op[how.upper()], of, operands=operands)
            case sq.Line(turn, reach):
                self.emit(Op.LINE, turn % 8, reach)
            case sq.Nearest(n, of):
                self._push_on(Op.NEAREST, of, operands=(n,))
            case sq.Before(of):
                self._push_on(Op.BEFORE, of)
            case sq.RicherIn(of):
                self._push_on(Op.RICHER, of)
            case sq.SameColour(of):
                self._push_on(Op.SAME_COLOUR, of)
            case Convertible(rank):
                self.emit(Op.CONVERTIBLE, rank)
            case Placeable(rank, theirs):
                self.emit(Op.PLACEABLE, rank, self.colours[-1] if theirs else NONE)
            case Movers(who, move):
                self._push_on(Op.MOVERS, who, move.onto, operands=_manner(move))
            case Reach(piece, move):
                self._push_on(Op.REACH, move.onto, operands=(piece, *_manner(move)))
            case Pool(register):
                self.emit(Op.REGISTER, register)
            case Touching(of, group):
                self._push_on(Op.TOUCHING, of, operands=(group,))
            case Provided(of, condition):
                self._push_on(Op.PROVIDED, of, condition)
            case Payable(budget, parts):
                for i, (part, moves) in enumerate(parts):
                    self._push_on(Op.PAYABLE, part, operands=(budget, moves))
                    if i:
                        self.emit(Op.OR)
            case _:
                raise TypeError(f"not a set of squares: {s!r}")

    def _push_on(self, op: Op, *of: sq.Squares, operands: tuple[int, ...] = ()) -> None:
        for part in of:
            self.squares(part)
        self.emit(op, *operands)

    def reference(self, s: sq.Squares) -> int:
        """The register that a reference means at this place of the effect."""
        if s == sq.IT:
            return self.its[-1]
        if s == sq.THERE:
            return self.theres[-1]
        assert isinstance(s, sq.Reference)
        self.reads.add(s.name)
        return _FIXED[s.name]

    def ask(
        self,
        offer: Narrowed,
        piece: int,
        square: int,
        leave: int,
        optional: bool,
        mover: int | None = None,
        budget: int | None = None,
        times: int = 0,
    ) -> None:
        """Ask for a square of the set on the stack, into a register for the piece and one more."""
        self.asks(
            offer.asking,
            optional,
            offer.squares,
            mover=mover,
            budget=budget,
            times=times,
            leap=offer.leap,
            rank=offer.rank,
        )
        self.emit(Op.ASK, offer.asking, piece, square, optional)
        self.to(leave)
