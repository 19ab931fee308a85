"""A PettingZoo environment: every form, every seat an agent.

>>> table = ArenaAEC("duel")
>>> table.reset(seed=1)
>>> table.agent_selection  # the second player sets out the starting pieces
'seat_1'
>>> seen, reward, terminated, truncated, _ = table.last()
>>> table.step(seen["action_mask"].argmax())

Agents are called by their seats, ``seat_0`` to ``seat_3``. An action is the code of a choice; the
mask says which are offered, and one that is not is refused with the reason. Rewards come at the end
(``rewards``); a game that lasts too long is truncated.
"""

from __future__ import annotations

from typing import Any

from tashkalar.env.extra import lacking

try:
    import numpy as np
    from gymnasium import spaces
    from gymnasium.utils import seeding
    from pettingzoo import AECEnv
    from pettingzoo.utils import turn_based_aec_to_parallel, wrappers
except ModuleNotFoundError as error:
    raise lacking(__name__, error) from error

from tashkalar.env.live import RENDER_MODES, LiveGame, Seen, check_render_mode
from tashkalar.env.observation import CODES, SIZE
from tashkalar.env.rewards import TURN_LIMIT, rewards
from tashkalar.notation.positions import draw_board
from tashkalar.rules.forms import SEEDS, check_schools, form_named


def seen_space() -> spaces.Dict:
    """What an agent is shown: the observation, and a mask of its choices."""
    return spaces.Dict(
        {
            "observation": spaces.Box(0, 255, (SIZE,), np.uint8),
            "action_mask": spaces.Box(0, 1, (CODES,), np.int8),
        }
    )


def code_space() -> spaces.Discrete[Any]:
    """An action is the code of a choice."""
    return spaces.Discrete(CODES)


class ArenaAEC(AECEnv[str, Seen, int]):  # type: ignore[misc]
    """A table of one form. Without schools, every game draws its own."""

    metadata = {  # noqa: RUF012
        "name": "tashkalar_v0",
        "render_modes": RENDER_MODES,
        "is_parallelizable": False,
    }

    def __init__(
        self, form: str = "duel", schools: tuple[str, ...] = (), render_mode: str | None = None
    ) -> None:
        super().__init__()
        wanted = form_named(form)
        if schools:
            check_schools(wanted, tuple(schools))
        check_render_mode(render_mode)
        self.form, self.schools, self.render_mode = form, tuple(schools), render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(wanted.seats)]
        # Spaces draw by chance of their own: each agent has its own ones.
        self.observation_spaces = {agent: seen_space() for agent in self.possible_agents}
        self.action_spaces = {agent: code_space() for agent in self.possible_agents}
        self._chance, _ = seeding.np_random(None)

    def observation_space(self, agent: str) -> spaces.Dict:
        """What an agent is shown; alike for all of them."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete[Any]:
        """What an agent can choose; alike for all of them."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game. A seed begins a row of games; without one the row goes on."""
        if seed is not None:
            self._chance, _ = seeding.np_random(seed)
        game_seed = int(self._chance.integers(SEEDS, dtype=np.uint64, endpoint=False))
        self.game = LiveGame(self.form, self.schools, game_seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self.game.actor]

    def observe(self, agent: str) -> Seen:
        """What an agent sees."""
        return self.game.seen(self.possible_agents.index(agent))

    def step(self, action: int | None) -> None:
        """Make the choice of the agent that is selected."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError("an agent whose game goes on has to choose: None is no choice")
        self.game.apply(action)
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if self.game.is_over:
            worth = rewards(self.game.position)
            self.rewards = dict(zip(self.possible_agents, worth, strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        elif self.game.turn > TURN_LIMIT:
            self.truncations = dict.fromkeys(self.agents, True)
        self.agent_selection = self.possible_agents[self.game.actor]
        self._accumulate_rewards()

    def render(self) -> str | None:
        """The board, drawn as text."""
        return "\n".join(draw_board(self.game.position)) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing has to be closed."""


def env(**options: Any) -> AECEnv[str, Seen, int]:
    """The environment as PettingZoo makes them: calls in the wrong order are told."""
    return wrappers.OrderEnforcingWrapper(ArenaAEC(**options))


def parallel_env(**options: Any) -> Any:
    """The same as a parallel environment: whoever is not asked has an empty mask, and may choose
    anything, as it does not count."""
    return turn_based_aec_to_parallel(env(**options))
