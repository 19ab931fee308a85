"""The turns of others: card and pattern first, then the being, then its effect, in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tashkalar.catalogue import name
from tests.browsing import LAPTOP, Screen, Visitors
from tests.matches import Match, acting, fitting, summoning
from tests.serving import Message, Running

pytest_plugins = ("tests.chromium",)

LEAD, STEP, HURRY = 1500, 260, 120  # milliseconds, as in the client
INK = """(selector) => {
  const seen = getComputedStyle(document.querySelector(selector));
  return [seen.stroke, getComputedStyle(document.body).color];
}"""
BOX = "(node) => { const b = node.getBoundingClientRect(); return [b.x, b.y, b.width, b.height]; }"


def follower(
    visitors: Visitors, match: Match, seat: int, size: tuple[int, int] = LAPTOP, **chosen: Any
) -> Screen:
    """The window of a player with some settings, in which things move when the clock is told to."""
    screen = visitors.at(match.table, match.player(seat), size=size)
    if chosen:
        kept = {"version": 1, **chosen}
        screen.page.evaluate(
            "(kept) => localStorage.setItem('tashkalar.settings', JSON.stringify(kept))", kept
        )
        screen.page.reload()
        expect(screen.at("table")).to_be_visible()
    screen.page.emulate_media(reduced_motion="no-preference")
    screen.page.clock.install(time=0)
    screen.page.clock.pause_at(1_000)
    return screen


def summon(match: Match) -> Message:
    """Whoever is asked summons the first card that fits: the card, its square and its pieces."""
    seat, scene = match.asked()
    card = fitting(scene)[0]
    fit = card["fits"][0]
    way = fit["ways"][0]
    chosen: list[str] = fit["choices"] + ([way["choice"]] if way["choice"] else [])
    first, *then = chosen
    wire = match.wire(seat)
    answer = wire.ask(t="choose", seq=scene["seq"], choice=first, then=then)
    assert answer["t"] == "ack", answer
    wire.shown(answer["seq"])
    return {
        "card": card["id"],
        "square": fit["square"],
        "seat": seat,
        "used": set(way["used"]) - {fit["square"]},
    }


def standing(screen: Screen, square: str) -> int | None:
    """The colour of the piece on a square."""
    found = screen.piece(square)
    return int(found.first.get_attribute("data-colour") or 0) if found.count() else None


def end_turn(match: Match) -> int:
    """Play on until the next turn begins; who has it."""
    _, before = match.asked()
    seat, _ = match.reach(lambda scene: bool(scene["turn"] != before["turn"]) and acting(scene))
    return seat


def test_the_card_and_its_pattern_come_before_the_being(visitors: Visitors, site: Running) -> None:
    with Match(site, "duel", seed=3) as match:
        seat, _ = match.reach(summoning())
        screen = follower(visitors, match, 1 - seat)
        done = summon(match)
        expect(screen.at("follow-step")).to_contain_text(name(done["card"]))
        expect(screen.at("detail")).to_have_attribute("data-shown", done["card"])
        assert screen.used() == done["used"]
        assert standing(screen, done["square"]) != seat
        # It is told in ink: nothing of it can be acted on.
        line, ink = screen.page.evaluate(INK, ".wire:not(.under)")
        assert line == ink
        assert screen.open_squares() == []
        screen.page.clock.run_for(LEAD + 2 * STEP)
        expect(screen.piece(done["square"]).last).to_have_attribute("data-colour", str(seat))
        screen.page.clock.run_for(10_000)
        assert screen.used() == set()
        expect(screen.at("log")).to_contain_text(name(done["card"]))
        # What was told last stays until it is one's own turn.
        expect(screen.at("skip")).to_have_count(0)
        expect(screen.at("follow-step")).to_be_visible()
        assert end_turn(match) == 1 - seat
        screen.page.clock.run_for(60_000)
        screen.asks("action")
        expect(screen.at("follow")).to_have_count(0)


@pytest.mark.parametrize("by", ["the board", "Escape", "the button"])
def test_everything_can_be_skipped_at_once(visitors: Visitors, site: Running, by: str) -> None:
    with Match(site, "duel", seed=3) as match:
        seat, _ = match.reach(summoning())
        screen = follower(visitors, match, 1 - seat)
        done = summon(match)
        expect(screen.at("skip")).to_be_visible()
        assert end_turn(match) == 1 - seat
        skip: dict[str, Callable[[], None]] = {
            "the board": screen.square("e5").click,
            "Escape": lambda: screen.page.keyboard.press("Escape"),
            "the button": screen.at("skip").click,
        }
        # Until the last step has arrived there is still something to skip.
        expect(screen.at("follow")).to_be_visible()
        skip[by]()
        screen.asks("action")
        expect(screen.at("follow")).to_have_count(0)
        expect(screen.at("arena")).to_have_attribute("data-playing", "false")
        expect(screen.at("log")).to_contain_text(name(done["card"]))
        # The click has only skipped.
        assert screen.seq == match.asked()[1]["seq"]


@pytest.mark.parametrize(
    ("form", "setup", "chosen", "lead"),
    [
        ("duel", {}, {}, LEAD),
        ("duel", {}, {"speed": "quick"}, LEAD // 2),
        ("duel", {}, {"speed": "once"}, 0),
        ("first-game", {}, {}, LEAD * 8 // 5),
        ("first-game", {}, {"speed": "usual"}, LEAD),
        ("first-game", {"clock": {"kind": "move", "seconds": 600}}, {}, HURRY),
    ],
)
def test_it_takes_as_long_as_somebody_has_chosen(
    visitors: Visitors, site: Running, form: str, setup: Any, chosen: Any, lead: int
) -> None:
    with Match(site, form, seed=3, **setup) as match:
        seat, _ = match.reach(summoning())
        screen = follower(visitors, match, 1 - seat, **chosen)
        done = summon(match)
        arrived = screen.page.locator(f"[data-piece={done['square']}][data-colour='{seat}']")
        if lead:
            expect(screen.at("follow-step")).to_contain_text(name(done["card"]))
            screen.page.clock.run_for(lead - 20)
            expect(arrived).to_have_count(0)
            screen.page.clock.run_for(20)
        expect(arrived).to_have_count(1)


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_each_turn_of_the_others_waits_for_a_word(
    visitors: Visitors, site: Running, motion: Any
) -> None:
    with Match(site, "melee-3", seed=3) as match:
        seat, _ = match.reach(acting)
        me = (seat + 2) % 3
        screen = follower(visitors, match, me, wait=True)
        screen.page.emulate_media(reduced_motion=motion)
        done = summon(match) if fitting(match.asked()[1]) else None
        other = end_turn(match)
        assert end_turn(match) == me
        screen.page.clock.run_for(60_000)
        follow = screen.at("follow")
        expect(follow).to_have_attribute("data-holding", "true")
        expect(follow).to_contain_text(f"{match.player(seat).name}’s turn is over")
        told = screen.at("told-turn").locator("li")
        assert told.count() >= 2
        if done:
            expect(screen.at("told-turn")).to_contain_text(name(done["card"]))
        expect(screen.prompt).to_have_count(0)
        # One turn at a time; then it is mine.
        screen.page.keyboard.press("Enter")
        screen.page.clock.run_for(60_000)
        expect(follow).to_contain_text(f"{match.player(other).name}’s turn is over")
        screen.at("go-on").click()
        screen.asks("action")
        expect(follow).to_have_count(0)


def test_a_game_with_a_clock_waits_for_nobody(visitors: Visitors, site: Running) -> None:
    with Match(site, "duel", seed=3, clock={"kind": "total", "seconds": 600}) as match:
        seat, _ = match.reach(acting)
        screen = follower(visitors, match, 1 - seat, wait=True)
        end_turn(match)
        screen.page.clock.run_for(30_000)
        screen.asks("action")


@pytest.mark.parametrize("size", [(390, 844), (640, 360)])
def test_on_a_phone_the_card_lies_over_the_hand(
    visitors: Visitors, site: Running, size: tuple[int, int]
) -> None:
    with Match(site, "duel", seed=3) as match:
        seat, _ = match.reach(summoning())
        screen = follower(visitors, match, 1 - seat, size=size)
        arena = screen.at("arena").evaluate(BOX)
        done = summon(match)
        card = screen.at("follow-card")
        expect(card).to_have_attribute("data-shown", done["card"])
        expect(card).to_contain_text(name(done["card"]))
        expect(card).to_be_in_viewport(ratio=1)
        assert screen.at("arena").evaluate(BOX) == arena
        left, top, width, height = card.evaluate(BOX)
        over = left < arena[0] + arena[2] - 1 and top < arena[1] + arena[3] - 1
        assert width > 0 and height > 0 and not over
        screen.at("skip").click()
        expect(card).to_have_count(0)
        assert screen.at("arena").evaluate(BOX) == arena


def shares(match: Match, seat: int) -> tuple[Counter[int], Counter[int], dict[int, list[str]]]:
    """By colour, since the last turn of a seat: points, pieces lost, cards played."""
    log = match.wire(seat).log
    mine = max(entry["turn"] for entry in log if entry["seat"] == seat)
    points: Counter[int] = Counter()
    lost: Counter[int] = Counter()
    cards: dict[int, list[str]] = {}
    for entry in (entry for entry in log if entry["turn"] > mine):
        for event in entry["events"]:
            if event["e"] == "points_in":
                points[event["colour"]] += event["n"]
            elif event["e"] in ("destroy", "convert"):
                lost[event["colour"]] += 1
            elif event["e"] in ("summon", "invoke"):
                cards.setdefault(entry["seat"], []).append(event["card"])
    return points, lost, cards


def test_in_a_melee_a_summary_tells_what_happened(visitors: Visitors, site: Running) -> None:
    def eventful(scene: Message) -> bool:
        steps = scene["last_turn"] or ()
        kinds = [event["e"] for step in steps for event in step["events"]]
        return acting(scene) and kinds.count("summon") > 1 and "points_in" in kinds

    with Match(site, "melee-3", seed=1) as match:
        seat, _ = match.reach(eventful)
        points, lost, cards = shares(match, seat)
        screen = visitors.at(match.table, match.player(seat), size=(1440, 900))
    since = screen.at("since")
    expect(since).to_contain_text("Since your last turn")
    assert lost and points and cards
    for colour in range(3):
        row = since.locator(f"li[data-colour='{colour}']")
        if n := lost[colour]:
            expect(row).to_contain_text(f"lost {n} piece")
        if n := points[colour]:
            expect(row).to_contain_text(f"scored {n} point")
        shown = row.get_by_test_id("card-name")
        found = shown.evaluate_all("all => all.map((one) => one.dataset.names)")
        assert found == cards.get(colour, [])
    # Every card in it can be read.
    first = since.get_by_test_id("card-name").first
    first.hover()
    card = first.get_attribute("data-names") or ""
    expect(screen.at("detail")).to_have_attribute("data-shown", card)
