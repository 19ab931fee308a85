"""Studies: trees of choices as text, set-ups by hand, what they take in and give."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tashkalar import Game, IllegalChoice, Position, parse_record, parse_scenario, position_text
from tashkalar.notation.choices import parse_choice
from tashkalar.rules.forms import FORMS, draw_schools
from tashkalar.study import BadStudy, Study, StudyStep, bring, parse_study
from tashkalar.study.setup import BadArrangement, SetUp, between_actions
from tashkalar.study.taking import CannotTake, record_text, scenario_text
from tashkalar.study.text import DEEPEST, LONGEST_COMMENT, MOST_STEPS, study_text
from tashkalar.study.tree import START
from tests.effort import times

COMMENTS = st.text(
    st.characters(exclude_categories=("Cc", "Cs", "Zl", "Zp")) | st.sampled_from("\n{}\\(),"),
    max_size=30,
)


def new(form: str, seed: int) -> Position:
    return Position.new(form, draw_schools(FORMS[form], seed), seed)


def grown(form: str, seed: int, steps: int, comments: list[str]) -> Study:
    """A tree of random play: it goes on at its end mostly, and anywhere else sometimes."""
    rng = Random(seed)
    study = Study(new(form, seed), (), "A walk", comments[0])
    after = {START: study.start}
    rows: list[StudyStep] = []
    place = START
    for n in range(steps):
        if rng.random() < 0.2:
            place = rng.randrange(START, len(rows))
        made = {row.choice for row in rows if row.after == place}
        open_choices = [c for c in after[place].choices() if c not in made]
        if not open_choices:
            place = START
            continue
        rows.append(StudyStep(place, rng.choice(open_choices), comments[n % len(comments)]))
        after[len(rows) - 1] = after[place].after(rows[-1].choice)
        place = len(rows) - 1
    return replace(study, steps=tuple(rows)).ordered()


TREES = st.builds(
    grown,
    st.sampled_from(list(FORMS)),
    st.integers(0, 1 << 32),
    st.integers(0, 60),
    st.lists(COMMENTS, min_size=1, max_size=5),
)


@pytest.mark.long
@settings(max_examples=times(60), deadline=None)
@given(TREES)
def test_the_text_of_a_study_reads_back(study: Study) -> None:
    text = study_text(study)
    found = parse_study(text)
    assert found == study
    assert study_text(found) == text
    assert bring(text) == study


@pytest.mark.long
@settings(max_examples=times(60), deadline=None)
@given(TREES, st.randoms(use_true_random=False))
def test_a_damaged_text_is_refused_or_means_what_it_says(study: Study, rng: Random) -> None:
    text = study_text(study)
    at, to = sorted(rng.randrange(len(text) + 1) for _ in range(2))
    damaged = rng.choice(
        (text[:at] + text[to:], text[:at] + rng.choice("(){},\\\n 1A:|") + text[at:])
    )
    try:
        found = parse_study(damaged)
    except BadStudy as error:
        assert str(error)
    else:
        assert parse_study(study_text(found)) == found


@pytest.mark.long
@settings(max_examples=times(40), deadline=None)
@given(st.sampled_from(list(FORMS)), st.integers(0, 1 << 32), st.integers(0, 120))
def test_a_played_position_is_laid_out_as_it_was(form: str, seed: int, choices: int) -> None:
    rng, game = Random(seed), Game.at(new(form, seed))
    for _ in range(choices):
        if game.position.is_over:
            return
        game.play(rng.choice(game.position.choices()))
    p = game.position
    if not between_actions(p):
        return
    set_up = SetUp.of(p)
    laid = set_up.laid_out()
    assert SetUp.of(laid) == set_up
    assert laid.choices() == p.choices()
    hidden = {"decks", "legend_deck", "flare_deck", "task_deck", "known", "random"}
    mine, theirs = laid.fields(), p.fields()
    assert {n: v for n, v in mine.items() if n not in hidden} == {
        n: v for n, v in theirs.items() if n not in hidden
    }
    assert [sorted(d) for d in laid.decks] == [sorted(d) for d in p.decks]


@pytest.mark.long
@settings(max_examples=times(25), deadline=None)
@given(TREES, st.booleans())
def test_what_a_study_gives_can_be_brought_back(study: Study, whole: bool) -> None:
    for place in (START, *range(0, len(study.steps), 13)):
        there = study.position(place)
        assert bring(record_text(study, place)).steps[: len(study.path(place))] == tuple(
            StudyStep(n - 1, study.steps[step].choice) for n, step in enumerate(study.path(place))
        )
        try:
            text = scenario_text(study, place, whole)
        except CannotTake:
            assert not between_actions(there)
            continue
        found = parse_scenario(text).play()
        assert (found.position.pieces, found.position.choices()) == (there.pieces, there.choices())
        assert found.position.decks == there.decks


def study_of(*choices: str) -> Study:
    start = new("high-form", 1)
    return Study(start, tuple(StudyStep(n - 1, parse_choice(c)) for n, c in enumerate(choices)))


def test_a_study_says_where_its_text_is_wrong() -> None:
    text = study_text(study_of("place e5", "finish"))
    head, _, tail = text.partition("1 A:")
    line = head.count("\n") + 1
    for tree, why in (
        ("1 A: place a9", f"line {line}: place a9: "),
        ("1 B: place e5", f"line {line}: here it is '1 A:', not '1 B:'"),
        ("1 A: place e5, place e5", f"line {line}: place e5: "),
        ("1 A: place e5 finish", f"line {line}: "),
        ("1 A: place e5 {a {b}", ""),
        ("1 A: place e5 {open", f"line {line}: '{{open' is not closed"),
        (r"1 A: place e5 {\q}", f"line {line}: '\\\\q' is not something"),
        ("(1 A: place e5)", f"line {line}: a variation stands after the choice"),
        ("1 A: place e5 (", f"line {line}: a parenthesis is not closed"),
        ("1 A: place e5 ()", f"line {line}: a variation has at least one choice"),
        ("1 A: place e5)", f"line {line}: no parenthesis is open"),
        ("1 A: place e5 ({x} place d5)", f"line {line}: a comment stands after the choice"),
        ("1 A: place e5 {x} {y}", f"line {line}: a choice has one comment"),
        ("1 A: , place e5", f"line {line}: a comma stands between two choices"),
        ("1 A: place e5 (place e5)", "'place e5' stands twice after the same step"),
    ):
        try:
            parse_study(f"{head}{tree}\nend\n")
        except BadStudy as error:
            assert str(error).startswith(why) and why, (tree, str(error))
        else:
            assert not why, tree
    assert tail
    for text, why in (
        ("", "line 1: a study begins with"),
        ("tash-kalar study 1\nend", "line 2: "),
        ("tash-kalar study 1\ntitle: x\nstart:\n", "line 3: the study is cut off"),
        (
            "tash-kalar study 1\ntitle: x\nstart:\n| nothing\nend",
            "the position after 'start:', line 1",
        ),
    ):
        with pytest.raises(BadStudy, match=why):
            parse_study(text)


def test_a_study_has_its_limits() -> None:
    study = study_of("place e5")
    for bad, why in (
        (replace(study, title="two\nlines"), "a title is one line"),
        (replace(study, title="x" * 81), "a title has at most 80"),
        (replace(study, comment="x" * (LONGEST_COMMENT + 1)), "a comment has at most"),
        (replace(study, comment="a\0b"), "no control characters"),
        (replace(study, comment="\ud800"), "no control characters"),
        (replace(study, steps=study.steps * 2), "stands twice"),
        (replace(study, steps=study.steps * (MOST_STEPS + 1)), "a study has at most"),
    ):
        with pytest.raises(BadStudy, match=why):
            study_text(bad)
    with pytest.raises(IllegalChoice):
        study_text(study_of("place e5", "place e5"))
    nested = "1 A: place e5 " + "(place d5 " * DEEPEST * 2
    text = study_text(study_of()).removesuffix("end\n")
    with pytest.raises(BadStudy, match="inside of each other"):
        parse_study(f"{text}{nested}\nend")


def test_a_set_up_names_its_mistake() -> None:
    duel = SetUp("duel", ("highland", "sylvan"), hands=(("wolf_rider",), ()))
    assert duel.laid_out().beings[0]
    four = " ".join(f"A3{square}" for square in ("e5", "e6", "e7", "e8"))
    many = " ".join(f"B1{column}{row}" for column in "cdefg" for row in "2345")
    for bad, why, values in (
        (replace(duel, pieces=four), "laid.legendary", {"colour": 0, "found": 4, "most": 3}),
        (replace(duel, pieces=many), "laid.pieces", {"colour": 1, "found": 20, "most": 16}),
        (replace(duel, pieces="C1e5"), "laid.not_playing", {"colour": 2}),
        (replace(duel, pieces="A1e5 B1e5"), "", {}),
        (replace(duel, pieces="A1a9"), "", {}),
        (
            replace(duel, hands=(("wolf_rider", "wolf_rider"), ())),
            "laid.two_places",
            {"card": "wolf_rider"},
        ),
        (replace(duel, hands=(("knight",), ())), "laid.wrong_deck", {"card": "knight"}),
        (replace(duel, hands=(("side_chain",), ())), "", {}),
        (replace(duel, hands=(("nobody",), ())), "", {}),
        (replace(duel, hands=((),) * 5), "", {}),
        (replace(duel, schools=("highland", "highland")), "set_up.same_school", None),
        (replace(duel, form="chess"), "set_up.form", None),
        (replace(duel, tasks=("side_chain",)), "laid.no_tasks", {"form": "duel"}),
        (replace(duel, actions=10), "laid.number", {"most": 9}),
        (replace(duel, turn=7), "", {}),
        (replace(duel, scores=((100, 0), (0, 0))), "laid.number", {"most": 99}),
        (replace(duel, rest={"extra_turns": "123"}), "laid.number", {"most": 99}),
        (replace(duel, rest={"new": "1"}), "", {}),
    ):
        with pytest.raises(BadArrangement) as refused:
            bad.laid_out()
        assert refused.value.why == why
        assert values is None or refused.value.values == values


def test_a_card_given_to_a_hand_leaves_the_pile_it_lay_in() -> None:
    laid = SetUp(
        "duel",
        ("highland", "sylvan"),
        hands=(("wolf_rider",), ()),
        rest={"discards A": "wolf_rider clan_guardian"},
    )
    p = laid.laid_out()
    assert len(p.discards[0]) == 1 and len(p.beings[0]) == 1


def test_a_scenario_a_record_and_a_position_can_be_studied() -> None:
    game = Game.new("duel", ("highland", "sylvan"), 5)
    for choice in ("c5", "place i5", "finish"):
        game.play(choice)
    study = bring(game.record().text())
    assert study.position(2) == game.position
    assert bring(position_text(game.position)).start == game.position
    for text in ("", "nonsense", "tash-kalar record 1\nend", "tash-kalar study 9\nend", "play: e5"):
        with pytest.raises(BadStudy):
            bring(text)
    hidden = game.record(0).text()
    with pytest.raises(BadStudy, match="as one seat saw it"):
        bring(hidden)
    assert parse_record(record_text(study, START)).moves == game.record().moves


def test_a_game_with_a_takeback_is_studied_from_there() -> None:
    rng, game = Random(3), Game.new("duel", ("highland", "sylvan"), 3)
    while not game.traces:
        game.play(rng.choice(game.position.choices()))
        if len(game.history) % 20 == 0:
            game.take_back(len(game.history) - 10)
    kept = len(game.history)
    for _ in range(10):
        game.play(rng.choice(game.position.choices()))
    study = bring(game.record().text())
    assert len(study.steps) == len(game.history) - kept
    assert study.position(len(study.steps) - 1) == game.position
