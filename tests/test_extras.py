"""Each extra of the package alone: everything that it promises runs in a bare environment."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import typer.main

from tashkalar import Game
from tashkalar.terminal.app import app
from tests.installed import ROOT, Environment, run
from tests.serving import Killable

pytest_plugins = ("tests.wheel",)

HERE = Path(__file__).parent


class Line(NamedTuple):
    """A command line of ``tashkalar`` with the keys that are pressed and what it prints."""

    words: str
    says: str
    typed: str = ""
    status: int = 0


PLAYED = "e5\nfinish\nd5\nc5\nfinish\nquit\ny\ngame.txt\n"
VECTOR = {
    "id": "none-is-met",
    "deck": "flares",
    "card": "flare_01",
    "upper_more": 3,
    "lower_more": 6,
    "form": "duel",
    "board": {"e5": "B1"},
    "supply": {"A": [17, 3], "B": [16, 3]},
    "actions_before": 2,
    "upgraded_diff": 0,
    "pieces_diff": 1,
    "upper_met": False,
    "lower_met": False,
    "playable": False,
    "complete": True,
    "outcomes_n": 0,
    "listed": "all",
    "outcomes": [],
}

# Every command under the extra that brings it, in an order in which one leaves files for the next.
PROMISED = {
    "terminal": [
        Line("--version", "tashkalar 0."),
        Line("--help", "puzzles"),
        Line("play --seed 5 --opponent random", "--resume game.txt", PLAYED),
        Line("play --resume game.txt --opponent human", "Save this game?", "\nquit\nn\n"),
        Line("play --seed 5 --form duel --opponent strategist --budget 20n", "hint", "help\n"),
        Line("learn", "First Game, turn", "place e5\nquit\n"),
        Line("learn --list", "placing"),
        Line("learn --check", "0 mistakes"),
        Line("replay game.txt", "e5"),
        Line("analyze game.txt --budget 20n", "place e5"),
        Line("analyze game.txt --budget 20n --html page.html --json", "["),
        Line("study game.txt --budget 20n", "%"),
        Line("study game.txt --check", "no errors"),
        Line("puzzles", "duel-001"),
        Line("puzzles --boards --form first-game", "first-game-001"),
        Line("puzzles solve", "> ", "quit\n"),
        Line("puzzles solve duel-001", "> ", "hint\nquit\n"),
        Line("puzzles check duel-001", "0 flaws"),
        Line("puzzles grade --folder puzzles", "1 of 1"),
        Line("puzzles mine --out mined", "needs the compiled core", status=2),
        Line("cards", "Knight"),
        Line("cards knight", "Knight"),
        Line("cards --json", '"knight"'),
        Line("rules", "18.1"),
        Line("rules improvised", "14.5"),
        Line("bots", "novice"),
        Line("scenario scenarios", "passed"),
        Line("perft perft.txt", "agrees"),
        Line("conform vectors.jsonl", "AGREE 1 OF 1"),
        Line("simulate --games 2 --workers 1 --check", "games"),
        Line("prose knight", "move"),
        Line("listing knight", "end"),
        Line("tactics tactics --bots random --budget 20n", "random"),
        Line("migrate --check game.txt", "1 games, 1 come out the same"),
        # What comes with other extras is named.
        Line("serve", "pip install 'tashkalar[server]'", status=2),
        Line("admin tables", "pip install 'tashkalar[server]'", status=2),
        Line("arena --bots random,greedy", "pip install 'tashkalar[bots]'", status=2),
        Line("train worths", "pip install 'tashkalar[bots]'", status=2),
        Line("analyze game.txt --plot p.svg", "pip install 'tashkalar[bots]'", status=2),
    ],
    "server": [
        Line("migrate", "has revision"),
        Line("migrate --check", "0 games"),
        Line("admin", "Administer a server"),
        Line("admin import game.txt", "1 games were stored"),
        Line("admin tables", "over"),
        Line("admin export games.jsonl", "1 games are in"),
        Line("admin guests", "there are no such guests"),
        Line("admin backup copy.sqlite", "is a copy of"),
        Line("admin mute nobody", "there is no guest", status=2),
        Line("admin ban nobody", "there is no guest", status=2),
        Line("admin pardon nobody", "nothing is imposed", status=2),
        Line("admin close nobody", "there is no table", status=2),
        Line("admin prune --days 1", "would be deleted"),
        Line("admin reports", "there are no reports"),
        Line("admin keys", "public key"),
        Line("admin ratings duel", "nobody has a rating"),
        Line("admin ratings --rebuild", "ratings have changed"),
        Line("admin tournaments", "there are no tournaments"),
        Line("admin tournament Spring", " is open"),
        Line("admin start nothing", "Tournament not found", status=2),
        Line("admin cancel nothing", "Tournament not found", status=2),
        Line("play --seed 5 --opponent random", "--resume", PLAYED.replace("game", "another")),
    ],
    "bots": [
        Line("analyze game.txt --budget 20n --plot plot.svg", "place"),
        Line("arena --bots random,greedy --games 2 --budget 20n --workers 1 --out games", "greedy"),
        Line("train", "worths"),
        Line("train worths --games 10 --bots random --budget 1n --out w.json", '"games": 10'),
        Line("train tune --games 10 --budget 1n --workers 2 --out w.json", '"games": 10'),
        Line("train outcomes --games 10 --budget 1n --workers 2 --out w.json", '"games": 10'),
        # So few nodes make no turn worth comparing.
        Line(
            "train foresight --games 10 --budget 1n --workers 2 --out w.json",
            "no turn was open enough",
            status=2,
        ),
        Line("train starts --games 10 --budget 1n --workers 2 --out w.json", '"games": 10'),
        Line("tactics tactics --bots greedy --budget 20n", "greedy"),
        Line("play --seed 5 --opponent random", "--resume", PLAYED.replace("game", "another")),
    ],
}

LEARNING = """
import gymnasium
from tashkalar import engine
from tashkalar.env import AgainstBots, ArenaAEC, Batch
from tashkalar.env.aec import parallel_env

table = ArenaAEC(form="melee-3")
table.reset(seed=1)
for _ in range(30):
    seen, *_ = table.last()
    table.step(seen["action_mask"].argmax())

both = parallel_env(form="duel")
seen, _ = both.reset(seed=1)
both.step({agent: seen[agent]["action_mask"].argmax() for agent in both.agents})

game = gymnasium.make("tashkalar.env.gym:TashKalar-v0", opponent="greedy", budget="20n")
seen, told = game.reset(seed=1)
seen, reward, *_ = game.step(seen["action_mask"].argmax())
assert seen["observation"].shape == (4940,)

try:
    Batch("duel", size=2, seed=1)
except engine.NoCore as error:
    print(error)
try:
    import tashkalar.env.spiel
except ModuleNotFoundError as error:
    print(error)
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with the files that the commands read."""
    shutil.copytree(HERE / "scenarios" / "imperial", tmp_path / "scenarios")
    (tmp_path / "tactics").mkdir()
    shutil.copy(min((HERE / "tactics").glob("*.scn")), tmp_path / "tactics")
    (tmp_path / "puzzles").mkdir()
    collection = ROOT / "src" / "tashkalar" / "puzzles" / "collection"
    shutil.copy(collection / "duel-001.puzzle", tmp_path / "puzzles")
    shutil.copy(HERE / "perft" / "duel-opening.txt", tmp_path / "perft.txt")
    shutil.copy(collection.parents[1] / "bots" / "playing" / "weights.json", tmp_path / "w.json")
    (tmp_path / "vectors.jsonl").write_text(json.dumps(VECTOR))
    return tmp_path


def offered() -> Iterator[str]:
    """Yield each command and each group of commands by the words that run it."""
    todo: list[tuple[str, Any]] = [("", typer.main.get_command(app))]
    while todo:
        words, command = todo.pop()
        yield words
        below = getattr(command, "commands", {})
        todo += [(f"{words} {name}".strip(), each) for name, each in below.items()]


def test_every_command_is_promised_by_an_extra() -> None:
    commands = set(offered()) - {""}
    promised = {"serve"}  # started, asked and stopped below
    for line in (line for lines in PROMISED.values() for line in lines):
        if "pip install" not in line.says:
            words = line.words.split()
            promised |= commands & {words[0], " ".join(words[:2])}
    assert promised == commands


@pytest.mark.parametrize("extra", PROMISED)
def test_an_extra_alone_runs_its_commands(
    extra: str, built: tuple[Path, Path], tmp_path_factory: pytest.TempPathFactory, folder: Path
) -> None:
    bare = Environment(tmp_path_factory.mktemp(extra) / "env", built[1])
    bare.lend(extra)
    database = {"TASHKALAR_DATABASE_URL": f"sqlite:///{folder}/tables.sqlite"}
    operator = {"TASHKALAR_TOURNAMENTS": "operator"}
    if extra != "terminal":
        game = Game.new("duel", ("highland", "sylvan"), seed=5)
        while not game.position.is_over and len(game.history) < 60:
            game.play(game.position.choices()[0])
        if not game.position.is_over:
            game.resign(game.position.actor)
        (folder / "game.txt").write_text(game.record().text())
    for line in PROMISED[extra]:
        done = run(
            bare.tashkalar,
            *line.words.split(),
            cwd=folder,
            typed=line.typed,
            **database,
            **operator,
        )
        told = done.stdout + done.stderr
        assert (done.returncode, line.says in told) == (line.status, True), (line, told)
        assert "Traceback" not in told, (line, told)
    if extra == "server":
        site = Killable({"PYTHONPATH": "", **database}, command=(str(bare.tashkalar),))
        assert site.http.get("/health").status_code == 200
        site.stop()


def test_the_environments_alone_can_be_stepped(built: tuple[Path, Path], tmp_path: Path) -> None:
    bare = Environment(tmp_path / "env", built[1])
    bare.lend("env")
    done = run(bare.python, "-c", LEARNING)
    assert done.returncode == 0, done.stderr
    core, spiel = done.stdout.splitlines()
    assert "needs the compiled core" in core
    assert "needs pyspiel: pip install" in spiel
    few = ["greedy", "--games", "2", "--workers", "1", "--lines", "duel-random"]
    suite = run(bare.python, "-m", "tashkalar.env.suite", *few, "--out", tmp_path)
    assert suite.returncode == 0, suite.stderr
    assert "duel" in suite.stdout
