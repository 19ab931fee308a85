"""Tactics: positions with something to be found in one turn, and how many of them a bot finds.

A tactic is a scenario that plays nothing: its ``expect:`` lines say what must hold once the
player to move has finished the turn.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from tashkalar.bots.playing.bot import Bot
from tashkalar.bots.playing.budget import Budget
from tashkalar.bots.playing.player import Player
from tashkalar.rules.play import Position
from tashkalar.scenario import Scenario, ScenarioFailed, parse_scenario
from tashkalar.view import view


def load(folder: Path) -> dict[str, Scenario]:
    """All tactics of a folder, by name."""
    return {file.stem: parse_scenario(file.read_text()) for file in sorted(folder.glob("*.scn"))}


def finish_turn(start: Position, bot: Bot, budget: Budget) -> Position:
    """The position after a bot has played the turn out."""
    position, player = start, Player(bot, budget)
    while position.turn == start.turn and not position.is_over:
        position = position.after(player.choose(view(position, position.actor)))
    return position


def solves(bot: Bot, tactic: Scenario, budget: Budget) -> bool:
    """Does a bot find what there is to find within the budget of a turn?"""
    end = finish_turn(tactic.start, bot, budget)
    try:
        replace(tactic, start=end).run()
    except ScenarioFailed:
        return False
    return True
