"""A review in the browser: begun by a button, missed turns found, better ones on the board."""

from __future__ import annotations

import re
from functools import cache

import pytest
from playwright.sync_api import expect

from tashkalar import Game, parse_record
from tashkalar.bots.contests.match import Pairing, play
from tashkalar.bots.reviewing.review import Severity, TurnReview, review
from tests.accessibility import violations
from tests.browsing import LAPTOP, PHONE, Visitors
from tests.finished import stored
from tests.serving import Running

pytest_plugins = ("tests.chromium",)


@cache
def game() -> tuple[Game, list[TurnReview]]:
    """A game in which a novice misses something, and what the review must say of it."""
    pairing = Pairing("high-form", ("greedy", "novice"), ("highland", "sylvan"), 3, "3000n")
    found = Game.replay(parse_record(play(pairing).record))
    return found, list(review(found))


def test_a_review_is_begun_and_better_turns_are_drawn(visitors: Visitors, site: Running) -> None:
    played, reviewed = game()
    missed = [turn for turn in reviewed if turn.severity == Severity.MISSED]
    ann = site.guest("Ann")
    table = stored(site, played, "greedy", ann)
    screen = visitors.new(f"/replay/{table}", ann)
    screen.at("replay-tab-review").click()
    screen.at("review-begin").click()
    own = [turn for turn in missed if turn.seat == 1]
    rows = screen.at("review-missed").locator("button")
    expect(rows).to_have_count(len(own))
    assert violations(screen.page) == []
    rows.first.click()
    first = own[0]
    steps = screen.at("better-steps").locator("li")
    expect(steps.first).to_be_visible()
    expect(screen.page.locator(".could-have").first).to_be_visible()
    # One action at a time, then the turn as it was played.
    steps.first.locator("button").click()
    expect(screen.page.locator(".could-have")).to_have_count(1)
    screen.at("as-played").click()
    expect(screen.page.locator(".could-have")).to_have_count(0)
    screen.page.keyboard.press("b")
    expect(screen.page.locator(".could-have").first).to_be_visible()
    assert violations(screen.page) == []
    # The next missed turn by key; the review is kept, so a second visitor finds it.
    screen.page.keyboard.press("Home")
    screen.page.keyboard.press("n")
    expect(screen.at("replay-where")).to_contain_text(f"Turn {missed[0].turn},")
    other = visitors.new(f"/replay/{table}?turn={first.turn}", site.guest("Eve"))
    other.at("replay-tab-review").click()
    expect(other.at("review-missed").locator("button")).to_have_count(len(missed))
    expect(other.at("review-chance")).to_contain_text(re.compile(r"\d+ %"))
    visitors.leave()


@pytest.mark.parametrize(("size", "code"), [(PHONE, "pl"), (LAPTOP, "cs")])
def test_a_record_is_reviewed_on_every_screen(
    visitors: Visitors, size: tuple[int, int], code: str
) -> None:
    played, _ = game()
    screen = visitors.new(f"/replay?lang={code}", size=size)
    screen.at("replay-file").set_input_files(
        {"name": "game.txt", "mimeType": "text/plain", "buffer": played.record().text().encode()}
    )
    screen.at("replay-tab-review").click()
    screen.at("review-begin").click()
    expect(screen.at("review-missed").locator("button").first).to_be_visible()
    expect(screen.at("review-progress")).to_have_count(0)
    screen.at("review-missed").locator("button").first.click()
    expect(screen.page.locator(".could-have").first).to_be_visible()
    assert violations(screen.page) == []
    visitors.leave()
