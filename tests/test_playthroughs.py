"""Recorded games are still played the same, choice by choice."""

from __future__ import annotations

import pytest

from tashkalar.rules.forms import FORMS
from tests.playthroughs import FOLDER, playthrough


@pytest.mark.parametrize("form", sorted(FORMS))
def test_playthrough(form: str) -> None:
    assert playthrough(form) == (FOLDER / f"{form}.txt").read_text()
