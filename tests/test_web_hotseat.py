"""Two people at one screen: a curtain between their hands."""

from __future__ import annotations

import json

from playwright.sync_api import expect

from tests.browsing import Screen, Visitors
from tests.serving import Player, Running

pytest_plugins = ("tests.chromium",)


def one_screen(visitors: Visitors) -> Screen:
    screen = visitors.new("/new", seed=11)
    screen.at("name").fill("Ann")
    screen.page.locator("input[name=form][value=duel]").check()
    screen.page.get_by_label("Seat 2: player").select_option("hotseat")
    screen.page.get_by_label("Seat 2: name").fill("Zoe")
    # Different decks: no card can be in both hands.
    screen.page.get_by_label("Seat 1: school").select_option("highland")
    screen.page.get_by_label("Seat 2: school").select_option("sylvan")
    screen.at("begins").select_option("0")
    screen.at("make").click()
    expect(screen.at("curtain")).to_be_visible()
    return screen


def hands(site: Running, screen: Screen) -> list[list[str]]:
    """Both hands, as the server tells them to the owner of the seats."""
    kept = screen.page.evaluate("localStorage.getItem('tashkalar.guest')")
    owner = Player(site, json.loads(kept)["token"], "Ann")
    found = []
    with owner.at(screen.page.url.rpartition("/")[2]) as wire:
        for seat in (0, 1):
            wire.send(t="look", seat=seat)
            told = wire.expect("scene", lambda m, seat=seat: m["scene"]["you"] == seat)  # type: ignore[misc]
            found.append([card["id"] for card in told["scene"]["hand"]])
    return found


def traces(screen: Screen, hand: list[str], names: dict[str, str]) -> list[str]:
    """The cards of a hand of which anything is in the page: an id, a name, a text."""
    page = screen.page.content()
    return [card for card in hand if f'"{card}"' in page or names[card] in page]


def lift(screen: Screen, name: str) -> None:
    expect(screen.at("curtain")).to_contain_text(name)
    screen.button(f"I am {name}").click()
    expect(screen.at("curtain")).to_have_count(0)


def test_nothing_of_the_other_hand_is_there_before_the_curtain_is_lifted(
    visitors: Visitors, site: Running
) -> None:
    screen = one_screen(visitors)
    ann, zoe = hands(site, screen)
    cards = site.http.get("/api/cards").json()["cards"]
    names = {card["id"]: card["name"] for card in cards}
    assert len(ann) == len(zoe) == 6
    assert not set(ann) & set(zoe)

    def shown() -> tuple[bool, bool]:
        return bool(traces(screen, ann, names)), bool(traces(screen, zoe, names))

    assert shown() == (False, False)
    lift(screen, "Zoe")
    assert set(screen.hand()) == set(zoe)
    assert shown() == (False, True)
    screen.square("c5").click()
    # It is Ann's turn now: the curtain falls before anything of hers is there.
    expect(screen.at("curtain")).to_contain_text("Ann")
    assert shown() == (False, False)
    lift(screen, "Ann")
    assert set(screen.hand()) == set(ann)
    assert shown() == (True, False)
    screen.place("e4")
    screen.end_turn()
    expect(screen.at("curtain")).to_contain_text("Zoe")
    assert shown() == (False, False)
    screen.page.keyboard.press("1")
    assert shown() == (False, False)
    # A reload does not lift it.
    screen.page.reload()
    expect(screen.at("curtain")).to_contain_text("Zoe")
    assert shown() == (False, False)
    lift(screen, "Zoe")
    screen.asks("action")
    assert shown() == (False, True)


def test_everybody_at_one_screen_reads_a_language_of_their_own(visitors: Visitors) -> None:
    screen = one_screen(visitors)
    lift = screen.at("lift")
    screen.at("tongue-pl").click()
    expect(lift).to_have_text("To ja, Zoe")
    lift.click()
    screen.square("c5").click()
    # Ann has chosen nothing: the page speaks as before.
    expect(lift).to_have_text("I am Ann")
    screen.at("tongue-cs").click()
    expect(lift).not_to_have_text("I am Ann")
    lift.click()
    expect(screen.at("end-turn")).to_have_text("Konec tahu")
    screen.place("e4")
    screen.end_turn()
    screen.page.reload()
    expect(lift).to_have_text("To ja, Zoe")
    lift.click()
    screen.asks("action")
    expect(screen.page.locator("html")).to_have_attribute("lang", "pl")
    # Nobody else is told: the page itself is still English.
    screen.page.goto("/")
    expect(screen.button("Play now")).to_be_visible()
