"""Playing at the terminal: sessions from the outside, and what answers are understood."""

from __future__ import annotations

import random
import re
from collections import Counter
from pathlib import Path

import pytest

import tashkalar
from tashkalar import Choice, Game, Kind, View, catalogue, choice_text, parse_record, parse_scenario
from tashkalar.bots import Budget, bot_named
from tashkalar.cards import CARDS
from tashkalar.choice import FINISH
from tashkalar.game import forced
from tashkalar.rules.forms import FORMS
from tashkalar.terminal.question import typed_choices
from tashkalar.terminal.table import KeyboardTable
from tests.games import eager
from tests.test_terminal import run
from tests.test_terminal_pages import decisions, new, screen, shown

SOURCE = Path(tashkalar.__file__).parent / "terminal"


# --- sessions -----------------------------------------------------------------------------------


def session(
    tmp_path: Path, *typed: str, options: str = "--form high-form --seed 5 --opponent random"
) -> tuple[str, list[str]]:
    """Play, keep the record, and return what was shown with the choices made by seat A."""
    file = tmp_path / "kept.txt"
    replaced = ["yes"] if file.exists() else []
    lines = "\n".join([*typed, "quit", "y", str(file), *replaced]) + "\n"
    status, output, errors = run("play", *options.split(), typed=lines)
    assert (status, errors) == (0, "")
    moves = parse_record(file.read_text()).moves if file.exists() else ()
    return output, [text for _, seat, text in moves if seat == 0]


def test_a_first_turn_explains_itself(tmp_path: Path) -> None:
    output, choices = session(tmp_path, "e5", "finish")
    assert "You play A (Northern Imperial School)" in output
    assert "Type help for the rules in short" in output
    assert "place a piece: type an empty square" in output
    assert "{A●}" in output
    assert "Stray places" in output
    assert choices == ["place e5", "finish"]


def test_numbers_abbreviations_and_forced_choices(tmp_path: Path) -> None:
    output, choices = session(tmp_path, "pl e5", "1", "e7", "sum sword", "finish")
    assert "(forced: e6)" in output
    assert "You summon Swordmaster on e6." in output
    assert choices == [
        "place e5",
        "finish",
        "place e7",
        "summon swordmaster",
        "e6",
        "finish",
    ]


def test_refusals_say_why_and_change_nothing(tmp_path: Path) -> None:
    output, choices = session(
        tmp_path, "e5", "e5", "summon titan", "k9", "blah", "99", "", "finish"
    )
    assert "You have no actions left this turn." in output
    assert "There is no square “k9” on the board" in output
    assert "Unknown command “blah”." in output
    assert "The choices are numbered 1 to 1" in output
    assert "Type a number, a square like e5" in output
    assert choices == ["place e5", "finish"]


def test_the_engine_explains_what_cannot_be_summoned(tmp_path: Path) -> None:
    output, _ = session(tmp_path, "summon titan", "summon knight")
    assert "Titan does not fit anywhere yet" in output
    assert "Knight is not in your hand." in output


def test_nothing_is_taken_back_where_that_was_agreed(tmp_path: Path) -> None:
    options = "--seed 5 --opponent random --no-takebacks"
    output, choices = session(tmp_path, "e5", "undo", "help", "?", "finish", options=options)
    told = "No take-backs in this game."
    assert output.count(told) == 2  # as the game begins, and as undo is asked for
    assert "You can undo until" not in output
    assert "undo your last choice" not in output
    assert choices == ["place e5", "finish"]
    kept = tmp_path / "kept.txt"
    assert "takebacks: none" in kept.read_text()
    # A game that was kept goes on as it was agreed.
    output, choices = session(tmp_path, "undo", options=f"--resume {kept}")
    assert output.count(told) == 2
    assert choices == ["place e5", "finish"]


def test_undo_takes_forced_choices_along_and_redo_brings_them_back(tmp_path: Path) -> None:
    start = ("e5", "finish", "e7", "summon sw")
    output, choices = session(tmp_path, *start, "undo")
    assert "Undone: summon Swordmaster." in output
    # The opponent has seen her all the same.
    assert choices == ["place e5", "finish", "place e7", "shown A swordmaster"]
    output, choices = session(tmp_path, *start, "undo", "redo")
    assert "Redone: e6." in output
    assert choices[-2:] == ["summon swordmaster", "e6"]
    output, choices = session(tmp_path, *start, "undo", "undo", "undo", "redo", "redo", "redo")
    assert "Nothing to undo in this turn" in output
    assert "Nothing to redo" in output
    assert choices[-1] == "e6"


def test_help_log_hand_and_list(tmp_path: Path) -> None:
    output, _ = session(
        tmp_path,
        "help",
        "help time mage",
        "help combat move",
        "help zz",
        "hand",
        "e5",
        "log",
        "board",
        "?",
    )
    assert "The game in short" in output
    assert catalogue.text("time_mage.effect") in " ".join(output.split())
    assert catalogue.text("term.combat_move").split(";")[0][:40] in " ".join(output.split())
    assert "Unknown card “zz”" in output
    assert "Turn 1, You\n  You place a common piece on e5." in output
    assert output.count("High Form, turn 1") == 3
    assert "You can undo until you type finish" in output


def test_save_resume_and_not_overwriting(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    session(tmp_path, "e5", f"save {file}", "save", f"save {tmp_path}/no/such/place")
    assert [text for *_, text in parse_record(file.read_text()).moves] == ["place e5"]
    output, _ = session(tmp_path, "finish", f"save {file}", "no", options=f"--resume {file}")
    assert f"{file} exists. Replace it?" in output
    assert len(parse_record(file.read_text()).moves) == 1
    output, choices = session(tmp_path, "", "e6", options=f"--resume {file} --opponent human")
    assert "You have no actions left" in output
    assert choices == ["place e5"]


def test_a_report_tells_what_the_seat_saw(tmp_path: Path) -> None:
    file = tmp_path / "report.txt"
    output, _ = session(
        tmp_path, "e5", f"report {file}", "the square is wrong", f"report {file}", "no"
    )
    assert f"is in {file}" in output
    assert f"{file} exists. Replace it?" in output
    told = file.read_text()
    assert told.startswith("tash-kalar report 1\nseat: A\nsaid: the square is wrong\n")
    assert "seed: hidden" in told
    assert "1 A: place e5" in told


def test_resigning_ends_the_game(tmp_path: Path) -> None:
    file = tmp_path / "kept.txt"
    typed = f"resign\nno\nresign\nyes\nyes\n{file}\n"
    status, output, _ = run("play", "--seed", 5, typed="e5\n" + typed)
    assert status == 0
    assert "Place 1: B Novice, Southern Imperial School" in output
    assert parse_record(file.read_text()).resigned == 0
    output, _ = session(
        tmp_path,
        "",
        "f8",
        "b3",
        "",
        "resign",
        "yes",
        options="--form melee-3 --opponent human --seed 1",
    )
    assert "You cannot resign in a melee" in output


@pytest.mark.rule("19.28")
def test_partners_at_one_keyboard_resign_together(tmp_path: Path) -> None:
    start = ["", "1", "", "resign", "yes"]  # D sets out a piece, then it is A's turn
    people = "--form team-duel --opponent human --seed 1"
    output, _ = session(tmp_path, *start, "no", options=people)
    assert "do you agree to resign?" in output
    assert "Place 1:" not in output
    kept = str(tmp_path / "resigned.txt")
    typed = "\n".join([*start, "yes", "y", kept, ""])
    assert "Player A and Player C resigned." in run("play", *people.split(), typed=typed)[1]
    # A bot never holds its partner back.
    typed = "\n".join(["resign", "yes", "y", kept, "yes", ""])
    output = run("play", "--form", "team-duel", "--seed", 1, typed=typed)[1]
    assert "do you agree" not in output
    assert "You resigned." in output


@pytest.mark.parametrize("typed", ["", "e5\n", "e5\nfinish\n"])
def test_the_end_of_the_input_ends_the_game_cleanly(typed: str) -> None:
    status, output, errors = run("play", "--seed", 5, typed=typed)
    assert (status, errors) == (0, "")
    assert ("Save this game?" in output) == bool(typed)


@pytest.mark.parametrize("answer", ["n", "no", "NO", ""])
def test_a_game_that_is_not_to_be_saved_leaves_no_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, answer: str
) -> None:
    monkeypatch.chdir(tmp_path)
    status, output, errors = run("play", "--seed", 5, typed=f"e5\nquit\n{answer}\nmore\n")
    assert (status, errors, list(tmp_path.iterdir())) == (0, "", [])
    assert output.endswith("Save this game? (y/N) ")


def test_the_name_of_a_saved_game_is_proposed_and_replaces_no_file_unasked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    # An answer that is neither yes nor no is no file name.
    output = run("play", "--seed", 5, typed="e5\nquit\nmine.txt\nyes\n\n")[1]
    assert output.count("Save this game? (y/N)") == 2
    first = tmp_path / "first-game-1.txt"
    assert parse_record(first.read_text()).form == "first-game"
    output = run("play", "--seed", 6, typed=f"e5\nquit\ny\n{first}\nno\n\n")[1]
    assert f"{first} exists. Replace it?" in output
    assert "seed: 5" in first.read_text()
    assert "seed: 6" in (tmp_path / "first-game-2.txt").read_text()
    typed = f"e5\nquit\ny\n{tmp_path}/no/such/place\nlast.txt\n"
    assert "cannot be written" in run("play", "--seed", 7, typed=typed)[1]
    assert "seed: 7" in (tmp_path / "last.txt").read_text()


@pytest.mark.parametrize(("language", "yes", "no"), [("pl", "t", "nie"), ("cs", "ano", "n")])
def test_yes_and_no_are_typed_in_the_language(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, language: str, yes: str, no: str
) -> None:
    monkeypatch.chdir(tmp_path)
    for answer, files in ((no, 0), (yes, 1)):
        run("play", "--language", language, typed=f"e5\nquit\n{answer}\n\n")
        assert len(list(tmp_path.iterdir())) == files


def test_the_first_game_comes_first_and_tells_of_the_full_one() -> None:
    output = run("play", "--seed", 5)[1]
    assert "First Game, turn 1" in output
    assert "For the full game: tashkalar play --form high-form" in output
    full = run("play", "--seed", 5, "--form", "high-form")[1]
    assert "High Form, turn 1" in full
    assert "tashkalar play" not in full


def test_ctrl_c_offers_the_record(tmp_path: Path) -> None:
    file = tmp_path / "kept.txt"
    asked: list[str] = []

    def read(prompt: str) -> str:
        asked.append(prompt)
        if len(asked) == 1:
            return "e5"
        if len(asked) == 2:
            raise KeyboardInterrupt
        return "y" if len(asked) == 3 else str(file)

    KeyboardTable(screen(), new(), {1: bot_named("random", 1)}, read).play()
    assert asked[-2:] == ["Save this game? (y/N) ", "File name (high-form-1.txt): "]
    assert file.exists()


def test_a_bot_that_fails_ends_the_game_with_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    class Wrong:
        def choose(self, view: View, choices: tuple[Choice, ...], budget: Budget) -> Choice:
            raise RuntimeError("no idea")

    file = tmp_path / "kept.txt"
    typed = iter(["e5", "finish", "y", str(file)])
    KeyboardTable(screen(), new(), {1: Wrong()}, lambda _: next(typed)).play()
    told = "tashkalar: the bot of seat B raised RuntimeError: no idea\n"
    assert capsys.readouterr().err == told
    assert file.exists()


def test_between_two_people_falls_a_curtain() -> None:
    game = new("high-form", 8)
    on = screen()
    seen: list[str] = []  # what was on the screen before each answer

    def read(prompt: str) -> str:
        seen.append(shown(on))
        answers_now = {"A> ": ["e5", "finish"], "B> ": ["quit"]}
        if prompt in answers_now:
            return answers_now[prompt][sum(p == prompt for p in prompts[: len(seen) - 1])]
        return ""

    prompts = ["enter", "A> ", "A> ", "enter", "B> "]
    KeyboardTable(on, game, {}, read).play()
    hands = [[CARDS[c].id for c in game.position.beings[seat]] for seat in (0, 1)]
    own, other = ([on.name(card) for card in cards] for cards in hands)
    assert "Pass the keyboard to Player A" in seen[0]
    assert not any(name in seen[0] for name in own + other)
    assert all(name in seen[1] for name in own)
    curtain = seen[3]
    assert "Pass the keyboard to Player B" in curtain
    assert not any(name in curtain for name in set(other) - set(own))
    assert all(name in seen[4] for name in other)


def test_whole_games_are_played_to_the_end() -> None:
    for form, people in (("duel", [0]), ("team-duel", [0, 2])):
        game, rng = new(form, 2), random.Random(4)
        on = screen(80)
        played: Counter[Kind] = Counter()

        def read(
            prompt: str,
            game: Game = game,
            rng: random.Random = rng,
            played: Counter[Kind] = played,
        ) -> str:
            if len(prompt) != 3:
                return ""
            made = eager(rng, game.position.choices())
            played[made.kind] += 1
            return choice_text(made)

        bots = {s: bot_named("random", s) for s in range(FORMS[form].seats) if s not in people}
        KeyboardTable(on, game, bots, read).play()
        assert game.position.is_over
        assert "Place 1:" in shown(on)
        assert played[Kind.SUMMON] > 3


# The Centaur Chieftain on e6 leads the others in the direction of her own move.
CHIEFTAIN = """scenario: a partner leads on
form: team-duel
hand A: centaur_chieftain
board:
9        .. .. .. .. ..
8     .. .. .. .. .. .. ..
7  .. .. A1 .. .. .. .. .. ..
6  .. .. .. A1 .. .. .. .. ..
5  .. .. .. .. A1 .. .. .. ..
4  .. .. .. .. .. A1 .. .. ..
3  .. .. .. .. .. .. .. .. ..
2     .. .. .. .. .. .. ..
1        .. .. .. .. .."""


def test_an_undo_takes_all_back_or_nothing() -> None:
    """After control was passed, the partner's first square was the only one there was."""
    game, on = Game.at(parse_scenario(CHIEFTAIN).start), screen(80)
    for choice in ("summon centaur_chieftain", "e6", "e7", "d6", "pass control", "d7"):
        game.play(choice)
    made = list(game.history)
    table = KeyboardTable(on, game, {}, lambda prompt: "")
    assert table.orders.carry_out(2, "undo")
    assert "Nothing to undo in this turn." in shown(on)
    assert game.history == made
    game.play("c7")
    game.play("c8")
    assert table.orders.carry_out(2, "undo")
    assert game.history == made, "where it goes follows from which piece goes"
    assert game.can_redo


# --- what is understood -------------------------------------------------------------------------


def understood(v: View, typed: str) -> Choice:
    table = KeyboardTable(screen(), new(), {}, lambda prompt: "")
    (choice,) = typed_choices(table.screen, v, typed)
    return choice


@pytest.fixture
def opening() -> View:
    """Seat A holds Swordmaster, Chronicler, Time Mage, Storm Elemental, Titan and a flare."""
    return new().view(0)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("e5", "place e5"),
        ("place E5", "place e5"),
        ("  pl e5 ", "place e5"),
        ("2", "discard chronicler"),
        ("discard Time Mage", "discard time_mage"),
        ("disc time", "discard time_mage"),
        ("summon storm", "summon storm_elemental"),
        ("elemental", "summon storm_elemental"),
        ("titan", "summon titan"),
        ("summon knight", "summon knight"),
        ("invoke flare", "invoke flare_07"),
        ("finish", "finish"),
        ("FINISH", "finish"),
        ("pass control", "pass control"),
        ("option 2", "option 2"),
        ("ne", "ne"),
    ],
)
def test_answers_are_understood(opening: View, typed: str, meant: str) -> None:
    assert choice_text(understood(opening, typed)) == meant


@pytest.mark.parametrize(
    ("typed", "reason"),
    [
        ("summon kiskin", "“kiskin” could be Kiskin Farseeders, Kiskin Spirit"),
        ("0", "numbered 1 to 3"),
        ("4", "numbered 1 to 3"),
        ("place z9", "There is no square “z9”"),
        ("place", "Unknown command"),
        ("summon nobody", "Unknown card “nobody”"),
        ("dance", "Unknown command"),
    ],
)
def test_unclear_answers_are_refused(opening: View, typed: str, reason: str) -> None:
    with pytest.raises(ValueError, match=re.escape(reason)):
        understood(opening, typed)


def test_in_a_shortage_a_square_means_lifting() -> None:
    position = new("duel", 1).position.copy()
    position = position.after(position.choices()[0])
    position.stock = (1, 1, 0, 0)
    short = tashkalar.Position.arranged(**position.fields())
    v = tashkalar.view(short, 0)
    lifts = [c for c in v.choices() if c.kind == Kind.LIFT]
    assert understood(v, choice_text(lifts[0]).split()[1]) is lifts[0]


def test_only_finish_is_never_forced() -> None:
    game = new()
    game.play("place e5")
    assert game.position.choices() == (FINISH,)
    assert not forced(game.position)
    for game in decisions("duel", 4, 200):
        choices = game.position.choices()
        assert (forced(game.position) is not None) == (
            len(choices) == 1 and choices[0] is not FINISH
        )
