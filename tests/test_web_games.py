"""My games and the club in the browser: filters that the address keeps, figures, all records."""

from __future__ import annotations

import re
import zipfile
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Route, expect

from tashkalar.catalogue import PSEUDO, text
from tests.accessibility import violations
from tests.browsing import PHONE, Screen, Visitors, hold
from tests.finished import played, stored
from tests.serving import Player, Running
from tests.test_server_games import GAMES
from tests.test_web_language import unbracketed

pytest_plugins = ("tests.chromium",)


@pytest.fixture(scope="module")
def ann(site: Running) -> Player:
    found, ben = site.guest("Ann"), site.guest("Ben")
    rivals: list[Player | str] = [ben, ben, "novice"]
    for game, rival in zip(GAMES, rivals, strict=True):
        stored(site, played(*game), found, rival)
    return found


def shows(screen: Screen, games: int) -> None:
    expect(screen.at("game-row")).to_have_count(games)
    expect(screen.at("games-page")).to_have_attribute("data-waiting", "0")


def test_filters_leave_what_they_say_and_the_address_keeps_them(
    visitors: Visitors, ann: Player, tmp_path: Path
) -> None:
    screen = visitors.new("/", ann)
    screen.at("nav-games").click()
    shows(screen, 3)
    expect(screen.at("tally-all").locator("tbody td").first).to_have_text("3")
    screen.at("by-form").select_option("high-form")
    shows(screen, 2)
    screen.at("by-opponent").select_option("Ben")
    screen.at("by-school").select_option("sylvan")
    shows(screen, 1)
    expect(screen.at("tally-schools").locator("tbody tr")).to_have_count(1)
    expect(screen.at("tally-openings").locator("tbody tr")).to_have_count(1)
    assert "school=sylvan" in screen.page.url
    screen.page.reload()
    shows(screen, 1)
    expect(screen.at("by-opponent")).to_have_value("Ben")
    screen.at("clear").click()
    shows(screen, 3)
    with screen.page.expect_download() as download:
        screen.at("export").click()
    download.value.save_as(tmp_path / "all.zip")
    assert len(zipfile.ZipFile(tmp_path / "all.zip").namelist()) == 3
    screen.at("game-row").first.click()
    expect(screen.at("replay")).to_be_visible()


def test_without_games_there_is_nothing_to_filter(visitors: Visitors, site: Running) -> None:
    screen = visitors.new("/games", site.guest("Newcomer"))
    expect(screen.page.get_by_text("No finished games yet")).to_be_visible()
    expect(screen.at("by-form")).to_have_count(0)
    screen.page.goto("/games?form=duel")
    expect(screen.page.get_by_text("Remove a filter")).to_be_visible()
    screen.at("clear").click()
    expect(screen.at("by-form")).to_have_count(0)


def test_the_club_shows_what_was_asked_for_last(visitors: Visitors, ann: Player) -> None:
    screen = visitors.new("/club", ann)
    expect(screen.at("club-count")).to_be_visible()
    held: list[Route] = []
    screen.page.route("**/api/club?form=high-form", hold(held))
    with screen.page.expect_request("**/api/club?form=high-form"):
        screen.at("club-form").select_option("high-form")
    screen.at("club-form").select_option("first-game")
    expect(screen.at("club-count")).to_have_text(re.compile("^0 "))
    with screen.page.expect_response("**/api/club?form=high-form"):
        held[0].continue_()
    screen.page.evaluate("() => new Promise((done) => requestAnimationFrame(done))")
    expect(screen.at("club-count")).to_have_text(re.compile("^0 "))


@pytest.mark.parametrize(
    ("size", "language", "theme"),
    [(PHONE, "pl", "light"), ((1280, 800), "cs", "dark"), (PHONE, PSEUDO, "dark")],
)
def test_both_pages_in_three_languages_and_without_objections(
    visitors: Visitors, ann: Player, size: tuple[int, int], language: str, theme: Any
) -> None:
    for path, there, title in (
        ("/games", "tally-cards", "games.title"),
        ("/club", "club-schools", "club.title"),
    ):
        screen = visitors.new(f"{path}?lang={language}", ann, size=size, theme=theme)
        expect(screen.at(there)).to_be_visible()
        expect(screen.page.locator("h1")).to_have_text(text(f"web.{title}", language))
        assert violations(screen.page) == []
        wide: int = screen.page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert wide <= 0
        if language == PSEUDO:
            # Opponents and months are no texts of a catalogue.
            assert unbracketed(screen, "Ann", "Ben", "Novice", "Jan", "January") == []
