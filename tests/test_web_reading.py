"""The pages around the table can be read: in every language, in narrow and wide windows, enlarged.

Every run takes a share of the windows; ``make layout`` takes all of them.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tashkalar.catalogue import PSEUDO, SOURCE, languages, text
from tashkalar.puzzles import listed
from tests.accessibility import violations
from tests.browsing import PHONE, Screen, Visitors
from tests.finished import played, stored
from tests.serving import Running
from tests.test_web_language import NAMES, unbracketed
from tests.test_web_layout import ALL

pytest_plugins = ("tests.chromium",)

PUZZLE = f"/puzzles/{listed()[0].id}"
# Addresses, and what is there as soon as the page is.
PAGES = {
    "/": "play-now",
    "/new": "seat",
    "/settings": "settings",
    "/learn": "continue",
    "/learn/pattern": "coach",
    "/puzzles": "puzzle",
    PUZZLE: "puzzle-goal",
    "/rules/7.9": "example",
    "/rules/12.8": "rules-search",
    "/cards?verbs=destroy": "tile",
    "/cards/knight": "steps",
    "/cards/flare_01": "steps",
    "/cards/central_dominance": "steps",
    "/me": "me-page",
    "/privacy": "privacy-page",
    "/replay/GAME?view=numbers": "counts",
    "/study": "set-up-panel",
}
WIDE = 1280
HEIGHTS = {360: 640, 390: 844, 820: 1180, 1180: 820, WIDE: 800, 1920: 1080}
WIDTHS = tuple(HEIGHTS) if ALL else (360, 820, WIDE)
# A window of 1280 × 800, zoomed by the browser to 200 %.
ZOOMED = (640, 400)

# What cannot be read: outside to the side, cut by a box that does not scroll, or too small.
AUDIT = """() => {
  const wrong = [];
  const page = document.scrollingElement;
  if (page.scrollWidth > innerWidth + 1) wrong.push(`the page is ${page.scrollWidth} px wide`);
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  while (walker.nextNode()) {
    const text = walker.currentNode;
    const owner = text.parentElement;
    if (!text.data.trim() || owner.closest('svg, script, .sr, [hidden], option')) continue;
    if (!owner.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    range.selectNodeContents(text);
    const words = `“${text.data.trim().slice(0, 40)}”`;
    if (parseFloat(getComputedStyle(owner).fontSize) < 13) wrong.push(`${words} is too small`);
    if (owner.closest('[data-note], [data-panel]')) continue;
    const rects = [...range.getClientRects()].filter((rect) => rect.width > 0);
    let reached = false; // beyond a box that scrolls, everything can be brought into sight
    for (let box = owner; box !== document.body && !reached; box = box.parentElement) {
      const style = getComputedStyle(box);
      if (style.clipPath !== 'none') break;
      const { left, top } = box.getBoundingClientRect();
      const clip = [
        ['X', left + box.clientLeft, box.clientWidth, 'left', 'right', 1.5],
        ['Y', top + box.clientTop, box.clientHeight, 'top', 'bottom', 4],
      ];
      for (const [axis, from, length, first, last, slack] of clip) {
        const overflow = style[`overflow${axis}`];
        if (overflow === 'visible') continue;
        if (/auto|scroll/.test(overflow)) reached = true;
        else if (rects.some((r) => r[first] < from - slack || r[last] > from + length + slack))
          wrong.push(`${words} is cut by ${box.tagName}.${box.className}`);
      }
    }
    if (!reached && rects.some((r) => r.left < -2 || r.right > innerWidth + 2))
      wrong.push(`${words} is outside`);
  }
  return [...new Set(wrong)];
}"""
# Only the letters are enlarged, as some browsers do it.
LARGE = """() => {
  const sizes = [...document.body.querySelectorAll('*')].map((node) => [
    node,
    parseFloat(getComputedStyle(node).fontSize),
  ]);
  for (const [node, size] of sizes)
    if (!node.closest('svg')) node.style.fontSize = `${2 * size}px`;
}"""


def opened(
    visitors: Visitors, site: Running, path: str, language: str, size: tuple[int, int]
) -> Screen:
    mark = "&" if "?" in path else "?"
    player = site.guest("Ann") if path == "/me" else None
    there = path
    if "GAME" in path:  # the one with the most columns
        bots = ("greedy", "novice", "planner", "greedy")
        there = path.replace("GAME", stored(site, played("melee-4", 2), *bots))
    screen = visitors.new(f"{there}{mark}lang={language}", player, size=size)
    expect(screen.at(PAGES[path]).first).to_be_visible()
    screen.page.evaluate("() => document.fonts.ready.then(() => 0)")
    return screen


def resize(screen: Screen, width: int) -> None:
    """The page arranges itself a moment later."""
    screen.page.set_viewport_size({"width": width, "height": HEIGHTS[width]})
    screen.page.evaluate("() => new Promise((r) => requestAnimationFrame(() => setTimeout(r)))")


@pytest.mark.parametrize("path", PAGES)
def test_nothing_is_cut_in_any_language(visitors: Visitors, site: Running, path: str) -> None:
    wrong = []
    for language in languages():
        if language == SOURCE and not ALL:
            continue  # the shortest; other tests look at it
        screen = opened(visitors, site, path, language, (WIDE, HEIGHTS[WIDE]))
        for width in WIDTHS:
            resize(screen, width)
            found = screen.page.evaluate(AUDIT)
            wrong += [f"{language}, {width} px: {line}" for line in found]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("path", PAGES)
def test_pages_can_be_read_at_twice_the_size(visitors: Visitors, site: Running, path: str) -> None:
    screen = opened(visitors, site, path, "pl", ZOOMED)
    wrong = [f"zoomed: {line}" for line in screen.page.evaluate(AUDIT)]
    # A table fits its window; its letters grow with the zoom.
    if not path.startswith(("/learn/", "/puzzles/", "/study")):
        resize(screen, WIDE)
        screen.page.evaluate(LARGE)
        wrong += [f"large letters: {line}" for line in screen.page.evaluate(AUDIT)]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("path", PAGES)
def test_pages_say_nothing_of_their_own(visitors: Visitors, site: Running, path: str) -> None:
    screen = opened(visitors, site, path, PSEUDO, (WIDE, HEIGHTS[WIDE]))
    # Languages call themselves what they do; H is a letter of drawn patterns.
    own = {text(key, of) for of in languages() for key in ("language.name", "web.prompt.kind.turn")}
    assert unbracketed(screen, *NAMES, "H", *" ".join(own).split()) == []


@pytest.mark.parametrize(
    "path", ["/learn", "/learn/pattern", "/puzzles", PUZZLE, "/cards/central_dominance"]
)
@pytest.mark.parametrize("size", [(WIDE, 800), PHONE])
def test_axe_objects_to_nothing_in_the_dark(
    visitors: Visitors, path: str, size: tuple[int, int]
) -> None:
    screen = visitors.new(path, size=size, theme="dark")
    expect(screen.at(PAGES[path]).first).to_be_visible()
    assert violations(screen.page) == []
