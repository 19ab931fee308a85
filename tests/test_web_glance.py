"""What is seen at a glance: the log on the board, clocks, the last round, offers, who is away."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browsing import Visitors
from tests.matches import Match, acting, touched_twice
from tests.serving import Message, Running

pytest_plugins = ("tests.chromium",)


def final_round(scene: Message) -> bool:
    return bool(scene["trigger"]) and scene["state"] == "running"


def test_a_line_of_the_log_lights_its_squares(visitors: Visitors, site: Running) -> None:
    with Match(site, "first-game", seed=5) as match:
        seat, _ = match.reach(touched_twice)
        screen = visitors.at(match.table, match.player(seat))
    lines = screen.at("log").locator("div.line")
    assert lines.count() > 5
    told = 0
    for i in range(min(lines.count(), 12)):
        named = set(re.findall(r"\b[a-i][1-9]\b", lines.nth(i).inner_text()))
        lines.nth(i).focus()
        expect(screen.page.locator(".lit:not(.under)")).to_have_count(len(named))
        assert screen.lit() == named
        told += bool(named)
    assert told
    screen.at("menu").focus()
    expect(screen.page.locator(".lit")).to_have_count(0)


def test_clocks_are_shown_and_the_one_of_who_decides_runs(
    visitors: Visitors, site: Running
) -> None:
    clock = {"kind": "total", "seconds": 600, "increment": 5}
    with Match(site, "duel", seed=3, clock=clock) as match:
        seat, _ = match.reach(acting)
        screen = visitors.at(match.table, match.player(seat))
        expect(screen.page.get_by_role("timer")).to_have_count(2)
        expect(screen.page.get_by_role("timer").first).to_contain_text(re.compile(r"\d+:\d\d"))
        running = screen.at("player").filter(has=screen.page.locator(".clock.running"))
        expect(running).to_contain_text("You")


def test_the_final_round_is_announced(visitors: Visitors, site: Running) -> None:
    with Match(site, "duel", seed=11) as match:
        seat, scene = match.reach(final_round)
        screen = visitors.at(match.table, match.player(seat))
    expect(screen.at("final-round")).to_be_visible()
    expect(screen.at("final-round")).to_contain_text(str(scene["last_turns"]))


def test_a_finished_turn_is_taken_back_with_consent(visitors: Visitors, site: Running) -> None:
    with Match(site, "duel", seed=3) as match:
        match.reach(acting)
        for choice in ("place e4", "place e5", "finish"):
            seat, _ = match.asked()
            match.choose(choice)
        asker = visitors.at(match.table, match.player(seat))
        other = visitors.at(match.table, match.player(1 - seat))
        asker.at("menu").click()
        asker.button("Request a take-back").click()
        expect(asker.at("offer")).to_be_visible()
        expect(asker.piece("e5")).to_be_attached()
        other.at("offer").get_by_role("button", name="Accept").click()
        for screen in (asker, other):
            expect(screen.piece("e5")).to_have_count(0)
            expect(screen.piece("e4")).to_have_count(0)
            expect(screen.at("offer")).to_have_count(0)
        asker.asks("action")


def test_what_somebody_says_is_heard_until_muted(visitors: Visitors, site: Running) -> None:
    with Match(site, "duel", seed=3) as match:
        ann = visitors.at(match.table, match.player(0))
        ben = visitors.at(match.table, match.player(1))
        ben.at("chat-tab").click()
        ben.page.get_by_label("Message").fill("Hello there")
        ben.page.keyboard.press("Enter")
        ann.at("chat-tab").click()
        expect(ann.at("chat")).to_contain_text("Hello there")
        ann.button("Mute Ben").click()
        expect(ann.at("chat")).not_to_contain_text("Hello there")
        ann.page.reload()
        ann.at("chat-tab").click()
        expect(ann.button("Unmute Ben")).to_be_visible()
        expect(ann.at("chat")).not_to_contain_text("Hello there")


def test_a_bot_takes_over_for_who_is_away(visitors: Visitors, site: Running) -> None:
    with Match(site, "duel", seed=3) as match:
        match.reach(acting)
        seat, _ = match.asked()
        there = visitors.at(match.table, match.player(1 - seat))
        match.wire(seat).close()
        expect(there.page.locator(".away")).to_be_visible()  # the server has noticed
        site.clock.advance(61)
        there.button("Let a bot play").click()
        there.asks("action")  # the bot has played its turn
        expect(there.button("Let a bot play")).to_have_count(0)
