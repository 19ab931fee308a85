"""Lessons: all can be finished, mistakes are found, and a session does what learners do."""

from __future__ import annotations

import io
from collections.abc import Callable

import pytest
from rich.console import Console
from typer.testing import CliRunner

from tashkalar import catalogue
from tashkalar.game import CannotUndo
from tashkalar.lessons import BadLesson, Session, courses, following, lesson, parse_lesson
from tashkalar.lessons.checking import mistakes, mistakes_of, texts_of
from tashkalar.notation.choices import choice_text
from tashkalar.rules.play import IllegalChoice
from tashkalar.terminal.app import app
from tashkalar.terminal.learning import LessonTable
from tashkalar.terminal.screen import Screen

ALL = [id for course in courses() for id in course.lessons]

HEAD = """
form: first-game
hand A: swordmaster knight
board:
9        .. .. .. .. ..
8     .. .. .. .. .. .. ..
7  .. .. .. .. .. .. .. .. ..
6  .. .. .. B1 A1 .. .. .. ..
5  .. .. .. .. .. .. .. .. ..
4  .. .. .. .. A1 .. .. .. ..
3  .. .. .. .. .. .. .. .. ..
2     .. .. .. .. .. .. ..
1        .. .. .. .. ..
"""
GOOD = f"""{HEAD}
goal: summon swordmaster
show: e6 e5 e4
cards: swordmaster
way: summon swordmaster, e5
goal: destroy B
way: d6
then: place a5, finish, place b7, place b6, finish
goal: end_turn
way: place c5, place c3, finish
"""


def test_no_lesson_has_a_mistake() -> None:
    assert mistakes() == []
    assert CliRunner().invoke(app, ["learn", "--check"]).exit_code == 0
    assert len(courses()[0].lessons) == 12


@pytest.mark.parametrize("id", ALL)
def test_a_lesson_is_finished_by_its_ways_and_can_be_taken_back(id: str) -> None:
    session = Session(lesson(id))
    for number, goal in enumerate(session.lesson.goals):
        assert (session.goal, session.state) == (number, "goal")
        assert session.way() == goal.way
        session.play(*goal.way[:1])
        while session.goal == number:
            session.play(*session.way()[:1])
    assert session.state == "done"
    while session.can_undo:
        session.undo()
    assert session.game.position == session.lesson.start
    while session.can_redo:
        session.redo()
    assert session.state == "done"


def texts_for(checked: str, monkeypatch: pytest.MonkeyPatch) -> None:
    known: Callable[[str, str], bool] = lambda key, language: key != checked  # noqa: E731
    monkeypatch.setattr("tashkalar.lessons.checking.has", known)


PLANTED = {
    "cannot be played": ("way: d6", "way: d7"),
    "does not reach it": ("way: d6", "way: pass"),
    "the script stops": ("then: place a5", "then: place e6"),
    "is not in the hand": ("cards: swordmaster", "cards: swordmaster cannon"),
    "needs a card that is put away": ("cards: swordmaster", "cards: knight"),
    "over a square that is not shown": ("show: e6 e5 e4", "show: e6 e4"),
    "not the learner's turn": (", finish, place b7, place b6, finish", ", finish"),
}


@pytest.mark.parametrize("told", PLANTED)
def test_planted_mistakes_are_found(told: str, monkeypatch: pytest.MonkeyPatch) -> None:
    texts_for("", monkeypatch)
    assert mistakes_of(parse_lesson("planted", GOOD)) == []
    right, wrong = PLANTED[told]
    assert right in GOOD
    found = mistakes_of(parse_lesson("planted", GOOD.replace(right, wrong, 1)))
    assert any(told in mistake for mistake in found), found


def test_a_goal_that_is_reached_before_it_begins_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    texts_for("", monkeypatch)
    # Conditions on the position need something to be done first; so they are never met at once.
    found = parse_lesson("planted", f"{HEAD}\ngoal: place 0\nway: place a5\n")
    assert mistakes_of(found) == ["goal 1: it is reached before anything is done"]


def test_a_missing_text_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    texts_for("lesson.planted.2.goal", monkeypatch)
    assert mistakes_of(parse_lesson("planted", GOOD)) == [
        f"{language}: there is no text 'lesson.planted.2.goal'"
        for language in catalogue.languages()
    ]


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ("goal: sing", "'sing' is no goal"),
        ("goal: summon snow_fox", "snow_fox"),
        ("goal: place on a9", "a9"),
        ("goal: place\nshow: z5", "z5"),
        ("goal: place\ncards: snow_fox", "snow_fox"),
        ("goal: place\nway: dance", "'dance' is not a square"),
        ("goal: place\nhint: e5", "'hint' is not part of a goal"),
        ("goal: place\nway: place a5\nway: place a6", "stands twice"),
        ("", "needs a line 'goal: ...'"),
    ],
)
def test_what_is_no_lesson_is_refused_with_the_reason(wrong: str, told: str) -> None:
    with pytest.raises(BadLesson, match="planted: ") as caught:
        parse_lesson("planted", f"{HEAD}\n{wrong}\n")
    assert told in str(caught.value)


# --- what learners do ---------------------------------------------------------------------------


def planted() -> Session:
    return Session(parse_lesson("planted", GOOD))


def test_any_legal_way_counts_and_the_board_is_set_up_where_it_leads_elsewhere() -> None:
    session = planted()
    session.play("place d5")  # another action first
    assert session.way() == ("summon swordmaster", "e5")
    session.play("summon swordmaster", "e5")
    assert (session.goal, session.now.set_up) == (1, False)
    session.play("d6")
    # The script has one action too many now, so the lesson goes on from its own board.
    assert (session.goal, session.now.set_up) == (2, True)
    session.play("place c3")
    session.play("place c5")
    session.play("finish")
    assert session.state == "done"


def test_whoever_leaves_the_way_can_go_back() -> None:
    session = planted()
    session.play("place d5")
    session.play("place d4")
    assert (session.goal, session.state, session.way()) == (0, "astray", ())
    session.play("finish")
    assert session.state == "away"
    session.go_to(0)
    assert (session.state, session.game.position) == ("goal", session.lesson.start)
    session.undo()
    assert session.state == "away"  # going back can be taken back, too


def test_declining_what_the_goal_asks_for_leads_astray() -> None:
    session = planted()
    session.play("summon swordmaster", "e5")
    session.play("pass")
    assert (session.goal, session.state) == (1, "astray")
    session.undo()
    assert session.state == "goal"


def test_what_is_refused_changes_nothing() -> None:
    session = planted()
    with pytest.raises(IllegalChoice):
        session.play("place e6")
    with pytest.raises(IllegalChoice):
        session.play("summon swordmaster", "e7")
    assert not session.can_undo
    assert session.game.position == session.lesson.start
    with pytest.raises(CannotUndo):
        session.undo()
    with pytest.raises(CannotUndo):
        session.redo()
    with pytest.raises(IndexError, match="0 to 2"):
        session.go_to(3)


def test_a_lesson_can_be_continued_at_a_goal() -> None:
    session = Session(lesson("pattern"), 2)
    assert (session.goal, session.state) == (2, "goal")
    session.go_to(0)
    assert choice_text(session.game.position.choices()[-1]) == "summon swordmaster"


def test_the_next_lesson_is_in_the_same_course() -> None:
    first = courses()[0].lessons
    assert [following(id) for id in first] == [*first[1:], None]


# --- words --------------------------------------------------------------------------------------


def test_the_coach_is_brief() -> None:
    for id in ALL:
        for key in texts_of(lesson(id)):
            told = catalogue.text(key)
            assert len(told) <= 150, key
            assert told.count(". ") <= 1, key
            if key.endswith((".say", ".goal", ".remember")):
                assert told.endswith((".", "!")), key


def test_the_way_to_the_first_summoning_is_short() -> None:
    """What the coach says up to the first being; the browser test counts clicks and all prompts."""
    said = 0
    for id in ALL:
        for number, goal in enumerate(lesson(id).goals, 1):
            parts = [f"lesson.{id}.{number}.{part}" for part in ("say", "goal")]
            said += sum(len(catalogue.text(part).split()) for part in parts)
            if any(choice.startswith("summon") for choice in goal.way):
                assert said <= 130
                return
        said += len(catalogue.text(f"lesson.{id}.remember").split())


# --- in the terminal ----------------------------------------------------------------------------


def taken(id: str, *typed: str) -> str:
    """A lesson at the keyboard."""
    out, answers = io.StringIO(), iter(typed)

    def read(_: str) -> str:
        try:
            return next(answers)
        except StopIteration:
            raise EOFError from None

    LessonTable(Screen(Console(file=out, width=100, height=60)), id, read).play()
    return out.getvalue()


def test_a_lesson_is_taken_at_the_keyboard() -> None:
    shown = taken(
        "placing",
        "nonsense",
        "place g7",
        "show",
        "place e6",
        "undo",
        "undo",
        "place e6",
        "place e4",
        "",
        "quit",
    )
    assert "Place a piece on e6" in shown or "Place on e6" in shown  # what *show* says
    assert "Nothing to undo in this turn." in shown
    assert "A turn has two actions; only the first turn of a game has one." in shown
    assert "A first pattern (1/4)" in shown


def test_a_lesson_takes_the_numbers_that_it_lists() -> None:
    shown = taken("pattern", "1", "1", "quit")
    assert "1 summon Swordmaster" in shown
    assert "A first pattern (2/4)" in shown
    assert "The choices are numbered 1 to 1" in taken("pattern", "9", "quit")


def test_whoever_is_away_is_told_how_to_go_back() -> None:
    shown = taken("placing", "place a5", "place b5", "show", "finish", "back", "place e6")
    assert "leads away from this goal" in shown
    assert "This goal cannot be reached from here." in shown
    assert "The turn ended before the goal was reached." in shown
    assert "Placing pieces (2/2)" in shown


def test_lessons_are_listed_and_unknown_ones_are_refused() -> None:
    listed = CliRunner().invoke(app, ["learn", "--list"]).output
    assert all(id in listed for id in ALL)
    refused = CliRunner().invoke(app, ["learn", "flying"])
    assert refused.exit_code != 0
