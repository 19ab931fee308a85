"""Lessons on the page: by clicking where the coach points, by other ways, wrongly, and later on."""

from __future__ import annotations

import re
from functools import partial
from typing import Literal

import pytest
from playwright.sync_api import expect

from tashkalar.catalogue import PSEUDO
from tashkalar.lessons import courses, lesson
from tests.accessibility import violations
from tests.browsing import PHONE, Screen, Visitors
from tests.test_web_language import NAMES, unbracketed

pytest_plugins = ("tests.chromium",)

FIRST = courses()[0].lessons
LINES = "p => Math.round(p.clientHeight / parseFloat(getComputedStyle(p).lineHeight))"


class Learner:
    """Does what a lesson means by clicks alone, and counts them."""

    def __init__(self, screen: Screen, touch: bool = False) -> None:
        self.screen, self.touch = screen, touch
        self.clicks = 0
        self.words = 0

    def press(self, testid: str) -> None:
        self.clicks += 1
        self.screen.at(testid).click()

    def touched(self, square: str) -> None:
        """A finger points first; the button says what would happen."""
        self.clicks += 1
        if not self.touch:
            self.screen.square(square).click()
            return
        self.screen.square(square).tap()
        self.press("prompt-confirm")

    def take(self, id: str) -> None:
        """All goals, in the way the lesson shows."""
        for number, goal in enumerate(lesson(id).goals):
            self.told(number)
            steps = list(goal.way)
            while steps:
                self.screen.after(partial(self.step, steps, goal.show))
        expect(self.screen.at("coach")).to_have_attribute("data-state", "done")

    def told(self, number: int) -> None:
        coach = self.screen.at("coach")
        expect(coach).to_have_attribute("data-goal", str(number))
        expect(coach).to_have_attribute("data-state", "goal")
        self.words += len(coach.inner_text().split())
        if self.touch:  # a bubble has four lines at most
            assert self.screen.at("coach-say").evaluate(LINES) <= 4

    def step(self, steps: list[str], shown: tuple[str, ...]) -> None:
        """One step of a way; a summoning is two."""
        match steps.pop(0).split():
            case ["summon", card]:
                self.card(card)
                square = steps.pop(0)
                assert square in self.screen.open_squares()
                # The coach says the next thing: where it goes.
                expect(self.screen.at("coach-goal")).to_contain_text(f"Now choose {square}")
                # A card that fits on one square alone is aimed at it at once.
                aimed = self.touch and self.screen.at("prompt-confirm").is_visible()
                self.press("prompt-confirm") if aimed else self.touched(square)
            case ["invoke", card]:
                self.card(card)
                self.press("invoke")
            case ["discard", card]:
                self.press("discard")
                self.card(card)
            case ["return", card]:
                self.card(card)
            case ["finish"]:
                self.press("end-turn")
            case ["pass", "control"]:
                self.press("pass-control")
            case ["pass"]:
                self.press("prompt-pass")
            case ["claim" | "colour", _]:
                self.clicks += 1
                self.screen.at("answer").first.click()
            case [("n" | "e" | "s" | "w")]:
                self.touched(shown[1])  # the first square in that direction
            case [*_, square]:
                self.touched(square)

    def card(self, card: str) -> None:
        self.clicks += 1
        expect(self.screen.card(card)).not_to_have_class(re.compile("is-locked"))
        self.screen.card(card).click()


def opened(
    visitors: Visitors,
    id: str,
    size: tuple[int, int] = (1280, 800),
    theme: Literal["light", "dark"] = "light",
) -> Screen:
    screen = visitors.new(f"/learn/{id}", size=size, theme=theme)
    expect(screen.at("coach")).to_be_visible()
    return screen


def test_the_first_course_leads_from_the_start_page_to_a_whole_game(visitors: Visitors) -> None:
    screen = visitors.new("/")
    learner = Learner(screen)
    learner.words += len(screen.page.locator(".hero .lead").inner_text().split())
    learner.press("learn")
    learner.words += len(screen.page.locator(".map-side").inner_text().split())
    learner.press("continue")
    for id in FIRST:
        expect(screen.page).to_have_url(re.compile(f"/learn/{id}$"))
        if id == "pattern":  # here the first being is summoned, by two more clicks
            learner.told(0)
            assert learner.words <= 250
            assert learner.clicks + 2 <= 8
        learner.take(id)
        if id == "pattern":  # the turn was ended, and the cards drawn belong to later lessons
            expect(screen.at("actions")).to_contain_text("Not your turn")
            expect(screen.at("end-turn")).not_to_have_class(re.compile("primary"))
            expect(screen.page.locator("[data-testid=card]:not(.is-locked)")).to_have_count(0)
        if id != FIRST[-1]:
            learner.words += len(screen.at("coach").inner_text().split())
            learner.press("next-lesson")
    screen.at("first-game").click()
    expect(screen.prompt).to_be_visible()
    expect(screen.at("tip")).to_be_visible()
    screen.at("tip-off").click()
    expect(screen.at("tip")).to_have_count(0)
    screen.page.reload()
    expect(screen.prompt).to_be_visible()
    expect(screen.at("tip")).to_have_count(0)
    screen.page.goto("/learn")
    expect(screen.page.locator("[data-testid=lesson][data-done='2']")).to_have_count(len(FIRST))
    expect(screen.at("continue")).to_have_text("Legends")


@pytest.mark.parametrize("course", [course.id for course in courses()[1:]])
def test_other_courses_are_taken_by_clicks(visitors: Visitors, course: str) -> None:
    lessons = next(found.lessons for found in courses() if found.id == course)
    learner = Learner(opened(visitors, lessons[0]))
    for id in lessons:
        expect(learner.screen.page).to_have_url(re.compile(f"/learn/{id}$"))
        learner.take(id)
        learner.press("next-lesson")
    expect(learner.screen.at("map")).to_be_visible()


def test_another_legal_way_and_steps_back_over_goals(visitors: Visitors) -> None:
    screen = opened(visitors, "pattern")
    coach = screen.at("coach")
    screen.square("g5").click()  # an action first, which nobody asked for
    expect(screen.at("actions")).to_have_attribute("data-n", "1")
    expect(coach).to_have_attribute("data-state", "goal")
    screen.card("swordmaster").click()
    screen.square("e5").click()
    expect(coach).to_have_attribute("data-goal", "1")
    screen.square("d6").click()
    # No action is left for the goal that follows, so the board is set up for it.
    expect(coach).to_have_attribute("data-goal", "2")
    expect(screen.at("coach-note")).to_be_visible()
    screen.at("undo").click()
    expect(coach).to_have_attribute("data-goal", "1")
    screen.at("redo").click()
    expect(coach).to_have_attribute("data-goal", "2")


def test_a_wrong_try_is_explained_and_the_way_is_shown(visitors: Visitors) -> None:
    screen = opened(visitors, "pattern")
    screen.square("d6").click()
    expect(screen.at("reason")).to_contain_text("d6")
    screen.card("knight").click(force=True)  # it is disabled, and says why
    expect(screen.at("reason")).to_contain_text("later goal")
    show = screen.at("show-me")
    expect(show).not_to_have_class(re.compile("primary"))
    screen.square("e6").click()
    expect(show).to_have_class(re.compile("primary"))
    show.click()
    expect(screen.at("hint").locator("li")).to_have_count(2)
    expect(screen.page.locator("[data-step=e5]")).to_be_visible()
    learner = Learner(screen)
    learner.take("pattern")
    screen.page.goto("/learn")
    done = screen.page.locator("[data-lesson=pattern]")
    expect(done).to_have_attribute("data-done", "1")  # with help


def test_the_coach_points_and_says_why(visitors: Visitors) -> None:
    screen = opened(visitors, "pattern")
    tether = screen.at("tether")
    expect(tether).to_have_attribute("data-to", "swordmaster")
    screen.page.keyboard.press("w")
    # The card is in mind with its pattern on the board, so the square is meant now.
    expect(screen.at("coach-why")).to_contain_text("e6, e4")
    expect(screen.at("coach-why").get_by_test_id("rule-link")).to_have_text("Rule 7.4")
    expect(tether).to_have_attribute("data-to", "e5")
    assert screen.used() == {"e4", "e6"}
    screen.at("why-there").click()
    expect(screen.at("coach-say")).to_be_visible()
    screen.square("e5").click()
    expect(screen.at("coach")).to_have_attribute("data-goal", "1")
    # The card whose effect goes on is not put away.
    expect(screen.card("swordmaster")).to_have_attribute("data-state", "play")
    screen.square("b8").click()
    expect(screen.at("reason").get_by_test_id("rule-link")).to_be_visible()
    screen.square("d6").click()
    # Any square will do, so none is pointed at.
    expect(screen.at("coach")).to_have_attribute("data-goal", "2")
    expect(tether).to_have_count(0)


def test_whoever_ends_the_turn_too_early_goes_back(visitors: Visitors) -> None:
    screen = opened(visitors, "placing")
    coach = screen.at("coach")
    screen.square("a5").click()
    expect(screen.at("actions")).to_have_attribute("data-n", "1")
    screen.square("b5").click()
    expect(coach).to_have_attribute("data-state", "astray")
    screen.at("end-turn").click()
    expect(coach).to_have_attribute("data-state", "away")
    screen.at("back-to-goal").click()
    expect(coach).to_have_attribute("data-state", "goal")
    expect(screen.at("actions")).to_have_attribute("data-n", "2")


def test_leaving_and_coming_back_goes_on_at_the_goal(visitors: Visitors) -> None:
    screen = opened(visitors, "pattern")
    screen.card("swordmaster").click()
    screen.square("e5").click()
    expect(screen.at("coach")).to_have_attribute("data-goal", "1")
    screen.at("leave-lesson").click()
    expect(screen.page.locator("[data-lesson=pattern]")).to_contain_text("Goal 2 of 4")
    screen.page.locator("[data-lesson=pattern]").click()
    expect(screen.at("coach")).to_have_attribute("data-goal", "1")
    screen.square("d6").click()
    expect(screen.at("coach")).to_have_attribute("data-goal", "2")


def test_whoever_knows_the_game_is_sent_on(visitors: Visitors) -> None:
    screen = visitors.new("/learn")
    screen.at("i-know").click()
    expect(screen.button("Play now")).to_be_visible()
    screen.at("learn").click()
    expect(screen.at("continue")).to_have_text("Legends")


def test_lessons_on_a_phone(visitors: Visitors) -> None:
    screen = opened(visitors, "placing", size=PHONE, theme="dark")
    learner = Learner(screen, touch=True)
    for id in FIRST[:2]:
        learner.take(id)
        screen.at("next-lesson").click()
        expect(screen.at("coach")).to_have_attribute("data-goal", "0")
    assert violations(screen.page) == []
    # A card in mind turns as it fits.
    pattern = screen.card("swordmaster").locator(".pat")
    printed = pattern.inner_html()
    screen.card("swordmaster").click()
    expect(screen.at("coach-goal")).to_contain_text("Now choose d3")
    assert pattern.inner_html() != printed
    screen.page.goto("/learn")
    expect(screen.at("continue")).to_be_visible()
    assert violations(screen.page) == []


def test_a_lesson_by_keys_alone(visitors: Visitors) -> None:
    screen = opened(visitors, "pattern")
    keys, coach = screen.page.keyboard, screen.at("coach")
    keys.press("1")
    expect(screen.at("prompt-confirm")).to_be_visible()
    keys.press("Enter")
    expect(coach).to_have_attribute("data-goal", "1")
    keys.press("h")
    expect(screen.at("hint")).to_be_visible()
    keys.press("n")
    keys.press("Enter")
    expect(coach).to_have_attribute("data-goal", "2")
    keys.press("Backspace")
    expect(coach).to_have_attribute("data-goal", "1")
    screen.at("redo").focus()
    keys.press("u")
    expect(coach).to_have_attribute("data-goal", "2")
    keys.press("n")
    keys.press("Enter")
    expect(coach).to_have_attribute("data-goal", "3")
    keys.press("e")
    expect(coach).to_have_attribute("data-state", "done")
    screen.page.locator("body").focus()
    assert violations(screen.page) == []


def test_the_map_by_keys(visitors: Visitors) -> None:
    screen = visitors.new("/learn")
    keys, map = screen.page.keyboard, screen.at("map")
    stop = map.get_by_test_id("lesson")
    stop.first.focus()
    keys.press("ArrowRight")
    expect(stop.nth(1)).to_be_focused()
    keys.press("ArrowDown")  # the second row of the first course
    expect(stop.nth(7)).to_be_focused()
    keys.press("ArrowDown")  # the next course
    expect(map.locator("[data-lesson=stars]")).to_be_focused()
    keys.press("Enter")
    expect(screen.at("coach")).to_be_visible()
    expect(screen.page).to_have_url(re.compile("/learn/stars$"))


def test_lessons_say_nothing_of_their_own(visitors: Visitors) -> None:
    screen = visitors.new(f"/learn?lang={PSEUDO}")
    expect(screen.at("continue")).to_be_visible()
    assert unbracketed(screen, *NAMES) == []
    screen.at("continue").click()
    expect(screen.at("coach")).to_be_visible()
    assert unbracketed(screen, *NAMES) == []
    learner = Learner(screen)
    learner.take("placing")
    assert unbracketed(screen, *NAMES) == []
