"""Every kind of refusal in words, for reviewers: ``python -m tests.refusals`` writes it anew.

All scenarios are played. At each of their questions every square, every direction and passing are
tried, and what else they say is refused. Of each kind a few sentences are kept, the first by
alphabet, so that the file changes only with the texts, the rules or the scenarios.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from tashkalar import IllegalChoice, Position, parse_choice, parse_scenario
from tashkalar.choice import CHOICES, FINISH, PASS, Asking, Choice, Kind
from tashkalar.refusal import KEYS, REFUSALS, Refusal
from tashkalar.words import refusal_words

FILE = Path(__file__).parent / "refusals.txt"
SCENARIOS = Path(__file__).parent / "scenarios"
KEPT = 3
# A square answers these as well as the questions of effects.
_OF_SQUARES = (Asking.SUMMONING_SQUARE, Asking.LIFTED, Asking.LAID, Asking.START)
_TRIED = [c for c in CHOICES if c.kind in (Kind.SQUARE, Kind.DIRECTION)] + [PASS, FINISH]


def found() -> Iterator[Refusal]:
    """What is refused in the scenarios."""
    for file in sorted(SCENARIOS.rglob("*.scn")):
        scenario = parse_scenario(file.read_text(encoding="utf-8"))
        positions: list[Position] = [scenario.start]

        def watch(_: str, position: Position, seen: list[Position] = positions) -> None:
            seen.append(position)

        scenario.run(watch)
        said = [value for _, key, value in scenario.script if key == "refused"]
        for position in positions:
            for choice in [*_tried(position), *_said(said)]:
                try:
                    position.checked(choice)
                except IllegalChoice as refused:
                    yield refused.refusal


def _tried(position: Position) -> list[Choice]:
    effect = position.asking > Asking.COLOUR or position.asking in _OF_SQUARES
    return _TRIED if effect else [PASS, FINISH]


def _said(values: list[str]) -> Iterator[Choice]:
    for value in values:
        try:
            yield parse_choice(value.partition(" because ")[0].strip())
        except ValueError:
            continue  # undo, resign, or no square at all


def written() -> str:
    """The file as it has to be."""
    told: dict[type[Refusal], set[str]] = defaultdict(set)
    for refusal in set(found()):
        told[type(refusal)].add(refusal_words(refusal))
    lines = []
    for kind in REFUSALS:
        lines.append(KEYS[kind])
        lines += [f"    {sentence}" for sentence in sorted(told[kind])[:KEPT]] or ["    (never)"]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    FILE.write_text(written(), encoding="utf-8")
