"""Tables with a fitting digest in which something was changed: refused, or played with.

``python -m tests.mutated_tables FIRST COUNT`` prints how so many of them ended.
"""

from __future__ import annotations

import hashlib
import os
import random
import signal
import sys
from collections import Counter
from typing import Any

import tashkalar_core

from tashkalar import packed
from tashkalar.tables import MAGIC, tables

SECONDS = 20  # that the play of one may take
ENDS = {0: "played", 1: "refused"}


def changed(value: Any, rng: random.Random) -> Any:
    """A number of some nested rows, or one of the rows, has become another."""
    if isinstance(value, int):
        near = (0, 1, 255, 256, value + 1, max(0, value - 1))
        return rng.choice((*near, value ^ 1 << rng.randrange(16), 1 << rng.randrange(90)))
    row = list(value)
    if row and rng.random() < 0.9:
        at = rng.randrange(len(row))
        row[at] = changed(row[at], rng)
    elif row and rng.random() < 0.5:
        del row[rng.randrange(len(row))]
    elif row:
        row.insert(rng.randrange(len(row)), rng.choice(row))
    return tuple(row)


def played(blob: bytes, seed: int) -> None:
    """Load tables and play a little with them, or see them refused."""
    tashkalar_core.load(blob)
    rng = random.Random(seed)
    for form in (1, 2, 3, 4, 5, 7):
        schools = (2, 3) if form < 4 else (0, 1, 2, 3)
        try:
            position = tashkalar_core.Position.new(form, schools[: 3 if form == 4 else 4], seed)
            for _ in range(150):
                choices = position.choices()
                if not choices:
                    break
                position.observation(0)
                position.apply(rng.choice(choices))
        except (ValueError, RuntimeError):
            pass


def ended(blob: bytes, seed: int) -> int:
    try:
        played(blob, seed)
    except ValueError:
        return 1
    except BaseException:
        return 2
    return 0


def main(first: int, count: int) -> None:
    """Each in a process of its own, since a process plays with one set of tables."""
    ends: Counter[str] = Counter()
    for seed in range(first, first + count):
        rng = random.Random(seed)
        sections: list[Any] = list(tables())
        for _ in range(rng.choice((1, 1, 2))):
            at = rng.choice((1, 2, 3, 3, 4, 5, 6, 6, 6, 7, 7, 8, 9, 10, 10, 10, 10))
            sections[at] = changed(sections[at], rng)
        try:
            body = packed.written(tuple(sections))
        except ValueError:
            continue
        child = os.fork()
        if not child:
            signal.alarm(SECONDS)
            os._exit(ended(MAGIC + hashlib.sha256(body).digest() + body, seed))
        status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        ends[ENDS.get(status, f"seed {seed} ended with {status}")] += 1
    print(*(f"{name}: {number}" for name, number in sorted(ends.items())), sep="\n")


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
