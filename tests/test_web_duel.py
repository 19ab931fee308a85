"""Two people in two browsers: a table made on the page, undo, a flare, a reload in mid-effect."""

from __future__ import annotations

from urllib.parse import urlsplit

import pytest
from playwright.sync_api import WebSocketRoute, expect

from tests.browsing import Screen, Visitors
from tests.matches import Match, acting, flare_offered, in_effect, offered, touched_twice
from tests.serving import Running

pytest_plugins = ("tests.chromium",)


def table_of_two(visitors: Visitors, takebacks: bool = True) -> tuple[Screen, Screen]:
    """Ann opens a table on the page and sends the link; Ben comes in by it."""
    agreed = "no take-backs"
    ann = visitors.new("/")
    ann.at("new-table").click()
    ann.at("name").fill("Ann")
    ann.page.locator("input[name=form][value=duel]").check()
    ann.page.get_by_label("Seat 2: player").select_option("open")
    ann.at("no-takebacks").set_checked(not takebacks)
    ann.at("begins").select_option("0")
    ann.at("make").click()
    expect(ann.at("waiting-room")).to_be_visible()
    expect(ann.at("waiting-room").get_by_text(agreed)).to_have_count(0 if takebacks else 1)
    link = urlsplit(ann.at("invite").input_value())
    ben = visitors.new(f"{link.path}?{link.query}")
    expect(ben.at("joining")).to_contain_text("Ann")
    expect(ben.at("joining").get_by_text(agreed)).to_have_count(0 if takebacks else 1)
    ben.at("name").fill("Ben")
    ben.at("join").click()
    for screen in (ann, ben):
        expect(screen.at("table")).to_be_visible()
    return ann, ben


def test_two_browsers_play_and_take_back(visitors: Visitors) -> None:
    ann, ben = table_of_two(visitors)
    ann.waits()
    expect(ann.prompt).to_contain_text("Ben")
    ben.asks("start")
    assert set(ben.open_squares()) == {"c5", "g5"}
    ben.square("c5").click()
    ann.asks("action")
    assert ann.board() == ben.board() == [("c5", 1, 1), ("g5", 0, 1)]
    ann.place("e4")
    expect(ben.piece("e4")).to_have_attribute("data-colour", "0")
    ann.asks("end")
    ann.after(ann.at("undo").click)
    expect(ann.piece("e4")).to_have_count(0)
    expect(ben.piece("e4")).to_have_count(0)
    ann.after(ann.at("redo").click)
    expect(ben.piece("e4")).to_be_attached()
    ann.after(ann.at("undo").click)
    ann.place("d3")
    ann.end_turn()
    ben.asks("action")
    ann.waits()
    assert ann.board() == ben.board() == [("c5", 1, 1), ("d3", 0, 1), ("g5", 0, 1)]
    expect(ben.at("log")).to_contain_text("d3")
    expect(ben.at("log")).not_to_contain_text("e4")


def test_where_nothing_is_taken_back_the_page_offers_no_undo(visitors: Visitors) -> None:
    ann, ben = table_of_two(visitors, takebacks=False)
    ben.asks("start")
    ben.square("c5").click()
    ann.asks("action")
    ann.place("e4")
    ann.asks("end")
    for button in ("undo", "redo"):
        expect(ann.at(button)).to_have_count(0)
    # Whoever knows the key is told why nothing happens.
    ann.page.keyboard.press("u")
    expect(ann.at("reason")).to_contain_text("No take-backs")
    expect(ann.piece("e4")).to_be_attached()
    ann.at("menu").click()
    expect(ann.at("no-takebacks")).to_contain_text("No take-backs")
    ann.page.keyboard.press("Escape")
    ann.end_turn()
    ben.asks("action")
    ann.at("menu").click()
    expect(ann.at("resign")).to_be_visible()
    expect(ann.button("Request a take-back")).to_have_count(0)
    ann.page.goto("/")
    expect(ann.at("my-games")).to_contain_text("no take-backs")


def test_the_log_tells_no_more_than_the_board_shows(visitors: Visitors, site: Running) -> None:
    with Match(site, "duel", seed=3) as match:
        seat, _ = match.reach(acting)
        mover = visitors.at(match.table, match.player(seat))
        other = visitors.at(match.table, match.player(1 - seat))
        other.page.emulate_media(reduced_motion="no-preference")
        other.page.clock.install(time=0)
        other.page.clock.pause_at(1_000)
        mover.place("e4")
        mover.at("chat-tab").click()
        mover.page.get_by_label("Message").fill("Look!")
        mover.page.keyboard.press("Enter")
        # What is said comes after what was done: the page has heard of both.
        expect(other.at("chat-tab")).to_contain_text("1")
        expect(other.piece("e4")).to_have_count(0)
        expect(other.at("log")).not_to_contain_text("e4")
        other.page.clock.run_for(5_000)
        expect(other.piece("e4")).to_be_attached()
        expect(other.at("log")).to_contain_text("e4")


def test_the_last_turn_of_the_other_can_be_stepped_through(
    visitors: Visitors, site: Running
) -> None:
    with Match(site, "duel", seed=3) as match:
        match.reach(acting)
        match.choose("place e4")
        match.choose("place e5")
        match.choose("finish")
        seat, _ = match.reach(acting)
        screen = visitors.at(match.table, match.player(seat))
    now = screen.board()
    screen.at("last-turn").click()
    back = screen.button("Step back")
    expect(screen.at("step-forward")).to_be_disabled()
    while back.is_enabled():
        back.click()
    expect(screen.piece("e4")).to_have_count(0)
    screen.at("step-forward").click()
    expect(screen.piece("e4")).to_be_attached()
    expect(screen.piece("e5")).to_have_count(0)
    screen.at("step-leave").click()
    expect(screen.piece("e5")).to_be_attached()
    assert screen.board() == now
    screen.asks("action")


def test_a_being_that_destroys_itself_can_be_stepped_through(
    visitors: Visitors, site: Running
) -> None:
    with Match(site, "first-game", seed=5) as match:
        seat, scene = match.reach(touched_twice)
        screen = visitors.at(match.table, match.player(seat))
    before = sorted((p["square"], p["colour"], p["rank"]) for p in scene["last_turn_board"])
    now = screen.board()
    screen.at("last-turn").click()
    back, forward = screen.button("Step back"), screen.at("step-forward")
    expect(forward).to_be_disabled()
    assert screen.board() == now
    while back.is_enabled():
        back.click()
    assert screen.board() == before
    while forward.is_enabled():
        forward.click()
    assert screen.board() == now


def test_a_lost_line_comes_back_by_itself(visitors: Visitors, site: Running) -> None:
    lines: list[WebSocketRoute] = []

    def keep(line: WebSocketRoute) -> None:
        line.connect_to_server()
        lines.append(line)

    with Match(site, "duel", seed=5) as match:
        seat, _ = match.reach(acting)
        screen = visitors.new("/", match.player(1 - seat))
        screen.page.route_web_socket("**/api/play/**", keep)
        screen.page.goto(f"/t/{match.table}")
        screen.waits()
        lines[0].close()
        expect(screen.at("lost")).to_be_visible()
        match.choose("place e5")
        match.choose("place e4")
        match.choose("finish")
        screen.asks("action")
        expect(screen.at("lost")).to_have_count(0)
        expect(screen.piece("e4")).to_be_attached()
        assert len(lines) == 2


def test_a_flare_is_confirmed_and_its_effect_survives_a_reload(
    visitors: Visitors, site: Running
) -> None:
    with Match(site, "duel", seed=7) as match:
        seat, scene = match.reach(flare_offered)
        flare = offered(scene, "invoke").removeprefix("invoke ")
        mine = visitors.at(match.table, match.player(seat))
        other = visitors.at(match.table, match.player(1 - seat))
    lead = scene["flare_leads"][0]
    expect(mine.at("flare-panel")).to_contain_text(f"+{lead['upgraded']} of")
    # Not now: nothing has happened.
    mine.card(flare).click()
    dialog = mine.at("flare-dialog")
    expect(dialog).to_contain_text(f"+{lead['pieces']} of")
    dialog.get_by_role("button", name="Not now").click()
    expect(dialog).to_have_count(0)
    assert mine.seq == scene["seq"]
    assert flare in mine.hand()
    # Now.
    mine.card(flare).click()
    mine.after(mine.at("invoke").click)
    mine.asks("place")
    expect(other.prompt).to_contain_text("is in play")
    asked = mine.at("prompt-title").inner_text()
    marks = mine.marked("place")
    assert len(marks) > 1
    # The browser is closed and opened in the middle of it.
    mine.page.reload()
    mine.asks("place")
    expect(mine.at("prompt-title")).to_have_text(asked)
    assert mine.marked("place") == marks
    placed = min(marks)
    mine.after(mine.square(placed).click)
    expect(mine.piece(placed)).to_have_attribute("data-colour", str(seat))
    expect(other.piece(placed)).to_have_attribute("data-colour", str(seat))
    assert flare not in mine.hand()


@pytest.mark.parametrize("seed", [4, 1])
def test_an_effect_goes_on_after_a_reload(visitors: Visitors, site: Running, seed: int) -> None:
    with Match(site, "duel", seed=seed) as match:
        seat, scene = match.reach(in_effect)
        screen = visitors.at(match.table, match.player(seat))
        question = scene["question"]
        squares = {choice["square"] for choice in question["choices"] if "square" in choice}
        for _ in range(2):
            screen.asks(question["asking"])
            assert set(screen.open_squares()) == squares
            # Somebody who cannot go on that way gets the same question again, no other.
            screen.page.reload()
        screen.asks(question["asking"])
        screen.after(screen.square(min(squares)).click)
        shown = match.wire(seat).shown(scene["seq"] + 1)
        assert sorted((p["square"], p["colour"], p["rank"]) for p in shown["board"]) == (
            screen.board()
        )
