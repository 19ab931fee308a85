"""Bots in the compiled core: the same features, values and choices at the same nodes."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from tashkalar import Asking, Game, Position, engine, view
from tashkalar.bots import Budget
from tashkalar.bots.playing import compiled, shares, strategist
from tashkalar.bots.playing.evaluation import LEARNED, STRATEGIC, promise
from tashkalar.bots.playing.features import NAMES, features
from tashkalar.bots.playing.fixed import POINT
from tashkalar.bots.playing.hints import hint
from tashkalar.bots.playing.player import Player
from tashkalar.bots.playing.turns import TurnSearch
from tashkalar.choice import CHOICES, Kind
from tashkalar.rules.forms import FORMS
from tests import bot_choices
from tests.core_lockstep import CORE, needs_core
from tests.effort import times
from tests.games import positions

pytestmark = needs_core
NODES = 300
LEVELS = {"novice": 300, "greedy": 300, "planner": 400, "strategist": 1500, "master": 1500}


def some(form: str, count: int, first: int = 0) -> Iterator[tuple[int, Position]]:
    """Decisions of as many games, with a number for each; now and then in the very last turn."""
    for seed in range(first, first + count):
        rng = random.Random(f"{form} {seed}")
        met = [p for p, _ in positions(form, seed, 250) if len(p.choices()) > 1 and p.turn]
        acting = [p for p in met if p.asking == Asking.ACTION] or met
        position = rng.choice(acting if rng.random() < 0.7 else met).copy()
        if rng.random() < 0.2:
            position.trigger, position.last_turns = "points", rng.randrange(1, 3)
        yield seed, position


@pytest.mark.long
@pytest.mark.parametrize("form", FORMS)
def test_features_are_the_same(form: str) -> None:
    judge = compiled.evaluation(STRATEGIC)
    assert judge is not None
    for _, p in some(form, times(15)):
        theirs: Any = CORE.Position.from_bytes(p.to_bytes())
        for colour in range(FORMS[form].colours):
            for threats in (False, True):
                found = judge.features(theirs, colour, threats)
                told = zip(NAMES, features(p, colour, threats), found, strict=True)
                assert [(n, a, b) for n, a, b in told if a != b] == []
            assert judge.value(theirs, colour, True) == STRATEGIC.value(p, colour)
            assert judge.promise(theirs, colour) == promise(p, colour)


@pytest.mark.long
@pytest.mark.parametrize("form", FORMS)
def test_searches_are_the_same(form: str) -> None:
    for _, p in some(form, times(15)):
        ours, theirs = Budget(nodes=NODES), Budget(nodes=NODES)
        line = TurnSearch(p, ours, 6, 12, LEARNED).run()[0]
        found = compiled.search(p, LEARNED, {"beam": 6, "inside": 12}, theirs)
        assert found == (line.value, line.path)
        assert theirs.used == ours.used


@pytest.mark.long
@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("level", LEVELS)
def test_levels_choose_the_same(level: str, form: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if level == "master":  # which spends them as it does eight hundred thousand
        monkeypatch.setattr(shares, "SHARES", bot_choices.early())
    for seed, p in some(form, times(2), 500):
        played = []
        for name in engine.ENGINES:
            monkeypatch.setenv(engine.VARIABLE, name)
            played.append(rest_of_turn(p, level, seed))
        assert played[0] == played[1]


@pytest.mark.parametrize(
    ("form", "seed", "turn", "kind"),
    [
        ("high-form", 10, 4, Kind.DISCARD),
        ("duel", 6, 2, Kind.DISCARD),
        ("team-duel", 18, 3, Kind.PASS_CONTROL),
        ("team-high-form", 5, 3, Kind.PASS_CONTROL),
    ],
)
def test_cards_are_given_up_and_control_is_passed_alike(
    form: str, seed: int, turn: int, kind: Kind, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With less that holds them back, so that it happens within small budgets."""
    monkeypatch.setattr(shares, "SHARES", bot_choices.early())
    few = {"WORLDS": 8, "SURVEYED": 6, "PASSING": 0, "EXCHANGED": 4 * POINT}
    for name, value in few.items():
        monkeypatch.setattr(strategist, name, value)
    found = (p for p, _ in positions(form, seed, 60) if p.turn == turn)
    start = next(p for p in found if p.asking == Asking.ACTION)
    played = []
    for name in engine.ENGINES:
        monkeypatch.setenv(engine.VARIABLE, name)
        played.append(rest_of_turn(start, "master", seed, 6000))
    assert played[0] == played[1]
    assert kind in [CHOICES[code].kind for code in played[0][0]]


def rest_of_turn(
    start: Position, level: str, seed: int, nodes: int | None = None
) -> tuple[list[int], int]:
    """The choices of the seat that decides, and the nodes they took."""
    nodes = nodes or LEVELS[level]
    player = Player(bot_choices.made(level, seed, nodes), Budget(nodes=nodes), floor=0)
    made, p = [], start
    while p.turn == start.turn and p.actor == start.actor and not p.is_over:
        choice = player.choose(view(p, p.actor))
        made.append(choice.code)
        p = p.after(choice)
    return made, player._nodes


def test_hints_are_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Game.new("high-form", ("highland", "sylvan"), 2)
    told = []
    for name in engine.ENGINES:
        monkeypatch.setenv(engine.VARIABLE, name)
        told.append(hint(game, Budget(nodes=NODES)))
    assert told[0] == told[1]


def test_a_search_by_time_comes_to_an_end_and_counts_its_nodes() -> None:
    _, p = next(some("duel", 1))
    budget = Budget(seconds=0.05)
    assert compiled.search(p, LEARNED, {"beam": 6, "inside": 12}, budget) is not None
    assert budget.used > 0


LEVEL: dict[str, int] = dict(
    strategist.Strategist()._level(strategist.Strategist().share("duel", Budget(nodes=NODES)))
)


@pytest.mark.parametrize(
    ("changed", "why"),
    [
        *(
            ({name: 0}, f"the level's {name} is at least 1, not 0")
            for name in (
                "beam",
                "inside",
                "alike",
                "candidates",
                "least",
                "reply_beam",
                "reply_inside",
                "behind",
                "grain",
                "sure_by",
            )
        ),
        *(
            ({name: -1}, f"the level's {name} is at least 0, not -1")
            for name in (
                "worlds",
                "plan",
                "reply",
                "again",
                "own",
                "trust",
                "few",
                "certain",
                "won",
                "lead",
                "sure",
            )
        ),
        ({"discards": True, "exchanged": 0}, "the level's exchanged is at least 1, not 0"),
        ({"discards": True, "discarding": -1}, "the level's discarding is at least 0, not -1"),
        ({"passes": True, "surveyed": 1}, "the level's surveyed is at least 2, not 1"),
        ({"passes": True, "passing": -1}, "the level's passing is at least 0, not -1"),
        ({"own": 10**16}, "the level's own is at most 1000000000000000, not"),
        ({"beam": 2**40}, "the level's beam is no whole number, or too large a one"),
        ({"grain": "much"}, "the level's grain is no whole number"),
    ],
)
def test_numbers_that_no_level_has_are_refused(changed: dict[str, Any], why: str) -> None:
    _, p = next(some("duel", 1))
    theirs, judge = CORE.Position.from_bytes(p.to_bytes()), compiled.evaluation(LEARNED)
    budget = CORE.Budget(None, 50, 0, 0, 0.0)
    with pytest.raises(ValueError, match=why):
        CORE.search(theirs, 0, LEVEL | changed, judge, budget)
    with pytest.raises(ValueError, match=why):
        CORE.turns(theirs, LEVEL | changed, judge, budget, 3)


def test_another_clock_is_read_by_the_reference() -> None:
    _, p = next(some("duel", 1))
    budget = Budget(seconds=1.0, clock=lambda: 0.0)
    assert compiled.search(p, LEARNED, {"beam": 6, "inside": 12}, budget) is None
