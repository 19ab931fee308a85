"""A phone of 360 by 640 points, held in one hand and tapped."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, expect

from tests.browsing import PHONE, Screen, Visitors
from tests.matches import Match, acting, fitting, in_effect, listed, summoning
from tests.serving import Running

pytest_plugins = ("tests.chromium",)

FINGER = 44  # points: smaller things are missed by a finger

# What sticks out to the side; only the cards of the hand may be pushed there.
STICKING_OUT = """() => [...document.querySelectorAll('[data-testid], button')]
  .filter((node) => node.checkVisibility() && !node.closest('[data-testid=hand]'))
  .filter((node) => {
    const { left, right } = node.getBoundingClientRect();
    return left < -1 || right > innerWidth + 1;
  })
  .map((node) => node.outerHTML.slice(0, 120))"""


def assert_fits(screen: Screen) -> None:
    """Nothing is wider than the screen."""
    width, view = screen.page.evaluate("[document.scrollingElement.scrollWidth, innerWidth]")
    assert view == PHONE[0]
    assert width <= view
    assert screen.page.evaluate(STICKING_OUT) == []


def assert_for_fingers(*controls: Locator) -> None:
    small = []
    for control in controls:
        box = control.bounding_box()
        assert box is not None, f"{control} is not shown"
        if min(box["width"], box["height"]) < FINGER:
            small.append((control.get_attribute("data-testid"), box))
    assert small == []


def test_the_start_page_is_for_fingers(visitors: Visitors) -> None:
    screen = visitors.new("/", size=PHONE)
    expect(screen.at("quick-bot").locator("option")).not_to_have_count(1)
    assert_fits(screen)
    assert_for_fingers(
        *(screen.at(name) for name in ("name", "quick-form", "quick-bot", "play-now", "new-table"))
    )
    screen.at("new-table").tap()
    expect(screen.at("new-table-form")).to_be_visible()
    assert_fits(screen)
    screen.page.goto("/")
    screen.at("play-now").tap()
    screen.asks("action")
    assert_fits(screen)


def test_the_first_tap_shows_and_the_second_summons(visitors: Visitors, site: Running) -> None:
    with Match(site, "first-game", seed=4) as match:
        seat, scene = match.reach(summoning(fits=2))
        screen = visitors.at(match.table, match.player(seat), size=PHONE)
        card = fitting(scene, fits=2)[0]
        fit = card["fits"][0]
        screen.card(card["id"]).tap()
        assert screen.marked("summon") == {fit["square"] for fit in card["fits"]}
        screen.square(fit["square"]).tap()
        assert screen.used() == set(fit["ways"][0]["used"])
        expect(screen.at("prompt-confirm")).to_contain_text(fit["square"])
        assert_for_fingers(screen.at("prompt-confirm"))
        assert_fits(screen)
        assert screen.seq == scene["seq"]
        screen.summoned(screen.square(fit["square"]).tap)
        log = match.wire(seat)
        log.shown(screen.seq)
        events = [event for entry in log.log[-4:] for event in entry["events"]]
        assert (card["id"], fit["square"]) in [(e.get("card"), e.get("square")) for e in events]


def test_a_piece_is_placed_with_two_taps_or_with_the_button(
    visitors: Visitors, site: Running
) -> None:
    with Match(site, "duel", seed=5) as match:
        seat, _ = match.reach(acting)
        screen = visitors.at(match.table, match.player(seat), size=PHONE)
    first, second, *_ = screen.open_squares()
    before = screen.seq
    screen.square(second).tap()
    screen.square(first).tap()
    expect(screen.mark("place", first)).to_be_attached()
    expect(screen.mark("place", second)).to_have_count(0)
    assert screen.seq == before
    screen.after(screen.square(first).tap)
    expect(screen.piece(first)).to_be_attached()
    screen.square(second).tap()
    screen.after(screen.at("prompt-confirm").tap)
    expect(screen.piece(second)).to_be_attached()
    screen.asks("end")


def test_an_effect_is_asked_on_a_small_screen(visitors: Visitors, site: Running) -> None:
    with Match(site, "duel", seed=1) as match:
        seat, scene = match.reach(in_effect)
        screen = visitors.at(match.table, match.player(seat), size=PHONE)
    asking = scene["question"]["asking"]
    screen.asks(asking)
    assert_fits(screen)
    square = min(screen.marked(asking))
    screen.square(square).tap()
    assert screen.seq == scene["seq"]
    screen.after(screen.square(square).tap)


def test_the_sheet_holds_what_has_no_room(visitors: Visitors, site: Running) -> None:
    with Match(site, "first-game", seed=4) as match:
        seat, scene = match.reach(summoning(fits=2))
        screen = visitors.at(match.table, match.player(seat), size=PHONE)
    assert_fits(screen)
    assert_for_fingers(
        screen.at("open-sheet"), screen.at("undo"), screen.at("end-turn"), screen.at("card").first
    )
    # The board and the question are there without scrolling.
    for found in (screen.at("arena"), screen.prompt, screen.at("end-turn")):
        expect(found).to_be_in_viewport(ratio=1)
    screen.at("open-sheet").tap()
    sheet = screen.at("sheet")
    expect(sheet).to_be_visible()
    tabs = sheet.get_by_role("tab")
    assert_for_fingers(*tabs.all())
    sheet.get_by_role("tab", name="Tasks").tap()
    expect(sheet.get_by_test_id("task")).to_have_count(len(scene["tasks"]))
    sheet.get_by_role("tab", name="Log").tap()
    expect(sheet.get_by_test_id("log")).to_contain_text("Ann")
    assert_fits(screen)
    sheet.get_by_role("button", name="Close").last.tap()
    expect(sheet).to_have_count(0)


@pytest.mark.parametrize(("asking", "seed"), [("option", 5), ("card", 7)])
def test_long_lists_of_answers_leave_room_for_the_buttons(
    visitors: Visitors, site: Running, asking: str, seed: int
) -> None:
    with Match(site, "high-form", seed=seed) as match:
        seat, scene = match.reach(listed(asking, 4))
        screen = visitors.at(match.table, match.player(seat), size=PHONE)
    screen.asks(asking)
    assert_fits(screen)
    for found in (screen.at("arena"), screen.at("undo"), screen.at("open-sheet")):
        expect(found).to_be_in_viewport(ratio=1)
    answers = [c["text"] for c in scene["question"]["choices"] if c["kind"] == asking]
    last = screen.page.locator(f"[data-testid=answer][data-choice='{answers[-1]}']")
    assert_for_fingers(last)
    screen.after(last.tap)


@pytest.mark.parametrize("form", ["melee-4", "team-high-form"])
def test_more_players_fit_on_a_phone(visitors: Visitors, site: Running, form: str) -> None:
    with Match(site, form, seed=5) as match:
        seat, scene = match.reach(acting)
        screen = visitors.at(match.table, match.player(seat), size=PHONE)
    assert_fits(screen)
    expect(screen.at("player")).to_have_count(len(scene["colours"]))
    # All buttons at once: something was placed and taken back.
    first = screen.open_squares()[0]
    screen.square(first).tap()
    screen.after(screen.square(first).tap)
    screen.after(screen.at("undo").tap)
    expect(screen.at("redo")).to_be_in_viewport(ratio=1)
    assert_fits(screen)
    for found in (screen.at("arena"), screen.prompt, screen.at("end-turn")):
        expect(found).to_be_in_viewport(ratio=1)
