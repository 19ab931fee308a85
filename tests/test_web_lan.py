"""Friends in one network: browsers at the machine's own address, where nothing is encrypted."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, expect

from tashkalar.server.wire.network import network_address
from tests.browsing import LAPTOP, PHONE, Screen, Visitors
from tests.serving import Running, running

pytest_plugins = ("tests.chromium",)
LAN = network_address()
pytestmark = pytest.mark.skipif(LAN is None, reason="this machine is in no network")


@pytest.fixture(scope="module")
def lan_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("lan"), host=LAN or "") as site:
        yield site


@pytest.fixture
def friends(browser: Browser, lan_site: Running) -> Iterator[Visitors]:
    found = Visitors(browser, lan_site)
    yield found
    found.leave()


def open_table(
    visitors: Visitors, form: str = "duel", people: int = 2, size: tuple[int, int] = LAPTOP
) -> Screen:
    """A table opened on the page, with a seat for each of the others."""
    ann = visitors.new("/new", size=size)
    ann.at("name").fill("Ann")
    ann.page.locator(f"input[name=form][value={form}]").check()
    for seat in range(2, people + 1):
        ann.page.get_by_label(f"Seat {seat}: player").select_option("open")
    ann.at("begins").select_option(label="Me")
    ann.at("make").click()
    expect(ann.at("invite")).to_have_attribute("data-ready", "true")
    return ann


def take_turn(screen: Screen) -> None:
    screen.asks("action")
    while screen.prompt.get_attribute("data-asking") == "action":
        screen.after(screen.square(screen.open_squares()[0]).click)
    screen.end_turn()


def pasted(screen: Screen) -> str:
    """What is on the clipboard, by pasting it into the field for a name."""
    page = screen.page.context.new_page()
    page.goto("/")
    field = page.get_by_test_id("name")
    field.fill("")
    field.evaluate("field => field.removeAttribute('maxlength')")
    field.press("Control+v")
    found: str = field.input_value()
    page.close()
    return found


def test_two_browsers_join_by_link_copy_and_play(friends: Visitors) -> None:
    ann = open_table(friends)
    assert urlsplit(ann.page.url).hostname == LAN
    assert ann.page.evaluate("[isSecureContext, navigator.clipboard === undefined]") == [
        False,
        True,
    ]
    link = ann.at("invite").input_value()
    assert urlsplit(link).netloc == friends.site.address
    # The button says that it was copied, and it was.
    expect(ann.at("copy")).to_have_text("Copy")
    ann.at("copy").click()
    expect(ann.at("copy")).to_have_text("Copied")
    assert pasted(ann) == link
    expect(ann.at("qr").get_by_role("img", name="QR code")).to_be_visible()
    expect(ann.at("local")).to_have_count(0)
    # The other sits down in one step.
    ben = friends.new(link)
    expect(ben.at("joining")).to_contain_text("Ann")
    expect(ben.at("take")).to_have_count(0)
    ben.at("name").fill("Ben")
    ben.at("join").click()
    ben.asks("start")
    while ben.prompt.get_attribute("data-asking") == "start":
        ben.after(ben.square(ben.open_squares()[0]).click)
    for screen in (ann, ben, ann, ben):
        take_turn(screen)
    ann.asks("action")
    assert ann.board() == ben.board()
    # The menu copies as well, what was there before is gone.
    ann.at("menu").click()
    ann.at("copy-link").click()
    expect(ann.at("copy-link")).to_contain_text("Copied")
    assert pasted(ann) == link


def test_what_was_not_copied_is_not_called_copied(friends: Visitors) -> None:
    ann = open_table(friends)
    ann.page.evaluate("document.execCommand = () => false")
    ann.at("copy").click()
    expect(ann.at("waiting-room")).to_contain_text("Copy it manually")
    expect(ann.at("copy")).to_have_text("Copy")
    selected = "field => field.value.slice(field.selectionStart, field.selectionEnd)"
    assert ann.at("invite").evaluate(selected) == ann.at("invite").input_value()


def test_an_invitation_shows_who_sits_down_meanwhile(friends: Visitors) -> None:
    ann = open_table(friends, "melee-3", 3)
    link = ann.at("invite").input_value()
    ben, cleo, dan = (friends.new(link) for _ in range(3))
    for screen in (ben, cleo, dan):
        expect(screen.at("take")).to_have_count(2)
    ben.at("name").fill("Ben")
    ben.at("take").last.click()
    expect(ben.at("waiting-room")).to_contain_text("Ben")
    for screen in (cleo, dan):
        expect(screen.at("joining")).to_contain_text("Ben")
        expect(screen.at("free")).to_have_text("One seat is free.")
        expect(screen.at("take")).to_have_count(0)
    cleo.at("name").fill("Cleo")
    cleo.at("join").click()
    expect(cleo.at("table")).to_be_visible()
    # Who comes too late is told, and may watch.
    expect(dan.at("joining")).to_contain_text("All seats are taken")
    expect(dan.at("join")).to_have_count(0)
    dan.at("watch").click()
    expect(dan.at("table")).to_be_visible()
    expect(dan.prompt).to_have_attribute("data-kind", "watch")
    # The name is known from now on: an invitation is one click.
    again = open_table(friends, "duel", 2)
    cleo.page.goto(again.at("invite").input_value())
    expect(cleo.at("name")).to_have_value("Cleo")
    cleo.at("join").click()
    expect(cleo.at("table")).to_be_visible()


def test_the_address_bar_shows_what_it_may(friends: Visitors) -> None:
    ann = open_table(friends)
    address = ann.page.url
    eve = friends.new(address)
    expect(eve.at("trouble")).to_contain_text("Ask the host for the link")
    ben = friends.new(ann.at("invite").input_value())
    ben.at("join").click()
    expect(ben.at("table")).to_be_visible()
    eve.page.goto(address)
    expect(eve.at("table")).to_be_visible()
    expect(eve.prompt).to_have_attribute("data-kind", "watch")
    # A rematch reaches those who wait and those who watch.
    ben.at("menu").click()
    ben.at("resign").click()
    ben.at("resign-yes").click()
    ann.at("rematch").click()
    expect(ann.at("result")).to_have_count(0)
    for screen in (ben, eve):
        expect(screen.at("rematch-note")).to_have_text("Ann started a rematch.")
        screen.at("rematch-go").click()
        expect(screen.page).to_have_url(ann.page.url)
        expect(screen.at("table")).to_be_visible()
    # A finished game is there for who has its address.
    late = friends.new(address)
    expect(late.at("table")).to_be_visible()
    expect(late.at("rematch-opened")).to_be_visible()
    # The browser itself notes that the server said no.
    friends.watch.wrong = [wrong for wrong in friends.watch.wrong if "404" not in wrong]


def test_a_local_address_says_so(visitors: Visitors) -> None:
    ann = open_table(visitors)
    expect(ann.at("local")).to_contain_text("Only this computer can open this link.")
    expect(ann.at("local")).to_contain_text("make play LAN=1")
    expect(ann.at("local")).to_contain_text("tashkalar serve --lan")
    expect(ann.at("qr")).to_have_count(0)


def test_a_phone_shares_where_it_can(visitors: Visitors, friends: Visitors) -> None:
    """Phones have the sheet on secure pages only; localhost counts as one."""
    ann = open_table(friends, size=PHONE)
    expect(ann.at("share")).to_have_count(0)
    stub = "navigator.share = (what) => { window.shared = what; return Promise.resolve(); }"
    ben = visitors.new("/", size=PHONE)
    ben.page.context.add_init_script(stub)
    ben.page.goto("/new")
    ben.page.get_by_label("Seat 2: player").select_option("open")
    ben.at("make").click()
    expect(ben.at("invite")).to_have_attribute("data-ready", "true")
    ben.at("share").tap()
    shared = ben.page.evaluate("window.shared")
    assert shared == {"title": "Tash-Kalar", "url": ben.at("invite").input_value()}
