"""A view as its viewer counts it, and what is seen put into bytes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import prod

from tashkalar.arena import ALL, COLUMNS, ROWS, WIDTH, squares
from tashkalar.rules.forms import FORMS
from tashkalar.rules.programs import TURN
from tashkalar.view import SPECTATOR, View

SEATS = 4
AREA = (len(ROWS), len(COLUMNS))
BYTE = 255


class NoSeat(ValueError):
    """An observation was asked for without a seat: spectators have none."""


class Eyes:
    """A view, with seats and colours counted from the viewer on."""

    def __init__(self, seen: View) -> None:
        if seen.viewer == SPECTATOR:
            raise NoSeat("a spectator has no observation; make it of the view of a seat")
        self.p = seen
        self.form = FORMS[seen.form]
        self.viewer, self.mine = seen.viewer, seen.colour_of[seen.viewer]
        self.in_effect = seen.program != TURN

    def from_here(self, seat: int) -> int:
        """A seat, counted from the viewer on."""
        return (seat - self.viewer) % self.form.seats

    @property
    def seats(self) -> list[int]:
        """The seats, the viewer first."""
        return [(self.viewer + n) % self.form.seats for n in range(self.form.seats)]

    @property
    def colours(self) -> list[int]:
        """The colours, the viewer's first."""
        return [(self.mine + n) % self.form.colours for n in range(self.form.colours)]

    def register(self, inside: int, between: int | None = None) -> int:
        """A register of the running effect; between effects, that of the turn."""
        at = inside if self.in_effect else between
        found: int = self.p.registers[at] if at is not None and at < len(self.p.registers) else 0
        return found


@lru_cache(1 << 14)
def plane(mask: int) -> bytes:
    """A set of squares as 9 × 9 bytes."""
    found = bytearray(prod(AREA))
    for i in squares(mask & ALL):
        found[len(COLUMNS) * (i // WIDTH) + i % WIDTH] = 1
    return bytes(found)


def planes(masks: Iterable[int]) -> bytes:
    """Several sets of squares."""
    return b"".join(map(plane, masks))


def numbers(values: Iterable[int]) -> bytes:
    """Numbers as bytes, cut to what a byte can hold."""
    return bytes([min(max(value, 0), BYTE) for value in values])


def one_of(size: int, value: int | None) -> bytes:
    """One of so many things, or none."""
    return bytes([n == value for n in range(size)])


def bits(size: int, value: int) -> bytes:
    """The lowest bits of a number."""
    return bytes([value >> n & 1 for n in range(size)])


def rows(given: Iterable[Sequence[int]], wide: int, count: int = SEATS) -> bytes:
    """Rows of numbers; those that are missing are blank."""
    found = b"".join(numbers(row).ljust(wide, b"\0") for row in given)
    return found.ljust(wide * count, b"\0")
