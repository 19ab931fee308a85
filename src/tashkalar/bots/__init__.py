"""Opponents. A bot sees a view and its choices, never a hidden card."""

from tashkalar.bots.bot import Bot, Budget, UnknownBot, bot_named, bot_names

__all__ = ["Bot", "Budget", "UnknownBot", "bot_named", "bot_names"]
