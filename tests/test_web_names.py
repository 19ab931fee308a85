"""Every card name is a card, and every term explains itself: by mouse, by key and by touch."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, expect

from tashkalar.cards import CARDS, deck, deck_of
from tashkalar.catalogue import name, text
from tests.browsing import Screen, Visitors
from tests.matches import Match, acting
from tests.serving import Message, Running

pytest_plugins = ("tests.chromium",)

DESKTOP = (1440, 900)
PHONE = (390, 844)


def played_twice(scene: Message) -> bool:
    """Everybody has played a card, so every log and every pile has names."""
    return acting(scene) and all(len(seat["discards"]) > 1 for seat in scene["seats"])


def summoned(screen: Screen) -> Locator:
    """The names of cards in the log, newest first."""
    return screen.at("log").get_by_test_id("card-name")


def names(of: Locator) -> set[str]:
    found: list[str] = of.get_by_test_id("card-name").evaluate_all(
        "names => names.map((one) => one.dataset.names)"
    )
    return set(found)


def test_a_name_in_the_log_shows_its_card_by_mouse(visitors: Visitors, site: Running) -> None:
    with Match(site, "duel", seed=3) as match:
        seat, _ = match.reach(played_twice)
        screen = visitors.at(match.table, match.player(seat), size=DESKTOP)
    detail = screen.at("detail")
    before = detail.get_attribute("data-shown")
    one = summoned(screen).first
    card = one.get_attribute("data-names") or ""
    assert card != before
    expect(one).to_have_text(name(card))
    one.hover()
    expect(detail).to_have_attribute("data-shown", card)
    expect(detail).to_contain_text(name(card))
    screen.at("menu").hover()
    expect(detail).to_have_attribute("data-shown", before or "")
    # No card moves the names, or the pointer would lose them.
    where = one.bounding_box()
    for i in range(min(8, summoned(screen).count())):
        other = summoned(screen).nth(i)
        other.evaluate("(node) => node.focus({ preventScroll: true })")
        other.dispatch_event("pointerenter", {"pointerType": "mouse"})
        expect(detail).to_have_attribute("data-shown", other.get_attribute("data-names") or "")
        assert one.bounding_box() == where
    # A click keeps it; a press elsewhere looks away.
    one.click()
    screen.at("menu").hover()
    expect(detail).to_have_attribute("data-shown", card)
    screen.page.mouse.click(5, 5)
    expect(detail).to_have_attribute("data-shown", before or "")
    expect(screen.at("floating-card")).to_have_count(0)


def test_a_name_in_the_log_shows_its_card_by_key(visitors: Visitors, site: Running) -> None:
    with Match(site, "duel", seed=3) as match:
        seat, _ = match.reach(played_twice)
        screen = visitors.at(match.table, match.player(seat), size=DESKTOP)
    detail = screen.at("detail")
    before = detail.get_attribute("data-shown") or ""
    one = summoned(screen).first
    card = one.get_attribute("data-names") or ""
    shown = next(c for c in CARDS.values() if c.id == card)
    expect(one).to_have_accessible_description(text(f"{shown.id}.effect"))
    one.locator('xpath=ancestor::div[@role="group"][1]').focus()
    screen.page.keyboard.press("Tab")
    expect(one).to_be_focused()
    expect(detail).to_have_attribute("data-shown", card)
    # The squares of the line stay lit while its card is read.
    assert screen.lit()
    screen.page.keyboard.press("Escape")
    expect(detail).to_have_attribute("data-shown", before)
    expect(one).to_be_focused()


def test_a_name_in_the_log_shows_its_card_by_touch(visitors: Visitors, site: Running) -> None:
    with Match(site, "duel", seed=3) as match:
        seat, _ = match.reach(played_twice)
        screen = visitors.at(match.table, match.player(seat), size=PHONE)
    screen.at("open-sheet").tap()
    screen.page.get_by_role("tab", name="Log").tap()
    one = summoned(screen).first
    card = one.get_attribute("data-names") or ""
    one.tap()
    panel = screen.at("floating-card")
    expect(panel).to_have_attribute("data-shown", card)
    expect(panel).to_be_in_viewport(ratio=1)
    term = panel.get_by_test_id("term")
    if term.count():
        term.first.tap()
        expect(screen.at("meaning")).to_be_in_viewport(ratio=1)
    one.tap()
    expect(panel).to_have_count(0)
    one.tap()
    panel.get_by_role("button", name="Close").tap()
    expect(panel).to_have_count(0)
    expect(screen.at("sheet")).to_be_visible()


@pytest.mark.parametrize("spectator", (False, True))
def test_the_tracker_tells_what_was_seen_and_what_may_come(
    visitors: Visitors, site: Running, spectator: bool
) -> None:
    with Match(site, "duel", seed=3, public=True) as match:
        seat, scene = match.reach(played_twice)
        who = site.guest("Eve") if spectator else match.player(seat)
        screen = visitors.at(match.table, who, size=DESKTOP)
    screen.at("player").first.locator(".stock").click()
    for shown in scene["seats"]:
        tracked = screen.page.locator(f"[data-testid=tracked][data-seat='{shown['seat']}']")
        whole = {CARDS[n].id for n in deck(deck_of(shown["school"]))}
        mine = not spectator and shown["seat"] == seat
        held = {card["id"] for card in scene["hand"]} & whole if mine else set()
        coming = whole - set(shown["discards"]) - held
        assert names(tracked.get_by_test_id("coming")) == coming
        assert names(tracked) == coming | set(shown["discards"])
    # Over a window the card floats beside its name; Escape closes it, then the window.
    one = screen.at("coming").first.get_by_test_id("card-name").first
    one.hover()
    panel = screen.at("floating-card")
    expect(panel).to_have_attribute("data-shown", one.get_attribute("data-names") or "")
    expect(panel).to_be_in_viewport(ratio=1)
    screen.page.keyboard.press("Escape")
    expect(panel).to_have_count(0)
    expect(screen.at("piles")).to_be_visible()
    screen.page.keyboard.press("Escape")
    expect(screen.at("piles")).to_have_count(0)


def test_a_step_of_the_last_turn_shows_its_card(visitors: Visitors, site: Running) -> None:
    def news(scene: Message) -> bool:
        steps = scene["last_turn"] or ()
        return acting(scene) and any(step["cards"] for step in steps)

    with Match(site, "duel", seed=3) as match:
        seat, scene = match.reach(news)
        screen = visitors.at(match.table, match.player(seat), size=DESKTOP)
    (other,) = (s["seat"] for s in scene["seats"] if s["seat"] != seat)
    last = [use["card"] for step in scene["last_turn"] for use in step["cards"]][-1]
    in_reach = screen.at("last-played").get_by_test_id("card-name")
    expect(in_reach).to_have_count(1)
    assert scene["last_turn"][-1]["seat"] == other
    screen.at("last-turn").click()
    expect(screen.at("steps").locator(".kind")).to_contain_text(
        f"step {len(scene['last_turn'])} of"
    )
    expect(screen.at("detail")).to_have_attribute("data-shown", last)
    screen.at("step-leave").click()
    expect(screen.at("detail")).not_to_have_attribute("data-shown", last)


def test_a_term_explains_itself(visitors: Visitors, site: Running) -> None:
    with Match(site, "duel", seed=3) as match:
        seat, _ = match.reach(played_twice)
        screen = visitors.at(match.table, match.player(seat), size=DESKTOP)
    for card in screen.hand():
        screen.card(card).focus()
        if screen.at("detail").get_by_test_id("term").count():
            screen.card(card).click()
            break
    term = screen.at("detail").get_by_test_id("term").first
    means = text(f"term.{term.get_attribute('data-term')}")
    expect(term).to_have_accessible_description(means)
    meaning = screen.at("meaning")
    term.hover()
    expect(meaning).to_have_text(means)
    expect(meaning).to_be_in_viewport(ratio=1)
    screen.at("menu").hover()
    expect(meaning).to_have_count(0)
    term.focus()
    screen.page.keyboard.press("Shift+Tab")
    screen.page.keyboard.press("Tab")
    expect(meaning).to_have_text(means)
    screen.page.keyboard.press("Escape")
    expect(meaning).to_have_count(0)
    screen.at("help-button").click()
    expect(screen.at("terms")).to_contain_text(means)


def test_cards_to_choose_from_can_be_read_first(visitors: Visitors, site: Running) -> None:
    def recalling(scene: Message) -> bool:
        return any(c["kind"] == "card" for c in scene["question"]["choices"])

    with Match(site, "duel", seed=11) as match:
        seat, scene = match.reach(recalling)
        offered = [c["card"] for c in scene["question"]["choices"] if c["kind"] == "card"]
        screen = visitors.at(match.table, match.player(seat), size=DESKTOP)
        small = visitors.at(match.table, match.player(seat), size=PHONE)
    detail = screen.at("detail")
    for card in offered:
        screen.page.locator(f"[data-testid=answer][data-choice$='{card}']").hover()
        expect(detail).to_have_attribute("data-shown", card)
    for card in offered:
        small.prompt.locator(f"[data-names={card}]").tap()
        expect(small.at("floating-card")).to_have_attribute("data-shown", card)
    assert small.seq == scene["seq"]
