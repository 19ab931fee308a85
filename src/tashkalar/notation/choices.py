"""Choices as text: ``place e5``, ``summon knight``, ``e5``, ``ne``, ``pass``."""

from __future__ import annotations

from functools import cache, lru_cache

from tashkalar import arena
from tashkalar.cards import CARDS, UnknownCard, card
from tashkalar.choice import FINISH, PASS, PASS_CONTROL, Choice, Kind, choice
from tashkalar.terms import LETTERS, lettered

_WORDS = {
    Kind.PLACE: "place",
    Kind.LIFT: "lift",
    Kind.OPTION: "option",
    Kind.WAY: "way",
    Kind.COLOUR: "colour",
    Kind.SUMMON: "summon",
    Kind.DISCARD: "discard",
    Kind.RETURN: "return",
    Kind.CARD: "card",
    Kind.FLARE: "invoke",
    Kind.CLAIM: "claim",
    Kind.THAW: "thaw",
    Kind.WARP: "warp",
    Kind.KEEP: "keep",
    Kind.SPARE: "spare",
}
_KINDS = {word: kind for kind, word in _WORDS.items()}
_COUNTED = (Kind.OPTION, Kind.WAY, Kind.SPARE)
_PLAIN = {"pass": PASS, "finish": FINISH, "pass control": PASS_CONTROL}


class BadChoice(ValueError):
    """A text that is no choice at all."""


@cache
def choice_text(c: Choice) -> str:
    """A choice as text; ``parse_choice`` reads it back.

    Every code has one. A number that no card has is written ``#77``.
    """
    kind, value = c.kind, c.value
    if kind == Kind.SQUARE:
        return arena.NAMES[value]
    if kind == Kind.DIRECTION:
        return arena.DIRECTIONS[value]
    if kind in (Kind.PASS, Kind.FINISH, Kind.PASS_CONTROL):
        return next(word for word, plain in _PLAIN.items() if plain is c)
    if kind in (Kind.PLACE, Kind.LIFT):
        shown = arena.NAMES[value]
    elif kind in _COUNTED:
        shown = str(value + 1)
    elif kind == Kind.COLOUR:
        shown = LETTERS[value]
    else:
        found = CARDS.get(value)
        shown = f"#{value}" if found is None else found.id
    return f"{_WORDS[kind]} {shown}"


@lru_cache(4096)
def parse_choice(text: str) -> Choice:
    """The choice a text means. Whether it is legal is for a position to say."""
    words = text.strip().lower().split()
    plain = _PLAIN.get(" ".join(words))
    if plain is not None:
        return plain
    try:
        if len(words) == 1:
            if words[0] in arena.DIRECTIONS:
                return choice(Kind.DIRECTION, arena.DIRECTIONS.index(words[0]))
            return choice(Kind.SQUARE, arena.square(words[0]))
        if words and words[0] in _KINDS:
            kind = _KINDS[words[0]]
            return choice(kind, _value(kind, " ".join(words[1:])))
    except BadChoice:
        raise
    except (arena.UnknownSquare, UnknownCard) as error:
        raise BadChoice(str(error)) from None
    except (KeyError, ValueError):
        pass
    raise BadChoice(
        f"{text.strip()!r} is not a choice; write for example 'place e5', 'summon knight', "
        "'e5', 'ne', 'option 1', 'pass' or 'finish'"
    )


def _value(kind: Kind, shown: str) -> int:
    if kind in (Kind.PLACE, Kind.LIFT):
        return arena.square(shown)
    if kind in _COUNTED:
        return int(shown) - 1
    if kind == Kind.COLOUR:
        colour = lettered(shown.upper())
        if colour is None:
            raise BadChoice(f"{shown!r} is no colour; the colours are {', '.join(LETTERS)}")
        return colour
    if shown.startswith("#") and int(shown[1:]) not in CARDS:
        return int(shown[1:])
    return card(shown).number
