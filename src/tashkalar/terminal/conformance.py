"""Comparing the engine with vectors of another implementation."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import track

from tashkalar import arena, conform
from tashkalar.state import State
from tashkalar.terminal import board
from tashkalar.terminal.complaints import Complaint, about
from tashkalar.terminal.screen import BAD, GOLD, QUIET, Screen
from tashkalar.terms import LETTERS

_SHOWN = 5  # disagreements drawn in full
_CHUNK = 8  # vectors a process takes at a time
_FEW = 100  # not worth starting processes for


def compare(screen: Screen, paths: list[Path]) -> int:
    """Compare all vectors; 1 when one disagrees."""
    with about(""):
        vectors = [vector for path in paths for vector in conform.read(path)]
        if not vectors:
            raise Complaint(f"there are no vectors in {', '.join(map(str, paths))}")
        console = Console(stderr=True)
        verdicts = list(
            track(
                _checked(vectors),
                "comparing",
                len(vectors),
                console=console,
                disable=not console.is_terminal,
            )
        )
    found = {
        outcome: [v for v in verdicts if v.outcome == outcome]
        for outcome in ("agree", "disagree", "suspect", "skipped")
    }
    _skipped(screen, found["skipped"])
    _suspect(screen, found["suspect"])
    _disagreeing(screen, found["disagree"])
    agree, disagree = len(found["agree"]), len(found["disagree"])
    screen.line(f"AGREE {agree} OF {agree + disagree}")
    return int(disagree > 0)


def _checked(vectors: list[dict[str, Any]]) -> Iterator[conform.Comparison]:
    if len(vectors) <= _FEW:
        yield from map(conform.check, vectors)
        return
    with ProcessPoolExecutor() as pool:
        yield from pool.map(conform.check, vectors, chunksize=_CHUNK)


def _skipped(screen: Screen, verdicts: list[conform.Comparison]) -> None:
    kinds = Counter("; ".join(verdict.reasons) for verdict in verdicts)
    for reason, count in sorted(kinds.items()):
        screen.line(f"skipped {count}: {reason}", QUIET)


def _suspect(screen: Screen, verdicts: list[conform.Comparison]) -> None:
    for verdict in verdicts:
        screen.line(f"suspect {verdict.id}: {verdict.board}", GOLD)
        for reason in verdict.reasons or ["no difference"]:
            screen.line(f"    {reason}")


def _disagreeing(screen: Screen, verdicts: list[conform.Comparison]) -> None:
    for verdict in verdicts[:_SHOWN]:
        screen.line(f"disagrees {verdict.id}", BAD)
        screen.print(*board.draw(screen, laid_out(verdict.board)))
        for reason in verdict.reasons:
            screen.line(f"    {reason}")
    if len(verdicts) > _SHOWN:
        rest = " ".join(verdict.id for verdict in verdicts[_SHOWN:])
        screen.line(f"also disagree: {rest}", BAD)


def laid_out(words: str) -> State:
    """A board written as ``a5B1 c3A2``."""
    pieces, ranks = [0, 0, 0, 0], [0, 0, 0]
    for word in words.split():
        bit = 1 << arena.square(word[:2])
        pieces[LETTERS.index(word[2])] |= bit
        ranks[int(word[3]) - 1] |= bit
    return State(pieces=pieces, common=ranks[0], heroic=ranks[1], legendary=ranks[2])
