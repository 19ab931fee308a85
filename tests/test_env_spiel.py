"""The game for OpenSpiel: its own tests, and chance that deals what the rules would deal."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from tashkalar import IllegalChoice, Position, view
from tashkalar.env.chance import ChanceGame, NotDecided
from tashkalar.rules.forms import FORMS, BadSetUp
from tests.effort import times
from tests.games import eager

pyspiel = pytest.importorskip("pyspiel")

from absl import flags  # noqa: E402
from open_spiel.integration_tests import api_test  # noqa: E402
from open_spiel.python.algorithms import generate_playthrough  # noqa: E402
from open_spiel.python.algorithms.sample_some_states import sample_some_states  # noqa: E402
from open_spiel.python.tests import games_sim_test  # noqa: E402

import tashkalar.env.spiel  # noqa: E402

SCHOOLS = ("highland", "sylvan", "northern_imperial")  # no two of them share their cards
NAME = tashkalar.env.spiel.NAME


def loaded(form: str) -> Any:
    return pyspiel.load_game(f"{NAME}(form={form})")


# --- OpenSpiel's own tests ----------------------------------------------------------------------


@pytest.mark.parametrize("form", FORMS)
def test_openspiel_plays_it_through(form: str) -> None:
    """Clones, serialization, pickles, utilities."""
    games_sim_test.GamesSimTest().sim_game(loaded(form))


@pytest.mark.parametrize("form", FORMS if times(1) > 1 else ["duel"])
@pytest.mark.long
def test_openspiel_simulates_it(form: str) -> None:
    pyspiel.random_sim_test(loaded(form), num_sims=1, serialize=False, verbose=False)


def test_openspiel_replays_its_playthrough(tmp_path: Path) -> None:
    flags.FLAGS(["playthrough"])
    told = generate_playthrough.playthrough(f"{NAME}(form=duel)", None, seed=1)
    (tmp_path / "playthrough.txt").write_text(told)
    expected, actual = generate_playthrough.replay(str(tmp_path / "playthrough.txt"))
    assert expected == actual
    assert "ChanceOutcomes()" in expected and "IsTerminal() = True" in expected


class PartialTree(api_test.EnforceAPIOnPartialTreeBase):  # type: ignore[misc]
    """OpenSpiel's checks of its interface, with states from the whole of some games."""

    game_name = NAME
    game: Any = None

    @classmethod
    def setUpClass(cls) -> None:
        cls.game = loaded("high-form")
        cls.game_type = cls.game.get_type()
        cls.some_states = sample_some_states(cls.game, max_states=30)
        state, rng = cls.game.new_initial_state(), random.Random(1)
        while not state.is_terminal():
            if rng.random() < 0.1:
                cls.some_states.append(state.clone())
            state.apply_action(rng.choice(state.legal_actions()))
        cls.some_states.append(state)


def test_it_is_loaded_by_its_parameters() -> None:
    game = pyspiel.load_game(f"{NAME}(form=team-duel)")
    assert game.num_players() == 4 and game.num_distinct_actions() == 2662
    assert game.observation_tensor_size() == 4940
    with pytest.raises(BadSetUp, match="there is no form 'chess'"):
        tashkalar.env.spiel.SpielGame({"form": "chess"})
    with pytest.raises(BadSetUp, match="there is no school 'lowland'"):
        tashkalar.env.spiel.SpielGame({"schools": "highland lowland"})


def test_information_states_are_refused_with_the_reason() -> None:
    game = loaded("duel")
    facts = game.get_type()
    assert not facts.provides_information_state_string
    assert not facts.provides_information_state_tensor
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    for asked in ([], [0]):
        with pytest.raises(pyspiel.SpielError, match="ask for observation_string"):
            state.information_state_string(*asked)
        with pytest.raises(pyspiel.SpielError, match="ask for observation_tensor"):
            state.information_state_tensor(*asked)


def test_actions_that_are_none_are_refused() -> None:
    state = loaded("duel").new_initial_state()
    with pytest.raises(NotDecided, match="the card 9999 cannot lie there"):
        state.apply_action(9999)
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    for action in (2662, 9999, -7):
        with pytest.raises(ValueError, match=f"no action {action}; actions are 0 to 2661"):
            state.apply_action(action)
    with pytest.raises(IllegalChoice):
        state.apply_action(2000)
    assert state.decisions == 0


def test_schools_are_a_parameter_and_not_drawn() -> None:
    usual = [loaded("duel").new_initial_state().play.position.schools for _ in range(2)]
    assert usual == [("northern_imperial", "southern_imperial")] * 2
    named = pyspiel.load_game(f"{NAME}(form=duel,schools=highland sylvan)")
    assert named.new_initial_state().play.position.schools == ("highland", "sylvan")


# --- chance -------------------------------------------------------------------------------------


def visible(p: Position) -> list[int]:
    """All cards that lie in hands, then the tasks on the table, the next one last."""
    hands = [card for zone in (p.beings, p.legends, p.flares) for hand in zone for card in hand]
    return [*hands, *p.tasks, *p.task_deck[:1]]


def settle(game: ChanceGame, target: Position) -> int:
    """Let chance decide for what the target shows; how many decisions it took."""
    took = 0
    while game.outcomes:
        there = visible(game.position)
        wanted = [card for card in visible(target) if card not in there]
        game.decide(next(card for card in wanted if card in game.outcomes))
        took += 1
    return took


@pytest.mark.long
@pytest.mark.parametrize("form", ["high-form", "duel", "melee-3"])
def test_every_game_of_the_rules_can_come_out(form: str) -> None:
    """Chance decides as the seeded game has it: then all seats see the same all the way."""
    schools = SCHOOLS[: FORMS[form].seats]
    for seed in range(times(3)):
        rng = random.Random(seed)
        wanted, game = Position.new(form, schools, seed), ChanceGame(form, schools)
        dealt = settle(game, wanted)
        drawn = 0
        while not wanted.is_over:
            choice = eager(rng, wanted.choices())
            wanted = wanted.after(choice)
            game.choose(choice)
            drawn += settle(game, wanted)
            for seat in range(-1, FORMS[form].seats):
                assert view(game.position, seat) == view(wanted, seat)
        assert dealt == {"duel": 12, "high-form": 16, "melee-3": 18}[form] and drawn > 12


def test_cards_may_lie_where_nobody_has_seen_others() -> None:
    rng, game = random.Random(2), ChanceGame("duel", SCHOOLS[:2])
    asked: list[tuple[int, ...]] = []
    while True:
        if game.outcomes:
            asked.append(game.outcomes)
            # Never one that lies open or in a hand, and never one whose place somebody knows.
            shown = [*visible(game.position), *(c for k in game.position.known for _, c in k)]
            assert not {*shown} & {*game.outcomes}
            game.decide(rng.choice(game.outcomes))
        elif game.position.is_over:
            break
        else:
            game.choose(eager(rng, game.position.choices()))
    flares, legends = [12, 11], [12, 11, 10, 9]
    sizes = [len(cards) for cards in asked[:12]]
    assert sizes == [18, 17, 16, flares[0], *legends[:2], 18, 17, 16, flares[1], *legends[2:]]


def test_chance_and_players_wait_for_each_other() -> None:
    game = ChanceGame("duel", SCHOOLS[:2])
    start = Position.new("duel", SCHOOLS[:2], 1)
    with pytest.raises(NotDecided, match="chance has to decide first"):
        game.choose(start.choices()[0])
    with pytest.raises(NotDecided, match="the card 50 cannot lie there"):
        game.decide(50)
    settle(game, start)
    with pytest.raises(NotDecided):
        game.decide(20)


def test_outcomes_are_equally_likely() -> None:
    def all_even(state: Any, left: int) -> None:
        outcomes = state.chance_outcomes()
        assert sum(chance for _, chance in outcomes) == pytest.approx(1)
        assert len({chance for _, chance in outcomes}) == 1
        assert [card for card, _ in outcomes] == sorted(card for card, _ in outcomes)
        if left:
            all_even(state.child(outcomes[-1][0]), left - 1)

    all_even(loaded("high-form").new_initial_state(), 15)
