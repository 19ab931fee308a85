"""How tables are laid out in windows of twelve sizes: nothing is cut, covered or outside, or moves.

Every run takes a share of the grid; ``make layout`` takes all of it.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec import structs
from playwright.sync_api import Browser, expect

from tashkalar.rules.forms import FORMS
from tashkalar.scene import story
from tashkalar.scene.players import OfferShown
from tashkalar.server.wire.protocol import Log, Reason
from tests.browsing import Visitors
from tests.layout_scenes import (
    Stored,
    crushing,
    hands,
    shown_as,
    stored,
    stored_tables,
    watched,
)
from tests.matches import Match, eager
from tests.scenes import decisions, named
from tests.serving import Running
from tests.stage import Size, Stage

pytest_plugins = ("tests.chromium",)

AUDIT = Path(__file__).with_name("layout_audit.js").read_text(encoding="utf-8")
SIZES: tuple[Size, ...] = (
    (360, 640),
    (390, 844),
    (412, 915),
    (640, 360),
    (844, 390),
    (768, 1024),
    (820, 1180),
    (1024, 768),
    (1180, 820),
    (1280, 720),
    (1440, 900),
    (1920, 1080),
)
PHONES = SIZES[:5]
ALL = os.environ.get("TASHKALAR_LAYOUT") == "all"
# The share of every run: each form with each hand, but not each of them in every moment.
WORDY = tuple(FORMS) if ALL else ("high-form", "melee-4", "team-duel")
PLAYED = tuple(FORMS) if ALL else ("first-game", "melee-4")
REFUSAL = (
    "The Kiskin Leafsplitter cannot be summoned on e5: an upgraded piece of yours has to stand on "
    "d4, and a common one stands there. Place or upgrade a piece there first."
)


@pytest.fixture
def stage(browser: Browser, site: Running) -> Iterator[Stage]:
    found = Stage(browser, site, SIZES[0])
    yield found
    found.leave()


class Found:
    """What was wrong, and where the arena was, by size."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self.wrong: dict[str, list[str]] = {}
        self.arenas: dict[Size, set[tuple[float, ...]]] = {}

    def look(self, size: Size, what: str) -> None:
        """Look at the window as it is."""
        found = self.stage.page.evaluate(AUDIT)
        self.arenas.setdefault(size, set()).add(tuple(found["arena"]))
        for line in found["wrong"]:
            self.wrong.setdefault(f"{line} ({what})", []).append(f"{size[0]}×{size[1]}")

    def everywhere(self, what: str, sizes: tuple[Size, ...] = SIZES) -> None:
        for size in sizes:
            self.stage.resize(size)
            self.look(size, what)

    def assert_right(self) -> None:
        told = [f"{what}: {', '.join(where)}" for what, where in self.wrong.items()]
        assert not told, "\n".join(told[:40])
        assert {size: boxes for size, boxes in self.arenas.items() if len(boxes) > 1} == {}


def last_round(table: Stored) -> Stored:
    """The same with all that can be told above the prompt."""
    offers = (OfferShown("takeback", 1, ()),)
    scene = structs.replace(table.scene, trigger="points", last_turns=2, offers=offers)
    return shown_as(table, scene)


def test_the_arena_is_the_same_in_every_form_and_with_every_hand(stage: Stage) -> None:
    found = Found(stage)
    for form in FORMS:
        for table in hands(form):
            stage.show(table)
            found.everywhere(table.name)
    found.assert_right()


@pytest.mark.parametrize("form", WORDY)
def test_the_wordiest_moments_fit(stage: Stage, form: str) -> None:
    found = Found(stage)
    nine, longest, most_answers = list(stored_tables(form))[-3:]
    for table in (longest, most_answers):
        stage.show(table)
        found.everywhere(table.name)
    stage.show(last_round(nine))
    found.everywhere("the last round")
    stage.show(nine)
    # A card in mind, and one that is looked at with the keyboard: it comes to the front.
    stage.screen.at("card").first.click()
    stage.page.mouse.move(0, 0)
    found.everywhere("a card in mind")
    stage.page.keyboard.press("Tab")
    found.everywhere("a card in focus")
    stage.tell(Reason("finish", REFUSAL))
    expect(stage.screen.at("reason")).to_be_visible()
    found.everywhere("a refusal")
    found.assert_right()


def test_a_line_to_type_in_leaves_the_question_and_the_arena(stage: Stage) -> None:
    """In the last round, with an offer and a card in mind: there is no more to read at a time."""
    kept = "localStorage.setItem('tashkalar.settings', JSON.stringify({version: 1, typing: true}))"
    stage.page.add_init_script(kept)
    nine = next(table for table in hands("high-form") if len(table.scene.hand) == 9)
    stage.show(last_round(nine))
    stage.screen.at("card").first.evaluate("card => card.click()")
    for size in SIZES:
        stage.resize(size)
        expect(stage.screen.at("prompt-title")).to_be_in_viewport(ratio=0.9)
        arena, line = (stage.screen.at(name).bounding_box() for name in ("arena", "typed"))
        assert arena and line
        beside = line["x"] >= arena["x"] + arena["width"] - 1
        assert beside or line["y"] >= arena["y"] + arena["height"] - 1, size


def test_what_a_summoning_destroys_is_read_without_scrolling(stage: Stage) -> None:
    table, card, square = crushing("high-form")
    stage.show(table)
    for size in PHONES:
        stage.resize(size)
        stage.screen.card(card).evaluate("card => card.click()")
        if not stage.screen.at("prompt-confirm").is_visible():
            stage.screen.square(square).hover()
        for shown in (stage.screen.at("prompt-title"), stage.screen.prompt.locator(".ask")):
            expect(shown).to_be_in_viewport(ratio=0.97)
        stage.page.keyboard.press("Escape")


# Whether everything that an area may scroll is in sight.
WHOLE = "areas => areas.every((area) => area.scrollHeight <= area.clientHeight)"


@pytest.mark.parametrize("language", ["en", "pl"])
def test_a_first_game_is_read_without_scrolling(stage: Stage, language: str) -> None:
    """Tips on phones; on a low screen also every card in mind, and how it lies."""
    stage.page.add_init_script(f"localStorage.setItem('tashkalar.language', '{language}')")
    stage.show(next(table for table in hands("first-game") if len(table.scene.hand) == 6))
    words = stage.page.locator(".prompt .words")
    for size in (*PHONES[:3], (1280, 720)):
        stage.resize(size)
        expect(stage.screen.at("tip")).to_be_in_viewport(ratio=1)
        assert words.evaluate_all(WHOLE), size
    for card in stage.screen.at("card").all():
        card.evaluate("card => card.click()")
        expect(card).to_have_attribute("aria-pressed", "true")
        for shown in (words, stage.page.locator(".detail .scroller")):
            assert shown.evaluate_all(WHOLE), card.get_attribute("data-card")
        card.evaluate("card => card.click()")


@pytest.mark.parametrize("form", tuple(FORMS) if ALL else ("team-high-form", "melee-4"))
def test_the_panels_of_a_small_window_can_be_read(stage: Stage, form: str) -> None:
    """The tabs of the sheet on phones, and those beside or below the arena."""
    found = Found(stage)
    nine = next(table for table in hands(form) if len(table.scene.hand) == 9)
    stage.show(nine)
    stage.screen.at("open-sheet").click()
    for tab in ("card", "tasks", "flare", "log", "chat", "more"):
        stage.resize(SIZES[0])
        stage.screen.at("sheet").get_by_test_id(f"{tab}-tab").click()
        for size in PHONES:
            stage.resize(size)
            found.look(size, f"the sheet with {tab}")
            over = stage.page.evaluate(
                """() => {
                  const [sheet, arena] = ['.sheet .box', '[data-testid=arena]'].map((name) =>
                    document.querySelector(name).getBoundingClientRect());
                  return sheet.top < arena.bottom - 1 && sheet.left < arena.right - 1;
                }"""
            )
            assert not over, f"the sheet lies over the arena at {size}"
    stage.page.keyboard.press("Escape")
    sizes = SIZES[5:9]
    for tab in ("card", "flare", "log", "chat"):
        stage.resize(sizes[0])
        stage.screen.at(f"{tab}-tab").click()
        found.everywhere(f"the tab {tab}", sizes)
    found.assert_right()


def test_a_spectator_sees_the_same_without_cards(stage: Stage) -> None:
    found = Found(stage)
    for form in ("high-form", "melee-4"):
        stage.show(watched(form))
        for size in SIZES:
            stage.resize(size)
            lines = stage.page.evaluate(AUDIT)["wrong"]
            for line in lines:
                if line != "there is no end-turn":
                    found.wrong.setdefault(f"{line} ({form})", []).append(f"{size[0]}×{size[1]}")
    found.assert_right()


@pytest.mark.parametrize("form", tuple(FORMS) if ALL else ("high-form", "melee-4"))
def test_the_turn_of_somebody_else_fits(stage: Stage, form: str) -> None:
    """The longest turn of a game, at whose end the page waits: all its sentences, and its card."""
    *_, whole = decisions(form, seed=1, most=160)
    told = story.log(whole, named(whole))
    turns = sorted({entry.turn for entry in told[:-1] if entry.turn})
    longest = max(turns[:-1], key=lambda turn: sum(len(e.words) for e in told if e.turn == turn))
    first = next(entry for entry in told if entry.turn == longest)
    last = max(entry.n for entry in told if entry.turn == longest)
    seats = len(whole.schools)
    game = next(game for game in decisions(form, seed=1) if len(game.history) == first.n)
    kept = "localStorage.setItem('tashkalar.settings', JSON.stringify({ version: 1, wait: true }))"
    stage.page.add_init_script(kept)
    stage.show(stored(form, game, (first.seat + 1) % seats))
    found = Found(stage)
    found.everywhere("before the turn")
    stage.tell(Log(first.n, told[first.n : last + 1]))
    expect(stage.screen.at("follow")).to_have_attribute("data-holding", "true")
    found.everywhere(f"the turn {longest} of {form} is over")
    found.assert_right()


def test_what_has_no_room_is_one_hover_or_focus_away(stage: Stage) -> None:
    stage.resize((1280, 720))
    nine = next(table for table in hands("high-form") if len(table.scene.hand) == 9)
    stage.show(nine)
    task = stage.screen.at("task").first
    expect(task.locator(".rule")).to_be_hidden()
    rule = task.locator(".rule").text_content()
    note = stage.page.get_by_role("tooltip")
    for act, elsewhere in (
        (task.hover, stage.screen.at("menu").hover),
        (task.focus, stage.screen.at("menu").focus),
    ):
        act()
        expect(note).to_contain_text(rule or "?")
        expect(note).to_be_in_viewport(ratio=1)
        elsewhere()
        expect(note).to_be_hidden()
    # A name that is cut can be reached by the keyboard, one that is not is no stop on the way.
    named = stage.page.locator(".player .nm")
    expect(named.first).to_have_attribute("tabindex", "0")
    expect(named.last).not_to_have_attribute("tabindex", "0")
    named.first.focus()
    expect(note).to_have_text("Berthold von Hohenfels")


@pytest.mark.parametrize("form", PLAYED)
def test_the_arena_stands_still_through_a_game(
    visitors: Visitors, site: Running, form: str
) -> None:
    """The page keeps every box that the arena has had, frame by frame, while a game is played."""
    watch = """() => {
      const boxes = (window.boxes = new Set());
      const look = () => {
        const { x, y, width, height } = document
          .querySelector('[data-testid=arena]').getBoundingClientRect();
        boxes.add([x, y, width, height, document.scrollingElement.scrollHeight].join(' '));
        requestAnimationFrame(look);
      };
      look();
    }"""
    with Match(site, form, seed=2) as match:
        match.asked()
        sizes = ((360, 640), (1024, 768), (1280, 720))
        screens = [visitors.at(match.table, match.player(0), size=size) for size in sizes]
        for screen in screens:
            screen.page.evaluate(watch)
        made = 0
        while (scene := match.wire(0).scene) and scene["state"] == "running" and made < 400:
            seat, shown = match.asked()
            match.wire(seat).choose(eager(match.rng, shown))
            match.wire(0).shown(shown["seq"] + 1)
            made += 1
        seq = match.wire(0).shown(0)["seq"]
    assert made > 60
    for screen in screens:
        expect(screen.at("table")).to_have_attribute("data-seq", str(seq))
        assert len(screen.page.evaluate("[...window.boxes]")) == 1
