"""The environments of single games: PettingZoo's and Gymnasium's own tests, and what they lack."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, parallel_api_test, seed_test

from tashkalar import IllegalChoice, Position, engine
from tashkalar.bots import UnknownBot
from tashkalar.env import AgainstBots, ArenaAEC
from tashkalar.env.aec import env, parallel_env
from tashkalar.env.live import LiveGame
from tashkalar.env.rewards import rewards
from tashkalar.rules.forms import FORMS, BadSetUp
from tashkalar.rules.scoring import places

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")


@pytest.fixture(params=engine.ENGINES)
def either_engine(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """The environments of single games work with and without the core."""
    if request.param == "core" and engine.core() is None:
        pytest.skip("the compiled core is not built")
    monkeypatch.setenv(engine.VARIABLE, request.param)
    name: str = request.param
    return name


# --- PettingZoo ---------------------------------------------------------------------------------


@pytest.mark.parametrize("form", FORMS)
def test_pettingzoo_finds_nothing_wrong(form: str, either_engine: str) -> None:
    cycles = 500 if either_engine == "core" else 100
    api_test(env(form=form), num_cycles=cycles)
    seed_test(lambda: env(form=form), num_cycles=cycles // 4)
    parallel_api_test(parallel_env(form=form), num_cycles=cycles // 4)


def test_both_engines_show_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    def played() -> list[tuple[str, bytes, float]]:
        table, found = ArenaAEC("melee-3"), []
        table.reset(seed=3)
        for agent in table.agent_iter(300):
            seen, reward, terminated, truncated, _ = table.last()
            found.append((agent, seen["observation"].tobytes(), reward))
            over = terminated or truncated
            table.step(None if over else int(np.flatnonzero(seen["action_mask"])[-1]))
        return found

    with_core = played()
    monkeypatch.setenv(engine.VARIABLE, "reference")
    assert played() == with_core


def test_a_game_ends_with_rewards() -> None:
    table = ArenaAEC("duel", render_mode="ansi")
    table.reset(seed=1)
    got: dict[str, float] = {}
    chance = np.random.default_rng(1)
    for agent in table.agent_iter():
        seen, reward, terminated, truncated, _ = table.last()
        if terminated or truncated:
            got[agent] = reward
            table.step(None)
        else:
            assert reward == 0
            table.step(int(chance.choice(np.flatnonzero(seen["action_mask"]))))
    worth = rewards(table.game.position)
    assert (got["seat_0"], got["seat_1"]) == worth and sum(worth) == 0
    assert "a  b  c" in str(table.render())


def test_what_is_not_offered_is_refused_with_the_reason() -> None:
    table = ArenaAEC("high-form", schools=("highland", "sylvan"))
    table.reset(seed=1)
    before = table.game.position
    with pytest.raises(IllegalChoice, match=r"\w"):
        table.step(2000)
    with pytest.raises(ValueError, match="there is no choice 9999; codes are 0 to 2661"):
        table.step(9999)
    with pytest.raises(ValueError, match="None is no choice"):
        table.step(None)
    assert table.game.position == before
    with pytest.raises(BadSetUp, match="there is no form"):
        ArenaAEC("chess")


def test_games_that_last_too_long_are_truncated(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tashkalar.env.aec.TURN_LIMIT", 2)
    table = ArenaAEC("duel")
    table.reset(seed=1)
    while not any(table.truncations.values()):
        seen = table.observe(table.agent_selection)
        table.step(int(np.flatnonzero(seen["action_mask"])[0]))
    assert all(table.truncations.values()) and not any(table.terminations.values())
    assert set(table.rewards.values()) == {0.0}


# --- Gymnasium ----------------------------------------------------------------------------------


@pytest.mark.parametrize("form", ["duel", "high-form", "melee-4", "team-duel"])
def test_gymnasium_finds_nothing_wrong(form: str, either_engine: str) -> None:
    made = gymnasium.make("tashkalar.env.gym:TashKalar-v0", form=form, opponent="random")
    check_env(made.unwrapped, skip_render_check=True)


def play_through(made: Any, seed: int) -> list[float]:
    seen, _ = made.reset(seed=seed)
    chance, got, over = np.random.default_rng(seed), [], False
    while not over:
        code = chance.choice(np.flatnonzero(seen["action_mask"]))
        seen, reward, terminated, truncated, _ = made.step(code)
        got.append(reward)
        over = terminated or truncated
    return got


def test_a_learner_plays_a_bot_to_the_end() -> None:
    made = AgainstBots(form="duel", opponent="random", render_mode="ansi")
    ends = [play_through(made, seed) for seed in range(6)]
    assert {1.0, -1.0} <= {got[-1] for got in ends} and not any(any(got[:-1]) for got in ends)
    assert ends[0] == play_through(made, 0)
    assert "a  b  c" in str(made.render())


def test_an_illegal_action_loses_the_game() -> None:
    made = AgainstBots(form="duel", opponent="random", seat=0)
    made.reset(seed=1)
    _, reward, terminated, _, told = made.step(2000)
    assert (reward, terminated) == (-1.0, True) and told["refused"]
    with pytest.raises(UnknownBot, match="there is no bot 'deep_blue'"):
        AgainstBots(opponent="deep_blue")
    with pytest.raises(ValueError, match="there is no seat 2; duel has the seats 0 to 1"):
        AgainstBots(seat=2)


# --- rewards, and what is missing ---------------------------------------------------------------


def test_rewards_follow_places_and_add_up_to_nothing() -> None:
    def of(form: str, result: tuple[int, ...]) -> tuple[float, ...]:
        position = LiveGame(form, (), 1).position
        position.result = result
        return rewards(position)

    assert of("duel", ()) == (0, 0) and of("duel", (2, 1)) == (-1, 1)
    assert of("duel", (1, 1)) == (0, 0)
    assert of("melee-3", (1, 3, 2)) == (1, -1, 0) and of("melee-3", (1, 1, 3)) == (0.5, 0.5, -1)
    assert of("team-high-form", (2, 1, 2, 1)) == (-1, 1, -1, 1)
    for result in [(1, 2, 3, 4), (1, 1, 3, 3), (1, 2, 2, 2), (1, 1, 1, 4), (1, 1, 1, 1)]:
        assert sum(of("melee-4", result)) == pytest.approx(0)
    assert places(Position.new("duel", ("highland", "sylvan"), 1)) == (1, 1)


def test_a_missing_library_is_named() -> None:
    told = (
        "import sys; sys.modules['pettingzoo'] = None\n"
        "import tashkalar.env, tashkalar.env.observation\n"
        "try:\n    tashkalar.env.ArenaAEC\nexcept ImportError as error:\n    print(error)\n"
        "print('numpy' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", told], capture_output=True, text=True, check=True
    ).stdout.splitlines()
    assert "needs pettingzoo" in done[0] and "pip install 'tashkalar[env]'" in done[0]
    with pytest.raises(AttributeError, match="no attribute 'Nothing'"):
        _ = __import__("tashkalar.env").env.Nothing
