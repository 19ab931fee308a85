"""No page has anything that axe-core objects to, light or dark, large or small."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Literal

import pytest
from playwright.sync_api import Browser, expect

from tests.accessibility import violations
from tests.browsing import PHONE, Visitors
from tests.finished import played, stored
from tests.layout_scenes import Stored, answers, hands, length, watched, wordiest
from tests.matches import Match, flare_offered
from tests.serving import Running
from tests.stage import Stage

pytest_plugins = ("tests.chromium",)

Theme = Literal["light", "dark"]
THEMES: tuple[Theme, ...] = ("light", "dark")
DESK = (1280, 800)


@pytest.fixture(params=THEMES)
def theme(request: pytest.FixtureRequest) -> Theme:
    found: Theme = request.param
    return found


@pytest.fixture
def stages(browser: Browser, site: Running, theme: Theme) -> Iterator[Callable[..., Stage]]:
    opened: list[Stage] = []

    def new(size: tuple[int, int] = DESK) -> Stage:
        opened.append(Stage(browser, site, size, theme))
        return opened[-1]

    yield new
    for stage in opened:
        stage.leave()


def nine(form: str) -> Stored:
    """A table at which somebody holds nine cards."""
    return next(table for table in hands(form) if len(table.scene.hand) == 9)


def test_a_planted_mistake_is_found(visitors: Visitors) -> None:
    screen = visitors.new("/")
    expect(screen.button("Play now")).to_be_visible()
    screen.page.evaluate("document.querySelector('main').append(document.createElement('button'))")
    assert any(line.startswith("button-name") for line in violations(screen.page))


@pytest.mark.parametrize("size", [DESK, PHONE])
def test_pages_around_the_table(
    visitors: Visitors, site: Running, theme: Theme, size: tuple[int, int]
) -> None:
    ann = site.guest("Ann")
    made = ann.table("me", "open", form="duel")
    table, invite = f"/t/{made['table']}", made["invite"]
    pages = [
        ("/", None, "play-now"),
        ("/new", None, "seat"),
        ("/settings", None, "settings"),
        ("/me", ann, "me-page"),
        ("/privacy", None, "privacy-page"),
        (table, ann, "waiting-room"),
        (f"{table}?invite={invite}", None, "join"),
        ("/nowhere", None, "trouble"),
        (f"/replay/{stored(site, played('duel', 2), ann, 'greedy')}?view=numbers", ann, "counts"),
    ]
    wrong = []
    for path, player, there in pages:
        screen = visitors.new(path, player, theme=theme, size=size)
        expect(screen.at(there).first).to_be_visible()
        wrong += [f"{screen.page.url}: {line}" for line in violations(screen.page)]
    assert not wrong, "\n".join(wrong)


def test_windows_of_a_table(visitors: Visitors, site: Running, theme: Theme) -> None:
    with Match(site, "duel", seed=7) as match:
        seat, _ = match.reach(flare_offered)
        screen = visitors.at(match.table, match.player(seat), theme=theme)
        page = screen.page
        wrong: list[str] = []

        def look(what: str) -> None:
            wrong.extend(f"{what}: {line}" for line in violations(page))
            page.keyboard.press("Escape")

        screen.asks("action")
        page.keyboard.press("f")
        expect(screen.at("flare-dialog")).to_be_visible()
        look("flare")
        page.keyboard.press("?")
        expect(screen.at("help")).to_be_visible()
        look("help")
        screen.at("menu").click()
        look("menu")
        screen.at("menu").click()
        screen.at("resign").click()
        expect(screen.at("resign-dialog")).to_be_visible()
        look("resigning")
        page.keyboard.press("/")
        expect(screen.at("typed")).to_be_focused()
        look("typing")
        page.locator(".stock").first.click()
        expect(screen.at("piles")).to_be_visible()
        look("piles")
        screen.at("chat-tab").click()
        look("chat")
        match.finish()
        expect(screen.at("result")).to_be_visible()
        look("result")
    assert not wrong, "\n".join(wrong)


def test_the_sheet_of_a_phone(stages: Callable[..., Stage]) -> None:
    stage = stages(PHONE)
    stage.show(nine("high-form"))
    stage.screen.at("open-sheet").click()
    wrong = []
    for tab in ("card", "tasks", "flare", "log", "chat", "more"):
        stage.screen.at(f"{tab}-tab").click()
        wrong += [f"{tab}: {line}" for line in violations(stage.page)]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("size", [DESK, PHONE, (820, 1180)])
def test_tables(stages: Callable[..., Stage], size: tuple[int, int]) -> None:
    stage = stages(size)
    tables = [nine("high-form"), nine("melee-4"), watched("duel")]
    tables += [wordiest("team-duel", length), wordiest("high-form", answers)]
    wrong = []
    for table in tables:
        stage.show(table)
        wrong += [f"{table.name}: {line}" for line in violations(stage.page)]
    assert not wrong, "\n".join(wrong)
