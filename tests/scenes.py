"""Example scenes of every form and of every kind of question, as files for whoever draws them.

python -m tests.scenes FOLDER
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from pathlib import Path

from msgspec import json

from tashkalar import SPECTATOR, Asking, Game, Kind
from tashkalar.player_names import NOBODY, PlayerNames
from tashkalar.rules.forms import FORMS
from tashkalar.scene import story, texts
from tashkalar.scene.scene import SeatClock, Setting, Sitting, scene
from tests.games import eager

NAMES = ("Ada", "Berthold", "Chiara", "Dimitri")


def setting(game: Game) -> Setting:
    """A table of people and one bot."""
    sittings = [Sitting(name) for name in NAMES[: len(game.schools)]]
    sittings[-1] = Sitting("Planner", "bot")
    sittings[0] = Sitting(NAMES[0], clock=SeatClock(295_000, True))
    return Setting("k3v9q2", len(game.history), tuple(sittings))


def named(game: Game, reader: int = NOBODY) -> PlayerNames:
    """Return the names of the players of such a table."""
    return setting(game).names(game.position.colour_of).read_by(reader)


def decisions(form: str, seed: int, most: int = 500) -> Iterator[Game]:
    """A random game that likes to summon, at each of its decisions and when it is over."""
    game, rng = Game.new(form, None, seed), random.Random(seed)
    while not game.position.is_over and most:
        yield game
        game.play(eager(rng, game.position.choices()))
        most -= 1
    yield game


def _kind(game: Game) -> str:
    """What an example is good for; empty for nothing in particular."""
    p = game.position
    asking = Asking(p.asking).name.lower()
    if p.asking == Asking.END:
        return "end-claim" if any(c.kind == Kind.CLAIM for c in p.choices()) else "end"
    if p.asking == Asking.ACTION:
        kinds = {c.kind for c in p.choices()}
        if Kind.LIFT in kinds:
            return "action-shortage"
        if Kind.FLARE in kinds and p.turn > 4:
            return "action-flare"
        return "action" if p.turn > 6 and Kind.SUMMON in kinds else ""
    return "over" if p.is_over else asking


def _write(folder: Path, name: str, game: Game, viewer: int) -> None:
    shown = scene(game, viewer, setting(game))
    _save(folder / f"{name}.json", json.encode(shown))
    _save(folder / f"{name}.log.json", json.encode(story.log(game, named(game))))


def _save(file: Path, data: bytes) -> None:
    file.write_bytes(json.format(data, indent=1))


def examples(folder: Path, games: int = 12) -> int:
    """Of each form one example of every kind that comes up in a few games."""
    written = 0
    for form in FORMS:
        seen = set()
        for seed in range(games):
            for game in decisions(form, seed):
                kind = _kind(game)
                if not kind or kind in seen:
                    continue
                seen.add(kind)
                viewer = game.position.actor
                _write(folder, f"{form}.{kind}", game, viewer)
                written += 1
                if kind in ("action", "over"):
                    other = (viewer + 1) % len(game.schools)
                    _write(folder, f"{form}.{kind}.waiting", game, other)
                    _write(folder, f"{form}.{kind}.spectator", game, SPECTATOR)
                    written += 2
    return written


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    print(examples(folder), "scenes")
    _save(folder / "cards.json", json.encode(texts.catalogue()))
    _save(folder / "texts.json", json.encode(texts.texts()))
    _save(folder / "forms.json", json.encode(texts.forms()))
    _save(folder / "bots.json", json.encode(texts.bots()))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
