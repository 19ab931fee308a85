"""Everything without a mouse: to the table, over the board, through a summoning."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browsing import Screen, Visitors
from tests.matches import Match, fitting, flare_offered, summoning
from tests.serving import Running

pytest_plugins = ("tests.chromium",)

FOCUSED = "() => document.activeElement?.dataset.square ?? ''"


def tab_to(screen: Screen, testid: str) -> None:
    """Go from one thing to the next until it has the focus."""
    wanted = screen.at(testid)
    for _ in range(40):
        screen.page.keyboard.press("Tab")
        if wanted.evaluate("node => node.contains(document.activeElement)"):
            return
    raise AssertionError(f"the Tab key does not reach {testid}")


def walk_to(screen: Screen, square: str) -> None:
    """With the arrow keys over the arena."""
    keys = screen.page.keyboard
    keys.press("ArrowUp")
    for _ in range(20):
        at: str = screen.page.evaluate(FOCUSED)
        if at == square:
            return
        column, row = ord(square[0]) - ord(at[0]), int(square[1]) - int(at[1])
        # Towards the middle first where the corners are cut off.
        if column and (not row or abs(int(at[1]) - 5) < 3):
            keys.press("ArrowRight" if column > 0 else "ArrowLeft")
        else:
            keys.press("ArrowUp" if row > 0 else "ArrowDown")
    raise AssertionError(f"the arrow keys do not reach {square}")


def put(screen: Screen, square: str) -> None:
    """A piece on a square, or near it if it is taken."""
    free = screen.open_squares()
    aim = square if square in free else free[0]
    walk_to(screen, aim)
    expect(screen.mark("place", aim)).to_be_attached()
    screen.after(lambda: screen.page.keyboard.press("Enter"))
    expect(screen.piece(aim)).to_be_attached()


def test_from_the_start_page_through_three_turns(visitors: Visitors) -> None:
    screen = visitors.new("/", seed=3)
    keys = screen.page.keyboard
    tab_to(screen, "name")
    keys.type("Kim")
    tab_to(screen, "play-now")
    keys.press("Enter")
    expect(screen.at("player").filter(has_text="You")).to_be_visible()
    for square in ("e5", "c3", "h7"):
        screen.asks("action")
        before = screen.board()
        put(screen, square)
        after = screen.board()
        screen.after(lambda: keys.press("u"))
        assert screen.board() == before
        screen.after(lambda: keys.press("r"))
        assert screen.board() == after
        if screen.prompt.get_attribute("data-asking") == "action":
            put(screen, square)
        screen.asks("end")
        screen.after(lambda: keys.press("e"))


def test_a_being_is_summoned(visitors: Visitors, site: Running) -> None:
    with Match(site, "first-game", seed=4) as match:
        seat, scene = match.reach(summoning(fits=2))
        player = match.player(seat)
    card = fitting(scene, fits=2)[0]
    fit = card["fits"][-1]
    screen = visitors.new("/", player)
    tab_to(screen, "my-games")
    screen.page.keyboard.press("Enter")
    screen.asks("action")
    number = screen.hand().index(card["id"]) + 1
    screen.page.keyboard.press(str(number))
    expect(screen.card(card["id"])).to_have_attribute("aria-pressed", "true")
    assert screen.marked("summon") == {fit["square"] for fit in card["fits"]}
    # What is thought better of is cancelled.
    screen.page.keyboard.press("Escape")
    expect(screen.card(card["id"])).to_have_attribute("aria-pressed", "false")
    screen.page.keyboard.press(str(number))
    walk_to(screen, fit["square"])
    expect(screen.prompt).to_contain_text(f"Summon on {fit['square']}")
    assert screen.used() == set(fit["ways"][0]["used"])
    screen.summoned(lambda: screen.page.keyboard.press("Enter"))
    expect(screen.at("log")).to_contain_text(fit["square"])
    expect(screen.at("undo")).to_have_attribute("aria-disabled", "false")


def test_a_flare_is_looked_at_and_left(visitors: Visitors, site: Running) -> None:
    with Match(site, "duel", seed=7) as match:
        seat, _ = match.reach(flare_offered)
        screen = visitors.at(match.table, match.player(seat))
    screen.asks("action")
    screen.page.keyboard.press("f")
    expect(screen.at("flare-dialog")).to_be_visible()
    assert screen.at("flare-dialog").evaluate("node => node.contains(document.activeElement)")
    screen.page.keyboard.press("Escape")
    expect(screen.at("flare-dialog")).to_have_count(0)
    screen.page.keyboard.press("?")
    expect(screen.at("help")).to_contain_text("Keys")
    screen.page.keyboard.press("Escape")
    expect(screen.at("help")).to_have_count(0)
    screen.page.keyboard.press("p")
    expect(screen.at("reason")).not_to_be_empty()
