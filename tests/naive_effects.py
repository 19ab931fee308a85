"""The effects of the card language in the naive interpreter: what can be done, and doing it."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from dataclasses import replace

from tashkalar.effects import effect as fx
from tashkalar.effects import squares as sq
from tests.naive_table import ALL, STEPS, Piece, Scope, Sight, at, distance, offset

Asking = Generator[frozenset[str], str, bool]  # ends with: was it done?
PASS = "pass"


def is_named(s: sq.Squares) -> bool:
    """One piece or square that was settled before: there is nothing to ask."""
    return s in (sq.SELF, sq.IT, sq.THERE)


class Resolution(Sight):
    """One card while it is resolved."""

    # --- what can be done ---------------------------------------------------------------------

    def destinations(self, move: fx.Move, start: str, scope: Scope) -> set[str]:
        rank = self.table.board[start].rank
        highest = {"to_empty": 0, "standard": rank - 1, "combat": rank}[move.kind]
        if move.leap:
            reach = ALL - {start}
        elif move.along and self.direction:
            reach = {at(start, *STEPS[self.direction])} & ALL
        else:
            reach = {a for a in ALL if distance(a, start) == 1}
        board = self.table.board
        open_ones = {a for a in reach if a not in board or board[a].rank <= highest}
        return open_ones & self.squares(move.onto, scope)

    def movers(self, move: fx.Move, scope: Scope) -> set[str]:
        standing = self.squares(move.who, scope) & set(self.table.board)
        return {start for start in standing if self.destinations(move, start, scope)}

    def spots(self, place: fx.Place, scope: Scope) -> set[str]:
        colour = scope.theirs if place.theirs else self.table.me
        assert colour is not None
        if self.table.supply(colour, place.rank) <= 0:
            return set()
        return self.squares(place.on, scope) - set(self.table.board)

    def targets(self, change: fx.Change, scope: Scope) -> list[Piece]:
        board = self.table.board
        pieces = [board[a] for a in sorted(self.squares(change.who, scope)) if a in board]
        return [p for p in pieces if self.table.is_able(change.verb, p, change.rank)]

    def chosen(self, square: str, scope: Scope) -> Scope:
        return replace(scope, it=self.table.board.get(square, square), there=square)

    def fitting(self, cases: fx.Match, scope: Scope) -> tuple[fx.Effect, ...] | None:
        it = self.referred("IT", scope)
        return next((body for of, body in cases.cases if it & self.squares(of, scope)), None)

    def picks(self, one: fx.One, scope: Scope) -> set[str]:
        found = self.squares(one.of, scope)
        return {a for a in found if self.can_begin(one.body, self.chosen(a, scope))}

    def can_begin(self, body: tuple[fx.Effect, ...], scope: Scope) -> bool:
        """Something can follow: the first thing to do is possible."""
        return not body or self.is_possible(body[0], scope)

    def is_possible(self, effect: fx.Effect, scope: Scope) -> bool:
        match effect:
            case fx.Change(_, sq.Reference()):
                return bool(self.targets(effect, scope))
            case fx.Place():
                return bool(self.spots(effect, scope))
            case fx.Move():
                return bool(self.movers(effect, scope))
            case fx.Send(start):
                return bool(self.table.zone(start))
            case fx.Budget(rows):
                return any(self.movers(move, scope) for row in rows for move in row)
            case fx.One():
                return bool(self.picks(effect, scope))
            case fx.Match():
                body = self.fitting(effect, scope)
                return body is not None and self.can_begin(body, scope)
            case fx.Choose(options):
                return any(self.can_begin(option, scope) for option in options)
            case fx.When(condition, body, otherwise):
                return self.can_begin(body if self.holds(condition, scope) else otherwise, scope)
            case fx.Colours(_, body):
                return bool(self.rivals(body, scope))
        # What includes doing nothing, or concerns all of a set, can always be done.
        return True

    def holds(self, condition: fx.Condition, scope: Scope) -> bool:
        match condition:
            case fx.AtLeast(n, of):
                return len(self.squares(of, scope)) >= n
            case fx.Captured(rank):
                return self.captured >= rank
            case fx.Remains(what):
                return self.table.granted[what] > 0
            case fx.Holds(zone):
                return bool(self.table.zone(zone))
        raise TypeError(condition)

    def rivals(self, body: tuple[fx.Effect, ...], scope: Scope) -> list[int]:
        enemies = self.table.enemies
        return [c for c in enemies if self.can_begin(body, replace(scope, theirs=c))]

    # --- doing it -----------------------------------------------------------------------------

    def ask(self, texts: Iterable[str], may: bool) -> Generator[frozenset[str], str, str | None]:
        """The text chosen, or None where it was declined or there is nothing to choose."""
        offered = frozenset(texts)
        if not offered:
            return None
        answer = yield offered | {PASS} if may else offered
        return None if answer == PASS else answer

    def all_of(self, body: tuple[fx.Effect, ...], scope: Scope, may: bool = False) -> Asking:
        """In order, each as far as it can be done; without a first there is no rest of a may."""
        for i, effect in enumerate(body):
            done = yield from self.perform(effect, scope, may and i == 0)
            if may and i == 0 and not done:
                return False
        return True

    def perform(self, effect: fx.Effect, scope: Scope, may: bool = False) -> Asking:
        self.table.performed.add(effect)
        match effect:
            case fx.Change():
                self.change(effect, scope)
            case fx.Place():
                return (yield from self.place(effect, scope, may))
            case fx.Move():
                return (yield from self.move(effect, scope, may))
            case fx.Budget():
                return (yield from self.budget(effect, scope, may))
            case fx.Gain(what, n):
                self.table.granted[what] = max(self.table.granted[what] + n, 0)
            case fx.Send():
                return (yield from self.send(effect, may))
            case fx.May(body):
                return (yield from self.all_of(body, scope, True))
            case fx.One(_, body):
                square = yield from self.ask(self.picks(effect, scope), may)
                if square is None:
                    return False
                yield from self.all_of(body, self.chosen(square, scope))
            case fx.Some():
                yield from self.some(effect, scope)
            case fx.UpTo(n, body, until):
                for _ in range(n):
                    done = yield from self.all_of(body, scope, True)
                    if not done or (until and self.holds(until, scope)):
                        break
            case fx.Toward(body):
                heading = yield from self.ask(self.indicated, may)
                if heading is None:
                    return False
                self.direction = heading
                yield from self.all_of(body, scope)
            case fx.Match():
                fitting = self.fitting(effect, scope)
                return fitting is not None and (yield from self.all_of(fitting, scope, may))
            case fx.Choose(options):
                open_ones = {
                    f"option {i}": option
                    for i, option in enumerate(options, 1)
                    if self.can_begin(option, scope)
                }
                answer = yield from self.ask(open_ones, may)
                if answer is None:
                    return False
                yield from self.all_of(open_ones[answer], scope)
            case fx.When(condition, body, otherwise):
                branch = body if self.holds(condition, scope) else otherwise
                return (yield from self.all_of(branch, scope, may))
            case fx.Colours(each, body):
                return (yield from self.colours(each, body, scope, may))
            case _:
                raise TypeError(effect)
        return True

    def change(self, change: fx.Change, scope: Scope) -> None:
        table = self.table
        for piece in self.targets(change, scope):
            square = table.where(piece)
            # The supply may have run out since the targets were fixed.
            if square is None or not table.is_able(change.verb, piece, change.rank):
                continue
            if change.verb == "destroy":
                table.destroy(square, counted=change.counted)
            elif change.verb == "convert":
                table.destroy(square)
                table.board[square] = Piece(table.me, change.rank or piece.rank)
            else:
                piece.rank += 1 if change.verb == "upgrade" else -1

    def place(self, place: fx.Place, scope: Scope, may: bool) -> Asking:
        spots = self.spots(place, scope)
        if is_named(place.on):
            square = next(iter(spots), None)
        else:
            square = yield from self.ask(spots, may)
        if square is None:
            return False
        colour = scope.theirs if place.theirs else self.table.me
        assert colour is not None
        self.table.board[square] = Piece(colour, place.rank)
        if scope.it == square:
            scope.it = self.table.board[square]
        return True

    def move(self, move: fx.Move, scope: Scope, may: bool) -> Asking:
        starts = self.movers(move, scope)
        if is_named(move.who):
            start = next(iter(starts), None)
        else:
            start = yield from self.ask(starts, may)
            may = False
        if start is None:
            return False
        ends = self.destinations(move, start, scope)
        end = next(iter(ends)) if is_named(move.onto) else (yield from self.ask(ends, may))
        if end is None:
            return False
        self.go(start, end)
        return True

    def go(self, start: str, end: str) -> None:
        board = self.table.board
        self.captured = board[end].rank if end in board else 0
        if end in board:
            self.table.destroy(end)
        board[end] = board.pop(start)
        headings = {step: name for name, step in STEPS.items()}
        self.direction = headings.get(offset(start, end))

    def budget(self, budget: fx.Budget, scope: Scope, may: bool) -> Asking:
        """Keep what each alternative still holds, whichever of its moves was meant."""
        rows = [list(row) for row in budget.alternatives]
        begun = False
        while moves := [move for row in rows for move in row]:
            optional = not budget.whole if begun else may
            starts = {start: self.by(start, moves, scope) for start in self.table.board}
            starts = {start: able for start, able in starts.items() if any(able.values())}
            if is_named(moves[0].who) and len({move.who for move in moves}) == 1:
                start = next(iter(starts), None)
            else:
                start = yield from self.ask(starts, optional)
                optional = False
            if start is None:
                break
            able = starts[start]
            end = yield from self.ask(set().union(*able.values()), optional)
            if end is None:
                break
            paid = []
            for row in rows:
                for move in set(row):
                    if end in able.get(move, ()):
                        self.table.performed.add(move)
                        rest = list(row)
                        rest.remove(move)
                        paid.append(rest)
            rows, begun = paid, True
            self.go(start, end)
        return begun

    def by(self, start: str, moves: list[fx.Move], scope: Scope) -> dict[fx.Move, set[str]]:
        """Where each move leads if this piece makes it."""
        mine = [move for move in moves if start in self.squares(move.who, scope)]
        return {move: self.destinations(move, start, scope) for move in mine}

    def send(self, send: fx.Send, may: bool) -> Asking:
        cards = self.table.zone(send.start)
        answer = yield from self.ask((f"card {card}" for card in cards), may)
        if answer is None:
            return False
        cards.remove(answer.removeprefix("card "))
        self.table.zone(send.end).insert(0, answer.removeprefix("card "))
        return True

    def some(self, some: fx.Some, scope: Scope) -> Asking:
        """The set is fixed at the start; its pieces may move or vanish in the meantime."""
        board = self.table.board
        left = [board.get(square, square) for square in self.squares(some.of, scope)]
        taken: list[str] = []
        for _ in range(some.n):
            offered = {}
            for thing in left:
                for square in self.places([thing]):
                    joins = not taken or any(distance(square, t) == 1 for t in taken)
                    apart = some.connected and not joins
                    if not apart and self.can_begin(some.body, self.chosen(square, scope)):
                        offered[square] = thing
            answer = yield from self.ask(offered, True)
            if answer is None:
                break
            taken.append(answer)
            left.remove(offered[answer])
            yield from self.all_of(some.body, self.chosen(answer, scope))
        return True

    def colours(self, each: bool, body: tuple[fx.Effect, ...], scope: Scope, may: bool) -> Asking:
        if each:
            for colour in (self.table.me, *self.table.enemies):
                yield from self.all_of(body, replace(scope, theirs=colour))
            return True
        rivals = self.rivals(body, scope)
        if not rivals:
            return False
        chosen = rivals[0]
        if len(self.table.enemies) > 1:
            answer = yield from self.ask((f"colour {'ABCD'[c]}" for c in rivals), may)
            if answer is None:
                return False
            chosen = "ABCD".index(answer[-1])
        yield from self.all_of(body, replace(scope, theirs=chosen))
        return True
