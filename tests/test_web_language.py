"""The pages in the pseudo-language: whatever can be read on them comes from the catalogues."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect

from tashkalar.catalogue import PSEUDO
from tests import matches
from tests.brackets import outside
from tests.browsing import Screen, Visitors
from tests.matches import Match, summoning
from tests.serving import Running
from tests.test_web_newcomer import Glance, Newcomer

pytest_plugins = ("tests.chromium",)

# All that is read or heard, line by line; a sentence with terms in it is one line. Keys on the
# keyboard are called what is printed on them.
READ = """() => {
  const found = [document.title];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT);
  for (let node = walker.currentNode; node; node = walker.nextNode()) {
    if (!node.checkVisibility() || node.closest('kbd, input, textarea')) continue;
    for (const name of ['aria-label', 'aria-description', 'title', 'placeholder', 'alt'])
      if (node.hasAttribute(name)) found.push(node.getAttribute(name));
    if (node.querySelector(':scope > .term')) {
      const said = [...node.childNodes].filter(
        (child) => child.nodeType === Node.TEXT_NODE || child.matches?.('.term'),
      );
      found.push(said.map((child) => child.textContent).join(''));
    } else if (!node.matches('.term')) for (const child of node.childNodes)
      if (child.nodeType === Node.TEXT_NODE) found.push(child.data);
  }
  return found.join('\\n');
}"""
NAMES = ("Tash-Kalar", "Guest", *matches.NAMES)


def unbracketed(screen: Screen, *allowed: str) -> list[str]:
    return outside(screen.page.evaluate(READ), *allowed)


class Reader(Newcomer):
    """Plays like a newcomer, and reads everything on the way."""

    def __init__(self, screen: Screen, seed: int) -> None:
        super().__init__(screen, seed)
        self.strange: list[str] = []

    def look(self) -> Glance:
        seen = super().look()
        self.read(seen)
        return seen

    def click(self, selector: str) -> None:
        self.read({})
        super().click(selector)

    def read(self, _: dict[str, Any]) -> None:
        self.strange += unbracketed(self.screen, *NAMES)


def test_a_game_says_nothing_of_its_own(visitors: Visitors) -> None:
    screen = visitors.new(f"/?lang={PSEUDO}", seed=2)
    expect(screen.at("quick-bot").locator("option")).not_to_have_count(1)
    assert unbracketed(screen, *NAMES) == []
    screen.at("quick-form").select_option("duel")
    screen.at("play-now").click()
    reader = Reader(screen, seed=2)
    reader.play()
    assert reader.strange == []
    expect(screen.at("result")).to_be_visible()
    assert unbracketed(screen, *NAMES) == []
    # The language stays chosen, until another one is asked for.
    screen.page.goto("/new")
    expect(screen.at("seat")).to_have_count(2)
    assert screen.page.evaluate("document.documentElement.lang") == PSEUDO
    assert unbracketed(screen, *NAMES) == []
    screen.page.goto("/nowhere/at/all")
    expect(screen.at("trouble")).to_be_visible()
    assert unbracketed(screen, *NAMES) == []
    screen.page.goto("/?lang=en")
    expect(screen.button("Play now")).to_be_visible()


def test_windows_say_nothing_of_their_own(visitors: Visitors, site: Running) -> None:
    for form in ("high-form", "melee-3", "team-duel"):
        with Match(site, form, seed=4) as match:
            seat, _ = match.reach(summoning(fits=2))
            table = match.table
            screen = visitors.at(table, match.player(seat))
        screen.asks("action")
        screen.page.goto(f"{screen.page.url}?lang={PSEUDO}")
        screen.asks("action")
        assert unbracketed(screen, *NAMES) == []
        for window in ("help-button", "menu"):
            screen.at(window).click()
            assert unbracketed(screen, *NAMES) == []
            screen.page.keyboard.press("Escape")
        for item in ("⟦Card tracker⟧", "⟦Resign⟧"):
            if form == "melee-3" and "Resign" in item:
                continue  # nobody may
            screen.at("menu").click()
            screen.page.get_by_role("navigation").get_by_text(item).click()
            expect(screen.page.get_by_role("dialog")).to_be_visible()
            assert unbracketed(screen, *NAMES) == []
            screen.page.keyboard.press("Escape")
        screen.at("chat-tab").click()
        assert unbracketed(screen, *NAMES) == []
        for card in screen.hand():
            screen.card(card).click()
            assert unbracketed(screen, *NAMES) == []
            screen.page.keyboard.press("Escape")


def test_waiting_and_joining_say_nothing_of_their_own(visitors: Visitors, site: Running) -> None:
    ann = site.guest("Ann")
    made = ann.table("me", "open", "greedy", form="melee-3", clock={"kind": "days", "days": 3})
    waiting = visitors.new(f"/t/{made['table']}?lang={PSEUDO}", ann)
    expect(waiting.at("local")).to_be_visible()
    commands = ("make", "play", "LAN", "tashkalar", "serve", "lan")
    assert unbracketed(waiting, *NAMES, *commands) == []
    joining = visitors.new(f"/t/{made['table']}?invite={made['invite']}&lang={PSEUDO}")
    expect(joining.at("joining")).to_be_visible()
    assert unbracketed(joining, *NAMES) == []
