"""What an effect may offer: the sets of squares its words name, narrowed to what can follow."""

from __future__ import annotations

from dataclasses import dataclass

from tashkalar.choice import Asking
from tashkalar.effects import squares as sq
from tashkalar.effects import verbs as vb
from tashkalar.effects.assembly import Assembly
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


@dataclass(frozen=True)
class Register(sq.Squares):
    """A register, as a set of squares; only lowering makes these."""

    number: int


def manner(move: vb.Move) -> tuple[int, int]:
    return _KINDS[move.kind], move.leap * LEAP | move.along * STRAIGHT


class Offers(Assembly):
    """Code that pushes sets of squares."""

    # -- sets

    def squares(self, s: sq.Squares) -> None:
        match s:
            case sq.Both(left, right):
                self.squares(left)
                self.squares(right)
                self.emit(Op.AND)
            case sq.Either(left, right):
                self.squares(left)
                self.squares(right)
                self.emit(Op.OR)
            case sq.Outside(of):
                self.squares(of)
                self.emit(Op.NOT)
            case sq.Named(name):
                if name == "LINES":
                    self.reads.add("INDICATED")
                self.emit(Op[name])
            case Register(number):
                self.emit(Op.REGISTER, number)
            case sq.Reference("THEIRS"):
                self.emit(Op.THEIRS, self.colours[-1])
            case sq.Reference():
                self.emit(Op.REGISTER, self.reference(s))
            case sq.Around(how, of, distance):
                self.squares(of)
                if how in ("within", "ring"):
                    self.emit(Op[how.upper()], distance)
                else:
                    self.emit(Op[how.upper()])
            case sq.Line(turn, reach):
                self.emit(Op.LINE, turn % 8, reach)
            case sq.Nearest(n, of):
                self.squares(of)
                self.emit(Op.NEAREST, n)
            case sq.Before(of):
                self.squares(of)
                self.emit(Op.BEFORE)
            case sq.RicherIn(of):
                self.squares(of)
                self.emit(Op.RICHER)
            case sq.SameColour(of):
                self.squares(of)
                self.emit(Op.SAME_COLOUR)
            case _:
                raise TypeError(f"not a set of squares: {s!r}")

    def reference(self, s: sq.Squares) -> int:
        if s == sq.IT:
            return self.its[-1]
        if s == sq.THERE:
            return self.theres[-1]
        assert isinstance(s, sq.Reference)
        self.reads.add(s.name)
        fixed = {"SELF": SELF, "USED": USED, "ARRIVAL": ARRIVAL, "MARKED": MARKED}
        return fixed[s.name]

    # -- what can be done at all: an option is offered only if something can follow from it

    def narrow(self, body: tuple[vb.Effect, ...], candidates: sq.Squares | int) -> Asking:
        """Push those candidates for IT that the first effect of a body can be done with."""

        def push(extra: sq.Squares | None = None) -> None:
            if isinstance(candidates, int):
                self.emit(Op.REGISTER, candidates)
            else:
                self.squares(candidates)
            if extra is not None:
                self.squares(extra)
                self.emit(Op.AND)

        match body[0] if body else None:
            case vb.Change(verb, sq.IT, rank):
                push()
                if verb == "convert":
                    self.emit(Op.CONVERTIBLE, rank)
                else:
                    able = {"destroy": Op.OCCUPIED, "upgrade": Op.UPGRADABLE}
                    self.emit(able.get(verb, Op.DOWNGRADABLE))
                self.emit(Op.AND)
                return Asking[verb.upper()]
            case vb.Place(rank, sq.IT, theirs):
                push()
                self.emit(Op.PLACEABLE, rank, self.colours[-1] if theirs else NONE)
                self.emit(Op.AND)
                return Asking.PLACE
            case vb.Move(sq.IT) as move:
                push()
                self.squares(move.onto)
                self.emit(Op.MOVERS, *manner(move))
                return Asking.MOVER
            case vb.Match(cases):
                whole = Register(candidates) if isinstance(candidates, int) else candidates
                for i, (fits, case_body) in enumerate(cases):
                    # The first case that fits counts, so the later ones are for the rest.
                    here = whole & fits
                    for earlier, _ in cases[:i]:
                        here &= ~earlier
                    self.narrow(case_body, here)
                    if i:
                        self.emit(Op.OR)
                return Asking.SQUARE
        push()
        return Asking.SQUARE

    def possible(self, effect: vb.Effect) -> None:
        """Push a set that is empty exactly when a compulsory effect cannot be begun."""
        match effect:
            case vb.One(of, body):
                self.narrow(body, of)
            case vb.Place(rank, on, theirs):
                self.squares(on)
                self.emit(Op.PLACEABLE, rank, self.colours[-1] if theirs else NONE)
                self.emit(Op.AND)
            case vb.Move(who):
                self.squares(who)
                self.squares(effect.onto)
                self.emit(Op.MOVERS, *manner(effect))
            case _:
                self.emit(Op.ANYWHERE)
