"""What people type is shown as text, and the page talks to nobody but its server."""

from __future__ import annotations

from typing import Literal

import pytest
from playwright.sync_api import expect

from tests.browsing import Visitors
from tests.matches import Match, acting
from tests.serving import Running

pytest_plugins = ("tests.chromium",)

NAME = "<b>x</b>"
SAID = "<img src=x onerror=\"document.title='taken'\"> & <script>1</script>"


def test_what_people_type_is_text(visitors: Visitors) -> None:
    ann = visitors.new("/new")
    ann.at("name").fill(NAME)
    ann.page.locator("input[name=form][value=duel]").check()
    ann.page.get_by_label("Seat 2: player").select_option("open")
    ann.page.get_by_label("Public table").check()
    ann.at("make").click()
    expect(ann.at("waiting-room")).to_contain_text(NAME)
    ben = visitors.new("/")
    row = ben.at("open-tables").get_by_role("link").filter(has_text=NAME)
    row.click()
    expect(ben.at("joining")).to_contain_text(NAME)
    ben.at("name").fill("Ben")
    ben.at("join").click()
    expect(ben.at("player").filter(has_text=NAME)).to_be_visible()
    for screen in (ann, ben):
        screen.at("chat-tab").click()
    box = ann.page.get_by_label("Message")
    box.fill(SAID)
    box.press("Enter")
    for screen in (ann, ben):
        expect(screen.at("chat")).to_contain_text(NAME)
        expect(screen.at("chat")).to_contain_text(SAID)
        assert screen.page.locator("img, [data-testid=chat] script").count() == 0
        assert "taken" not in screen.page.title()
    # Who is muted is not heard, and nobody else is told.
    ben.page.get_by_role("button", name=f"Mute {NAME}").click()
    expect(ben.at("chat")).not_to_contain_text(SAID)
    ben.page.reload()
    ben.at("chat-tab").click()
    expect(ben.page.get_by_role("button", name=f"Unmute {NAME}")).to_be_visible()
    expect(ben.at("chat")).not_to_contain_text(SAID)


def test_a_table_of_others_stays_closed(visitors: Visitors, site: Running) -> None:
    with Match(site, "duel", seed=5, spectators=False) as match:
        match.reach(acting)
        stranger = visitors.new(f"/t/{match.table}")
        expect(stranger.at("trouble")).to_be_visible()
    # The browser itself notes that the server said no.
    assert [wrong for wrong in visitors.watch.wrong if "404" not in wrong] == []
    visitors.watch.wrong.clear()


ATTEMPTS: list[tuple[Literal["console", "pageerror"], str, str]] = [
    ("console", "192.0.2.1", "void fetch('http://192.0.2.1/').catch(() => 0)"),
    ("console", "192.0.2.2", "void Object.assign(new Image(), { src: '//192.0.2.2/' })"),
    ("console", "spilt", "void console.error('spilt')"),
    ("console", "style", "void document.body.insertAdjacentHTML('beforeend', '<i style=x>')"),
    ("pageerror", "thrown", "void setTimeout(() => { throw new Error('thrown'); })"),
]


@pytest.mark.parametrize(("event", "trace", "attempt"), ATTEMPTS, ids=lambda x: x[:9])
def test_what_is_wrong_on_a_page_is_noticed(
    visitors: Visitors, event: Literal["console", "pageerror"], trace: str, attempt: str
) -> None:
    screen = visitors.new("/")
    with screen.page.expect_event(event):
        screen.page.evaluate(attempt)
    wrong = visitors.watch.wrong
    assert any(trace in told for told in wrong), wrong
    wrong.clear()


def test_a_request_to_somebody_else_is_noticed(visitors: Visitors) -> None:
    visitors.watch.sent("http://192.0.2.1/font.woff2")
    visitors.watch.sent("wss://192.0.2.1/play")
    visitors.watch.sent(f"ws://{visitors.site.address}/api/play")
    assert len(visitors.watch.wrong) == 2
    visitors.watch.wrong.clear()
