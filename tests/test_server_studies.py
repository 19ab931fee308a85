"""Studies over REST: set up, played, thought about, kept for their owners, read by others."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import httpx
import pytest

from tashkalar import Game, Position, parse_record, parse_scenario, position_text
from tashkalar.bots.reviewing.best import rounds
from tashkalar.server.wire.run import migrate
from tashkalar.study import parse_study
from tests import programs, services
from tests.finished import played
from tests.serving import QUICK, Player, Running, running

START = position_text(Position.new("high-form", ("highland", "sylvan"), 1))
TREE: dict[str, Any] = {
    "title": "Two ways",
    "comment": "The middle is open.",
    "start": START,
    "steps": [
        {"after": -1, "choice": "place e5", "comment": "Holds it.\nFirmly."},
        {"after": -1, "choice": "place d5", "comment": "{Bolder}"},
        {"after": 0, "choice": "finish", "comment": ""},
    ],
}


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def house(
    request: pytest.FixtureRequest,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Running]:
    """A server on either database."""
    folder = tmp_path_factory.mktemp("studies")
    if request.param == "sqlite":
        with running(folder, replace(QUICK, studies=3)) as site:
            yield site
        return
    programs.require(programs.POSTGRESQL)
    with services.postgresql(folder) as database:
        settings = replace(QUICK, database_url=database, studies=3)
        migrate(settings)
        with running(folder, settings) as site:
            yield site


def put(player: Player, path: str, body: object) -> httpx.Response:
    return player.site.http.put(path, json=body, headers=player.headers)


def delete(player: Player, path: str) -> httpx.Response:
    return player.site.http.delete(path, headers=player.headers)


def test_a_study_is_kept_for_its_owner_and_read_by_others(house: Running) -> None:
    ann, ben = house.guest("Ann"), house.guest("Ben")
    made = ann.post("/api/studies", TREE)
    assert made.status_code == 201, made.text
    path = f"/api/studies/{made.json()['id']}"
    for asked, mine in (
        (ann.get(path), True),
        (ben.get(path), False),
        (house.http.get(path), False),
    ):
        found = asked.json()
        assert (found["mine"], found["by"], found["version"]) == (mine, "Ann", 1)
        assert found["study"]["comment"] == TREE["comment"]
        # In their order: after each step what follows it.
        assert [s["choice"] for s in found["study"]["steps"]] == ["place e5", "finish", "place d5"]
        assert [s["after"] for s in found["study"]["steps"]] == [-1, 0, -1]
        assert found["study"]["steps"][0]["comment"] == "Holds it.\nFirmly."
    text = house.http.get(f"{path}/text").text
    assert parse_study(text).title == "Two ways"
    # The owner changes it, others do not; who saw an earlier version is told.
    changed = TREE | {"title": "Three  ways", "version": 1}
    assert put(ben, path, changed).json()["error"] == "not_yours"
    assert put(ann, path, changed | {"version": 1 << 70}).status_code == 400
    assert put(ann, path, changed).json()["version"] == 2
    assert put(ann, path, changed).json()["error"] == "stale"
    assert ann.get(path).json()["study"]["title"] == "Three ways"
    assert [row["title"] for row in ann.get("/api/studies").json()] == ["Three ways"]
    assert ben.get("/api/studies").json() == []
    # As many as anybody may have.
    for _ in range(2):
        assert ann.post("/api/studies", TREE).status_code == 201
    full = ann.post("/api/studies", TREE)
    assert (full.status_code, full.json()["error"]) == (429, "full")
    assert delete(ben, path).json()["error"] == "not_yours"
    assert delete(ann, path).status_code == 204
    assert ann.get(path).status_code == 404
    assert ann.post("/api/studies", TREE).status_code == 201
    for asked in (house.http.post("/api/studies", json=TREE), house.http.get("/api/studies")):
        assert asked.status_code == 401


def test_being_forgotten_takes_the_studies_along(house: Running) -> None:
    ann = house.guest("Ann")
    path = f"/api/studies/{ann.post('/api/studies', TREE).json()['id']}"
    assert house.http.get(path).status_code == 200
    assert delete(ann, "/api/guests").status_code == 204
    assert house.http.get(path).status_code == 404


def test_a_position_is_set_up_played_on_and_taken_along(site: Running) -> None:
    set_up: dict[str, Any] = {
        "form": "duel",
        "schools": ["northern_imperial", "sylvan"],
        "pieces": "A1e6 A1e4 B1d6",
        "hands": [["swordmaster"], []],
    }
    laid = site.http.post("/api/study/lay", json=set_up).json()
    assert laid["set_up"]["pieces"] == "B1d6 A1e6 A1e4"
    shown = site.http.post(
        "/api/study/show",
        json={"start": laid["start"], "played": [], "more": ["summon swordmaster", "e5"]},
    ).json()
    line = [step["choice"] for step in shown["added"]]
    assert line[:2] == ["summon swordmaster", "e5"]
    assert [step["action"] for step in shown["added"]][:2] == [True, False]
    assert shown["scene"]["question"]["choices"][0]["text"] == "d6"
    why = {"start": laid["start"], "played": [], "why": "summon swordmaster a5"}
    assert site.http.post("/api/study/show", json=why).json()["reason"]["clause"] == "7.4"
    illegal = site.http.post("/api/study/show", json=why | {"why": None, "more": ["place e6"]})
    assert illegal.json()["error"] == "illegal"
    steps = [{"after": n - 1, "choice": c} for n, c in enumerate([*line, "d6"])]
    tree = {"title": "A strike", "comment": "", "start": laid["start"], "steps": steps}
    taken = {
        form: site.http.post("/api/study/take", json=tree | {"at": len(steps) - 1, "form": form})
        for form in ("study", "record", "scenario", "position")
    }
    assert parse_study(taken["study"].text).title == "A strike"
    assert len(Game.replay(parse_record(taken["record"].text)).history) == len(steps)
    for form in ("scenario", "position"):
        assert parse_scenario(taken[form].text).run().pieces[0].bit_count() == 3
    for one in taken.values():
        again = site.http.post("/api/study/read", json={"text": one.text})
        assert again.status_code == 200, again.text


def test_a_bad_set_up_is_named_in_the_readers_language(site: Running) -> None:
    legends = " ".join(f"A3e{row}" for row in "2345")
    for set_up, language, told in (
        (
            {"pieces": legends},
            "en",
            "Highland: 4 legendary pieces are on the board. The limit is 3.",
        ),
        ({"hands": [["wolf_rider"] * 2, []]}, "pl", "ta karta leży w dwóch miejscach"),
        ({"pieces": "C1e5"}, "cs", "V aréně jsou kameny barvy, která v této variantě nehraje."),
        ({"form": "chess"}, "en", "chess"),
        ({"pieces": "A1a9"}, "en", "This study cannot be opened: 'a9' in 'A1a9' is no square"),
    ):
        asked = {"form": "duel", "schools": ["highland", "sylvan"], **set_up}
        refused = site.http.post(
            "/api/study/lay", json=asked, headers={"accept-language": language}
        )
        assert (refused.status_code, refused.json()["error"]) == (400, "malformed")
        assert told in refused.json()["reason"], refused.json()


def test_the_best_turns_are_told_round_by_round(site: Running) -> None:
    ann = site.guest("Ann")
    asked = {"start": START, "played": ["place e5", "finish"], "round": 0}
    found = ann.post("/api/study/best", asked).json()
    assert (found["round"], found["of"], found["nodes"]) == (0, len(rounds()), rounds()[0])
    best = found["turns"][0]
    assert 0 < best["chance"] < 1 and best["choices"][-1] == "finish"
    assert best["drawn"]["steps"][0]["words"]
    chances = [turn["chance"] for turn in found["turns"]]
    assert chances == sorted(chances, reverse=True)
    # It can be played there.
    more = {"start": START, "played": asked["played"], "more": best["choices"]}
    assert site.http.post("/api/study/show", json=more).status_code == 200
    closed = ann.post("/api/study/best", asked | {"open": False})
    assert closed.status_code == 200
    assert site.http.post("/api/study/best", json=asked).status_code == 401
    assert ann.post("/api/study/best", asked | {"round": 99}).status_code == 400
    over = played("duel", 2)
    end = {"start": position_text(over.position), "played": []}
    assert ann.post("/api/study/best", end).json()["turns"] == []


def test_a_running_game_cannot_be_studied(site: Running) -> None:
    ann, ben = site.guest("Ann"), site.guest("Ben")
    made = ann.table("me", "open", form="high-form", seed=3)
    ben.join(made["table"], made["invite"])
    record = ann.get(f"/api/tables/{made['table']}/record").text
    refused = ann.post("/api/study/read", {"text": record})
    assert refused.status_code == 400
    assert "as one seat saw it" in refused.json()["reason"]
    with ann.at(made["table"]) as wire:
        wire.shown(1)
        wire.ask(t="resign")
    over = ann.get(f"/api/tables/{made['table']}/record").text
    assert ann.post("/api/study/read", {"text": over}).status_code == 200


def test_a_long_game_is_studied_whole(site: Running) -> None:
    game = played("melee-4", 4)
    shown = site.http.post("/api/study/read", json={"text": game.record().text()}).json()
    assert len(shown["steps"]) == len(game.history)
    steps = [{k: step[k] for k in ("after", "choice", "comment")} for step in shown["steps"]]
    kept = {"title": "", "comment": "", "start": shown["start"], "steps": steps}
    ann = site.guest("Ann")
    made = ann.post("/api/studies", kept)
    assert made.status_code == 201, made.text
    at = [step["choice"] for step in steps]
    last = site.http.post("/api/study/show", json={"start": shown["start"], "played": at}).json()
    assert last["scene"]["state"] == "over"


BAD: list[tuple[str, dict[str, Any]]] = [
    ("read", {"text": ""}),
    ("read", {"text": "tash-kalar study 1\nend"}),
    ("read", {"text": "x" * 200_000}),
    ("read", {"text": "scenario: long\n" + "offered: *\n" * 5000}),
    ("read", {}),
    ("show", {"start": "", "played": []}),
    ("show", {"start": START, "played": ["dance"]}),
    ("show", {"start": START, "played": ["finish"]}),
    ("show", {"start": START, "played": [], "more": ["e5"] * 99}),
    ("show", {"start": START, "played": [], "why": "dance"}),
    ("take", TREE | {"at": 17, "form": "record"}),
    ("take", TREE | {"form": "poem"}),
    ("take", TREE | {"steps": [{"after": 0, "choice": "place e5"}]}),
    ("take", TREE | {"steps": [{"after": -1, "choice": "place e5"}] * 2}),
    ("take", TREE | {"comment": "a\0b"}),
    ("take", TREE | {"comment": "\u2028"}),
    ("take", TREE | {"title": "x" * 81}),
    ("lay", {"form": "duel", "schools": ["highland"]}),
    ("lay", {"form": "duel", "schools": ["highland", "sylvan"], "turn": 9}),
    ("lay", {"form": "duel", "schools": ["highland", "sylvan"], "rest": {"play": "e5"}}),
    ("lay", {"form": "duel", "schools": ["highland", "sylvan"], "rest": {"deck A": "knight"}}),
]


@pytest.mark.parametrize(("path", "body"), BAD)
def test_bad_input_is_refused_and_keeps_nothing(site: Running, path: str, body: Any) -> None:
    ann = site.guest("Ann")
    told = ann.post(f"/api/study/{path}", body)
    assert told.status_code in (400, 413), told.text
    assert told.json()["reason"]
    if path == "take":
        assert ann.post("/api/studies", body | {"form": None, "at": None}).status_code in (201, 400)


def test_a_damaged_position_is_refused_and_breaks_nothing(site: Running) -> None:
    """Whatever somebody writes into the text of a position, the server answers with a reason."""
    ann, rng = site.guest("Ann"), random.Random(5)
    game = played("duel", 3)
    starts = [position_text(one.before) for one in game.history[:: len(game.history) // 12]]
    for n in range(150):
        lines = starts[n % len(starts)].splitlines()
        at = rng.randrange(3, len(lines))
        name, colon, value = lines[at].partition(":")
        words = value.split(" ") or [""]
        words[rng.randrange(len(words))] = rng.choice(
            ("0", "-1", "99", "99999999999999999999", "?", "knight", "e5", "", "A", "/", "-")
        )
        lines[at] = f"{name}{colon}{' '.join(words)}"
        start = "\n".join(lines)
        for path in ("show", "best"):
            told = ann.post(f"/api/study/{path}", {"start": start, "played": []})
            assert told.status_code in (200, 400), (lines[at], told.text)
