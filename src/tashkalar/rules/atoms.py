"""The only functions that change the board: each change and its event in one place.

A change also tells the registers of the running effects: a reference to a piece follows it,
and is nothing once the piece is gone.
"""

from __future__ import annotations

from tashkalar import event
from tashkalar.arena import distance, squares
from tashkalar.rules.programs import program
from tashkalar.state import COMMON, HEROIC, LEGENDARY, State


def supply(p: State, colour: int, rank: int) -> int:
    """Pieces of a colour left beside the board; common and heroic ones are the same pieces."""
    if rank == LEGENDARY:
        return p.legend_stock[colour] - (p.pieces[colour] & p.legendary).bit_count()
    return p.stock[colour] - (p.pieces[colour] & ~p.legendary).bit_count()


def me(p: State) -> int:
    """The colour whose turn it is."""
    return p.colour_of[p.seat]


def colour_at(p: State, bit: int) -> int:
    """The colour of the piece on a square that holds one."""
    pieces = p.pieces
    return 0 if pieces[0] & bit else 1 if pieces[1] & bit else 2 if pieces[2] & bit else 3


def rank_at(p: State, bit: int) -> int:
    """The rank of the piece on a square, 0 for none."""
    if p.common & bit:
        return COMMON
    if p.heroic & bit:
        return HEROIC
    return LEGENDARY if p.legendary & bit else 0


def _forget(p: State, gone: int) -> None:
    registers = p.registers
    for r in program(p.program).tracked:
        registers[r] &= ~gone
    if len(p.callers) > 1:
        p.callers = tuple(
            (
                number,
                pc,
                tuple(
                    v & ~gone if r in program(number).tracked else v for r, v in enumerate(values)
                ),
            )
            for number, pc, values in p.callers
        )


def _follow(p: State, start: int, end: int) -> None:
    registers = p.registers
    for r in program(p.program).tracked:
        if registers[r] & start:
            registers[r] ^= start | end
    if len(p.callers) > 1:
        p.callers = tuple(
            (
                number,
                pc,
                tuple(
                    v ^ (start | end) if r in program(number).tracked and v & start else v
                    for r, v in enumerate(values)
                ),
            )
            for number, pc, values in p.callers
        )


def _remove(p: State, bits: int) -> None:
    keep = ~bits
    pieces = p.pieces
    for colour in range(4):
        pieces[colour] &= keep
    p.common &= keep
    p.heroic &= keep
    p.legendary &= keep
    _forget(p, bits)


def _put(p: State, bit: int, colour: int, rank: int) -> None:
    p.pieces[colour] |= bit
    _rank(p, bit, rank)


def _rank(p: State, bit: int, rank: int) -> None:
    if rank == COMMON:
        p.common |= bit
    elif rank == HEROIC:
        p.heroic |= bit
    else:
        p.legendary |= bit


def _count(p: State, bit: int) -> None:
    """Book a piece as destroyed by the player whose turn it is; own pieces never count."""
    colour = colour_at(p, bit)
    if colour != me(p):
        place = 3 * colour + rank_at(p, bit) - 1
        counts = p.destroyed
        p.destroyed = (*counts[:place], counts[place] + 1, *counts[place + 1 :])


def destroy(p: State, bits: int, counted: bool = True) -> None:
    """Destroy every piece of a set, all at once."""
    bits &= p.common | p.heroic | p.legendary
    if not bits:
        return
    for i in squares(bits):
        if counted:
            _count(p, 1 << i)
        if p.log is not None:
            p.log.append(event.Destroy(i, colour_at(p, 1 << i), rank_at(p, 1 << i)))
    _remove(p, bits)


def lift(p: State, bit: int) -> None:
    """Take up a piece because of a shortage: it is neither destroyed nor moved."""
    if p.log is not None:
        p.log.append(event.Lift(bit.bit_length() - 1, colour_at(p, bit), rank_at(p, bit)))
    _remove(p, bit)


def place(p: State, bit: int, colour: int, rank: int) -> None:
    """Put a piece from the supply on an empty square, if there is one left."""
    if supply(p, colour, rank) > 0 and not bit & (p.common | p.heroic | p.legendary):
        _put(p, bit, colour, rank)
        if p.log is not None:
            p.log.append(event.Place(bit.bit_length() - 1, colour, rank))


def move(p: State, start: int, end: int) -> int:
    """Move a piece; the piece on its new square is destroyed. Its rank is returned, or 0."""
    taken = rank_at(p, end)
    if taken:
        destroy(p, end)
    if p.log is not None:
        i, j = start.bit_length() - 1, end.bit_length() - 1
        leap = distance(i, j) > 1
        p.log.append(event.Move(i, j, colour_at(p, start), rank_at(p, start), leap))
    both = start | end
    p.pieces[colour_at(p, start)] ^= both
    if p.common & start:
        p.common ^= both
    elif p.heroic & start:
        p.heroic ^= both
    else:
        p.legendary ^= both
    _follow(p, start, end)
    return taken


def upgrade(p: State, bits: int) -> None:
    """Each piece one rank up; to legendary only while its owner has such a piece left."""
    for i in squares(bits):
        bit = 1 << i
        rank = rank_at(p, bit)
        if rank == COMMON:
            p.common ^= bit
            p.heroic |= bit
        elif rank == HEROIC and supply(p, colour_at(p, bit), LEGENDARY) > 0:
            p.heroic ^= bit
            p.legendary |= bit
        else:
            continue
        if p.log is not None:
            p.log.append(event.Upgrade(i, colour_at(p, bit), rank + 1))


def downgrade(p: State, bits: int) -> None:
    """Each piece one rank down; from legendary only while its owner has a two-sided piece left."""
    for i in squares(bits):
        bit = 1 << i
        rank = rank_at(p, bit)
        if rank == HEROIC:
            p.heroic ^= bit
            p.common |= bit
        elif rank == LEGENDARY and supply(p, colour_at(p, bit), HEROIC) > 0:
            p.legendary ^= bit
            p.heroic |= bit
        else:
            continue
        if p.log is not None:
            p.log.append(event.Downgrade(i, colour_at(p, bit), rank - 1))


def convert(p: State, bits: int, rank: int) -> None:
    """Replace enemy pieces by your own; they count as destroyed, with the rank they had."""
    mine = me(p)
    for i in squares(bits):
        bit = 1 << i
        new = rank or rank_at(p, bit)
        if supply(p, mine, new) > 0:
            if p.log is not None:
                p.log.append(event.Convert(i, colour_at(p, bit), rank_at(p, bit), mine, new))
            _count(p, bit)
            _remove(p, bit)
            _put(p, bit, mine, new)


def arrive(p: State, card: int, bit: int, rank: int, used: int) -> None:
    """Put down a summoned being. What stands there is destroyed, or reused in a shortage."""
    mine = me(p)
    if supply(p, mine, rank) > 0:
        destroy(p, bit)
    else:
        lift(p, bit)
    _put(p, bit, mine, rank)
    if p.log is not None:
        p.log.append(event.Summon(card, bit.bit_length() - 1, used, mine, rank))
