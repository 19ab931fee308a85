"""The table of the naive interpreter, and the square sets of the card language on it.

The arena is a dict from names of squares to pieces, a set of squares is a Python set of names,
a reference to a piece is the piece itself. The squares are written down once more, so that a
slip in the engine's arena shows.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache

from tashkalar.effects import effect as fx
from tashkalar.effects import squares as sq

ROWS = {9: "cdefg", 8: "bcdefgh", 2: "bcdefgh", 1: "cdefg"}
ALL = {f"{x}{y}" for y in range(1, 10) for x in ROWS.get(y, "abcdefghi")}
RED = {"d8", "e5", "h4", "c2"}
GREEN = {"c7", "g7", "i6", "a5", "f2"}
CENTRAL = {"d6", "e6", "f6", "d5", "e5", "f5", "d4", "e4", "f4"}
# To the right and down, as cards are drawn; clockwise from the top.
STEPS = {
    "n": (0, -1),
    "ne": (1, -1),
    "e": (1, 0),
    "se": (1, 1),
    "s": (0, 1),
    "sw": (-1, 1),
    "w": (-1, 0),
    "nw": (-1, -1),
}


def at(square: str, dx: int, dy: int) -> str:
    """The name of what lies so far away; it may be off the arena."""
    return f"{chr(ord(square[0]) + dx)}{int(square[1:]) - dy}"


def offset(start: str, end: str) -> tuple[int, int]:
    return ord(end[0]) - ord(start[0]), int(start[1]) - int(end[1])


def distance(a: str, b: str) -> int:
    return max(map(abs, offset(a, b)))


@cache
def is_near(how: str, n: int, a: str, b: str) -> bool:
    dx, dy = map(abs, offset(a, b))
    return {
        "adjacent": max(dx, dy) == 1,
        "orthogonal": dx + dy == 1,
        "diagonal": dx == dy == 1,
        "within": 1 <= max(dx, dy) <= n,
        "ring": max(dx, dy) == n,
    }[how]


@dataclass(eq=False)
class Piece:
    colour: int
    rank: int


@dataclass
class Table:
    """What lies on the table, as far as cards can see or change it."""

    board: dict[str, Piece]
    me: int
    colours: tuple[int, ...]
    stock: tuple[int, ...]
    legend_stock: tuple[int, ...]
    granted: Counter[fx.Allowance]  # actions, turns, cards, borrowed pieces
    deck: list[str]
    discards: list[str]
    points: Counter[tuple[int, int]] | None  # who, in which colour; None where tasks are claimed
    destroyed: Counter[tuple[int, int]]  # colour and rank
    improvisable: set[int] = field(default_factory=set)  # enemy colours; only in a melee
    performed: set[fx.Effect] = field(default_factory=set)

    @property
    def enemies(self) -> list[int]:
        """In the order of their turns."""
        after = [colour for colour in self.colours if colour > self.me]
        return after + [colour for colour in self.colours if colour < self.me]

    def zone(self, zone: fx.Zone) -> list[str]:
        return {fx.Zone.DISCARDS: self.discards, fx.Zone.DECK: self.deck}[zone]

    def where(self, piece: Piece) -> str | None:
        return next((square for square, p in self.board.items() if p is piece), None)

    def of(self, colour: int, *ranks: int) -> set[str]:
        ranks = ranks or (1, 2, 3)
        return {s for s, p in self.board.items() if p.colour == colour and p.rank in ranks}

    def supply(self, colour: int, rank: int) -> int:
        """Pieces left; a common and a heroic piece are two sides of one."""
        if rank == 3:
            return self.legend_stock[colour] - len(self.of(colour, 3))
        return self.stock[colour] - len(self.of(colour, 1, 2))

    def is_able(self, verb: str, piece: Piece, rank: int = 0) -> bool:
        """Can this be done to a piece, its kind being left in the supply where one is needed?"""
        match verb, piece.rank:
            case ("destroy", _) | ("upgrade", 1) | ("downgrade", 2):
                return True
            case "upgrade", 2:
                return self.supply(piece.colour, 3) > 0
            case "downgrade", 3:
                return self.supply(piece.colour, 2) > 0
            case "convert", _:
                return self.supply(self.me, rank or piece.rank) > 0
        return False

    def destroy(self, square: str, *, counted: bool = True) -> None:
        gone = self.board.pop(square)
        if counted and gone.colour != self.me:
            self.destroyed[gone.colour, gone.rank] += 1


@dataclass
class Scope:
    """What IT, THERE and THEIRS mean at one place of an effect."""

    it: Piece | str | None = None  # a square as long as nothing stands there
    there: str | None = None
    theirs: int | None = None


class Sight:
    """What a card sees while it is resolved: square sets as sets of names."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.being: Piece | None = None
        self.used: list[Piece] = []
        self.arrival: set[str] = set()
        self.marked: set[str] = set()
        self.indicated: set[str] = set()
        self.direction: str | None = None
        self.captured = 0  # the rank that the last move destroyed

    def squares(self, s: sq.Squares, scope: Scope) -> set[str]:
        board = self.table.board
        match s:
            case sq.Both(left, right):
                return self.squares(left, scope) & self.squares(right, scope)
            case sq.Either(left, right):
                return self.squares(left, scope) | self.squares(right, scope)
            case sq.Outside(of):
                return ALL - self.squares(of, scope)
            case sq.Named(name):
                return self.named(name)
            case sq.Reference(name):
                return self.referred(name, scope)
            case sq.Around(how, of, n):
                centres = self.squares(of, scope)
                return {a for a in ALL if any(is_near(how, n, a, b) for b in centres)}
            case sq.Line(turn, reach):
                return set(self.line(turn, reach))
            case sq.Nearest(n, of):
                wanted = self.squares(of, scope)
                return set([a for a in self.line() if a in wanted][:n])
            case sq.Before(of):
                line, stops = self.line(), self.squares(of, scope)
                first = next((i for i, a in enumerate(line) if a in stops), len(line))
                return set(line[:first])
            case sq.SameColour(of):
                found = {board[a].colour for a in self.squares(of, scope) if a in board}
                return {a for a, p in board.items() if p.colour in found}
            case sq.RicherIn(of):
                wanted, mine = self.squares(of, scope), self.table.of(self.table.me)
                theirs = [self.table.of(colour) for colour in self.table.enemies]
                return set().union(*(t for t in theirs if len(t & wanted) > len(mine & wanted)))
        raise TypeError(s)

    def named(self, name: str) -> set[str]:
        board, me = self.table.board, self.table.me
        match name:
            case "ANYWHERE":
                return set(ALL)
            case "EMPTY":
                return ALL - set(board)
            case "OCCUPIED":
                return set(board)
            case "MINE":
                return self.table.of(me)
            case "ENEMY":
                return {a for a, p in board.items() if p.colour != me}
            case "COMMON" | "HEROIC" | "LEGENDARY":
                rank = ("COMMON", "HEROIC", "LEGENDARY").index(name) + 1
                return {a for a, p in board.items() if p.rank == rank}
            case "RED" | "GREEN" | "CENTRAL":
                return {"RED": RED, "GREEN": GREEN, "CENTRAL": CENTRAL}[name]
            case "UPGRADABLE":
                return {a for a, p in board.items() if self.table.is_able("upgrade", p)}
            case "LINES":
                return {a for d in self.indicated for a in self.ray(d)}
        raise ValueError(name)

    def referred(self, name: str, scope: Scope) -> set[str]:
        match name:
            case "SELF":
                return self.places([self.being])
            case "USED":
                return self.places(self.used)
            case "IT":
                return self.places([scope.it])
            case "THERE":
                return self.places([scope.there])
            case "ARRIVAL":
                return self.arrival
            case "MARKED":
                return self.marked
            case "THEIRS":
                assert scope.theirs is not None
                return self.table.of(scope.theirs)
        raise ValueError(name)

    def places(self, things: Iterable[Piece | str | None]) -> set[str]:
        """Where pieces stand now, those that are gone left out; a square is where it is."""
        found = (self.table.where(t) if isinstance(t, Piece) else t for t in things)
        return {square for square in found if square}

    def ray(self, direction: str, reach: int = 9) -> list[str]:
        found: list[str] = []
        for start in self.places([self.being]):
            dx, dy = STEPS[direction]
            for n in range(1, reach + 1):
                if at(start, n * dx, n * dy) not in ALL:
                    break
                found.append(at(start, n * dx, n * dy))
        return found

    def line(self, turn: int = 0, reach: int = 0) -> list[str]:
        if self.direction is None:
            return []
        directions = list(STEPS)
        turned = directions[(directions.index(self.direction) + turn) % 8]
        return self.ray(turned, reach or 9)
