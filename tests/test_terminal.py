"""The commands of the terminal, from the outside."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from tashkalar import Game, Position, __version__, choice_text, engine, parse_choice
from tashkalar.cards import CARDS, SCHOOLS
from tashkalar.invariants import Broken
from tashkalar.study import Study, StudyStep
from tashkalar.study.text import study_text
from tashkalar.terminal import command
from tashkalar.terminal.app import app

HERE = Path(__file__).parent
KNIGHT = HERE / "scenarios" / "imperial" / "knight.scn"


def run(*arguments: object, typed: str = "") -> tuple[int, str, str]:
    """Status, output and errors of a command."""
    wide = {"COLUMNS": "200"}  # so that no sentence is broken into lines
    found = CliRunner().invoke(app, [str(a) for a in arguments], input=typed, env=wide)
    if found.exception is not None and not isinstance(found.exception, SystemExit):
        raise found.exception
    return found.exit_code, found.stdout, found.stderr


def complaint(*arguments: object) -> str:
    """The one sentence about bad input."""
    status, _, errors = run(*arguments)
    assert status == 2
    assert errors.startswith("tashkalar: ")
    assert errors.count("\n") == 1
    return errors.removeprefix("tashkalar: ").strip()


def played(choices: int = 40, form: str = "duel") -> Game:
    """A game of first choices."""
    game = Game.new(form, tuple(SCHOOLS)[:2], 3)
    for _ in range(choices):
        game.play(game.position.choices()[-1])
    return game


# --- the whole ----------------------------------------------------------------------------------


def test_version_and_help() -> None:
    assert run("--version") == (0, f"tashkalar {__version__} (engine: {engine.in_use()})\n", "")
    status, shown, _ = run()
    assert status == 0
    for name in ("play", "cards", "replay", "scenario", "perft", "conform", "simulate", "listing"):
        assert f"  {name} " in shown


def test_the_package_can_be_run() -> None:
    command = [sys.executable, "-m", "tashkalar", "--version"]
    assert subprocess.check_output(command, text=True).startswith(f"tashkalar {__version__} (")


def test_players_commands_come_first() -> None:
    shown = run("--help")[1]
    headings = [line for line in shown.splitlines() if line.endswith(":") and line[0] != " "]
    assert headings == [
        "Options:",
        "Play:",
        "Look up:",
        "Server:",
        "Check the engine:",
        "Laboratory:",
    ]
    assert shown.index("\n  play ") < shown.index("\n  cards ") < shown.index("\n  arena ")
    assert "..." not in shown.split("Play:")[1]  # every command fits on its line
    assert "  tune " in run("train")[1]


def test_a_command_is_known_in_either_spelling() -> None:
    assert run("analyse", "--help")[1] == run("analyze", "--help")[1].replace("analyze", "analyse")


@pytest.mark.parametrize(
    ("typed", "nearest"), [("anlyze", "analyze"), ("card", "cards"), ("trian", "train")]
)
def test_an_unknown_command_suggests_the_nearest(typed: str, nearest: str) -> None:
    assert complaint(typed) == f"No such command '{typed}'. Did you mean '{nearest}'?"


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("tr", ["train"]),
        ("train f", ["foresight"]),
        ("cards knig", ["knight"]),
        ("play --form mel", ["melee-3", "melee-4"]),
        ("play --opponent hu", ["human"]),
    ],
)
def test_a_shell_completes_what_is_typed(typed: str, offered: list[str]) -> None:
    words = {"COMP_WORDS": f"tashkalar {typed}", "COMP_CWORD": str(len(typed.split()))}
    asked = CliRunner().invoke(
        app, env={"_TASHKALAR_COMPLETE": "complete_bash", **words}, prog_name="tashkalar"
    )
    assert asked.stdout.split() == offered


@pytest.mark.parametrize("missing", ["typer", "rich"])
def test_without_its_libraries_it_says_how_to_get_them(
    missing: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, missing, None)
    with pytest.raises(SystemExit) as ended:
        command.main()
    assert ended.value.code == 2
    errors = capsys.readouterr().err
    assert "pip install 'tashkalar[terminal]'" in errors
    assert errors.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ("nonsense", "No such command 'nonsense'"),
        ("train everything", "No such command 'everything'"),
        ("cards nobody", "there is no card 'nobody'"),
        ("cards knight --deck sylvan", "there is no card 'knight' in the deck 'sylvan'"),
        ("cards --deck rats", "there is no deck 'rats'; the decks are imperial"),
        ("prose nobody", "there is no card"),
        ("listing destruction", "tasks have no program"),
        ("play --form chess", "there is no form 'chess'; the forms are"),
        ("play --schools rats,sylvan", "there is no school 'rats'; the schools are"),
        ("play --schools sylvan", "needs 2 schools, not 1"),
        ("play --seed minus", "a seed is a number"),
        ("play --seed -1", "a seed is a number"),
        ("play --opponent cat", "there is no bot 'cat'"),
        ("play --resume no.such.file", "no.such.file: No such file"),
        ("replay no.such.file", "no.such.file: No such file"),
        ("replay .", ".: Is a directory"),
        ("scenario no.such.file", "no.such.file: No such file"),
        ("perft no.such.file", "no.such.file: No such file"),
        ("conform no.such.file", "no.such.file cannot be read"),
        ("train tune --form chess", "there is no form 'chess'"),
        ("train tune --budget much", "'much' is not a budget"),
        ("train tune --out no.such.file", "'no.such.file' does not exist"),
        ("train starts --form chess", "there is no form 'chess'"),
        ("train starts --budget much", "'much' is not a budget"),
        ("train worths --bots cat", "there is no bot 'cat'"),
        ("simulate --games none", "Invalid value for '--games'"),
        ("simulate --form chess", "there is no form 'chess'"),
        ("simulate --seed 99999999999999999999999", "a seed is a number"),
    ],
)
def test_bad_input_is_told_in_one_sentence(arguments: str, reason: str) -> None:
    assert reason in complaint(*arguments.split())


# --- cards --------------------------------------------------------------------------------------


def cards_json(*arguments: str) -> list[dict[str, Any]]:
    status, shown, _ = run("cards", "--json", *arguments)
    assert status == 0
    found: list[dict[str, Any]] = json.loads(shown)
    return found


def test_all_cards_as_json() -> None:
    found = {card["id"]: card for card in cards_json()}
    assert list(found) == [card.id for card in CARDS.values()]
    assert found["assassin"] == {
        "id": "assassin",
        "deck": "imperial",
        "rank": "heroic",
        "pieces": [[-1, -3, "common"], [-2, -2, "common"], [-3, -1, "common"]],
        "marked": [[-1, -1]],
        "directions": [],
    }
    assert found["storm_elemental"]["pieces"][-1] == [0, 0, "common"]
    assert found["flare_12"]["upper"] == {"threshold": 2}
    assert found["flare_12"]["lower"] == {"threshold": 5}
    isolation = {"type": "enemy", "points": 2, "advanced": True}
    assert {key: found["isolation"][key] for key in isolation} == isolation


def test_one_deck_and_one_card() -> None:
    assert {card["deck"] for card in cards_json("--deck", "sylvan")} == {"sylvan"}
    assert len(cards_json("--deck", "legends")) == 12
    for name in ("Time Mage", "time_mage", "time m"):
        status, shown, _ = run("cards", name)
        assert status == 0
        assert [line.rstrip() for line in shown.splitlines()[:4]] == [
            "Time Mage  ◆ heroic",
            " ·  ● [ ]",
            " ●  ✦  ●",
            " ·  ●  ·",
        ]


def test_every_card_is_drawn() -> None:
    status, shown, _ = run("cards")
    assert status == 0
    names = [card["id"].replace("_", " ").title() for card in cards_json("--deck", "highland")]
    assert all(name in shown for name in names)
    assert "Imperial schools, Northern and Southern (18)" in shown


def test_showing_cards_loads_nothing_heavy() -> None:
    code = (
        "import sys; sys.argv = ['tashkalar', 'cards', 'knight']\n"
        "from tashkalar.terminal.command import main\n"
        "try: main()\n"
        "finally: print(*sorted(sys.modules), file=sys.stderr)"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = set(found.stderr.split())
    assert "tashkalar.terminal.cards" in loaded
    assert not loaded & {"rich.progress", "concurrent.futures.process", "tashkalar.simulate"}


def test_prose_and_listing() -> None:
    assert run("prose", "knight") == (
        0,
        "up to 3 times:\n  combat move with the being, but not onto a common piece\n",
        "",
    )
    status, shown, _ = run("listing", "flare_03")
    assert (status, shown.split()[0]) == (0, "upper:")
    assert "lower:\n   0 gain 0 1\n   3 end\n" in shown
    assert run("prose", "destruction")[1].startswith("1 points for: Destroyed(total=3")


# --- replay -------------------------------------------------------------------------------------


def test_a_record_is_told_in_words(tmp_path: Path) -> None:
    game = played()
    file = tmp_path / "game.txt"
    file.write_text(game.record().text())
    status, shown, _ = run("replay", file)
    assert status == 0
    assert f"Turn {game.position.turn}, " in shown
    assert "The game is not finished." in shown
    boards = shown.count("     a    b    c")
    assert boards == 2  # above and below the final one
    status, stepped, _ = run("replay", "--step", file, typed="\n" * 99)
    assert status == 0
    assert stepped.count("     a    b    c") == 2 * (game.position.turn + 1)


def test_a_finished_game_names_its_places(tmp_path: Path) -> None:
    game = played()
    game.resign(1)
    file = tmp_path / "game.txt"
    file.write_text(game.record().text())
    shown = run("replay", file)[1]
    assert "Place 1: A Northern Imperial School" in shown
    assert "Place 2: B Southern Imperial School" in shown


def test_a_damaged_record_is_refused(tmp_path: Path) -> None:
    record = played().record().text()
    file = tmp_path / "game.txt"
    file.write_text(record.removesuffix("end\n"))
    assert "the record is cut off" in complaint("replay", file)
    file.write_text(record.replace("\nend", "\n77 A: place e5\nend"))
    assert "is not in turn" in complaint("replay", file)
    file.write_bytes(b"\xff\xfe\x00")
    assert "this is not a text file" in complaint("replay", file)


# --- trials -------------------------------------------------------------------------------------


def test_scenarios_pass_fail_or_are_none(tmp_path: Path) -> None:
    status, shown, _ = run("scenario", KNIGHT)
    assert status == 0
    assert shown.splitlines()[-1] == f"passed: {KNIGHT}"
    wrong = tmp_path / "wrong.scn"
    wrong.write_text(KNIGHT.read_text().replace("expect: actions 1", "expect: actions 2"))
    status, shown, _ = run("scenario", wrong, KNIGHT)
    assert status == 1
    assert "expected 'actions 2'" in shown
    assert f"passed: {KNIGHT}" in shown
    none = tmp_path / "none.scn"
    none.write_text("this is none\n")
    status, shown, errors = run("scenario", none, wrong)
    assert status == 2
    assert f"{none}: line 1" in errors
    assert f"failed: {wrong}" in shown


def test_scenarios_of_a_folder(tmp_path: Path) -> None:
    inside = tmp_path / "some" / "deeper"
    inside.mkdir(parents=True)
    for name in ("b", "a"):
        (inside / f"{name}.scn").write_text(KNIGHT.read_text())
    (inside / "notes.txt").write_text("no scenario\n")
    status, shown, _ = run("scenario", tmp_path, KNIGHT)
    assert status == 0
    passed = [line.removeprefix("passed: ") for line in shown.splitlines() if "passed: " in line]
    assert passed == [f"{inside / 'a.scn'}", f"{inside / 'b.scn'}", f"{KNIGHT}"]
    empty = tmp_path / "empty"
    empty.mkdir()
    status, _, errors = run("scenario", empty)
    assert status == 2
    assert "no scenarios (*.scn) in this folder" in errors


def test_perft_says_where_a_count_differs(tmp_path: Path) -> None:
    file = HERE / "perft" / "team-control.txt"
    status, shown, _ = run("perft", file)
    assert status == 0
    assert shown.startswith(f"agrees: {file}")
    wrong = tmp_path / "wrong.txt"
    wrong.write_text(file.read_text().replace("depth 1: 4", "depth 1: 5"))
    status, shown, _ = run("perft", wrong)
    assert status == 1
    assert "depth 1: 5 expected, 4 counted" in shown
    assert "    pass control: 1" in shown


PLACE = {
    "deck": "place",
    "card": "place",
    "form": "duel",
    "board": {"a5": "B2"},
    "square": "e5",
    "actions_before": 1,
    "legal": True,
    "complete": True,
    "outcomes_n": 1,
    "listed": "all",
    "outcomes": ["a5B2 e5A1|destroyedB=0,0,0|actions=0|extra="],
}


def vectors(tmp_path: Path, *changes: dict[str, Any]) -> Path:
    file = tmp_path / "some.jsonl"
    lines = [json.dumps(PLACE | {"id": f"v{n}"} | change) for n, change in enumerate(changes)]
    file.write_text("\n".join(lines) + "\n")
    return file


def test_vectors_that_agree(tmp_path: Path) -> None:
    status, shown, _ = run("conform", vectors(tmp_path, {}, {"card": "x", "deck": "y"}))
    assert (status, shown) == (0, "skipped 1: cards of y that are not built\nAGREE 1 OF 1\n")


def test_vectors_that_disagree_or_are_suspect(tmp_path: Path) -> None:
    wrong = {"outcomes": ["a5B2 e6A1|destroyedB=0,0,0|actions=0|extra="]}
    file = vectors(tmp_path, {}, wrong, wrong | {"suspect": "why"}, *[wrong] * 5)
    status, shown, _ = run("conform", file)
    assert status == 1
    lines = shown.splitlines()
    assert lines[-1] == "AGREE 1 OF 7"
    assert "suspect v2: a5B2" in lines
    assert "disagrees v1" in lines
    assert " 5  (B◆)" in shown
    assert "also disagree: v7" in lines
    assert any("only we reach a5B2 e5A1" in line for line in lines)


def test_what_is_no_vector_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "bad.jsonl"
    file.write_text("{}\n")
    assert "bad.jsonl:1 is not a vector" in complaint("conform", file)
    assert "holds no vector files" in complaint("conform", HERE)


# --- simulate -----------------------------------------------------------------------------------


def test_simulations_report_figures() -> None:
    arguments = ("simulate", "--form", "duel", "--games", 4, "--seed", 5, "--workers", 1)
    status, shown, _ = run(*arguments, "--json", "--biased", "--schools", "highland,sylvan")
    assert status == 0
    figures = json.loads(shown)
    assert figures["games"] == 4 == sum(figures["wins"]) + figures["draws"]
    assert figures["schools"] == ["highland", "sylvan"]
    assert len(figures["resolved"]) == 18 + 18 + 12 + 12
    status, shown, _ = run(*arguments, "--biased")
    assert status == 0
    rows = {line.split("  ")[0]: line for line in shown.splitlines()}
    assert {"games", "decisions", "speed", "wins", "ends by", "turns"} <= rows.keys()
    assert "resolved least:" in shown


def test_a_broken_invariant_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(position: object) -> None:
        raise Broken("two colours share a square")

    monkeypatch.setattr("tashkalar.invariants.holds", broken)
    status, _, errors = run("simulate", "--games", 2, "--check", "--workers", 1)
    assert status == 1
    assert errors.startswith("tashkalar: broken: game 0 (form high-form, ")
    assert errors.count("\n") == 1


def test_the_first_choice_of_the_test_games_is_known() -> None:
    # What the other tests build on: the seed deals the same everywhere.
    assert choice_text(played(1).history[0].choice) == "g5"


def test_schools_can_be_drawn_at_random() -> None:
    status, output, errors = run(
        "simulate", "--form", "melee-3", "--schools", "random", "--games", "1", "--json"
    )
    assert (status, errors) == (0, "")
    assert len(set(json.loads(output)["schools"])) == 3


def test_a_game_is_reviewed(tmp_path: Path) -> None:
    from tashkalar import parse_record
    from tashkalar.bots import Budget
    from tashkalar.bots.contests.match import Pairing, play
    from tashkalar.bots.reviewing.review import review
    from tashkalar.bots.reviewing.turning import turning_points

    record, plot = tmp_path / "game.txt", tmp_path / "course.svg"
    pairing = Pairing("duel", ("novice", "random"), ("highland", "sylvan"), 3, "50n")
    record.write_text(play(pairing).record)
    page = tmp_path / "review.html"
    status, output, _ = run(
        "analyze", str(record), "--budget", "100n", "--plot", str(plot), "--html", str(page)
    )
    assert status == 0
    assert "better" in output
    assert "<svg" in plot.read_text()
    shown = page.read_text()
    assert shown.count("<article") == shown.count("<circle cx") - shown.count('r="8"') > 0
    assert not re.search(r"https?:|src=|terminal\.|form\.", shown)  # nothing from elsewhere, no key
    game = Game.replay(parse_record(record.read_text()))
    points = turning_points(list(review(game, Budget(nodes=100))), game.position.colour_of)
    assert points
    told = re.findall(r"<li>(?:<a href=\S+>)?<b>(\d+)</b>(?:</a>)? \S.*: from (\d+) to \d+%", shown)
    assert told == [(str(p.turn), str(round(100 * p.before))) for p in points]


def test_a_review_without_the_core_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = Game.new("high-form", ("highland", "sylvan"), 1)
    for choice in ("place e5", "finish"):
        game.play(choice)
    record = tmp_path / "game.txt"
    record.write_text(game.record().text())
    monkeypatch.setenv(engine.VARIABLE, "reference")
    status, output, _ = run("analyze", str(record))
    assert status == 0
    assert "Quick review only: the compiled core is not installed" in output


def test_a_study_is_shown_and_checked(tmp_path: Path) -> None:
    start = Position.new("high-form", ("highland", "sylvan"), 1)
    steps = (
        StudyStep(-1, parse_choice("place e5"), "Holds it."),
        StudyStep(-1, parse_choice("place d5")),
    )
    file = tmp_path / "study.txt"
    file.write_text(study_text(Study(start, steps, "Two ways")))
    status, output, errors = run("study", str(file), "--step", "2", "--budget", "200n")
    assert (status, errors) == (0, "")
    assert "Two ways" in output and "Holds it." in output and "place d5" in output
    assert re.search(r"\d\d% .*finish", output)
    assert run("study", str(file), "--check")[1].strip() == "2 steps, no errors"
    file.write_text(file.read_text().replace("place d5", "place a9"))
    status, _, errors = run("study", str(file), "--check")
    assert status == 2 and re.search(r"study.txt: line \d+: place a9: ", errors)
    assert run("study", str(file), "--step", "9")[0] == 2


def test_bots_are_compared_and_the_contest_goes_on(tmp_path: Path) -> None:
    words = [
        "arena",
        "--bots",
        "novice,random",
        "--games",
        "2",
        "--budget",
        "10n",
        "--workers",
        "1",
        "--out",
        str(tmp_path),
    ]
    for _ in range(2):
        status, output, _ = run(*words)
        assert status == 0
        assert "2 games" in output
    assert len((tmp_path / "games.jsonl").read_text().splitlines()) == 2
    assert "<svg" in (tmp_path / "standings.svg").read_text()
    assert json.loads((tmp_path / "standings.json").read_text())["games"] == 2
    words[6] = "2000n"
    assert "holds another contest: budget 1000n there and 2000n here" in complaint(*words)


def test_a_contest_tells_how_far_it_is_in_a_pipe_too(tmp_path: Path) -> None:
    words = [
        "arena",
        "--bots",
        "random,random",
        "--games",
        "30",
        "--budget",
        "10n",
        "--workers",
        "1",
        "--out",
        str(tmp_path),
    ]
    status, output, errors = run(*words)
    assert status == 0
    assert "every turn has 1000 nodes at least" in output
    lines = errors.splitlines()
    assert 15 <= len(lines) <= 20
    assert re.fullmatch(r"duel: 2 of 30, \d+ s left", lines[0])
    assert lines[-1] == "duel: 30 of 30"


def test_a_bot_may_be_named_twice(tmp_path: Path) -> None:
    words = [
        "arena",
        "--bots",
        "random,random,novice",
        "--games",
        "2",
        "--budget",
        "1000n",
        "--workers",
        "1",
        "--out",
        str(tmp_path),
    ]
    status, _, errors = run(*words)
    assert status == 0
    assert [line.partition(",")[0] for line in errors.splitlines()] == [
        f"duel: {done} of 4" for done in (1, 2, 3, 4)
    ]
    assert len((tmp_path / "games.jsonl").read_text().splitlines()) == 4
    assert "both are random" in complaint(*words, "--sprt", "0,30")


def test_a_contest_that_cannot_be_held_is_refused(tmp_path: Path) -> None:
    folder = str(tmp_path / "folder")
    words = ["arena", "--bots", "novice,random", "--games", "2", "--out", folder]
    assert "write the lower one first" in complaint(*words, "--sprt", "30,0")
    assert "there is no bot 'x'" in complaint("arena", "--bots", "x,random", "--out", folder)
    assert not Path(folder).exists()


def test_the_rules_are_searched() -> None:
    status, output, _ = run("rules", "improvised")
    assert status == 0
    assert "14.5" in output
