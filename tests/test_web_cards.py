"""The gallery, the page of a card, and the board to try it on."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import expect

from tashkalar import parse_scenario
from tashkalar.cards import CARDS
from tests.accessibility import violations
from tests.browsing import LAPTOP, PHONE, Visitors

pytest_plugins = ("tests.chromium",)


def test_the_gallery_is_narrowed_and_the_address_keeps_it(visitors: Visitors) -> None:
    screen = visitors.new("/cards")
    tiles = screen.at("tile")
    expect(tiles).to_have_count(len(CARDS))
    screen.at("verb-destroy").click()
    screen.at("rank-1").click()
    expect(screen.at("pill")).to_have_count(2)
    common = tiles.count()
    assert 0 < common < len(CARDS)
    expect(screen.at("count")).to_have_text(f"{common} of {len(CARDS)} cards")
    screen.at("deck-sylvan").click()
    screen.page.reload()
    expect(screen.at("pill")).to_have_count(3)
    screen.at("pill").filter(has_text="Sylvan").click()
    expect(tiles).to_have_count(common)
    # By keys: clear, search, walk, open.
    screen.page.locator("h1").click()
    screen.page.keyboard.press("x")
    expect(tiles).to_have_count(len(CARDS))
    screen.page.keyboard.press("/")
    screen.page.keyboard.type("knight")
    expect(tiles.first).to_have_attribute("data-card", "knight")
    tiles.first.focus()
    if tiles.count() > 1:
        screen.page.keyboard.press("ArrowRight")
        expect(tiles.nth(1)).to_be_focused()
        screen.page.keyboard.press("ArrowLeft")
    screen.page.keyboard.press("Enter")
    expect(screen.page.get_by_role("heading", level=1)).to_have_text("Knight")


def test_a_shape_finds_the_cards_that_contain_it(visitors: Visitors) -> None:
    screen = visitors.new("/cards?shape=0,0+1,0+2,0+0,1")
    expect(screen.page.locator("[data-card=knight]")).to_be_visible()
    expect(screen.page.locator("[data-card=swordmaster]")).to_have_count(0)
    for x in range(5):
        screen.at(f"shape-{x}-4").click()
    expect(screen.at("none")).to_be_visible()
    screen.at("clear").click()
    expect(screen.at("tile")).to_have_count(len(CARDS))


def test_a_card_is_tried_by_the_rules(visitors: Visitors, tmp_path: Path) -> None:
    screen = visitors.new("/cards/knight")
    expect(screen.at("way")).to_have_count(8)
    expect(screen.at("steps").locator("figcaption").nth(1)).to_contain_text(
        "You summon Knight on e6"
    )
    expect(screen.at("rulings").get_by_role("link", name="Rule 7.3")).to_be_visible()
    # It begins with the example, on which the effect has something to do.
    board = screen.at("try")
    pieces = board.locator("[data-piece]")
    expect(board.locator("[data-piece][data-colour='1']").first).to_be_visible()
    # The question is above the board, and all of that is in a low window.
    screen.page.set_viewport_size({"width": 1280, "height": 720})
    expect(board.get_by_test_id("prompt")).to_be_in_viewport(ratio=1)
    expect(board.get_by_test_id("arena")).to_be_in_viewport(ratio=1)
    screen.at("try-reset").click()
    expect(pieces).to_have_count(0)
    # A way that is touched is laid down; a rival is put beside it.
    screen.at("way").nth(2).click()
    expect(pieces).to_have_count(4)
    screen.at("tool-1-2").click()
    screen.square("f4").click()
    expect(pieces).to_have_count(5)
    screen.at("tool-1-2").click()
    # Why not here? The engine says it, and the rules are a step away.
    screen.square("b2").click()
    expect(screen.at("reason").get_by_test_id("rule-link")).to_have_text("Rule 7.4")
    screen.page.locator("h1").click()
    screen.page.keyboard.press("Enter")
    expect(board.locator("[data-piece=e5][data-rank='2']")).to_have_count(1)
    screen.square("f5").click()
    expect(board.locator("[data-piece=f5][data-rank='2']")).to_have_count(1)
    # A link carries the position, what was played on it, and no language.
    screen.at("try-copy").click()
    expect(screen.page).to_have_url(re.compile(r"played=summon\+knight-e5\.f5$"))
    link = screen.page.url.partition(visitors.site.address)[2]
    shared = visitors.new(f"{link}&lang=cs")
    expect(shared.at("try").locator("[data-piece=f5][data-rank='2']")).to_have_count(1)
    shared.at("try-undo").click()
    expect(shared.at("try").locator("[data-piece=e5][data-rank='2']")).to_have_count(1)
    screen.at("try-undo").click()
    screen.page.keyboard.press("u")
    expect(board.locator("[data-piece][data-rank='2']")).to_have_count(1)
    with screen.page.expect_download() as kept:
        screen.at("try-save").click()
    kept.value.save_as(tmp_path / "knight.scn")
    assert parse_scenario((tmp_path / "knight.scn").read_text()).about == ("knight",)
    screen.at("try-copy").click()
    shared = visitors.new(screen.page.url.partition(visitors.site.address)[2])
    expect(shared.at("try").locator("[data-piece]")).to_have_count(5)
    expect(shared.at("try").locator("[data-piece=f4][data-colour='1']")).to_have_count(1)


def test_a_link_that_cannot_be_played_shows_its_board_and_says_why(visitors: Visitors) -> None:
    screen = visitors.new("/cards/swordmaster?board=A1e6.A1e4&played=summon+swordmaster-b2")
    expect(screen.at("try").locator("[data-piece]")).to_have_count(2)
    expect(screen.at("reason")).to_contain_text("b2")
    # The browser notes the refusal, too.
    visitors.watch.wrong = [wrong for wrong in visitors.watch.wrong if "400" not in wrong]


def test_cards_without_a_pattern_and_addresses_without_a_card(visitors: Visitors) -> None:
    screen = visitors.new("/cards/flare_01")
    expect(screen.at("steps")).to_be_visible()
    expect(screen.at("try")).to_have_count(0)
    screen.page.keyboard.press("ArrowRight")
    expect(screen.page).to_have_url(f"http://{visitors.site.address}/cards/flare_02")


@pytest.mark.parametrize(("size", "theme"), [(LAPTOP, "light"), (LAPTOP, "dark"), (PHONE, "light")])
def test_nothing_is_out_of_reach(
    visitors: Visitors, size: tuple[int, int], theme: Literal["light", "dark"]
) -> None:
    screen = visitors.new("/cards?verbs=destroy", size=size, theme=theme)
    expect(screen.at("tile").first).to_be_visible()
    if size == PHONE:
        expect(screen.at("filters")).to_be_hidden()
        screen.at("filters-button").tap()
        expect(screen.at("filters")).to_be_visible()
    assert violations(screen.page) == []
    assert screen.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    screen.page.goto("/cards/knight")
    expect(screen.at("try").locator("[data-piece]").first).to_be_visible()
    expect(screen.at("steps")).to_be_visible()
    assert violations(screen.page) == []
    assert screen.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
