"""A real Chromium and a server for tests, one of each for all tests of a worker.

Test modules name this module in ``pytest_plugins`` to get its fixtures.
"""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from tashkalar.server.wire import web
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


def chromium_path() -> str | None:
    names = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
    return next((path for path in map(shutil.which, names) if path), None)


@pytest.fixture(scope="session")
def chromium() -> Iterator[tuple[Browser, asyncio.AbstractEventLoop]]:
    """One browser for all tests of a worker, with the loop that its messages go through."""
    path = chromium_path()
    if path is None:
        pytest.skip("Chromium is not installed (on Debian and Ubuntu: the package chromium)")
    assert (web.WEB / "index.html").exists(), "the browser client is not built: make web"
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        loop = asyncio.get_running_loop()
        asyncio._set_running_loop(None)
        yield browser, loop
        asyncio._set_running_loop(loop)
        browser.close()


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
