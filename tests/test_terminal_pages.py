"""What a page of the terminal shows, in any form, on any terminal."""

from __future__ import annotations

import io
import random
from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

import tashkalar
from tashkalar import Asking, Game, Kind, catalogue, parse_scenario
from tashkalar.arena import GREEN, RED, squares
from tashkalar.cards import BEINGS, FLARES, MAKING, SCHOOLS
from tashkalar.effects.effect import Choose, Effect
from tashkalar.rules.forms import FORMS
from tashkalar.terminal import board, hand, question
from tashkalar.terminal.board_picture import board_picture
from tashkalar.terminal.page import DETAILS, Page
from tashkalar.terminal.screen import Screen
from tests.games import eager

SOURCE = Path(tashkalar.__file__).parent / "terminal"


def screen(width: int = 100, encoding: str = "utf-8", **options: Any) -> Screen:
    file = io.TextIOWrapper(io.BytesIO(), encoding=encoding, newline="")
    console = Console(file=file, width=width, highlight=False, emoji=False, markup=False, **options)
    return Screen(console)


def shown(on: Screen) -> str:
    file = on.console.file
    assert isinstance(file, io.TextIOWrapper)
    file.flush()
    assert isinstance(file.buffer, io.BytesIO)
    return file.buffer.getvalue().decode(file.encoding)


def new(form: str = "high-form", seed: int = 5) -> Game:
    return Game.new(form, tuple(SCHOOLS)[: FORMS[form].seats], seed)


def decisions(form: str, seed: int, most: int = 400) -> Iterator[Game]:
    """A random game that likes to summon, at each of its decisions."""
    game, rng = new(form, seed), random.Random(seed)
    while not game.position.is_over and most:
        yield game
        game.play(eager(rng, game.position.choices()))
        most -= 1


# --- what is shown ------------------------------------------------------------------------------


@pytest.mark.parametrize("form", FORMS)
def test_every_question_is_shown_with_its_choices(form: str) -> None:
    """Whatever is asked, the page names every choice by number, or marks it on the board."""
    for number, game in enumerate(decisions(form, 3, 260)):
        position = game.position
        if number % 12 and position.asking in (Asking.ACTION, Asking.END, Asking.DESTINATION):
            continue
        v = game.view(position.actor)
        last = game.history[-1].choice if game.history else None
        square = last.value if last is not None and last.kind == Kind.SQUARE else None
        on = screen(130)
        on.print(Page(on, v, ["something new"], 0, square).draw())
        page = shown(on)
        choices = question.numbered(v)
        for n, choice in enumerate(choices, 1):
            assert f"{n:3} {question.typed(on, choice)}" in page
        left = [c for c in v.choices() if c not in choices]
        assert all(c.kind <= Kind.SQUARE for c in left)
        if left and v.asking != Asking.ACTION:
            assert page.count(board.OFFERED) > len(left)
        assert "something new" in page
        assert "terminal." not in page, "a text is missing in the catalogue"


def test_a_page_fits_the_terminal_when_it_can() -> None:
    game = new()
    game.play("place e5")
    lines = {}
    for height in (60, 40, 34, 24):
        on = screen(120, force_terminal=True, height=height, color_system=None)
        page = Page(on, game.view(0)).draw()
        lines[height] = len(on.console.render_lines(page))
        assert lines[height] < height or height == 24
    assert lines[60] > lines[40] > lines[34]
    narrow = screen(50, force_terminal=True, height=24)
    assert Page(narrow, game.view(0)).draw()
    assert DETAILS[-1].bare


def test_signs_tell_everything_without_colour() -> None:
    game = new("duel", 1)
    game.play("c5")
    p = game.position.copy()
    bits = {name: 1 << square for name, square in zip("abc", squares(RED), strict=False)}
    p.pieces[1] |= bits["a"]
    p.heroic |= bits["a"]
    p.pieces[2] |= bits["b"]
    p.legendary |= bits["b"]
    for encoding, heroic, legendary in (("utf-8", "{B◆}", "{C★}"), ("ascii", "{B#}", "{C*}")):
        on = screen(encoding=encoding, color_system=None)
        on.print(*board.draw(on, p, offered=GREEN, changed=bits["c"]))
        drawn = shown(on)
        assert heroic in drawn
        assert legendary in drawn
        assert drawn.count("{") == RED.bit_count()
        assert drawn.count(f"{board.OFFERED}(") == GREEN.bit_count()
        assert drawn.count(f"{board.CHANGED}{{") == 1


HIGH_FORM_SIDE = """
6   .    .    .   :. : :. : :. :  .    .   (. ) 6
5  (. )  .    .   :. : {. } :. :  .    .    .   5
4   .    .    .   :. : :. : :. :  .   {. }  .   4
"""
DUEL_SIDE = """
6   .    .    .    .    .    .    .    .   (. ) 6
5  (. )  .   [. ]  .   {. }  .   [. ]  .    .   5
4   .    .    .    .    .    .    .   {. }  .   4
"""
MELEE_SIDE = """
6   .    .    .    .    .    .    .    .   (. ) 6
5  (. )  .    .    .   {. }  .    .    .    .   5
4   .    .    .    .    .    .   [. ] {. }  .   4
"""


@pytest.mark.rule("4.1", "19.25")
@pytest.mark.parametrize("form", FORMS)
def test_one_side_of_the_board_marks_the_centre_and_the_other_start_squares(form: str) -> None:
    on = screen(encoding="ascii", color_system=None)
    on.print(*board.draw(on, new(form).position), board.key(on, form))
    lines = [line.strip() for line in shown(on).splitlines()]
    high = form.endswith("high-form") or form == "first-game"
    melee = form.startswith("melee")
    wanted = HIGH_FORM_SIDE if high else MELEE_SIDE if melee else DUEL_SIDE
    offered = [line.replace(board.OFFERED, " ").strip() for line in lines]
    assert offered[4:7] == wanted.strip().splitlines()
    assert (":: central" in lines[-1]) == high
    assert ("[] start" in lines[-1]) != high


@pytest.mark.parametrize(("form", "symbols"), [("high-form", 0), ("duel", 2), ("melee-4", 3)])
def test_pictures_show_the_side_of_the_board(form: str, symbols: int) -> None:
    drawn = board_picture(FORMS[form], [], "AB", {})
    assert drawn.count('class="start"') == symbols
    # The frame of a central square is gold.
    assert ("#73500a" in drawn) == (form == "high-form")
    if form == "melee-4":
        assert "translate(240 60)" in drawn  # on the border of f8 and g8


def test_a_terminal_without_unicode_gets_ascii() -> None:
    for number, game in enumerate(decisions("high-form", 6, 200)):
        if number % 9 == 0:
            on = screen(100, encoding="ascii")
            on.print(Page(on, game.view(game.position.actor)).draw())
            assert shown(on).isascii()
    file = io.TextIOWrapper(io.BytesIO(), encoding="latin-1")
    assert Screen(Console(file=file)).ascii


def test_no_colour_where_none_is_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    def drawn() -> str:
        on = screen(force_terminal=True, color_system="truecolor")
        on.print(*board.draw(on, new().position))
        return shown(on)

    assert "38;2" in drawn()
    monkeypatch.setenv("NO_COLOR", "1")
    assert "38;2" not in drawn()


def test_the_hand_says_where_a_being_fits_or_what_it_lacks() -> None:
    on = screen()
    for game in decisions("duel", 9, 200):
        v = game.view(game.position.actor)
        if v.asking != Asking.ACTION:
            continue
        summons = {c.value for c in v.choices() if c.kind == Kind.SUMMON}
        for number in v.beings[v.viewer] + v.legends[v.viewer]:
            told = hand.state(on, v, BEINGS[number]).plain
            assert told.startswith("fits on") == (number in summons)
            if number not in summons and "missing: " in told:
                near = hand.nearest(v, BEINGS[number])[0]
                assert told.startswith(f"{near.missing.bit_count()} piece")


IMPROVISED = """
form: melee-3
hand A: swordmaster
board:
9        .. .. .. .. ..
8     .. .. .. .. .. .. ..
7  .. .. .. .. .. .. .. .. ..
6  .. .. .. B1 .. .. .. .. ..
5  .. .. .. .. .. .. .. .. ..
4  .. .. .. A1 .. .. .. .. ..
3  .. .. .. .. .. .. .. .. ..
2     .. .. A1 .. .. .. ..
1        .. .. .. .. ..
"""


@pytest.mark.rule("14.5")
def test_an_improvised_summoning_says_which_colour_it_costs() -> None:
    """Before it is chosen, at the square, and afterwards beside whoever did it."""
    game = new("melee-3")
    game.position = parse_scenario(IMPROVISED).start

    def page() -> str:
        on = screen()
        on.print(Page(on, game.view(game.position.actor), [], 0, None).draw())
        return shown(on)

    assert "on d5 (improvising with B), d3" in page()
    assert "has improvised" not in page()
    game.play("summon swordmaster")
    assert "uses up your improvisation with B" in page()
    game.play("d5")
    assert page().count("has improvised with B") == 1


def test_what_is_near_can_be_placed() -> None:
    game = new()
    game.play("place e5")
    v = game.view(0)
    sword = next(b for b in BEINGS.values() if b.id == "swordmaster")
    assert (
        hand.state(screen(), v, sword).plain == "1 piece missing: e7 for e6; c5 for d5; g5 for f5"
    )
    titan = next(b for b in BEINGS.values() if b.id == "titan")
    assert "◆" in hand.state(screen(), v, titan).plain


# --- the catalogue ------------------------------------------------------------------------------


def inside(value: object, found: Callable[[Choose], None]) -> None:
    """All alternatives in an effect, however deep."""
    if isinstance(value, Choose):
        found(value)
    if isinstance(value, tuple):
        for part in value:
            inside(part, found)
    elif isinstance(value, Effect) and is_dataclass(value):
        for field in fields(value):
            inside(getattr(value, field.name), found)


def test_every_option_of_every_card_is_explained() -> None:
    effects = {b.id: b.effects for b in BEINGS.values() if b.deck not in MAKING} | {
        f.id: f.upper + f.lower for f in FLARES.values()
    }
    explained = 0
    for card, effect in effects.items():
        alternatives: list[Choose] = []
        inside(effect, alternatives.append)
        assert len(alternatives) <= 1, f"the options of {card} need texts that tell them apart"
        for choose in alternatives:
            for number in range(1, len(choose.options) + 1):
                assert catalogue.has(f"option.{card}.{number}")
                explained += 1
    assert explained > 10
