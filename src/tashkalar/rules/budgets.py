"""Budgets of moves: which of them may have been used up.

A budget of up to three moves is one register. Its bits stand for the eight sets of moves: a bit
is set if the moves made so far may have been just those of its set. A move that captures an
equal can only have been the combat move; one onto an empty square may have been any.

>>> one_of_two = 1 << 0b100  # of three moves the third is gone, the others are there
>>> paid(one_of_two, 0b011) == 1 << 0b101 | 1 << 0b110
True
>>> left(paid(one_of_two, 0b011))
1
"""

from __future__ import annotations

from tashkalar.effects.effect import MOST_MOVES

_MOVES = range(MOST_MOVES)
_SETS = range(1 << MOST_MOVES)


def affords(budget: int, moves: int) -> bool:
    """Whether one of these moves is still to be had."""
    return any(budget >> gone & 1 and moves & ~gone for gone in _SETS)


def paid(budget: int, moves: int) -> int:
    """The budget after a move that may have been any of these."""
    found = 0
    for gone in _SETS:
        if budget >> gone & 1:
            for move in _MOVES:
                if moves & ~gone & 1 << move:
                    found |= 1 << (gone | 1 << move)
    return found


def left(budget: int) -> int:
    """How many moves can still be made."""
    return max((MOST_MOVES - gone.bit_count() for gone in _SETS if budget >> gone & 1), default=0)
