"""Everything that lies on the table, as plain values. No rules here.

All fields hold ints, strings or tuples of them, so a copy is a copy of references and every
past position stays what it was. The one list, ``pieces``, is copied with it.
"""

from __future__ import annotations

from typing import Any, Self

from tashkalar.event import Event

COMMON, HEROIC, LEGENDARY = 1, 2, 3
UNKNOWN = 256  # a card that the viewer cannot see: a number that no card can have

_BLANK: dict[str, Any] = {
    # the table: fixed from set-up on
    "form": "",
    "schools": (),  # a school's name for each seat
    "colour_of": (),  # the colour of each seat; partners share one
    "stock": (0, 0, 0, 0),  # two-sided pieces of each colour that take part
    "legend_stock": (0, 0, 0, 0),
    # the arena
    "pieces": (0, 0, 0, 0),  # the squares of each colour
    "common": 0,
    "heroic": 0,
    "legendary": 0,
    # the cards, by seat; the top of a deck comes first, the last discard last
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
    # (owner, card). An owner is a seat, 4 for the legends, 5 for the flares.
    "known": (),
    # tasks and points
    "tasks": (),
    "task_deck": (),  # its first card lies face up
    "claimed": ((), (), (), ()),  # by colour
    "scores": (0,) * 16,  # [4 * colour + colour scored in]; a duel uses [0] and [5]
    "improvised": (0, 0, 0, 0),  # by seat: enemy colours used up, as bits
    # the turn
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
    # the end
    "trigger": "",  # what triggered the end of the game
    "last_turns": -1,  # regular turns left once it is triggered
    "result": (),  # places by seat once it is over: 1 is best, shared when tied
    "random": 0,  # the generator for reshuffling
    # the machine: the running frame, its callers, and what is asked
    "program": 0,
    "pc": 0,
    "registers": (),
    "callers": (),
    "asking": 0,
    "mask": 0,  # choices on squares
    "others": (),  # codes of all other choices
}

FIELDS = tuple(_BLANK)


class State:
    """The fields of a position: copy, compare, hash, bytes."""

    __slots__ = (*FIELDS, "log")

    form: str
    schools: tuple[str, ...]
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
    trigger: str
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
        for name, blank in _BLANK.items():
            setattr(self, name, fields.pop(name, blank))
        self.pieces = list(self.pieces)
        self.log = None
        if fields:
            raise TypeError(f"a position has no field {', '.join(fields)}")

    def copy(self) -> Self:
        """An independent copy. Written out by hand: it is the hot path of every search."""
        new = object.__new__(self.__class__)
        new.form = self.form
        new.schools = self.schools
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
        new.trigger = self.trigger
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

    def fields(self) -> dict[str, Any]:
        """All fields by name; pieces and registers as tuples."""
        found = {name: getattr(self, name) for name in FIELDS}
        found["pieces"] = tuple(self.pieces)
        found["registers"] = tuple(self.registers)
        return found

    def key(self) -> tuple[Any, ...]:
        """A value that is equal exactly when the positions are."""
        return tuple(self.fields().values())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and self.key() == other.key()

    def __hash__(self) -> int:
        return hash(self.key())

    def __getstate__(self) -> bytes:
        return self.to_bytes()

    def __setstate__(self, data: bytes) -> None:
        for name, value in self.from_bytes(data).fields().items():
            setattr(self, name, value)
        self.pieces = list(self.pieces)
        self.log = None

    def to_bytes(self) -> bytes:
        out = bytearray()
        for value in self.fields().values():
            _write(out, value)
        return bytes(out)

    @classmethod
    def from_bytes(cls, data: bytes) -> Self:
        fields: dict[str, Any] = {}
        at = 0
        try:
            for name, blank in _BLANK.items():
                fields[name], at = _read(data, at)
                if type(fields[name]) is not type(blank):
                    raise ValueError
        except (IndexError, ValueError, UnicodeDecodeError, RecursionError):
            raise DamagedPosition("the bytes do not hold a position") from None
        if at != len(data):
            raise DamagedPosition("the bytes go on after the position")
        return cls(**fields)


class DamagedPosition(ValueError):
    """Bytes or text that do not hold a position."""


# Bytes: tag 0 an int (length, then the bytes), 1 a string, 2 a tuple of further values,
# 4 to 127 the small ints 0 to 123, 128 to 255 tuples of so many small ints of one byte each.


def _write(out: bytearray, value: int | str | tuple[Any, ...]) -> None:
    if isinstance(value, int):
        if 0 <= value < 124:
            out.append(value + 4)
        else:
            raw = value.to_bytes(value.bit_length() // 8 + 1, "little", signed=True)
            out += bytes((0, len(raw))) + raw
    elif isinstance(value, str):
        raw = value.encode()
        out += bytes((1, len(raw))) + raw
    elif len(value) < 128 and all(type(v) is int and 0 <= v < 256 for v in value):
        out.append(128 + len(value))
        out += bytes(value)
    else:
        out += b"\2" + len(value).to_bytes(2, "little")
        for part in value:
            _write(out, part)


def _read(data: bytes, at: int) -> tuple[Any, int]:
    tag = data[at]
    at += 1
    if tag >= 128:
        end = at + tag - 128
    elif tag >= 4:
        return tag - 4, at
    elif tag == 2:
        parts = []
        length = int.from_bytes(data[at : at + 2], "little")
        at += 2
        for _ in range(length):
            part, at = _read(data, at)
            parts.append(part)
        return tuple(parts), at
    elif tag in (0, 1):
        end = at + 1 + data[at]
        at += 1
    else:
        raise ValueError
    if end > len(data):
        raise IndexError
    raw = data[at:end]
    if tag == 0:
        return int.from_bytes(raw, "little", signed=True), end
    return (raw.decode() if tag == 1 else tuple(raw)), end
