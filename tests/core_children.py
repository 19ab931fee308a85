"""What would take the process with it if the core were at fault: run in one of its own.

``python -m tests.core_children NAME`` does one of these and prints what came of it.
"""

from __future__ import annotations

import os
import random
import signal
import sys
import threading
import time
from collections.abc import Callable
from typing import Any

from tashkalar import Asking, Kind, Position, engine
from tashkalar.bots.playing import compiled
from tashkalar.bots.playing.evaluation import LEARNED
from tashkalar.choice import choice
from tashkalar.env.batch import Batch
from tashkalar.state import ALLOWANCE_LIMIT
from tests.core_lockstep import CORE
from tests.games import positions

SECONDS = 2.0


def together(*work: Callable[[], None]) -> None:
    """Each of these over and over, in threads, for a while; their errors are printed once."""
    end, told = time.monotonic() + SECONDS, set[str]()

    def repeat(one: Callable[[], None]) -> None:
        while time.monotonic() < end:
            try:
                one()
            except (ValueError, RuntimeError) as error:
                told.add(f"{type(error).__name__}: {error}")

    threads = [threading.Thread(target=repeat, args=(one,)) for one in work]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for line in sorted(told):
        print(line)


# --- one batch, several threads ---------------------------------------------------------------


def stepped_by_two() -> None:
    batch = Batch("high-form", size=64, seed=1)

    def play() -> None:
        batch.draw()
        batch.step()

    together(play, play, lambda: batch.reset(3))


def written_meanwhile() -> None:
    """While a step is being made, a choice is written that is not offered."""
    batch = Batch("high-form", size=64, seed=1)
    wrong = choice(Kind.SUMMON, 255).code

    def play() -> None:
        batch.draw()
        batch.step()
        CORE.Position.from_bytes(batch.compiled.position(63).to_bytes())

    def write() -> None:
        batch.codes[63] = wrong

    together(play, write)


# --- one position, several threads ------------------------------------------------------------


def played_meanwhile(look: Callable[[Any], object]) -> None:
    """While somebody looks at a position, somebody else plays on it."""
    rng, at = random.Random(1), [CORE.Position.new(2, (2, 3), 1)]

    def play() -> None:
        choices = at[0].choices()
        if not choices:
            at[0] = CORE.Position.new(2, (2, 3), rng.getrandbits(30))
        else:
            at[0].apply(rng.choice(choices))

    def watch() -> None:
        look(at[0])

    together(play, watch)


def searched() -> None:
    judge = compiled.evaluation(LEARNED)
    level = {"beam": 6, "inside": 12}
    played_meanwhile(lambda p: CORE.search(p, 0, level, judge, CORE.Budget(None, 300, 0, 0, 0.0)))
    played_meanwhile(lambda p: CORE.turns(p, level, judge, CORE.Budget(None, 300, 0, 0, 0.0), 5))


def counted() -> None:
    played_meanwhile(lambda p: p.perft(3))
    played_meanwhile(lambda p: CORE.exhaust(p, 1000, 3))


def exhausted() -> None:
    """As many actions as there can be, one after the other, in a thread with a small stack."""
    found = (p for p, _ in positions("duel", 3) if p.turn > 9 and p.asking == Asking.ACTION)
    position = engine.compiled(Position(**(next(found).fields() | {"actions": ALLOWANCE_LIMIT})))
    threading.stack_size(512 * 1024)
    thread = threading.Thread(target=lambda: print(CORE.exhaust(position, 20_000, 3)[0]))
    thread.start()
    thread.join()


# --- interrupted ------------------------------------------------------------------------------


def interrupted(work: Callable[[Any], object]) -> None:
    """Ctrl-C comes after a moment; the position is whole afterwards."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    found = (p for p, _ in positions("duel", 3) if p.turn > 9 and p.asking == Asking.ACTION)
    many = next(found).fields() | {"actions": 9}
    position = engine.compiled(Position(**many))
    assert position is not None
    before = position.to_bytes()
    threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT)).start()
    try:
        work(position)
    except KeyboardInterrupt:
        print("interrupted", position.to_bytes() == before)


CHILDREN: dict[str, Callable[[], None]] = {
    "stepped_by_two": stepped_by_two,
    "written_meanwhile": written_meanwhile,
    "searched": searched,
    "counted": counted,
    "exhausted": exhausted,
    "perft": lambda: interrupted(lambda p: p.perft(9)),
    "exhaust": lambda: interrupted(lambda p: CORE.exhaust(p, 80_000_000, 1)),
}

if __name__ == "__main__":
    CHILDREN[sys.argv[1]]()
