"""Instructions that change the position, ask, or go somewhere else in the program."""

from __future__ import annotations

from tashkalar import arena, event
from tashkalar.choice import BASE, PASS, Asking, Choice, Kind
from tashkalar.effects.effect import Allowance, Zone
from tashkalar.effects.program import HEADING, INDICATED, NONE, SELF, TAKEN, Op
from tashkalar.rules import atoms
from tashkalar.rules.atoms import me
from tashkalar.rules.budgets import paid
from tashkalar.rules.forms import FORM_OF
from tashkalar.rules.hands import cards_in, send
from tashkalar.rules.machine import STEPS, SWITCH, answers, ask, enemies, label, step
from tashkalar.state import State

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


# The counter of the position that an allowance is, by its number.
_COUNTERS = {
    Allowance.ACTION: "actions",
    Allowance.TURN: "extra_turns",
    Allowance.BEING: "extra_beings",
    Allowance.LEGEND: "extra_legends",
    Allowance.BORROWED: "borrowed",
}


@step(Op.GAIN)
def _gain(p: State, code: bytes, pc: int, stack: list[int]) -> int:
    what, n = Allowance(code[pc + 1]), code[pc + 2]
    if n > 127:
        n -= 256
    counter = _COUNTERS[what]
    before = getattr(p, counter)
    after = max(before + n, 0)
    setattr(p, counter, after)
    if p.log is not None and after > before:
        if what is Allowance.ACTION:
            p.log.append(event.GainAction(me(p), after - before))
        elif what is Allowance.TURN:
            p.log.append(event.ExtraTurn(me(p)))
    return pc + 3


@step(Op.MOVE)
def _move(p: State, code: bytes, pc: int, stack: list[int]) -> int:
    start, end = p.registers[code[pc + 1]], stack.pop()
    p.registers[HEADING] = arena.heading(start.bit_length() - 1, end.bit_length() - 1)
    p.registers[TAKEN] = atoms.move(p, start, end)
    return pc + 2


# --- questions --------------------------------------------------------------------------------

_PASS = (PASS.code,)


@step(Op.ASK)
def _ask(p: State, code: bytes, pc: int, stack: list[int]) -> int:
    mask = stack.pop()
    if not mask:
        return label(code, pc + 5)
    return ask(p, pc, code[pc + 1], mask, _PASS if code[pc + 4] else ())


@answers(Op.ASK)
def _asked(p: State, choice: Choice, code: bytes, pc: int) -> int:
    if choice.kind == Kind.PASS:
        return label(code, pc + 5)
    for register in (code[pc + 2], code[pc + 3]):
        if register != NONE:
            p.registers[register] = 1 << choice.value
    return pc + 7


@step(Op.ASK_DIRECTION)
def _ask_direction(p: State, code: bytes, pc: int, stack: list[int]) -> int:
    if not p.registers[SELF]:
        return label(code, pc + 2)
    base = BASE[Kind.DIRECTION]
    others = tuple(base + d for d in range(8) if p.registers[INDICATED] >> d & 1)
    return ask(p, pc, Asking.DIRECTION, 0, others + _PASS if code[pc + 1] else others)


@answers(Op.ASK_DIRECTION)
def _asked_direction(p: State, choice: Choice, code: bytes, pc: int) -> int:
    if choice.kind == Kind.PASS:
        return label(code, pc + 2)
    p.registers[HEADING] = choice.value
    return pc + 4


@step(Op.ASK_OPTION)
def _ask_option(p: State, code: bytes, pc: int, stack: list[int]) -> int:
    n = code[pc + 1]
    possible = stack[-n:]
    del stack[-n:]
    base = BASE[Kind.OPTION]
    others = tuple(base + i for i in range(n) if possible[i])
    if not others:
        return label(code, pc + 3)
    return ask(p, pc, Asking.OPTION, 0, others + _PASS if code[pc + 2] else others)


@answers(Op.ASK_OPTION)
def _asked_option(p: State, choice: Choice, code: bytes, pc: int) -> int:
    if choice.kind == Kind.PASS:
        return label(code, pc + 3)
    return label(code, pc + 5 + 2 * choice.value)


@step(Op.ASK_COLOUR)
def _ask_colour(p: State, code: bytes, pc: int, stack: list[int]) -> int:
    register, start, leave = code[pc + 1], label(code, pc + 2), label(code, pc + 4)
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
    if FORM_OF[p.form_number].colours == 2:
        return start  # with a single enemy colour there is nothing to ask
    base = BASE[Kind.COLOUR]
    return ask(p, pc, Asking.COLOUR, 0, tuple(base + colour for colour in open_ones))


@answers(Op.ASK_COLOUR)
def _asked_colour(p: State, choice: Choice, code: bytes, pc: int) -> int:
    p.registers[code[pc + 1]] = choice.value
    return label(code, pc + 2)


@step(Op.NEXT_COLOUR)
def _next_colour(p: State, code: bytes, pc: int, stack: list[int]) -> int:
    """Your own colour first, then the others in order of play."""
    register = code[pc + 1]
    order = [me(p), *enemies(p)]
    now = p.registers[register]
    at = 0 if now == NONE else order.index(now) + 1
    if at == len(order):
        return label(code, pc + 2)
    p.registers[register] = order[at]
    return pc + 4


@step(Op.ASK_CARD)
def _ask_card(p: State, code: bytes, pc: int, stack: list[int]) -> int:
    base = BASE[Kind.CARD]
    others = tuple(base + card for card in sorted(cards_in(p, Zone(code[pc + 1]))))
    if not others:
        return label(code, pc + 4)
    return ask(p, pc, Asking.CARD, 0, others + _PASS if code[pc + 3] else others)


@answers(Op.ASK_CARD)
def _asked_card(p: State, choice: Choice, code: bytes, pc: int) -> int:
    if choice.kind == Kind.PASS:
        return label(code, pc + 4)
    send(p, choice.value, Zone(code[pc + 1]), Zone(code[pc + 2]))
    return pc + 6


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
    return label(code, pc + 2) if p.registers[code[pc + 1]] else pc + 4


@step(Op.PAY)
def _pay(p: State, code: bytes, pc: int, stack: list[int]) -> int:
    """If one of these moves allows the square that was chosen, it may have been that one."""
    budget, after, moves, end = code[pc + 1 : pc + 5]
    if stack.pop() & p.registers[end]:
        p.registers[after] |= paid(p.registers[budget], moves)
    return pc + 5


@step(Op.JUMP)
def _jump(p: State, code: bytes, pc: int, stack: list[int]) -> int:
    return label(code, pc + 1)


@step(Op.UNLESS)
def _unless(p: State, code: bytes, pc: int, stack: list[int]) -> int:
    return pc + 4 if stack.pop().bit_count() >= code[pc + 1] else label(code, pc + 2)


@step(Op.UNLESS_CAPTURED)
def _unless_captured(p: State, code: bytes, pc: int, stack: list[int]) -> int:
    return pc + 4 if p.registers[TAKEN] >= code[pc + 1] else label(code, pc + 2)


@step(Op.UNLESS_LEFT)
def _unless_left(p: State, code: bytes, pc: int, stack: list[int]) -> int:
    left = getattr(p, _COUNTERS[Allowance(code[pc + 1])])
    return pc + 4 if left else label(code, pc + 2)


@step(Op.UNLESS_CARDS)
def _unless_cards(p: State, code: bytes, pc: int, stack: list[int]) -> int:
    return pc + 4 if cards_in(p, Zone(code[pc + 1])) else label(code, pc + 2)


@step(Op.END)
def _end(p: State, code: bytes, pc: int, stack: list[int]) -> int:
    p.program, p.pc, registers = p.callers[-1]
    p.registers = list(registers)
    p.callers = p.callers[:-1]
    return SWITCH
