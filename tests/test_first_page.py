"""The start page loads little: its own texts, and nothing of lessons, rules, cards and tables."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tashkalar.catalogue import languages
from tashkalar.scene.texts import FIRST, texts
from tests.browsing import Visitors

pytest_plugins = ("tests.chromium",)

CLIENT = Path(__file__).parent.parent / "web" / "src"
# Bytes over the line, headers and all: 132,975 before there were lessons; the start symbols of
# the board on the start page came after that.
MOST = 134_000
_IMPORT = re.compile(r"^\s*import (?!type)(?:[^;]*? from )?'(\.[^']+)';", re.M)
_TEXT, _BEGUN = re.compile(r"'(web\.[\w.-]+)'"), re.compile(r"`(web\.[\w.]*)\$\{")


def first_modules() -> set[Path]:
    """The modules that are loaded with the page itself; others are imported by functions."""
    found: set[Path] = set()
    todo = [CLIENT / "main.ts"]
    while todo:
        module = todo.pop()
        if module in found or module.suffix == ".css":
            continue
        found.add(module)
        for named in _IMPORT.findall(module.read_text(encoding="utf-8")):
            path = (module.parent / named).resolve()
            todo += [p for p in (path, Path(f"{path}.ts")) if p.is_file()]
    return found


def test_the_first_texts_are_those_that_the_first_modules_say() -> None:
    names = {module.name for module in first_modules()}
    assert {"Start.svelte", "Top.svelte", "session.svelte.ts"} <= names
    assert not names & {"TableView.svelte", "Coach.svelte", "RulesPage.svelte"}
    said, begun = set(), set()
    for module in first_modules():
        source = module.read_text(encoding="utf-8")
        said |= set(_TEXT.findall(source))
        begun |= set(_BEGUN.findall(source))
    for language in languages():
        told = texts(language, FIRST).texts
        assert said - set(told) == set()
        assert [start for start in begun if not any(id.startswith(start) for id in told)] == []
        assert len(told) < len(texts(language).texts) / 4


@pytest.mark.parametrize("language", ["en", "pl"])
def test_the_first_page_is_small_and_the_others_come_when_they_are_opened(
    visitors: Visitors, language: str
) -> None:
    screen = visitors.new("about:blank")
    line = screen.page.context.new_cdp_session(screen.page)
    line.send("Network.enable")
    sizes: list[float] = []
    line.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    screen.page.goto(f"/?lang={language}")
    expect(screen.at("quick-bot").locator("option")).not_to_have_count(1)
    screen.page.evaluate("() => document.fonts.ready.then(() => 0)")
    # Polish has letters that are in files of their own.
    assert 20_000 < sum(sizes) <= MOST or language != "en", sum(sizes)
    asked = " ".join(visitors.watch.requests)
    assert f"/api/texts?lang={language}&part=first" in asked
    later = (
        "/api/lessons",
        "/api/rules",
        "/api/cards",
        "Learn",
        "Lesson",
        "Rules",
        "Gallery",
        "CardPage",
        "TablePage",
        "playing",
    )
    assert [name for name in later if name in asked] == []
    screen.at("learn").click()
    expect(screen.at("map")).to_be_visible()
    asked = " ".join(visitors.watch.requests)
    assert "/api/lessons" in asked
    assert "playing" in asked
    assert "/api/rules" not in asked
    other = {"en": "pl", "pl": "cs"}[language]
    assert f"lang={other}" not in asked
