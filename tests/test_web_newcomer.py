"""Somebody who has never been here plays a whole game, by clicking what the page offers."""

from __future__ import annotations

import random
from typing import Any

from playwright.sync_api import expect

from tests.browsing import Screen, Visitors

pytest_plugins = ("tests.chromium",)

MOST = 600  # clicks that are enough for any game

# What a person sees at a glance as soon as there is something new to answer.
GLANCE = """([seq, answered]) => {
  const all = (selector, name) =>
    [...document.querySelectorAll(selector)].map((node) => node.dataset[name]);
  const table = document.querySelector('[data-testid=table]');
  const prompt = document.querySelector('[data-testid=prompt]');
  if (!prompt || +table.dataset.seq === seq || answered.includes(prompt.dataset.asking)) return;
  const { kind, asking } = prompt.dataset;
  if (kind === 'wait') return;
  return {
    kind,
    asking,
    seq: +table.dataset.seq,
    glowing: all('[data-testid=card].can', 'card'),
    nearly: all('[data-testid=card].near', 'card'),
    open: all('[data-square][data-open=true]', 'square'),
    answers: all('[data-testid=answer]', 'choice'),
    passes: all('[data-testid=prompt-pass]', 'testid').length > 0,
  };
}"""
Glance = dict[str, Any]


class Newcomer:
    """Clicks on whatever glows or is marked, and knows no rule."""

    def __init__(self, screen: Screen, seed: int) -> None:
        self.screen, self.rng = screen, random.Random(seed)
        self.seq = -1
        self.answered: list[str] = []  # questions that a click has answered in advance
        self.summoned = 0

    def play(self) -> None:
        """Until the game is over."""
        for _ in range(MOST):
            seen = self.look()
            if seen["kind"] == "over":
                return
            self.answered = []
            self.choose(seen)
        raise AssertionError("the game does not end")

    def look(self) -> Glance:
        wanted = [self.seq, self.answered]
        seen: Glance = self.screen.page.wait_for_function(GLANCE, arg=wanted).json_value()
        self.seq = seen["seq"]
        return seen

    def choose(self, seen: Glance) -> None:
        if seen["asking"] == "action" and seen["glowing"]:
            self.use(self.rng.choice(seen["glowing"]))
        elif seen["asking"] == "action" and seen["nearly"]:
            self.complete(self.rng.choice(seen["nearly"]), seen["open"])
        elif seen["answers"]:
            self.click(f"[data-testid=answer][data-choice='{self.rng.choice(seen['answers'])}']")
        elif seen["asking"] == "end":
            self.screen.at("end-turn").click()
        elif seen["passes"] and (not seen["open"] or self.rng.random() < 0.2):
            self.screen.at("prompt-pass").click()
        elif seen["asking"] == "way":
            self.screen.at("prompt-confirm").click()
        else:
            self.screen.square(self.rng.choice(seen["open"])).click()

    def use(self, card: str) -> None:
        """A card that glows: it shows where it can go, or it is a flare."""
        self.screen.card(card).click()
        if self.screen.at("invoke").is_visible():
            self.screen.at("invoke").click()
            self.answered = ["rival"]
            return
        confirm = self.screen.at("prompt-confirm")
        if not confirm.is_visible():
            self.screen.square(self.rng.choice(self.screen.open_squares())).click()
        if confirm.is_visible():
            confirm.click()
        self.answered = ["summoning_square", "way"]
        self.summoned += 1

    def complete(self, card: str, free: list[str]) -> None:
        """A card that lacks one piece: the page offers to place it, where it can be placed."""
        self.screen.card(card).click()
        place = self.screen.at("prompt-place")
        if place.is_visible():
            place.click()
        else:
            self.screen.at("prompt-cancel").click()
            self.screen.square(self.rng.choice(free)).click()

    def click(self, selector: str) -> None:
        self.screen.page.locator(selector).click()


def test_a_newcomer_plays_a_game_from_the_start_page_to_the_result(visitors: Visitors) -> None:
    screen = visitors.new("/", seed=2)
    screen.button("Play now").click()
    expect(screen.prompt).to_be_visible()
    newcomer = Newcomer(screen, seed=2)
    newcomer.play()
    assert newcomer.summoned > 2
    result = screen.at("result")
    expect(result).to_be_visible()
    expect(result.locator("[data-seat]")).to_have_count(2)
    places = result.locator("[data-seat]").all_inner_texts()
    assert "1." in places[0]
    assert any("Guest" in place for place in places)
    # The window leads to the game in numbers, and from there to its replay.
    screen.at("result-numbers").click()
    expect(screen.at("counts").locator("[data-row=summoned] td")).to_have_count(2)
    shown = screen.at("fall-map").get_attribute("data-shown")
    screen.at("map-stood").click()
    expect(screen.at("fall-map")).not_to_have_attribute("data-shown", shown or "?")
    screen.at("numbers-replay").click()
    expect(screen.at("replay")).to_be_visible()


def test_a_rematch_begins_at_once(visitors: Visitors) -> None:
    screen = visitors.new("/")
    screen.at("quick-form").select_option("duel")
    screen.button("Play now").click()
    expect(screen.prompt).to_be_visible()
    first = screen.page.url
    screen.at("menu").click()
    screen.at("resign").click()
    screen.at("resign-yes").click()
    result = screen.at("result")
    expect(result).to_contain_text("Novice")
    # Who resigned is said once; nothing is left to do at the table, and there is a review.
    expect(result.get_by_text("resigned")).to_have_count(1)
    expect(screen.at("actions")).to_have_count(0)
    expect(screen.at("end-turn")).to_have_count(0)
    expect(screen.at("card").locator(".words").first).to_have_text("")
    review = screen.at("result-review").get_attribute("href")
    screen.at("rematch").click()
    expect(screen.page).not_to_have_url(first)
    expect(screen.at("table")).to_be_visible()
    expect(screen.at("result")).to_have_count(0)
    screen.page.goto("/")
    expect(screen.at("my-games").get_by_role("link")).to_have_count(2)
    expect(screen.at("my-games")).to_contain_text("Your turn")
    expect(screen.at("my-games")).to_contain_text("Finished")
    screen.page.goto(review or "")
    expect(screen.at("review-begin")).to_be_visible()
