"""Tash-Kalar in Python: play, study and extend the board game. An unofficial fan project."""

__version__ = "0.1.0"

from tashkalar.arena import UnknownSquare
from tashkalar.cards import UnknownCard
from tashkalar.choice import Asking, Choice, Kind
from tashkalar.game import CannotResign, CannotUndo, Game
from tashkalar.notation.choices import BadChoice, choice_text, parse_choice
from tashkalar.notation.positions import BadPosition, draw_board, parse_position, position_text
from tashkalar.notation.records import BadRecord, Record, parse_record
from tashkalar.rules.forms import BadSetUp
from tashkalar.rules.play import Decision, IllegalChoice, Position
from tashkalar.scenario import (
    BadScenario,
    Scenario,
    ScenarioFailed,
    parse_scenario,
)
from tashkalar.state import DamagedPosition
from tashkalar.view import SPECTATOR, View, sample, view

__all__ = [
    "SPECTATOR",
    "Asking",
    "BadChoice",
    "BadPosition",
    "BadRecord",
    "BadScenario",
    "BadSetUp",
    "CannotResign",
    "CannotUndo",
    "Choice",
    "DamagedPosition",
    "Decision",
    "Game",
    "IllegalChoice",
    "Kind",
    "Position",
    "Record",
    "Scenario",
    "ScenarioFailed",
    "UnknownCard",
    "UnknownSquare",
    "View",
    "choice_text",
    "draw_board",
    "parse_choice",
    "parse_position",
    "parse_record",
    "parse_scenario",
    "position_text",
    "sample",
    "view",
]
