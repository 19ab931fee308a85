"""Club life in the browser: rated tables, a tournament, players to avoid."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from tashkalar.catalogue import PSEUDO
from tests.accessibility import violations
from tests.browsing import LAPTOP, PHONE, Screen, Visitors
from tests.rated import CLOCK, beaten, guest_id, hasty, member, rated_table
from tests.serving import Player, Running, eventually, running
from tests.test_web_language import unbracketed

pytest_plugins = ["tests.chromium"]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A club with ratings and tournaments."""
    with running(
        tmp_path_factory.mktemp("club"),
        names=True,
        ratings=True,
        tournaments="players",
        secrets=1e6,
        reports=1e6,
    ) as found:
        yield hasty(found)


def open_menu(screen: Screen, size: tuple[int, int] = LAPTOP) -> None:
    if size == LAPTOP:
        screen.at("menu").click()
    else:
        screen.at("open-sheet").tap()
        screen.page.get_by_role("tab").last.tap()


def test_a_rated_table_is_made_joined_and_counted(visitors: Visitors, site: Running) -> None:
    ann, ben = member(site, "Ada"), member(site, "Bea")
    screen = visitors.new("/new", ann)
    screen.page.locator("input[name=form][value=duel]").check()
    screen.at("rated").check()
    expect(screen.at("hints")).to_have_count(0)
    screen.at("make").click()
    expect(screen.at("waiting-room")).to_contain_text("rated")
    link = urlsplit(screen.at("invite").input_value())
    other = visitors.new(f"{link.path}?{link.query}", ben)
    expect(other.at("joining")).to_contain_text("rated")
    other.at("join").click()
    for one in (screen, other):
        expect(one.at("table")).to_be_visible()
    open_menu(screen)
    expect(screen.at("no-hints")).to_be_visible()
    table = link.path.rpartition("/")[2]
    beaten(ann, ben, table)
    expect(screen.at("result")).to_be_visible()
    eventually(lambda: len(site.http.get("/api/ratings?form=duel").json()) == 2)
    screen.page.goto("/")
    screen.at("tournaments-link").click()
    rows = screen.at("ratings").get_by_role("row")
    expect(rows.nth(1)).to_contain_text("Ada")
    expect(rows.nth(1)).to_contain_text("1579 ± 242")
    expect(rows.nth(1)).to_contain_text("provisional")
    rows.nth(2).get_by_role("link", name="Bea").click()
    expect(screen.at("person-page")).to_contain_text("1421 ± 242")


def test_a_name_that_is_not_protected_is_told_so(visitors: Visitors, site: Running) -> None:
    screen = visitors.new("/new", site.guest("Anybody"))
    visitors.watch.said = lambda kind, text: None  # type: ignore[method-assign]
    screen.page.locator("input[name=form][value=duel]").check()
    screen.at("rated").check()
    screen.at("make").click()
    expect(screen.page.get_by_role("alert")).to_contain_text("a protected name")


def test_a_tournament_is_played_in_two_browsers(visitors: Visitors, site: Running) -> None:
    ann = visitors.new("/tournaments", site.guest("Ann"))
    ann.at("new-tournament").click()
    ann.at("tournament-name").fill("Spring Cup")
    ann.page.locator("input[value=round_robin]").check()
    ann.at("make-tournament").click()
    ann.at("enter").click()
    expect(ann.at("entrants")).to_contain_text("Ann")
    expect(ann.at("start-round")).to_be_disabled()
    # Ben finds it on his phone, and is asked for nothing but a name.
    ben = visitors.new("/tournaments", size=PHONE)
    ben.at("tournaments").get_by_role("link", name="Spring Cup").tap()
    ben.at("name").fill("Ben")
    ben.at("enter").tap()
    expect(ben.at("entrants")).to_contain_text("Ben")
    ann.page.reload()
    ann.at("start-round").click()
    expect(ann.at("tournament-state")).to_contain_text("Round 1 of 1")
    ann.at("my-game").click()
    expect(ann.at("table")).to_be_visible()
    ben.page.reload()
    ben.at("my-game").tap()
    expect(ben.at("table")).to_be_visible()
    open_menu(ben, PHONE)
    ben.at("resign").tap()
    ben.at("resign-dialog").get_by_role("button").last.tap()
    for one in (ann, ben):
        one.at("to-tournament").click()
    for one in (ann, ben):
        expect(one.at("tournament-state")).to_contain_text("Finished")
        rows = one.at("standings").get_by_role("row")
        expect(rows.nth(1)).to_contain_text("Ann")
        expect(rows.nth(2)).to_contain_text("Ben")
        expect(one.at("round")).to_contain_text("1 : 0" if began(one) == "Ann" else "0 : 1")


def began(screen: Screen) -> str:
    """Who is named first in the only pairing."""
    return screen.page.locator(".pair").inner_text().split()[0]


def test_it_can_be_left_and_cancelled(visitors: Visitors, site: Running) -> None:
    ann = site.guest("Ann")
    cup = ann.post("/api/tournaments", {"name": "Short Cup", "kind": "swiss", "clock": CLOCK})
    screen = visitors.new(f"/tournaments/{cup.json()['tournament']}", ann)
    screen.at("enter").click()
    screen.at("leave-tournament").click()
    expect(screen.at("enter")).to_be_visible()
    screen.at("cancel").click()
    screen.at("cancel-yes").click()
    expect(screen.at("tournament-state")).to_contain_text("Canceled")
    expect(screen.at("enter")).to_have_count(0)


def seated(site: Running) -> tuple[Player, Player, str]:
    ann, ben = site.guest("Ann"), site.guest("Ben")
    made = ann.table("me", "open", seed=3)
    ben.join(made["table"], made["invite"])
    return ann, ben, made["table"]


def test_somebody_is_muted_blocked_and_reported(visitors: Visitors, site: Running) -> None:
    ann, ben, table = seated(site)
    with ben.at(table) as wire:
        wire.shown(1)
        wire.ask(t="chat", text="You play badly.")
    screen = visitors.at(table, ann)
    screen.at("chat-tab").click()
    expect(screen.at("chat")).to_contain_text("You play badly.")
    screen.button("Mute Ben").click()
    expect(screen.at("chat")).not_to_contain_text("You play badly.")
    assert [row["kind"] for row in ann.get("/api/people").json()] == ["mute"]
    # It holds on another device, too, and can be ended.
    other = visitors.at(table, ann)
    other.at("chat-tab").click()
    expect(other.at("chat")).not_to_contain_text("You play badly.")
    other.button("Unmute Ben").click()
    expect(other.at("chat")).to_contain_text("You play badly.")
    # From the table to his page and back; the table is still there.
    open_menu(screen)
    screen.at("menu-person").click()
    expect(screen.at("person-page")).to_contain_text("Ben")
    screen.at("block").click()
    expect(screen.at("block")).to_have_text("Unblock")
    screen.at("report-person").click()
    screen.at("report-text").fill("He insults me.")
    screen.at("send-report").click()
    expect(screen.at("reported")).to_be_visible()
    screen.page.keyboard.press("Escape")
    screen.page.get_by_role("link", name="Back to the table").click()
    expect(screen.at("table")).to_be_visible()
    screen.page.goto("/me")
    expect(screen.at("avoided")).to_contain_text("Ben")
    screen.button("Unblock").click()
    expect(screen.at("avoided")).to_have_count(0)


@pytest.mark.parametrize(("size", "theme"), [(LAPTOP, "light"), (PHONE, "dark")])
def test_pages_of_the_club_have_nothing_to_object_to(
    visitors: Visitors, site: Running, size: tuple[int, int], theme: Literal["light", "dark"]
) -> None:
    players = [member(site, f"{name}{theme[0]}{size[0]}") for name in ("Ann", "Ben", "Cat")]
    ann = players[0]
    beaten(ann, players[1], rated_table(ann, players[1], seed=3))
    body = {"name": "Cup of the long evenings", "kind": "swiss", "clock": CLOCK, "rated": True}
    cup = ann.post("/api/tournaments", body).json()["tournament"]
    for player in players:
        player.post(f"/api/tournaments/{cup}/enter")
    pages = [
        ("/tournaments", "ratings"),
        ("/tournaments/new", "make-tournament"),
        (f"/tournaments/{cup}", "entrants"),
        (f"/p/{guest_id(players[1])}", "report-person"),
    ]
    wrong = []
    for path, there in pages:
        wrong += looked_at(visitors, path, there, ann, size, theme)
    ann.post(f"/api/tournaments/{cup}/start")
    wrong += looked_at(visitors, f"/tournaments/{cup}", "standings", ann, size, theme)
    assert not wrong, "\n".join(wrong)


def test_what_fails_is_told_and_nothing_else_is_claimed(visitors: Visitors, site: Running) -> None:
    visitors.watch.said = lambda kind, text: None  # type: ignore[method-assign]
    screen = visitors.new("/learn")
    for asked in ("tournaments", "ratings?*"):
        screen.page.route(f"**/api/{asked}", lambda route: route.fulfill(status=500, body="{}"))
    screen.page.goto("/tournaments")
    expect(screen.page.get_by_role("alert")).to_have_count(2)
    expect(screen.at("tournaments")).to_have_count(0)
    expect(screen.at("no-ratings")).to_have_count(0)


def test_every_word_comes_from_the_catalogues(visitors: Visitors, site: Running) -> None:
    ann, ben = member(site, "Xenia"), member(site, "Yves")
    body = {"name": "Xcup", "kind": "swiss", "clock": CLOCK, "rated": True}
    cup = ann.post("/api/tournaments", body).json()["tournament"]
    for player in (ann, ben):
        player.post(f"/api/tournaments/{cup}/enter")
    ann.post(f"/api/tournaments/{cup}/start")
    pages = [
        ("/tournaments/new", "make-tournament"),
        (f"/tournaments/{cup}", "standings"),
        (f"/p/{guest_id(ben)}", "report-person"),
    ]
    for path, there in pages:
        screen = visitors.new(f"{path}?lang={PSEUDO}", ann)
        expect(screen.at(there).first).to_be_visible()
        assert unbracketed(screen, "Tash-Kalar", "Xcup", "Xenia", "Yves", "–") == []


def looked_at(
    visitors: Visitors,
    path: str,
    there: str,
    player: Player,
    size: tuple[int, int],
    theme: Literal["light", "dark"],
) -> list[str]:
    """What axe-core finds; and nothing is wider than the window."""
    screen = visitors.new(path, player, size=size, theme=theme)
    expect(screen.at(there).first).to_be_visible()
    found = [f"{path}: {line}" for line in violations(screen.page)]
    wide: int = screen.page.evaluate("document.documentElement.scrollWidth")
    return found if wide <= size[0] else [*found, f"{path}: {wide} wide"]
