"""How fast the engines are, beside python-chess and OpenSpiel, in one run on one core.

A decision is: list everything that may be chosen, pick one at random, make it. Rounds of all
engines alternate, so that a machine that speeds up or slows down does so for all; what is counted
is the time of the processor. A batch is the core with 1,024 games side by side, and counts what it
takes to write the observation and the mask of every decision. The last lines are the ratios that
must not fall.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable
from functools import partial
from statistics import median
from typing import Any

from benchmarks.rivals import OPENSPIEL, random_chess, random_openspiel, there_is_openspiel
from tashkalar import Asking, Position, engine
from tashkalar.bots import Budget
from tashkalar.bots.playing import compiled
from tashkalar.bots.playing.evaluation import LEARNED
from tashkalar.bots.playing.turns import TurnSearch
from tashkalar.env import Batch
from tashkalar.perft import count
from tashkalar.rules.forms import FORMS
from tashkalar.simulate import BATCH, Simulation, play_batch

SCHOOLS = ("northern_imperial", "highland", "sylvan", "southern_imperial")
BATCH_SIZE = 1024
SEARCHED = ("high-form", "duel", "melee-4")
NODES = {"reference": 1000, "core": 8000}
Rate = Callable[[float, int], float]


def schools_of(form: str) -> tuple[str, ...]:
    """Schools that a form can be played with."""
    if FORMS[form].first:
        return ("northern_imperial", "southern_imperial")
    return SCHOOLS[: FORMS[form].seats]


# --- random play --------------------------------------------------------------------------------


def reference(form: str, seconds: float, seed: int) -> float:
    """Decisions a second of the reference."""
    rng = random.Random(seed)
    decisions, start = 0, time.process_time()
    while time.process_time() - start < seconds:
        position = Position.new(form, schools_of(form), rng.getrandbits(32))
        while not position.is_over:
            position.apply(rng.choice(position.choices()))
            decisions += 1
    return decisions / (time.process_time() - start)


def driven(form: str, seconds: float, seed: int) -> float:
    """Decisions a second of the core, choice by choice from Python."""
    core: Any = engine.core()
    first = Position.new(form, schools_of(form), 0)
    rng = random.Random(seed)
    decisions, start = 0, time.process_time()
    while time.process_time() - start < seconds:
        position = core.Position.new(first.form_number, first.school_numbers, rng.getrandbits(32))
        while not position.is_over:
            position.apply(rng.choice(position.choices()))
            decisions += 1
    return decisions / (time.process_time() - start)


def inside(form: str, seconds: float, seed: int) -> float:
    """Decisions a second of the core, with the loop inside."""
    decisions, number, start = 0, 0, time.process_time()
    while time.process_time() - start < seconds:
        plan = Simulation(form, schools_of(form), 0, seed)
        decisions += play_batch(plan, range(number, number + BATCH)).decisions
        number += BATCH
    return decisions / (time.process_time() - start)


def batch(form: str, seconds: float, seed: int) -> float:
    """Steps a second of a batch, with the observation and the mask of every decision."""
    games = Batch(form, BATCH_SIZE, seed)
    for _ in range(20):  # away from the beginnings of games
        games.draw()
        games.step()
    steps, start = 0, time.process_time()
    while time.process_time() - start < seconds:
        games.draw()
        games.step()
        steps += games.size
    return steps / (time.process_time() - start)


def engines(forms: list[str]) -> dict[str, Rate]:
    """Everything that is measured, by the name it is shown with."""
    found: dict[str, Rate] = {f"reference {form}": partial(reference, form) for form in forms}
    if engine.core() is not None:
        found |= {f"core, driven from Python {form}": partial(driven, form) for form in forms}
        found |= {f"core {form}": partial(inside, form) for form in forms}
        found |= {f"batch {form}": partial(batch, form) for form in forms}
    found["python-chess"] = random_chess
    if there_is_openspiel():
        found |= {f"OpenSpiel {name}": partial(random_openspiel, name) for name in OPENSPIEL}
    return found


# --- searches -----------------------------------------------------------------------------------


def sampled(form: str, count: int, beginning: bool = False) -> list[Position]:
    """Positions spread over random games, on request only where a turn begins."""
    rng = random.Random(1)
    found: list[Position] = []
    while len(found) < count:
        position = Position.new(form, schools_of(form), rng.getrandbits(32))
        while not position.is_over:
            begins = position.asking == Asking.ACTION and position.actions == 2
            if rng.random() < 0.02 and (begins or not beginning):
                found.append(position.copy())
            position.apply(rng.choice(position.choices()))
    return found[:count]


def search_rate(name: str, starts: list[Position]) -> float:
    """Nodes a second of an engine's search of turns."""
    nodes, begun = 0, time.process_time()
    for start in starts:
        budget = Budget(nodes=NODES[name])
        if name == "core":
            compiled.search(start, LEARNED, {"beam": 6, "inside": 12}, budget)
        else:
            TurnSearch(start, budget, 6, 12, LEARNED).run()
        nodes += budget.used
    return nodes / (time.process_time() - begun)


def searches(rounds: int) -> list[float]:
    """Show the nodes a second of each form; what the core's are over those of the reference."""
    ratios = []
    print(f"search of turns, nodes/s (median of {rounds} rounds)")
    for form in SEARCHED:
        starts = sampled(form, 4 * rounds, beginning=True)
        parts = [starts[n::rounds] for n in range(rounds)]
        names = engine.ENGINES if engine.core() is not None else engine.ENGINES[:1]
        rates: dict[str, list[float]] = {name: [] for name in names}
        for part in parts:
            for name, found in rates.items():
                found.append(search_rate(name, part))
        told = "  ".join(f"{name} {median(found):9,.0f}" for name, found in rates.items())
        print(f"  {form:15} {told}")
        if "core" in rates:
            ratios.append(median(rates["core"]) / median(rates["reference"]))
    return ratios


# --- the run ------------------------------------------------------------------------------------


def microseconds(work: Callable[[], object], times: int) -> float:
    """How long something takes."""
    start = time.process_time()
    for _ in range(times):
        work()
    return (time.process_time() - start) / times * 1e6


def details() -> None:
    """Figures about positions, and a perft."""
    positions = sampled("duel", 300)
    each = len(positions)
    choices = microseconds(lambda: [p.choices() for p in positions], 50) / each
    copying = microseconds(lambda: [p.copy() for p in positions], 50) / each
    print(f"choices()         {choices:6.2f} µs (reference)")
    print(f"copy()            {copying:6.2f} µs (reference)")
    sizes = [len(p.to_bytes()) for p in positions]
    print(f"position          {sum(sizes) / each:6.0f} bytes (most {max(sizes)})")
    start = time.process_time()
    nodes = count(Position.new("duel", SCHOOLS[:2], 1), 5)
    rate = nodes / (time.process_time() - start)
    print(f"perft          {rate:9,.0f} nodes/s ({nodes:,} nodes, the last ones only counted)")


def ratios(rates: dict[str, float], forms: list[str], planner: list[float]) -> None:
    """The last lines: what must not fall."""
    # Chess is a game of two: so are the forms of the reference that are held against it.
    duels = [rates[f"reference {form}"] for form in forms if FORMS[form].seats == 2]
    if duels:
        print(f"RATIO python-chess {min(duels) / rates['python-chess']:.2f}")
    chess = rates.get("OpenSpiel chess")
    if engine.core() is None:
        print("the compiled core is not there: `make core` builds it")
    elif chess is not None:
        loop = min(rates[f"core {form}"] for form in forms)
        by_python = min(rates[f"core, driven from Python {form}"] for form in forms)
        print(f"RATIO openspiel-chess {loop / chess:.2f}")
        print(f"RATIO openspiel-driven {by_python / chess:.2f}")
    if planner:
        print(f"RATIO planner {min(planner):.1f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=0.7, help="for each engine and round")
    parser.add_argument("--forms", nargs="*", choices=list(FORMS), default=list(FORMS))
    options = parser.parse_args()
    measured = engines(options.forms)
    found: dict[str, list[float]] = {name: [] for name in measured}
    for number in range(options.rounds):
        for name, rate in measured.items():
            found[name].append(rate(options.seconds, number))
    rates = {name: median(each) for name, each in found.items()}
    print(f"random play, decisions/s (median of {options.rounds} rounds)")
    for name, each in sorted(rates.items(), key=lambda row: row[1]):
        print(f"  {name:39} {each:11,.0f}")
    details()
    ratios(rates, options.forms, searches(options.rounds))


if __name__ == "__main__":
    main()
