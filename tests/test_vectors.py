"""Conformance with independent implementations.

The vectors in ``tests/vectors`` are always compared. TASHKALAR_VECTORS names a folder with more.
"""

from __future__ import annotations

import json
import lzma
import os
from collections import Counter
from pathlib import Path

import pytest

from tashkalar import conform
from tashkalar.cards import CARDS, Being

SHIPPED = Path(__file__).parent / "vectors"
BESIDE = Path(__file__).parents[2] / "shared" / "vectors"
FOLDER = Path(os.environ.get("TASHKALAR_VECTORS", BESIDE))
FILES = [*conform.vector_files(SHIPPED), *conform.vector_files(FOLDER)]


def compare(file: Path) -> Counter[str]:
    """Count the verdicts of a file, which must not contain a disagreement."""
    found: Counter[str] = Counter()
    for vector in conform.read(file):
        verdict = conform.check(vector)
        found[verdict.outcome] += 1
        assert verdict.outcome != "disagree", f"{verdict.id}: {verdict.reasons}"
    return found


def file_id(file: Path) -> str:
    return file.name.removesuffix(".xz").removesuffix(".jsonl")


@pytest.mark.parametrize("file", FILES, ids=file_id)
def test_vectors_agree(file: Path) -> None:
    found = compare(file)
    assert found
    assert file.parent != SHIPPED or set(found) == {"agree"}


def test_the_shipped_vectors_are_about_every_card() -> None:
    vectors = list(conform.read(SHIPPED))
    assert len(vectors) == len({vector["id"] for vector in vectors}) == 2340
    told = {vector["card"] for vector in vectors}
    assert told == {"place", *(card.id for card in CARDS.values())}
    for card in (card for card in CARDS.values() if isinstance(card, Being)):
        assert any(v["card"] == card.id and v["summonable"] for v in vectors), card.id


def test_a_changed_vector_file_disagrees(tmp_path: Path) -> None:
    vectors = [vector for vector in conform.read(SHIPPED) if vector["card"] == "place"]
    changed = next(vector for vector in vectors if vector["legal"])
    changed["outcomes"] = [outcome.replace("A1", "A2", 1) for outcome in changed["outcomes"]]
    file = tmp_path / "changed.jsonl.xz"
    file.write_bytes(lzma.compress("\n".join(map(json.dumps, vectors)).encode()))
    with pytest.raises(AssertionError, match=changed["id"]):
        compare(file)


PLACE = {
    "id": "place-a",
    "deck": "place",
    "card": "place",
    "form": "duel",
    "board": {"e5": "A1"},
    "supply": {"A": [3, 3], "B": [3, 3]},
    "actions_before": 2,
    "square": "e6",
    "legal": True,
    "complete": True,
    "outcomes_n": 1,
    "listed": "all",
    "outcomes": ["e5A1 e6A1|destroyedB=0,0,0|actions=1|extra="],
}


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
    packed = tmp_path / "bad.jsonl.xz"
    packed.write_bytes(b"not packed")
    with pytest.raises(conform.BadVector, match=r"bad.jsonl.xz cannot be read"):
        list(conform.read(packed))
    with pytest.raises(conform.BadVector, match="no-such-file"):
        list(conform.read(tmp_path / "no-such-file"))


def _empty(tmp_path: Path) -> Path:
    folder = tmp_path / "empty"
    folder.mkdir()
    return folder
