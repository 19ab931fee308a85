"""Games recorded long ago, and what was offered at each of their decisions.

``records/rules-1`` holds records as the program wrote them before they named the number of the
rules, and ``offered.json`` a fingerprint of every choice that was offered on the way and of the
board at the end, made by the same program. Neither is ever written anew: they show that a later
program plays these games the same.
"""

from __future__ import annotations

import hashlib
from pathlib import Path

from tashkalar import Game, choice_text, draw_board

FOLDER = Path(__file__).parent / "records" / "rules-1"
OFFERED = FOLDER / "offered.json"
RECORDS = sorted(FOLDER.glob("*.txt"))


def offered(game: Game) -> str:
    """A fingerprint of a game: who was offered what, decision by decision, and how it ended."""
    seen = hashlib.sha256()
    for played in game.history:
        p = played.before
        told = ", ".join(map(choice_text, p.choices()))
        seen.update(f"{p.turn} {p.actor}: {told} -> {choice_text(played.choice)}\n".encode())
    end = game.position
    seen.update("\n".join([*draw_board(end), repr(end.result)]).encode())
    return seen.hexdigest()[:16]
