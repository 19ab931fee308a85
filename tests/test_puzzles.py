"""Puzzles: their texts, their proofs, and what those who try them meet."""

from __future__ import annotations

import io
import re
from datetime import date, timedelta

import pytest
from rich.console import Console

from tashkalar import catalogue
from tashkalar.game import CannotUndo
from tashkalar.notation.choices import choice_text
from tashkalar.puzzles import (
    Attempt,
    AttemptOver,
    BadPuzzle,
    Shortfall,
    UnknownPuzzle,
    daily,
    hints,
    listed,
    parse_puzzle,
    puzzle,
    puzzle_text,
    puzzles,
    reasons,
)
from tashkalar.puzzles.explaining import goal_words, hint_words, reason_words, short_words
from tashkalar.rules.play import IllegalChoice
from tashkalar.terminal.puzzling import PuzzleTable
from tashkalar.terminal.screen import Screen

ALL = [entry.id for entry in listed()]


@pytest.mark.parametrize("id", ALL)
def test_a_puzzle_reads_back_and_its_solution_reaches_the_goal(id: str) -> None:
    found = puzzle(id)
    read = parse_puzzle(id, puzzle_text(found))
    assert (read.start, read.goal, read.solution) == (found.start, found.goal, found.solution)
    assert found.goal.reached(found.start, found.solved().position)


def test_there_is_no_other_puzzle() -> None:
    assert tuple(p.id for p in puzzles()) == tuple(ALL)
    with pytest.raises(UnknownPuzzle, match=f"'duel-999'; they are {ALL[0]} to {ALL[-1]}"):
        puzzle("duel-999")


TEXT = puzzle_text(puzzles()[0])


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("goal: ", "aim: ", "aim|goal"),
        ("goal: ", "goal: points none #", "a goal is 'win' or 'points 3', not 'points none"),
        ("solution: ", "solution: fly home, ", "line .*fly home"),
        ("mined: ", "mined: many ", "line .*'mined' needs a number"),
        ("\nturn: ", "\nturn: E", "line 3: 'turn' is one of"),
        ("proved: ", "goal: win\nproved: ", "'goal' stands in line .* already"),
        ("proved: ", "board: \nproved: ", "'board' cannot stand after the goal"),
    ],
)
def test_a_broken_puzzle_is_refused(old: str, new: str, told: str) -> None:
    with pytest.raises(BadPuzzle, match=told):
        parse_puzzle("broken", TEXT.replace(old, new, 1))


def test_a_solution_that_falls_short_is_refused() -> None:
    found = puzzles()[0]
    with pytest.raises(BadPuzzle, match="the solution does not end the turn"):
        parse_puzzle(
            "short", TEXT.replace(TEXT[TEXT.rindex(", ") : TEXT.index("\nmined")], "")
        ).solved()
    more = TEXT.replace(f"goal: {found.goal}", "goal: points 30")
    with pytest.raises(BadPuzzle, match=r"does not reach the goal: -?\d+ points"):
        parse_puzzle("short", more).solved()


def test_every_day_has_a_puzzle_of_its_own() -> None:
    first = date.fromordinal(len(ALL) * 6000)
    days = [daily(first + timedelta(days=n)).id for n in range(len(ALL))]
    assert sorted(days) == sorted(ALL)
    assert days == [daily(first + timedelta(days=n)).id for n in range(len(ALL))]


# --- trying one -------------------------------------------------------------------------------


def test_an_attempt_fails_goes_back_and_succeeds() -> None:
    attempt = Attempt(puzzles()[0])
    with pytest.raises(CannotUndo):
        attempt.undo()
    with pytest.raises(IllegalChoice):
        attempt.play(attempt.game.position.choices()[0], "claim knight")
    assert attempt.game.history == [] and attempt.state == "running"
    while attempt.state == "running":
        attempt.play(attempt.game.position.choices()[0])
    assert (attempt.state, attempt.tries, attempt.clean) == ("failed", 1, False)
    assert attempt.reason is not None
    with pytest.raises(AttemptOver):
        attempt.play("pass")
    attempt.undo()
    assert attempt.state == "running" and attempt.reason is None
    attempt.again()
    assert attempt.game.position == attempt.puzzle.start
    events = attempt.play(*attempt.puzzle.solution)
    assert events and attempt.state == "solved" and attempt.tries == 2


def test_hints_and_giving_up() -> None:
    attempt = Attempt(puzzles()[0])
    hints = [attempt.hint() for _ in range(4)]
    assert [hint.step for hint in hints if hint] == [1, 2, 3] and hints[3] is None
    assert attempt.given == tuple(hints[:3]) and not attempt.clean
    attempt.play(attempt.game.position.choices()[0])
    attempt.give_up()
    states = [attempt.state]
    attempt.again()
    states.append(attempt.state)
    attempt.play(*attempt.puzzle.solution)
    assert [*states, attempt.state] == ["shown", "running", "shown"]
    assert attempt.tries == 0


# --- in words ---------------------------------------------------------------------------------


@pytest.mark.parametrize("language", catalogue.languages())
def test_everything_about_a_puzzle_is_said_in_every_language(language: str) -> None:
    for found in puzzles():
        told = [
            goal_words(found, language),
            *(hint_words(h, language) for h in hints(found)),
            *(reason_words(r, language) for r in reasons(found)),
        ]
        assert len(told) > 3 and all(words and "{" not in words for words in told), found.id
    for short in (Shortfall("points", 1, 3), Shortfall("goes_on"), Shortfall("not_won")):
        assert short_words(short, language)


def test_reasons_add_up() -> None:
    """What the explanation counts is what the goal asks for."""
    for found in puzzles():
        points = [r.points if r.kind != "given" else -r.points for r in reasons(found)]
        assert found.goal.points in (None, sum(points)), found.id


def test_the_position_itself_names_no_solution() -> None:
    assert all(re.fullmatch(rf"{found.form}-\d\d\d", found.id) for found in puzzles())


# --- at the keyboard --------------------------------------------------------------------------


def at_the_keyboard(id: str, *typed: str) -> str:
    out, answers = io.StringIO(), iter(typed)

    def read(prompt: str) -> str:
        try:
            return next(answers)
        except StopIteration:
            raise EOFError from None

    PuzzleTable(Screen(Console(file=out, width=100, height=60)), puzzle(id), read).play()
    return out.getvalue()


def test_a_puzzle_is_solved_at_the_keyboard() -> None:
    found = puzzles()[0]
    wrong = Attempt(found)
    while wrong.state == "running":
        wrong.play(wrong.game.position.choices()[-1])
    turn = [choice_text(played.choice) for played in wrong.game.history]
    right = [choice_text(choice) for choice in found.solution]
    shown = at_the_keyboard(found.id, "undo", "nonsense", "hint", *turn, "finish", "again", *right)
    assert "Nothing to undo in this turn." in shown
    assert hint_words(hints(found)[0]) in shown
    assert "The turn is over. Type undo or again." in shown
    assert "Solved." in shown and reason_words(reasons(found)[0]) in " ".join(shown.split())
    assert "Solved." not in at_the_keyboard(found.id, "show")
