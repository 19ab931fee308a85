"""Game records: a head, then the choices, a line for each player's part of a turn.

tash-kalar record 1
version: 0.1.0
rules: 1
form: duel
schools: highland sylvan
seed: 42
cards: 8b2190bf721f
0 B: c5
1 A: place e5, finish
end

``rules`` is the number of the rules it was played by, ``cards`` a fingerprint of what its cards
mean. A finished game ends with lines like ``result: 1 2 by points``, the place of each seat and
what brought the end, and ``decided: A over B by points 18 to 12``. Records without the line
``rules`` are of rules 1.

A line ``takebacks: none`` after ``cards`` says that the players agreed to take nothing back. Of
what was taken back only what it leaves behind is written down, between the choices: see
``traces``. After it a line ``rated: yes`` says that the game was played for the players' ratings.

A game that goes on from a position has, as the last of the head, a line ``start:`` and the text of
the position, each of its lines after ``| ``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import groupby, takewhile
from typing import NamedTuple

from tashkalar import __version__
from tashkalar.cards import digest, is_digest
from tashkalar.rules.forms import SEEDS, BadSetUp, Form, check_schools, form_named
from tashkalar.rules.history import RULES
from tashkalar.terms import LETTERS, lettered
from tashkalar.verdict import Margin, Verdict

HEADER = "tash-kalar record 1"
NO_TAKEBACKS = "takebacks: none"
START, QUOTED = "start:", "| "
RATED = "rated: yes"


class BadRecord(ValueError):
    """A text that is not a record, or one that cannot be replayed; the message says where."""


RecordEntry = tuple[int, int, str]  # turn, seat, choice or trace


class Result(NamedTuple):
    """How a game came out: the places by seat, what brought the end, and what decided."""

    places: tuple[int, ...]
    trigger: str
    decided: str = ""  # what put the colours of each place before the next; "" if all share one

    @classmethod
    def of(cls, places: tuple[int, ...], trigger: str, verdict: Verdict) -> Result:
        """The result of a finished game."""
        return cls(places, trigger, ", ".join(map(_decided, verdict.margins)))

    def __str__(self) -> str:
        return f"{' '.join(map(str, self.places))} by {self.trigger}"


def _decided(margin: Margin) -> str:
    better, worse = ("".join(LETTERS[c] for c in side) for side in (margin.better, margin.worse))
    counts = "" if margin.by == "resigned" else f" {margin.more} to {margin.fewer}"
    return f"{better} over {worse} by {margin.by}{counts}"


@dataclass(frozen=True)
class Record:
    """What is needed to play a game again. Without a seed it is what one seat saw."""

    form: str
    schools: tuple[str, ...]
    seed: int | None
    moves: tuple[RecordEntry, ...]
    resigned: int | None = None
    result: Result | None = None  # None while it goes on, and in records of earlier versions
    takebacks: bool = True  # whether anything may be taken back
    rated: bool = False  # was it played for the players' ratings?
    version: str = __version__
    rules: int = RULES
    cards: str = ""
    start: str | None = None  # the text of the position that it begins with; "" where it is hidden
    lines: tuple[int, ...] = ()  # where each move was read, for error messages

    def error(self, move: int, reason: str) -> BadRecord:
        """An error about one of the moves, by its line where the record was read."""
        where = f"line {self.lines[move - 1]}" if self.lines else f"choice {move}"
        return BadRecord(f"{where}: {reason}")

    def text(self) -> str:
        """The text of the record, which ``parse_record`` reads back."""
        lines = [
            HEADER,
            f"version: {self.version}",
            f"rules: {self.rules}",
            f"form: {self.form}",
            f"schools: {' '.join(self.schools)}",
            f"seed: {'hidden' if self.seed is None else self.seed}",
            f"cards: {self.cards or digest(self.schools)}",
        ]
        if not self.takebacks:
            lines.append(NO_TAKEBACKS)
        if self.rated:
            lines.append(RATED)
        if self.start is not None:
            lines += [START, *(QUOTED + line for line in self.start.splitlines())]
        for (turn, seat), moves in groupby(self.moves, key=lambda m: m[:2]):
            lines.append(f"{turn} {LETTERS[seat]}: {', '.join(m[2] for m in moves)}")
        if self.resigned is not None:
            lines.append(f"resigned: {LETTERS[self.resigned]}")
        if self.result is not None:
            lines.append(f"result: {self.result}")
            if self.result.decided:
                lines.append(f"decided: {self.result.decided}")
        return "\n".join([*lines, "end"]) + "\n"


_HEAD = ("version", "rules", "form", "schools", "seed", "cards")


def parse_record(text: str) -> Record:
    """Read a record completely, or not at all."""
    lines = text.splitlines()
    if not lines or not lines[0].startswith("tash-kalar record"):
        raise BadRecord(f"line 1: this is no game record; one begins with {HEADER!r}")
    if lines[0].strip() != HEADER:
        raise BadRecord(f"line 1: {lines[0].strip()!r} is of another version than {HEADER!r}")
    if lines[-1].strip() != "end":
        raise BadRecord(f"line {len(lines)}: the record is cut off; its last line must be 'end'")
    head = _head(lines)
    form, schools = _set_up(head)
    rules, seed = head["rules"], head["seed"]
    if not _is_number(rules[1], 1 << 16):
        raise BadRecord(f"line {rules[0]}: the rules have a number, not {_cut(rules[1])!r}")
    line, cards = head["cards"]
    if not is_digest(cards, schools):
        raise BadRecord(
            f"line {line}: the record was played with other cards ({cards}, here "
            f"{digest(schools)}), so it cannot be replayed exactly"
        )
    if not _is_number(seed[1], SEEDS) and seed[1] != "hidden":
        raise BadRecord(
            f"line {seed[0]}: a seed is a number from 0 to {SEEDS - 1}, not {_cut(seed[1])!r}"
        )
    takebacks = lines[line].strip() != NO_TAKEBACKS
    line += not takebacks
    rated = lines[line].strip() == RATED
    line += rated
    begun = _start(lines[line:-1])
    line += 0 if begun is None else 1 + len(begun)
    moves: list[RecordEntry] = []
    where: list[int] = []
    ends: dict[str, tuple[int, str]] = {}
    for number, row in enumerate(lines[line:-1], line + 1):
        start, colon, rest = row.partition(":")
        words = start.split()
        if (
            not ends
            and colon
            and len(words) == 2
            and _is_number(words[0], 1 << 16)
            and (seat := lettered(words[1])) is not None
        ):
            for part in rest.split(","):
                moves.append((int(words[0]), seat, part.strip()))
                where.append(number)
        elif start.strip() in _ENDS and _ENDS[start.strip()].fullmatch(rest.strip()):
            ends[start.strip()] = number, rest.strip()
        else:
            raise BadRecord(f"line {number}: {row.strip()!r} is not a turn like '3 A: place e5'")
    if "decided" in ends and "result" not in ends:
        raise BadRecord(f"line {ends['decided'][0]}: a line 'result: ...' goes before 'decided'")
    return Record(
        form.name,
        schools,
        None if seed[1] == "hidden" else int(seed[1]),
        tuple(moves),
        _resigned(form, *ends["resigned"]) if "resigned" in ends else None,
        _result(ends["result"][1], ends.get("decided", (0, ""))[1]) if "result" in ends else None,
        takebacks,
        rated,
        head["version"][1],
        int(rules[1]),
        cards,
        None if begun is None else "\n".join(begun),
        tuple(where),
    )


# What may follow the last turn.
_ENDS = {
    "resigned": re.compile("[A-D]"),
    "result": re.compile(r"[1-4]( [1-4])* by [a-z_]+"),
    "decided": re.compile(r"[A-D]+ over [A-D]+ by [a-z]+.*"),
}


def _start(lines: list[str]) -> list[str] | None:
    """The lines of the position that a record begins with, if it has one."""
    if not lines or lines[0].strip() != START:
        return None
    quoted = takewhile(lambda row: row.startswith(QUOTED.strip()), lines[1:])
    return [row[len(QUOTED) :] for row in quoted]


def _head(lines: list[str]) -> dict[str, tuple[int, str]]:
    """The lines of the head with their numbers."""
    head: dict[str, tuple[int, str]] = {}
    number = 2
    for name in _HEAD:
        found, colon, value = (lines[number - 1] if number <= len(lines) else "").partition(":")
        if name == "rules" and found != name:
            head[name] = (number, "1")  # written before the rules had a number
            continue
        if found != name or not colon:
            raise BadRecord(f"line {number}: expected '{name}: ...'")
        head[name] = (number, value.strip())
        number += 1
    return head


def _set_up(head: dict[str, tuple[int, str]]) -> tuple[Form, tuple[str, ...]]:
    """The form and the schools, which must go together."""
    line, name = head["form"]
    try:
        form = form_named(name)
        line, names = head["schools"]
        schools = tuple(names.split())
        check_schools(form, schools)
    except BadSetUp as error:
        raise BadRecord(f"line {line}: {error}") from None
    return form, schools


def _is_number(text: str, below: int) -> bool:
    return text.isdecimal() and len(text) <= len(str(below)) and int(text) < below


def _cut(text: str) -> str:
    """A text that is to be quoted, however long it is."""
    return text if len(text) <= 40 else f"{text[:40]}..."


def _resigned(form: Form, line: int, letter: str) -> int:
    seat = lettered(letter, form.seats)
    if seat is None or form.melee:
        raise BadRecord(f"line {line}: in {form.name} {letter} cannot have resigned")
    return seat


def _result(text: str, decided: str) -> Result:
    places, _, trigger = text.partition(" by ")
    return Result(tuple(map(int, places.split())), trigger, decided)
