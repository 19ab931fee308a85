"""Levels with one thing changed, to be tried in contests.

tashkalar arena --bots tests.variants:Discarding,strategist --form high-form --budget 15000n ...
"""

from __future__ import annotations

from tashkalar.bots.playing.strategist import Master, Strategist


class Discarding(Strategist):
    """The strategist that uses the discard action."""

    discards = True


class Keeping(Master):
    """The master that keeps control in team play."""

    passes = False
