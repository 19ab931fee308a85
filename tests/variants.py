"""Levels with one thing changed, to be tried in contests.

tashkalar arena --bots tests.variants:Discarding,strategist --form high-form --budget 15000n ...
"""

from __future__ import annotations

from tashkalar.bots.playing.budget import Budget
from tashkalar.bots.playing.compiled import Level
from tashkalar.bots.playing.shares import Shares
from tashkalar.bots.playing.strategist import Master, Strategist


class Discarding(Strategist):
    """The strategist that uses the discard action."""

    discards = True


class Passing(Master):
    """The master with a tenth of its nodes, so that many games can be played."""

    def share(self, form: str, budget: Budget) -> Shares:
        """Shorter looks at everything."""
        return Shares(4000, 6, 600, 300, 1, 1, (2, 1))

    def _level(self, share: Shares) -> Level:
        return {**super()._level(share), "worlds": 2}


class Keeping(Passing):
    """The same, but it keeps control."""

    passes = False
