"""What people do on the pages of the browser client, and what must never happen there."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any, Literal
from urllib.parse import urlsplit

from playwright.sync_api import Browser, BrowserContext, Locator, Page, Route, expect

from tests.serving import Player, Site

PATIENCE = 20_000  # milliseconds until something that must happen counts as not happening
LAPTOP = (1280, 800)
PHONE = (360, 640)
INSIDE = re.compile(r"^(blob|data|about):")  # addresses that never leave the browser

# Rings are drawn over the squares and say nothing of them: they are found by where they lie.
RINGED = """(rings) => {
  const middle = (box) => [box.x + box.width / 2, box.y + box.height / 2];
  const cells = [...document.querySelectorAll('[data-square]')];
  return [...document.querySelectorAll(rings)].map((ring) => {
    const [x, y] = middle(ring.getBoundingClientRect());
    return cells.find((cell) => {
      const [cx, cy] = middle(cell.getBoundingClientRect());
      return Math.hypot(cx - x, cy - y) < 4;
    }).dataset.square;
  });
}"""


class Watch:
    """Notes what must not happen on a page: errors, and requests to somebody else."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self.wrong: list[str] = []
        self.requests: list[str] = []

    def over(self, page: Page) -> None:
        page.on("pageerror", lambda error: self.wrong.append(f"error: {error}"))
        page.on("request", lambda request: self.sent(request.url))
        page.on("websocket", lambda socket: self.sent(socket.url))
        # Whatever the content security policy refuses is told here, too.
        page.on("console", lambda m: self.said(m.type, m.text))

    def sent(self, address: str) -> None:
        self.requests.append(address)
        if not INSIDE.match(address) and urlsplit(address).netloc != self.site.address:
            self.wrong.append(f"request to {address}")

    def said(self, kind: str, text: str) -> None:
        if kind in ("error", "warning", "assert"):
            self.wrong.append(f"{kind}: {text}")


class Visitors:
    """Everybody has a window of their own; nothing is shared between two of them."""

    def __init__(self, browser: Browser, site: Site) -> None:
        self.browser, self.site = browser, site
        self.watch = Watch(site)
        self.contexts: list[BrowserContext] = []

    def new(
        self,
        path: str = "/",
        player: Player | None = None,
        size: tuple[int, int] = LAPTOP,
        theme: Literal["light", "dark"] = "light",
        seed: int | None = None,
        at_home: bool = False,
    ) -> Screen:
        """A window at an address of the site; a player's holds the player's token.

        Tables made in a window with a seed get that seed. The page makes itself at home on the
        device, with a service worker, only where that is what a test is about.
        """
        phone = size[0] < 720
        address = f"http://{self.site.address}"
        kept = [{"name": "tashkalar.guest", "value": guest(player)}] if player else []
        storage: Any = {"cookies": [], "origins": [{"origin": address, "localStorage": kept}]}
        context = self.browser.new_context(
            base_url=address,
            viewport={"width": size[0], "height": size[1]},
            has_touch=phone,
            is_mobile=phone,
            color_scheme=theme,
            reduced_motion="reduce",
            storage_state=storage,
        )
        context.set_default_timeout(PATIENCE)
        if not at_home:
            context.add_init_script("delete Navigator.prototype.serviceWorker")
        self.contexts.append(context)
        page = context.new_page()
        self.watch.over(page)
        if seed is not None:
            page.route("**/api/tables", lambda route: seeded(route, seed))
        page.goto(path)
        return Screen(page)

    def at(self, table: str, player: Player, **window: Any) -> Screen:
        """A player's window at a table where the game goes on."""
        screen = self.new(f"/t/{table}", player, **window)
        expect(screen.at("table")).to_be_visible()
        return screen

    def leave(self, unanswered: bool = False) -> None:
        """Close all windows; where nobody answered any more, browsers note that, also late."""
        for context in self.contexts:
            context.close()
        assert unanswered or self.watch.wrong == [], self.watch.wrong


def seeded(route: Route, seed: int) -> None:
    """Nothing is left to chance at a table that is made on the page."""
    wanted = route.request.post_data_json
    route.continue_(post_data=json.dumps({**wanted, "seed": seed}) if wanted else None)


def hold(held: list[Route]) -> Callable[[Route], None]:
    """Answers that wait until a test lets them go; playwright takes no methods of lists."""

    def kept(route: Route) -> None:
        held.append(route)

    return kept


def guest(player: Player) -> str:
    """What a browser remembers of who sits at it."""
    return json.dumps({"guest": "", "name": player.name, "token": player.token})


class Screen:
    """One page, by the names of what is on it."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.prompt = self.at("prompt")

    def at(self, testid: str) -> Locator:
        return self.page.get_by_test_id(testid)

    def button(self, name: str | re.Pattern[str]) -> Locator:
        return self.page.get_by_role("button", name=name)

    def square(self, name: str) -> Locator:
        return self.page.locator(f"[data-square={name}]")

    def open_squares(self) -> list[str]:
        found: list[str] = self.page.locator("[data-square][data-open=true]").evaluate_all(
            "cells => cells.map((cell) => cell.dataset.square)"
        )
        return found

    def card(self, name: str) -> Locator:
        return self.page.locator(f"[data-testid=card][data-card={name}]")

    def hand(self) -> list[str]:
        found: list[str] = self.at("card").evaluate_all("cards => cards.map(c => c.dataset.card)")
        return found

    def piece(self, square: str) -> Locator:
        return self.page.locator(f"[data-piece={square}]")

    def board(self) -> list[tuple[str, int, int]]:
        """Every piece that is drawn: square, colour and rank."""
        found = self.page.locator("[data-piece]").evaluate_all(
            "all => all.map((p) => [p.dataset.piece, +p.dataset.colour, +p.dataset.rank])"
        )
        return sorted((square, colour, rank) for square, colour, rank in found)

    def mark(self, sign: str, square: str | None = None) -> Locator:
        where = f"[data-on={square}]" if square else ""
        return self.page.locator(f"[data-mark={sign}]{where}")

    def used(self) -> set[str]:
        """The squares with a ring around their piece: those that a summoning uses."""
        return self._ringed(".orbit:not(.under)")

    def lit(self) -> set[str]:
        """The squares that a line of the log is about."""
        return self._ringed(".lit:not(.under)")

    def _ringed(self, rings: str) -> set[str]:
        found: list[str] = self.page.evaluate(RINGED, rings)
        return set(found)

    def marked(self, sign: str) -> set[str]:
        found: list[str] = self.mark(sign).evaluate_all("marks => marks.map(m => m.dataset.on)")
        return set(found)

    def ask_why(self, testid: str, reason: str) -> None:
        """Click something that is not possible now; the page says why."""
        button = self.at(testid)
        expect(button).to_have_attribute("aria-disabled", "true")
        button.click(force=True)
        expect(self.at("reason")).to_contain_text(reason)

    # --- the course of the game ---

    @property
    def seq(self) -> int:
        return int(self.at("table").get_attribute("data-seq") or 0)

    def after(self, act: Callable[[], None]) -> None:
        """Do something and wait until the server's answer to it is on the page."""
        before = self.seq
        act()
        expect(self.at("table")).not_to_have_attribute("data-seq", str(before))

    def summoned(self, act: Callable[[], None]) -> None:
        """The same for a summoning, whose square and way are told with one click."""
        self.after(act)
        steps = re.compile("^(summoning_square|way)$")
        expect(self.prompt).not_to_have_attribute("data-asking", steps)

    def asks(self, *asking: str) -> None:
        """Wait until the page asks the player for this."""
        wanted = re.compile(f"^({'|'.join(asking)})$")
        expect(self.prompt).to_have_attribute("data-asking", wanted)

    def waits(self) -> None:
        """Wait until the page asks for nothing: it is somebody else's turn."""
        expect(self.prompt).to_have_attribute("data-kind", "wait")

    def place(self, square: str) -> None:
        self.after(self.square(square).click)
        expect(self.piece(square)).to_be_attached()

    def end_turn(self) -> None:
        self.asks("end")
        self.at("end-turn").click()
