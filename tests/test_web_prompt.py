"""What the prompt offers and what it refuses: nothing is thrown away by mistake."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browsing import Screen, Visitors
from tests.matches import Match, acting
from tests.serving import Message, Running

pytest_plugins = ("tests.chromium",)


def declinable(scene: Message) -> bool:
    """An effect that may be declined, with squares to choose from."""
    question = scene["question"]
    kinds = [choice["kind"] for choice in question["choices"]]
    return question["card"] is not None and "pass" in kinds and "square" in kinds


def test_enter_never_declines(visitors: Visitors, site: Running) -> None:
    with Match(site, "duel", seed=3) as match:
        seat, scene = match.reach(declinable)
        screen = visitors.at(match.table, match.player(seat))
    asking = scene["question"]["asking"]
    screen.asks(asking)
    decline = screen.at("prompt-pass")
    words = next(c["words"] for c in scene["question"]["choices"] if c["kind"] == "pass")
    expect(decline).to_contain_text(words)
    assert words not in ("Skip", "Done")
    # It is the quiet one of the buttons.
    expect(decline).to_have_class(re.compile("quiet"))
    expect(decline).not_to_have_class(re.compile("primary"))
    for key in ("Enter", " ", "Enter"):
        screen.page.keyboard.press(key)
    # The keys have been obeyed by now: they are answered in order.
    screen.page.keyboard.press("e")
    expect(screen.at("reason")).not_to_be_empty()
    assert screen.seq == scene["seq"]
    screen.asks(asking)
    # With the focus on it, it is the button's own key.
    decline.focus()
    screen.after(lambda: screen.page.keyboard.press("Enter"))


def test_with_a_card_in_mind_other_squares_stay_as_they_are(
    visitors: Visitors, site: Running
) -> None:
    def nearly(scene: Message) -> bool:
        return acting(scene) and any(_completed(card) for card in scene["hand"])

    with Match(site, "first-game", seed=4) as match:
        seat, scene = match.reach(nearly)
        screen = visitors.at(match.table, match.player(seat))
    card = next(card for card in scene["hand"] if _completed(card))
    lacking = card["nearest"]["missing"][0]["square"]
    screen.card(card["id"]).click()
    assert screen.open_squares() == [lacking]
    board = screen.board()
    free = [c["square"] for c in scene["question"]["choices"] if c["kind"] == "place"]
    for square in [s for s in free if s != lacking][:3]:
        screen.square(square).click()
        expect(screen.at("reason")).to_have_text("Cancel the card to place here.")
        expect(screen.card(card["id"])).to_have_attribute("aria-pressed", "true")
    assert (screen.seq, screen.board()) == (scene["seq"], board)
    assert screen.open_squares() == [lacking]
    screen.at("prompt-cancel").click()
    other = next(s for s in free if s != lacking)
    screen.place(other)


def _completed(card: Message) -> bool:
    return card["nearest"] is not None and card["nearest"]["placing"] is not None


def test_looking_at_a_card_leaves_the_marks_of_an_effect(visitors: Visitors, site: Running) -> None:
    with Match(site, "duel", seed=3) as match:
        seat, scene = match.reach(lambda s: declinable(s) and len(s["hand"]) > 2)
        screen = visitors.at(match.table, match.player(seat))
    screen.asks(scene["question"]["asking"])
    marks = _marks(screen)
    assert marks
    for card in scene["hand"]:
        screen.card(card["id"]).hover()
        expect(screen.at("detail")).to_have_attribute("data-shown", card["id"])
        assert _marks(screen) == marks


def _marks(screen: Screen) -> list[tuple[str, str]]:
    found = screen.page.locator("[data-mark]").evaluate_all(
        "all => all.map((m) => [m.dataset.mark, m.dataset.on])"
    )
    return sorted((mark, square) for mark, square in found)


@pytest.mark.parametrize("form", ["first-game", "high-form"])
def test_a_hint_is_drawn_on_the_board(visitors: Visitors, site: Running, form: str) -> None:
    screen = visitors.new("/", seed=2)
    screen.at("quick-form").select_option(form)
    screen.button("Play now").click()
    screen.asks("action")
    assert _marks(screen) == []
    screen.page.keyboard.press("h")
    said = screen.at("hint").locator("li").first
    expect(said).to_contain_text(re.compile("Place|Summon"))
    square = re.findall(r"\b[a-i][1-9]\b", said.inner_text())[-1]
    hot = screen.page.locator(f"[data-mark][data-on={square}]")
    expect(hot).to_have_class(re.compile("hot"))
    # Every step that names a square has its number there.
    lines = screen.at("hint").locator("li").all_inner_texts()
    steps = screen.page.locator("[data-step]").evaluate_all(
        "all => all.map((one) => [one.dataset.step, one.textContent.trim()])"
    )
    numbered = [(int(n), at) for at, numbers in steps for n in numbers.split("·")]
    assert (1, square) in numbered
    assert all(at in lines[n - 1] for n, at in numbered)
    # Pointing at a square shows that one; away from the board the hint is there again.
    screen.square("e9" if square != "e9" else "e1").hover()
    expect(hot).to_have_count(0)
    screen.prompt.hover()
    expect(hot).to_have_class(re.compile("hot"))
    screen.page.keyboard.press("Escape")
    expect(screen.at("hint")).to_have_count(0)
    assert _marks(screen) == []


def test_directions_are_chosen_on_the_board(visitors: Visitors, site: Running) -> None:
    def aiming(scene: Message) -> bool:
        choices = scene["question"]["choices"]
        return len([c for c in choices if c["kind"] == "direction" and "square" in c]) > 1

    with Match(site, "duel", seed=1) as match:
        seat, scene = match.reach(aiming)
        screen = visitors.at(match.table, match.player(seat))
    choices = [c for c in scene["question"]["choices"] if c["kind"] == "direction"]
    shown = [c for c in choices if "square" in c]
    screen.asks(scene["question"]["asking"])
    expect(screen.at("answer")).to_have_count(len(choices) - len(shown))
    assert set(screen.open_squares()) >= {c["square"] for c in shown}
    for choice in shown:
        square = screen.square(choice["square"])
        expect(square).to_have_attribute("aria-label", re.compile(re.escape(choice["words"])))
    # The keyboard goes from one to the next.
    screen.page.keyboard.press("n")
    screen.after(lambda: screen.page.keyboard.press("Enter"))


def test_before_the_first_turn_nobody_reads_turn_0(visitors: Visitors, site: Running) -> None:
    with Match(site, "duel", seed=5) as match:
        seat, scene = match.asked()
        screen = visitors.at(match.table, match.player(seat))
    assert scene["turn"] == 0
    top = screen.page.locator("header").first
    expect(top).to_contain_text("before the first turn")
    expect(top).not_to_contain_text("turn 0")


# --- what is explained ---------------------------------------------------------------------------


def test_the_result_of_a_melee_names_what_decided(visitors: Visitors, site: Running) -> None:
    with Match(site, "melee-3", seed=2) as match:
        scene = match.finish()
        screen = visitors.at(match.table, match.player(0))
    screen.at("prompt-result").click()
    result = scene["result"]
    names = {seat["colour"]: seat["name"] for seat in scene["seats"]}
    told = screen.at("decided").all_inner_texts()
    assert result["outcome"] == "won"
    assert len(told) == len(result["margins"]) > 0
    for words, margin in zip(told, result["margins"], strict=True):
        # The player of the first color reads this.
        addressed = {"better": "You are ahead", "worse": "ahead of you"}
        said = [
            addressed[side] if margin[side] == [0] else names[c]
            for side in addressed
            for c in margin[side]
        ]
        said += [str(margin["more"]), str(margin["fewer"])]
        said += [names[c] for c in (margin["more_in"], margin["fewer_in"]) if c is not None]
        assert all(word in words for word in said), (words, margin)
    if any(margin["by"] == "second" for margin in result["margins"]):
        assert any("second lowest" in words for words in told)
    # The game in numbers: a row a player, and a line a colour.
    rows = screen.at("figures").locator("tbody tr")
    expect(rows).to_have_count(3)
    for row, figures in zip(rows.all(), result["figures"]["seats"], strict=True):
        counts = [int(text) for text in row.locator("td").all_inner_texts()]
        assert counts == [figures["summoned"], figures["destroyed"], figures["flares"]]
    expect(screen.at("growth").locator(".growing:not(.under)")).to_have_count(3)


def test_a_melee_shows_markers_and_supply_also_to_who_watches(
    visitors: Visitors, site: Running
) -> None:
    def improvised(scene: Message) -> bool:
        return any(colour["improvised"] for colour in scene["colours"])

    with Match(site, "melee-3", seed=2, spectators=True, public=True) as match:
        seat, scene = match.reach(improvised)
        playing = visitors.at(match.table, match.player(seat))
        watching = visitors.at(match.table, site.guest("Zoe"))
    for screen in (playing, watching):
        expect(screen.at("markers")).to_be_visible()
        for colour in scene["colours"]:
            player = screen.page.locator(f"[data-testid=player][data-colour='{colour['colour']}']")
            supply = player.get_by_test_id("supply").locator("b").all_inner_texts()
            assert supply == [str(n) for n in colour["supply"].values()]
            for enemy in map(int, colour["parts"]):
                marker = player.locator(f"[data-testid=marker][data-of='{enemy}']")
                used = enemy in colour["improvised"]
                expect(marker).to_have_attribute("data-used", "true" if used else "false")
                said = "has improvised" if used else "can still improvise"
                expect(marker).to_have_attribute("aria-label", re.compile(said))
