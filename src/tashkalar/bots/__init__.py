"""Opponents. A bot sees a view and its choices, never a hidden card.

Three rooms::

    learning -> contests -> playing

``playing``   what a bot is, its levels, and what they think with: features, weights, the search for
              turns, answers in sampled worlds; reviews and tactics use the same search.
``contests``  games of bots against bots: matches, contests with headers and intervals, standings,
              on all cores.
``learning``  what turns games into weights: self-play, tuning, regressions.
"""

from tashkalar.bots.playing.bot import Bot, UnknownBot, bot_named, bot_names
from tashkalar.bots.playing.budget import Budget

__all__ = ["Bot", "Budget", "UnknownBot", "bot_named", "bot_names"]
