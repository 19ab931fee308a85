"""The fields of a position as text, one by one: names and ids, no number that could move.

A program inside which a position waits is named with a fingerprint of its instructions, because
the place in it counts in bytes.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any

from tashkalar import arena
from tashkalar.cards import BY_ID, CARDS
from tashkalar.choice import CHOICES, Asking
from tashkalar.notation.choices import choice_text, parse_choice
from tashkalar.rules import programs
from tashkalar.rules.hands import FLARE_DECK, LEGEND_DECK
from tashkalar.rules.turn import CARD, NO_CARD
from tashkalar.state import FORM_NAMES, TRIGGER_NAMES, UNKNOWN, fields_without
from tashkalar.terms import LETTERS

_OWNERS = dict(enumerate(LETTERS)) | {
    LEGEND_DECK: "legends",
    FLARE_DECK: "flares",
}
_BY_OWNER = {word: owner for owner, word in _OWNERS.items()}


class BadField(ValueError):
    """A text that is not the value of a field; the message says why."""


# --- single values: how each is written and read


def _id(card: int) -> str:
    return "?" if card == UNKNOWN else CARDS[card].id


def _card(word: str) -> int:
    return UNKNOWN if word == "?" else BY_ID[word].number


def _known(known: tuple[int, int]) -> str:
    return f"{_OWNERS[known[0]]} {_id(known[1])}"


def _knows(text: str) -> tuple[int, int]:
    owner, card = text.split()
    return _BY_OWNER[owner], _card(card)


def _program(number: int) -> str:
    found = programs.program(number)
    return found.name if number == programs.TURN else f"{found.name} {_fingerprint(number)}"


def _fingerprint(number: int) -> str:
    return hashlib.sha256(programs.program(number).to_bytes()).hexdigest()[:8]


def _program_named(text: str) -> int:
    name, *fingerprint = text.split()
    number = programs.named(name)
    if number is None:
        raise BadField(f"there is no program {name!r}")
    if number != programs.TURN and fingerprint != [_fingerprint(number)]:
        raise BadField(f"the effect {name!r} has other instructions here")
    return number


def _registers(program: int, registers: tuple[int, ...]) -> str:
    words = [str(register) for register in registers]
    if program == programs.TURN and words:
        words[CARD] = "-" if registers[CARD] == NO_CARD else _id(registers[CARD])
    return " ".join(words)


def _registers_of(program: int, text: str) -> tuple[int, ...]:
    words = text.split()
    if program == programs.TURN and words:
        words[CARD] = str(NO_CARD if words[CARD] == "-" else _card(words[CARD]))
    return tuple(map(int, words))


def _frame(frame: tuple[int, int, tuple[int, ...]]) -> str:
    program, pc, registers = frame
    return f"{_program(program)}, {pc}: {_registers(program, registers)}"


def _frame_of(text: str) -> tuple[int, int, tuple[int, ...]]:
    head, _, registers = text.partition(":")
    name, _, pc = head.partition(",")
    program = _program_named(name)
    return program, int(pc), _registers_of(program, registers)


# --- rows of values


def _row(show: Callable[[Any], str], sign: str) -> Callable[[Any], str]:
    return lambda values: sign.join(map(show, values)) or "-"


def _row_of(read: Callable[[str], Any], sign: str) -> Callable[[str], Any]:
    def rows(text: str) -> tuple[Any, ...]:
        if text.strip() == "-":
            return ()
        parts = text.split(sign.strip() or None)
        return tuple(read(part.strip()) for part in parts)

    return rows


Codec = tuple[Callable[[Any], str], Callable[[str], Any]]


def _rows(codec: Codec, sign: str) -> Codec:
    return _row(codec[0], sign), _row_of(codec[1], sign)


def _one_of(what: str, names: tuple[str, ...]) -> Codec:
    def read(word: str) -> str:
        if word not in names:
            known = ", ".join(filter(None, names))
            raise BadField(f"there is no {what} {word!r}; there are {known}")
        return word

    return str, read


_WORD: Codec = (str, str)
_NUMBER: Codec = (str, int)
_NUMBERS = _rows(_NUMBER, " ")
_CARDS = _rows((_id, _card), " ")
_HANDS = _rows(_CARDS, " / ")
_SEEN = _rows((_known, _knows), ", ")
_SQUARES: Codec = (lambda mask: " ".join(arena.names(mask)), arena.mask)
_ASKING: Codec = (lambda n: Asking(n).name.lower(), lambda word: int(Asking[word.upper()]))
_CHOICES = _rows(
    (lambda code: choice_text(CHOICES[code]), lambda text: parse_choice(text).code), ", "
)

_CODECS: dict[str, Codec] = {
    "form": _one_of("form", FORM_NAMES),
    "schools": _rows(_WORD, " "),
    "trigger": _one_of("trigger", TRIGGER_NAMES),
    "result": _NUMBERS,
    **dict.fromkeys(("beings", "legends", "flares", "decks", "discards", "claimed"), _HANDS),
    **dict.fromkeys(("legend_deck", "legend_discards", "flare_deck", "flare_discards"), _CARDS),
    **dict.fromkeys(("tasks", "task_deck"), _CARDS),
    "returned": _SEEN,
    "known": _rows(_SEEN, " / "),
    "mask": _SQUARES,
    "asking": _ASKING,
    "others": _CHOICES,
    "program": (_program, _program_named),
    "callers": _rows((_frame, _frame_of), " / "),
}


# What a scenario lays out and expects by the name of the field, as a position's text has it. The
# board, and what is told by seat or colour, have lines of their own.
PLAIN = fields_without(
    "table cards machine",
    "pieces common heroic legendary scores improvised turn seat actor destroyed summoned trigger "
    "result",
)


def show(name: str, fields: dict[str, Any]) -> str:
    """A field as text."""
    value = fields[name]
    if name == "registers":
        return _registers(fields["program"], value)
    codec = _CODECS.get(name) or (_NUMBERS if isinstance(value, tuple) else _NUMBER)
    return codec[0](value)


def read(name: str, text: str, fields: dict[str, Any], blank: Any) -> Any:
    """The value a text means; the fields before it have been read."""
    codec = _CODECS.get(name) or (_NUMBERS if isinstance(blank, tuple) else _NUMBER)
    try:
        if name == "registers":
            return _registers_of(fields.get("program", programs.TURN), text)
        return codec[1](text)
    except BadField:
        raise
    except (ValueError, KeyError, IndexError, TypeError):
        if codec is _NUMBER:
            raise BadField(f"{name!r} needs a number, not {text!r}") from None
        raise BadField(f"{text!r} does not fit {name}") from None
