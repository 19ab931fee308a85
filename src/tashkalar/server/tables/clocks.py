"""Clocks: how much time each seat has, worked out from the times of the events."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

LIMITS = {"seconds": (5, 86_400), "increment": (0, 3_600), "days": (1, 60)}


class BadClock(ValueError):
    """A clock that cannot be set like that: which number of it, and the least and the most."""

    def __init__(self, name: str, least: int, most: int) -> None:
        super().__init__(f"{name} of the clock must be from {least} to {most}")
        self.name, self.values = name, {"least": least, "most": most}


@dataclass(frozen=True)
class Clock:
    """The clock of a table.

    move: so many seconds for each turn; total: for the whole game, and some back after each
    turn; days: for each turn, in correspondence.
    """

    kind: Literal["none", "move", "total", "days"] = "none"
    seconds: int = 0
    increment: int = 0
    days: int = 0

    def checked(self) -> Clock:
        """The clock without numbers that it does not use; refused outside the limits."""
        wanted = {
            "none": (),
            "move": ("seconds",),
            "total": ("seconds", "increment"),
            "days": ("days",),
        }[self.kind]
        for name, (least, most) in LIMITS.items():
            value = getattr(self, name)
            if name in wanted and not least <= value <= most:
                raise BadClock(name, least, most)
        return Clock(self.kind, **{name: getattr(self, name) for name in wanted})

    @property
    def allotment(self) -> int | None:
        """Milliseconds: of a turn, or with a total of the whole game."""
        if self.kind == "days":
            return self.days * 86_400_000
        return None if self.kind == "none" else self.seconds * 1000


@dataclass(frozen=True)
class Times:
    """What is left to each seat, and since when the clock of one of them runs."""

    clock: Clock
    left: tuple[int, ...]  # as of ``since``; empty without a clock
    running: int | None = None  # a seat
    since: int = 0

    @classmethod
    def fresh(cls, clock: Clock, seats: int) -> Times:
        """The times before the first turn."""
        allotment = clock.allotment
        return cls(clock, () if allotment is None else (allotment,) * seats)

    def left_at(self, seat: int, now: int) -> int | None:
        """Milliseconds that a seat has left at a moment; None without a clock."""
        if not self.left:
            return None
        spent = max(0, now - self.since) if seat == self.running else 0
        return max(0, self.left[seat] - spent)

    @property
    def deadline(self) -> int | None:
        """When the running clock will have run out; None if none runs."""
        if self.running is None or not self.left:
            return None
        return self.since + self.left[self.running]

    def stopped(self, at: int, turn_ended: bool = False) -> Times:
        """Nobody's clock runs on; a finished turn is worth its increment."""
        if self.running is None or not self.left:
            return replace(self, running=None, since=at)
        full, left = self.clock.allotment, list(self.left)
        assert full is not None
        left[self.running] = max(0, left[self.running] - max(0, at - self.since))
        if turn_ended and self.clock.kind == "total":
            left[self.running] += self.clock.increment * 1000
        elif turn_ended:
            left = [full] * len(left)
        return replace(self, left=tuple(left), running=None, since=at)

    def started(self, seat: int | None, at: int) -> Times:
        """The clock of a seat runs from now on."""
        return replace(self, running=seat if self.left else None, since=at)

    def paused(self, milliseconds: int) -> Times:
        """The running clock has not run for so long."""
        return self if self.running is None else replace(self, since=self.since + milliseconds)

    def restored(self, left: tuple[int, ...], at: int) -> Times:
        """As it was before turns that were taken back."""
        return replace(self, left=left, running=None, since=at)
