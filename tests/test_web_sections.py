"""The parts of the site: words in the bar, tabs at the foot of a phone, keys; and the language."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tashkalar.catalogue import name, text
from tests.accessibility import violations
from tests.browsing import PHONE, Screen, Visitors
from tests.matches import Match
from tests.serving import Running

pytest_plugins = ("tests.chromium",)

KEYS = {"play": "p", "learn": "l", "puzzles": "z", "cards": "c", "games": "r"}


def opened(screen: Screen, section: str) -> None:
    """One section is open, and no other."""
    here = screen.page.locator(".site-nav [aria-current]")
    expect(here).to_have_count(1)
    expect(here).to_have_attribute("data-testid", f"nav-{section}")


def test_the_sections_are_reached_by_words_and_by_keys(visitors: Visitors) -> None:
    screen = visitors.new("/")
    opened(screen, "play")
    for section, key in KEYS.items():
        screen.page.keyboard.press("g")
        screen.page.keyboard.press(key)
        opened(screen, section)
    for section in KEYS:
        screen.at(f"nav-{section}").click()
        opened(screen, section)
    screen.at("to-club").click()
    expect(screen.at("club-page")).to_be_visible()
    opened(screen, "games")
    # What is typed into a field leads nowhere, and neither does a letter alone.
    screen.at("nav-cards").click()
    screen.at("cards-search").fill("")
    screen.page.keyboard.type("gl")
    expect(screen.at("cards-search")).to_have_value("gl")
    screen.page.keyboard.press("Escape")
    screen.page.keyboard.press("l")
    opened(screen, "cards")


def test_every_page_has_its_own_title_in_every_language(visitors: Visitors) -> None:
    """One after the other in one window: none keeps the title of the page before."""
    screen = visitors.new("/learn")
    titles = {
        "learn": "web.learn.title",
        "play": None,
        "cards": "web.book.cards",
        "games": "web.games.title",
        "to-club": "web.club.title",
        "settings-link": "web.settings",
    }

    def named(id: str | None, language: str = "en") -> None:
        brand = text("web.brand", language)
        expect(screen.page).to_have_title(f"{text(id, language)} · {brand}" if id else brand)

    for step, id in titles.items():
        screen.at(step if "-" in step else f"nav-{step}").click()
        named(id)
    screen.page.get_by_test_id("language").select_option("cs")
    named("web.settings", "cs")
    others = {
        "/me": "me",
        "/privacy": "privacy",
        "/new": "new",
        "/replay": "replay",
        "/tournaments": "contest",
    }
    for path, page in others.items():
        screen.page.goto(path)
        named(f"web.{page}.title", "cs")
    screen.page.goto("/cards/knight")
    expect(screen.page).to_have_title(f"{name('knight', 'cs')} · Tash-Kalar")


def test_single_keys_that_are_off_lead_nowhere(visitors: Visitors) -> None:
    screen = visitors.new("/settings")
    expect(screen.at("settings")).to_be_visible()
    expect(screen.page.locator(".site-nav [aria-current]")).to_have_count(0)
    screen.page.get_by_role("switch", name="Single-letter shortcuts").click()
    screen.page.keyboard.press("g")
    screen.page.keyboard.press("l")
    expect(screen.at("settings")).to_be_visible()


def test_a_phone_has_tabs_at_its_foot_and_nothing_lies_under_them(visitors: Visitors) -> None:
    screen = visitors.new("/", size=PHONE)
    tabs = screen.page.locator(".site-nav")
    box = tabs.bounding_box()
    assert box is not None
    assert round(box["y"] + box["height"]) == PHONE[1]
    for one in tabs.get_by_role("link").all():
        size = one.bounding_box()
        assert size is not None and size["height"] >= 44 and size["width"] >= 44
    # The last words of the page can be scrolled clear of the tabs.
    foot = screen.page.locator("footer a").last
    foot.scroll_into_view_if_needed()
    screen.page.evaluate("scrollTo(0, document.body.scrollHeight)")
    last = foot.bounding_box()
    assert last is not None and last["y"] + last["height"] <= box["y"]
    tabs.get_by_text("Cards").tap()
    opened(screen, "cards")
    assert violations(screen.page) == []


def test_a_table_has_the_place_where_one_is_instead(visitors: Visitors, site: Running) -> None:
    with Match(site, "duel", seed=3) as match:
        screen = visitors.at(match.table, match.player(0))
        expect(screen.at("table")).to_be_visible()
        expect(screen.page.locator(".site-nav")).to_have_count(0)
        expect(screen.page.locator(".where")).to_contain_text("Deathmatch Duel")
        # The table goes on beneath the rules: the bar leads back to it, not elsewhere.
        screen.at("menu").click()
        screen.at("menu-book").click()
        expect(screen.at("book-back")).to_be_visible()
        expect(screen.page.locator(".site-nav")).to_have_count(0)


@pytest.mark.parametrize("path", ["/", "/cards"])
def test_the_language_changes_where_one_is(visitors: Visitors, path: str) -> None:
    screen = visitors.new(path)
    expect(screen.at("nav-cards")).to_have_text("Cards")
    screen.at("language").select_option("pl")
    expect(screen.at("nav-cards")).to_have_text("Karty")
    expect(screen.page.locator("html")).to_have_attribute("lang", "pl")
    if path == "/cards":
        expect(screen.at("tile").first).to_contain_text("Mistrzyni miecza")
    else:
        expect(screen.at("quick-form").locator("option").first).to_have_text("Pierwsza rozgrywka")
    screen.page.reload()
    expect(screen.at("nav-cards")).to_have_text("Karty")
