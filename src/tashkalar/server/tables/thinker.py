"""What runs in the processes in which bots think. A bot is given a view, never a position."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import zlib
from collections import OrderedDict
from functools import lru_cache

from msgspec import Struct

from tashkalar import Game, Position, View, choice_text, parse_record, sample
from tashkalar.bots import Budget, bot_named
from tashkalar.bots.playing.dice import Dice
from tashkalar.bots.playing.levels import Planner
from tashkalar.bots.playing.player import Player
from tashkalar.bots.reviewing.best import BestTurn, best_turns
from tashkalar.bots.reviewing.knowledge import PlayedTurn, played_turns
from tashkalar.bots.reviewing.review import TurnReview, review_turn, usual_depth
from tashkalar.player_names import PlayerNames

_KEPT = 256
_players: OrderedDict[tuple[str, int, str], Player] = OrderedDict()


class Inquiry(Struct, frozen=True):
    """A question for a bot: the view as bytes, whose it is, and how long it may take."""

    table: str
    seat: int
    bot: str
    view: bytes
    budget: str = ""  # of the whole turn
    turn: int = 0  # what tells this turn from others of the table


class Advice(Struct, frozen=True):
    """A whole turn that a planner would play, as choices and in words."""

    choices: tuple[str, ...]
    words: tuple[str, ...]


def ready() -> int:
    """The id of this process. An interrupt at the keyboard is for the server alone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_follow, daemon=True).start()
    return os.getpid()


def _follow() -> None:
    """Whoever asked is gone, maybe killed: nobody will ask again."""
    server = multiprocessing.parent_process()
    assert server is not None
    server.join()
    os._exit(1)


def _view(inquiry: Inquiry) -> View:
    found = View.from_bytes(inquiry.view)
    found.viewer = inquiry.seat
    return found


def choose(inquiry: Inquiry) -> str:
    """The choice of a bot. It stays here between its choices, with the plan of its turn."""
    key = (inquiry.table, inquiry.seat, inquiry.bot)
    player = _players.pop(key, None)
    if player is None:
        seed = zlib.crc32(f"{inquiry.table} {inquiry.seat}".encode())
        player = Player(bot_named(inquiry.bot, seed), Budget.parse(inquiry.budget))
    _players[key] = player
    if len(_players) > _KEPT:
        _players.popitem(last=False)
    return choice_text(player.choose(_view(inquiry), inquiry.turn))


def advise(inquiry: Inquiry, language: str, names: PlayerNames) -> Advice:
    """What a planner would do with the rest of the turn."""
    from tashkalar.scene.question import words

    seen = _view(inquiry)
    position = sample(seen, Dice(0, seen).word())
    choices, told = [], []
    for choice in Planner().best_turn(position, Budget.parse(inquiry.budget)):
        choices.append(choice_text(choice))
        told.append(words(position, choice, language, names))
        position = position.after(choice)
    return Advice(tuple(choices), tuple(told))


def best(position: bytes, nodes: int, open_hands: bool) -> tuple[BestTurn, ...]:
    """The best turns from a position of a study."""
    return best_turns(Position.from_bytes(position), nodes, open_hands)


@lru_cache(2)  # a game is asked about turn by turn
def _turns(record: str) -> list[PlayedTurn]:
    return list(played_turns(Game.replay(parse_record(record))))


def review(record: str, number: int) -> TurnReview:
    """A turn of a game that is over, beside the best ones that can be found."""
    return review_turn(_turns(record)[number], usual_depth())
