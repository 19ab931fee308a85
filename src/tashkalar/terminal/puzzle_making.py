"""Making puzzles: mined from games, proved by looking at every turn, graded by bots."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

from rich.table import Table

from tashkalar.puzzles import Puzzle, PuzzleEntry, listed, parse_puzzle, puzzle_text
from tashkalar.puzzles.collection import FOLDER, INDEX, index_text
from tashkalar.puzzles.grading import TRIES, graded, share_solved, solved_by_grade
from tashkalar.puzzles.mining import Mine, named
from tashkalar.puzzles.proving import flaws
from tashkalar.terminal.complaints import Complaint, about, contents
from tashkalar.terminal.progress import Progress
from tashkalar.terminal.screen import BAD, GOOD, Screen

# Other deals of the hidden cards: those in which the solution is tried, and those in which every
# turn is looked at.
USUAL, DEEPER = (8, 1), (32, 4)


def mine(screen: Screen, digging: Mine, count: int, out: Path) -> int:
    """Look for puzzles until there are so many, and write them into a folder."""
    with about(out):
        out.mkdir(parents=True, exist_ok=True)
    files = out.glob(f"{digging.form}-*.puzzle")
    numbers = [int(file.stem.rpartition("-")[2]) for file in files]
    with about(""), Progress("puzzles", count) as progress:
        found = (puzzle for puzzle in digging.puzzles() if puzzle is not None)
        for number, puzzle in enumerate(islice(found, count), max(numbers, default=0) + 1):
            kept = named(puzzle, number)
            with about(out):
                (out / f"{kept.id}.puzzle").write_text(puzzle_text(kept), encoding="utf-8")
            progress.advance()
    screen.line(f"{count} puzzles in {digging.looked} turns; `tashkalar puzzles grade` grades them")
    return 0


def check(screen: Screen, wanted: list[str], deeper: bool, folder: Path | None) -> int:
    """Prove the puzzles of a folder, or some of them; the exit status is 1 if one fails."""
    found = _read(folder or FOLDER)
    unknown = sorted(set(wanted) - {puzzle.id for puzzle in found})
    if unknown:
        raise Complaint(f"there is no puzzle {unknown[0]!r}")
    chosen = [puzzle for puzzle in found if not wanted or puzzle.id in wanted]
    dealt, exhausted = DEEPER if deeper else USUAL
    told: list[str] = []
    with Progress("puzzles", len(chosen)) as progress:
        for puzzle in chosen:
            with about(""):
                puzzle.solved()
            told += [f"{puzzle.id}: {flaw}" for flaw in flaws(puzzle, dealt, exhausted)]
            progress.advance()
    for flaw in told:
        screen.line(flaw, BAD)
    mined, proved = sum(p.mined for p in chosen), sum(p.proved for p in chosen)
    screen.line(
        f"{len(chosen)} puzzles, {len(told)} flaws: mined with {mined} positions, proved "
        f"with {proved * (1 + exhausted)}",
        BAD if told else GOOD,
    )
    return 1 if told else 0


def grade(screen: Screen, folder: Path | None, again: bool) -> int:
    """Let bots try the puzzles of a folder that are new, or all of them; write the index."""
    home = folder or FOLDER
    found = _read(home)
    known: dict[str, PuzzleEntry] = {}
    if not again and (home / INDEX).exists():
        with about(""):
            known = {entry.id: entry for entry in listed(home)}
    fails = []
    with about(""), Progress("puzzles", len(found)) as progress:
        for puzzle in found:
            entry = known.get(puzzle.id)
            tried = entry is not None and set(entry.fails) == set(TRIES)
            fails.append(
                entry.fails
                if entry is not None and tried
                else {
                    level: 1 - share_solved(puzzle, level, seeds) for level, seeds in TRIES.items()
                }
            )
            progress.advance()
    entries = graded(found, fails)
    with about(home):
        (home / INDEX).write_text(index_text(tuple(entries)), encoding="utf-8")
    screen.print(_table(entries))
    return 0


def _table(entries: list[PuzzleEntry]) -> Table:
    """The share of tries that succeed, by grade and level."""
    table = Table("grade", "puzzles", *TRIES)
    for number, shares in solved_by_grade(entries).items():
        count = sum(entry.grade == number for entry in entries)
        table.add_row(str(number), str(count), *(f"{share:.0%}" for share in shares.values()))
    return table


def _read(folder: Path) -> list[Puzzle]:
    with about(""):
        found = [parse_puzzle(f.stem, contents(f)) for f in sorted(folder.glob("*.puzzle"))]
    if not found:
        raise Complaint(f"{folder} holds no puzzles (*.puzzle)")
    return found
