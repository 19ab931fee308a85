"""What the board and the hand show before anything is decided, and what says why not."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.browsing import Visitors
from tests.matches import (
    Match,
    acting,
    claimable,
    falling_together,
    fitting,
    hit_twice,
    in_effect,
    options_shown,
    summoning,
)
from tests.serving import Message, Running

pytest_plugins = ("tests.chromium",)


@pytest.mark.rule("4.1")
@pytest.mark.parametrize("form", ["high-form", "duel", "melee-3"])
def test_only_the_side_for_tasks_marks_the_centre(
    visitors: Visitors, site: Running, form: str
) -> None:
    with Match(site, form, seed=4) as match:
        screen = visitors.at(match.table, match.player(match.asked()[0]))
    stone = screen.at("arena").locator(".stone-layer")
    expect(stone.locator(".tile.red")).to_have_count(4)
    expect(stone.locator(".tile.green")).to_have_count(5)
    marked = form == "high-form"
    expect(stone.locator(".tile.central")).to_have_count(8 if marked else 0)
    expect(stone.locator(".m-cen")).to_have_count(8 if marked else 0)
    expect(stone.locator(".cen-frame")).to_have_count(1 if marked else 0)
    expect(stone.locator(".cen-stud")).to_have_count(4 if marked else 0)
    # Whoever hears the board is told the same.
    said = screen.square("e4").get_attribute("aria-label") or ""
    assert ("central" in said) == marked


@pytest.mark.rule("19.25")
@pytest.mark.parametrize(
    ("form", "symbols"),
    [("high-form", []), ("duel", ["c5", "g5"]), ("melee-3", ["f8 g8", "b3 c3", "g4 g3"])],
)
def test_deathmatches_show_their_start_symbols(
    visitors: Visitors, site: Running, form: str, symbols: list[str]
) -> None:
    with Match(site, form, seed=4) as match:
        screen = visitors.at(match.table, match.player(match.asked()[0]))
    drawn = screen.at("arena").locator(".stone-layer [data-start]")
    expect(drawn).to_have_count(len(symbols))
    found = [symbol.get_attribute("data-start") for symbol in drawn.all()]
    assert found == symbols
    # A symbol lies on its square, or between its two squares.
    for symbol, squares in zip(drawn.all(), symbols, strict=True):
        x, y = box_middle(symbol)
        middles = [box_middle(screen.square(square)) for square in squares.split()]
        for drawn_at, along in ((x, [m[0] for m in middles]), (y, [m[1] for m in middles])):
            assert drawn_at == pytest.approx(sum(along) / len(along), abs=1)
    starts = " ".join(symbols).split()
    for square in ("c5", "g5", "f8", "g8", "b3", "c3", "g4", "g3", "e4", "d8"):
        label = screen.square(square).get_attribute("aria-label") or ""
        assert ("start square" in label) == (square in starts), label


def box_middle(of: Locator) -> tuple[float, float]:
    box = of.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_a_card_shows_its_squares_and_each_square_its_pieces(
    visitors: Visitors, site: Running
) -> None:
    with Match(site, "first-game", seed=4) as match:
        seat, scene = match.reach(summoning(fits=3))
        screen = visitors.at(match.table, match.player(seat))
    card = fitting(scene, fits=3)[0]
    fits = {fit["square"]: fit for fit in card["fits"]}
    shown = screen.card(card["id"])
    expect(shown).to_have_attribute("data-state", "can")
    expect(shown).to_contain_text(f"Fits on {len(fits)} squares")
    assert screen.marked("summon") == set()
    # Looking is enough to see where it fits; choosing keeps it there.
    shown.hover()
    assert screen.marked("summon") == set(fits)
    shown.click()
    assert set(screen.open_squares()) == screen.marked("summon") == set(fits)
    requests = len(visitors.watch.requests)
    for square, fit in fits.items():
        screen.square(square).hover()
        used = set(fit["ways"][0]["used"])
        assert screen.used() == used
        expect(screen.prompt).to_contain_text(f"On {square} it uses")
        for name in used - {square}:
            expect(screen.prompt).to_contain_text(name)
        expect(screen.at("arena").locator(".pc.ghost")).to_have_count(1)
    # Hovering costs no request.
    assert len(visitors.watch.requests) == requests
    # A square where it does not fit says so.
    other = next(s for s in scene["board"] if s["square"] not in fits)["square"]
    screen.square(other).click()
    expect(screen.at("reason")).to_contain_text(f"does not fit on {other}")
    assert screen.seq == scene["seq"]


def test_a_card_that_does_not_fit_shows_what_is_missing(visitors: Visitors, site: Running) -> None:
    def nearly(scene: Message) -> bool:
        return acting(scene) and any(card["missing"] == 1 for card in scene["hand"])

    with Match(site, "first-game", seed=4) as match:
        seat, scene = match.reach(nearly)
        screen = visitors.at(match.table, match.player(seat))
    card = next(card for card in scene["hand"] if card["missing"] == 1)
    shown = screen.card(card["id"])
    expect(shown).to_have_attribute("data-state", "near")
    expect(shown).to_contain_text("1 piece missing")
    assert card["nearest"]["missing"][0]["rank"] == 1
    shown.click()
    missing = card["nearest"]["missing"][0]["square"]
    expect(screen.at("arena").locator(".pc.miss")).to_have_count(1)
    expect(screen.prompt).to_contain_text(missing)
    # A common piece that is all it lacks can be placed at once, and then it fits.
    screen.after(screen.at("prompt-place").click)
    expect(screen.piece(missing)).to_have_attribute("data-colour", str(seat))
    expect(shown).to_have_attribute("data-state", "can")


def test_an_upgraded_piece_is_not_placed(visitors: Visitors, site: Running) -> None:
    """Where a pattern lacks an upgraded piece the page says so: placing one would not do."""

    def lacks_a_hero(scene: Message) -> bool:
        return acting(scene) and any(_one_upgraded(card) for card in scene["hand"])

    with Match(site, "high-form", seed=3) as match:
        seat, scene = match.reach(lacks_a_hero)
        screen = visitors.at(match.table, match.player(seat))
    card = next(card for card in scene["hand"] if _one_upgraded(card))
    shown = screen.card(card["id"])
    expect(shown).to_contain_text("1 upgraded piece missing")
    shown.click()
    expect(screen.prompt).to_contain_text("needs an upgraded piece of yours")
    expect(screen.at("prompt-place")).to_have_count(0)


def _one_upgraded(card: Message) -> bool:
    return bool(card["missing"] == card["upgraded"] == 1)


def test_several_ways_are_offered_one_by_one(visitors: Visitors, site: Running) -> None:
    with Match(site, "duel", seed=6) as match:
        seat, scene = match.reach(summoning(ways=2))
        screen = visitors.at(match.table, match.player(seat))
        card = fitting(scene, ways=2)[0]
        fit = next(fit for fit in card["fits"] if len(fit["ways"]) == 2)
        screen.card(card["id"]).click()
        screen.square(fit["square"]).click()
        which = screen.at("orientation")
        seen = []
        for number in (1, 2):
            expect(which).to_contain_text(f"{number} of 2")
            seen.append(screen.used() | screen.marked("marked"))
            if number == 1:
                screen.at("next-way").click()
        ways = [{*way["used"], *way["marked"]} for way in fit["ways"]]
        assert seen == ways
        assert seen[0] != seen[1]
        screen.summoned(screen.at("prompt-confirm").click)
        told = match.wire(seat)
        told.shown(screen.seq)
        summons = [e for entry in told.log for e in entry["events"] if e["e"] == "summon"]
        assert set(summons[-1]["used"]) == set(fit["ways"][1]["used"])


def test_marks_of_an_effect_say_what_they_do(visitors: Visitors, site: Running) -> None:
    with Match(site, "duel", seed=1) as match:
        seat, scene = match.reach(in_effect)
        screen = visitors.at(match.table, match.player(seat))
    question = scene["question"]
    for choice in question["choices"]:
        if "square" not in choice:
            continue
        square = screen.square(choice["square"])
        expect(screen.mark(choice["mark"], choice["square"])).to_be_attached()
        expect(square).to_have_attribute("aria-label", re.compile(f"can be {choice['mark']}"))
    expect(screen.prompt).to_contain_text(f"{question['asking']}s")
    screen.ask_why("end-turn", "First answer")


def test_looking_at_a_choice_shows_all_that_it_does(visitors: Visitors, site: Running) -> None:
    """Also where it destroys what could have been chosen as well."""
    with Match(site, "duel", seed=9) as match:
        seat, scene = match.reach(falling_together)
        screen = visitors.at(match.table, match.player(seat))
    screen.asks(scene["question"]["asking"])
    choices = [c for c in scene["question"]["choices"] if c.get("mark") == "destroy"]
    for choice in choices:
        screen.square(choice["square"]).hover()
        falls = {event["square"] for event in choice["preview"] if event["e"] == "destroy"}
        assert screen.marked("destroy") == falls | {c["square"] for c in choices}
    screen.after(screen.square(choices[0]["square"]).click)
    for event in choices[0]["preview"]:
        if event["e"] == "destroy":
            expect(screen.piece(event["square"])).to_have_count(0)


def test_two_pieces_that_fall_on_one_square_are_shown(visitors: Visitors, site: Running) -> None:
    with Match(site, "high-form", seed=5) as match:
        seat, scene = match.reach(hit_twice)
        screen = visitors.at(match.table, match.player(seat))
    screen.asks("destination")
    struck = None
    for choice in scene["question"]["choices"]:
        if "square" not in choice:
            continue
        screen.square(choice["square"]).hover()
        expect(screen.mark(choice["mark"], choice["square"])).to_have_class(re.compile("hot"))
        falls = [event["square"] for event in choice["preview"] if event["e"] == "destroy"]
        if falls.count(choice["square"]) > 1:
            struck = choice["square"]
    assert struck is not None
    screen.after(screen.square(struck).click)
    expect(screen.piece(struck)).to_have_count(0)


def test_answers_stay_where_they_are(visitors: Visitors, site: Running) -> None:
    """What looking at an answer shows must not push it away from under the pointer."""
    with Match(site, "duel", seed=29) as match:
        seat, scene = match.reach(options_shown)
        screen = visitors.at(match.table, match.player(seat))
    screen.asks("option")
    answers = screen.at("answer")
    expect(answers).to_have_count(len(scene["question"]["choices"]))
    before = [answer.bounding_box() for answer in answers.all()]
    shown = set()
    for answer in answers.all():
        answer.hover(force=True)
        shown |= screen.marked("destroy")
        assert [other.bounding_box() for other in answers.all()] == before
    assert shown
    screen.after(answers.first.click)


def test_what_is_not_possible_says_why(visitors: Visitors, site: Running) -> None:
    with Match(site, "duel", seed=5) as match:
        seat, scene = match.reach(acting)
        mine = visitors.at(match.table, match.player(seat))
        other = visitors.at(match.table, match.player(1 - seat))
    mine.ask_why("undo", "Nothing to undo")
    mine.ask_why("redo", "Nothing to redo")
    mine.ask_why("end-turn", "action")
    reason = mine.at("reason").inner_text()
    taken = scene["board"][0]["square"]
    mine.square(taken).click()
    expect(mine.at("reason")).not_to_have_text(reason)
    flare = next(card["id"] for card in scene["hand"] if card["card"] == "flare")
    mine.card(flare).click()
    dialog = mine.at("flare-dialog")
    expect(dialog.get_by_role("alert")).not_to_be_empty()
    expect(mine.at("invoke")).to_have_count(0)
    other.ask_why("end-turn", "Not your turn")
    other.ask_why("discard", "Not your turn")


def test_a_turn_does_not_end_by_accident_without_claiming(
    visitors: Visitors, site: Running
) -> None:
    with Match(site, "first-game", seed=9) as match:
        seat, scene = match.reach(claimable)
        screen = visitors.at(match.table, match.player(seat))
    claims = [c["card"] for c in scene["question"]["choices"] if c["kind"] == "claim"]
    task = next(task for task in scene["tasks"] if task["id"] in claims)
    before = int(screen.at("player").nth(1).get_by_test_id("score").inner_text())
    dialog = screen.at("claim-dialog")
    screen.at("end-turn").click()
    expect(dialog).to_be_visible()
    dialog.get_by_role("button", name="Cancel").click()
    expect(dialog).to_have_count(0)
    assert screen.seq == scene["seq"]
    expect(screen.page.locator(f"[data-testid=task][data-card={task['id']}]")).to_contain_text(
        "Claim"
    )
    screen.page.keyboard.press("e")
    screen.after(dialog.locator(f"[data-choice='claim {task['id']}']").click)
    expect(screen.at("player").nth(1).get_by_test_id("score")).to_have_text(
        str(before + task["points"])
    )
    expect(screen.page.locator(f"[data-testid=task][data-card={task['id']}]")).to_have_count(0)


def test_a_turn_may_end_without_claiming(visitors: Visitors, site: Running) -> None:
    with Match(site, "first-game", seed=9) as match:
        seat, _ = match.reach(claimable)
        screen = visitors.at(match.table, match.player(seat))
    screen.at("end-turn").click()
    screen.after(screen.at("end-anyway").click)
    screen.waits()
