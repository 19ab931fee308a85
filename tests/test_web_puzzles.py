"""Puzzles on the page: failed, hinted, solved, given up; the puzzle of the day, and the rating."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
from playwright.sync_api import Locator, expect

from tashkalar import Game, choice_text
from tashkalar.catalogue import PSEUDO, languages, text
from tashkalar.choice import Choice, Kind
from tashkalar.game import forced
from tashkalar.lessons import courses
from tashkalar.puzzles import Puzzle, daily, listed, puzzle, puzzles
from tashkalar.puzzles.goals import has_ended
from tashkalar.scene.puzzles import answering
from tashkalar.server.wire import puzzles as wire_puzzles
from tashkalar.server.wire import puzzling
from tests.accessibility import violations
from tests.browsing import PHONE, Screen, Visitors
from tests.serving import Clock, Player, Running, running
from tests.test_server_puzzles import going_on
from tests.test_web_language import NAMES, unbracketed

pytest_plugins = ("tests.chromium",)

_CLICKED = {Kind.SUMMON, Kind.SQUARE, Kind.PLACE, Kind.CLAIM, Kind.FINISH, Kind.PASS}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server with a clock of its own, at noon."""
    noon = Clock(1_800_014_400_000)
    with running(tmp_path_factory.mktemp("puzzles"), clock=noon) as found:
        yield found


def today(site: Running) -> Puzzle:
    return daily(datetime.fromtimestamp(site.clock() / 1000, UTC).date())


def asked(found: Puzzle, choices: tuple[Choice, ...]) -> list[tuple[Choice, bool]]:
    """Choices, and whether somebody makes them; what is forced goes by itself."""
    game, made = Game.at(found.start), []
    for choice in choices:
        made.append((choice, forced(game.position) is None))
        game.play(choice)
    return made


def clickable() -> Puzzle:
    """A puzzle that needs cards, squares and buttons, and nothing that is asked in other ways."""
    return next(p for p in puzzles() if {choice.kind for choice in p.solution} <= _CLICKED)


def other_ways(found: Puzzle) -> Iterator[tuple[Choice, ...]]:
    """Turns that reach the goal and leave the solution at one place only."""
    game = Game.at(found.start)
    for n, meant in enumerate(found.solution):
        for choice in game.position.choices():
            if choice == meant:
                continue
            other = game.copy()
            other.play(choice)
            for rest in (found.solution[n + 1 :], found.solution[n + 2 :]):
                if (played := followed(found, other, rest)) is not None:
                    yield played
        game.play(meant)


def followed(found: Puzzle, game: Game, rest: tuple[Choice, ...]) -> tuple[Choice, ...] | None:
    """All choices of a game that goes on as the solution does, if that reaches the goal."""
    game = game.copy()
    for choice in rest:
        if has_ended(found.start, game.position) or choice not in game.position.choices():
            return None
        game.play(choice)
    if not has_ended(found.start, game.position):
        return None
    reached = found.goal.reached(found.start, game.position)
    return tuple(played.choice for played in game.history) if reached else None


def another_way() -> tuple[Puzzle, tuple[Choice, ...]]:
    return next((found, way) for found in puzzles() for way in other_ways(found))


class Solver:
    """Somebody at the page of a puzzle."""

    def __init__(self, screen: Screen, touch: bool = False) -> None:
        self.screen, self.touch = screen, touch

    def here(self) -> None:
        expect(self.screen.at("prompt")).to_be_visible()

    def came(self, state: str) -> None:
        expect(self.screen.at("outcome")).to_have_attribute("data-state", state)

    def clicks(self, found: Puzzle) -> None:
        """The solution by clicks."""
        left = asked(found, found.solution)
        while left:
            choice, free = left.pop(0)
            if choice.kind == Kind.SUMMON:
                self.screen.card(choice_text(choice).split()[1]).click()
                square = choice_text(
                    left.pop(0)[0]
                )  # chosen with the card, also where it is forced
                self.screen.summoned(self.screen.square(square).click)
            elif not free:
                continue
            elif choice.kind == Kind.FINISH:
                self.screen.at("end-turn").click()
            elif choice.kind == Kind.CLAIM:
                self.screen.at("answer").first.click()
            elif choice.kind == Kind.PASS:
                self.screen.after(self.screen.at("prompt-pass").click)
            else:
                square_name = choice_text(choice).split()[-1]
                self.screen.after(self.screen.square(square_name).click)

    def typed(self, found: Puzzle, choices: tuple[Choice, ...]) -> None:
        """A turn by keys alone."""
        keys, line = self.screen.page.keyboard, self.screen.at("typed")
        if line.count() == 0:  # else it was opened before
            keys.press("/")
        for choice, free in asked(found, choices):
            if free:
                expect(line).to_be_focused()
                keys.type(choice_text(choice))
                self.screen.after(lambda: keys.press("Enter"))

    def fails(self) -> None:
        """Pieces anywhere, then the end of the turn."""
        screen = self.screen
        while screen.at("end-turn").get_attribute("aria-disabled") == "true":
            square = screen.open_squares()[0]
            if self.touch:
                screen.square(square).tap()
                screen.after(screen.at("prompt-confirm").click)
            else:
                screen.after(screen.square(square).click)
        screen.at("end-turn").click()
        self.came("failed")


def opened(
    visitors: Visitors, id: str, player: Player | None = None, size: tuple[int, int] = (1440, 900)
) -> Solver:
    solver = Solver(visitors.new(f"/puzzles/{id}", player, size=size), size[0] < 720)
    solver.here()
    return solver


def tile(screen: Screen, id: str) -> Locator:
    """The tile of a puzzle; the list is drawn page by page."""
    found = screen.page.locator(f"[data-testid=puzzle][data-puzzle={id}]")
    expect(screen.at("puzzle").first).to_be_visible()
    while found.count() == 0:
        screen.at("more").click()
    return found


def test_a_puzzle_is_failed_hinted_and_solved(visitors: Visitors) -> None:
    found = clickable()
    screen = visitors.new(f"/puzzles?form={found.form}")
    expect(screen.at("puzzles-solved")).to_have_text(f"0 of {len(listed())}")
    tile(screen, found.id).click()
    solver = Solver(screen)
    solver.here()
    expect(screen.page.locator(".site-nav")).to_have_count(0)
    solver.fails()
    expect(screen.at("short")).not_to_be_empty()
    expect(screen.page.locator("[data-step]").first).to_be_visible()
    expect(screen.at("last-try").get_by_test_id("turn-steps").locator("li")).not_to_have_count(0)
    # Taken back, the turn goes on; begun again, the last try is remembered.
    screen.at("undo-turn").click()
    solver.here()
    screen.at("redo").click()
    expect(screen.at("undo")).to_have_attribute("aria-disabled", "false")
    expect(screen.at("last-try")).to_be_visible()
    expect(screen.at("try-number")).to_have_text("Try 2.")
    screen.at("ask-hint-1").click()
    screen.at("ask-hint-2").click()
    expect(screen.at("hint-2")).not_to_be_empty()
    assert violations(screen.page) == []
    solver.clicks(found)
    solver.came("solved")
    expect(screen.at("outcome")).to_contain_text("Solved with 2 hints")
    expect(screen.at("why")).not_to_be_empty()
    expect(screen.at("solution")).to_contain_text("main solution")
    expect(screen.page.locator("[data-step]").first).to_be_visible()
    assert violations(screen.page) == []
    screen.page.locator("body").press("Enter")
    expect(screen.page).not_to_have_url(re.compile(found.id))
    solver.here()
    screen.at("leave-puzzle").click()
    expect(screen.at("puzzles-solved")).to_have_text(f"1 of {len(listed())}")
    expect(screen.at("puzzles-right")).to_have_text("0 of 1")
    # What is solved comes last, with a tick.
    screen.at("puzzle-form").select_option(found.form)
    screen.at(f"grade-{found.grade}").click()
    expect(screen.page).to_have_url(re.compile(f"form={found.form}&grade={found.grade}$"))
    while screen.at("more").count():
        screen.at("more").click()
    expect(screen.at("puzzle").last).to_have_attribute("data-state", "solved")
    expect(screen.at("puzzle").last).to_contain_text("solved")
    assert violations(screen.page) == []


def test_another_way_by_keys_alone_makes_a_rating(visitors: Visitors) -> None:
    found, way = another_way()
    solver = opened(visitors, found.id)
    screen, keys = solver.screen, solver.screen.page.keyboard
    solver.typed(found, way)
    solver.came("solved")
    expect(screen.at("outcome")).to_contain_text("Solved at first try")
    expect(screen.at("solution")).to_contain_text("alternative solution")
    screen.page.locator("body").focus()
    keys.press("r")
    solver.here()
    keys.press("Escape")  # the line is there again, and takes the letters
    expect(screen.at("typed")).to_have_count(0)
    keys.press("h")
    expect(screen.at("hint-1")).to_be_visible()
    keys.press("g")
    keys.press("z")  # at a table these keys lead nowhere
    solver.here()
    screen.at("leave-puzzle").click()
    expect(screen.at("puzzles-right")).to_have_text("1 of 1")
    expect(screen.at("puzzle-rating")).to_have_text(re.compile(r"^1[56]\d\d"))
    # The tiles by keys.
    screen.at("puzzle").first.focus()
    keys.press("ArrowRight")
    expect(screen.at("puzzle").nth(1)).to_be_focused()
    keys.press("Enter")
    solver.here()


def test_the_solution_is_shown_and_counts_as_seen(visitors: Visitors) -> None:
    found = clickable()
    solver = opened(visitors, found.id)
    screen = solver.screen
    screen.at("give-up").click()
    solver.came("shown")
    steps = screen.at("solution").get_by_test_id("turn-steps").locator("li")
    expect(steps).not_to_have_count(0)
    expect(screen.page.locator("[data-step]").first).to_be_visible()
    screen.at("outcome").get_by_test_id("start-again").click()
    solver.here()
    solver.clicks(found)
    solver.came("shown")
    screen.at("leave-puzzle").click()
    expect(tile(screen, found.id)).to_have_attribute("data-state", "seen")
    expect(screen.at("puzzles-right")).to_have_text("0 of 1")


def test_the_puzzle_of_the_day_makes_days_in_a_row_on_all_devices(
    visitors: Visitors, site: Running
) -> None:
    screen = visitors.new("/puzzles")
    solver = Solver(screen)
    for length in (1, 2):
        found = today(site)
        expect(screen.page.locator(f".day[data-puzzle={found.id}]")).to_be_visible()
        screen.at("daily").click()
        solver.here()
        solver.typed(found, found.solution)
        solver.came("solved")
        screen.at("leave-puzzle").click()
        expect(screen.at("streak")).to_have_text(str(length))
        expect(screen.at("daily-done")).to_be_visible()
        site.clock.advance(86_400)
        screen.page.reload()
        expect(screen.at("streak")).to_have_text(str(length))
        expect(screen.at("daily-done")).to_have_count(0)
    # Another browser becomes the same guest: what it had is added, and counts for nothing.
    other = visitors.new("/puzzles")
    mine = next(entry.id for entry in listed() if entry.id not in (found.id, today(site).id))
    kept = json.dumps({mine: {"state": "solved", "tries": 1}})
    other.page.evaluate("(kept) => localStorage.setItem('tashkalar.puzzles', kept)", kept)
    token = screen.page.evaluate("JSON.parse(localStorage.getItem('tashkalar.guest')).token")
    code = Player(site, token, "").post("/api/transfer").json()["code"]
    other.page.goto(f"/me#{code}")
    other.at("take").click()
    expect(other.at("play-now")).to_be_visible()
    other.page.goto("/puzzles")
    expect(other.at("streak")).to_have_text("2")
    expect(other.at("puzzles-right")).to_have_text("2 of 2")
    expect(other.at("puzzles-solved")).to_have_text(f"3 of {len(listed())}")


def test_a_game_goes_on_from_a_puzzle(visitors: Visitors, monkeypatch: pytest.MonkeyPatch) -> None:
    found = going_on()
    for module in (puzzling, wire_puzzles):
        monkeypatch.setattr(module, "puzzle", lambda _: found)
    solver = opened(visitors, found.id)
    solver.typed(found, found.solution)
    solver.came("solved")
    solver.screen.at("play-on").click()
    expect(solver.screen.page).to_have_url(re.compile(r"/t/\w+$"))
    expect(solver.screen.at("table")).to_be_visible()


@pytest.mark.parametrize("size", [PHONE, (390, 844)])
def test_puzzles_on_a_phone(visitors: Visitors, size: tuple[int, int]) -> None:
    found = clickable()
    solver = opened(visitors, found.id, size=size)
    screen = solver.screen
    expect(screen.at("puzzle-goal")).to_be_visible()
    solver.fails()
    assert violations(screen.page) == []
    screen.at("outcome").get_by_test_id("start-again").click()
    solver.here()
    while screen.at("hint-button").count():
        before = screen.at("hint").locator("li").count()
        screen.at("hint-button").click()
        expect(screen.at("hint").locator("li")).to_have_count(before + 1)
    assert violations(screen.page) == []
    screen.at("give-up").click()
    solver.came("shown")
    expect(screen.at("turn-steps").locator("li").first).to_be_visible()
    for testid in ("next-puzzle", "start-again"):
        box = screen.at("outcome").get_by_test_id(testid).bounding_box()
        assert box is not None and box["height"] >= 40
        assert box["x"] >= 0 and box["x"] + box["width"] <= size[0]
    assert violations(screen.page) == []
    screen.at("next-puzzle").click()
    solver.here()
    screen.at("to-puzzles").click()
    expect(screen.at("puzzle").first).to_be_visible()
    assert violations(screen.page) == []


def test_puzzles_in_every_language(visitors: Visitors) -> None:
    found = clickable()
    for language in (*languages(), PSEUDO):
        screen = visitors.new(f"/puzzles/{found.id}?lang={language}")
        solver = Solver(screen)
        solver.here()
        screen.at("ask-hint-1").click()
        expect(screen.at("hint-1")).to_be_visible()
        solver.fails()
        if language == PSEUDO:
            assert unbracketed(screen, *NAMES, "R") == []
        else:
            short = text("puzzle.short.points", language, reached=0, n=9)[:5]
            kinds = [text(f"puzzle.short.{kind}", language) for kind in ("goes_on", "not_won")]
            told = screen.at("short").inner_text()
            assert told in kinds or told.startswith(short), told
        screen.at("give-up").first.click()
        solver.came("shown")
        if language == PSEUDO:
            assert unbracketed(screen, *NAMES, "Enter") == []


def test_a_chapter_of_lessons_is_answered_by_a_puzzle(visitors: Visitors) -> None:
    course = next(c for c in courses() if answering(c) is not None)
    found = puzzle(answering(course) or "")
    screen = visitors.new("/learn")
    screen.at(f"test-{course.id}").click()
    solver = Solver(screen)
    solver.here()
    solver.typed(found, found.solution)
    solver.came("solved")
    screen.at("chapter").get_by_role("link").click()
    done = screen.page.locator("[data-testid=lesson][data-done='1']")
    expect(done).to_have_count(len(course.lessons))
    expect(screen.at(f"test-{course.id}")).to_have_count(0)


def test_an_unknown_puzzle_is_refused(visitors: Visitors) -> None:
    screen = visitors.new("/puzzles/duel-999")
    expect(screen.at("trouble")).to_contain_text("Puzzle not found")
