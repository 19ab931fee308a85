"""The strategist with one thing changed, to be tried in contests.

tashkalar arena --bots tests.variants:Discarding,strategist --form high-form --budget 15000n ...
"""

from __future__ import annotations

from tashkalar.bots.playing.strategist import Strategist


class Discarding(Strategist):
    """Uses the discard action."""

    discards = True


class Passing(Strategist):
    """Passes control in team play."""

    passes = True
