"""The interpreter: runs programs until somebody has to decide.

Each instruction is a small function of (position, code, pc, stack) that returns where to go
on. PAUSE means that the position now asks something; SWITCH that another frame is on top.
"""

from __future__ import annotations

from collections.abc import Callable

from tashkalar import arena
from tashkalar.arena import ADJACENT, ALL, NOWHERE, RAY, RAY_2, STEP, VECTORS, WIDTH
from tashkalar.choice import BASE, PASS, Asking, Choice, Kind
from tashkalar.effects.program import (
    COMBAT,
    EVEN,
    HEADING,
    INDICATED,
    LEAP,
    NONE,
    SELF,
    STRAIGHT,
    TAKEN,
    TO_EMPTY,
    Op,
)
from tashkalar.position import HEROIC, LEGENDARY, State
from tashkalar.rules import atoms
from tashkalar.rules.atoms import me, supply
from tashkalar.rules.programs import program

PAUSE = -1
SWITCH = -2

Step = Callable[[State, bytes, int, list[int]], int]
Answer = Callable[[State, Choice, bytes, int], int]

STEPS: list[Step | None] = [None] * 256
ANSWERS: list[Answer | None] = [None] * 256


def run(p: State) -> None:
    """Go on until a decision."""
    stack: list[int] = []
    steps = STEPS
    pc = SWITCH
    while pc != PAUSE:
        if pc == SWITCH:
            code, pc = program(p.program).code, p.pc
        pc = steps[code[pc]](p, code, pc, stack)  # type: ignore[misc]
    p.registers = tuple(p.registers)


def run_again(p: State) -> None:
    """Ask again what is being asked; only for questions between actions, which look around."""
    p.registers = list(p.registers)
    run(p)


def answer(p: State, choice: Choice) -> None:
    """Take a choice, unchecked, and go on until the next decision."""
    code, pc = program(p.program).code, p.pc
    p.registers = list(p.registers)
    p.pc = ANSWERS[code[pc]](p, choice, code, pc)  # type: ignore[misc]
    run(p)


def ask(p: State, pc: int, asking: int, mask: int, others: tuple[int, ...] = ()) -> int:
    p.pc = pc
    p.asking = asking
    p.mask = mask
    p.others = others
    return PAUSE


def perform(p: State, number: int, registers: tuple[int, ...], back: int) -> int:
    """Push a frame; its caller goes on at ``back``."""
    p.callers = (*p.callers, (p.program, back, tuple(p.registers)))
    p.program, p.pc, p.registers = number, 0, list(registers)
    return SWITCH


def step(op: int) -> Callable[[Step], Step]:
    def register(function: Step) -> Step:
        STEPS[op] = function
        return function

    return register


def answers(op: int) -> Callable[[Answer], Answer]:
    def register(function: Answer) -> Answer:
        ANSWERS[op] = function
        return function

    return register


def _label(code: bytes, at: int) -> int:
    return code[at] | code[at + 1] << 8


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
    rays = RAY_2 if reach else RAY
    square: int = being.bit_length() - 1
    return rays[(heading + turn) % 8][square]


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


@step(Op.MOVE)
def _move(p: State, code: bytes, pc: int, stack: list[int]) -> int:
    start, end = p.registers[code[pc + 1]], stack.pop()
    rank = atoms.rank_at(p, start)
    p.registers[HEADING] = arena.heading(start.bit_length() - 1, end.bit_length() - 1)
    taken = atoms.move(p, start, end)
    p.registers[TAKEN] = taken | EVEN if taken == rank else taken
    return pc + 2


# --- changes ----------------------------------------------------------------------------------


@step(Op.DESTROY)
def _destroy(p: State, code: bytes, pc: int, stack: list[int]) -> int:
    atoms.destroy(p, stack.pop(), bool(code[pc + 1]))
    return pc + 2


@step(Op.UPGRADE)
def _upgrade(p: State, code: bytes, pc: int, stack: list[int]) -> int:
    atoms.upgrade(p, stack.pop())
    return pc + 1


@step(Op.DOWNGRADE)
def _downgrade(p: State, code: bytes, pc: int, stack: list[int]) -> int:
    atoms.downgrade(p, stack.pop())
    return pc + 1


@step(Op.CONVERT)
def _convert(p: State, code: bytes, pc: int, stack: list[int]) -> int:
    atoms.convert(p, stack.pop(), code[pc + 1])
    return pc + 2


@step(Op.PLACE)
def _place(p: State, code: bytes, pc: int, stack: list[int]) -> int:
    colour = me(p) if code[pc + 2] == NONE else p.registers[code[pc + 2]]
    atoms.place(p, stack.pop(), colour, code[pc + 1])
    return pc + 3


@step(Op.GAIN)
def _gain(p: State, code: bytes, pc: int, stack: list[int]) -> int:
    p.actions += code[pc + 1]
    if p.log is not None:
        p.log.append(("gain_action", code[pc + 1]))
    return pc + 2


@step(Op.EXTRA_TURN)
def _extra_turn(p: State, code: bytes, pc: int, stack: list[int]) -> int:
    p.extra_turns += 1
    if p.log is not None:
        p.log.append(("extra_turn",))
    return pc + 1


@step(Op.DRAW_BEING)
def _draw_being(p: State, code: bytes, pc: int, stack: list[int]) -> int:
    p.extra_beings += 1
    return pc + 1


@step(Op.DRAW_LEGEND)
def _draw_legend(p: State, code: bytes, pc: int, stack: list[int]) -> int:
    p.extra_legends += 1
    return pc + 1


@step(Op.BORROW)
def _borrow(p: State, code: bytes, pc: int, stack: list[int]) -> int:
    p.borrowed += 1
    return pc + 1


# --- questions --------------------------------------------------------------------------------

_PASS = (PASS.code,)


@step(Op.ASK)
def _ask(p: State, code: bytes, pc: int, stack: list[int]) -> int:
    mask = stack.pop()
    if not mask:
        return _label(code, pc + 5)
    return ask(p, pc, code[pc + 1], mask, _PASS if code[pc + 4] else ())


@answers(Op.ASK)
def _asked(p: State, choice: Choice, code: bytes, pc: int) -> int:
    if choice.kind == Kind.PASS:
        return _label(code, pc + 5)
    for register in (code[pc + 2], code[pc + 3]):
        if register != NONE:
            p.registers[register] = 1 << choice.value
    return pc + 7


@step(Op.ASK_DIRECTION)
def _ask_direction(p: State, code: bytes, pc: int, stack: list[int]) -> int:
    if not p.registers[SELF]:
        return _label(code, pc + 3)
    open_ones = p.registers[INDICATED] if code[pc + 1] else 255
    base = BASE[Kind.DIRECTION]
    others = tuple(base + d for d in range(8) if open_ones >> d & 1)
    return ask(p, pc, Asking.DIRECTION, 0, others + _PASS if code[pc + 2] else others)


@answers(Op.ASK_DIRECTION)
def _asked_direction(p: State, choice: Choice, code: bytes, pc: int) -> int:
    if choice.kind == Kind.PASS:
        return _label(code, pc + 3)
    p.registers[HEADING] = choice.value
    return pc + 5


@step(Op.ASK_OPTION)
def _ask_option(p: State, code: bytes, pc: int, stack: list[int]) -> int:
    n = code[pc + 1]
    possible = stack[-n:]
    del stack[-n:]
    base = BASE[Kind.OPTION]
    others = tuple(base + i for i in range(n) if possible[i])
    if not others:
        return _label(code, pc + 3)
    return ask(p, pc, Asking.OPTION, 0, others + _PASS if code[pc + 2] else others)


@answers(Op.ASK_OPTION)
def _asked_option(p: State, choice: Choice, code: bytes, pc: int) -> int:
    if choice.kind == Kind.PASS:
        return _label(code, pc + 3)
    return _label(code, pc + 5 + 2 * choice.value)


def enemies(p: State) -> list[int]:
    """The enemy colours of the player whose turn it is, in order of play."""
    mine, n = me(p), len(set(p.colour_of))
    return [(mine + i) % n for i in range(1, n)]


@step(Op.ASK_COLOUR)
def _ask_colour(p: State, code: bytes, pc: int, stack: list[int]) -> int:
    register, start, leave = code[pc + 1], _label(code, pc + 2), _label(code, pc + 4)
    open_ones = []
    for colour in enemies(p):
        p.registers[register] = colour
        probe = pc + 6
        while code[probe] != Op.PROBED:
            probe = STEPS[code[probe]](p, code, probe, stack)  # type: ignore[misc]
        if stack.pop():
            open_ones.append(colour)
    if not open_ones:
        return leave
    p.registers[register] = open_ones[0]
    if len(p.colour_of) == 2 or len(set(p.colour_of)) == 2:
        return start  # with a single enemy colour there is nothing to ask
    base = BASE[Kind.COLOUR]
    return ask(p, pc, Asking.COLOUR, 0, tuple(base + colour for colour in open_ones))


@answers(Op.ASK_COLOUR)
def _asked_colour(p: State, choice: Choice, code: bytes, pc: int) -> int:
    p.registers[code[pc + 1]] = choice.value
    return _label(code, pc + 2)


@step(Op.NEXT_COLOUR)
def _next_colour(p: State, code: bytes, pc: int, stack: list[int]) -> int:
    """Your own colour first, then the others in order of play."""
    register = code[pc + 1]
    order = [me(p), *enemies(p)]
    now = p.registers[register]
    at = 0 if now == NONE else order.index(now) + 1
    if at == len(order):
        return _label(code, pc + 2)
    p.registers[register] = order[at]
    return pc + 4


@step(Op.ASK_CARD)
def _ask_card(p: State, code: bytes, pc: int, stack: list[int]) -> int:
    base = BASE[Kind.CARD]
    others = tuple(base + card for card in sorted(p.discards[p.seat]))
    if not others:
        return _label(code, pc + 2)
    return ask(p, pc, Asking.CARD, 0, others + _PASS if code[pc + 1] else others)


@answers(Op.ASK_CARD)
def _asked_card(p: State, choice: Choice, code: bytes, pc: int) -> int:
    if choice.kind == Kind.PASS:
        return _label(code, pc + 2)
    seat, card = p.seat, choice.value
    pile = list(p.discards[seat])
    pile.remove(card)
    p.discards = (*p.discards[:seat], tuple(pile), *p.discards[seat + 1 :])
    p.decks = (*p.decks[:seat], (card, *p.decks[seat]), *p.decks[seat + 1 :])
    # Everybody has seen which card went there.
    p.known = tuple((*seen, (seat, card)) for seen in p.known)
    if p.log is not None:
        p.log.append(("recall", card))
    return pc + 4


# --- control ----------------------------------------------------------------------------------


@step(Op.SAVE)
def _save(p: State, code: bytes, pc: int, stack: list[int]) -> int:
    p.registers[code[pc + 1]] = stack.pop()
    return pc + 2


@step(Op.ADD)
def _add(p: State, code: bytes, pc: int, stack: list[int]) -> int:
    p.registers[code[pc + 1]] |= p.registers[code[pc + 2]]
    return pc + 3


@step(Op.REMOVE)
def _remove(p: State, code: bytes, pc: int, stack: list[int]) -> int:
    p.registers[code[pc + 1]] &= ~p.registers[code[pc + 2]]
    return pc + 3


@step(Op.SET)
def _set(p: State, code: bytes, pc: int, stack: list[int]) -> int:
    p.registers[code[pc + 1]] = code[pc + 2]
    return pc + 3


@step(Op.COUNT)
def _count(p: State, code: bytes, pc: int, stack: list[int]) -> int:
    p.registers[code[pc + 1]] -= 1
    return _label(code, pc + 2) if p.registers[code[pc + 1]] else pc + 4


@step(Op.JUMP)
def _jump(p: State, code: bytes, pc: int, stack: list[int]) -> int:
    return _label(code, pc + 1)


@step(Op.UNLESS)
def _unless(p: State, code: bytes, pc: int, stack: list[int]) -> int:
    return pc + 4 if stack.pop().bit_count() >= code[pc + 1] else _label(code, pc + 2)


@step(Op.UNLESS_CAPTURED)
def _unless_captured(p: State, code: bytes, pc: int, stack: list[int]) -> int:
    taken = p.registers[TAKEN] & ~EVEN
    return pc + 4 if taken >= code[pc + 1] else _label(code, pc + 2)


@step(Op.UNLESS_EVEN)
def _unless_even(p: State, code: bytes, pc: int, stack: list[int]) -> int:
    return pc + 3 if p.registers[TAKEN] & EVEN else _label(code, pc + 1)


@step(Op.UNLESS_ACTIONS)
def _unless_actions(p: State, code: bytes, pc: int, stack: list[int]) -> int:
    return pc + 3 if p.actions else _label(code, pc + 1)


@step(Op.UNLESS_NO_DISCARDS)
def _unless_no_discards(p: State, code: bytes, pc: int, stack: list[int]) -> int:
    return _label(code, pc + 1) if p.discards[p.seat] else pc + 3


@step(Op.END)
def _end(p: State, code: bytes, pc: int, stack: list[int]) -> int:
    p.program, p.pc, registers = p.callers[-1]
    p.registers = list(registers)
    p.callers = p.callers[:-1]
    return SWITCH
