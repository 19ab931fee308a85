"""What makes two contests the same: their games may be counted together, and no others."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from tashkalar import __version__
from tashkalar.bots.playing.bot import bot_digest
from tashkalar.bots.playing.budget import Budget
from tashkalar.cards import SCHOOLS, digest
from tashkalar.rules.history import RULES

HEADER = "contest.json"
GAMES = "games.jsonl"


class BadContest(ValueError):
    """Bots, games or files that do not make a contest."""


@dataclass(frozen=True)
class Header:
    """What a contest's folder says about all its games."""

    form: str
    bots: list[dict[str, str]]  # as they were named: the name, a digest of what it has learned
    schools: list[str]  # of the seats; none where every deal draws its own
    budget: str  # of a turn, as the players really have it
    floor: int  # so many nodes a turn has at least
    seed: int
    version: str
    rules: int
    cards: str  # a digest of what the cards mean

    @classmethod
    def of(
        cls, form: str, bots: list[str], budget: Budget, schools: tuple[str, ...], seed: int
    ) -> Header:
        """The header of a contest that is held with this program."""
        named = [{"name": name, "learned": bot_digest(name)} for name in bots]
        cards = digest(schools or tuple(SCHOOLS))
        return cls(
            form, named, list(schools), budget.text, budget.floor, seed, __version__, RULES, cards
        )

    def differences(self, stored: dict[str, Any]) -> list[str]:
        """What a stored header says otherwise, each in a few words."""
        here = asdict(self)
        found = []
        for name in sorted(here.keys() | stored.keys(), key=[*here, *stored].index):
            there = stored.get(name)
            if there != here.get(name):
                found.append(f"{name} {_told(there)} there and {_told(here.get(name))} here")
        return found


def _told(value: object) -> str:
    match value:
        case None:
            return "missing"
        case []:
            return "random"
        case [*several]:
            return ", ".join(map(_told, several))
        case {"name": str(name), "learned": learned}:
            return f"{name} ({learned})" if learned else name
    return str(value)


def claim(folder: Path, header: Header) -> None:
    """Make a folder the one of this contest; refuse a folder that holds something else."""
    if folder.exists() and not folder.is_dir():
        raise BadContest(f"{folder} is a file; a contest is kept in a folder of its own")
    file = folder / HEADER
    if not file.exists():
        if (folder / GAMES).exists():
            raise BadContest(
                f"{folder} holds games but no {HEADER}, so nobody knows which contest they belong "
                "to; name another folder"
            )
        try:
            folder.mkdir(parents=True, exist_ok=True)
            file.write_text(json.dumps(asdict(header), indent=1) + "\n")
        except OSError as error:
            raise BadContest(f"{folder}: {error.strerror or error}") from None
        return
    try:
        stored = json.loads(file.read_text())
    except ValueError:
        stored = None
    if not isinstance(stored, dict):
        raise BadContest(f"{file} cannot be read; name another folder")
    different = header.differences(stored)
    if different:
        raise BadContest(
            f"{folder} holds another contest: {'; '.join(different)}; name another folder"
        )
