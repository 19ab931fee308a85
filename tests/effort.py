"""How much a test tries: a little in every run of the tests, many times as much in ``make long``.

A test that counts with ``times`` is marked ``long``; ``make long`` runs these alone.
"""

from __future__ import annotations

import os

FACTOR = int(os.environ.get("TASHKALAR_LONG") or 1)


def times(usual: int) -> int:
    """So many games, boards, examples or kills, or a multiple of it in a long run."""
    return usual * FACTOR
