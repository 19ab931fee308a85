"""The fixed evaluation suite: the same deals, opponents and budgets for everybody.

    python -m tashkalar.env.suite my_bot --out DIR

A bot is named as in ``tashkalar arena``: a level, or one that a package brings as an entry point.
Each line of the suite is a contest with paired deals; its games lie in a folder of their own below
DIR, and the same command goes on after an interruption.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tashkalar.bots import bot_named
from tashkalar.bots.contests.contest import Contest, load, run
from tashkalar.bots.contests.standings import Score, average_places, cross_table
from tashkalar.rules.forms import FORMS

VERSION = 1  # raised when anything below changes: figures of different versions are not compared


@dataclass(frozen=True)
class SuiteLine:
    """One contest: form, opponents, the nodes of everybody's turns, games and seed."""

    form: str
    opponents: tuple[str, ...]
    budget: str
    games: int
    seed: int

    @property
    def name(self) -> str:
        """What its folder is called."""
        return f"{self.form}-{'-'.join(self.opponents)}-{self.budget}"

    def contest(self, bot: str) -> Contest:
        """The contest of a bot in this line."""
        return Contest(self.form, [bot, *self.opponents], self.budget, (), self.seed)


SUITE = (
    SuiteLine("duel", ("random",), "1000n", 100, 1_000),
    SuiteLine("duel", ("novice",), "1000n", 200, 2_000),
    SuiteLine("duel", ("greedy",), "1000n", 200, 3_000),
    SuiteLine("duel", ("planner",), "4000n", 200, 4_000),
    SuiteLine("duel", ("strategist",), "15000n", 200, 5_000),
    SuiteLine("high-form", ("random",), "1000n", 100, 6_000),
    SuiteLine("high-form", ("novice",), "1000n", 200, 7_000),
    SuiteLine("high-form", ("greedy",), "1000n", 200, 8_000),
    SuiteLine("high-form", ("planner",), "4000n", 200, 9_000),
    SuiteLine("high-form", ("strategist",), "15000n", 200, 10_000),
    SuiteLine("team-duel", ("greedy",), "1000n", 100, 11_000),
    SuiteLine("melee-4", ("novice", "greedy", "planner"), "4000n", 100, 12_000),
)


def evaluate(bot: str, folder: Path, games: int = 0, lines: str = "", workers: int = 1,
             ) -> Iterator[str]:  # fmt: skip
    """Play the suite, or so many games of each line, or some of its lines; a row of text each."""
    bot_named(bot)  # an unknown one is refused before any work
    for line in SUITE:
        if not line.name.startswith(lines) or bot in line.opponents:
            continue
        contest, wanted = line.contest(bot), min(games or line.games, line.games)
        played = {pairing.id for pairing in contest.pairings(wanted)}
        for _ in run(contest, wanted, folder / line.name, workers):
            pass
        results = [r for r in load(folder / line.name).values() if r.pairing.id in played]
        if FORMS[line.form].melee:
            mean, half, seats = average_places(results)[bot]
            told = f"mean place {mean:.2f} ±{half:.2f} ({seats})"
        else:
            told = str(cross_table(results).get((bot, line.opponents[0]), Score())).strip()
        against = ", ".join(line.opponents)
        yield f"{line.form:10} {against:24} {line.budget:>7}  {told}"


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m tashkalar.env.suite", description=__doc__)
    parser.add_argument("bot", help="a level, or a bot that a package brings")
    parser.add_argument("--out", type=Path, required=True, help="the folder for all games")
    parser.add_argument("--games", type=int, default=0, help="of each line, for a first look")
    parser.add_argument("--lines", default="", help="only lines that begin so: duel, high-form-n")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    given = parser.parse_args()
    part = f", the first {given.games} games of each line" if given.games else ""
    print(f"suite {VERSION}, {given.bot}{part}", flush=True)
    for row in evaluate(given.bot, given.out, given.games, given.lines, given.workers):
        print(row, flush=True)


if __name__ == "__main__":
    main()
