"""What seeded bots choose under a budget of nodes: the same on every Python and every machine.

    python -m tests.bot_choices 200 > FILE     the turns chosen in 200 positions
    python -m tests.bot_choices --write        store those that the tests compare with

Needs nothing but the standard library, so any Python can run it with ``PYTHONPATH=src:.``.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from pathlib import Path

from tashkalar import Asking, Position, choice_text, view
from tashkalar.bots import Budget, bot_named
from tashkalar.bots.playing import strategist
from tashkalar.bots.playing.player import Player
from tashkalar.rules.forms import FORMS
from tests.games import positions

STORED = Path(__file__).parent / "bot_choices.txt"
FEW = 28
# The strategist looks at replies within its small budget, too.
NODES = {"random": 1, "novice": 300, "greedy": 300, "planner": 300, "strategist": 900}
PLAN, REPLY = 400, 60


def starts(count: int) -> Iterator[tuple[str, int, Position]]:
    """Beginnings of turns in random games of every form: form, seed, position."""
    forms = sorted(FORMS)
    for seed in range(count):
        form = forms[seed % len(forms)]
        rng = random.Random(seed)
        turns = [p for p, _ in positions(form, seed, 250) if p.asking == Asking.ACTION]
        yield form, seed, rng.choice(turns[len(turns) // 4 :])


def turn(name: str, seed: int, start: Position) -> list[str]:
    """The rest of a turn as a bot plays it."""
    player = Player(bot_named(name, seed), Budget(nodes=NODES[name]), floor=0)
    position, made = start, []
    while position.turn == start.turn and position.actor == start.actor and not position.is_over:
        choice = player.choose(view(position, position.actor))
        made.append(choice_text(choice))
        position = position.after(choice)
    return made


def chosen(count: int) -> Iterator[str]:
    """A line for each position and bot."""
    usual = strategist.PLAN, strategist.REPLY
    strategist.PLAN, strategist.REPLY = dict.fromkeys(strategist.PLAN, PLAN), REPLY
    try:
        for form, seed, start in starts(count):
            for name in NODES:
                yield f"{form} {seed} {name}: {', '.join(turn(name, seed, start))}"
    finally:
        strategist.PLAN, strategist.REPLY = usual


def main(words: list[str]) -> None:
    if words == ["--write"]:
        STORED.write_text("\n".join(chosen(FEW)) + "\n")
    else:
        for line in chosen(int(words[0])):
            print(line, flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
