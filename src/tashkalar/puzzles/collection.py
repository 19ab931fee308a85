"""The puzzles that come with the game: a folder of texts, and an index of how hard each one is.

Nothing is read before it is asked for: the index at the first question, a puzzle when it is wanted.
"""

from __future__ import annotations

import csv
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from functools import cache
from hashlib import sha256
from pathlib import Path

from tashkalar.puzzles.puzzle import BadPuzzle, Puzzle, parse_puzzle

FOLDER = Path(__file__).parent / "collection"
INDEX = "index.csv"
_COLUMNS = ("id", "form", "grade", "rating")  # those of the levels follow


class UnknownPuzzle(KeyError):
    """There is no puzzle of this id."""

    def __str__(self) -> str:
        found = listed()
        shown = f"they are {found[0].id} to {found[-1].id}" if found else "there are none"
        return f"there is no puzzle {self.args[0]!r}; {shown}"


@dataclass(frozen=True)
class PuzzleEntry:
    """A puzzle as the index has it: without its position."""

    id: str
    form: str
    grade: int
    rating: int
    fails: Mapping[str, float] = field(hash=False)  # by level of bots: share of tries


@cache
def listed(folder: Path = FOLDER) -> tuple[PuzzleEntry, ...]:
    """All puzzles by form, the easy ones of each first."""
    with (folder / INDEX).open(encoding="utf-8", newline="") as file:
        return tuple(
            _entry(folder / INDEX, number, row)
            for number, row in enumerate(csv.DictReader(file), 2)
        )


def _entry(file: Path, number: int, row: dict[str, str]) -> PuzzleEntry:
    try:
        fails = {level: float(share) for level, share in row.items() if level not in _COLUMNS}
        return PuzzleEntry(row["id"], row["form"], int(row["grade"]), int(row["rating"]), fails)
    except (KeyError, TypeError, ValueError) as error:
        raise BadPuzzle(f"{file.name}, line {number}: {error}") from None


def index_text(entries: tuple[PuzzleEntry, ...]) -> str:
    """The index as its file has it."""
    levels = list(entries[0].fails) if entries else []
    rows = [",".join((*_COLUMNS, *levels))]
    for entry in entries:
        shares = [f"{entry.fails[level]:.2f}" for level in levels]
        rows.append(",".join((entry.id, entry.form, str(entry.grade), str(entry.rating), *shares)))
    return "\n".join(rows) + "\n"


@cache
def puzzles(folder: Path = FOLDER) -> tuple[Puzzle, ...]:
    """All puzzles, in the order of the index."""
    return tuple(_read(folder, entry) for entry in listed(folder))


def puzzle(id: str, folder: Path = FOLDER) -> Puzzle:
    """A puzzle by its id.

    >>> puzzle("chess-001")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    tashkalar.puzzles.collection.UnknownPuzzle: there is no puzzle 'chess-001'; they are ...
    """
    for entry in listed(folder):
        if entry.id == id:
            return _read(folder, entry)
    raise UnknownPuzzle(id)


@cache
def _read(folder: Path, entry: PuzzleEntry) -> Puzzle:
    text = (folder / f"{entry.id}.puzzle").read_text(encoding="utf-8")
    found = parse_puzzle(entry.id, text)
    return replace(found, grade=entry.grade, rating=entry.rating, fails=entry.fails)


def daily(day: date, folder: Path = FOLDER) -> Puzzle:
    """The puzzle of a day: the same for everybody, and none twice before all have been there."""
    found = listed(folder)
    cycle, place = divmod(day.toordinal(), len(found))
    order = sorted(found, key=lambda entry: sha256(f"{cycle} {entry.id}".encode()).digest())
    return _read(folder, order[place])
