"""Memory of tables at rest: games half played that nobody watches, and after they were let go.

python -m benchmarks.resting [--tables 1000]
"""

from __future__ import annotations

import argparse
import gc
from pathlib import Path

from benchmarks.games import FORM, SCHOOLS, Script, script
from tashkalar.server.memory import give_back
from tashkalar.server.tables.clocks import Clock
from tashkalar.server.tables.course import TableHeader
from tashkalar.server.tables.projection import begun, chosen, settled
from tashkalar.server.tables.seats import Seat
from tashkalar.server.tables.table import Table

DIFFERENT = 20  # games; each is played at many tables


def resident() -> int:
    """Bytes of memory that this process has, after it has given back what it can."""
    gc.collect()
    give_back()
    line = next(
        line for line in Path("/proc/self/status").read_text().splitlines() if "VmRSS" in line
    )
    return int(line.split()[1]) * 1024


def half_played(number: int, game: Script) -> Table:
    """A table in the middle of a game, as it is kept when its players have left."""
    header = TableHeader(
        f"t{number}", "", FORM, SCHOOLS, game.seed, Clock(), False, True, "i", "a", 5
    )
    sitting = (Seat("human", "Ann", f"a{number}"), Seat("human", "Ben", f"b{number}"))
    table = Table(header, begun(header, sitting), {})
    messages = game.messages(intentions=True)
    for seat, meant in messages[: len(messages) // 2]:
        event, led_to = chosen(table.course, seat, meant)
        table.course = settled(table.course, event, led_to, 7)
    table.rest()
    return table


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=1000)
    options = parser.parse_args()
    games = [script(seed) for seed in range(DIFFERENT)]
    for game in games:
        half_played(0, game)  # what all tables share is there
    empty = resident()
    tables = [half_played(n, games[n % DIFFERENT]) for n in range(options.tables)]
    full = resident()
    moves = sum(t.course.lengths[-1] for t in tables) / len(tables)
    print(
        f"{len(tables)} tables at rest, {moves:.0f} choices each: "
        f"{(full - empty) / len(tables) / 1000:.1f} kB a table"
    )
    tables.clear()
    left = (resident() - empty) / options.tables / 1000
    print(f"after they were let go: {left:.1f} kB a table")


if __name__ == "__main__":
    main()
