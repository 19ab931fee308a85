"""How fast the engine is, beside python-chess, in one run on one core.

A decision is: list everything that may be chosen, pick one at random, make it. Rounds of both
engines alternate, so that a machine that speeds up or slows down does so for both.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable
from statistics import median

import chess

from tashkalar import Position
from tashkalar.perft import count
from tashkalar.rules.forms import FORMS

SCHOOLS = ("northern_imperial", "highland", "sylvan", "southern_imperial")


def random_games(form: str, seconds: float, seed: int) -> float:
    """Decisions a second of random play in a form."""
    rng = random.Random(seed)
    schools = SCHOOLS if FORMS[form].seats == 4 else SCHOOLS[: FORMS[form].seats]
    if FORMS[form].first:
        schools = ("northern_imperial", "southern_imperial")
    decisions, start = 0, time.perf_counter()
    while time.perf_counter() - start < seconds:
        position = Position.new(form, schools, rng.getrandbits(32))
        while not position.is_over:
            position.apply(rng.choice(position.choices()))
            decisions += 1
    return decisions / (time.perf_counter() - start)


def random_chess(seconds: float, seed: int) -> float:
    """The same for chess."""
    rng = random.Random(seed)
    decisions, start = 0, time.perf_counter()
    while time.perf_counter() - start < seconds:
        board = chess.Board()
        while not board.is_game_over():
            board.push(rng.choice(list(board.legal_moves)))
            decisions += 1
    return decisions / (time.perf_counter() - start)


def microseconds(work: Callable[[], object], times: int = 20_000) -> float:
    start = time.perf_counter()
    for _ in range(times):
        work()
    return (time.perf_counter() - start) / times * 1e6


def sampled(form: str, count: int) -> list[Position]:
    """Positions spread over random games."""
    rng = random.Random(1)
    found: list[Position] = []
    while len(found) < count:
        position = Position.new(form, SCHOOLS[:2], rng.getrandbits(32))
        while not position.is_over:
            if rng.random() < 0.02:
                found.append(position.copy())
            position.apply(rng.choice(position.choices()))
    return found[:count]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=1.5, help="for each engine and round")
    parser.add_argument("--forms", nargs="*", choices=list(FORMS), default=list(FORMS))
    options = parser.parse_args()
    rates: dict[str, list[float]] = {name: [] for name in [*options.forms, "python-chess"]}
    for number in range(options.rounds):
        for form in options.forms:
            rates[form].append(random_games(form, options.seconds, number))
        rates["python-chess"].append(random_chess(options.seconds, number))
    widest = max(median(rate) for rate in rates.values())
    print(f"random play, decisions/s (median of {options.rounds} rounds)")
    for name, rate in rates.items():
        bar = "█" * round(40 * median(rate) / widest)
        print(f"  {name:15} {median(rate):9,.0f}  {bar}")
    positions = sampled("duel", 300)
    each = len(positions)
    choices = microseconds(lambda: [p.choices() for p in positions], 50) / each
    copying = microseconds(lambda: [p.copy() for p in positions], 50) / each
    print(f"choices()         {choices:6.2f} µs")
    print(f"copy()            {copying:6.2f} µs")
    sizes = [len(p.to_bytes()) for p in positions]
    print(f"position          {sum(sizes) / each:6.0f} bytes (most {max(sizes)})")
    start = time.perf_counter()
    nodes = count(Position.new("duel", SCHOOLS[:2], 1), 5)
    per_second = nodes / (time.perf_counter() - start)
    print(
        f"perft          {per_second:9,.0f} nodes/s ({nodes:,} nodes, the last ones only counted)"
    )
    # Chess is a game of two: so are the forms that are held against it.
    duels = [median(rates[form]) for form in options.forms if FORMS[form].seats == 2]
    if duels:
        print(f"RATIO {min(duels) / median(rates['python-chess']):.2f}")


if __name__ == "__main__":
    main()
