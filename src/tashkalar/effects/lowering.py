"""Lowering: from the words of a card to the program that the machine runs."""

from __future__ import annotations

from tashkalar.choice import Asking
from tashkalar.effects import squares as sq
from tashkalar.effects import verbs as vb
from tashkalar.effects.offered import Movers, Narrowed, Pool, Reach, Touching, narrowed, possible
from tashkalar.effects.program import NONE, Op, Program
from tashkalar.effects.sets import Sets


class _Lowering(Sets):
    """Code for effects, one word at a time."""

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
                self.chosen(narrowed(body, of), body, leave, optional)
            case vb.Some():
                self.some(effect)
            case vb.UpTo(n, body, until):
                self.up_to(n, body, until)
            case vb.Toward(body):
                self.reads.add("INDICATED")
                self.asks(Asking.DIRECTION, optional)
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
                self.asks(Asking.CARD, optional)
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
        self, offer: Narrowed, body: tuple[vb.Effect, ...], leave: int, optional: bool
    ) -> None:
        """Ask for one square, then the body with IT and THERE."""
        self.squares(offer.squares)
        it, there = self.register(tracked=True), self.register()
        self.ask(offer, it, there, leave, optional)
        self.with_it(it, there, body)

    def ask(
        self,
        offer: Narrowed,
        piece: int,
        square: int,
        leave: int,
        optional: bool,
        mover: int | None = None,
    ) -> None:
        """Ask for a square of the set on the stack, into a register for the piece and one more."""
        asking, leap, rank = offer.asking, offer.leap, offer.rank
        self.asks(asking, optional, offer.squares, mover=mover, leap=leap, rank=rank)
        self.emit(Op.ASK, asking, piece, square, optional)
        self.to(leave)

    def with_it(self, it: int, there: int, body: tuple[vb.Effect, ...]) -> None:
        """A body in which IT and THERE mean these registers."""
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
        self.counters.append(left)
        offer = narrowed(effect.body, Pool(pool, effect.of))
        if effect.connected:
            offer = offer._replace(squares=Touching(offer.squares, taken))
        self.squares(offer.squares)
        it, there = self.register(tracked=True), self.register()
        self.ask(offer, it, there, end, True)
        self.emit(Op.REMOVE, pool, there)
        if effect.connected:
            self.emit(Op.ADD, taken, there)
        self.with_it(it, there, effect.body)
        self.counters.pop()
        self.emit(Op.COUNT, left)
        self.to(again)
        self.here(end)

    def up_to(self, n: int, body: tuple[vb.Effect, ...], until: vb.Condition | None) -> None:
        left = self.register()
        again, end = self.label(), self.label()
        self.emit(Op.SET, left, n)
        self.here(again)
        self.counters.append(left)
        self.body(body, end, True)
        self.counters.pop()
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
            self.squares(possible(option[0]))
        self.asks(Asking.OPTION, optional, options=options)
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
        self.asks(Asking.COLOUR, False)
        self.emit(Op.ASK_COLOUR, colour)
        self.to(probed)
        self.to(leave)
        self.colours.append(colour)
        self.squares(possible(body[0]))
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
            movers = Movers(move.who, move)
            self.squares(movers)
            piece = self.register(tracked=True)
            self.ask(Narrowed(movers, Asking.MOVER, move.leap), piece, NONE, leave, optional)
            optional = False
        if isinstance(move.onto, sq.Reference):
            self._compulsory(move, optional)
            self.squares(move.onto)
        else:
            end, reach = self.register(), Reach(piece, move)
            self.squares(reach)
            offer = Narrowed(reach, Asking.DESTINATION, move.leap)
            self.ask(offer, NONE, end, leave, optional, mover=piece)
            self.emit(Op.REGISTER, end)
        self.emit(Op.MOVE, piece)

    def place(self, place: vb.Place, leave: int, optional: bool) -> None:
        colour = self.colours[-1] if place.theirs else NONE
        if place.on == sq.IT:
            self._compulsory(place, optional)
            self.emit(Op.REGISTER, self.its[-1])
        else:
            spots = possible(place)
            self.squares(spots)
            end = self.register()
            offer = Narrowed(spots, Asking.PLACE, rank=place.rank)
            self.ask(offer, NONE, end, leave, optional)
            self.emit(Op.REGISTER, end)
        self.emit(Op.PLACE, place.rank, colour)


def lower(name: str, effects: tuple[vb.Effect, ...]) -> Program:
    """The program of a card."""
    lowering = _Lowering()
    for effect in effects:
        lowering.alone(effect)
    return lowering.finish(name)
