"""My games and the club in the browser: filters that the address keeps, figures, all records."""

from __future__ import annotations

import zipfile
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tashkalar.catalogue import PSEUDO, text
from tests.accessibility import violations
from tests.browsing import PHONE, Screen, Visitors
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
    screen.at("games-link").click()
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
