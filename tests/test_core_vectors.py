"""The vectors of independent implementations, played by the compiled core."""

from __future__ import annotations

from pathlib import Path

import pytest

from tashkalar import Asking, Choice, Position, conform
from tests.core_lockstep import CORE, needs_core
from tests.test_vectors import FILES, PLACE, compare, file_id

pytestmark = needs_core


def outcomes(position: Position, path: list[Choice]) -> set[str]:
    """What ``conform.outcomes`` finds, found by the core."""
    start = CORE.Position.from_bytes(position.to_bytes())
    for first in path:
        if not start.is_legal(first.code):
            return set()
        start.apply(first.code)
    found: set[str] = set()
    seen: set[bytes] = set()
    waiting = [start]
    while waiting:
        p = waiting.pop()
        if p.asking in (Asking.ACTION, Asking.END):
            found.add(conform._outcome(Position.from_bytes(p.to_bytes())))
            continue
        for code in p.choices():
            q = p.copy()
            q.apply(code)
            if q.key() not in seen:
                seen.add(q.key())
                waiting.append(q)
    return found


@pytest.mark.parametrize("file", FILES, ids=file_id)
def test_vectors_agree_with_the_core(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(conform, "outcomes", outcomes)
    assert compare(file)


def test_a_vector_is_followed_to_all_its_outcomes() -> None:
    position = conform.arrange(PLACE)
    placed = [choice for choice in position.choices() if choice.value == 34]
    assert sorted(outcomes(position, placed)) == PLACE["outcomes"]
