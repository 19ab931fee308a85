"""Turns in which the master discards, whatever lies hidden."""

from __future__ import annotations

import pytest

from tashkalar import sample, view
from tashkalar.choice import Kind
from tests.core_lockstep import needs_core
from tests.judgement import kept, turn

pytestmark = needs_core
KEPT = kept()


@pytest.mark.parametrize("name", KEPT)
def test_it_is_chosen_whatever_lies_hidden(name: str) -> None:
    start, deal = KEPT[name].position, KEPT[name].seed
    dealt_anew = sample(view(start, start.actor), 77)
    turns = {turn(position, deal) for position in (start, dealt_anew)}
    assert len(turns) == 1
    assert Kind.DISCARD in [choice.kind for choice in turns.pop()]


def test_there_are_two() -> None:
    assert list(KEPT) == ["discarding_1", "discarding_2"]
