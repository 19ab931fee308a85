"""How much a test tries: a little in every run of the tests, many times as much in ``make long``.

A test that counts with ``times`` is marked ``long``; ``make long`` runs these alone.
"""

from __future__ import annotations

import os

FACTOR = int(os.environ.get("TASHKALAR_LONG") or 1)
USUAL_LONG = 10  # the factor of ``make long``


def times(usual: int, long: int | None = None) -> int:
    """So many games, boards, examples or kills, or a multiple of it in a long run.

    Where ``make long`` owes a certain number, that number is given.
    """
    if long is None or FACTOR == 1:
        return usual * FACTOR
    return max(usual, long * FACTOR // USUAL_LONG)
