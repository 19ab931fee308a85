"""Code for budgets of moves: what can be paid for is offered, and what was done is paid.

A budget is a register that says which of its moves may be used up; ``rules/budgets.py`` explains
how. Each move of the effect asks for what one of the moves left allows. Afterwards all those are
paid that the move may have been.
"""

from __future__ import annotations

from tashkalar.choice import Asking
from tashkalar.effects import effect as fx
from tashkalar.effects import squares as sq
from tashkalar.effects.offered import Movers, Narrowed, Payable, Pool, Provided, Reach
from tashkalar.effects.program import NONE, Op
from tashkalar.effects.sets import Sets


class _Payment:
    """A budget in the making: its moves, each with its bits, and its registers."""

    def __init__(self, budget: fx.Budget, register: int, after: int, end: int) -> None:
        self.budget = register
        self.after = after
        self.end = end
        self.moves: dict[fx.Move, int] = {}
        self.unspent = 0
        n = 0
        for row in budget.alternatives:
            own = 0
            for move in row:
                self.moves[move] = self.moves.get(move, 0) | 1 << n
                own |= 1 << n
                n += 1
            # At the start of each alternative, all that is not in it is gone.
            self.unspent |= 1 << ((1 << fx.MOST_MOVES) - 1 & ~own)
        self.times = max(len(row) for row in budget.alternatives)
        self.leap = any(move.leap for move in self.moves)


class Payments(Sets):
    """An assembly that can say budgets."""

    def budget(self, budget: fx.Budget, leave: int, optional: bool) -> None:
        """The first move, then more of them as long as one can be paid for."""
        payment = _Payment(budget, self.register(), self.register(), self.register())
        again, end = self.label(), self.label()
        self.emit(Op.SET, payment.budget, payment.unspent)
        self.pay(payment, leave, optional)
        self.here(again)
        self.pay(payment, end, not budget.whole)
        self.emit(Op.JUMP)
        self.to(again)
        self.here(end)

    def pay(self, payment: _Payment, leave: int, optional: bool) -> None:
        """One move of a budget."""
        known = {move.who for move in payment.moves} & {sq.SELF, sq.IT}
        others = sum(bits for move, bits in payment.moves.items() if move.who not in known)
        if not others and len(known) == 1:
            self.pay_with(payment, payment.moves, self.reference(known.pop()), leave, optional)
            return
        only, after = self.label(), self.label()
        if others and len(known) == 1:
            # If all that is left is for one known piece, nobody asks which.
            self.squares(Payable(payment.budget, ((sq.ANYWHERE, others),)))
            self.emit(Op.UNLESS, 1)
            self.to(only)
        piece = self.register(tracked=True)
        movers = Payable(
            payment.budget,
            tuple((Movers(move.who, move), bits) for move, bits in payment.moves.items()),
        )
        self.squares(movers)
        offer = Narrowed(movers, Asking.MOVER, payment.leap)
        self.ask(offer, piece, NONE, leave, optional, budget=payment.budget, times=payment.times)
        self.pay_with(payment, payment.moves, piece, leave, False)
        if others and len(known) == 1:
            (who,) = known
            self.emit(Op.JUMP)
            self.to(after)
            self.here(only)
            moves = {move: bits for move, bits in payment.moves.items() if move.who == who}
            self.pay_with(payment, moves, self.reference(who), leave, optional)
        self.here(after)

    def pay_with(
        self,
        payment: _Payment,
        moves: dict[fx.Move, int],
        piece: int,
        leave: int,
        optional: bool,
    ) -> None:
        """A move of one piece, and what it may have used up of the budget."""
        parts: list[tuple[sq.Squares, int]] = []
        for move, bits in moves.items():
            reach: sq.Squares = Reach(piece, move)
            if len({other.who for other in moves}) > 1:
                reach = Provided(reach, Pool(piece, move.who) & move.who)
            parts.append((reach, bits))
        destinations = Payable(payment.budget, tuple(parts))
        self.squares(destinations)
        offer = Narrowed(destinations, Asking.DESTINATION, payment.leap)
        self.ask(
            offer,
            NONE,
            payment.end,
            leave,
            optional,
            mover=piece,
            budget=payment.budget,
            times=payment.times,
        )
        self.emit(Op.SET, payment.after, 0)
        for reach, bits in parts:
            self.squares(reach)
            self.emit(Op.PAY, payment.budget, payment.after, bits, payment.end)
        self.emit(Op.REGISTER, payment.after)
        self.emit(Op.SAVE, payment.budget)
        self.emit(Op.REGISTER, payment.end)
        self.emit(Op.MOVE, piece)
