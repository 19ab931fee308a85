"""Mutated frames and requests: nothing fails, nothing is told, nothing of others is changed.

The kinds of messages are those of the protocol, the requests those that the application has.
"""

from __future__ import annotations

import json
import logging
import random
import re
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from fastapi import FastAPI
from starlette.routing import Route

from tashkalar import SPECTATOR, Position, sample, view
from tashkalar.server.tables.table import Table
from tashkalar.server.wire import talk
from tashkalar.server.wire.app import make_app
from tests.effort import times
from tests.mutations import WORDS, damaged, frame, junk, message, of_schema
from tests.serving import QUICK, Message, Player, Running, Wire, choices, running

FRAMES = times(1000, 100_000)
REQUESTS = times(400, 10_000)
AT_ONCE = 40  # frames, until the server is asked whether it is still there


@pytest.fixture(autouse=True)
def _patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody is sent away for nonsense; that they are is tested elsewhere."""
    monkeypatch.setattr(talk, "_NONSENSE", 10**9)


@pytest.fixture
def house(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> Any:
    """A server in which nothing may go wrong."""
    with caplog.at_level(logging.WARNING), running(tmp_path, lessons=10**6) as site:
        yield site
    wrong = [record.getMessage() for record in caplog.records if record.exc_info]
    assert wrong == []


class Attacker:
    """One socket, and what was answered to its frames."""

    def __init__(
        self, site: Running, table: str, token: str | None, path: str = "/api/play", **hello: Any
    ) -> None:
        self.wire = Wire(site, table, token, path, **hello)
        self.answers: list[Message] = []
        self.scenes: set[str] = set()

    def send(self, frames: list[str | bytes]) -> None:
        start = len(self.wire.seen)
        for each in frames:
            self.wire.socket.send(each)
        self.wire.send(t="ping", id="still there?")
        self.wire.expect("pong", lambda m: m["id"] == "still there?")
        for heard in self.wire.seen[start:]:
            if heard["t"] == "scene":
                self.scenes.add(json.dumps(heard["scene"], sort_keys=True))
            elif heard["t"] not in ("table", "log", "welcome", "chat"):
                self.answers.append(heard)
            assert heard.get("error") != "failed", (frames, heard)
        del self.wire.seen[start:]

    def close(self) -> None:
        self.wire.close()


def frames(count: int, seed: int) -> list[str | bytes]:
    """As many of each kind; what is too long is left out, as it would close the socket."""
    dice = random.Random(seed)
    found: list[str | bytes] = []
    while len(found) < count:
        each = frame(damaged(message(len(found), dice), dice), dice)
        if len(each.encode() if isinstance(each, str) else each) <= QUICK.message_bytes:
            found.append(each)
    return found


def loads(found: list[str | bytes]) -> list[list[str | bytes]]:
    return [found[n : n + AT_ONCE] for n in range(0, len(found), AT_ONCE)]


class Melee:
    """Three people; it is the third one's turn, so the first two have nothing to do."""

    def __init__(self, site: Running) -> None:
        self.site = site
        self.players = [site.guest(name) for name in ("Ann", "Ben", "Cleo")]
        made = self.players[0].table("me", "open", "open", form="melee-3", public=True, seed=4)
        self.id = made["table"]
        for seat in (1, 2):
            self.players[seat].join(self.id, made["invite"], seat)
        with self.players[2].at(self.id) as wire:
            assert wire.shown(2)["acting"] == 2

    @property
    def table(self) -> Table:
        found = self.site.worker.tables.at_hand(self.id)
        assert found is not None
        return found

    @property
    def position(self) -> Position:
        assert self.table.course.game is not None
        return self.table.course.game.position

    def deal_anew(self, viewer: int, seed: int) -> None:
        """Another world that looks the same to somebody."""
        before = self.position
        after = sample(view(before, viewer), random.Random(seed))
        assert after != before
        assert view(after, viewer) == view(before, viewer)
        assert self.table.course.game is not None
        self.table.course.game.position = after
        self.table.scenes.clear()


@pytest.mark.long
@pytest.mark.parametrize("viewer", [0, 1, SPECTATOR])
def test_mutated_frames_are_answered_alike_whatever_is_hidden(house: Running, viewer: int) -> None:
    """Whoever is not asked can send what they like: what comes back depends on no hidden card."""
    melee = Melee(house)
    token = None if viewer == SPECTATOR else melee.players[viewer].token
    sent = loads(frames(FRAMES // 5, viewer))
    worlds = []
    hidden = []
    melee.site.worker.tables.hold(melee.table)
    kept = melee.table  # else it might be derived again
    for world in range(2):
        if world:
            melee.deal_anew(viewer, world)
        attacker = Attacker(house, melee.id, token)
        for load in sent:
            attacker.send(load)
        attacker.close()
        worlds.append((attacker.answers, attacker.scenes))
        hidden.append(melee.position)
    assert kept is melee.table
    assert hidden[0] != hidden[1]
    assert worlds[0] == worlds[1]
    assert len(worlds[0][0]) > len(sent) * AT_ONCE // 2, "most frames are answered"
    assert _others_did_nothing(house, melee.id, viewer)


def _others_did_nothing(site: Running, table: str, viewer: int) -> bool:
    with site.worker.store.engine.connect() as connection:
        bodies = connection.exec_driver_sql(
            f"select body from events where table_id = '{table}' order by seq"
        ).scalars()
        return {json.loads(body)["seat"] for body in list(bodies)[2:]} <= {viewer}


@pytest.mark.long
def test_mutated_frames_of_whoever_is_asked(house: Running) -> None:
    """They play, undo and ask for hints by accident; all of it is theirs, and derived again."""
    ann = house.guest("Ann")
    table = ann.table("me", "hotseat", public=True, seed=4)["table"]
    attacker = Attacker(house, table, ann.token)
    dice = random.Random(9)
    for load in loads(frames(FRAMES // 5, 7)):
        scene = attacker.wire.shown(0)  # who looks from another seat is not asked
        right = {"t": "choose", "seq": scene["seq"], "choice": dice.choice(choices(scene) or ["-"])}
        attacker.send([*load, frame(damaged(right, dice), dice)])
        if scene["state"] == "over":
            attacker.close()
            table = ann.table("me", "hotseat", public=True, seed=dice.randrange(999))["table"]
            attacker = Attacker(house, table, ann.token)
    attacker.close()


@pytest.mark.long
def test_mutated_frames_in_lessons(house: Running) -> None:
    lessons = [
        lesson["id"]
        for course in house.http.get("/api/lessons").json()
        for lesson in course["lessons"]
    ]
    dice, sent = random.Random(3), loads(frames(FRAMES // 5, 8))
    for n in range(0, len(sent), 10):
        attacker = Attacker(house, dice.choice(lessons), None, "/api/learn", goal=n % 4)
        for load in sent[n : n + 10]:
            attacker.send(load)
        attacker.close()


# --- requests ---


def routes() -> list[tuple[str, str]]:
    """Every method and path that the application has."""
    included = [getattr(route, "original_router", route) for route in _app().routes]
    flat = [inner for route in included for inner in getattr(route, "routes", [route])]
    return sorted(
        (method, route.path)
        for route in flat
        if isinstance(route, Route)
        for method in route.methods or ()
    )


def _app() -> FastAPI:
    return make_app(replace(QUICK, database_url="sqlite://"))


@pytest.mark.long
def test_mutated_requests(house: Running) -> None:
    """No answer is 500 or more, but for a database that is away; and every answer has a reason."""
    described, dice, ways = _app().openapi(), random.Random(5), routes()
    known = described.get("components", {}).get("schemas", {})
    assert {path for _, path in ways} > set(described["paths"])
    melee = Melee(house)
    before = melee.position
    tokens = [melee.players[0].token, "", "x" * 43, None]
    statuses: dict[int, int] = {}
    for n in range(REQUESTS):
        method, path = ways[n % len(ways)]
        if (method, path) == ("DELETE", "/api/guests") or n % 50 == 0:
            tokens[1] = house.guest("Eve").token
        schema = (
            described["paths"]
            .get(path, {})
            .get(method.lower(), {})
            .get("requestBody", {})
            .get("content", {})
            .get("application/json", {})
            .get("schema")
        )
        body = damaged(of_schema(schema, known, dice) or {}, dice) if schema else junk(dice)
        answer = _sent(
            house, method, _filled(path, melee.id, dice), body, dice, dice.choice(tokens[1:])
        )
        statuses[answer] = statuses.get(answer, 0) + 1
        assert answer < 500, (method, path, body)
    assert {200, 400, 401, 404} <= set(statuses), statuses
    assert melee.position == before
    assert house.http.get("/health").json()["status"] == "ok"


def _filled(path: str, table: str, dice: random.Random) -> str:
    """A path with something in its places, and a question mark behind it now and then."""

    def place() -> str:
        return table if dice.random() < 0.4 else quote(dice.choice(WORDS) or "x", safe="")

    found = re.sub(r"\{[^}]*\}", lambda _: place(), path)
    if dice.random() < 0.3:
        asked = "=".join(quote(str(junk(dice))[:50]) for _ in range(2))
        found += f"?{asked}&state=running&lang=cs"
    return found


def _sent(
    site: Running, method: str, path: str, body: Any, dice: random.Random, token: str | None
) -> int:
    data = frame(body, dice) if isinstance(body, dict) else json.dumps(body)
    headers = {"Content-Type": dice.choice(("application/json", "text/plain", "application/json"))}
    if token:
        headers["Authorization"] = f"Bearer {token}"
    answer = site.http.request(
        method, path, content=data.encode() if isinstance(data, str) else data, headers=headers
    )
    if answer.status_code >= 400 and path.startswith("/api") and method != "HEAD":
        assert answer.json()["reason"], (method, path, answer.text)
    return answer.status_code


@pytest.mark.parametrize("viewer", [0, 1, SPECTATOR])
def test_what_can_be_read_depends_on_no_hidden_card(house: Running, viewer: int) -> None:
    melee = Melee(house)
    stranger = house.guest("Eve")
    reader: Player = stranger if viewer == SPECTATOR else melee.players[viewer]
    paths = [path for method, path in routes() if method == "GET" and "{table}" in path]
    assert paths
    kept = melee.table
    worlds = []
    for world in range(2):
        if world:
            melee.deal_anew(viewer, world)
        told = [reader.get(path.replace("{table}", melee.id)) for path in paths]
        told.append(reader.post(f"/api/tables/{melee.id}/report"))
        worlds.append([(answer.status_code, answer.text) for answer in told])
    assert kept is melee.table
    assert worlds[0] == worlds[1]
