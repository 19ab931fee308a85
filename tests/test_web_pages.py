"""Every page: how much is loaded, light and dark, names for all buttons, a focus one can see."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browsing import Screen, Visitors
from tests.matches import Match, summoning
from tests.serving import Running

pytest_plugins = ("tests.chromium",)

FIRST_LOAD = 300_000  # bytes over the line, headers and all

# Everything that can be focused and has no name for those who hear the page.
NAMELESS = """() => {
  const named = (node) =>
    node.getAttribute('aria-label')?.trim() ||
    node.textContent.trim() ||
    [...(node.labels ?? [])].some((label) => label.textContent.trim()) ||
    node.getAttribute('title')?.trim();
  return [...document.querySelectorAll('a, button, input, select, textarea, [tabindex]')]
    .filter((node) => node.checkVisibility() && !named(node))
    .map((node) => node.outerHTML.slice(0, 200));
}"""
# How the element with the focus differs from what it looks like without.
OUTLINE = """() => {
  const node = document.activeElement;
  if (node === document.body) return null; // past the last one
  const style = getComputedStyle(node);
  const ring = style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 1;
  const cursor = node.dataset.square && document.querySelector('rect.cur');
  return [node.outerHTML.slice(0, 120), !!(ring || cursor || style.boxShadow !== 'none')];
}"""
# The page is dark where its writing is light.
WRITING = """() => {
  const [r, g, b] = getComputedStyle(document.body).color.match(/[\\d.]+/g).map(Number);
  return (0.2126 * r + 0.7152 * g + 0.0722 * b) / 255;
}"""


def test_the_first_load_is_small(visitors: Visitors) -> None:
    screen = visitors.new("about:blank")
    line = screen.page.context.new_cdp_session(screen.page)
    line.send("Network.enable")
    sizes: list[float] = []
    line.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    screen.page.goto("/")
    expect(screen.at("quick-bot").locator("option")).not_to_have_count(1)
    screen.page.evaluate("() => document.fonts.ready.then(() => 0)")
    start = sum(sizes)
    assert 20_000 < start < FIRST_LOAD
    screen.button("Play now").click()
    screen.asks("action")
    screen.page.evaluate("() => document.fonts.ready.then(() => 0)")
    # The table as well: whoever comes by a link gets both at once.
    assert start < sum(sizes) < FIRST_LOAD


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_page_follows_the_system_and_the_choice(visitors: Visitors, theme: Any) -> None:
    screen = visitors.new("/", theme=theme)
    expect(screen.button("Play now")).to_be_visible()

    def dark() -> bool:
        return bool(screen.page.evaluate(WRITING) > 0.5)

    assert dark() == (theme == "dark")
    # The button goes from "as the system" to light, then to dark, and the choice is kept.
    for chosen in ("light", "dark"):
        screen.at("theme").click()
        assert dark() == (chosen == "dark")
        screen.page.reload()
        expect(screen.button("Play now")).to_be_visible()
        assert dark() == (chosen == "dark")
    screen.at("theme").click()
    assert dark() == (theme == "dark")


def pages(visitors: Visitors, site: Running) -> list[Screen]:
    with Match(site, "first-game", seed=4) as match:
        seat, _ = match.reach(summoning(fits=2))
        table = visitors.at(match.table, match.player(seat))
    table.asks("action")
    start, new = visitors.new("/"), visitors.new("/new")
    expect(start.at("quick-bot").locator("option")).not_to_have_count(1)
    expect(new.at("seat")).to_have_count(2)
    return [start, new, table]


def test_everything_has_a_name_and_shows_its_focus(visitors: Visitors, site: Running) -> None:
    for screen in pages(visitors, site):
        assert screen.page.evaluate(NAMELESS) == []
        assert screen.page.evaluate("document.documentElement.lang") == "en"
        assert screen.page.title()
        seen = set()
        for _ in range(25):
            screen.page.keyboard.press("Tab")
            if (focused := screen.page.evaluate(OUTLINE)) is None:
                continue
            node, visible = focused
            assert visible, node
            seen.add(node)
        assert len(seen) > 5
    # At the table the title calls the player whose turn it is.
    assert "turn" in screen.page.title().lower()


def test_the_windows_of_a_table_have_names(visitors: Visitors, site: Running) -> None:
    screen = pages(visitors, site)[-1]
    screen.at("chat-tab").click()
    screen.at("menu").click()
    assert screen.page.evaluate(NAMELESS) == []
    screen.at("resign").click()
    expect(screen.page.get_by_role("dialog", name="Resign")).to_be_visible()
    assert screen.page.evaluate(NAMELESS) == []
    screen.page.keyboard.press("Escape")
    expect(screen.at("resign-dialog")).to_have_count(0)
    screen.at("help-button").click()
    expect(screen.page.get_by_role("dialog", name="Help")).to_be_visible()
    assert screen.page.evaluate(NAMELESS) == []
