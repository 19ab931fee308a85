"""Game records: a head, then the choices, a line for each player's part of a turn.

tash-kalar record 1
version: 0.1.0
form: duel
schools: highland sylvan
seed: 42
cards: 8b2190bf721f
0 B: c5
1 A: place e5, finish
end
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby

from tashkalar import __version__
from tashkalar.cards import SCHOOLS, digest

HEADER = "tash-kalar record 1"
SEATS = "ABCD"


class BadRecord(ValueError):
    """A text that is not a record, or one that cannot be replayed; the message says where."""


Move = tuple[int, int, str]  # turn, seat, choice


@dataclass(frozen=True)
class Record:
    """What is needed to play a game again. Without a seed it is what one seat saw."""

    form: str
    schools: tuple[str, ...]
    seed: int | None
    moves: tuple[Move, ...]
    resigned: int | None = None
    version: str = __version__
    cards: str = ""
    lines: tuple[int, ...] = ()  # where each move was read, for error messages

    def error(self, move: int, reason: str) -> BadRecord:
        where = f"line {self.lines[move - 1]}" if self.lines else f"choice {move}"
        return BadRecord(f"{where}: {reason}")

    def text(self) -> str:
        lines = [
            HEADER,
            f"version: {self.version}",
            f"form: {self.form}",
            f"schools: {' '.join(self.schools)}",
            f"seed: {'hidden' if self.seed is None else self.seed}",
            f"cards: {self.cards or digest(self.schools)}",
        ]
        for (turn, seat), moves in groupby(self.moves, key=lambda m: m[:2]):
            lines.append(f"{turn} {SEATS[seat]}: {', '.join(m[2] for m in moves)}")
        if self.resigned is not None:
            lines.append(f"resigned: {SEATS[self.resigned]}")
        return "\n".join([*lines, "end"]) + "\n"


_HEAD = ("version", "form", "schools", "seed", "cards")


def parse_record(text: str) -> Record:
    """Read a record completely, or not at all."""
    lines = text.splitlines()
    if not lines or not lines[0].startswith("tash-kalar record"):
        raise BadRecord(f"line 1: this is no game record; one begins with {HEADER!r}")
    if lines[0].strip() != HEADER:
        raise BadRecord(f"line 1: {lines[0].strip()!r} is of another version than {HEADER!r}")
    if lines[-1].strip() != "end":
        raise BadRecord(f"line {len(lines)}: the record is cut off; its last line must be 'end'")
    head: dict[str, str] = {}
    for number, name in enumerate(_HEAD, 2):
        found, colon, value = (lines[number - 1] if number <= len(lines) else "").partition(":")
        if found != name or not colon:
            raise BadRecord(f"line {number}: expected '{name}: ...'")
        head[name] = value.strip()
    schools = tuple(head["schools"].split())
    unknown = [school for school in schools if school not in SCHOOLS]
    if unknown:
        raise BadRecord(f"line 4: there is no school {unknown[0]!r}")
    if head["cards"] != digest(schools):
        raise BadRecord(
            f"line 6: the record was played with other cards ({head['cards']}, here "
            f"{digest(schools)}), so it cannot be replayed exactly"
        )
    if not head["seed"].isdigit() and head["seed"] != "hidden":
        raise BadRecord(f"line 5: a seed is a number, not {head['seed']!r}")
    moves: list[Move] = []
    where: list[int] = []
    resigned: int | None = None
    for number, line in enumerate(lines[6:-1], 7):
        start, colon, rest = line.partition(":")
        words = start.split()
        if (
            start.strip() == "resigned"
            and rest.strip() in tuple(SEATS)
            and number == len(lines) - 1
        ):
            resigned = SEATS.index(rest.strip())
        elif colon and len(words) == 2 and words[0].isdigit() and words[1] in tuple(SEATS):
            for part in rest.split(","):
                moves.append((int(words[0]), SEATS.index(words[1]), part.strip()))
                where.append(number)
        else:
            raise BadRecord(f"line {number}: {line.strip()!r} is not a turn like '3 A: place e5'")
    seed = None if head["seed"] == "hidden" else int(head["seed"])
    return Record(head["form"], schools, seed, tuple(moves), resigned,
                  head["version"], head["cards"], tuple(where))  # fmt: skip
