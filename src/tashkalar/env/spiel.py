"""The game for OpenSpiel: importing this module registers it.

    import pyspiel
    import tashkalar.env.spiel

    game = pyspiel.load_game("python_tashkalar(form=duel,schools=highland sylvan)")

Chance is explicit: every card that is dealt or drawn is a node of its own, whose outcomes are the
numbers of the cards that may lie there (``chance``). An action is the code of a choice. Returns are
those of ``rewards``; a game that lasts too long ends without any.
"""

from __future__ import annotations

from typing import Any

from tashkalar.env.extra import lacking

try:
    import numpy as np
    import pyspiel
except ModuleNotFoundError as error:
    raise lacking(__name__, error, "'tashkalar[env]' open_spiel") from error

from tashkalar import choice_text, position_text
from tashkalar.cards import CARDS
from tashkalar.choice import CARD_LIMIT, CHOICES
from tashkalar.env.chance import ChanceGame
from tashkalar.env.observation import CODES, PARTS, SIZE, observation, where
from tashkalar.env.rewards import broken_off, rewards
from tashkalar.rules.forms import Form, check_schools, form_named, open_schools
from tashkalar.view import SPECTATOR, view

NAME = "python_tashkalar"
NO_MEMORY = f"{NAME} provides no information states, only what is seen now: ask for {{}}"
MOST_DECISIONS = 20_000  # in one game; what is usual is a few hundred

_TYPE = pyspiel.GameType(
    short_name=NAME,
    long_name="Tash-Kalar",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=4,
    min_num_players=2,
    provides_information_state_string=False,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={"form": "duel", "schools": ""},
)


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A form with its schools: ``form=high-form,schools=highland sylvan``.

    Without schools, the first ones that the form can be played with.
    """

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = params or {}
        self.form: Form = form_named(str(given.get("form", "duel")))
        named = tuple(str(given.get("schools", "")).split())
        self.schools = named or open_schools(self.form)[: self.form.seats]
        check_schools(self.form, self.schools)
        facts = pyspiel.GameInfo(
            num_distinct_actions=CODES,
            max_chance_outcomes=CARD_LIMIT,
            num_players=self.form.seats,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=MOST_DECISIONS,
        )
        super().__init__(_TYPE, facts, given)

    def new_initial_state(self) -> SpielState:
        """A game before anything is dealt."""
        return SpielState(self)

    def make_py_observer(
        self, iig_obs_type: Any = None, params: dict[str, Any] | None = None
    ) -> SpielObserver | None:
        """What a player sees, what everybody sees, or what a player alone sees.

        Nothing remembers all that was ever seen.
        """
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return None if kind.perfect_recall else SpielObserver(kind, params)


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A position in play, or a card that chance has to decide."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.play = ChanceGame(game.form.name, game.schools)
        self.decisions = 0

    def current_player(self) -> int:
        """The seat that decides, chance, or nobody any more."""
        if self.play.outcomes:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if self.is_terminal() else self.play.position.actor

    def is_terminal(self) -> bool:
        """Is the game over, or has it lasted too long?"""
        if self.play.outcomes:
            return False
        position = self.play.position
        return position.is_over or broken_off(position) or self.decisions >= MOST_DECISIONS

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(choice.code for choice in self.play.position.choices())

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The cards that may lie there, with equal chance."""
        cards = self.play.outcomes
        return [(card, 1 / len(cards)) for card in cards]

    def _apply_action(self, action: int) -> None:
        if self.play.outcomes:
            self.play.decide(action)
        else:
            if not 0 <= action < CODES:
                raise ValueError(f"there is no action {action}; actions are 0 to {CODES - 1}")
            self.play.choose(CHOICES[action])
            self.decisions += 1

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"deal {CARDS[action].id}"
        return choice_text(CHOICES[action])

    def information_state_string(self, player: int | None = None) -> str:
        """Refused: nothing remembers all that was ever seen."""
        raise pyspiel.SpielError(NO_MEMORY.format("observation_string"))

    def information_state_tensor(self, player: int | None = None) -> list[float]:
        """Refused: nothing remembers all that was ever seen."""
        raise pyspiel.SpielError(NO_MEMORY.format("observation_tensor"))

    def returns(self) -> list[float]:
        """The rewards by seat; nothing before the end."""
        return list(rewards(self.play.position))

    def __str__(self) -> str:
        awaited = " ".join(CARDS[card].id for card in self.play.outcomes)
        return position_text(self.play.position) + (f"one of {awaited}\n" if awaited else "")


class SpielObserver:
    """What is seen of a state, as text; where it is all that a player sees, as a tensor as well."""

    def __init__(self, kind: Any, params: dict[str, Any] | None) -> None:
        if params:
            raise ValueError(f"observations have no parameters, not {params}")
        self.public = bool(kind.public_info)
        self.private = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self.tensor = np.zeros(SIZE, np.float32) if self.public and self.private else None
        self.dict: dict[str, Any] = {}
        if self.tensor is not None:
            self.dict = {p.name: self.tensor[where(p.name)].reshape(p.shape) for p in PARTS}

    def set_from(self, state: SpielState, player: int) -> None:
        """Fill the tensor with what a player sees."""
        if self.tensor is not None:
            seen = observation(view(state.play.position, player))
            self.tensor[:] = np.frombuffer(seen, np.uint8)

    def string_from(self, state: SpielState, player: int) -> str:
        """The view as text; of what a player alone sees, the hand."""
        position = state.play.position
        if self.public:
            return position_text(view(position, player if self.private else SPECTATOR))
        hands = (position.beings, position.legends, position.flares) if self.private else ()
        return " ".join(CARDS[card].id for hand in hands for card in hand[player])


pyspiel.register_game(_TYPE, SpielGame)
