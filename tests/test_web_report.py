"""Reporting a problem from the menu of a table."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browsing import LAPTOP, PHONE, Visitors
from tests.serving import Running

pytest_plugins = ["tests.chromium"]


@pytest.mark.parametrize("size", [LAPTOP, PHONE])
def test_a_problem_is_reported_and_kept_as_a_file(
    visitors: Visitors, site: Running, size: tuple[int, int]
) -> None:
    ann = site.guest("Ann")
    table = ann.table("me", "random", form="first-game", seed=4)["table"]
    screen = visitors.at(table, ann, size=size)
    if size == LAPTOP:
        screen.at("menu").click()
    else:
        screen.at("open-sheet").tap()
        screen.page.get_by_role("tab").last.tap()
    screen.at("report").click()
    screen.at("report-text").fill("This square should be free.")
    with screen.page.expect_download() as kept:
        screen.at("send-report").click()
    expect(screen.at("reported")).to_be_visible()
    text = Path(kept.value.path()).read_text()
    assert kept.value.suggested_filename == f"tash-kalar-report-{table}.txt"
    assert "said: This square should be free." in text
    assert f"screen: {size[0]}x{size[1]}@" in text
    assert "seed: hidden" in text
