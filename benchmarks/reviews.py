"""How firm the verdicts of reviews are, and what they cost: the usual depth beside a deeper one.

python -m benchmarks.reviews [--turns 200] [--nodes 100000]
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from itertools import count

from tashkalar import Game
from tashkalar.bots import Budget
from tashkalar.bots.contests.match import Pairing, play
from tashkalar.bots.reviewing.review import NODES, TurnReview, review
from tashkalar.notation.records import parse_record

DEEPER = 20  # times as many nodes
# Forms, schools and players: each pair of levels misses something.
TABLES = (
    ("high-form", ("highland", "sylvan"), ("greedy", "novice")),
    ("duel", ("northern_imperial", "highland"), ("greedy", "greedy")),
    ("high-form", ("northern_imperial", "sylvan"), ("planner", "greedy")),
    ("duel", ("sylvan", "highland"), ("novice", "planner")),
    ("melee-3", ("sylvan", "highland", "northern_imperial"), ("greedy", "novice", "greedy")),
    (
        "team-high-form",
        ("sylvan", "highland", "northern_imperial", "southern_imperial"),
        ("greedy", "novice", "greedy", "novice"),
    ),
)


def reviewed(game: Game, nodes: int) -> tuple[list[TurnReview], float]:
    """A review and the seconds of CPU it took."""
    begun = time.process_time()
    found = list(review(game, Budget(nodes=nodes)))
    return found, time.process_time() - begun


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--turns", type=int, default=200)
    parser.add_argument("--nodes", type=int, default=NODES)
    options = parser.parse_args()
    verdicts: Counter[tuple[str, str]] = Counter()
    seconds = {1: 0.0, DEEPER: 0.0}
    for seed in count():
        form, schools, bots = TABLES[seed % len(TABLES)]
        record = play(Pairing(form, bots, schools, seed, "1500n")).record
        game = Game.replay(parse_record(record))
        usual, took = reviewed(game, options.nodes)
        deep, took_longer = reviewed(game, DEEPER * options.nodes)
        seconds[1] += took
        seconds[DEEPER] += took_longer
        verdicts.update((a.severity, b.severity) for a, b in zip(usual, deep, strict=True))
        turns = sum(verdicts.values())
        print(f"{form}: {len(usual)} turns, {took:.1f} and {took_longer:.1f} s", flush=True)
        if turns >= options.turns:
            break
    same = sum(n for (a, b), n in verdicts.items() if a == b)
    print(f"verdicts at {options.nodes} nodes, and at {DEEPER} times as many:")
    for (a, b), n in sorted(verdicts.items()):
        print(f"  {a:8}{b:8}{n:5}")
    print(f"the same in {same} of {turns} turns ({same / turns:.1%})")
    for times, spent in seconds.items():
        print(f"{spent / turns:.3f} s of CPU a turn at {times * options.nodes} nodes")


if __name__ == "__main__":
    main()
