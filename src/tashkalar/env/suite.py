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

from tashkalar import __version__, engine
from tashkalar.bots import UnknownBot, bot_named
from tashkalar.bots.contests.contest import Contest, load, run
from tashkalar.bots.contests.header import BadContest
from tashkalar.bots.contests.standings import Score, average_places, cross_table
from tashkalar.bots.playing.bot import BotNotHere
from tashkalar.bots.playing.player import own_nodes
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


# What is wrong with the command rather than with the program.
REFUSALS = (UnknownBot, BotNotHere, BadContest, engine.NoCore)


def lines_of(bot: str, beginning: str = "") -> list[SuiteLine]:
    """The lines a bot plays: those whose names begin so, without the ones against itself.

    >>> [line.name for line in lines_of("greedy", "melee")]
    Traceback (most recent call last):
    tashkalar.bots.contests.header.BadContest: every line that begins with 'melee' is against greedy
    >>> [line.name for line in lines_of("random", "team")]
    ['team-duel-greedy-1000n']
    """
    named = [line for line in SUITE if line.name.startswith(beginning)]
    if not named:
        names = ", ".join(line.name for line in SUITE)
        raise BadContest(f"no line of the suite begins with {beginning!r}; the lines are {names}")
    found = [line for line in named if bot not in line.opponents]
    if not found:
        raise BadContest(f"every line that begins with {beginning!r} is against {bot}")
    return found


def evaluate(
    bot: str,
    folder: Path,
    games: int = 0,
    lines: str = "",
    workers: int = 1,
) -> Iterator[str]:
    """Play the suite, or so many games of each line, or some of its lines; a row of text each."""
    if games < 0:
        raise BadContest(f"a line has 1 game or more, not {games}")
    own = own_nodes(bot_named(bot))  # an unknown bot is refused before any work
    mark = "" if own is None else f"  ({bot}: {own}n)"
    for line in lines_of(bot, lines):
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
        yield f"{line.form:10} {against:24} {line.budget:>7}  {told}{mark}"


def _count(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from 1 on")
    return int(text)


def main(arguments: list[str] | None = None) -> None:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m tashkalar.env.suite", description=__doc__)
    parser.add_argument("bot", help="a level, or a bot that a package brings")
    parser.add_argument("--out", type=Path, required=True, help="the folder for all games")
    parser.add_argument("--games", type=_count, default=0, help="of each line, for a first look")
    parser.add_argument("--lines", default="", help="only lines that begin so: duel, high-form-n")
    parser.add_argument("--workers", type=_count, default=os.cpu_count() or 1)
    given = parser.parse_args(arguments)
    first = "game" if given.games == 1 else f"{given.games} games"
    part = f", the first {first} of each line" if given.games else ""
    try:
        lines_of(given.bot, given.lines)
        own = own_nodes(bot_named(given.bot))
        print(
            f"suite {VERSION}, tashkalar {__version__} (engine: {engine.in_use()}), "
            f"{given.bot}{part}",
            flush=True,
        )
        if own is not None:
            print(f"{given.bot} always has {own:,} nodes a turn of its own, not those of the line")
        for row in evaluate(given.bot, given.out, given.games, given.lines, given.workers):
            print(row, flush=True)
    except REFUSALS as error:
        parser.error(str(error))


if __name__ == "__main__":
    main()
