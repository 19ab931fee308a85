"""A Gymnasium environment: one seat learns, bots have the others.

>>> import gymnasium
>>> game = gymnasium.make("tashkalar.env.gym:TashKalar-v0", form="duel", opponent="random")
>>> seen, told = game.reset(seed=1)
>>> seen, reward, terminated, truncated, told = game.step(seen["action_mask"].argmax())
>>> reward, terminated
(0.0, False)

An action is the code of a choice. One that is not offered loses the game at once, as Gymnasium
wants every action to be taken; ``told["refused"]`` then says why. Reward comes at the end.
"""

from __future__ import annotations

from numbers import Integral
from typing import Any

from tashkalar.env.extra import lacking

try:
    import gymnasium
    import numpy as np
except ModuleNotFoundError as error:
    raise lacking(__name__, error) from error

from tashkalar import IllegalChoice
from tashkalar.bots import Budget, bot_named
from tashkalar.bots.playing.player import Player
from tashkalar.env.aec import code_space, seen_space
from tashkalar.env.live import RENDER_MODES, LiveGame, Seen, check_render_mode
from tashkalar.env.rewards import TURN_LIMIT, rewards
from tashkalar.notation.positions import draw_board
from tashkalar.rules.forms import FORMS, SEEDS, check_schools, form_named
from tashkalar.view import view

Step = tuple[Seen, float, bool, bool, dict[str, Any]]


class AgainstBots(gymnasium.Env[Seen, int]):
    """A game of one form against bots of one name; in team play the partner is one, too.

    Without a seat, every game draws the learner's; without schools, every game draws its own. The
    budget is that of a turn of a bot, as text or as a number of nodes.
    """

    metadata = {"render_modes": RENDER_MODES}  # noqa: RUF012

    def __init__(
        self,
        form: str = "duel",
        opponent: str = "novice",
        budget: str | int = "1000n",
        seat: int | None = None,
        schools: tuple[str, ...] = (),
        render_mode: str | None = None,
    ) -> None:
        wanted = form_named(form)
        if schools:
            check_schools(wanted, tuple(schools))
        if seat is not None and not 0 <= seat < wanted.seats:
            raise ValueError(
                f"there is no seat {seat}; {form} has the seats 0 to {wanted.seats - 1}"
            )
        bot_named(opponent)  # an unknown one is refused here
        check_render_mode(render_mode)
        self.form, self.schools, self.opponent = form, tuple(schools), opponent
        self.budget, self.wanted_seat = _budget(budget), seat
        self.render_mode = render_mode
        self.observation_space: Any = seen_space()
        self.action_space = code_space()

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Seen, dict[str, Any]]:
        """Begin a game, up to the first decision of the learner."""
        super().reset(seed=seed)
        game_seed = int(self.np_random.integers(SEEDS, dtype=np.uint64, endpoint=False))
        seats = FORMS[self.form].seats
        drawn = int(self.np_random.integers(seats))
        self.seat = drawn if self.wanted_seat is None else self.wanted_seat
        self.game = LiveGame(self.form, self.schools, game_seed)
        self._players = [
            Player(bot_named(self.opponent, game_seed * 8 + n), self.budget) for n in range(seats)
        ]
        self._let_play()
        # Gymnasium packs the seeds of many environments into one array: as plain ints they would
        # have to fit into 64 bits with a sign.
        return self.game.seen(self.seat), {"seat": self.seat, "seed": np.uint64(game_seed)}

    def _let_play(self) -> None:
        """The bots play until the learner decides or the game ends."""
        while not self._ended() and self.game.actor != self.seat:
            seat = self.game.actor
            self.game.apply(self._players[seat].choose(view(self.game.position, seat)).code)

    def _ended(self) -> bool:
        return self.game.is_over or self.game.turn > TURN_LIMIT

    def step(self, action: Any) -> Step:
        """Make a choice, and let the bots play up to the next one."""
        told: dict[str, Any] = {}
        try:
            self.game.apply(action)
        except IllegalChoice as error:
            told["refused"] = str(error)
            return self.game.seen(self.seat), -1.0, True, False, told
        self._let_play()
        worth = rewards(self.game.position)[self.seat] if self.game.is_over else 0.0
        truncated = self._ended() and not self.game.is_over
        return self.game.seen(self.seat), worth, self.game.is_over, truncated, told

    def render(self) -> Any:
        """The board, drawn as text."""
        return "\n".join(draw_board(self.game.position)) if self.render_mode == "ansi" else None


def _budget(given: str | int) -> Budget:
    return Budget.parse(f"{given}n" if isinstance(given, Integral) else str(given))


gymnasium.register("TashKalar-v0", entry_point="tashkalar.env.gym:AgainstBots")
