"""Random play in a batch: how fast it goes, and who wins.

Run it with ``python examples/random_play.py [FORM] [GAMES]``.
"""

from __future__ import annotations

import sys
import time

import numpy as np

from tashkalar.env import Batch


def main(form: str = "duel", games: int = 5000, size: int = 512) -> None:
    batch = Batch(form, size=size, seed=1)
    ended = steps = 0
    worth = np.zeros(4)
    begun = time.perf_counter()
    while ended < games:
        batch.draw()  # or write codes of your own into batch.codes, after a look at
        batch.step()  # batch.observations and batch.masks
        steps += size
        ended += int((batch.over == 1).sum())
        worth += batch.rewards.sum(axis=0)
    seconds = time.perf_counter() - begun
    print(f"{ended} games of {form}, {steps / seconds:,.0f} steps a second")
    for seat in range(batch.seats):
        print(f"seat {seat}: mean reward {worth[seat] / ended:+.3f}")


if __name__ == "__main__":
    form, games = (*sys.argv[1:], *("duel", "5000")[len(sys.argv) - 1 :])[:2]
    main(form, int(games))
