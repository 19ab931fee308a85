"""Lowering: from the words of a card to the program that the machine runs."""

from __future__ import annotations

from tashkalar.choice import Asking
from tashkalar.effects import effect as fx
from tashkalar.effects import squares as sq
from tashkalar.effects.offered import Movers, Narrowed, Pool, Reach, Touching, narrowed, possible
from tashkalar.effects.payments import Payments
from tashkalar.effects.program import NONE, Op, Program


class _Lowering(Payments):
    """Code for effects, one word at a time."""

    # -- effects. `leave` is where to go when the first decision is declined or impossible.

    def body(self, effects: tuple[fx.Effect, ...], leave: int, optional: bool) -> None:
        """A row of effects whose first decision decides about all of them."""
        for i, effect in enumerate(effects):
            if i == 0:
                self.effect(effect, leave, optional)
            else:
                self.alone(effect)

    def alone(self, effect: fx.Effect) -> None:
        """An effect that stands for itself: what cannot be done is skipped."""
        end = self.label()
        self.effect(effect, end, False)
        self.here(end)

    def effect(self, effect: fx.Effect, leave: int, optional: bool) -> None:
        match effect:
            case fx.May(body):
                end = self.label()
                self.body(body, end, True)
                self.here(end)
            case fx.One(of, body):
                self.chosen(narrowed(body, of), body, leave, optional)
            case fx.Some():
                self.some(effect)
            case fx.UpTo(n, body, until):
                self.up_to(n, body, until)
            case fx.Toward(body):
                self.reads.add("INDICATED")
                self.asks(Asking.DIRECTION, optional)
                self.emit(Op.ASK_DIRECTION, optional)
                self.to(leave)
                for part in body:
                    self.alone(part)
            case fx.Match(cases):
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
            case fx.Choose(options):
                self.choose(options, leave, optional)
            case fx.When():
                self.when(effect)
            case fx.Colours(each, body):
                self.each_colour(body) if each else self.one_colour(body, leave)
            case fx.Move():
                self.move(effect, leave, optional)
            case fx.Place():
                self.place(effect, leave, optional)
            case fx.Change(verb, who, rank, counted):
                self._compulsory(effect, optional)
                self.squares(who)
                operands = {"destroy": (int(counted),), "convert": (rank,)}.get(verb, ())
                self.emit(Op[verb.upper()], *operands)
            case fx.Gain(what, n):
                self._compulsory(effect, optional)
                self.emit(Op.GAIN, what.value, n % 256)
            case fx.Send(start, end):
                self.asks(Asking.CARD, optional)
                self.emit(Op.ASK_CARD, start.value, end.value, optional)
                self.to(leave)
            case fx.Budget():
                self.budget(effect, leave, optional)
            case _:
                raise TypeError(f"not an effect: {effect!r}")

    @staticmethod
    def _compulsory(effect: fx.Effect, optional: bool) -> None:
        if optional:
            raise TypeError(f"{effect} asks nothing, so it cannot be declined; use one(...)")

    def chosen(
        self, offer: Narrowed, body: tuple[fx.Effect, ...], leave: int, optional: bool
    ) -> None:
        """Ask for one square, then the body with IT and THERE."""
        self.squares(offer.squares)
        it, there = self.register(tracked=True), self.register()
        self.ask(offer, it, there, leave, optional)
        self.with_it(it, there, body)

    def with_it(self, it: int, there: int, body: tuple[fx.Effect, ...]) -> None:
        """A body in which IT and THERE mean these registers."""
        self.its.append(it)
        self.theres.append(there)
        for part in body:
            self.alone(part)
        self.its.pop()
        self.theres.pop()

    def some(self, effect: fx.Some) -> None:
        pool, left = self.register(tracked=True), self.register()
        taken = self.register() if effect.connected else NONE
        again, end = self.label(), self.label()
        self.squares(effect.of)
        self.emit(Op.SAVE, pool)
        self.emit(Op.SET, left, effect.n)
        if effect.connected:
            self.emit(Op.SET, taken, 0)
        self.here(again)
        self.counters.append((left, effect.n))
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

    def up_to(self, n: int, body: tuple[fx.Effect, ...], until: fx.Condition | None) -> None:
        left = self.register()
        again, end = self.label(), self.label()
        self.emit(Op.SET, left, n)
        self.here(again)
        self.counters.append((left, n))
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
        self, options: tuple[tuple[fx.Effect, ...], ...], leave: int, optional: bool
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

    def when(self, effect: fx.When) -> None:
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

    def condition(self, condition: fx.Condition, otherwise: int) -> None:
        match condition:
            case fx.AtLeast(n, of):
                self.squares(of)
                self.emit(Op.UNLESS, n)
            case fx.Captured(rank):
                self.emit(Op.UNLESS_CAPTURED, rank)
            case fx.Remains(what):
                self.emit(Op.UNLESS_LEFT, what.value)
            case fx.Holds(zone):
                self.emit(Op.UNLESS_CARDS, zone.value)
            case _:
                raise TypeError(f"not a condition: {condition!r}")
        self.to(otherwise)

    def one_colour(self, body: tuple[fx.Effect, ...], leave: int) -> None:
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

    def each_colour(self, body: tuple[fx.Effect, ...]) -> None:
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

    def move(self, move: fx.Move, leave: int, optional: bool) -> None:
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

    def place(self, place: fx.Place, leave: int, optional: bool) -> None:
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


def lower(name: str, effects: tuple[fx.Effect, ...]) -> Program:
    """The program of a card."""
    lowering = _Lowering()
    for effect in effects:
        lowering.alone(effect)
    return lowering.finish(name)
