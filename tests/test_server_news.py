"""News between two workers: events, chat, presence, and a catch-up after lost news."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tashkalar.server.storage.fanout import News, What
from tashkalar.server.tables import service
from tests import clubs
from tests.fanouts import Exchange
from tests.serving import Clock, Running, choices, running

RARELY = 1e6  # seconds
Workers = tuple[Running, Running]


@pytest.fixture(scope="module", params=[clubs.SHARED, clubs.POSTGRESQL])
def backend(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[dict[str, str]]:
    with clubs.servers(request.param, tmp_path_factory.mktemp("services")) as found:
        yield found


@pytest.fixture(autouse=True)
def never_look_around(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every few seconds a worker compares its tables with the database; here only news counts."""
    monkeypatch.setattr(service, "_LOOK_AROUND", RARELY)


@pytest.fixture
def workers(backend: dict[str, str], tmp_path: Path) -> Iterator[Workers]:
    with clubs.club(backend, tmp_path).open(heartbeat=RARELY) as (here, there):
        yield here, there


def silence(worker: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a worker tell the others nothing."""
    monkeypatch.setattr(worker.worker.fanout, "publish", lambda *_: None)


def seq_at(site: Running, table: str, what: What | None = None) -> int:
    """Return the number of events that a worker gives a caller, at once after such news."""
    found: list[int] = []

    async def ask() -> None:
        tables = site.worker.tables
        if what is not None:
            await tables.heard(News("another", table, what))
        known = await tables.get(table)
        assert known is not None
        found.append(known.course.seq)

    site.do(ask)
    return found[0]


def test_both_workers_try_the_same_number_and_one_is_stale(workers: Workers) -> None:
    """The same seat, connected to both workers, sends two choices for one number at once."""
    here, there = workers
    ann = here.guest("Ann")
    table = ann.table("me", "hotseat")["table"]
    stale = 0
    with here.at(table, ann.token) as left, there.at(table, ann.token) as right:
        for _ in range(30):
            seq = max(left.shown(0)["seq"], right.shown(0)["seq"])
            offered = choices(left.shown(seq))
            right.shown(seq)
            if len(offered) < 2:
                left.choose(offered[0])
                right.shown(seq + 1)
                continue
            left.send(t="choose", seq=seq, choice=offered[0], id="left")
            right.send(t="choose", seq=seq, choice=offered[1], id="right")
            answers = [left.expect_answer("left"), right.expect_answer("right")]
            assert sorted(answer["t"] for answer in answers) == ["ack", "refused"]
            assert [a["error"] for a in answers if a["t"] == "refused"] == ["stale"]
            stale += 1
            after = left.shown(seq + 1)
            assert after["board"] == right.shown(seq + 1)["board"]
        assert stale > 10
        assert seq_at(here, table) == seq_at(there, table) == left.shown(0)["seq"]


def test_chat_presence_and_joining_reach_the_other_worker(workers: Workers) -> None:
    here, there = workers
    ann, ben = here.guest("Ann"), there.guest("Ben")
    made = ann.table("me", "open")
    with ann.at(made["table"]) as wire:
        wire.expect("welcome")
        ben.join(made["table"], made["invite"])
        wire.expect("table", lambda m: m["table"]["state"] == "running")
        with ben.at(made["table"]) as other:
            wire.expect("table", lambda m: m["table"]["seats"][1]["connected"])
            other.ask(t="chat", text="from there")
            assert wire.expect("chat")["text"] == "from there"
            wire.ask(t="chat", text="from here")
            assert other.expect("chat", lambda m: m["seat"] == 0)["text"] == "from here"
        wire.expect("table", lambda m: not m["table"]["seats"][1]["connected"])


def test_a_caller_gets_no_older_table_than_the_news_of_it(
    workers: Workers, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, there = workers
    ann = here.guest("Ann")
    table = ann.table("me", "hotseat")["table"]
    with here.at(table, ann.token) as wire, there.at(table, ann.token) as watching:
        watching.shown(0)
        silence(here, monkeypatch)
        seq = wire.choose(choices(wire.my_turn())[0])["seq"]
        # It is watched, so only news makes the other worker look into the database.
        assert seq_at(there, table) < seq
        assert seq_at(there, table, "event") == seq
        # News of the same event again finds nothing more.
        assert seq_at(there, table, "event") == seq


def test_a_table_that_nobody_watches_is_looked_up_without_news(
    workers: Workers, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, there = workers
    ann = here.guest("Ann")
    table = ann.table("me", "hotseat")["table"]
    silence(here, monkeypatch)
    with here.at(table, ann.token) as wire:
        before = seq_at(there, table)
        seq = wire.choose(choices(wire.my_turn())[0])["seq"]
        assert before < seq == seq_at(there, table)


def test_a_table_whose_past_has_changed_is_derived_again(
    workers: Workers, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Deleting the data of a guest changes events that the other worker has already read."""
    here, there = workers
    ann, ben = here.guest("Ann"), there.guest("Ben")
    made = ann.table("me", "open")
    ben.join(made["table"], made["invite"])
    with ben.at(made["table"]) as wire:
        wire.shown(0)
        assert here.http.delete("/api/guests", headers=ann.headers).status_code == 204
        row = wire.expect("table", lambda m: m["table"]["seats"][0]["name"] != "Ann")["table"]
        assert "Ann" not in str(row["seats"])


def test_what_was_missed_is_caught_up_with(tmp_path: Path) -> None:
    """News of a changed past is lost; no number of events shows that it has changed."""
    exchange, clock = Exchange(), Clock()
    with (
        running(tmp_path, clock=clock, connect=exchange.connect, heartbeat=RARELY) as here,
        running(tmp_path, clock=clock, connect=exchange.connect, heartbeat=RARELY) as there,
    ):
        ann, ben = here.guest("Ann"), there.guest("Ben")
        made = ann.table("me", "open")
        ben.join(made["table"], made["invite"])
        with ben.at(made["table"]) as wire:
            wire.shown(0)
            exchange.cut()
            assert here.http.delete("/api/guests", headers=ann.headers).status_code == 204
            exchange.mend()
            row = wire.expect("table", lambda m: m["table"]["seats"][0]["name"] != "Ann")["table"]
            assert "Ann" not in str(row["seats"])
