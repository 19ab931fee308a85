"""Conditions of a goal: what must have happened since it began, or how the position must be.

    place on e5 f5           a piece was placed on each of these squares
    summon knight            the being was summoned, anywhere
    destroy B heroic         a heroic piece of B was destroyed
    move 2                   two moves were made
    move leap on c5          a leap ended there
    end_turn                 the turn was ended
    choose pass              the learner has chosen this
    expect score A 2         see ``notation.expectations``

The kinds are those of ``tashkalar.event``. Words after them name a color, a rank, a card, a square
or how often.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tashkalar import arena
from tashkalar.cards import UnknownCard, card
from tashkalar.event import FIELDS, NAMES, Event
from tashkalar.game import Played
from tashkalar.notation.choices import choice_text, parse_choice
from tashkalar.notation.expectations import described
from tashkalar.rules.play import Position
from tashkalar.state import COMMON, HEROIC, LEGENDARY
from tashkalar.terms import LETTERS, Term

_KINDS = {name: kind for kind, name in NAMES.items()}
_RANKS = {"common": COMMON, "heroic": HEROIC, "legendary": LEGENDARY}


class BadCondition(ValueError):
    """A text that is no condition of a goal."""


@dataclass(frozen=True)
class EventHappened:
    """Events of a kind, with certain values in their fields."""

    kind: type[Event]
    values: tuple[tuple[Term | str, int], ...] = ()
    squares: tuple[int, ...] = ()
    times: int = 1

    def met(self, position: Position, played: Sequence[Played]) -> bool:
        """Has it happened, on every square that is named?"""
        found = [event for one in played for event in one.events if self._fits(event)]
        if self.squares:
            ends = {getattr(event, "square", getattr(event, "end", None)) for event in found}
            return ends >= set(self.squares)
        return len(found) >= self.times

    def _fits(self, event: Event) -> bool:
        held = FIELDS[type(event)]
        return type(event) is self.kind and all(
            any(getattr(event, name) == value for name, term in held.items() if term == wanted)
            if isinstance(wanted, Term)
            else getattr(event, wanted, None) == value
            for wanted, value in self.values
        )


@dataclass(frozen=True)
class ChoiceMade:
    """A choice that was made."""

    choice: str

    def met(self, position: Position, played: Sequence[Played]) -> bool:
        """Was it made?"""
        return any(choice_text(one.choice) == self.choice for one in played)


@dataclass(frozen=True)
class PositionIs:
    """A position as it must be."""

    wanted: str

    def met(self, position: Position, played: Sequence[Played]) -> bool:
        """Is it so, after something was done for it?"""
        return bool(played) and described(position, self.wanted) == self.wanted


Condition = EventHappened | ChoiceMade | PositionIs


def parse_condition(text: str) -> Condition:
    """The condition that a text means.

    >>> parse_condition("place 2")
    EventHappened(kind=<class 'tashkalar.event.Place'>, values=(), squares=(), times=2)
    >>> parse_condition("choose pass")
    ChoiceMade(choice='pass')
    """
    first, *rest = text.split() or [""]
    if first == "expect" and rest:
        return PositionIs(" ".join(rest))
    if first == "choose" and rest:
        return ChoiceMade(choice_text(parse_choice(" ".join(rest))))
    if first not in _KINDS:
        raise BadCondition(
            f"{text!r} is no goal; the first word is one of "
            f"{', '.join(sorted((*_KINDS, 'choose', 'expect')))}"
        )
    return _happened(_KINDS[first], rest)


def _happened(kind: type[Event], words: list[str]) -> EventHappened:
    values: list[tuple[Term | str, int]] = []
    times = 1
    if "on" in words:
        at = words.index("on")
        words, squares = words[:at], tuple(arena.square(word) for word in words[at + 1 :])
    else:
        squares = ()
    for word in words:
        if word.isdecimal():
            times = int(word)
        elif word in tuple(LETTERS):
            values.append((_whose(kind), LETTERS.index(word)))
        elif word in _RANKS:
            values.append((Term.RANK, _RANKS[word]))
        elif word == "leap":
            values.append(("leap", True))
        else:
            values.append((Term.CARD, _number(word)))
    return EventHappened(kind, tuple(values), squares, times)


def _whose(kind: type[Event]) -> Term:
    held = FIELDS[kind].values()
    return next(term for term in (Term.ACTOR, Term.COLOUR, Term.SEAT) if term in held)


def _number(word: str) -> int:
    try:
        return card(word).number
    except UnknownCard as error:
        raise BadCondition(str(error)) from None
