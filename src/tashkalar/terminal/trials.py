"""Trials of the engine: scenarios and perft files."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from time import perf_counter

from rich.table import Table
from rich.text import Text

from tashkalar import Position, ScenarioFailed, parse_scenario
from tashkalar.perft import parse_perft, split
from tashkalar.terminal import board
from tashkalar.terminal.complaints import Complaint, about, complain, contents
from tashkalar.terminal.screen import BAD, GOOD, Screen


def of_each(files: list[Path], passes: Callable[[Path], bool]) -> int:
    """Try every file: 0 when all pass, 1 when one fails, 2 when one cannot be tried."""
    status = 0
    for file in files:
        try:
            status = max(status, 0 if passes(file) else 1)
        except Complaint as complaint:
            complain(str(complaint))
            status = 2
    return status


def scenarios(screen: Screen, files: list[Path]) -> int:
    """Run scenarios, with the board before and after; of a folder all that are in it."""
    return of_each(_found(files), lambda file: _scenario(screen, file))


def _found(paths: list[Path]) -> list[Path]:
    """The files that are meant; a folder without scenarios is left for the one who reads it."""
    found: list[Path] = []
    for path in paths:
        found += sorted(path.rglob("*.scn")) or [path]
    return found


def _scenario(screen: Screen, file: Path) -> bool:
    if file.is_dir():
        raise Complaint(f"{file}: there are no scenarios (*.scn) in this folder")
    text = contents(file)
    with about(file):
        scenario = parse_scenario(text)
    passed: list[Position] = [scenario.start]
    reason = ""
    try:
        with about(file):
            scenario.run(lambda _, position: passed.append(position))
    except ScenarioFailed as failure:
        reason = str(failure)
    screen.print(Text(scenario.title or file.name, style="bold"))
    screen.print(_side_by_side(screen, passed[0], passed[-1]))
    verdict = f"failed: {file}: {reason}" if reason else f"passed: {file}"
    screen.line(verdict, BAD if reason else GOOD)
    return not reason


def _side_by_side(screen: Screen, before: Position, after: Position) -> Table:
    table = Table.grid(padding=(0, 3))
    left, right = board.draw(screen, before), board.draw(screen, after)
    if screen.width < 2 * board.WIDTH + 3:
        for line in (*left, Text(), *right):
            table.add_row(line)
    else:
        for pair in zip(left, right, strict=True):
            table.add_row(*pair)
    return table


def perfts(screen: Screen, files: list[Path]) -> int:
    """Count, and compare with what the files expect."""
    return of_each(files, lambda file: _perft(screen, file))


def _perft(screen: Screen, file: Path) -> bool:
    text = contents(file)
    with about(file):
        perft = parse_perft(text)
    start = perf_counter()
    differences = perft.differences()
    seconds = perf_counter() - start
    if not differences:
        counts = ", ".join(f"depth {depth}: {count}" for depth, count in perft.expected)
        screen.line(f"agrees: {file}  {counts}  ({seconds:.2f} s)", GOOD)
        return True
    screen.line(f"differs: {file}  {perft.about}", BAD)
    for depth, wanted, counted in differences:
        screen.line(f"  depth {depth}: {wanted} expected, {counted} counted")
    depth = differences[0][0]
    screen.line(f"  depth {depth} by the first choice:")
    for choice, count in split(perft.position, depth).items():
        screen.line(f"    {choice}: {count}")
    return False
