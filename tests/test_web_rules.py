"""The rules as pages: found by number, by word and from what they explain."""

from __future__ import annotations

import re
from typing import Literal

import pytest
from playwright.sync_api import expect

from tests.accessibility import violations
from tests.browsing import LAPTOP, PHONE, Screen, Visitors
from tests.matches import Match, acting
from tests.serving import Running

pytest_plugins = ("tests.chromium",)


def clause(screen: Screen, number: str) -> None:
    """The page shows a clause, in sight and with the focus on its number."""
    here = screen.page.locator(".rule.here")
    expect(here).to_have_attribute("id", f"rule-{number}")
    expect(here).to_be_in_viewport()
    expect(here.locator(".no")).to_be_focused()


def test_a_clause_has_an_address_and_leads_to_others(visitors: Visitors) -> None:
    screen = visitors.new("/rules/7.9")
    clause(screen, "7.9")
    # The example was played: its last board has the being on it.
    example = screen.page.locator("[id='rule-7.9']").get_by_test_id("example")
    expect(example.locator("figure")).to_have_count(2)
    expect(example.locator("figcaption").last).to_contain_text("You summon Assassin on e5")
    # It can be played on the board of its card, and the engine answers.
    screen.page.locator("[id='rule-7.9']").get_by_test_id("try-example").click()
    expect(screen.page.get_by_role("heading", level=1)).to_have_text("Assassin")
    expect(screen.at("try").locator("[data-piece]")).to_have_count(7)
    screen.page.go_back()
    screen.page.locator(".toc").get_by_role("link", name=re.compile("^5 ?The turn")).click()
    expect(screen.page.get_by_role("heading", level=1)).to_have_text("5 The turn")
    screen.page.locator(".told").get_by_role("link", name="6.1", exact=True).first.click()
    clause(screen, "6.1")
    screen.page.goto("/rules/7.99")
    expect(screen.page.get_by_role("alert")).to_contain_text("7.99")


def test_search_finds_rules_rulings_and_cards_together(visitors: Visitors) -> None:
    screen = visitors.new("/rules")
    expect(screen.page.get_by_role("heading", level=1)).to_have_text("1 The arena")
    screen.page.keyboard.press("/")
    screen.page.keyboard.type("fire dragon")
    expect(screen.at("found-card").first).to_have_text("Fire Dragon")
    found = screen.page.locator(".found li")
    expect(found.filter(has_text="19.10").locator(".kind")).to_have_text("Ruling")
    screen.at("rules-search").fill("borrowed piece")
    expect(found.filter(has_text="10.16").last.locator(".kind")).to_have_text("Rule")
    screen.at("rules-search").fill("10.2")
    expect(screen.at("found-rule")).to_have_count(1)
    screen.at("found-rule").click()
    clause(screen, "10.2")
    screen.at("rules-search").fill("nosuchword")
    expect(screen.page.get_by_text("No results")).to_be_visible()


def test_a_refusal_leads_to_its_clause_and_the_table_waits(
    visitors: Visitors, site: Running
) -> None:
    with Match(site, "duel", seed=3) as match:
        seat, scene = match.reach(acting)
        screen = visitors.at(match.table, match.player(seat))
        screen.square(scene["board"][0]["square"]).click()
        # What is asked, and the card that is looked at, have their clauses, too.
        expect(screen.prompt.get_by_test_id("rule-link").first).to_have_text("Rule 5.3")
        expect(screen.at("detail").get_by_test_id("rule-link")).to_be_visible()
        link = screen.at("reason").get_by_test_id("rule-link")
        expect(link).to_have_text("Rule 6.1")
        link.click()
        clause(screen, "6.1")
        expect(screen.at("table")).to_be_hidden()
        screen.at("book-back").click()
        expect(screen.at("table")).to_be_visible()
        screen.at("menu").click()
        screen.at("menu-book").click()
        # Every card that fits on the board, and no other.
        screen.at("fits").click()
        pieces = match.asked()[1]["board"]
        mine = scene["seats"][seat]["colour"]
        board = " ".join(
            f"{'A' if p['colour'] == mine else 'B'}{p['rank']}{p['square']}" for p in pieces
        )
        fitting = site.http.post("/api/fitting", json={"pieces": board}).json()["cards"]
        expect(screen.at("tile")).to_have_count(len(fitting))


def test_the_rules_are_read_in_the_language_of_the_reader(visitors: Visitors) -> None:
    screen = visitors.new("/rules/7.9?lang=pl")
    clause(screen, "7.9")
    expect(screen.page.get_by_role("heading", level=1)).to_contain_text("7 Przywoływanie")


@pytest.mark.parametrize(("size", "theme"), [(LAPTOP, "light"), (LAPTOP, "dark"), (PHONE, "light")])
def test_nothing_is_out_of_reach(
    visitors: Visitors, size: tuple[int, int], theme: Literal["light", "dark"]
) -> None:
    screen = visitors.new("/rules/7.9", size=size, theme=theme)
    clause(screen, "7.9")
    assert violations(screen.page) == []
    assert screen.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    if size == PHONE:
        screen.page.locator("select.toc-small").select_option("12")
        expect(screen.page.get_by_role("heading", level=1)).to_have_text("12 High Form")
        assert violations(screen.page) == []
        assert screen.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
