"""Looking back at games over REST: whose eyes, which pages, which records; and going on."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from msgspec import json

from tashkalar import SPECTATOR, Game, parse_record
from tashkalar.scene.numbers import numbers
from tashkalar.scene.replay import OPEN, PAGE
from tests.clubs import Club
from tests.finished import first, in_effect, played, stored
from tests.recorded import RECORDS
from tests.serving import Player, Running, Site


@contextmanager
def looking(club: Club) -> Iterator[tuple[Running, Running]]:
    """Two workers that may be one."""
    with club.open() as workers:
        yield workers[0], workers[-1]


def scenes(asked: Site | Player, path: str, eyes: int, steps: int) -> list[dict[str, Any]]:
    """What was seen at every step."""
    get = asked.get if isinstance(asked, Player) else asked.http.get
    found: list[dict[str, Any]] = []
    for page in range(steps // PAGE + 1):
        told = get(f"{path}/{page}?eyes={eyes}")
        assert told.status_code == 200, told.text
        body = told.json()
        found.append(body["scene"])
        for change in body["changes"]:
            found.append({**found[-1], **change})
    return found


def known(scene: dict[str, Any], seat: int) -> set[str]:
    return set(scene["seats"][seat]["known"])


def test_a_game_is_told_in_numbers_once_it_is_over(site: Running) -> None:
    game = played("high-form", 5)
    ann, ben = site.guest("Ann"), site.guest("Ben")
    table = stored(site, game, ann, ben)
    found = site.http.get(f"/api/tables/{table}/numbers").json()
    assert found == json.decode(json.encode(numbers(game)))
    record = {"record": game.record().text()}
    assert site.http.post("/api/numbers", json=record).json() == found
    running = ann.table("me", "greedy", form="duel")["table"]
    for refused in (
        ann.get(f"/api/tables/{running}/numbers"),
        site.http.post("/api/numbers", json={"record": game.past(20).record().text()}),
    ):
        assert (refused.status_code, refused.json()["error"]) == (409, "not_over")


def test_a_finished_game_is_seen_through_any_eyes(club: Club) -> None:
    game = played("high-form", 5)
    with looking(club) as (site, other):
        ann, ben = site.guest("Ann"), site.guest("Ben")
        table = stored(site, game, ann, ben)
        path = f"/api/tables/{table}/replay"
        head = other.http.get(path).json()
        assert [seat["name"] for seat in head["seats"]] == ["Ann", "Ben"]
        assert (head["eyes"], head["open"], head["over"]) == ([0, 1], True, True)
        assert len(head["log"]) == len(game.history)
        mine, theirs, both, nobody = (
            scenes(other, path, eyes, len(game.history)) for eyes in (0, 1, OPEN, SPECTATOR)
        )
        assert len(mine) == len(game.history) + 1
        for n in range(0, len(mine), 7):
            held = known(theirs[n], 1)
            assert known(both[n], 1) == held
            assert known(both[n], 0) == known(mine[n], 0)
            assert known(mine[n], 1) <= held
            assert known(nobody[n], 1) <= held
        assert any(known(mine[n], 1) < known(theirs[n], 1) for n in range(len(mine)))
        assert other.http.get(f"{path}/9999?eyes=0").status_code == 404
        assert other.http.get(f"{path}/0?eyes=3").status_code == 403
        assert other.http.get(f"{path}/0?eyes=4").status_code == 400


def test_a_running_game_is_seen_through_ones_own_eyes(site: Running) -> None:
    ann, ben, eve = site.guest("Ann"), site.guest("Ben"), site.guest("Eve")
    made = ann.table("me", "open", form="high-form", seed=3)
    path = f"/api/tables/{made['table']}/replay"
    assert ann.get(path).json()["error"] == "not_started"
    ben.join(made["table"], made["invite"])
    with ann.at(made["table"]) as wire:
        wire.my_turn()
        wire.choose("place e5")
    for player, eyes in ((ann, [0]), (ben, [1]), (eve, [])):
        head = player.get(path).json()
        assert (head["eyes"], head["open"], head["over"]) == (eyes, False, False)
        for asked in (0, 1, OPEN):
            allowed = asked in eyes
            assert player.get(f"{path}/0?eyes={asked}").status_code == (200 if allowed else 403)
        assert player.get(f"{path}/0?eyes={SPECTATOR}").status_code == 200
    hand = {card["id"] for card in scenes(ann, path, 0, 1)[0]["hand"]}
    assert not any(known(scene, 0) & hand for scene in scenes(ben, path, 1, 1))
    refused = ann.post(f"/api/tables/{made['table']}/continue", {"step": 0, "seats": []})
    assert refused.json()["error"] == "not_over"
    hidden = ann.table("me", "novice", spectators=False, seed=4)["table"]
    assert eve.get(f"/api/tables/{hidden}/replay").status_code == 404


@pytest.mark.parametrize("file", RECORDS[:3], ids=lambda file: file.stem)
def test_a_record_of_an_earlier_version_is_shown(site: Running, file: Any) -> None:
    text = file.read_text()
    head = site.http.post("/api/replay", json={"record": text})
    assert head.status_code == 200, head.text
    game = Game.replay(parse_record(text))
    assert len(head.json()["log"]) == len(game.history)
    page = site.http.post(f"/api/replay/{OPEN + 2}?eyes={OPEN}", json={"record": text})
    assert page.json()["scene"]["turn"] == game.history[0].turn
    assert site.http.get("/api/mine").status_code == 401  # nobody's table was made of it


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda text: text.replace("rules: 2", "rules: 9"), "rules 9; this program knows rules"),
        (lambda text: text.replace("cards: ", "cards: 0"), "line 7: the record was played with"),
        (lambda text: text[:-4], "the record is cut off"),
        (lambda text: text.replace("place", "plaice", 1), "line 8"),
        (lambda text: "hello", "line 1: this is no game record"),
        (lambda text: text.replace("seed: 5", "seed: hidden"), "as one seat saw it"),
    ],
)
def test_a_damaged_record_is_refused_with_its_line(site: Running, change: Any, reason: str) -> None:
    text = change(played("high-form", 5).record().text())
    refused = site.http.post(
        "/api/replay", json={"record": text}, headers={"accept-language": "pl"}
    )
    assert refused.status_code == 400
    assert reason in refused.json()["reason"]
    assert refused.json()["reason"].startswith("Tego zapisu nie można pokazać")


def test_a_record_that_is_too_long_is_not_read(site: Running) -> None:
    text = played("high-form", 5).record().text()
    assert site.http.post("/api/replay", json={"record": text * 3}).status_code in (400, 413)


# --- going on ---


def go_on(player: Player, path: str, step: int, *kinds: str, **more: Any) -> Any:
    seats = [
        {"kind": k} if k in ("me", "open", "hotseat") else {"kind": "bot", "bot": k} for k in kinds
    ]
    made = player.post(path, {"step": step, "seats": seats, **more})
    assert made.status_code == 201, made.text
    return made.json()


def test_one_goes_on_from_the_middle_of_an_effect_against_a_bot(club: Club) -> None:
    game = played("high-form", 5)
    step = first(game, lambda p: in_effect(p) and p.actor == 0)
    then = game.past(step).position
    with looking(club) as (site, other):
        ann, ben = site.guest("Ann"), site.guest("Ben")
        table = stored(site, game, ann, ben)
        new = go_on(ann, f"/api/tables/{table}/continue", step, "me", "novice")["table"]
        row = Player(other, ann.token, "Ann").get(f"/api/tables/{new}").json()
        assert row["continued"] == {"table": table, "turn": then.turn, "kept": False}
        with Player(other, ann.token, "Ann").at(new) as wire:
            shown = wire.my_turn()
            assert shown["turn"] == then.turn
            assert shown["in_play"] is not None
            asked = {choice["text"] for choice in shown["question"]["choices"]}
            assert len(asked) == len(then.choices())
            wire.choose(shown["question"]["choices"][0]["text"])
        # What was stored leads to the same table again, and to a record that can be replayed.
        with club.open() as (again, *_):
            anew = Player(again, ann.token, "Ann")
            with anew.at(new) as wire:
                assert wire.my_turn()["turn"] >= then.turn


def test_hidden_cards_are_dealt_anew_unless_all_agree(site: Running) -> None:
    game = played("high-form", 6)
    step = first(game, lambda p: p.turn == 9)
    then = game.past(step).position
    ann, ben = site.guest("Ann"), site.guest("Ben")
    path = f"/api/tables/{stored(site, game, ann, ben)}/continue"

    def dealt(*kinds: str, keep: bool) -> Any:
        made = go_on(ann, path, step, *kinds, keep=keep)
        if "open" in kinds:
            row = ben.get(f"/api/tables/{made['table']}?invite={made['invite']}").json()
            assert row["continued"]["kept"] is keep  # whoever joins knows it
            ben.join(made["table"], made["invite"])
        held = site.worker.tables.at_hand(made["table"])
        assert held is not None
        assert held.course.game is not None
        return held.course.game.past(0).position

    assert dealt("me", "novice", keep=True) == then
    alone = dealt("me", "novice", keep=False)
    assert alone.beings[0] == then.beings[0]
    assert (alone.beings[1], alone.decks) != (then.beings[1], then.decks)
    friends = dealt("me", "open", keep=False)
    assert friends.beings == then.beings
    assert friends.decks != then.decks
    assert dealt("me", "open", keep=True) == then


def test_one_goes_on_from_a_record_and_the_record_of_that_reads_back(site: Running) -> None:
    game = played("duel", 8)
    ann = site.guest("Ann")
    text = game.record().text()
    step = first(game, in_effect)
    made = go_on(ann, "/api/continue", step, "me", "hotseat", keep=True, record=text)
    with ann.at(made["table"]) as wire:
        wire.my_turn()
        assert wire.ask(t="resign")["t"] == "ack"
    record = ann.get(f"/api/tables/{made['table']}/record").text
    again = Game.replay(parse_record(record))
    assert again.start == game.past(step).position
    head = site.http.post("/api/replay", json={"record": record})
    assert head.json()["over"] is True
    refused = ann.post(
        "/api/continue", {"step": len(game.history), "seats": [{"kind": "me"}] * 2, "record": text}
    )
    assert refused.json()["error"] == "continue_over"
    beyond = ann.post("/api/continue", {"step": 9999, "seats": [], "record": text})
    assert "not from 9999" in beyond.json()["reason"]
    # A rematch is a game like any other.
    rematch = ann.post(f"/api/tables/{made['table']}/rematch").json()["table"]
    assert ann.get(f"/api/tables/{rematch}").json()["continued"] is None
