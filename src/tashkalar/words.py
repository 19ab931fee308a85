"""What happened, in words: the events of a choice as sentences."""

from __future__ import annotations

from collections.abc import Sequence

from tashkalar.arena import NAMES, names
from tashkalar.cards import CARDS
from tashkalar.catalogue import name, text
from tashkalar.event import FIELDS, Event
from tashkalar.event import NAMES as EVENT_NAMES
from tashkalar.terms import Term

_RANKS = ("", "common", "heroic", "legendary")


def sentence(event: Event, language: str = "en", called: Sequence[str] = ()) -> str:
    """One event as a sentence; ``called`` names the colours, which are letters without it.

    >>> from tashkalar.event import Destroy
    >>> sentence(Destroy(square=44, colour=1, rank=2))
    'The heroic piece of B on e5 is destroyed.'
    >>> sentence(Destroy(44, 1, 2), called=("Highland", "Sylvan"))
    'The heroic piece of Sylvan on e5 is destroyed.'
    """
    held = FIELDS[type(event)].items()
    told = {
        field: spoken(term, value, language, called)
        for (field, term), value in zip(held, event, strict=True)
    }
    return text(f"event.{EVENT_NAMES[type(event)]}", language, **told)


def spoken(
    term: Term, value: object, language: str = "en", called: Sequence[str] = ()
) -> object:  # a word; numbers stay numbers
    """A value as people say it, by what it stands for.

    >>> spoken(Term.SQUARE, 44), spoken(Term.RANK, 3), spoken(Term.COLOUR, 1), spoken(Term.COUNT, 2)
    ('e5', 'legendary', 'B', 2)
    """
    match term, value:
        case (Term.SQUARE, int(square)):
            return NAMES[square]
        case (Term.SQUARES, int(bits)):
            return " ".join(names(bits))
        case (Term.CARD, int(number)):
            return name(CARDS[number].id, language)
        case ((Term.COLOUR | Term.SEAT), int(number)):
            return called[number] if called else text(f"colour.{number}", language)
        case (Term.RANK, int(rank)):
            return text(f"rank.{_RANKS[rank]}", language)
        case (Term.CAUSE, str(what)):
            return text(f"trigger.{what}", language)
    return value
