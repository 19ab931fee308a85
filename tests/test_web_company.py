"""More than two: a melee in four browsers, a team that hands over, somebody who watches."""

from __future__ import annotations

from urllib.parse import urlsplit

from playwright.sync_api import expect

from tests.browsing import Screen, Visitors
from tests.matches import NAMES, Match, acting
from tests.serving import Message, Running

pytest_plugins = ("tests.chromium",)


def take_turn(screen: Screen) -> None:
    """Place pieces while there are actions, then end the turn."""
    screen.asks("action")
    while screen.prompt.get_attribute("data-asking") == "action":
        screen.after(screen.square(screen.open_squares()[0]).click)
    screen.end_turn()


def table_of_four(visitors: Visitors) -> list[Screen]:
    """A melee made on the page; the others come in by its link."""
    ann = visitors.new("/new")
    ann.at("name").fill(NAMES[0])
    ann.page.locator("input[name=form][value=melee-4]").check()
    for seat in (2, 3, 4):
        ann.page.get_by_label(f"Seat {seat}: player").select_option("open")
    ann.at("begins").select_option("0")
    ann.at("make").click()
    link = urlsplit(ann.at("invite").input_value())
    screens = [ann]
    for name in NAMES[1:]:
        screen = visitors.new(f"{link.path}?{link.query}")
        screen.at("name").fill(name)
        screen.at("join").click()
        screens.append(screen)
    return screens


def test_a_melee_in_four_browsers(visitors: Visitors, site: Running) -> None:
    cards = site.http.get("/api/cards").json()["cards"]
    shared = {card["id"] for card in cards if card["type"] in ("legend", "flare")}
    screens = table_of_four(visitors)
    last = screens[-1]
    last.asks("start")
    while last.prompt.get_attribute("data-asking") == "start":
        last.after(last.square(last.open_squares()[0]).click)
    for screen, name in zip(screens, NAMES, strict=True):
        screen.asks("action")
        for other in screens:
            if other is not screen:
                expect(other.prompt).to_contain_text(name)
        take_turn(screen)
    screens[0].asks("action")
    boards = [screen.board() for screen in screens]
    assert boards[0] == boards[1] == boards[2] == boards[3]
    assert {colour for _, colour, _ in boards[0]} == {0, 1, 2, 3}
    # Everybody sees the own hand only; no flare and no legend is there twice.
    hands = [[c for c in screen.hand() if c in shared] for screen in screens]
    assert all(len(hand) == 3 for hand in hands)
    assert len({card for hand in hands for card in hand}) == 12
    for screen in screens:
        expect(screen.at("player")).to_have_count(4)
        # Each has points in three colours, all of them none so far.
        assert screen.at("score").all_inner_texts() == ["0"] * 12


def rivals_of_a_flare(scene: Message) -> list[Message]:
    """Of a flare that can be invoked: those that can be named."""
    return [
        rival
        for card in scene["hand"]
        if card["playable"]
        for rival in card.get("rivals", ())
        if rival["choices"]
    ]


def test_a_flare_is_invoked_against_one_of_those_the_engine_offers(
    visitors: Visitors, site: Running
) -> None:
    with Match(site, "melee-4", seed=1) as match:
        seat, scene = match.reach(lambda scene: acting(scene) and len(rivals_of_a_flare(scene)) > 1)
        screen = visitors.at(match.table, match.player(seat))
        offered = [rival["colour"] for rival in rivals_of_a_flare(scene)]
        assert len(offered) < 3
        screen.card(next(c["id"] for c in scene["hand"] if c["card"] == "flare")).click()
        dialog = screen.at("flare-dialog")
        group = dialog.get_by_role("group")
        expect(group.get_by_role("button")).to_have_count(len(offered))
        against = NAMES[offered[-1]]
        group.get_by_role("button", name=against).click()
        screen.after(screen.at("invoke").click)
        events = [e for entry in match.wire(seat).expect("log")["entries"] for e in entry["events"]]
        assert [e["rival"] for e in events if e["e"] == "invoke"] == [offered[-1]]


def test_a_team_passes_control(visitors: Visitors, site: Running) -> None:
    with Match(site, "team-duel", seed=5) as match:
        seat, _ = match.reach(acting)
        partner = (seat + 2) % 4
        screens = [visitors.at(match.table, player) for player in match.players]
    mine, other = screens[seat], screens[partner]
    mine.place(mine.open_squares()[0])
    # Whose turn it is not cannot hand it over, and is told so.
    other.ask_why("pass-control", "Not your turn")
    mine.after(mine.at("pass-control").click)
    mine.waits()
    expect(mine.prompt).to_contain_text(NAMES[partner])
    other.asks("action")
    square = other.open_squares()[-1]
    other.after(other.square(square).click)
    # A team has one colour, and its turn is ended by the one who began it.
    expect(mine.piece(square)).to_have_attribute("data-colour", str(seat % 2))
    mine.end_turn()
    screens[(seat + 1) % 4].asks("action")
    expect(other.at("log")).to_contain_text(NAMES[seat])


def test_who_watches_sees_no_hand(visitors: Visitors, site: Running) -> None:
    with Match(site, "duel", seed=5, public=True) as match:
        _, scene = match.reach(acting)
        screen = visitors.new("/")
        screen.at("running-tables").get_by_role("link").filter(has_text="Ann").first.click()
        expect(screen.at("table")).to_be_visible()
        expect(screen.prompt).to_have_attribute("data-kind", "watch")
        hidden = {card["id"] for card in scene["hand"]}
        told = screen.page.content()
        assert [card for card in hidden if f'"{card}"' in told] == []
        assert screen.hand() == []
        before = screen.board()
        screen.square("e5").click()
        match.choose("place e5" if "e5" not in {s for s, _, _ in before} else "place d5")
        expect(screen.page.locator("[data-piece]")).to_have_count(len(before) + 1)
