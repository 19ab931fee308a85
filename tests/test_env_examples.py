"""The examples for researchers and the evaluation suite: each runs, a little."""

from __future__ import annotations

import doctest
import tomllib
from importlib import import_module
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest

from tashkalar import Game, __version__, engine
from tashkalar.bots import Budget, UnknownBot, bot_named, bot_names
from tashkalar.bots.contests.match import Pairing, play
from tashkalar.bots.playing.player import own_nodes
from tashkalar.env import suite
from tashkalar.env.observation import PARTS
from tests.core_lockstep import needs_core

ROOT = Path(__file__).parent.parent
EXAMPLES = ROOT / "examples"
DOCUMENT = ROOT / "docs" / "research.md"
RESEARCH = DOCUMENT.read_text()


def example(name: str, monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(EXAMPLES / name if (EXAMPLES / name).is_dir() else EXAMPLES)
    return import_module(name)


@needs_core
def test_random_play(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    example("random_play", monkeypatch).main("melee-3", 20, 16)
    told = capsys.readouterr().out.splitlines()
    assert "games of melee-3" in told[0] and len(told) == 4


@needs_core
def test_the_learner_learns(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    learner = example("policy_gradient", monkeypatch)
    course = learner.learn(minutes=0.02, deals=2, workers=1)
    assert [row["games"] > 0 for row in course][-1] and course[0]["games"] == 0
    assert all(0 <= row["share"] <= 1 for row in course)
    assert any(course[-1]["weights"].values()) and not any(course[0]["weights"].values())
    learner.draw(course, tmp_path / "curve.svg")
    assert "</svg>" in (tmp_path / "curve.svg").read_text()


@pytest.fixture
def ismcts(monkeypatch: pytest.MonkeyPatch) -> str:
    """The bot of the example, as if its package were installed."""
    monkeypatch.syspath_prepend(EXAMPLES / "ismcts")
    project = tomllib.loads((EXAMPLES / "ismcts" / "pyproject.toml").read_text())["project"]
    ((name, value),) = project["entry-points"]["tashkalar.bots"].items()
    point = EntryPoint(name, value, "tashkalar.bots")
    monkeypatch.setattr("tashkalar.bots.playing.bot.entry_points", lambda group: [point])
    return str(name)


def test_ismcts_is_a_bot_like_others(ismcts: str) -> None:
    assert ismcts in bot_names()
    result = play(Pairing("duel", (ismcts, "random"), ("highland", "sylvan"), 4, "1000n"))
    assert (result.places, result.trouble) == ((1, 2), "")


def test_ismcts_chooses_the_same_again_and_without_the_core(
    ismcts: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = Game.new("high-form", ("highland", "sylvan"), seed=1)
    seen = game.view(0)

    def chosen() -> object:
        return bot_named(ismcts, 7).choose(seen, seen.choices(), Budget(nodes=400))

    first = chosen()
    assert first == chosen()
    monkeypatch.setenv(engine.VARIABLE, "reference")
    assert first == chosen()


@needs_core
def test_the_examples_of_the_document_run() -> None:
    pytest.importorskip("pyspiel")
    failed, attempted = doctest.testfile(str(DOCUMENT), module_relative=False, encoding="utf-8")
    assert attempted > 10 and failed == 0


# --- the suite ----------------------------------------------------------------------------------


def test_the_suite_is_played_line_by_line(tmp_path: Path) -> None:
    (row,) = suite.evaluate("greedy", tmp_path, games=2, lines="duel-random")
    assert row.split()[:3] == ["duel", "random", "1000n"] and row.endswith("(2)")
    games = (tmp_path / "duel-random-1000n" / "games.jsonl").read_text()
    assert games.count("\n") == 2
    again = list(suite.evaluate("greedy", tmp_path, games=2, lines="duel-random"))
    assert again == [row] and (tmp_path / "duel-random-1000n" / "games.jsonl").read_text() == games
    with pytest.raises(UnknownBot, match="there is no bot 'deep_blue'"):
        list(suite.evaluate("deep_blue", tmp_path))


@pytest.mark.parametrize(
    "options, told",
    [
        (["deep_blue"], "there is no bot 'deep_blue'; the bots are random, "),
        (["no_such_module:Bot"], "there is no bot 'no_such_module:Bot': "),
        (["greedy", "--lines", "nonsense"], "no line of the suite begins with 'nonsense'; the"),
        (["greedy", "--lines", "melee"], "every line that begins with 'melee' is against greedy"),
        (["greedy", "--games", "-3"], "argument --games: '-3' is not a number from 1 on"),
        (["greedy", "--games", "0"], "argument --games: '0' is not a number from 1 on"),
        (["greedy", "--games", "ten"], "argument --games: 'ten' is not a number from 1 on"),
        (["greedy", "--workers", "0"], "argument --workers: '0' is not a number from 1 on"),
    ],
)
def test_the_suite_refuses_in_one_sentence(
    options: list[str], told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    refused(options, told, tmp_path, capsys)
    assert not list(tmp_path.iterdir())


def refused(
    options: list[str], told: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        suite.main([*options, "--out", str(folder)])
    assert ended.value.code == 2
    assert capsys.readouterr().err.splitlines()[-1].partition("error: ")[2].startswith(told)


def test_the_suite_refuses_a_folder_of_another_contest(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    short = ["--games", "1", "--lines", "duel-random", "--workers", "1"]
    suite.main(["novice", *short, "--out", str(tmp_path)])
    told = f"{tmp_path / 'duel-random-1000n'} holds another contest: bots novice"
    refused(["greedy", *short], told, tmp_path, capsys)


def test_the_suite_says_with_what_it_is_played(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    short = ["--games", "1", "--lines", "duel-random", "--workers", "1", "--out", str(tmp_path)]
    suite.main(["novice", *short])
    first, row = capsys.readouterr().out.splitlines()
    used = f"tashkalar {__version__} (engine: {engine.in_use()})"
    assert first == f"suite {suite.VERSION}, {used}, novice, the first game of each line"
    assert row.startswith("duel")
    monkeypatch.setenv(engine.VARIABLE, "abacus")
    refused(["novice"], "there is no engine 'abacus' for TASHKALAR_ENGINE", tmp_path, capsys)


def test_the_suite_needs_the_core_for_the_master(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(engine.VARIABLE, "reference")
    refused(["master"], "master looks at up to 800,000 positions a turn and", tmp_path, capsys)


@needs_core
def test_the_suite_marks_a_bot_with_nodes_of_its_own(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert own_nodes(bot_named("master")) == 800_000 and own_nodes(bot_named("strategist")) is None
    monkeypatch.setattr("tashkalar.bots.playing.strategist.Master.nodes", 1_500)
    short = ["--games", "1", "--lines", "duel-random", "--workers", "1", "--out", str(tmp_path)]
    suite.main(["master", *short])
    _, own, row = capsys.readouterr().out.splitlines()
    assert own == "master always has 1,500 nodes a turn of its own, not those of the line"
    assert row.endswith("(master: 1500n)")


def test_the_suite_is_as_the_document_says() -> None:
    lines = {line.name: line for line in suite.SUITE}
    assert len(lines) == len(suite.SUITE)
    assert len({line.seed for line in suite.SUITE}) == len(suite.SUITE)
    for line in suite.SUITE:
        against = ", ".join(line.opponents)
        nodes = f"{int(line.budget[:-1]):,}"
        assert f"| {line.form} | {against} | {nodes} | {line.games} | {line.seed:,} |" in RESEARCH


def test_the_document_names_every_part_of_an_observation() -> None:
    for part in PARTS:
        shape = " × ".join(map(str, part.shape))
        assert f"| `{part.name}` | {shape} | {part.about} |" in RESEARCH
