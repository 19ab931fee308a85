"""Reviews: what was missed is found, and nobody is blamed for what could not be known."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest

from tashkalar import Game, engine
from tashkalar.bots import Budget
from tashkalar.bots.contests.match import Pairing, play
from tashkalar.bots.playing.hints import hint
from tashkalar.bots.reviewing.appraisal import Appraisal
from tashkalar.bots.reviewing.knowledge import played_turns, surprises
from tashkalar.bots.reviewing.review import (
    Severity,
    review,
    review_turn,
)
from tashkalar.choice import Asking, Kind
from tashkalar.game import Played
from tashkalar.notation.records import parse_record
from tashkalar.rules.play import Position
from tashkalar.scenario import parse_scenario
from tashkalar.view import sample, view

TACTICS = Path(__file__).parent / "tactics"
FORMS = {
    "high-form": ("highland", "sylvan"),
    "duel": ("northern_imperial", "sylvan"),
    "melee-3": ("highland", "sylvan", "northern_imperial"),
    "team-high-form": ("highland", "sylvan", "northern_imperial", "southern_imperial"),
}


def game_of(form: str, seed: int) -> Game:
    """A game of novices and greedy ones."""
    schools = FORMS[form]
    bots = tuple(("greedy", "novice")[seat % 2] for seat in range(len(schools)))
    return Game.replay(parse_record(play(Pairing(form, bots, schools, seed, "300n")).record))


def idled(game: Game) -> Game:
    """A turn in which two pieces are placed at the rim and nothing else is done."""
    turn = game.position.turn
    while game.position.turn == turn and not game.position.is_over:
        choices = game.position.choices()
        plain = [c for c in choices if c.kind in (Kind.FINISH, Kind.PLACE, Kind.PASS)]
        game.play((plain or choices)[0])
    return game


@pytest.mark.parametrize(
    ("tactic", "missed"),
    [
        ("duel_591_11", {"knight"}),
        ("high-form_219_11", {"swordmaster", "bomb", "isolation"}),  # two summonings and a task
        ("high-form_325_17", {"flare_03", "devastation"}),  # a flare and a task,
    ],
)
def test_a_planted_miss_is_found(tactic: str, missed: set[str]) -> None:
    start = parse_scenario((TACTICS / f"{tactic}.scn").read_text()).start
    (found,) = review(idled(Game.at(start)), Budget(nodes=4000))
    assert found.severity == Severity.MISSED
    best = found.better[0]
    assert missed <= set(best.missed)
    assert best.points > found.points


def test_a_task_that_was_not_claimed_is_missed() -> None:
    turn = next(
        turn
        for seed in range(20)
        for turn in played_turns(game_of("high-form", seed))
        if turn.ending.choice.kind == Kind.CLAIM
    )
    claimed = turn.ending.choice
    finish = next(c for c in turn.ending.before.choices() if c.kind == Kind.FINISH)
    kept = replace(turn, ending=replace(turn.ending, choice=finish))
    did, did_not = (review_turn(t, Budget(nodes=500)) for t in (turn, kept))
    assert did.points > did_not.points
    assert did.chance > did_not.chance
    assert did_not.better[0].missed or did_not.better[0].choices[-1].startswith("claim")
    assert claimed.kind == Kind.CLAIM


@pytest.mark.parametrize("form", FORMS)
def test_every_complete_turn_is_reviewed(form: str) -> None:
    game = game_of(form, 4)
    found = list(review(game, Budget(nodes=300)))
    ended = {p.turn for p in game.history if p.before.asking == Asking.END}
    assert {turn.turn for turn in found} == ended
    for turn in found:
        assert turn.best_chance >= turn.chance
        assert all(turn.chance < line.chance <= turn.best_chance + 1e-9 for line in turn.better)


def test_what_could_not_be_known_does_not_count() -> None:
    """A review is the same however the cards lay that the player could not see."""
    turns = [t for t in played_turns(game_of("high-form", 2)) if len(t.stretches()) == 1]
    assert len(turns) > 8
    for turn in turns[::3]:
        (stretch,) = turn.stretches()
        other = replace(stretch, start=sample(view(stretch.start, turn.seat), 77))
        assert other.start != stretch.start
        for choices in (stretch.choices, ()):
            lines = [Appraisal(s.start, Budget(nodes=300)).line(choices) for s in (stretch, other)]
            assert lines[0] == lines[1]
        assert (
            Appraisal(stretch.start, Budget(nodes=300)).best()
            == Appraisal(other.start, Budget(nodes=300)).best()
        )


def test_a_drawn_card_is_a_surprise_and_a_placed_piece_is_none() -> None:
    game = Game.new("high-form", ("highland", "sylvan"), 3)
    for text in ("place e5", "finish", "place c5"):
        game.play(text)
    (placed, finished, _), after = game.history, game.position
    assert not surprises(placed, finished.before)
    assert surprises(finished, game.history[2].before) == bool(hands_grew(finished, after))


def hands_grew(finished: Played, after: Position) -> bool:
    return after.beings[finished.seat] != finished.before.beings[finished.seat]


def test_partners_are_judged_each_by_what_they_knew() -> None:
    found = 0
    for seed in range(6):
        game = Game.new("team-duel", FORMS["team-high-form"], seed)
        chance = random.Random(seed)
        while not game.position.is_over:
            game.play(chance.choice(game.position.choices()))
        for turn in played_turns(game):
            seats = [p.seat for p in (*turn.made, turn.ending)]
            stretches = turn.stretches()
            assert stretches[0].start.actor == seats[0]
            if len(set(seats)) > 1:
                found += 1
                cut = next(i for i, seat in enumerate(seats) if seat != seats[0])
                assert stretches[1].before == turn.choices[:cut]
                assert stretches[1].start.actor == seats[cut]
    assert found > 5


def test_both_engines_review_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    if engine.core() is None:
        pytest.skip("the compiled core is not there")
    game = game_of("high-form", 7)
    with_core = list(review(game, Budget(nodes=400)))
    monkeypatch.setenv(engine.VARIABLE, "reference")
    assert engine.core() is None
    assert list(review(game, Budget(nodes=400))) == with_core


def test_a_hint_is_a_turn_that_can_be_played() -> None:
    game = Game.new("high-form", ("highland", "sylvan"), 2)
    for text in hint(game, Budget(nodes=300)):
        game.play(text)
    assert game.position.turn == 2
    assert game.position.asking == Asking.ACTION
