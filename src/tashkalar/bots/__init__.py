"""Opponents. A bot sees a view and its choices, never a hidden card.

Four rooms; each uses only those to its right::

    learning -> contests -> playing
               reviewing -> playing

``playing``   A ``Bot`` chooses; a ``Player`` asks it with what is left of the turn's ``Budget`` and
              checks its answer. Contests, server and terminal ask bots through players only.
              The levels search turns (``turns``), the strategist also replies to them
              (``strategist``); both judge positions by features (``features``, ``holdings``,
              ``progress``) times weights (``evaluation``, ``weights``), in integers (``fixed``), so
              that every machine chooses the same. ``hints`` and ``tactics`` use the same search.
``contests``  A ``Contest`` is many games of bots against each other (``match``), on all cores or a
              cluster. Its folder has a ``header`` and keeps every game; ``standings`` counts them.
``reviewing`` A ``review`` of a game: each turn beside the best ones its player could have found.
``learning``  A ``TrainingRun`` plays games and fits weights: statistics of beings and features
              (``worths``), experiments with changed weights (``tuning``), regressions on outcomes
              (``outcomes``), on replies (``foresight``) and for the start of a turn (``starts``).

>>> from tashkalar import Game
>>> game = Game.new("high-form", ("highland", "sylvan"), seed=1)
>>> bot = bot_named("greedy", seed=1)
>>> seen = game.view(0)
>>> bot.choose(seen, seen.choices(), Budget(nodes=1000)) in seen.choices()
True
"""

from tashkalar.bots.playing.bot import Bot, UnknownBot, bot_named, bot_names
from tashkalar.bots.playing.budget import Budget

__all__ = ["Bot", "Budget", "UnknownBot", "bot_named", "bot_names"]
