"""Looking back in the browser: by slider, keys and log, through anybody's eyes, and going on."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Route, expect

from tashkalar import Game, Position, parse_record, view
from tashkalar.cards import CARDS
from tashkalar.catalogue import PSEUDO, text
from tashkalar.scene.scene import board
from tests.accessibility import violations
from tests.browsing import PHONE, Screen, Visitors, hold
from tests.finished import first, in_effect, played, stored
from tests.recorded import RECORDS
from tests.serving import Player, Running
from tests.test_web_language import unbracketed

pytest_plugins = ("tests.chromium",)

GAME = played("high-form", 5)


@pytest.fixture(scope="module")
def ann(site: Running) -> Player:
    return site.guest("Ann")


@pytest.fixture(scope="module")
def table(site: Running, ann: Player) -> str:
    return stored(site, GAME, ann, site.guest("Ben"))


def at(screen: Screen, step: int, game: Game = GAME) -> None:
    """The page stands at a step: the number, and every piece as the engine has it."""
    expect(screen.at("replay")).to_have_attribute("data-shown", str(step))
    pieces = board(game.past(step).position)
    expect(screen.page.locator("[data-piece]")).to_have_count(len(pieces))
    assert screen.board() == sorted((p.square, p.colour, p.rank) for p in pieces)


def opened(
    visitors: Visitors, table: str, place: str = "", player: Player | None = None, **window: Any
) -> Screen:
    screen = visitors.new(f"/replay/{table}{place}", player, **window)
    expect(screen.at("replay")).to_be_visible()
    return screen


def begins(turn: int) -> int:
    return first(GAME, lambda p: p.turn == turn)


def test_slider_keys_buttons_and_lines_lead_there(
    visitors: Visitors, table: str, ann: Player
) -> None:
    screen = opened(visitors, table, player=ann)
    page, last = screen.page, len(GAME.history)
    at(screen, 0)
    for key, step in [
        ("ArrowRight", begins(2)),
        ("Shift+ArrowRight", begins(2) + 1),
        ("ArrowLeft", begins(2)),
        ("ArrowLeft", 0),
        ("End", last),
        ("Shift+ArrowLeft", last - 1),
        ("Home", 0),
    ]:
        page.keyboard.press(key)
        at(screen, step)
    for button, step in [("last", last), ("back", last - 1), ("forward", last), ("first", 0)]:
        screen.at(f"replay-{button}").click()
        at(screen, step)
    # The rail: its left end is the first turn, its middle the turn in the middle.
    rail = screen.at("slider")
    box = rail.bounding_box()
    assert box is not None
    turns = sorted({one.turn for one in GAME.history})
    middle = turns[len(turns) // 2]
    x, y = box["x"], box["y"] + box["height"] / 2
    page.mouse.move(x + 3, y)
    page.mouse.down()
    page.mouse.move(x + box["width"] * (turns.index(middle) + 0.5) / len(turns), y, steps=4)
    page.mouse.up()
    at(screen, begins(middle))
    whose = ("Ben", "Ann")[middle % 2]
    expect(rail).to_have_attribute("aria-valuetext", f"Turn {middle}, {whose}, step 0")
    screen.at("replay-tab-log").click()
    line = screen.at("replay-line").nth(40)
    n = int(line.get_attribute("data-n") or 0)
    line.click()
    at(screen, n + 1)
    screen.at("replay-tab-figures").click()
    expect(screen.at("turn-figures").locator("tbody tr")).to_have_count(len(turns))


def test_it_plays_by_itself_until_it_is_stopped(visitors: Visitors, table: str) -> None:
    screen = opened(visitors, table)
    screen.page.get_by_label("Speed").select_option("4")
    screen.at("slider").focus()
    screen.page.keyboard.press(" ")
    expect(screen.at("replay-play")).to_have_attribute("aria-label", "Pause")
    expect(screen.at("replay")).to_have_attribute("data-step", re.compile(r"^([3-9]|\d\d+)$"))
    screen.page.keyboard.press(" ")
    expect(screen.at("replay-play")).to_have_attribute("aria-label", "Play")
    at(screen, int(screen.at("replay").get_attribute("data-step") or 0))
    # What is asked about a position stops it there.
    for button, dialog in (("continue", "continue-dialog"), ("share", "share-dialog")):
        screen.page.keyboard.press(" ")
        expect(screen.at("replay-play")).to_have_attribute("aria-label", "Pause")
        screen.at(button).click()
        expect(screen.at(dialog)).to_be_visible()
        expect(screen.at("replay-play")).to_have_attribute("aria-label", "Play")
        screen.page.keyboard.press("Escape")


def test_a_step_is_shown_when_its_scene_is_there(visitors: Visitors, table: str) -> None:
    screen = opened(visitors, table)
    at(screen, 0)
    held: list[Route] = []
    screen.page.route("**/replay/*?eyes=*", hold(held))
    screen.page.keyboard.press("End")
    last = len(GAME.history)
    expect(screen.at("replay")).to_have_attribute("data-step", str(last))
    expect(screen.at("replay")).not_to_have_attribute("data-shown", str(last))
    for route in held:
        route.continue_()
    at(screen, last)


def test_the_eyes_of_a_seat_show_no_more_than_it_knew(visitors: Visitors, table: str) -> None:
    step = begins(8)
    position = GAME.past(step).position
    screen = opened(visitors, table, "?turn=8&seen=0")
    screen.at("replay-tab-hands").click()
    at(screen, step)

    def known(p: Position, seat: int) -> list[str]:
        hand = p.beings[seat] + p.legends[seat] + p.flares[seat]
        return sorted(CARDS[card].id for card in hand if card in CARDS)

    def shows(seat: int, wanted: list[str]) -> None:
        hand = screen.page.locator(f"[data-testid=replay-hand][data-seat='{seat}'] .card-name")
        expect(hand).to_have_count(len(wanted))
        found: list[str] = hand.evaluate_all("all => all.map((name) => name.dataset.names)")
        assert sorted(found) == wanted

    held = [known(position, seat) for seat in (0, 1)]
    for eyes in (0, 1):
        screen.at("eyes").select_option(str(eyes))
        seen = view(position, eyes)
        shows(eyes, held[eyes])
        shows(1 - eyes, known(seen, 1 - eyes))
        hidden = set(held[1 - eyes]) - set(known(seen, 1 - eyes)) - set(held[eyes])
        assert hidden
        page = screen.page.content()
        assert [card for card in hidden if f'data-names="{card}"' in page] == []
    screen.page.locator("body").click(position={"x": 5, "y": 300})
    screen.page.keyboard.press("v")  # after all seats: all of them
    expect(screen.at("eyes")).to_have_value("-2")
    shows(0, held[0])
    shows(1, held[1])


def test_a_running_game_offers_ones_own_eyes_alone(
    visitors: Visitors, site: Running, ann: Player
) -> None:
    running = ann.table("me", "novice", form="high-form", seed=3)["table"]
    for player, eyes in ((ann, ["0", "-1"]), (None, ["-1"])):
        screen = opened(visitors, running, player=player)
        options = screen.at("eyes").locator("option")
        assert options.evaluate_all("all => all.map((one) => one.value)") == eyes
        screen.at("continue").click(force=True)
        expect(screen.at("continue-dialog")).to_contain_text("is still running")


def test_a_link_leads_to_the_position_in_another_browser(
    visitors: Visitors, table: str, ann: Player, tmp_path: Path
) -> None:
    step = first(GAME, in_effect)
    screen = opened(visitors, table, player=ann)
    screen.at("replay-tab-log").click()
    numbers = screen.at("replay-line").evaluate_all("all => all.map((line) => +line.dataset.n)")
    here = max(n for n in numbers if n < step) + 1
    screen.page.locator(f"[data-testid=replay-line][data-n='{here - 1}']").click()
    at(screen, here)
    screen.at("share").click()
    link = screen.page.get_by_label("Link to this position").input_value()
    assert "turn=" in link
    other = visitors.new(link.partition(screen.page.url.split("/replay")[0])[2])
    at(other, here)
    expect(other.at("eyes")).to_have_value("0")
    # The position as pictures, the turn as a film, the game as a record.
    starts = {"svg": b"<svg", "png": b"\x89PNG", "gif": b"GIF89a", "record": b"tash-kalar record 1"}
    for kind, beginning in starts.items():
        with screen.page.expect_download() as download:
            screen.at(f"save-{kind}").click()
        file = tmp_path / kind
        download.value.save_as(file)
        assert file.read_bytes().startswith(beginning)
    assert (tmp_path / "svg").read_text().count("<path") > 100
    assert Game.replay(parse_record((tmp_path / "record").read_text())).position == GAME.position
    at(screen, here)


def test_a_record_of_an_earlier_version_is_dropped_and_a_damaged_one_refused(
    visitors: Visitors, tmp_path: Path
) -> None:
    old = RECORDS[0].read_text()
    game = Game.replay(parse_record(old))
    screen = visitors.new("/replay")
    damaged = tmp_path / "damaged.txt"
    damaged.write_text(old.replace("place", "plaice", 1))
    screen.at("replay-file").set_input_files(damaged)
    expect(screen.at("replay-refused")).to_contain_text("line ")
    refused = [line for line in visitors.watch.wrong if "status of 400" in line]
    assert visitors.watch.wrong == refused != []
    visitors.watch.wrong.clear()
    screen.at("replay-file").set_input_files(RECORDS[0])
    expect(screen.at("replay")).to_be_visible()
    screen.page.keyboard.press("End")
    at(screen, len(game.history), game)
    screen.page.keyboard.press("s")
    expect(screen.at("share-dialog")).to_contain_text("have no link")
    screen.page.keyboard.press("Escape")
    # Another one is dropped on the page.
    other = played("duel", 8)
    transfer = screen.page.evaluate_handle(
        """(text) => {
          const data = new DataTransfer();
          data.items.add(new File([text], 'game.txt', { type: 'text/plain' }));
          return data;
        }""",
        other.record().text(),
    )
    screen.page.dispatch_event("body", "drop", {"dataTransfer": transfer})
    expect(screen.at("replay")).to_have_attribute("data-step", "0")
    at(screen, 0, other)


def test_one_goes_on_from_the_middle_of_an_effect(
    visitors: Visitors, table: str, ann: Player
) -> None:
    step = first(GAME, lambda p: in_effect(p) and p.actor == 0)
    turn = GAME.history[step].turn
    screen = opened(visitors, table, f"?turn={turn}&step={step - begins(turn)}", ann)
    at(screen, step)
    screen.page.keyboard.press("c")
    expect(screen.at("continue-dialog")).to_contain_text(f"Continue from turn {turn}")
    screen.at("continue-start").click()
    expect(screen.at("table")).to_be_visible()
    pieces = board(GAME.past(step).position)
    assert screen.board() == sorted((p.square, p.colour, p.rank) for p in pieces)
    expect(screen.prompt).to_have_attribute("data-kind", "effect")
    screen.page.get_by_label("Menu").first.click()
    expect(screen.at("continued")).to_contain_text("does not count")


@pytest.mark.parametrize(
    ("size", "language", "theme"),
    [(PHONE, "pl", "dark"), ((1280, 800), "cs", "light"), (PHONE, PSEUDO, "light")],
)
def test_on_a_phone_in_three_languages_and_without_objections(
    visitors: Visitors, table: str, ann: Player, size: tuple[int, int], language: str, theme: Any
) -> None:
    place = f"?turn=9&seen=all&lang={language}"
    screen = opened(visitors, table, place, ann, size=size, theme=theme)
    title = " · ".join(text(f"web.{name}", language) for name in ("replay.title", "brand"))
    expect(screen.page).to_have_title(title)
    wrong = []
    for tab in ("log", "hands", "figures", "turn"):
        screen.at(f"replay-tab-{tab}").click()
        wrong += [f"{tab}: {line}" for line in violations(screen.page)]
    if language == PSEUDO:
        assert unbracketed(screen, "Ann", "Ben") == []
    screen.at("continue").click()
    expect(screen.at("continue-dialog")).to_be_visible()
    wrong += [f"continue: {line}" for line in violations(screen.page)]
    wide: int = screen.page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert wide <= 0
    assert not wrong, "\n".join(wrong)
