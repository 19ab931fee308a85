"""Everything that lies on the table, as plain values. No rules here.

All fields hold ints or tuples of them, so a copy is a copy of references and every past position
stays what it was. The one list, ``pieces``, is copied with it. Forms, schools and triggers have
names for people; a position keeps their numbers.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from operator import attrgetter
from typing import Any, Self, TypeVar

from tashkalar import packed
from tashkalar.event import Event

COMMON, HEROIC, LEGENDARY = 1, 2, 3
UNKNOWN = 256  # a card that the viewer cannot see: a number that no card can have

# Names by number. The numbers never move; the first of forms and triggers stands for none.
FORM_NAMES = (
    "",
    "first-game",
    "high-form",
    "duel",
    "melee-3",
    "melee-4",
    "team-high-form",
    "team-duel",
)
SCHOOL_NAMES = (
    "northern_imperial",
    "southern_imperial",
    "highland",
    "sylvan",
    "everfrost",
    "nethervoid",
    "etherweave",
)
TRIGGER_NAMES = ("", "deck", "points", "resigned")
END_TRIGGERS = TRIGGER_NAMES[:3]  # what can be so while the game still goes on

# How much there can be of each, for programs that keep positions in rooms of a fixed size.
DECK_LIMIT = 18  # cards of a school, legends, flares
TASK_LIMIT = 40
KNOWN_LIMIT = 6 * DECK_LIMIT  # hidden cards that a viewer knows: of four schools and both others
RETURNED_LIMIT = 3 * DECK_LIMIT  # a whole hand
OTHERS_LIMIT = 128
REGISTERS_LIMIT = 32
FRAMES_LIMIT = 4  # callers of the running program
ALLOWANCE_LIMIT = 99  # actions, extra turns, extra cards: far more than cards and a set-up give

# The fields by group, each with its blank value.
_BLANK: dict[str, dict[str, Any]] = {
    # fixed from set-up on
    "table": {
        "form": "",
        "schools": (),  # for each seat
        "colour_of": (),  # the colour of each seat; partners share one
        "stock": (0, 0, 0, 0),  # two-sided pieces of each colour that take part
        "legend_stock": (0, 0, 0, 0),
    },
    "arena": {
        "pieces": (0, 0, 0, 0),  # the squares of each colour
        "common": 0,
        "heroic": 0,
        "legendary": 0,
    },
    # by seat; the top of a deck comes first, the last discard last
    "cards": {
        "beings": (),
        "legends": (),
        "flares": (),
        "decks": (),
        "discards": (),
        "legend_deck": (),
        "legend_discards": (),
        "flare_deck": (),
        "flare_discards": (),
        "returned": (),  # (owner, card) given back this turn, under their decks before the draw
        # For each seat, and last for spectators: hidden cards whose place they have seen, as
        # (owner, card), sorted. An owner is a seat, 4 for the legends, 5 for the flares.
        "known": (),
        "tasks": (),
        "task_deck": (),  # its first card lies face up
        "claimed": ((), (), (), ()),  # by colour
        "random": 0,  # the generator for reshuffling
    },
    "turn": {
        "scores": (0,) * 16,  # [4 * colour + colour scored in]; a duel uses [0] and [5]
        "improvised": (0, 0, 0, 0),  # by seat: enemy colours used up, as bits
        "turn": 0,  # turns begun so far
        "seat": 0,  # whose turn it is
        "actor": 0,  # who decides now; another seat only in set-up and after passing control
        "actions": 0,
        "discarded": 0,
        "passed": 0,  # team play: control was passed this turn
        "borrowed": 0,  # enemy pieces the next summoning may use
        "extra_beings": 0,
        "extra_legends": 0,
        "extra_turns": 0,
        "destroyed": (0,) * 12,  # this turn: [3 * colour + rank - 1]
        "summoned": (0, 0, 0, 0),  # this turn: beings, legends among them, on red, on green
        "trigger": "",  # what triggered the end of the game
        "last_turns": -1,  # regular turns left once it is triggered
        "result": (),  # places by seat once it is over: 1 is best, shared when tied
    },
    # the running frame, its callers, and what is asked
    "machine": {
        "program": 0,
        "pc": 0,
        "registers": (),
        "callers": (),
        "asking": 0,
        "mask": 0,  # choices on squares
        "others": (),  # codes of all other choices
    },
}
GROUPS = {group: tuple(fields) for group, fields in _BLANK.items()}
BLANK: dict[str, Any] = {name: value for group in _BLANK.values() for name, value in group.items()}
FIELDS = tuple(BLANK)
# Where the fields with names for people keep their numbers.
_NUMBERS = {"form": "form_number", "schools": "school_numbers", "trigger": "trigger_number"}
_SLOTS = tuple(_NUMBERS.get(name, name) for name in FIELDS)


class UnknownName(ValueError):
    """A name that no form, school or trigger has."""


def _number(what: str, names: tuple[str, ...], name: str) -> int:
    if name not in names:
        known = ", ".join(filter(None, names))
        raise UnknownName(f"there is no {what} {name!r}; there are {known}")
    return names.index(name)


@cache
def _school_names(numbers: tuple[int, ...]) -> tuple[str, ...]:
    return tuple(SCHOOL_NAMES[number] for number in numbers)


Key = tuple[Any, ...]
S = TypeVar("S", bound="State")


def fields_without(groups: str = "", fields: str = "") -> tuple[str, ...]:
    """All fields but those of some groups and some single ones, named with spaces between.

    What a cache or a search keys positions by is said in this way: a field that is added later
    counts, unless somebody says that it does not.

    >>> kept = fields_without("table cards turn machine", "common")
    >>> "common" in kept, "heroic" in kept, "beings" in kept
    (False, True, False)
    """
    gone = {name for group in groups.split() for name in GROUPS[group]} | set(fields.split())
    unknown = gone - set(FIELDS)
    if unknown:
        raise UnknownName(f"there is no field {', '.join(sorted(unknown))}")
    return tuple(name for name in FIELDS if name not in gone)


def key_without(groups: str = "", fields: str = "") -> Callable[[State], Key]:
    """A function that tells positions apart by all their fields but some."""
    names = fields_without(groups, fields)
    read = attrgetter(*(_NUMBERS.get(name, name) for name in names if name != "pieces"))
    if "pieces" not in names:
        return read
    return lambda p: (*p.pieces, *read(p))


class State:
    """The fields of a position: copy, compare, hash, bytes."""

    __slots__ = (*_SLOTS, "log")

    form_number: int
    school_numbers: tuple[int, ...]
    colour_of: tuple[int, ...]
    stock: tuple[int, ...]
    legend_stock: tuple[int, ...]
    pieces: list[int]
    common: int
    heroic: int
    legendary: int
    beings: tuple[tuple[int, ...], ...]
    legends: tuple[tuple[int, ...], ...]
    flares: tuple[tuple[int, ...], ...]
    decks: tuple[tuple[int, ...], ...]
    discards: tuple[tuple[int, ...], ...]
    legend_deck: tuple[int, ...]
    legend_discards: tuple[int, ...]
    flare_deck: tuple[int, ...]
    flare_discards: tuple[int, ...]
    returned: tuple[tuple[int, int], ...]
    known: tuple[tuple[tuple[int, int], ...], ...]
    tasks: tuple[int, ...]
    task_deck: tuple[int, ...]
    claimed: tuple[tuple[int, ...], ...]
    scores: tuple[int, ...]
    improvised: tuple[int, ...]
    turn: int
    seat: int
    actor: int
    actions: int
    discarded: int
    passed: int
    borrowed: int
    extra_beings: int
    extra_legends: int
    extra_turns: int
    destroyed: tuple[int, ...]
    summoned: tuple[int, int, int, int]
    trigger_number: int
    last_turns: int
    result: tuple[int, ...]
    random: int
    program: int
    pc: int
    registers: Any  # a tuple at rest, a list while the machine runs
    callers: tuple[tuple[int, int, tuple[int, ...]], ...]
    asking: int
    mask: int
    others: tuple[int, ...]
    log: list[Event] | None  # events, only while somebody listens

    def __init__(self, **fields: Any) -> None:
        for name, blank in BLANK.items():
            setattr(self, name, fields.pop(name, blank))
        self.pieces = list(self.pieces)
        self.log = None
        if fields:
            raise TypeError(f"a position has no field {', '.join(fields)}")

    @property
    def form(self) -> str:
        """The form by its name."""
        return FORM_NAMES[self.form_number]

    @form.setter
    def form(self, name: str) -> None:
        self.form_number = _number("form", FORM_NAMES, name)

    @property
    def schools(self) -> tuple[str, ...]:
        """The school of each seat by its name."""
        return _school_names(self.school_numbers)

    @schools.setter
    def schools(self, names: tuple[str, ...]) -> None:
        self.school_numbers = tuple(_number("school", SCHOOL_NAMES, name) for name in names)

    @property
    def trigger(self) -> str:
        """What triggered the end of the game, by its name; empty if nothing did."""
        return TRIGGER_NAMES[self.trigger_number]

    @trigger.setter
    def trigger(self, name: str) -> None:
        self.trigger_number = _number("trigger", TRIGGER_NAMES, name)

    def copy(self) -> Self:
        """An independent copy."""
        return self._copied(self.__class__)

    def _copied(self, kind: type[S]) -> S:
        """The same fields, in a state of a kind. By hand: it is the hot path of every search."""
        new = object.__new__(kind)
        new.form_number = self.form_number
        new.school_numbers = self.school_numbers
        new.colour_of = self.colour_of
        new.stock = self.stock
        new.legend_stock = self.legend_stock
        new.pieces = self.pieces[:]
        new.common = self.common
        new.heroic = self.heroic
        new.legendary = self.legendary
        new.beings = self.beings
        new.legends = self.legends
        new.flares = self.flares
        new.decks = self.decks
        new.discards = self.discards
        new.legend_deck = self.legend_deck
        new.legend_discards = self.legend_discards
        new.flare_deck = self.flare_deck
        new.flare_discards = self.flare_discards
        new.returned = self.returned
        new.known = self.known
        new.tasks = self.tasks
        new.task_deck = self.task_deck
        new.claimed = self.claimed
        new.scores = self.scores
        new.improvised = self.improvised
        new.turn = self.turn
        new.seat = self.seat
        new.actor = self.actor
        new.actions = self.actions
        new.discarded = self.discarded
        new.passed = self.passed
        new.borrowed = self.borrowed
        new.extra_beings = self.extra_beings
        new.extra_legends = self.extra_legends
        new.extra_turns = self.extra_turns
        new.destroyed = self.destroyed
        new.summoned = self.summoned
        new.trigger_number = self.trigger_number
        new.last_turns = self.last_turns
        new.result = self.result
        new.random = self.random
        new.program = self.program
        new.pc = self.pc
        new.registers = self.registers
        new.callers = self.callers
        new.asking = self.asking
        new.mask = self.mask
        new.others = self.others
        new.log = None
        return new

    def as_kind(self, kind: type[S]) -> S:
        """The same fields in a state of another kind."""
        new = self._copied(kind)
        new.registers = tuple(self.registers)
        return new

    def fields(self) -> dict[str, Any]:
        """All fields by name, as they can be given for a new position."""
        found = {name: getattr(self, name) for name in FIELDS}
        found["pieces"] = tuple(self.pieces)
        found["registers"] = tuple(self.registers)
        return found

    def key(self) -> Key:
        """A value that is equal exactly when the positions are."""
        return _key(self)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and self.key() == other.key()

    def __hash__(self) -> int:
        return hash(self.key())

    def __getstate__(self) -> bytes:
        return self.to_bytes()

    def __setstate__(self, data: bytes) -> None:
        self._fill(data)
        self.log = None

    def to_bytes(self) -> bytes:
        """A compact form that reads back exactly."""
        return packed.written(
            tuple(value) if type(value) is list else value for value in _read_slots(self)
        )

    @classmethod
    def from_bytes(cls, data: bytes) -> Self:
        """The position that was written as these bytes."""
        found = cls()
        found._fill(data)
        return found

    def _fill(self, data: bytes) -> None:
        """Take over the fields that some bytes hold."""
        try:
            values = packed.read(data, len(_SLOTS))
            for slot, blank, value in zip(_SLOTS, BLANK.values(), values, strict=True):
                if type(value) is not (tuple if type(blank) is tuple else int):
                    raise ValueError
                setattr(self, slot, value)
            # Numbers without a name are refused as well.
            _ = self.form, self.schools, self.trigger
        except (IndexError, ValueError, RecursionError, TypeError):
            raise DamagedPosition("the bytes do not hold a position") from None
        self.pieces = list(self.pieces)


_key = key_without()
_read_slots = attrgetter(*_SLOTS)


class DamagedPosition(ValueError):
    """Bytes or text that do not hold a position."""
