"""Programs by number: 0 is the turn itself, then the beings, then the halves of the flares."""

from __future__ import annotations

from tashkalar.cards import BEINGS, CARDS, Flare
from tashkalar.effects.program import FIXED, Program

TURN = 0
_FIRST_BEING = 1
_FIRST_FLARE = 256  # four numbers a flare card: which halves are resolved

_lowered: dict[int, Program] = {}


def of_being(number: int) -> int:
    return _FIRST_BEING + number


def of_flare(number: int, halves: int) -> int:
    return _FIRST_FLARE + 4 * number + halves


def program(number: int) -> Program:
    """Lowered when first needed, so that starting up costs nothing."""
    found = _lowered.get(number)
    if found is None:
        found = _lowered[number] = _lower(number)
    return found


def _lower(number: int) -> Program:
    if number >= _FIRST_FLARE:
        card = CARDS[(number - _FIRST_FLARE) // 4]
        assert isinstance(card, Flare)
        return card.program((number - _FIRST_FLARE) % 4)
    return BEINGS[number - _FIRST_BEING].program


def install_turn(code: bytes) -> None:
    """The turn is a program of the same machine; it works with the fixed registers alone."""
    _lowered[TURN] = Program("turn", code, FIXED, (), False, False, False)
