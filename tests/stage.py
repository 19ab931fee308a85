"""A window at a stored table: the real page, to which the messages of a table are replayed."""

from __future__ import annotations

import json
from typing import Literal

from playwright.sync_api import Browser, Page, Route, WebSocketRoute, expect

from tashkalar.server.wire.invitations import Invitation
from tashkalar.server.wire.protocol import encoder
from tests.browsing import PATIENCE, Screen, Watch
from tests.layout_scenes import TABLE, Stored
from tests.serving import Site

Size = tuple[int, int]


class Stage:
    """One window of a browser; tables are shown in it one after the other."""

    def __init__(
        self, browser: Browser, site: Site, size: Size, theme: Literal["light", "dark"] = "light"
    ) -> None:
        self.watch = Watch(site)
        self.table: Stored | None = None
        self.socket: WebSocketRoute | None = None
        self.context = browser.new_context(
            base_url=f"http://{site.address}",
            viewport={"width": size[0], "height": size[1]},
            color_scheme=theme,
            reduced_motion="reduce",
        )
        self.context.set_default_timeout(PATIENCE)
        self.page: Page = self.context.new_page()
        self.watch.over(self.page)
        self.page.route(f"**/api/tables/{TABLE}", self._row)
        self.page.route(f"**/api/tables/{TABLE}/invitation", self._invitation)
        self.page.route_web_socket("**/api/play/**", self._socket)
        self.screen = Screen(self.page)

    def show(self, table: Stored) -> None:
        """Open the page of a table."""
        self.table = table
        self.page.goto(f"/t/{TABLE}")
        expect(self.screen.at("table")).to_be_visible()
        self.page.evaluate("document.fonts.ready")

    def resize(self, size: Size) -> None:
        """Another size; what follows it has done so after two frames."""
        self.page.set_viewport_size({"width": size[0], "height": size[1]})
        self.page.evaluate(
            "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
        )

    def tell(self, message: object) -> None:
        """Something more that the server says."""
        assert self.socket is not None
        self.socket.send(encoder.encode(message).decode())

    def leave(self) -> None:
        self.context.close()
        assert self.watch.wrong == [], self.watch.wrong

    def _row(self, route: Route) -> None:
        assert self.table is not None
        route.fulfill(body=self.table.row, content_type="application/json")

    def _invitation(self, route: Route) -> None:
        found = Invitation("http://localhost/t/layout", local=True, size=1, code="M0 0h1v1h-1z")
        route.fulfill(body=encoder.encode(found), content_type="application/json")

    def _socket(self, socket: WebSocketRoute) -> None:
        self.socket = socket

        def said(message: str | bytes) -> None:
            assert self.table is not None
            if json.loads(message)["t"] == "hello":
                for answer in self.table.messages:
                    socket.send(answer.decode())

        socket.on_message(said)
