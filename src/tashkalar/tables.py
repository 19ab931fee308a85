"""All that another implementation of the rules has to know of the cards and forms, as one blob.

It holds numbers and nested rows of numbers only, packed like a position (``packed``), behind a
magic word and a digest. Who reads it needs no card and no name of its own: patterns, programs,
tasks, forms and set-up come from here, and another digest means other tables.

    8 bytes    the magic word, with the version of this layout
    32 bytes   SHA-256 of the rest
    the rest   the fields of ``Tables`` in their order

Names are rows of UTF-8 bytes, sets of squares are masks as in a position, and what is a yes or no
is 1 or 0.
"""

from __future__ import annotations

import hashlib
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any, NamedTuple

from tashkalar import arena, packed, state
from tashkalar.cards import BEINGS, FLARES, SCHOOLS, TASKS, Being, criteria, deck
from tashkalar.choice import BASE, CARD_LIMIT, CHOICES
from tashkalar.rules import forms, history, programs

MAGIC = b"TKTABLE2"
_DIGEST = hashlib.sha256().digest_size
Row = tuple[Any, ...]

# The kinds of criteria by number; the numbers never move.
CRITERIA: tuple[type, ...] = (
    criteria.AnyOf,
    criteria.Destroyed,
    criteria.Summoned,
    criteria.Standing,
    criteria.Outnumber,
    criteria.Fill,
    criteria.Lead,
    criteria.Chain,
    criteria.Surrounded,
    criteria.Isolated,
)


class BadTables(ValueError):
    """Bytes that are no tables, are damaged, or are of another layout."""


class Tables(NamedTuple):
    """The tables, a field a section. The comments say what the rows hold."""

    rules: int  # the number of the rules
    # cards, a deck, tasks, known, returned, others, registers, frames, allowances, a hand
    limits: Row
    arena: Row  # the width of a row of the mask; all, red, green and central squares
    choices: Row  # the first code of each kind, in the order of kinds; then how many codes
    decks: Row  # the cards of the legends, of the flares, of the tasks
    schools: Row  # number, name, cards
    # number, name, colour of each seat, two-sided pieces, legendary pieces, points that trigger
    # the end, tasks?, melee?, first game?, legends in a hand, starting squares in groups, the
    # colours of the starting pieces, cards of a deck that lie sideways
    forms: Row
    # number, id, rank, legend?, number of its program, orientations in order, each of them
    # (pieces as dx, dy and least rank; marked squares as dx, dy; bits of directions)
    beings: Row
    flares: Row  # number, id, lead in upgraded pieces for the upper half, in pieces for the lower
    tasks: Row  # number, id, type, points, advanced?, criterion (its kind, then its fields)
    # number, name, registers, those that follow pieces, reads marked squares?, directions?, the
    # pieces used?, the instructions
    programs: Row

    def to_bytes(self) -> bytes:
        """The blob."""
        body = packed.written(self)
        return MAGIC + hashlib.sha256(body).digest() + body

    @classmethod
    def from_bytes(cls, data: bytes) -> Tables:
        """The tables of a blob; refused if it is damaged or of another layout."""
        start = len(MAGIC) + _DIGEST
        if data[: len(MAGIC)] != MAGIC:
            raise BadTables(f"tables begin with {MAGIC!r}, not with {data[: len(MAGIC)]!r}")
        if hashlib.sha256(data[start:]).digest() != data[len(MAGIC) : start]:
            raise BadTables("the tables are damaged: their digest does not fit")
        try:
            values: list[Any] = packed.read(data[start:], len(cls._fields))
            return cls(*values)
        except (IndexError, ValueError) as error:
            raise BadTables(f"the tables cannot be read: {error}") from None

    @property
    def digest(self) -> str:
        """What tells these tables from any others."""
        return self.to_bytes()[len(MAGIC) : len(MAGIC) + _DIGEST].hex()


@cache
def tables() -> Tables:
    """The tables of this program.

    >>> Tables.from_bytes(tables().to_bytes()) == tables()
    True
    """
    return Tables(
        rules=history.RULES,
        limits=(
            CARD_LIMIT,
            state.DECK_LIMIT,
            state.TASK_LIMIT,
            state.KNOWN_LIMIT,
            state.RETURNED_LIMIT,
            state.OTHERS_LIMIT,
            state.REGISTERS_LIMIT,
            state.FRAMES_LIMIT,
            state.ALLOWANCE_LIMIT,
            forms.HAND,
        ),
        arena=(arena.WIDTH, arena.ALL, arena.RED, arena.GREEN, arena.CENTRAL),
        choices=(*BASE.values(), len(CHOICES)),
        decks=(deck("legends"), deck("flares"), deck("tasks")),
        schools=tuple(
            (state.SCHOOL_NAMES.index(name), _name(name), deck(of)) for name, of in SCHOOLS.items()
        ),
        forms=tuple(_form(number, form) for number, form in forms.FORM_OF.items()),
        beings=tuple(_being(being) for being in BEINGS.values()),
        flares=tuple(
            (f.number, _name(f.id), f.upper_needs, f.lower_needs) for f in FLARES.values()
        ),
        tasks=tuple(
            (
                t.number,
                _name(t.id),
                _name(t.type),
                t.points,
                int(t.advanced),
                _criterion(t.criterion),
            )
            for t in TASKS.values()
        ),
        programs=tuple(_program(number) for number in _numbers()),
    )


def _name(text: str) -> Row:
    return tuple(text.encode())


def _form(number: int, form: forms.Form) -> Row:
    return (
        number,
        _name(form.name),
        form.colour_of,
        form.stock,
        form.legend_stock,
        form.limit,
        int(form.tasks),
        int(form.melee),
        int(form.first),
        form.legends,
        form.starts,
        form.starting_colours,
        forms.SIDEWAYS if form.teams else 0,
    )


def _being(being: Being) -> Row:
    orientations = tuple((o.pieces, o.marked, o.directions) for o in being.orientations)
    legend = int(being.deck == "legends")
    number = being.number
    return number, _name(being.id), being.rank, legend, programs.of_being(number), orientations


def _criterion(value: object) -> Any:
    """A criterion as its kind and its fields; what is no criterion stays as it is."""
    if isinstance(value, tuple):
        return tuple(_criterion(part) for part in value)
    if is_dataclass(value):
        parts = (_criterion(getattr(value, field.name)) for field in fields(value))
        return (CRITERIA.index(type(value)), *parts)
    return value


def _numbers() -> list[int]:
    """The numbers of all programs."""
    flares = [programs.of_flare(card, halves) for card in FLARES for halves in (1, 2, 3)]
    return [programs.TURN, *(programs.of_being(card) for card in BEINGS), *flares]


def _program(number: int) -> Row:
    found = programs.program(number)
    return (
        number,
        _name(found.name),
        found.registers,
        found.tracked,
        int(found.reads_marked),
        int(found.reads_indicated),
        int(found.reads_used),
        tuple(found.code),
    )
