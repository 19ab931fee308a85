"""Lowering: from the words of a card to the program that the machine runs."""

from __future__ import annotations

from dataclasses import dataclass

from tashkalar.choice import Asking
from tashkalar.effects import squares as sq
from tashkalar.effects import verbs as vb
from tashkalar.effects.program import (
    ARRIVAL,
    COMBAT,
    FIXED,
    LEAP,
    MARKED,
    NONE,
    SELF,
    STANDARD,
    STRAIGHT,
    TO_EMPTY,
    USED,
    Op,
    Program,
)

_KINDS = {"to_empty": TO_EMPTY, "standard": STANDARD, "combat": COMBAT}


class _Lowering:
    def __init__(self) -> None:
        self.code: list[int | tuple[str, int]] = []
        self.labels: list[int] = []
        self.registers = FIXED
        self.tracked = [SELF, USED]
        self.its: list[int] = []
        self.theres: list[int] = []
        self.colours: list[int] = []
        self.reads: set[str] = set()

    # -- small things

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
            case _Register(number):
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
                self.emit(Op.MOVERS, *_manner(move))
                return Asking.MOVER
            case vb.Match(cases):
                whole = _Register(candidates) if isinstance(candidates, int) else candidates
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
                self.emit(Op.MOVERS, *_manner(effect))
            case _:
                self.emit(Op.ANYWHERE)

    # -- effects. `leave` is where to go when the first decision is declined or impossible.

    def body(self, effects: tuple[vb.Effect, ...], leave: int, optional: bool) -> None:
        """A row of effects whose first decision decides about all of them."""
        for i, effect in enumerate(effects):
            if i == 0:
                self.effect(effect, leave, optional)
            else:
                self.alone(effect)

    def alone(self, effect: vb.Effect) -> None:
        """An effect that stands for itself: what cannot be done is skipped."""
        end = self.label()
        self.effect(effect, end, False)
        self.here(end)

    def effect(self, effect: vb.Effect, leave: int, optional: bool) -> None:
        match effect:
            case vb.May(body):
                end = self.label()
                self.body(body, end, True)
                self.here(end)
            case vb.One(of, body):
                asking = self.narrow(body, of)
                self.chosen(asking, body, leave, optional)
            case vb.Some():
                self.some(effect)
            case vb.UpTo(n, body, until):
                self.up_to(n, body, until)
            case vb.Toward(body):
                self.reads.add("INDICATED")
                self.emit(Op.ASK_DIRECTION, optional)
                self.to(leave)
                for part in body:
                    self.alone(part)
            case vb.Match(cases):
                end = self.label()
                for fits, body in cases:
                    other = self.label()
                    self.emit(Op.REGISTER, self.its[-1])
                    self.squares(fits)
                    self.emit(Op.AND)
                    self.emit(Op.UNLESS, 1)
                    self.to(other)
                    for part in body:
                        self.alone(part)
                    self.emit(Op.JUMP)
                    self.to(end)
                    self.here(other)
                self.here(end)
            case vb.Choose(options):
                self.choose(options, leave, optional)
            case vb.When():
                self.when(effect)
            case vb.Colours(each, body):
                self.each_colour(body) if each else self.one_colour(body, leave)
            case vb.Move():
                self.move(effect, leave, optional)
            case vb.Place():
                self.place(effect, leave, optional)
            case vb.Change(verb, who, rank, counted):
                self._compulsory(effect, optional)
                self.squares(who)
                operands = {"destroy": (int(counted),), "convert": (rank,)}.get(verb, ())
                self.emit(Op[verb.upper()], *operands)
            case vb.Deed("recall"):
                self.emit(Op.ASK_CARD, optional)
                self.to(leave)
            case vb.Deed(verb, n):
                self._compulsory(effect, optional)
                if verb == "gain_action":
                    self.emit(Op.GAIN, n)
                else:
                    self.emit(Op[verb.upper()])
            case _:
                raise TypeError(f"not an effect: {effect!r}")

    @staticmethod
    def _compulsory(effect: vb.Effect, optional: bool) -> None:
        if optional:
            raise TypeError(f"{effect} asks nothing, so it cannot be declined; use one(...)")

    def chosen(
        self, asking: Asking, body: tuple[vb.Effect, ...], leave: int, optional: bool
    ) -> None:
        """Ask for one square of the set on the stack, then the body with IT and THERE."""
        it, there = self.register(tracked=True), self.register()
        self.emit(Op.ASK, asking, it, there, optional)
        self.to(leave)
        self.its.append(it)
        self.theres.append(there)
        for part in body:
            self.alone(part)
        self.its.pop()
        self.theres.pop()

    def some(self, effect: vb.Some) -> None:
        pool, left = self.register(tracked=True), self.register()
        taken = self.register() if effect.connected else NONE
        again, end = self.label(), self.label()
        self.squares(effect.of)
        self.emit(Op.SAVE, pool)
        self.emit(Op.SET, left, effect.n)
        if effect.connected:
            self.emit(Op.SET, taken, 0)
        self.here(again)
        asking = self.narrow(effect.body, pool)
        if effect.connected:
            self.emit(Op.TOUCHING, taken)
        it, there = self.register(tracked=True), self.register()
        self.emit(Op.ASK, asking, it, there, True)
        self.to(end)
        self.emit(Op.REMOVE, pool, there)
        if effect.connected:
            self.emit(Op.ADD, taken, there)
        self.its.append(it)
        self.theres.append(there)
        for part in effect.body:
            self.alone(part)
        self.its.pop()
        self.theres.pop()
        self.emit(Op.COUNT, left)
        self.to(again)
        self.here(end)

    def up_to(self, n: int, body: tuple[vb.Effect, ...], until: vb.Condition | None) -> None:
        left = self.register()
        again, end = self.label(), self.label()
        self.emit(Op.SET, left, n)
        self.here(again)
        self.body(body, end, True)
        if until is not None:
            on = self.label()
            self.condition(until, on)
            self.emit(Op.JUMP)
            self.to(end)
            self.here(on)
        self.emit(Op.COUNT, left)
        self.to(again)
        self.here(end)

    def choose(
        self, options: tuple[tuple[vb.Effect, ...], ...], leave: int, optional: bool
    ) -> None:
        end = self.label()
        starts = [self.label() for _ in options]
        for option in options:
            self.possible(option[0])
        self.emit(Op.ASK_OPTION, len(options), optional)
        self.to(leave)
        for start in starts:
            self.to(start)
        for start, option in zip(starts, options, strict=True):
            self.here(start)
            self.body(option, end, False)
            self.emit(Op.JUMP)
            self.to(end)
        self.here(end)

    def when(self, effect: vb.When) -> None:
        other, end = self.label(), self.label()
        self.condition(effect.condition, other)
        for part in effect.body:
            self.alone(part)
        self.emit(Op.JUMP)
        self.to(end)
        self.here(other)
        for part in effect.otherwise:
            self.alone(part)
        self.here(end)

    def condition(self, condition: vb.Condition, otherwise: int) -> None:
        match condition:
            case vb.AtLeast(n, of):
                self.squares(of)
                self.emit(Op.UNLESS, n)
            case vb.Captured(rank):
                self.emit(Op.UNLESS_CAPTURED, rank)
            case vb.EvenFight():
                self.emit(Op.UNLESS_EVEN)
            case vb.ActionsLeft():
                self.emit(Op.UNLESS_ACTIONS)
            case vb.DiscardsEmpty():
                self.emit(Op.UNLESS_NO_DISCARDS)
            case _:
                raise TypeError(f"not a condition: {condition!r}")
        self.to(otherwise)

    def one_colour(self, body: tuple[vb.Effect, ...], leave: int) -> None:
        colour, probed = self.register(), self.label()
        self.emit(Op.ASK_COLOUR, colour)
        self.to(probed)
        self.to(leave)
        self.colours.append(colour)
        self.possible(body[0])
        self.emit(Op.PROBED)
        self.here(probed)
        for part in body:
            self.alone(part)
        self.colours.pop()

    def each_colour(self, body: tuple[vb.Effect, ...]) -> None:
        colour = self.register()
        again, end = self.label(), self.label()
        self.emit(Op.SET, colour, NONE)
        self.here(again)
        self.emit(Op.NEXT_COLOUR, colour)
        self.to(end)
        self.colours.append(colour)
        for part in body:
            self.alone(part)
        self.colours.pop()
        self.emit(Op.JUMP)
        self.to(again)
        self.here(end)

    def move(self, move: vb.Move, leave: int, optional: bool) -> None:
        if move.who in (sq.SELF, sq.IT):
            piece = self.reference(move.who)
        else:
            self.squares(move.who)
            self.squares(move.onto)
            self.emit(Op.MOVERS, *_manner(move))
            piece = self.register(tracked=True)
            self.emit(Op.ASK, Asking.MOVER, piece, NONE, optional)
            self.to(leave)
            optional = False
        if isinstance(move.onto, sq.Reference):
            self._compulsory(move, optional)
            self.squares(move.onto)
        else:
            end = self.register()
            self.squares(move.onto)
            self.emit(Op.REACH, piece, *_manner(move))
            self.emit(Op.ASK, Asking.DESTINATION, NONE, end, optional)
            self.to(leave)
            self.emit(Op.REGISTER, end)
        self.emit(Op.MOVE, piece)

    def place(self, place: vb.Place, leave: int, optional: bool) -> None:
        colour = self.colours[-1] if place.theirs else NONE
        if place.on == sq.IT:
            self._compulsory(place, optional)
            self.emit(Op.REGISTER, self.its[-1])
        else:
            self.possible(place)
            end = self.register()
            self.emit(Op.ASK, Asking.PLACE, NONE, end, optional)
            self.to(leave)
            self.emit(Op.REGISTER, end)
        self.emit(Op.PLACE, place.rank, colour)


@dataclass(frozen=True)
class _Register(sq.Squares):
    """A register, as a set of squares; only lowering makes these."""

    number: int


def _manner(move: vb.Move) -> tuple[int, int]:
    return _KINDS[move.kind], move.leap * LEAP | move.along * STRAIGHT


def lower(name: str, effects: tuple[vb.Effect, ...]) -> Program:
    """The program of a card."""
    lowering = _Lowering()
    for effect in effects:
        lowering.alone(effect)
    return lowering.finish(name)
