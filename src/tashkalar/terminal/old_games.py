"""Games of earlier versions: which of them come out the same, and why the others do not."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path

from tashkalar import Game, parse_record
from tashkalar.bots.contests.header import GAMES
from tashkalar.terminal.complaints import Complaint, about, contents
from tashkalar.terminal.screen import BAD, GOOD, Screen

Checked = tuple[str, str]  # what was replayed, and why it was refused or ""


def records(paths: Iterable[Path]) -> Iterator[Checked]:
    """The records of files and folders, replayed; of a contest's games, every one."""
    for path in paths:
        with about(path):
            files = sorted(path.rglob("*")) if path.is_dir() else [path]
        found = False
        for file in files:
            if not path.is_dir() or (file.is_file() and _is_record(file)):
                for checked in _records(file):
                    found = True
                    yield checked
        if not found:
            raise Complaint(f"there are no records in {path}")


def _is_record(file: Path) -> bool:
    with about(file), file.open("rb") as stream:
        return file.name == GAMES or stream.readline().startswith(b"tash-kalar record")


def _records(file: Path) -> Iterator[Checked]:
    text = contents(file)
    if file.suffix != ".jsonl":
        yield str(file), _reason(text)
        return
    for number, line in enumerate(text.splitlines(), 1):
        name = f"{file}, game {number}"
        try:
            record = json.loads(line)["record"]
        except (ValueError, KeyError, TypeError):
            yield name, "this is not a game of a contest"
        else:
            yield name, _reason(record)


def _reason(text: str) -> str:
    try:
        Game.replay(parse_record(text))
    except ValueError as error:
        return str(error)
    return ""


def told(screen: Screen, games: Iterable[Checked]) -> int:
    """A line for each game and one for all; 1 if one was refused."""
    count = refused = 0
    for name, reason in games:
        count += 1
        refused += bool(reason)
        verdict = f"refused: {name}: {reason}" if reason else f"comes out the same: {name}"
        screen.line(verdict, BAD if reason else GOOD)
    screen.line(f"{count} games, {count - refused} come out the same, {refused} are refused")
    return 1 if refused else 0
