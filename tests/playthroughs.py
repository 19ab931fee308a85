"""Whole games as text: one file a form, written anew by ``python -m tests.playthroughs``.

Each decision is a line: who decides what, how many choices there were, which was made, and what
happened. A change of the rules shows up as a difference one can read.
"""

from __future__ import annotations

from pathlib import Path

from tashkalar import Game, choice_text, position_text
from tashkalar.rules.forms import FORMS
from tashkalar.words import sentence
from tests.games import new_game, positions

FOLDER = Path(__file__).parent / "playthroughs"
SEED = 20


def playthrough(form: str) -> str:
    game = Game.new(form, new_game(form, SEED).schools, SEED)
    lines = [f"{form}: {', '.join(game.schools)}"]
    for position, choice in positions(form, SEED, 5000):
        asked = f"{position.turn} {'ABCD'[position.actor]} {position.decision.asking.name.lower()}"
        told = " ".join(sentence(event) for event in game.play(choice))
        made = f"{asked} ({len(position.choices())}): {choice_text(choice)}"
        lines.append(f"{made} | {told}" if told else made)
    return "\n".join(lines) + "\n\n" + position_text(game.position)


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name in FORMS:
        (FOLDER / f"{name}.txt").write_text(playthrough(name))
