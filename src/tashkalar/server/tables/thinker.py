"""What runs in the processes in which bots think. A bot is given a view, never a position."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import zlib
from collections import OrderedDict

from msgspec import Struct

from tashkalar import View, choice_text, sample
from tashkalar.bots import Bot, Budget, bot_named
from tashkalar.bots.playing.bot import dice
from tashkalar.bots.playing.levels import Planner

_KEPT = 256
_bots: OrderedDict[tuple[str, int, str], Bot] = OrderedDict()


class Task(Struct, frozen=True):
    """A question for a bot: the view as bytes, whose it is, and how long it may take."""

    table: str
    seat: int
    bot: str
    view: bytes
    budget: str


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


def _view(task: Task) -> View:
    found = View.from_bytes(task.view)
    found.viewer = task.seat
    return found


def choose(task: Task) -> str:
    """The choice of a bot. It stays here between its choices, with the plan of its turn."""
    key = (task.table, task.seat, task.bot)
    bot = _bots.pop(key, None)
    if bot is None:
        bot = bot_named(task.bot, zlib.crc32(f"{task.table} {task.seat}".encode()))
    _bots[key] = bot
    if len(_bots) > _KEPT:
        _bots.popitem(last=False)
    seen = _view(task)
    found = bot.choose(seen, seen.choices(), Budget.parse(task.budget))
    if found not in seen.choices():
        raise ValueError(f"{task.bot} chose {found!r}, which is not offered")
    return choice_text(found)


def advise(task: Task, language: str) -> Advice:
    """What a planner would do with the rest of the turn."""
    from tashkalar.scene.question import words

    seen = _view(task)
    position = sample(seen, dice(0, seen))
    choices, told = [], []
    for choice in Planner().best_turn(position, Budget.parse(task.budget)):
        choices.append(choice_text(choice))
        told.append(words(position, choice, language))
        position = position.after(choice)
    return Advice(tuple(choices), tuple(told))
