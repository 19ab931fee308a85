"""Whole games without a pointer: typed in words, and with the keys alone."""

from __future__ import annotations

import random
import re
from functools import partial

from playwright.sync_api import expect

from tests.browsing import PHONE, Screen, Visitors
from tests.matches import Match, acting, eager, fitting, summoning
from tests.serving import Message, Player, Running

pytest_plugins = ("tests.chromium",)

MOST = 400  # answers until a game counts as not ending


def against_a_bot(site: Running, seed: int) -> tuple[Player, str]:
    """A first game against the bot that gives it the least thought."""
    player = site.guest("Kim")
    return player, player.table("me", "random", form="first-game", seed=seed)["table"]


def typed(screen: Screen, words: str) -> None:
    screen.at("typed").fill(words)
    screen.page.keyboard.press("Enter")


def in_words(rng: random.Random, scene: Message) -> str:
    """A choice as somebody might write it: a whole summoning at once, or a name cut short."""
    choice = eager(rng, scene)
    verb, _, name = choice.partition(" ")
    if verb != "summon":
        return choice
    card = next(card for card in scene["hand"] if card["id"] == name)
    fit = rng.choice(card["fits"])
    way = rng.choice(fit["ways"])["choice"]
    return " ".join([verb, name.replace("_", " "), *fit["choices"][1:], *([way] if way else [])])


def test_a_game_is_typed_to_its_end(visitors: Visitors, site: Running) -> None:
    player, table = against_a_bot(site, seed=11)
    screen, rng = visitors.at(table, player), random.Random(11)
    screen.asks("action", "start")
    screen.page.keyboard.press("/")
    expect(screen.at("typed")).to_be_focused()
    summoned = 0
    with player.at(table) as wire:
        for _ in range(MOST):
            wire.shown(screen.seq)
            scene = wire.my_turn()
            if scene["state"] == "over":
                break
            words = in_words(rng, scene)
            summoned += words.startswith("summon")
            expect(screen.at("table")).to_have_attribute("data-seq", str(scene["seq"]))
            screen.after(partial(typed, screen, words))
        assert scene["state"] == "over"
    assert summoned > 3
    expect(screen.at("result")).to_be_visible()


def test_what_is_typed_wrong_stays_and_is_explained(visitors: Visitors, site: Running) -> None:
    with Match(site, "high-form", seed=5) as match:
        seat, _ = match.reach(acting)
        screen = visitors.at(match.table, match.player(seat))
    screen.asks("action")
    screen.at("menu").click()
    screen.at("type-moves").click()
    line = screen.at("typed")
    for words, reason in [
        ("dance", "Unknown command “dance”"),
        ("place j5", "There is no square “j5”"),
        ("summon the moon", "Unknown card “the moon”"),
        ("summon knight e5", "Summon knight: "),
    ]:
        typed(screen, words)
        expect(screen.at("reason")).to_contain_text(reason)
        expect(line).to_have_value(words)
    before = screen.board()
    screen.after(lambda: typed(screen, screen.open_squares()[0]))
    assert screen.board() != before
    screen.after(lambda: typed(screen, "undo"))
    assert screen.board() == before
    screen.after(lambda: typed(screen, "redo"))
    # The line is there until it is closed, also when the page is opened again.
    screen.page.reload()
    expect(line).to_be_visible()
    line.press("Escape")
    expect(line).to_have_count(0)
    screen.page.reload()
    screen.asks("action", "end")
    expect(line).to_have_count(0)


def press(screen: Screen, *keys: str) -> None:
    for key in keys:
        screen.page.keyboard.press(key)


def claim_with_keys(screen: Screen) -> None:
    """The window that points a task out opens on itself: the Tab key goes to its buttons."""
    claiming = screen.at("claim-dialog").locator("[data-choice]").first
    expect(claiming).to_be_visible()
    while not claiming.evaluate("node => node === document.activeElement"):
        press(screen, "Tab")
    press(screen, "Enter")


def answered_with_keys(screen: Screen, scene: Message) -> None:
    """One answer by the keys that the help names."""
    question = scene["question"]
    cards = fitting(scene)
    if question["asking"] == "action" and cards:
        press(screen, str(screen.hand().index(cards[0]["id"]) + 1), "Enter")
        if len(cards[0]["fits"][0]["ways"]) > 1:
            press(screen, "Enter")  # The ways are shown first, as with a click.
    elif question["asking"] == "end":
        press(screen, "e")
        if any(choice["kind"] == "claim" for choice in question["choices"]):
            claim_with_keys(screen)
    elif any(choice.get("square") for choice in question["choices"]):
        press(screen, "n", "Enter")
    elif any(choice["kind"] == "pass" for choice in question["choices"]):
        press(screen, "p")
    else:
        screen.at("answer").first.focus()
        press(screen, "Enter")


def test_a_game_is_played_to_its_end_with_keys(visitors: Visitors, site: Running) -> None:
    player, table = against_a_bot(site, seed=12)
    screen = visitors.at(table, player)
    with player.at(table) as wire:
        for _ in range(MOST):
            wire.shown(screen.seq)
            scene = wire.my_turn()
            if scene["state"] == "over":
                break
            expect(screen.at("table")).to_have_attribute("data-seq", str(scene["seq"]))
            screen.after(partial(answered_with_keys, screen, scene))
        assert scene["state"] == "over"
    expect(screen.at("result")).to_be_visible()


def test_the_whole_question_is_told(visitors: Visitors, site: Running) -> None:
    with Match(site, "first-game", seed=4) as match:
        seat, scene = match.reach(summoning(fits=2))
        screen = visitors.at(match.table, match.player(seat))
    card = fitting(scene, fits=2)[0]
    spoken = screen.at("prompt-spoken")
    expect(spoken).to_have_attribute("aria-live", "polite")
    screen.card(card["id"]).click()
    for square in (fit["square"] for fit in card["fits"]):
        expect(spoken).to_contain_text(square)
    expect(spoken).to_contain_text(re.compile("Cancel$"))


def test_a_phone_shows_unread_words_and_how_to_read_a_card(
    visitors: Visitors, site: Running
) -> None:
    with Match(site, "first-game", seed=4) as match:
        seat, scene = match.reach(summoning(fits=2))
        screen = visitors.at(match.table, match.player(seat), size=PHONE)
        badge = screen.at("open-sheet").locator(".unread")
        expect(badge).to_have_count(0)
        match.wire(1 - seat).send(t="chat", text="Hello")
        expect(badge).to_have_text("1")
        card = fitting(scene, fits=2)[0]
        screen.card(card["id"]).tap()
        screen.at("read-card").tap()
        expect(screen.at("detail")).to_have_attribute("data-shown", card["id"])
        screen.at("chat-tab").tap()
        expect(badge).to_have_count(0)
