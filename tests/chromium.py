"""A real Chromium and a server for tests, one of each for all tests of a worker.

Test modules name this module in ``pytest_plugins`` to get its fixtures.
"""

from __future__ import annotations

import asyncio
import os
import re
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

import pytest
from playwright.sync_api import Browser, Error, Playwright, expect, sync_playwright

from tashkalar.server.wire import web
from tests import programs
from tests.browsing import PATIENCE, Visitors
from tests.serving import Running

ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-sync",
    "--disable-background-networking",
    "--disable-component-update",
]


class NoBrowser(Exception):
    """No Chromium starts; the message is the cause."""


@contextmanager
def started() -> Iterator[Browser]:
    """Start the system's Chromium, else Playwright's own. Raise NoBrowser if none starts."""
    if programs.without(programs.CHROMIUM):
        raise NoBrowser("TASHKALAR_WITHOUT")
    if programs.node() is None:
        raise NoBrowser("Playwright does not start")
    os.environ |= programs.playwright_settings() | dict(os.environ)
    with sync_playwright() as playwright:
        browser = _launched(playwright)
        yield browser
        browser.close()


def _launched(playwright: Playwright) -> Browser:
    why = ""
    for path in [*programs.system_chromium(), None]:
        try:
            return playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        except Error as error:
            why = why or _reason(error.message)
    raise NoBrowser(why)


def _reason(told: str) -> str:
    """Return the line of Playwright's message with the cause."""
    if "Executable doesn't exist" in told:
        return "it is not installed"
    found = re.search(r"error while loading shared libraries: [^\s:]+", told)
    return found[0] if found else told.partition("\n")[0]


@pytest.fixture(scope="session")
def chromium() -> Iterator[tuple[Browser, asyncio.AbstractEventLoop]]:
    """One browser for all tests of a worker, with the loop that its messages go through."""
    expect.set_options(timeout=PATIENCE)
    with ExitStack() as opened:
        try:
            browser = opened.enter_context(started())
        except NoBrowser as error:
            pytest.skip(programs.not_run("browser tests", programs.CHROMIUM, why=str(error)))
        assert (web.WEB / "index.html").exists(), "the browser client is not built: make web"
        loop = asyncio.get_running_loop()
        asyncio._set_running_loop(None)
        yield browser, loop
        asyncio._set_running_loop(loop)


@pytest.fixture
def browser(chromium: tuple[Browser, asyncio.AbstractEventLoop]) -> Iterator[Browser]:
    """Playwright leaves its loop running in this thread; other tests must not find it there."""
    found, loop = chromium
    asyncio._set_running_loop(loop)
    yield found
    asyncio._set_running_loop(None)


@pytest.fixture
def visitors(browser: Browser, site: Running) -> Iterator[Visitors]:
    """Opens browser windows. At the end nothing may have gone wrong in any of them."""
    found = Visitors(browser, site)
    yield found
    found.leave()
