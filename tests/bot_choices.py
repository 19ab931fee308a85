"""What seeded bots choose under a budget of nodes: the same on every Python and every machine.

    python -m tests.bot_choices 200 > FILE     the turns chosen in 200 positions
    python -m tests.bot_choices --write        store those that the tests compare with

Needs nothing but the standard library, so any Python can run it with ``PYTHONPATH=src:.``.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from tashkalar import Asking, Position, choice_text, view
from tashkalar.bots import Bot, Budget, bot_named
from tashkalar.bots.playing import shares
from tashkalar.bots.playing.player import Player
from tashkalar.bots.playing.shares import EVERYWHERE, SECOND, Shares
from tashkalar.bots.playing.strategist import Master
from tashkalar.rules.forms import FORMS
from tests.games import positions

STORED = Path(__file__).parent / "bot_choices.txt"
FEW = 28
NODES = {
    "random": 1,
    "novice": 300,
    "greedy": 300,
    "planner": 300,
    "strategist": 900,
    "master": 1500,
}


def early() -> dict[str, dict[int, Shares]]:
    """Shares with which replies are looked at within the small budgets of tests, too.

    Up to 1,000 nodes are spent as levels that play everywhere do, more as those of the core do.
    """
    return {
        family: {
            1000: replace(rows[EVERYWHERE], plan=400, reply=60),
            SECOND: replace(rows[SECOND], plan=400, reply=60, again=rows[SECOND].again // 25),
        }
        for family, rows in shares.SHARES.items()
    }


def starts(count: int) -> Iterator[tuple[str, int, Position]]:
    """Beginnings of turns in random games of every form: form, seed, position."""
    forms = sorted(FORMS)
    for seed in range(count):
        form = forms[seed % len(forms)]
        rng = random.Random(seed)
        turns = [p for p, _ in positions(form, seed, 250) if p.asking == Asking.ACTION]
        yield form, seed, rng.choice(turns[len(turns) // 4 :])


def made(name: str, seed: int, nodes: int) -> Bot:
    """A bot by name; the master with fewer nodes, and with the reference, too."""
    if name != "master":
        return bot_named(name, seed)
    found = Master(seed)
    found.nodes = nodes
    return found


def turn(name: str, seed: int, start: Position) -> list[str]:
    """The rest of a turn as a bot plays it."""
    player = Player(made(name, seed, NODES[name]), Budget(nodes=NODES[name]), floor=0)
    position, played = start, []
    while position.turn == start.turn and position.actor == start.actor and not position.is_over:
        choice = player.choose(view(position, position.actor))
        played.append(choice_text(choice))
        position = position.after(choice)
    return played


def chosen(count: int) -> Iterator[str]:
    """A line for each position and bot."""
    usual = shares.SHARES
    shares.SHARES = early()
    try:
        for form, seed, start in starts(count):
            for name in NODES:
                yield f"{form} {seed} {name}: {', '.join(turn(name, seed, start))}"
    finally:
        shares.SHARES = usual


def main(words: list[str]) -> None:
    if words == ["--write"]:
        STORED.write_text("\n".join(chosen(FEW)) + "\n")
    else:
        for line in chosen(int(words[0])):
            print(line, flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
