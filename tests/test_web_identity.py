"""The page keeps who you are: other devices, a lost database, a trouble that passes."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browsing import PHONE, Visitors
from tests.serving import Running, running

pytest_plugins = ["tests.chromium"]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A club where names can be protected."""
    with running(
        tmp_path_factory.mktemp("identity"), names=True, operator="Ada, ada@club.example"
    ) as found:
        yield found


def kept(page: Page) -> dict[str, str]:
    found: dict[str, str] = json.loads(page.evaluate("localStorage['tashkalar.guest'] ?? '{}'"))
    return found


def test_games_go_to_a_phone(visitors: Visitors, site: Running) -> None:
    ann = site.guest("Ann")
    table = ann.table("me", "open", form="duel")["table"]
    desk = visitors.new("/me", ann)
    expect(desk.at("who")).to_contain_text("Ann")
    desk.at("make-code").click()
    code = desk.at("code").inner_text()
    assert len(code.split()) == 3
    # The phone has its own guest, who is asked first and can come back.
    phone = visitors.new("/me", site.guest("Pocket"), size=PHONE)
    phone.at("typed-code").fill(code)
    expect(phone.page.get_by_text("You are Pocket on this device.")).to_be_visible()
    phone.at("take").click()
    expect(phone.at("my-games").get_by_role("link")).to_have_attribute("href", f"/t/{table}")
    assert "#" not in phone.page.url
    phone.page.goto("/me")
    expect(phone.at("who")).to_contain_text("Ann")
    phone.at("former").click()
    expect(phone.at("who")).to_contain_text("Pocket")


def test_a_scanned_link_fills_in_the_code(visitors: Visitors, site: Running) -> None:
    offered = site.guest("Ann").post("/api/transfer").json()
    phone = visitors.new(f"/me#{offered['code']}", size=PHONE)
    expect(phone.at("typed-code")).to_have_value(offered["code"])
    phone.at("take").click()
    expect(phone.at("name")).to_have_value("Ann")
    # Used up: whoever sees the link later gets nothing by it.
    again = visitors.new(f"/me#{offered['code']}")
    visitors.watch.said = lambda kind, text: None  # type: ignore[method-assign]
    again.at("take").click()
    expect(again.page.get_by_role("alert")).to_contain_text("not valid")


def test_a_lost_database_takes_nothing_from_the_browser(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One server, three databases in turn at the same address, seen by one browser."""
    files = [f"sqlite:///{tmp_path / name}" for name in ("own.sqlite", "wrong.sqlite")]
    context = browser.new_context()
    page = context.new_page()
    with running(tmp_path, database_url=files[0]) as first:
        page.goto(f"http://{first.address}/")
        page.get_by_test_id("name").fill("Ann")
        page.get_by_test_id("play-now").click()
        expect(page.get_by_test_id("table")).to_be_visible()
        table = page.url.rpartition("/")[2]
        mine = kept(page)
    assert len(mine["token"]) == 43
    with running(tmp_path, database_url=files[1]) as wrong:
        there = context.new_page()
        there.goto(f"http://{wrong.address}/")
        there.evaluate("kept => localStorage.setItem('tashkalar.guest', kept)", json.dumps(mine))
        there.reload()
        there.get_by_test_id("play-now").click()
        expect(there.get_by_test_id("table")).to_be_visible()
        assert kept(there) == mine
    with running(tmp_path, database_url=files[0]) as again:
        back = context.new_page()
        back.goto(f"http://{again.address}/")
        back.evaluate("kept => localStorage.setItem('tashkalar.guest', kept)", json.dumps(mine))
        back.reload()
        expect(back.get_by_test_id("my-games").get_by_role("link")).to_have_attribute(
            "href", f"/t/{table}"
        )
    context.close()


def test_a_passing_trouble_is_tried_again(
    visitors: Visitors, site: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No room for a spectator, and then there is: nobody has to press a button."""
    ann = site.guest("Ann")
    table = ann.table("me", "random", seed=4)["table"]
    limit = site.worker.settings.spectators
    object.__setattr__(site.worker.settings, "spectators", 0)
    late = visitors.new(f"/t/{table}")
    expect(late.page.get_by_role("status")).to_contain_text("server is full")
    object.__setattr__(site.worker.settings, "spectators", limit)
    expect(late.at("table")).to_be_visible()


def test_a_name_is_protected_and_signs_in(visitors: Visitors, site: Running) -> None:
    ann = visitors.new("/me", site.guest("Zara"))
    ann.at("passphrase").fill("three lime trees")
    # Two questions are two fields: what protects one name opens no other by itself.
    expect(ann.at("sign-in-passphrase")).to_have_value("")
    ann.at("protect").click()
    expect(ann.at("guarded")).to_be_visible()
    other = visitors.new("/me")
    other.page.get_by_text("Sign in with a protected name").click()
    other.at("sign-in-name").fill("zara")
    other.at("sign-in-passphrase").fill("three lime trees")
    other.at("sign-in").click()
    expect(other.at("who")).to_contain_text("Zara")
    # The same person with a passphrase once more is nobody else.
    other.page.get_by_text("Sign in with a protected name").click()
    other.at("sign-in-name").fill("zara")
    other.at("sign-in-passphrase").fill("three lime trees")
    before = kept(other.page)["token"]
    other.at("sign-in").click()
    other.page.wait_for_function(
        "before => JSON.parse(localStorage['tashkalar.guest']).token !== before", arg=before
    )
    expect(other.at("former")).to_have_count(0)


def test_data_is_deleted_after_asking(visitors: Visitors, site: Running) -> None:
    gil = site.guest("Gil")
    screen = visitors.new("/me", gil)
    screen.at("forget").click()
    screen.at("forget-yes").click()
    expect(screen.at("play-now")).to_be_visible()
    assert kept(screen.page) == {}
    assert gil.get("/api/mine").status_code == 401


def test_the_page_about_privacy_says_whom_to_ask(visitors: Visitors, site: Running) -> None:
    screen = visitors.new("/")
    screen.at("privacy").click()
    expect(screen.at("operator")).to_have_text("Ada, ada@club.example")
    screen.page.get_by_role("link", name="Your devices and data").click()
    expect(screen.at("me-page")).to_be_visible()
