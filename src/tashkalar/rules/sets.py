"""Instructions that leave a set of squares on the stack."""

from __future__ import annotations

from collections.abc import Callable

from tashkalar import arena
from tashkalar.arena import ADJACENT, ALL, NOWHERE, RAY, STEP, VECTORS, WIDTH
from tashkalar.effects.program import (
    COMBAT,
    HEADING,
    INDICATED,
    LEAP,
    NONE,
    SELF,
    STRAIGHT,
    TO_EMPTY,
    Op,
)
from tashkalar.rules import atoms
from tashkalar.rules.atoms import me, supply
from tashkalar.rules.budgets import affords
from tashkalar.rules.machine import STEPS, step
from tashkalar.state import HEROIC, LEGENDARY, State

# --- sets that need no operand ----------------------------------------------------------------


def _upgradable(p: State) -> int:
    found = p.common
    for colour in range(4):
        heroic = p.pieces[colour] & p.heroic
        if heroic and supply(p, colour, LEGENDARY) > 0:
            found |= heroic
    return found


def _downgradable(p: State) -> int:
    found = p.heroic
    for colour in range(4):
        legendary = p.pieces[colour] & p.legendary
        if legendary and supply(p, colour, HEROIC) > 0:
            found |= legendary
    return found


def _occupied(p: State) -> int:
    return p.common | p.heroic | p.legendary


def _lines(p: State) -> int:
    found = 0
    for square in arena.squares(p.registers[SELF]):
        for direction in range(8):
            if p.registers[INDICATED] >> direction & 1:
                found |= RAY[direction][square]
    return found


def _line(p: State, turn: int = 0, reach: int = 0) -> int:
    heading: int = p.registers[HEADING]
    being: int = p.registers[SELF]
    if heading == NOWHERE or not being:
        return 0
    line = RAY[(heading + turn) % 8][being.bit_length() - 1]
    return line & arena.within(being, reach) if reach else line


def _nearest(p: State, n: int, wanted: int) -> int:
    """The first n squares of a set on the line."""
    line = _line(p) & wanted
    if p.registers[HEADING] in (2, 3, 4, 5):  # away from the top left: rising indices
        found = 0
        while line and n:
            low = line & -line
            found |= low
            line ^= low
            n -= 1
        return found
    found = 0
    while line and n:
        high = 1 << line.bit_length() - 1
        found |= high
        line ^= high
        n -= 1
    return found


def _before(p: State, stop: int) -> int:
    """The squares of the line in front of the first one of a set."""
    first = _nearest(p, 1, stop)
    if not first:
        return _line(p)
    heading: int = p.registers[HEADING]
    return _line(p) & ~first & ~RAY[heading][first.bit_length() - 1]


def _richer(p: State, wanted: int) -> int:
    mine = (p.pieces[me(p)] & wanted).bit_count()
    found = 0
    for pieces in p.pieces:
        if (pieces & wanted).bit_count() > mine:
            found |= pieces
    return found


def _same_colour(p: State, wanted: int) -> int:
    found = 0
    for pieces in p.pieces:
        if pieces & wanted:
            found |= pieces
    return found


def _push(op: Op, value: Callable[[State], int]) -> None:
    def function(p: State, code: bytes, pc: int, stack: list[int]) -> int:
        stack.append(value(p))
        return pc + 1

    STEPS[op] = function


_push(Op.ANYWHERE, lambda p: ALL)
_push(Op.EMPTY, lambda p: ALL & ~(p.common | p.heroic | p.legendary))
_push(Op.OCCUPIED, _occupied)
_push(Op.MINE, lambda p: p.pieces[p.colour_of[p.seat]])
_push(Op.ENEMY, lambda p: (p.common | p.heroic | p.legendary) & ~p.pieces[p.colour_of[p.seat]])
_push(Op.COMMON, lambda p: p.common)
_push(Op.HEROIC, lambda p: p.heroic)
_push(Op.LEGENDARY, lambda p: p.legendary)
_push(Op.RED, lambda p: arena.RED)
_push(Op.GREEN, lambda p: arena.GREEN)
_push(Op.CENTRAL, lambda p: arena.CENTRAL)
_push(Op.UPGRADABLE, _upgradable)
_push(Op.DOWNGRADABLE, _downgradable)
_push(Op.LINES, _lines)


def _change(op: Op, value: Callable[[int], int]) -> None:
    def function(p: State, code: bytes, pc: int, stack: list[int]) -> int:
        stack[-1] = value(stack[-1])
        return pc + 1

    STEPS[op] = function


_change(Op.NOT, lambda mask: ALL & ~mask)
_change(Op.ADJACENT, arena.spread)
_change(Op.ORTHOGONAL, arena.spread_orthogonal)
_change(Op.DIAGONAL, arena.spread_diagonal)


# --- sets with operands -----------------------------------------------------------------------


@step(Op.AND)
def _and(p: State, code: bytes, pc: int, stack: list[int]) -> int:
    top = stack.pop()
    stack[-1] &= top
    return pc + 1


@step(Op.OR)
def _or(p: State, code: bytes, pc: int, stack: list[int]) -> int:
    top = stack.pop()
    stack[-1] |= top
    return pc + 1


@step(Op.REGISTER)
def _register(p: State, code: bytes, pc: int, stack: list[int]) -> int:
    stack.append(p.registers[code[pc + 1]])
    return pc + 2


@step(Op.THEIRS)
def _theirs(p: State, code: bytes, pc: int, stack: list[int]) -> int:
    stack.append(p.pieces[p.registers[code[pc + 1]]])
    return pc + 2


@step(Op.CONVERTIBLE)
def _convertible(p: State, code: bytes, pc: int, stack: list[int]) -> int:
    rank, mine = code[pc + 1], me(p)
    two_sided, legendary = supply(p, mine, HEROIC) > 0, supply(p, mine, LEGENDARY) > 0
    if rank:
        able = _occupied(p) if (legendary if rank == LEGENDARY else two_sided) else 0
    else:
        able = (p.common | p.heroic) * two_sided | p.legendary * legendary
    stack.append(able & ~p.pieces[mine])
    return pc + 2


@step(Op.PLACEABLE)
def _placeable(p: State, code: bytes, pc: int, stack: list[int]) -> int:
    colour = me(p) if code[pc + 2] == NONE else p.registers[code[pc + 2]]
    stack.append(ALL & ~_occupied(p) if supply(p, colour, code[pc + 1]) > 0 else 0)
    return pc + 3


@step(Op.WITHIN)
def _within(p: State, code: bytes, pc: int, stack: list[int]) -> int:
    stack[-1] = arena.within(stack[-1], code[pc + 1]) & ~stack[-1]
    return pc + 2


@step(Op.RING)
def _ring(p: State, code: bytes, pc: int, stack: list[int]) -> int:
    stack[-1] = arena.within(stack[-1], code[pc + 1]) & ~arena.within(stack[-1], code[pc + 1] - 1)
    return pc + 2


@step(Op.LINE)
def _line_step(p: State, code: bytes, pc: int, stack: list[int]) -> int:
    stack.append(_line(p, code[pc + 1], code[pc + 2]))
    return pc + 3


@step(Op.NEAREST)
def _nearest_step(p: State, code: bytes, pc: int, stack: list[int]) -> int:
    stack[-1] = _nearest(p, code[pc + 1], stack[-1])
    return pc + 2


@step(Op.BEFORE)
def _before_step(p: State, code: bytes, pc: int, stack: list[int]) -> int:
    stack[-1] = _before(p, stack[-1])
    return pc + 1


@step(Op.RICHER)
def _richer_step(p: State, code: bytes, pc: int, stack: list[int]) -> int:
    stack[-1] = _richer(p, stack[-1])
    return pc + 1


@step(Op.SAME_COLOUR)
def _same_colour_step(p: State, code: bytes, pc: int, stack: list[int]) -> int:
    stack[-1] = _same_colour(p, stack[-1])
    return pc + 1


@step(Op.TOUCHING)
def _touching(p: State, code: bytes, pc: int, stack: list[int]) -> int:
    group = p.registers[code[pc + 1]]
    if group:
        stack[-1] &= arena.spread(group)
    return pc + 2


@step(Op.PROVIDED)
def _provided(p: State, code: bytes, pc: int, stack: list[int]) -> int:
    if not stack.pop():
        stack[-1] = 0
    return pc + 1


@step(Op.PAYABLE)
def _payable(p: State, code: bytes, pc: int, stack: list[int]) -> int:
    if not affords(p.registers[code[pc + 1]], code[pc + 2]):
        stack[-1] = 0
    return pc + 3


# --- moves ------------------------------------------------------------------------------------


def _blocked(p: State, rank: int, kind: int) -> int:
    """Squares that a piece of this rank may not enter."""
    if kind == TO_EMPTY:
        return _occupied(p)
    if kind == COMBAT:
        rank += 1  # an equal may be captured too
    blocked = p.legendary if rank <= LEGENDARY else 0
    if rank <= HEROIC:
        blocked |= p.heroic
    return blocked | p.common if rank == 1 else blocked


@step(Op.REACH)
def _reach(p: State, code: bytes, pc: int, stack: list[int]) -> int:
    piece, kind, manner = p.registers[code[pc + 1]], code[pc + 2], code[pc + 3]
    if not piece:
        stack[-1] = 0
        return pc + 4
    square = piece.bit_length() - 1
    if manner & LEAP:
        near = ALL ^ piece
    elif manner & STRAIGHT and p.registers[HEADING] != NOWHERE:
        near = STEP[p.registers[HEADING]][square]
    else:
        near = ADJACENT[square]
    stack[-1] &= near & ~_blocked(p, atoms.rank_at(p, piece), kind)
    return pc + 4


@step(Op.MOVERS)
def _movers(p: State, code: bytes, pc: int, stack: list[int]) -> int:
    kind, manner = code[pc + 1], code[pc + 2]
    onto = stack.pop()
    who = stack[-1]
    found = 0
    for rank, pieces in ((1, p.common), (2, p.heroic), (3, p.legendary)):
        movers = who & pieces
        if not movers:
            continue
        free = onto & ~_blocked(p, rank, kind)
        if manner & LEAP:
            # Only a piece that is itself the one free square has nowhere else to go.
            found |= movers if free.bit_count() != 1 else movers & ~free
            if not free:
                found &= ~movers
        elif manner & STRAIGHT and p.registers[HEADING] != NOWHERE:
            dx, dy = VECTORS[p.registers[HEADING]]
            back = WIDTH * dy + dx
            found |= movers & (free >> back if back > 0 else free << -back)
        else:
            found |= movers & arena.spread(free)
    stack[-1] = found
    return pc + 3
