"""Positions in which the master discards, from games of contests.

python -m tests.judgement GAMES.jsonl ID TURN NAME    keep a game of a contest up to that turn
python -m tests.judgement                             draw those that are kept
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

from tashkalar import Choice, Game, Position, choice_text, draw_board, parse_record, view
from tashkalar.bots import Budget, bot_named
from tashkalar.bots.playing.player import Player
from tashkalar.cards import CARDS
from tashkalar.terms import LETTERS

FOLDER = Path(__file__).parent / "judgement"


def kept() -> dict[str, Game]:
    """The games so far, by the names of their files."""
    files = sorted(FOLDER.glob("*.txt"))
    return {file.stem: Game.replay(parse_record(file.read_text())) for file in files}


def turn(start: Position, deal: int) -> tuple[Choice, ...]:
    """What the master does with a turn, as long as it is its own, with the seed of a contest."""
    player = Player(bot_named("master", deal * 8 + start.actor), Budget())
    position, made = start, []
    while position.turn == start.turn and position.actor == start.actor:
        made.append(player.choose(view(position, start.actor)))
        position = position.after(made[-1])
    return tuple(made)


def keep(games: Path, wanted: str, until: int, name: str) -> None:
    """The record of a contest's game, up to where a turn begins."""
    rows = (json.loads(line) for line in games.read_text().splitlines())
    record: str = next(row["record"] for row in rows if row["id"] == wanted)
    lines: list[str] = []
    for line in record.splitlines():
        number = re.match(r"(\d+) [A-D]:", line)
        if number and int(number[1]) >= until:
            break
        lines.append(line)
    FOLDER.mkdir(exist_ok=True)
    (FOLDER / f"{name}.txt").write_text("\n".join([*lines, "end"]) + "\n")


def drawn(game: Game) -> str:
    """The board, the hand and what the master plays, as text."""
    p = game.position
    seat = p.actor
    hand = " ".join(CARDS[c].id for c in p.beings[seat] + p.legends[seat] + p.flares[seat])
    played = ", ".join(map(choice_text, turn(p, game.seed)))
    board = "\n".join(draw_board(p))
    return f"{board}\nhand {LETTERS[seat]}: {hand}\nplay: {played}"


def main(words: list[str]) -> None:
    if words:
        games, wanted, until, name = words
        keep(Path(games), wanted, int(until), name)
    else:
        for name, game in kept().items():
            print(f"{name}\n{drawn(game)}\n")


if __name__ == "__main__":
    main(sys.argv[1:])
