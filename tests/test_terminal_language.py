"""The language of the terminal: everything comes from the catalogues, and one can choose."""

from __future__ import annotations

import errno
import io
import os
import random
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console
from typer.main import get_command

from tashkalar import Asking, Kind, choice_text
from tashkalar.bots import Budget, bot_named
from tashkalar.cards import CARDS
from tashkalar.catalogue import PSEUDO, SOURCE, has, messages, text
from tashkalar.rules.forms import FORMS
from tashkalar.terminal import cards, lessons
from tashkalar.terminal.app import SECTIONS, app
from tashkalar.terminal.helping import PHRASES
from tashkalar.terminal.page import DETAILS, Page
from tashkalar.terminal.replay import show
from tashkalar.terminal.reviews import analyze
from tashkalar.terminal.screen import Screen
from tashkalar.terminal.studies import check
from tashkalar.terminal.studies import show as study
from tashkalar.terminal.table import KeyboardTable
from tests.brackets import NOTATION, outside
from tests.games import eager
from tests.test_terminal import run
from tests.test_terminal_pages import decisions, new, shown

COMMANDS = {word for command in lessons.COMMANDS for word in command.strip("[]").split()}
COMMANDS |= {"CARD"}


def screen() -> Screen:
    """A screen so wide that no text is broken into lines."""
    file = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", newline="")
    console = Console(file=file, width=2500, highlight=False, emoji=False, markup=False)
    return Screen(console, PSEUDO)


@pytest.mark.parametrize("form", FORMS)
def test_pages_say_nothing_of_their_own(form: str) -> None:
    asked = set()
    for number, game in enumerate(decisions(form, 3, 260)):
        v = game.view(game.position.actor)
        if number % 30 and v.asking in asked:
            continue
        asked.add(v.asking)
        last = game.history[-1].choice if game.history else None
        square = last.value if last is not None and last.kind == Kind.SQUARE else None
        on = screen()
        page = Page(on, v, (), 0, square)
        on.print(*(page._variant(detail) for detail in (DETAILS[0], DETAILS[-1])))
        assert outside(shown(on), *NOTATION) == []
    assert {Asking.ACTION, Asking.END, Asking.SUMMONING_SQUARE, Asking.DESTINATION} <= asked


def test_a_session_says_nothing_of_its_own(tmp_path: Path) -> None:
    """People at one keyboard, with every command on the way; at last one gives up."""
    file, nowhere = tmp_path / "kept.txt", tmp_path / "no" / "folder.txt"
    commands = [
        "help",
        "?",
        "hand",
        "log",
        "board",
        "undo",
        "redo",
        "resign",
        "no",
        "help combat move",
        "help knight",
        "help kniht",
        "help zzz",
        "j5",
        "999",
        "ritual",
        "",
        "save",
        f"save {file}",
        f"save {file}",
        "no",
        f"save {nowhere}",
        "hint",
        "summon titan",
        "invoke flare_01",
        "claim diagonals",
        "pass",
        "finish",
        "discard flare_02",
        "place e5",
        "way 1",
        "option 2",
    ]
    on, game, rng = screen(), new(), random.Random(1)
    giving_up = iter(("resign", "yes"))

    def read(prompt: str) -> str:
        on.print(prompt)
        position = game.position
        if position.is_over:
            return ""
        if position.asking != Asking.ACTION or position.turn < 4:
            return choice_text(eager(rng, position.choices()))
        return commands.pop(0) if commands else next(giving_up)

    KeyboardTable(on, game, {}, read, Budget(nodes=20)).play()
    assert game.position.is_over
    assert commands == []
    told = shown(on).replace(str(nowhere), "").replace(str(file), "")
    told = told.replace(os.strerror(errno.ENOENT), "")
    assert outside(told, *NOTATION, *COMMANDS, "kniht", "zzz", "ritual", "j5") == []


def test_games_are_replayed_and_reviewed_in_the_language(tmp_path: Path) -> None:
    game = new("duel")
    bot = bot_named("greedy", 1)
    while not game.position.is_over and len(game.history) < 60:
        v = game.view(game.position.actor)
        game.play(bot.choose(v, v.choices(), Budget(nodes=20)))
    file = tmp_path / "game.txt"
    file.write_text(game.record().text())
    for act in (
        lambda on: show(on, file, False),
        lambda on: analyze(on, file, "30n"),
        lambda on: study(on, file, 5, "30n"),
        lambda on: check(on, file),
    ):
        on = screen()
        act(on)
        ids = {word for card in CARDS.values() for word in card.id.split("_")}
        assert (
            outside(shown(on).replace("_", " "), *NOTATION, *ids, "game.txt", "txt", "game") == []
        )


def test_cards_say_nothing_of_their_own() -> None:
    on = screen()
    for card in CARDS.values():
        on.print(cards.face(on, card))
    on.print(*(cards.deck_title(on, deck) for deck in cards.decks()))
    assert outside(shown(on)) == []


def test_the_language_can_be_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    assert run("cards", "knight", "--language", PSEUDO)[1].startswith("⟦Knight⟧")
    status, _, errors = run("cards", "--language", "tlh")
    assert (status, "tlh" in errors, "en" in errors) == (2, True, True)
    monkeypatch.setenv("TASHKALAR_LANGUAGE", PSEUDO)
    assert run("cards", "knight")[1].startswith("⟦Knight⟧")
    monkeypatch.delenv("TASHKALAR_LANGUAGE")
    monkeypatch.setenv("LANGUAGE", "xx:en_XA:de")
    assert run("cards", "knight")[1].startswith("⟦Knight⟧")
    monkeypatch.setenv("LANGUAGE", "")
    monkeypatch.setenv("LC_ALL", "tlh_QO.UTF-8")
    assert run("cards", "knight")[1].startswith("Knight")


def test_words_outside_the_brackets_would_be_seen() -> None:
    assert outside("⟦Turn ⟧3 of e5 · A⟦, now⟧ left", "of") == ["left"]


def test_help_belongs_to_the_form() -> None:
    def told(form: str) -> str:
        on = screen()
        on.print(lessons.general(on, form))
        return shown(on)

    assert "discards" in told("high-form")
    assert "legendary pieces" in told("high-form")
    assert "discards" not in told("first-game")
    assert "legendary pieces" not in told("first-game")
    assert "task" not in told("duel")
    assert "task" not in told("melee-3")
    assert "claim" in told("team-high-form")


def test_what_players_and_hosts_type_is_explained_by_the_catalogue() -> None:
    """Every option of theirs has a text, and no text explains what is not there."""
    group: Any = get_command(app)
    keys = {"help.tashkalar", "help.option.version", *PHRASES.values()}
    keys |= {f"help.section.{section}" for section in SECTIONS}
    below = {f"puzzles.{name}": one for name, one in group.commands["puzzles"].commands.items()}
    for name, command in (group.commands | below).items():
        keys.add(f"help.{name}")
        for param in command.params:
            own, shared = f"help.{name}.{param.name}", f"help.option.{param.name}"
            keys |= {own, shared} & {key for key in (own, shared) if has(key)}
            if command.rich_help_panel in ("play", "look_up") or name in ("serve", *below):
                assert has(own) or has(shared), own
    assert {key for key in messages(SOURCE) if key.startswith("help.")} == keys


def test_help_is_told_in_the_language_of_the_reader(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "Poznaj grę" in run("learn", "--language", "pl", "--help")[1]
    monkeypatch.setenv("LANGUAGE", "cs_CZ.UTF-8")
    shown = run("--help")[1]
    assert "Použití" in shown
    assert "Učit se hru" in shown
    monkeypatch.delenv("LANGUAGE")
    assert "Learn the game" in run("--help")[1]


def test_help_and_code_say_the_same() -> None:
    """The English help of a command is the sentence in which its code tells what it is for."""
    for commands in SECTIONS.values():
        for command in commands:
            told = " ".join((command.__doc__ or "").split())
            assert text(f"help.{command.__name__}") == told
