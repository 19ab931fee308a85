"""The page of settings: everything takes effect at once, is kept, and costs nothing at a table."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Route, expect

from tashkalar.catalogue import PSEUDO
from tests.browsing import PHONE, Screen, Visitors
from tests.matches import Match, acting, fitting, summoning
from tests.serving import Running

pytest_plugins = ("tests.chromium",)

KEY = "tashkalar.settings"
AUDIO = """() => {
  window.tones = [];
  const made = () => ({
    frequency: {}, gain: { setValueAtTime() {}, exponentialRampToValueAtTime() {} },
    connect: (to) => to, start() { window.tones.push(this.frequency.value); }, stop() {},
  });
  window.AudioContext = class {
    currentTime = 0;
    resume() { return Promise.resolve(); }
    createOscillator() { this.currentTime += 1; return made(); }
    createGain() { return made(); }
  };
}"""


def kept(screen: Screen) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(
        screen.page.evaluate(f"localStorage.getItem('{KEY}')") or "{}"
    )
    return found


def choose(screen: Screen, setting: str, option: str) -> None:
    row = screen.at(f"setting-{setting}")
    row.get_by_text(option, exact=True).click()
    expect(row.get_by_role("radio", name=option)).to_be_checked()


def switch(screen: Screen, setting: str) -> None:
    screen.at(f"setting-{setting}").get_by_role("switch").click()


def root(screen: Screen, name: str) -> str | None:
    found: str | None = screen.page.evaluate(f"document.documentElement.dataset.{name}")
    return found


def test_everything_takes_effect_at_once_and_is_kept(visitors: Visitors) -> None:
    screen = visitors.new("/")
    screen.at("settings-link").click()
    expect(screen.at("settings")).to_be_visible()
    board = screen.page.locator("svg.preview")
    face = board.locator(".s-north .face").first
    blue = face.evaluate("(node) => getComputedStyle(node).fill")
    choose(screen, "theme", "Dark")
    assert root(screen, "theme") == "dark"
    choose(screen, "pieces", "Grays")
    assert face.evaluate("(node) => getComputedStyle(node).fill") != blue
    # The pictures of the other choices stay what they are.
    usual = screen.page.locator("[data-pieces=usual] .s-north .face").first
    assert usual.evaluate("(node) => getComputedStyle(node).fill") == blue
    thin = board.locator(".wire:not(.under)").first
    width = thin.evaluate("(node) => parseFloat(getComputedStyle(node).strokeWidth)")
    switch(screen, "strong")
    assert thin.evaluate("(node) => parseFloat(getComputedStyle(node).strokeWidth)") > width
    expect(board.locator(".coord")).to_have_count(18)
    choose(screen, "coordinates", "On squares")
    expect(board.locator(".coord")).to_have_count(69)
    expect(board.locator(".coord").first).to_have_text("c9")
    choose(screen, "coordinates", "None")
    expect(board.locator(".coord")).to_have_count(0)
    # A speed that looks chosen is nobody's choice until somebody makes it.
    assert kept(screen)["speed"] is None
    choose(screen, "speed", "Normal")
    assert kept(screen)["speed"] == "usual"
    choose(screen, "confirm", "Always")
    for setting in ("wait", "letters", "typing"):
        switch(screen, setting)
    wanted = {
        "version": 1,
        "theme": "dark",
        "pieces": "greys",
        "strong": True,
        "coordinates": "none",
        "speed": "usual",
        "wait": True,
        "confirm": "always",
        "sound": False,
        "letters": False,
        "typing": True,
        "coach": True,
    }
    assert kept(screen) == wanted
    screen.page.reload()
    expect(screen.at("settings")).to_be_visible()
    assert (root(screen, "theme"), root(screen, "pieces")) == ("dark", "greys")
    expect(screen.at("setting-wait").get_by_role("switch")).to_be_checked()
    assert kept(screen) == wanted
    # All shortcuts are listed.
    expect(screen.at("keys").locator("kbd", has_text=re.compile("^U$"))).to_be_visible()
    screen.at("settings-back").click()
    expect(screen.at("play-now")).to_be_visible()


@pytest.mark.parametrize(
    "broken", ["", "{", "null", '{"version":7,"theme":"dark"}', '{"version":1,"theme":["dark"]}']
)
def test_a_broken_store_is_no_trouble(visitors: Visitors, broken: str) -> None:
    screen = visitors.new("/settings")
    screen.page.evaluate("([key, text]) => localStorage.setItem(key, text)", [KEY, broken])
    screen.page.reload()
    for setting, option in (("theme", "System"), ("pieces", "Normal"), ("speed", "Normal")):
        radio = screen.at(f"setting-{setting}").get_by_role("radio", name=option)
        expect(radio).to_be_checked()
    expect(screen.at("setting-letters").get_by_role("switch")).to_be_checked()


def test_languages_are_those_that_the_server_has(visitors: Visitors, site: Running) -> None:
    offered = site.http.get("/api/texts").json()["languages"]
    assert {"id": "en", "name": "English", "sample": "Your turn"} in offered
    screen = visitors.new("/settings")
    row = screen.at("setting-language")
    expect(row.get_by_role("radio")).to_have_count(len(offered))
    choose(screen, "language", "English")
    assert screen.page.evaluate("localStorage.getItem('tashkalar.language')") == "en"


def offering(route: Route) -> None:
    """The texts, with a language more to choose from than there are catalogues."""
    answer = route.fetch()
    found = answer.json()
    found["languages"].append({"id": PSEUDO, "name": "Brackets", "sample": "⟦Your turn⟧"})
    route.fulfill(response=answer, json=found)


def test_another_language_is_spoken_at_once_at_the_table_too(
    visitors: Visitors, site: Running
) -> None:
    with Match(site, "duel", seed=3) as match:
        seat, _ = match.reach(summoning())
        screen = visitors.at(match.table, match.player(seat))
        screen.page.route("**/api/texts*", offering)
        screen.page.reload()
        screen.asks("action")
        lines = screen.at("log").locator(".line")
        told = lines.count()
        screen.at("settings-link").click()
        choose(screen, "language", "Brackets")
        expect(screen.page.get_by_role("heading", level=1)).to_have_text("⟦Settings⟧")
        screen.at("settings-back").click()
        # What the server told before is told again.
        expect(lines.first).to_contain_text("⟦")
        expect(screen.at("prompt-title")).to_contain_text("⟦")
        expect(lines).to_have_count(told)
        screen.page.reload()
        expect(screen.at("prompt-title")).to_contain_text("⟦")


def test_a_table_loses_nothing_to_the_settings(visitors: Visitors, site: Running) -> None:
    with Match(site, "duel", seed=3) as match:
        seat, scene = match.reach(summoning())
        screen = visitors.at(match.table, match.player(seat))
        card = fitting(scene)[0]["id"]
        screen.card(card).click()
        screen.at("chat-tab").click()
        screen.page.get_by_label("Message").fill("Half a sen")
        sockets = sum("/api/play" in address for address in visitors.watch.requests)
        screen.at("menu").click()
        screen.at("menu-settings").click()
        expect(screen.at("settings")).to_be_visible()
        expect(screen.at("table")).to_be_hidden()
        # The keys of the table do nothing here.
        before = match.asked()[1]["seq"]
        screen.page.keyboard.press("h")
        screen.page.keyboard.press("e")
        choose(screen, "coordinates", "None")
        screen.at("settings-back").click()
        expect(screen.at("table")).to_be_visible()
        expect(screen.card(card)).to_have_attribute("aria-pressed", "true")
        expect(screen.page.get_by_label("Message")).to_have_value("Half a sen")
        expect(screen.at("hint")).to_have_count(0)
        expect(screen.at("arena").locator(".coord")).to_have_count(0)
        expect(screen.page.get_by_role("navigation")).to_have_count(0)
        # The browser's own way back leads there, too.
        screen.at("settings-link").click()
        expect(screen.at("settings")).to_be_visible()
        screen.page.go_back()
        expect(screen.card(card)).to_have_attribute("aria-pressed", "true")
        assert sum("/api/play" in address for address in visitors.watch.requests) == sockets
        assert match.asked()[1]["seq"] == before


def test_a_game_that_ends_meanwhile_does_not_lock_the_settings(
    visitors: Visitors, site: Running
) -> None:
    with Match(site, "duel", seed=3) as match:
        seat, _ = match.reach(acting)
        screen = visitors.at(match.table, match.player(seat))
        screen.at("settings-link").click()
        expect(screen.at("settings")).to_be_visible()
        match.wire(1 - seat).send(t="resign", seat=1 - seat)
        expect(screen.page.get_by_test_id("table")).to_be_hidden()
        choose(screen, "theme", "Light")
        screen.at("settings-back").click()
        expect(screen.at("result")).to_be_visible()


@pytest.mark.parametrize(
    ("confirm", "size", "clicks"),
    [("always", None, 2), ("touch", None, 1), ("touch", PHONE, 2), ("never", PHONE, 1)],
)
def test_a_summoning_is_confirmed_as_wished(
    visitors: Visitors, site: Running, confirm: str, size: Any, clicks: int
) -> None:
    with Match(site, "first-game", seed=4) as match:
        seat, scene = match.reach(summoning(fits=2))
        more = {"size": size} if size else {}
        screen = visitors.at(match.table, match.player(seat), **more)
        screen.page.evaluate(
            "([key, text]) => localStorage.setItem(key, text)",
            [KEY, json.dumps({"version": 1, "confirm": confirm})],
        )
        screen.page.reload()
        screen.asks("action")
    card = fitting(scene, fits=2)[0]
    square = next(fit["square"] for fit in card["fits"] if len(fit["ways"]) == 1)
    screen.card(card["id"]).click()
    cell = screen.square(square)
    act = cell.tap if size else cell.click
    for _ in range(clicks - 1):
        act()
        expect(screen.at("prompt-confirm")).to_be_visible()
        assert screen.seq == scene["seq"]
    screen.after(act)


def test_sound_is_off_until_it_is_wanted(visitors: Visitors, site: Running) -> None:
    with Match(site, "duel", seed=3) as match:
        seat, _ = match.reach(acting)
        screen = visitors.at(match.table, match.player(1 - seat))
        screen.page.evaluate(AUDIO)
        match.choose(free(match))
        expect(screen.at("log")).to_contain_text("places a common piece")
        assert screen.page.evaluate("window.tones") == []
        screen.at("settings-link").click()
        switch(screen, "sound")
        screen.at("settings-back").click()
        match.reach(lambda scene: bool(scene["question"]["asking"] == "end"))
        match.choose("finish")
        screen.asks("action")
        tones = screen.page.evaluate("window.tones")
        # A stone is put down, then the bell rings twice.
        assert len(tones) >= 3
        assert tones[-2:] == [784, 1175]


def free(match: Match) -> str:
    question = match.asked()[1]["question"]
    return next(str(c["text"]) for c in question["choices"] if c["kind"] == "place")
