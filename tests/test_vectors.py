"""Conformance with an independent implementation, where its vectors are at hand."""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path

import pytest

from tashkalar import conform

BESIDE = Path(__file__).parents[2] / "shared" / "vectors"
FOLDER = Path(os.environ.get("TASHKALAR_VECTORS", BESIDE))
FILES = sorted(FOLDER.glob("*.jsonl")) if FOLDER.is_dir() else []


@pytest.mark.skipif(not FILES, reason="vectors (no folder with vectors was found)")
@pytest.mark.parametrize("file", FILES or [Path("none")], ids=lambda f: f.stem)
def test_vectors_agree(file: Path) -> None:
    found: Counter[str] = Counter()
    for vector in conform.read(file):
        verdict = conform.check(vector)
        found[verdict.outcome] += 1
        assert verdict.outcome != "disagree", f"{verdict.id}: {verdict.reasons}"
    assert sum(found.values())


PLACE = {
    "id": "place-a", "deck": "place", "card": "place", "form": "duel", "board": {"e5": "A1"},
    "supply": {"A": [3, 3], "B": [3, 3]}, "actions_before": 2, "square": "e6", "legal": True,
    "complete": True, "outcomes_n": 1, "listed": "all",
    "outcomes": ["e5A1 e6A1|destroyedB=0,0,0|actions=1|extra="],
}  # fmt: skip


def test_a_wrong_vector_disagrees() -> None:
    assert conform.check(PLACE).outcome == "agree"
    wrong = PLACE | {"outcomes": ["e5A1 e6A2|destroyedB=0,0,0|actions=1|extra="]}
    verdict = conform.check(wrong)
    assert verdict.outcome == "disagree"
    assert len(verdict.reasons) == 2
    assert conform.check(wrong | {"suspect": "doubtful"}).outcome == "suspect"


def test_a_vector_that_needs_more_than_is_built_is_passed_over() -> None:
    for more, why in (
        ({"card": "no_such_card"}, "cards of place that are not built"),
        ({"use": "melted"}, "melted effects of place, not built"),
        ({"next": "magic"}, "cards of place after magic, not built"),
    ):
        verdict = conform.check(PLACE | more)
        assert (verdict.outcome, verdict.reasons) == ("skipped", [why])
    different = {"outcomes": ["e5A1 e6A1|destroyedB=0,0,0|actions=1|extra=something"]}
    for name in conform.NOT_BUILT:
        verdict = conform.check(PLACE | different | {name: "e5"})
        reasons = [f"cards of place with {name}, not built"]
        assert (verdict.outcome, verdict.reasons) == ("skipped", reasons)
        assert conform.check(PLACE | {name: "e5"}).outcome == "agree"
        assert conform.check(PLACE | different | {name: None}).outcome == "disagree"


def test_damaged_vector_files_are_named(tmp_path: Path) -> None:
    file = tmp_path / "bad.jsonl"
    file.write_text('{"id": 1}\n')
    with pytest.raises(conform.BadVector, match=r"bad.jsonl:1 is not a vector: it lacks"):
        list(conform.read(file))
    with pytest.raises(conform.BadVector, match="holds no vector files"):
        list(conform.read(_empty(tmp_path)))
    with pytest.raises(conform.BadVector, match="no-such-file"):
        list(conform.read(tmp_path / "no-such-file"))


def _empty(tmp_path: Path) -> Path:
    folder = tmp_path / "empty"
    folder.mkdir()
    return folder
