"""The page at home on a device: installed, without its server, updated; and notices in it."""

from __future__ import annotations

import hashlib
import json
import re
import shutil
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tashkalar.server.wire import web
from tashkalar.server.wire.network import network_address
from tests.accessibility import violations
from tests.browsing import PHONE, Screen, Visitors
from tests.posting import CONTACT, MailServer, PushService, Subscriber, mail_server, push_service
from tests.serving import Player, Running, choices, eventually, running

pytest_plugins = ("tests.chromium",)
DAYS = {"kind": "days", "days": 3}
# Chromium asks its maker for a subscription; the rest of the way is the real one.
SUBSCRIBED = """(subscription) => {
  const kept = 'test.subscribed';
  const own = {
    endpoint: subscription.endpoint,
    toJSON: () => ({ endpoint: subscription.endpoint, keys: subscription }),
    unsubscribe: () => (localStorage.removeItem(kept), Promise.resolve(true)),
  };
  PushManager.prototype.subscribe = (options) => {
    window.asked = [options.userVisibleOnly, options.applicationServerKey.length];
    localStorage.setItem(kept, 'yes');
    return Promise.resolve(own);
  };
  PushManager.prototype.getSubscription = () =>
    Promise.resolve(localStorage.getItem(kept) ? own : null);
}"""
BADGE = "Navigator.prototype.setAppBadge = (n) => ((window.badge = n), Promise.resolve())"


@pytest.fixture(scope="module")
def services() -> Iterator[tuple[PushService, MailServer]]:
    with push_service() as push, mail_server() as mail:
        yield push, mail


@pytest.fixture
def house(tmp_path: Path, services: tuple[PushService, MailServer]) -> Iterator[Running]:
    """A server that sends notices."""
    push, mail = services
    settings: dict[str, Any] = {
        "push": CONTACT,
        "push_origins": push.origin,
        "smtp": mail.address,
        "mail_from": "games@club.example",
        "address": "https://club.example",
    }
    with running(tmp_path, **settings) as site:
        yield site


@pytest.fixture
def guests(browser: Browser, house: Running) -> Iterator[Visitors]:
    found = Visitors(browser, house)
    yield found
    found.leave()


def until(screen: Screen, so: str) -> None:
    """Wait until something is so on a page; its policy lets no other way of waiting in."""
    eventually(lambda: bool(screen.page.evaluate(so)))


def settled(screen: Screen) -> None:
    """The service worker has all files, and the texts, cards and rules of the reader."""
    until(screen, "navigator.serviceWorker.controller !== null")
    until(screen, "localStorage.getItem('tashkalar.kept') !== null")


def courier(site: Running) -> None:
    site.do(site.worker.courier.go)  # type: ignore[attr-defined]


def waiting_table(site: Running, ann: Player, ben: Player) -> str:
    """A table over days where it is Ann's turn."""
    made = ann.table("me", "open", clock=DAYS, seed=7)
    ben.join(made["table"], made["invite"])
    with ben.at(made["table"]) as wire:
        scene = wire.my_turn()
        while scene["question"]:
            scene = wire.choose(choices(scene)[0])
    return str(made["table"])


def test_who_has_played_keeps_the_page(guests: Visitors, house: Running) -> None:
    new = guests.new("/", at_home=True)
    expect(new.at("play-now")).to_be_visible()
    assert new.page.locator("link[rel=manifest]").count() == 0
    assert not [url for url in guests.watch.requests if "home" in url or "sw.js" in url]
    screen = guests.new("/", house.guest(), at_home=True)
    settled(screen)
    link = screen.page.locator("link[rel=manifest]").get_attribute("href")
    told_in = set()
    for language in ("en", "pl", "cs"):
        told = house.http.get("/manifest.webmanifest", params={"lang": language})
        manifest = told.json()
        assert told.headers["content-type"] == "application/manifest+json"
        assert (manifest["lang"], manifest["display"]) == (language, "standalone")
        told_in.add(manifest["description"])
        for icon in manifest["icons"]:
            found = house.http.get(icon["src"])
            assert (found.status_code, found.headers["content-type"]) == (200, "image/png")
    assert link == "/manifest.webmanifest?lang=en"
    assert len(told_in) == 3
    # Nothing of a game is kept, whatever the page has asked for.
    kept = screen.page.evaluate("""async () => {
      const found = [];
      for (const name of await caches.keys())
        for (const { url } of await (await caches.open(name)).keys())
          found.push(new URL(url).pathname);
      return found;
    }""")
    others = {path for path in kept if path.startswith("/api/")}
    assert others == {
        "/api/texts",
        "/api/cards",
        "/api/rules",
        "/api/forms",
        "/api/bots",
        "/api/house",
    }
    cdp = screen.page.context.new_cdp_session(screen.page)
    errors = cdp.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert [error["errorId"] for error in errors if error["errorId"] != "in-incognito"] == []


def test_the_page_opens_without_its_server(browser: Browser, tmp_path: Path) -> None:
    with ExitStack() as opened:
        site = opened.enter_context(running(tmp_path))
        visitors = Visitors(browser, site)
        screen = visitors.new("/", site.guest(), at_home=True)
        settled(screen)
        expect(screen.at("away")).to_have_count(0)
        screen.page.goto("/new")  # and away from sockets and requests
        expect(screen.at("make")).to_be_visible()
        opened.close()
        screen.page.goto("/")
        expect(screen.at("away")).to_contain_text("You can still read cards and rules")
        screen.page.goto("/cards")
        expect(screen.page.get_by_text("Knight").first).to_be_visible()
        screen.page.goto("/rules")
        expect(screen.page.locator("main h1").first).to_be_visible()
        visitors.leave(unanswered=True)


def test_the_version_says_what_is_in_the_files() -> None:
    """A file that is called the same in every version is looked into for it."""
    worker = (web.WEB / "sw.js").read_text()
    (listed,) = set(re.findall(r'\["/assets/[^]]*\]', worker))
    names = json.loads(listed)
    unhashed = [name for name in names if not re.search(r"^/assets/.+-[\w-]{8}\.\w+$", name)]
    assert unhashed == ["/favicon.svg", "/icons/icon-192.png"]
    content = hashlib.sha256(listed.encode())
    for name in ("/index.html", *unhashed):
        content.update((web.WEB / name[1:]).read_bytes())
    assert content.hexdigest()[:12] in worker


def test_a_new_version_is_offered_and_taken(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = tmp_path / "web"
    shutil.copytree(web.WEB, files, ignore=shutil.ignore_patterns("*.br", "*.gz"))
    monkeypatch.setattr(web, "WEB", files)
    with running(tmp_path) as site:
        visitors = Visitors(browser, site)
        screen = visitors.new("/", site.guest(), at_home=True)
        settled(screen)
        (before,) = screen.page.evaluate(
            "caches.keys().then((all) => all.filter((name) => name.startsWith('shell')))"
        )
        # The next version has another list of files, and a page that says so.
        worker, page = files / "sw.js", files / "index.html"
        worker.write_text(worker.read_text().replace(before.removeprefix("shell-"), "another"))
        page.write_text(page.read_text().replace("<title>", '<meta name="new" /><title>'))
        # What is called the same in both is not taken from the one before.
        sign = files / "favicon.svg"
        sign.write_text(sign.read_text().replace("<svg", '<svg id="new"'))
        screen.page.evaluate("navigator.serviceWorker.ready.then((found) => found.update())")
        expect(screen.at("new-version")).to_contain_text("A new version")
        assert violations(screen.page) == []
        # Whoever opens a page meanwhile has the new one already: nothing is stale.
        other = screen.page.context.new_page()
        other.goto("/")
        assert other.locator("meta[name=new]").count() == 1
        other.close()
        screen.at("take-version").click()
        expect(screen.page.locator("meta[name=new]")).to_have_count(1)
        expect(screen.at("new-version")).to_have_count(0)
        left = "caches.keys().then((all) => all.filter((name) => name.startsWith('shell')).join())"
        until(screen, f"{left}.then((names) => names === 'shell-another')")
        kept = "caches.match('/favicon.svg').then((found) => found.text())"
        assert screen.page.evaluate(kept) == sign.read_text()
        visitors.leave()


def test_turns_are_counted_in_the_title_and_on_the_badge(guests: Visitors, house: Running) -> None:
    ann, ben = house.guest("Ann"), house.guest("Ben")
    table = waiting_table(house, ann, ben)
    waiting_table(house, ann, ben)
    screen = guests.new("/learn", ann)
    screen.page.context.add_init_script(BADGE)
    screen.page.goto("/")
    expect(screen.page).to_have_title("(2) Tash-Kalar")
    until(screen, "window.badge === 2")
    screen.page.goto(f"/t/{table}")
    expect(screen.page).to_have_title(re.compile(r"^\(2\) .*turn"))
    # It is counted again when a turn ends.
    with ann.at(table) as wire:
        scene = wire.my_turn()
        while scene["question"]:
            scene = wire.choose(choices(scene)[0])
    expect(screen.page).to_have_title("(1) Tash-Kalar")


def test_push_messages_are_asked_for_and_shown(
    guests: Visitors, house: Running, services: tuple[PushService, MailServer]
) -> None:
    ann, ben = house.guest("Ann"), house.guest("Ben")
    table = waiting_table(house, ann, ben)
    phone = Subscriber(services[0], "phone")
    screen = guests.new("/", ben, at_home=True)
    context, page = screen.page.context, screen.page
    settled(screen)
    context.grant_permissions(["notifications"])
    context.add_init_script(f"({SUBSCRIBED})({json.dumps(phone.subscription)})")
    # From the menu of a table over days; never on arrival.
    page.goto(f"/t/{table}")
    screen.at("menu").click()
    screen.at("menu-notices").click()
    switch = screen.at("setting-push").get_by_role("switch")
    expect(switch).to_be_visible()
    expect(switch).to_have_attribute("aria-checked", "false")
    assert ben.get("/api/notices").json()["browsers"] == []
    switch.click()
    expect(switch).to_have_attribute("aria-checked", "true")
    assert page.evaluate("window.asked") == [True, 65]
    page.reload()
    expect(switch).to_have_attribute("aria-checked", "true")
    page.goto("/")
    with ann.at(table) as wire:
        scene = wire.my_turn()
        while scene["question"]:
            scene = wire.choose(choices(scene)[0])
    house.clock.advance(3700)
    courier(house)
    told = services[0].next()
    shown = phone.read(told)
    assert shown["title"] == "Your turn at 1 table."
    # What came is handed to the worker as a push service would.
    cdp = context.new_cdp_session(page)
    found: list[dict[str, Any]] = []
    cdp.on("ServiceWorker.workerRegistrationUpdated", lambda e: found.extend(e["registrations"]))
    cdp.send("ServiceWorker.enable")
    until(screen, "navigator.serviceWorker.controller !== null")
    cdp.send(
        "ServiceWorker.deliverPushMessage",
        {
            "origin": f"http://{house.address}",
            "registrationId": found[0]["registrationId"],
            "data": json.dumps(shown),
        },
    )
    notes = """navigator.serviceWorker.ready.then((found) => found.getNotifications())
      .then((all) => all.map((one) => [one.title, one.body, one.tag, one.data.path].join('|')))"""
    until(screen, f"{notes}.then((all) => all.length === 1)")
    assert page.evaluate(notes) == [f"{shown['title']}|Players: Ann|turns|/t/{table}"]
    # Switched off, nothing is kept.
    page.goto("/settings#notices")
    switch.click()
    expect(switch).to_have_attribute("aria-checked", "false")
    eventually(lambda: ben.get("/api/notices").json()["browsers"] == [])


WORDS = {
    "en": ("Notify this device", "Send code", "Remove address"),
    "pl": ("Powiadamiaj to urządzenie", "Wyślij kod", "Usuń ten adres"),
    "cs": ("Upozorňovat toto zařízení", "Poslat kód", "Odebrat adresu"),
}


@pytest.mark.parametrize("language", WORDS)
def test_mail_is_asked_for_in_the_settings(
    guests: Visitors, house: Running, services: tuple[PushService, MailServer], language: str
) -> None:
    ann = house.guest("Ann")
    screen = guests.new(f"/settings?lang={language}#notices", ann, size=PHONE, at_home=True)
    push, send, forget = WORDS[language]
    screen.page.context.grant_permissions(["notifications"])
    expect(screen.page.get_by_text(push).or_(screen.at("hindrance"))).to_be_visible()
    expect(screen.at("mail-ask")).to_have_text(send)
    screen.at("mail-address").fill("ann@home.example")
    screen.at("mail-ask").click()
    expect(screen.at("mail-code")).to_be_visible()
    courier(house)
    code = services[1].next()["Subject"].rpartition(" ")[2]
    screen.at("mail-code").fill("nothing")
    screen.at("mail-confirm").click()
    expect(screen.page.get_by_role("alert")).to_be_visible()
    guests.watch.wrong.clear()  # the browser notes that the server said no
    screen.at("mail-code").fill(code)
    screen.at("mail-confirm").click()
    expect(screen.at("mail-on")).to_contain_text("ann@home.example")
    expect(screen.at("mail-end")).to_have_text(forget)
    assert violations(screen.page) == []
    if language == "en":
        screen.at("mail-end").click()
    else:  # or by the link in a mail, anywhere
        (secret,) = (
            house.worker.store.engine.connect().exec_driver_sql("select secret from contacts").one()
        )
        reader = guests.new(f"/unsubscribe?lang={language}#{secret}", size=PHONE)
        expect(reader.at("end")).to_be_visible()
        assert violations(reader.page) == []
        reader.at("end").click()
        expect(reader.at("ended")).to_be_visible()
    eventually(lambda: ann.get("/api/notices").json()["mail"] is None)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_pages_of_notices_have_no_violations(guests: Visitors, house: Running, theme: Any) -> None:
    for path, there in (
        ("/settings#notices", "installing"),
        ("/unsubscribe#x", "ending-page"),
        ("/privacy", "privacy-page"),
    ):
        screen = guests.new(path, house.guest(), theme=theme, at_home=True)
        expect(screen.at(there)).to_be_visible()
        assert violations(screen.page) == []


def test_nothing_is_offered_where_nothing_is_set(visitors: Visitors) -> None:
    screen = visitors.new("/settings")
    expect(screen.at("no-notices")).to_contain_text("This server does not send notifications.")
    expect(screen.at("setting-push")).to_have_count(0)
    expect(screen.at("mail")).to_have_count(0)


LAN = network_address()


@pytest.mark.skipif(LAN is None, reason="this machine is in no network")
def test_a_page_without_encryption_says_why(browser: Browser, tmp_path: Path) -> None:
    with running(tmp_path, host=LAN or "", push=CONTACT) as site:
        visitors = Visitors(browser, site)
        screen = visitors.new("/settings#notices", site.guest(), at_home=True)
        told = screen.at("insecure")
        expect(told).to_contain_text("This page is not encrypted")
        expect(told).to_contain_text("Browsers allow notifications and installing only over https")
        expect(told).to_contain_text("over https")
        expect(screen.at("setting-push")).to_have_count(0)
        expect(screen.at("installing")).to_have_count(0)
        assert screen.page.locator("link[rel=manifest]").count() == 0
        assert violations(screen.page) == []
        visitors.leave()
