"""Random play in other engines: the same measure for all of them."""

from __future__ import annotations

import random
import time
from importlib.util import find_spec
from typing import Any

import chess

# OpenSpiel's games by the names they are shown with.
OPENSPIEL = {
    "chess": "chess",
    "go 9x9": "go(board_size=9)",
    "hearts": "hearts",
    "hanabi": "hanabi",
}


def there_is_openspiel() -> bool:
    """Is OpenSpiel installed? Not every machine has a wheel."""
    return find_spec("pyspiel") is not None


def random_chess(seconds: float, seed: int) -> float:
    """Decisions a second of python-chess."""
    rng = random.Random(seed)
    decisions, start = 0, time.process_time()
    while time.process_time() - start < seconds:
        board = chess.Board()
        while not board.is_game_over():
            board.push(rng.choice(list(board.legal_moves)))
            decisions += 1
    return decisions / (time.process_time() - start)


def random_openspiel(name: str, seconds: float, seed: int) -> float:
    """Decisions a second of a game of OpenSpiel; what chance decides is not counted."""
    import pyspiel

    game: Any = pyspiel.load_game(OPENSPIEL[name])
    rng = random.Random(seed)
    decisions, start = 0, time.process_time()
    while time.process_time() - start < seconds:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(outcomes, chances)[0])
            else:
                state.apply_action(rng.choice(state.legal_actions()))
                decisions += 1
    return decisions / (time.process_time() - start)
