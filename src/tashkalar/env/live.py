"""A game in progress as environments drive it: codes in, observations out.

The compiled core plays it where it is installed, else the reference; nobody can tell but by speed.
"""

from __future__ import annotations

from operator import index
from typing import Any, SupportsIndex

import numpy as np
from numpy.typing import NDArray

from tashkalar import IllegalChoice, engine
from tashkalar.choice import CHOICES
from tashkalar.env.observation import CODES, observation
from tashkalar.rules.forms import draw_schools, form_named
from tashkalar.rules.play import Position
from tashkalar.view import view

Seen = dict[str, NDArray[Any]]
RENDER_MODES = ["ansi"]


def check_render_mode(mode: str | None) -> None:
    """Refuse a way of showing a game that there is not.

    >>> check_render_mode("human")
    Traceback (most recent call last):
    ValueError: there is no render mode 'human'; the modes are ansi, and None for none
    """
    if mode is not None and mode not in RENDER_MODES:
        modes = ", ".join(RENDER_MODES)
        raise ValueError(
            f"there is no render mode {mode!r}; the modes are {modes}, and None for none"
        )


class LiveGame:
    """One game, from its seed on. Without schools, they are drawn by the seed."""

    def __init__(self, form: str, schools: tuple[str, ...], seed: int) -> None:
        drawn = schools or draw_schools(form_named(form), seed)
        self._reference = Position.new(form, drawn, seed)
        self._compiled = engine.compiled(self._reference)

    def __getstate__(self) -> bytes:
        """The position as bytes: that is how a game is copied and pickled, by either engine."""
        written: bytes = self._played.to_bytes()
        return written

    def __setstate__(self, state: bytes) -> None:
        """The game goes on with the engine that works here."""
        self._reference = Position.from_bytes(state)
        self._compiled = engine.compiled(self._reference)

    @property
    def position(self) -> Position:
        """The position, as the reference has it."""
        if self._compiled is not None:
            self._reference = Position.from_bytes(self._compiled.to_bytes())
        return self._reference

    @property
    def _played(self) -> Any:
        return self._reference if self._compiled is None else self._compiled

    @property
    def actor(self) -> int:
        """The seat that decides."""
        actor: int = self._played.actor
        return actor

    @property
    def is_over(self) -> bool:
        """Is the game over?"""
        over: bool = self._played.is_over
        return over

    @property
    def turn(self) -> int:
        """The number of the turn."""
        turn: int = self._played.turn
        return turn

    def codes(self) -> tuple[int, ...]:
        """The codes of all choices that are offered."""
        if self._compiled is not None:
            offered: tuple[int, ...] = self._compiled.choices()
            return offered
        return tuple(choice.code for choice in self._reference.choices())

    def apply(self, action: SupportsIndex) -> None:
        """Make a choice, by its code; one that is not offered is refused with the reason."""
        try:
            code = index(action)
        except TypeError:
            raise TypeError(f"an action is the code of a choice, not {action!r}") from None
        if code not in self.codes():
            if not 0 <= code < CODES:
                raise ValueError(f"there is no choice {code}; codes are 0 to {CODES - 1}")
            raise IllegalChoice(self.position, CHOICES[code], self.actor)
        if self._compiled is not None:
            self._compiled.apply(code)
        else:
            self._reference.apply(CHOICES[code])

    def seen(self, seat: int) -> Seen:
        """What a seat observes, and a mask of what it may choose: nothing while others decide."""
        if self._compiled is not None:
            written: bytes = self._compiled.observation(seat)
        else:
            written = observation(view(self._reference, seat))
        mask = np.zeros(CODES, np.int8)
        if seat == self.actor:
            mask[list(self.codes())] = 1
        return {"observation": np.frombuffer(written, np.uint8).copy(), "action_mask": mask}
