"""The environments of single games: PettingZoo's and Gymnasium's own tests, and what they lack."""

from __future__ import annotations

import pickle
import subprocess
import sys
from collections.abc import Callable
from copy import deepcopy
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, parallel_api_test, seed_test

from tashkalar import IllegalChoice, Position, engine
from tashkalar.bots import UnknownBot
from tashkalar.bots.playing.budget import BadBudget
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


@pytest.mark.parametrize("mode", ["sync", "async"])
def test_many_environments_are_made_at_once(mode: Any) -> None:
    """Their seeds have 64 bits, which Gymnasium packs into one array."""
    name, options = "tashkalar.env.gym:TashKalar-v0", {"opponent": "random"}
    made = gymnasium.make_vec(name, 2, mode, **options)  # type: ignore[arg-type]
    try:
        for seed in range(4):
            seen, told = made.reset(seed=seed)
            assert told["seed"].dtype == np.uint64 and len({*told["seed"].tolist()}) == 2
            for n in range(2):
                alone = AgainstBots(opponent="random")
                first, info = alone.reset(seed=seed + n)
                assert told["seed"][n] == info["seed"] and told["seat"][n] == info["seat"]
                assert (seen["observation"][n] == first["observation"]).all()
        seen, reward, terminated, _, _ = made.step(seen["action_mask"].argmax(axis=1))
        assert seen["action_mask"].any(axis=1).all()
        assert not reward.any() and not terminated.any()
    finally:
        made.close(timeout=5)  # else one that failed would be waited for


def test_a_budget_may_be_a_number_of_nodes() -> None:
    assert AgainstBots(budget=2000).budget.text == "2000n"
    for wrong in (-3, 0, 0.5, True, "much"):
        with pytest.raises(BadBudget, match="is not a budget; write 1s for a second or 2000n"):
            AgainstBots(budget=wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize("made", [AgainstBots, ArenaAEC])
def test_a_render_mode_that_is_not_there_is_refused(made: Callable[..., Any]) -> None:
    with pytest.raises(ValueError, match="there is no render mode 'human'; the modes are ansi"):
        made(render_mode="human")
    assert made(render_mode=None).render_mode is None


# --- copies -------------------------------------------------------------------------------------


def pickled(thing: Any) -> Any:
    return pickle.loads(pickle.dumps(thing))


@pytest.mark.parametrize("copied", [deepcopy, pickled])
def test_a_copy_of_a_table_goes_on_by_itself(
    copied: Callable[[Any], Any], either_engine: str
) -> None:
    def played(table: ArenaAEC, steps: int) -> list[tuple[str, bytes]]:
        found = []
        for _ in range(steps):
            seen = table.observe(table.agent_selection)
            found.append((table.agent_selection, seen["observation"].tobytes()))
            table.step(int(np.flatnonzero(seen["action_mask"])[-1]))
        return found

    table = ArenaAEC("melee-3")
    copied(table).reset(seed=1)  # before its first game, too
    table.reset(seed=4)
    played(table, 40)
    copy = copied(table)
    before = copy.game.position
    ahead = played(table, 60)
    assert copy.game.position == before != table.game.position
    assert played(copy, 60) == ahead
    # What chance comes next belongs to it as well.
    table.reset()
    copy.reset()
    assert copy.game.position == table.game.position


@pytest.mark.parametrize("copied", [deepcopy, pickled])
def test_a_copy_of_a_game_against_bots_goes_on_by_itself(
    copied: Callable[[Any], Any], either_engine: str
) -> None:
    def played(made: AgainstBots) -> list[tuple[bytes, float]]:
        found = []
        for _ in range(25):
            code = np.flatnonzero(made.game.seen(made.seat)["action_mask"])[0]
            seen, reward, *_ = made.step(code)
            found.append((seen["observation"].tobytes(), float(reward)))
        return found

    made = AgainstBots("duel", opponent="novice")
    made.reset(seed=2)
    played(made)
    copy = copied(made)
    assert played(copy) == played(made)
    assert copy.game.position == made.game.position


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


@pytest.mark.parametrize(
    "library, module",
    [
        ("pettingzoo", "aec"),
        ("gymnasium", "gym"),
        ("gymnasium", "aec"),
        ("numpy", "batch"),
        ("pyspiel", "spiel"),
    ],
)
def test_a_missing_library_is_named(library: str, module: str) -> None:
    told = f"tashkalar.env.{module} needs {library}: pip install 'tashkalar[env]'"
    program = (
        f"import sys; sys.modules['{library}'] = None\n"
        f"try:\n    import tashkalar.env.{module}\n"
        "except ImportError as error:\n    print(error)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    extra = " open_spiel" if module == "spiel" else ""
    assert done.stdout == f"{told}{extra}\n"


def test_nothing_is_imported_before_it_is_used() -> None:
    told = (
        "import sys; sys.modules['pettingzoo'] = None\n"
        "import tashkalar.env, tashkalar.env.observation\n"
        "try:\n    tashkalar.env.ArenaAEC\nexcept ImportError as error:\n    print(error)\n"
        "print('pyspiel' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", told], capture_output=True, text=True, check=True
    ).stdout.splitlines()
    assert "needs pettingzoo" in done[0] and "pip install 'tashkalar[env]'" in done[0]
    with pytest.raises(AttributeError, match="no attribute 'Nothing'"):
        _ = __import__("tashkalar.env").env.Nothing


# --- the engine ---------------------------------------------------------------------------------


def test_an_engine_that_is_not_there_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(engine.VARIABLE, "abacus")
    told = "there is no engine 'abacus' for TASHKALAR_ENGINE; the engines are reference, core"
    with pytest.raises(engine.NoCore, match=told):
        AgainstBots(opponent="random").reset(seed=1)
    done = subprocess.run(
        [sys.executable, "-m", "tashkalar", "--version"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode != 0 and not done.stdout
    assert done.stderr == f"tashkalar: {told}\n"
