"""Who is here is known to every worker, for as long as they stay."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import services
from tests.serving import Clock, Running, running


@pytest.fixture
def workers(tmp_path: Path) -> Iterator[tuple[Running, Running]]:
    """Two workers with one database and one clock."""
    clock = Clock()
    with (
        services.redis(tmp_path) as redis,
        running(tmp_path, clock=clock, redis_url=redis) as here,
        running(tmp_path, clock=clock, redis_url=redis) as there,
    ):
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
