"""Programs by number: 0 is the turn itself; the others are numbered by their cards."""

from __future__ import annotations

from tashkalar.cards import BEINGS, BY_ID, CARDS, FLARES, Being, Flare
from tashkalar.choice import CARD_LIMIT
from tashkalar.effects.program import FIXED, Program

TURN = 0
_FIRST_BEING = CARD_LIMIT
_FIRST_FLARE = 2 * CARD_LIMIT  # four numbers a card: which halves of a flare are resolved

_lowered: dict[int, Program] = {}


def of_being(number: int) -> int:
    """The number of a being's program."""
    return _FIRST_BEING + number


def of_flare(number: int, halves: int) -> int:
    """The number of a flare's program: 1 its upper half, 2 its lower one, 3 both."""
    return _FIRST_FLARE + 4 * number + halves


def is_program(number: int) -> bool:
    """Does a program have this number?"""
    card, halves = divmod(number - _FIRST_FLARE, 4)
    flare = number >= _FIRST_FLARE and card in FLARES and halves > 0
    return number == TURN or flare or number - _FIRST_BEING in BEINGS


def named(name: str) -> int | None:
    """The number of a program by its name; of a flare with its halves, like ``flare_05:3``."""
    if name == "turn":
        return TURN
    id, _, halves = name.partition(":")
    card = BY_ID.get(id)
    if isinstance(card, Flare):
        return of_flare(card.number, int(halves)) if halves in ("0", "1", "2", "3") else None
    return of_being(card.number) if isinstance(card, Being) and not halves else None


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
