"""Fixed-point numbers: features, weights and values are integers.

Sums of floats depend on the order of the terms, and since Python 3.12 ``sum`` adds them otherwise
than before. Integers add up alike everywhere, so under a budget of nodes a bot chooses the same on
every machine, and so can any other implementation. Divisions round down, below zero too.
"""

from __future__ import annotations

from collections.abc import Iterable

ONE = 720_720  # a feature of 1; halves, thirds and so on up to sixteenths of it are whole
DECIMAL = 10_000  # a weight of 1: weights have four decimals
POINT = ONE * DECIMAL  # a value of 1


def weights(numbers: Iterable[float]) -> tuple[int, ...]:
    """Plain numbers as weights.

    >>> weights([0.1781, -2])
    (1781, -20000)
    """
    return tuple(round(number * DECIMAL) for number in numbers)


def plain_weights(known: Iterable[int]) -> tuple[float, ...]:
    """Weights as plain numbers, for regressions and for people."""
    return tuple(weight / DECIMAL for weight in known)


def plain(value: int) -> float:
    """A value as a plain number.

    >>> plain(3 * POINT // 2)
    1.5
    """
    return value / POINT
