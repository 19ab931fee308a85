"""Every worker knows who is here, for as long as they stay, and what was said elsewhere."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection

from tashkalar.server.storage import archive
from tests import programs, services
from tests.fanouts import Exchange
from tests.serving import Clock, Running, running


@pytest.fixture(params=["one process", "redis"])
def workers(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[Running, Running]]:
    """Two workers with one database and one clock."""
    with ExitStack() as opened:
        news: dict[str, Any] = {"connect": Exchange().connect}
        if request.param == "redis":
            programs.require(programs.REDIS)
            news = {"redis_url": opened.enter_context(services.redis(tmp_path))}
        clock = Clock()
        here, there = (
            opened.enter_context(running(tmp_path, clock=clock, **news)) for _ in range(2)
        )
        yield here, there


def pass_time(workers: tuple[Running, Running], minutes: int) -> None:
    """Time goes by, and both workers note who is here as often as they do."""
    here, there = workers
    every = here.worker.settings.heartbeat
    for _ in range(int(60 * minutes / every)):
        here.clock.advance(every)
        here.do(here.worker.presence.beat)
        there.do(there.worker.presence.beat)


def test_who_stays_connected_elsewhere_cannot_be_replaced(workers: tuple[Running, Running]) -> None:
    here, there = workers
    ann, ben = here.guest("Ann"), there.guest("Ben")
    made = ann.table("me", "open")
    ben.join(made["table"], made["invite"])
    with ann.at(made["table"]) as wire, ben.at(made["table"]) as other:
        other.my_turn()
        wire.expect("table", lambda m: m["table"]["seats"][1]["connected"])
        pass_time(workers, 5)
        assert wire.ask(t="replace", seat=1, bot="random")["error"] == "not_absent"
        # Nor was it ever offered.
        wire.ask(t="ping")
        scenes = [message["scene"] for message in wire.seen if message["t"] == "scene"]
        assert all(scene["can"]["replace"] == [] for scene in scenes)
        other.close()
        wire.expect("table", lambda m: not m["table"]["seats"][1]["connected"])
        pass_time(workers, 2)
        wire.expect("scene", lambda m: m["scene"]["can"]["replace"] == [1])
        assert wire.ask(t="replace", seat=1, bot="random")["t"] == "ack"


def test_who_stays_connected_elsewhere_is_shown_as_connected(
    workers: tuple[Running, Running],
) -> None:
    here, there = workers
    ann, ben = here.guest("Ann"), there.guest("Ben")
    made = ann.table("me", "open")
    ben.join(made["table"], made["invite"])
    with ann.at(made["table"]) as wire, ben.at(made["table"]) as other:
        other.my_turn()
        wire.expect("table", lambda m: m["table"]["seats"][1]["connected"])
        pass_time(workers, 2)
        here.do(here.worker.tables.look_around)
        row = ann.get(f"/api/tables/{made['table']}").json()
        assert row["seats"][1]["connected"]


def test_a_partner_connected_elsewhere_is_asked(workers: tuple[Running, Running]) -> None:
    here, there = workers
    ann, cid = here.guest("Ann"), there.guest("Cid")
    made = ann.table("me", "random", "open", "random", form="team-high-form", seed=3)
    cid.join(made["table"], made["invite"], 2)
    with ann.at(made["table"]) as first, cid.at(made["table"]) as partner:
        first.my_turn()
        first.expect("table", lambda m: m["table"]["seats"][2]["connected"])
        pass_time(workers, 5)
        asked = partner.shown(first.ask(t="resign")["seq"])
        assert asked["state"] == "running"
        pass_time(workers, 5)
        # Every sweep of both workers has looked at it meanwhile.
        assert first.ask(t="resign")["error"] == "offered"
        over = first.shown(partner.ask(t="answer", what="resign", yes=True)["seq"])
        assert over["state"] == "over"


def test_what_was_said_and_agreed_without_news_is_seen_by_looking_around(
    workers: tuple[Running, Running], monkeypatch: pytest.MonkeyPatch
) -> None:
    here, there = workers
    ann, ben = here.guest("Ann"), there.guest("Ben")
    made = ann.table("me", "open")
    table = made["table"]
    ben.join(table, made["invite"])
    with ann.at(table) as wire, ben.at(table) as other:
        assert wire.ask(t="chat", text="hello")["t"] == "ack"
        assert other.expect("chat")["text"] == "hello"
        monkeypatch.setattr(here.worker.fanout, "publish", lambda *_: None)
        for said in ("are you there?", "I give up"):
            wire.ask(t="chat", text=said)
        wire.shown(wire.ask(t="resign")["seq"])
        again = ann.post(f"/api/tables/{table}/rematch").json()["table"]
        for _ in range(2):  # also who looks twice is told once
            there.do(there.worker.tables.look_around)
        row = other.expect("table", lambda m: m["table"]["rematch"] is not None)["table"]
        assert row["rematch"]["table"] == again
        assert row["state"] == "over"
        other.ask(t="ping")
        heard = [m["text"] for m in other.seen if m["t"] == "chat"]
        assert heard == ["hello", "are you there?", "I give up"]


def test_a_line_that_was_deleted_is_looked_for_once(
    workers: tuple[Running, Running], monkeypatch: pytest.MonkeyPatch
) -> None:
    here, there = workers
    ann, gil, ben = here.guest("Ann"), here.guest("Gil"), there.guest("Ben")
    table = ben.table("me", "random", seed=3)["table"]
    with ben.at(table) as wire, gil.at(table) as gone:
        wire.shown(0)
        monkeypatch.setattr(here.worker.fanout, "publish", lambda *_: None)
        assert gone.ask(t="chat", text="forget me")["t"] == "ack"
        assert here.http.delete("/api/guests", headers=gil.headers).status_code == 204
        there.do(there.worker.tables.look_around)
        asked: list[str] = []
        real = archive.chat_of

        def chat_of(c: Connection, wanted: str, since: int) -> list[archive.ChatLine]:
            asked.append(wanted)
            return real(c, wanted, since)

        monkeypatch.setattr(archive, "chat_of", chat_of)
        there.do(there.worker.tables.look_around)
        assert asked == []
        monkeypatch.undo()
        with ann.at(table) as late:
            assert late.ask(t="chat", text="who was that?")["t"] == "ack"
        assert wire.expect("chat", lambda m: m["n"] == 1)["text"] == "who was that?"
