"""What a card can do, in single words: read off its effect, so that cards can be looked for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import get_args

from tashkalar.effects.effect import Allowance, Change, Effect, Gain, Move, Place, Send
from tashkalar.scene.fields import Verb

_GAINED: dict[Allowance, Verb] = {
    Allowance.ACTION: "action",
    Allowance.TURN: "action",
    Allowance.BEING: "cards",
    Allowance.LEGEND: "cards",
    Allowance.BORROWED: "borrow",
}


def verbs(effects: tuple[Effect, ...]) -> tuple[Verb, ...]:
    """The verbs of an effect, wherever in it they stand, in a fixed order.

    >>> from tashkalar.cards import card
    >>> verbs(card("swordmaster").effects), verbs(card("knight").effects)
    (('destroy', 'upgrade'), ('move',))
    """
    found = set(_verbs(effects))
    return tuple(verb for verb in get_args(Verb) if verb in found)


def _verbs(part: object) -> Iterator[str]:
    match part:
        case Change():
            yield part.verb
        case Place():
            yield "place"
        case Move():
            yield "leap" if part.leap else "move"
        case Gain():
            yield _GAINED[part.what]
        case Send():
            yield "cards"
        case tuple():
            for inner in part:
                yield from _verbs(inner)
        case Effect() if is_dataclass(part):
            for one in fields(part):
                yield from _verbs(getattr(part, one.name))
