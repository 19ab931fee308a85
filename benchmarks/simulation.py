"""What many players at once need, from the measured costs; checked by a small simulation.

    python -m benchmarks.simulation [--write]

reads docs/costs.json (``python -m benchmarks.scale`` measures it) and prints the tables of
docs/scale.md; with --write it puts them there and draws docs/pictures/scale.svg. The same costs
give the same figures.
"""

from __future__ import annotations

import argparse
import json
import random
from dataclasses import dataclass
from heapq import heapify, heappop, heappush
from itertools import pairwise
from math import ceil, exp, inf, log, log10
from pathlib import Path
from typing import Any

DOCS = Path(__file__).parents[1] / "docs"
COSTS, PAGE, PICTURE = DOCS / "costs.json", DOCS / "scale.md", DOCS / "pictures/scale.svg"
BUSY = 0.6  # the share of a core that may be used: beyond it waits grow quickly
PACE = 10.0  # seconds between two messages of a table, on average; people think
COMMIT = 0.002  # seconds that a disk takes to have a group of events
BEGIN, END = "<!-- figures -->", "<!-- end of figures -->"


@dataclass(frozen=True)
class Costs:
    """What was measured; seconds and bytes."""

    message: float  # CPU of the worker that serves the table
    database: float  # CPU of PostgreSQL
    news: float  # CPU of every other worker, which only hears of it
    spread: tuple[float, ...]  # CPU of messages as quantiles, the mean being 1
    messages: float  # of a game
    stored: float
    sent: float
    table: float  # memory, with two sockets

    @classmethod
    def read(cls, file: Path = COSTS) -> Costs:
        found: dict[str, Any] = json.loads(file.read_text())
        cpu, shape = found["cpu_ms_a_message"], found["cpu_ms_a_message_in_one_process"]
        middle = sum((a + b) / 2 for a, b in pairwise(shape)) / (len(shape) - 1)
        return cls(
            cpu["worker"] / 1000,
            cpu["postgresql"] / 1000,
            cpu["worker_that_only_hears"] / 1000,
            tuple(value / middle for value in shape),
            found["messages_a_game"],
            found["bytes_a_game_stored"],
            found["bytes_a_game_sent"],
            found["bytes_of_memory"]["table_with_two_sockets"],
        )

    def drawn(self, dice: random.Random) -> float:
        """The CPU of one message, by chance, as it was measured."""
        at = dice.random() * (len(self.spread) - 1)
        low = int(at)
        a, b = self.spread[low], self.spread[low + 1]
        return self.message * (a + (b - a) * (at - low))


@dataclass(frozen=True)
class Needs:
    """What so many players need. ``shards``: into how many channels the news are divided."""

    players: int
    rate: float  # messages a second
    workers: float  # infinite: no number of them is enough
    database_cores: int
    memory: float
    bytes_a_day: float
    bits_a_second: float
    shards: int


def needs(costs: Costs, players: int, shards: int = 1) -> Needs:
    """Worked out from the averages."""
    tables = players / 2
    rate = tables / PACE
    left = BUSY - rate * costs.news / shards  # of a core, after hearing the news
    games = rate / costs.messages  # that end in a second
    return Needs(
        players,
        rate,
        max(1, ceil(rate * costs.message / left)) if left > 0 else inf,
        ceil(rate * costs.database / BUSY),
        tables * costs.table,
        games * costs.stored * 86_400,
        games * costs.sent * 8,
        shards,
    )


def breaks(costs: Costs, cores: int = 16) -> list[tuple[str, float]]:
    """How many players each part can take, the smallest number first."""
    a_player = 1 / (2 * PACE)  # messages a second
    found = [
        ("one worker, one core", BUSY / (a_player * costs.message)),
        ("every worker hears every move", BUSY / (a_player * costs.news)),
        (f"one PostgreSQL of {cores} cores", cores * BUSY / (a_player * costs.database)),
        ("a line of 1 Gbit/s to the players", 1e9 / (a_player * costs.sent * 8 / costs.messages)),
    ]
    return sorted(found, key=lambda part: part[1])


# --- the simulation ---


@dataclass(frozen=True)
class Deployment:
    """Workers behind a proxy that routes by table, and the cores of the database."""

    workers: int
    database_cores: int
    shards: int = 1


def simulate(
    costs: Costs, players: int, made_of: Deployment, messages: int, seed: int = 1
) -> list[float]:
    """How long the acknowledgements of so many messages took, sorted; seconds.

    Tables send when their players have thought: lognormal, as people do. Each worker does one thing
    at a time, the cores of the database too, and a commit waits for the disk.
    """
    dice = random.Random(seed)
    tables = max(1, players // 2)
    sigma = 1.0
    mu = log(PACE) - sigma**2 / 2
    hearing = tables / PACE * costs.news / made_of.shards
    slower = 1 / max(1e-3, 1 - hearing)  # a core that hears news has less left for its tables
    workers = [0.0] * made_of.workers  # when each is free again
    cores = [0.0] * made_of.database_cores  # when each is free, the soonest first
    # When, whether it has been played already, the table, and when it was sent. Whoever looks at a
    # time by chance finds people in the middle of a thought, more likely of a long one.
    coming = [
        (dice.random() * exp(dice.gauss(mu + sigma**2, sigma)), False, table, 0.0)
        for table in range(tables)
    ]
    heapify(coming)
    took: list[float] = []
    while len(took) < messages:
        now, played, table, sent = heappop(coming)
        if not played:
            home = hash((table, 7)) % made_of.workers  # as a proxy does that routes by the id
            workers[home] = done = max(now, workers[home]) + slower * costs.drawn(dice)
            heappush(coming, (done, True, table, now))
            continue
        stored = max(now, heappop(cores)) + costs.database
        heappush(cores, stored)
        took.append(stored + COMMIT - sent)
        heappush(coming, (stored + COMMIT + exp(dice.gauss(mu, sigma)), False, table, 0.0))
    return sorted(took)


def share(took: list[float], part: float) -> float:
    return took[int(part * (len(took) - 1))]


# --- the page ---

SIZES = (1_000, 100_000, 1_000_000)


def figures(costs: Costs) -> str:
    """The tables of the page."""
    rows = [
        "| players at once | messages a second | workers | cores of PostgreSQL "
        "| memory of the workers | stored a day | to the players | acknowledged: median, p99 |",
        "|---:|---:|---:|---:|---:|---:|---:|---:|",
    ]
    for players in SIZES:
        found = needs(costs, players)
        if found.workers == inf:
            found = needs(costs, players, shards=64)
        made = Deployment(int(found.workers), found.database_cores, found.shards)
        took = simulate(costs, players, made, min(60_000, 4 * players))
        note = "" if found.shards == 1 else f" (news in {found.shards} channels)"
        rows.append(
            f"| {players:,} | {found.rate:,.0f} | {found.workers:,.0f}{note} "
            f"| {found.database_cores:,} | {found.memory / 1e9:,.1f} GB "
            f"| {found.bytes_a_day / 1e9:,.1f} GB "
            f"| {found.bits_a_second / 1e6:,.1f} Mbit/s "
            f"| {1000 * share(took, 0.5):.1f} ms, {1000 * share(took, 0.99):.0f} ms |"
        )
    rows += ["", "| what | is enough for so many players |", "|---|---:|"]
    rows += [f"| {part} | {players:,.0f} |" for part, players in breaks(costs)]
    rows += [
        "",
        "| measured | |",
        "|---|---:|",
        f"| CPU of the worker for a message | {1000 * costs.message:.2f} ms |",
        f"| CPU of PostgreSQL for a message | {1000 * costs.database:.2f} ms |",
        f"| CPU of each other worker, to hear of it | {1000 * costs.news:.3f} ms |",
        f"| messages of a game | {costs.messages:.0f} |",
        f"| a game in the database | {costs.stored / 1e3:.1f} kB |",
        f"| a game over the wire, to both players | {costs.sent / 1e3:.0f} kB |",
        f"| a table in memory, with two sockets | {costs.table / 1e3:.0f} kB |",
    ]
    return "\n".join(rows)


CURVES = ((1, 2), (8, 4), (64, 16), (512, 64))  # workers and cores of the database
WIDTH, HEIGHT, LEFT, TOP = 640, 360, 80, 20


def picture(costs: Costs) -> str:
    """How long the slowest hundredth waits, against players at once."""
    found = []
    for n, (workers, cores) in enumerate(CURVES):
        points = []
        for step in range(25):
            players = int(10 ** (2 + step / 6))
            took = simulate(costs, players, Deployment(workers, cores), min(8_000, 20 * players))
            wait = 1000 * share(took, 0.99)
            points.append((players, min(wait, 1000.0)))
            if wait > 1000:
                break
        line = " ".join(f"{_x(players):.0f},{_y(wait):.0f}" for players, wait in points)
        x, y = _x(points[-1][0]), _y(points[-1][1])
        label = f"{workers} worker{'s' * (workers > 1)}"
        found.append(
            f'<polyline points="{line}" fill="none" stroke="{COLORS[n]}" stroke-width="2"/>'
            f'<text x="{x + 8:.0f}" y="{y + 14 + 18 * n:.0f}" fill="{COLORS[n]}">'
            f"{label}</text>"
        )
    for power in range(2, 7):
        x = _x(10**power)
        found.append(
            f'<path d="M{x:.0f} {TOP}V{TOP + HEIGHT}" stroke="#ddd"/><text x="{x:.0f}" '
            f'y="{TOP + HEIGHT + 18}" text-anchor="middle">{10**power:,}</text>'
        )
    for wait in (1, 10, 100, 1000):
        y = _y(wait)
        found.append(
            f'<path d="M{LEFT} {y:.0f}H{LEFT + WIDTH}" stroke="#ddd"/><text x="{LEFT - 8}" '
            f'y="{y + 4:.0f}" text-anchor="end">{wait:,} ms</text>'
        )
    found.append(
        f'<text x="{LEFT + WIDTH / 2:.0f}" y="{TOP + HEIGHT + 38}" text-anchor="middle">'
        "players at once</text>"
    )
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" font-family="sans-serif" font-size="12" '
        f'viewBox="0 0 {LEFT + WIDTH + 30} {TOP + HEIGHT + 50}">\n'
        "<title>The slowest hundredth of acknowledgements, by players at once</title>\n"
        '<rect width="100%" height="100%" fill="#fff"/>\n' + "\n".join(found) + "\n</svg>\n"
    )


COLORS = ("#1b6ca8", "#a8481b", "#3c7a1e", "#7a1e6d")


def _x(players: float) -> float:
    return LEFT + WIDTH * (log10(players) - 2) / 4


def _y(wait: float) -> float:
    return TOP + HEIGHT * (1 - max(0.0, log10(max(wait, 1.0))) / 3)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="into the document")
    options = parser.parse_args()
    costs = Costs.read()
    found = figures(costs)
    print(found)
    if options.write:
        before, _, rest = PAGE.read_text().partition(BEGIN)
        after = rest.partition(END)[2]
        PAGE.write_text(f"{before}{BEGIN}\n\n{found}\n\n{END}{after}")
        PICTURE.write_text(picture(costs))


if __name__ == "__main__":
    main()
