"""Whatever others do meanwhile, and whatever it is given, the core never takes the process down."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.core_lockstep import needs_core
from tests.effort import times

pytestmark = needs_core
ROOT = Path(__file__).parent.parent
ANOTHER = "RuntimeError: another thread is using this batch"


def told_by(*arguments: str, seconds: int = 120) -> list[str]:
    """What a module prints that runs in a process of its own, for so long at most."""
    done = subprocess.run(
        [sys.executable, "-m", *arguments],
        cwd=ROOT,
        env=os.environ | {"PYTHONFAULTHANDLER": "1"},
        capture_output=True,
        text=True,
        timeout=seconds,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def test_a_batch_that_is_being_stepped_is_refused_to_other_threads() -> None:
    found = told_by("tests.core_children", "stepped_by_two")
    # The choices that one has drawn may be overwritten by what another one draws.
    others = [line for line in found if not line.startswith(ANOTHER)]
    assert len(others) < len(found)
    assert all(
        re.match("ValueError: the choice .* is not offered in game", line) for line in others
    )


def test_a_step_makes_the_choices_that_it_has_checked() -> None:
    found = told_by("tests.core_children", "written_meanwhile")
    assert all(re.match("ValueError: the choice .* is not offered in game 63", t) for t in found)


@pytest.mark.parametrize("look", ["searched", "counted"])
def test_a_position_may_be_played_on_while_it_is_looked_at(look: str) -> None:
    assert told_by("tests.core_children", look) == []


def test_a_turn_of_many_actions_fits_on_a_small_stack() -> None:
    assert told_by("tests.core_children", "exhausted") == ["20000"]


@pytest.mark.parametrize("work", ["perft", "exhaust"])
def test_long_work_can_be_interrupted(work: str) -> None:
    assert told_by("tests.core_children", work) == ["interrupted True"]


@pytest.mark.long
@pytest.mark.parametrize("share", range(2))
def test_tables_that_were_changed_are_refused_or_can_be_played_with(share: int) -> None:
    first, count = 1_000_000 * share, times(120)
    found = told_by("tests.mutated_tables", str(first), str(count), seconds=5 * count)
    assert [line.split(":")[0] for line in found] == ["played", "refused"]
