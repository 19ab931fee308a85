"""Making puzzles: every turn is looked at, mining keeps what holds, grades follow the bots."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations, pairwise
from pathlib import Path

import pytest
from typer.testing import CliRunner

from tashkalar import engine
from tashkalar.cards import SCHOOLS
from tashkalar.choice import Kind
from tashkalar.puzzles import Puzzle, hints, listed, puzzle, puzzles
from tashkalar.puzzles.goals import PuzzleGoal
from tashkalar.puzzles.grading import TRIES, fitted, solved_by_grade
from tashkalar.puzzles.mining import NODES, Mine, NeedsCore
from tashkalar.puzzles.proving import exhaust, flaws
from tashkalar.rules.forms import FORMS
from tashkalar.terminal.app import app
from tashkalar.terminal.puzzle_making import DEEPER
from tests.core_lockstep import needs_core
from tests.effort import times
from tests.games import positions

PLAYED = (Kind.SUMMON, Kind.FLARE)


# --- every turn -------------------------------------------------------------------------------


@needs_core
@pytest.mark.parametrize("form", FORMS)
def test_the_core_looks_at_the_same_turns(form: str, monkeypatch: pytest.MonkeyPatch) -> None:
    starts = [p for n in range(3) for p, _ in positions(form, n) if p.actions == 2][40:160:30]
    found = [exhaust(start, 1500, 5) for start in starts]
    monkeypatch.setenv(engine.VARIABLE, "reference")
    assert found == [exhaust(start, 1500, 5) for start in starts]
    assert len(found) > 1 and sum(turns.positions for turns in found) > 1000


SHORT = min(puzzles(), key=lambda found: found.proved)


def test_a_puzzle_is_proved() -> None:
    assert flaws(SHORT) == []


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"goal": PuzzleGoal(30)}, "the best turn reaches"),
        ({"proved": 5}, "positions in the turn, not 5"),
        ({"goal": PuzzleGoal(30)}, "in deal 1 the solution does not reach the goal"),
        ({"solution": SHORT.solution[1:]}, "in deal 1 the solution cannot be played"),
    ],
)
def test_a_puzzle_that_does_not_hold_is_found_out(change: dict[str, object], told: str) -> None:
    changed = replace(SHORT, **change)  # type: ignore[arg-type]
    assert any(told in flaw for flaw in flaws(changed))


def test_too_large_a_turn_is_no_proof() -> None:
    assert "there are more than 100 positions in the turn" in flaws(SHORT, limit=100)


# --- the collection ---------------------------------------------------------------------------


def of_a_share() -> list[Puzzle]:
    """Every tenth puzzle, the short turns of each form first; all of them in a long run."""
    found = sorted(puzzles(), key=lambda p: p.proved)
    return found[:: max(1, 10 // times(1))]


@needs_core
@pytest.mark.long
@pytest.mark.parametrize("id", [p.id for p in of_a_share()])
def test_the_puzzles_hold_whatever_the_hidden_cards_are(id: str) -> None:
    """Each by a deeper search than the one that found it: all turns, in five deals."""
    found = puzzle(id)
    dealt, exhausted = DEEPER if times(1) > 1 else (8, 1)
    assert flaws(found, dealt, exhausted) == []


LEAST = {
    "first-game": 12,
    "high-form": 30,
    "duel": 30,
    "melee-3": 12,
    "melee-4": 12,
    "team-high-form": 12,
    "team-duel": 12,
}


def test_there_are_puzzles_for_every_form_school_and_grade() -> None:
    entries = listed()
    assert len(entries) >= 120
    counts = {form: sum(entry.form == form for entry in entries) for form in LEAST}
    assert {form for form, n in counts.items() if n < LEAST[form]} == set()
    schools = [found.start.schools[found.seat] for found in puzzles()]
    assert {school for school in SCHOOLS if schools.count(school) < 15} == set()
    assert {grade for grade in (1, 2, 3) if sum(e.grade == grade for e in entries) < 15} == set()


def test_no_puzzle_is_there_twice() -> None:
    games = [found.start for found in puzzles()]
    for one, other in combinations(games, 2):
        if (one.form, one.schools) == (other.form, other.schools):
            apart = zip(one.pieces, other.pieces, strict=True)
            assert sum((a ^ b).bit_count() for a, b in apart) > 8
    cards = Counter(
        (found.form, frozenset(c.value for c in found.solution if c.kind in PLAYED))
        for found in puzzles()
    )
    assert max(cards.values()) <= 3


def test_there_is_something_of_everything() -> None:
    about = Counter(hints(found)[0].kind for found in puzzles())
    assert {kind for kind in ("task", "flare", "legend", "two", "one") if about[kind] < 5} == set()
    assert sum(found.goal.points is None for found in puzzles()) >= 5


def test_solutions_use_nothing_that_is_drawn_or_discarded() -> None:
    kinds = {choice.kind for found in puzzles() for choice in found.solution}
    assert not kinds & {Kind.DISCARD, Kind.RETURN, Kind.PASS_CONTROL}


def test_every_puzzle_was_proved_by_more_than_found_it() -> None:
    assert {found.mined for found in puzzles()} == {NODES}
    assert all(found.proved > 0 for found in puzzles())


# --- grades -----------------------------------------------------------------------------------


def test_the_grade_predicts_which_level_solves_a_puzzle() -> None:
    shares = solved_by_grade(listed())
    assert list(shares) == [1, 2, 3]
    for level in TRIES:
        assert shares[1][level] >= shares[2][level] >= shares[3][level], level
    assert shares[1]["greedy"] > 0.5 > shares[2]["greedy"]
    assert shares[2]["planner"] > 0.5 > shares[3]["planner"]


def test_ratings_follow_the_grade_and_the_failures() -> None:
    for low, high in pairwise((1, 2, 3)):
        easier = [entry.rating for entry in listed() if entry.grade == low]
        harder = [entry.rating for entry in listed() if entry.grade == high]
        assert max(easier) <= min(harder)


def test_a_fit_finds_the_strengths_that_made_the_data() -> None:
    """Levels 400 apart and puzzles at 1100 to 1900 come out in their order, and about so far."""
    hard = [1100, 1300, 1500, 1700, 1900]
    levels = {"novice": 1100, "greedy": 1500, "planner": 1900}
    fails = [
        {level: 1 / (1 + 10 ** ((strong - rating) / 400)) for level, strong in levels.items()}
        for rating in hard
    ]
    fit = fitted(fails, [2] * len(hard))
    assert list(fit.puzzles) == sorted(fit.puzzles)
    assert all(abs(found - made) < 150 for found, made in zip(fit.puzzles, hard, strict=True))
    assert all(abs(fit.levels[level] - made) < 150 for level, made in levels.items())


# --- the command line -------------------------------------------------------------------------


def run(*args: str) -> tuple[int, str]:
    found = CliRunner().invoke(app, ["puzzles", *args])
    return found.exit_code, found.output


@needs_core
def test_puzzles_are_mined_checked_and_graded(tmp_path: Path) -> None:
    out = str(tmp_path / "mined")
    for wanted in (1, 1):  # the second goes on counting
        code, told = run(
            "mine", "--form", "duel", "--count", str(wanted), "--seed", "3000", "--out", out
        )
        assert code == 0 and "1 puzzles in" in told
    assert sorted(file.name for file in Path(out).iterdir()) == [
        "duel-001.puzzle",
        "duel-002.puzzle",
    ]
    code, told = run("check", "--folder", out)
    assert code == 0 and "2 puzzles, 0 flaws" in told
    file = Path(out) / "duel-002.puzzle"
    file.write_text(file.read_text().replace("goal: points ", "goal: points 1"))
    code, told = run("check", "--folder", out)
    assert code == 2 and "duel-002: the solution does not reach the goal" in told


def test_mining_needs_the_core(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv(engine.VARIABLE, "reference")
    with pytest.raises(NeedsCore, match="mining needs the compiled core"):
        next(Mine("duel").puzzles())
    code, told = run("mine", "--out", str(tmp_path))
    assert code == 2 and "mining needs the compiled core" in told


@pytest.mark.parametrize(
    ("args", "told"),
    [
        (("check", "duel-999"), "there is no puzzle 'duel-999'"),
        (("check", "--folder", "tests/tactics"), "tests/tactics holds no puzzles"),
        (("solve", "duel-999"), "there is no puzzle 'duel-999'; they are"),
        (("--form", "chess"), "there is no form 'chess'"),
        (("mine", "--form", "chess", "--out", "x"), "there is no form 'chess'"),
        (("mine", "--out", "x", "--seed", "-1"), "a seed is a number"),
    ],
)
def test_what_is_typed_wrong_is_explained(args: tuple[str, ...], told: str) -> None:
    code, said = run(*args)
    assert code == 2 and told in said


def test_the_list_shows_grades_and_boards() -> None:
    code, told = run("--form", "duel")
    assert code == 0 and "duel-001" in told and "melee" not in told
    code, told = run("--form", "first-game", "--boards")
    assert "this turn." in told
    assert told.count(" 9 ") >= sum(entry.form == "first-game" for entry in listed())
