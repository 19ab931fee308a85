"""What a card means, as one canonical text: the fingerprints of the decks are made of it.

Two cards that are written differently and mean the same have the same text: the operands of
``&`` and ``|`` come in one order and only once, ``~`` stands at single sets, and what is as usual
is left out. The order of effects, cases and options is part of the meaning.
"""

from __future__ import annotations

from dataclasses import MISSING, fields, is_dataclass

from tashkalar.cards.card import Being, Card, Flare
from tashkalar.effects.squares import Both, Either, Named, Outside, Reference, Squares


def meaning(card: Card) -> str:
    """The canonical text of a card.

    >>> from tashkalar.cards import card
    >>> meaning(card("sapling"))
    'sapling 1 [0 1 c, 0 2 c] (Change(verb=upgrade, who=SELF))'
    """
    match card:
        case Being():
            return f"{card.id} {card.rank} [{_drawn(card)}] {normal(card.effects)}"
        case Flare():
            upper, lower = normal(card.upper), normal(card.lower)
            return f"{card.id} {card.upper_needs} {upper} {card.lower_needs} {lower}"
    advanced = " advanced" if card.advanced else ""
    return f"{card.id} {card.type} {card.points}{advanced} {normal(card.criterion)}"


def _drawn(being: Being) -> str:
    """The pattern as drawn: what stands where, seen from the summoning square."""
    return ", ".join(f"{x} {y} {sign}" for x, y, sign in sorted(being.signs) if sign != "@")


def normal(value: object) -> str:
    """The canonical text of anything a card is made of."""
    if isinstance(value, Both | Either | Outside):
        return _set(value, outside=False)
    if isinstance(value, Named | Reference):
        return value.name
    if isinstance(value, tuple):
        return f"({', '.join(map(normal, value))})"
    if is_dataclass(value):
        given = [
            f"{field.name}={normal(getattr(value, field.name))}"
            for field in fields(value)
            if field.default is MISSING or getattr(value, field.name) != field.default
        ]
        return f"{type(value).__name__}({', '.join(given)})"
    return str(value)


def _set(s: Squares, outside: bool) -> str:
    """A set, or what is outside of it."""
    match s:
        case Outside(of):
            return _set(of, not outside)
        case Both() | Either():
            sign = _sign(s, outside)
            parts = sorted(set(_operands(s, outside, sign)))
            return f"({f' {sign} '.join(parts)})" if len(parts) > 1 else parts[0]
    return f"~{normal(s)}" if outside else normal(s)


def _sign(s: Both | Either, outside: bool) -> str:
    return "&" if isinstance(s, Both) != outside else "|"


def _operands(s: Squares, outside: bool, sign: str) -> list[str]:
    """All operands of a row of the same operator, however it is bracketed."""
    match s:
        case Outside(of):
            return _operands(of, not outside, sign)
        case Both(left, right) | Either(left, right) if _sign(s, outside) == sign:
            return _operands(left, outside, sign) + _operands(right, outside, sign)
    return [_set(s, outside)]
