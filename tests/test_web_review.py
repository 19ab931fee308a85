"""A review in the browser: begun by a button, missed turns found, better ones on the board."""

from __future__ import annotations

import re
from functools import cache

import pytest
from playwright.sync_api import Route, expect

from tashkalar import Game, parse_record
from tashkalar.bots.contests.match import Pairing, play
from tashkalar.bots.reviewing.review import Severity, TurnReview, review
from tashkalar.bots.reviewing.turning import turning_points
from tashkalar.catalogue import name, text
from tashkalar.scenario import parse_scenario
from tests.accessibility import violations
from tests.browsing import LAPTOP, PHONE, Visitors
from tests.finished import stored
from tests.serving import Running
from tests.test_reviewing import TACTICS, idled

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
    # Turning points are named, and lead there.
    points = turning_points(reviewed, played.position.colour_of)
    assert points
    named = screen.at("review-turning").locator("button")
    expect(named).to_have_count(len(points))
    expect(named.first).to_contain_text(f"to {round(100 * points[0].after)}%")
    named.last.click()
    expect(screen.at("replay-where")).to_contain_text(f"Turn {points[-1].turn},")
    # The next turn worth looking at by key; the review is kept, so a second visitor finds it.
    worth = sorted({turn.turn for turn in missed} | {point.turn for point in points})
    screen.page.keyboard.press("Home")
    screen.page.keyboard.press("n")
    expect(screen.at("replay-where")).to_contain_text(f"Turn {worth[0]},")
    # The game in numbers: what was missed can be practiced, and a turn that decided is led to.
    screen.at("to-numbers").click()
    costliest = max(own, key=lambda turn: turn.loss)
    expect(screen.at("deciding-turn").first).to_have_attribute("data-turn", str(costliest.turn))
    cards = {card for turn in own for card in turn.better[0].missed}
    links = screen.at("practice").locator("a")
    expect(links).to_have_count(min(6, len(cards)))
    assert {(link.get_attribute("href") or "").split("/")[-1] for link in links.all()} <= cards
    expect(screen.page.locator("[data-row=opportunities] td").nth(1)).to_have_text(str(len(own)))
    assert violations(screen.page) == []
    screen.at("deciding-turn").first.click()
    expect(screen.at("replay-where")).to_contain_text(f"Turn {costliest.turn},")
    screen.page.goto("/games")
    expect(screen.at("game-review")).to_contain_text(f"{len(own)} opportunities missed")
    other = visitors.new(f"/replay/{table}?turn={first.turn}", site.guest("Eve"))
    other.at("replay-tab-review").click()
    expect(other.at("review-missed").locator("button")).to_have_count(len(missed))
    expect(other.at("review-chance")).to_contain_text(re.compile(r"\d+%"))
    visitors.leave()


def shallow(route: Route) -> None:
    answer = route.fetch()
    route.fulfill(response=answer, json={**answer.json(), "deep": False})


@pytest.mark.parametrize(("size", "code"), [(PHONE, "pl"), (LAPTOP, "cs")])
def test_a_record_is_reviewed_on_every_screen(
    visitors: Visitors, size: tuple[int, int], code: str
) -> None:
    played, _ = game()
    screen = visitors.new(f"/replay?lang={code}", size=size)
    # As from a server without the compiled core, which says so.
    screen.page.route(re.compile(r"/api/review(\?|$)"), shallow)
    screen.at("replay-file").set_input_files(
        {"name": "game.txt", "mimeType": "text/plain", "buffer": played.record().text().encode()}
    )
    screen.at("replay-tab-review").click()
    screen.at("review-begin").click()
    expect(screen.at("review-missed").locator("button").first).to_be_visible()
    expect(screen.at("review-progress")).to_have_count(0)
    expect(screen.at("review")).to_contain_text(text("web.review.shallow", code))
    screen.at("review-missed").locator("button").first.click()
    expect(screen.page.locator(".could-have").first).to_be_visible()
    assert violations(screen.page) == []
    visitors.leave()


@pytest.mark.parametrize(
    ("tactic", "missed"),
    [
        ("duel_591_11", ["knight"]),
        ("high-form_219_11", ["swordmaster", "bomb", "isolation"]),
        ("high-form_325_17", ["flare_03", "devastation"]),
    ],
    ids=["summoning", "task", "flare"],
)
def test_what_was_planted_is_named_first(
    visitors: Visitors, site: Running, tactic: str, missed: list[str]
) -> None:
    planted = idled(Game.at(parse_scenario((TACTICS / f"{tactic}.scn").read_text()).start))
    ann = site.guest("Ann")
    screen = visitors.new(f"/replay/{stored(site, planted, ann, 'novice')}", ann)
    screen.at("replay-tab-review").click()
    screen.at("review-begin").click()
    row = screen.at("review-missed").locator("button")
    expect(row).to_have_count(1)
    for card in missed:
        expect(row).to_contain_text(name(card))
    row.click()
    expect(screen.at("better-steps").locator("li").first).to_be_visible()
