"""Time is fair: while the house is not there, or its clock is changed, nobody loses any."""

from __future__ import annotations

import pytest

from tashkalar.server.storage import house
from tashkalar.server.tables.house import HouseClock
from tashkalar.server.tables.seats import hashed
from tests.clubs import Club
from tests.serving import Message, Player, Running, Wire, choices

TOTAL = {"kind": "total", "seconds": 300, "increment": 0}


def seated(workers: list[Running], **setup: object) -> tuple[Player, str]:
    ann = workers[0].guest("Ann")
    return ann, ann.table("me", "hotseat", form="high-form", clock=TOTAL, **setup)["table"]


def clocks(scene: Message) -> list[int]:
    return [seat["clock"]["left"] for seat in scene["seats"]]


def end_turn(wire: Wire, scene: Message) -> Message:
    turn = scene["turn"]
    while scene["turn"] == turn:
        offered = choices(scene)
        scene = wire.choose("finish" if "finish" in offered else offered[0])
    return scene


@pytest.mark.parametrize("hours", [1, 48, -1])
def test_an_outage_or_another_system_time_costs_nobody_time(club: Club, hours: int) -> None:
    with club.open() as workers:
        ann, table = seated(workers)
        with ann.at(table) as wire:
            wire.my_turn()
            club.clock.advance(100)
            for site in workers:
                site.do(site.worker.house.note)
    club.clock.advance(3600 * hours)
    with club.open() as workers, workers[-1].at(table, ann.token) as wire:
        scene = wire.my_turn()
        assert scene["state"] == "running"
        assert clocks(scene) == [200_000, 300_000]
        club.clock.advance(50)
        scene = end_turn(wire, scene)
        assert clocks(scene) == [150_000, 300_000]
        for site in workers:
            site.do(site.worker.house.note)  # else the 50 seconds would count as an outage, too
    club.clock.advance(3600)
    with club.open() as workers:
        # The pause is in the log: what was played before comes out as it was.
        with workers[0].at(table, ann.token) as wire:
            assert clocks(wire.my_turn()) == [150_000, 300_000]
        club.clock.advance(301)
        with workers[0].at(table, ann.token) as wire:
            over = wire.expect("scene", lambda m: m["scene"]["state"] == "over")["scene"]
            assert over["result"]["reason"] == "time"
            assert over["result"]["places"] == [1, 2]


def test_nobody_is_absent_because_the_house_was(club: Club) -> None:
    with club.open() as workers:
        ann, ben = workers[0].guest("Ann"), workers[-1].guest("Ben")
        made = ann.table("me", "open")
        ben.join(made["table"], made["invite"])
    club.clock.advance(3600)
    with club.open() as workers, workers[0].at(made["table"], ann.token) as wire:
        wire.shown(0)
        assert wire.ask(t="replace", seat=1)["error"] == "not_absent"
        club.clock.advance(61)
        wire.expect("scene", lambda m: m["scene"]["can"]["replace"] == [1])


def test_a_worker_that_was_frozen_charges_nobody(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same goes for a database that was away: nothing could be noted meanwhile."""
    with club.open(sweep=1000) as workers:
        ann, table = seated(workers)
        with workers[-1].at(table, ann.token) as wire:
            scene = wire.my_turn()
            club.clock.advance(100)
            for site in workers:
                site.do(site.worker.house.note)
            frozen = [site.worker.house for site in workers]
            for one in frozen:
                monkeypatch.setattr(one, "_noted", one._noted - 3600)
            club.clock.advance(3600)
            # Before a choice is stored, and before anybody is out of time, it is noticed.
            scene = wire.choose(choices(scene)[0])
            assert clocks(scene) == [200_000, 300_000]
            for site in workers:
                site.do(site.worker._flag)
            club.clock.advance(20)
            scene = end_turn(wire, scene)
            assert clocks(scene) == [180_000, 300_000]
        paused = club.sql("select paused from events where table_id = :id order by seq", id=table)
        assert paused[0][0] == 3_600_000
        assert sum(row[0] for row in paused) == 3_600_000


def test_nobody_is_absent_because_a_worker_was_frozen(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    with club.open(sweep=1000) as workers:
        ann, ben = workers[0].guest("Ann"), workers[-1].guest("Ben")
        made = ann.table("me", "open", form="high-form")
        table = made["table"]
        ben.join(table, made["invite"])
        with ann.at(table) as wire:
            with ben.at(table) as other:
                end_turn(wire, wire.my_turn())
                other.my_turn()
            wire.expect("table", lambda m: not m["table"]["seats"][1]["connected"])
            for site in workers:
                site.do(site.worker.house.note)
                house_there = site.worker.house
                monkeypatch.setattr(house_there, "_noted", house_there._noted - 3600)
            club.clock.advance(3600)
            assert wire.ask(t="replace", seat=1)["error"] == "not_absent"
            club.clock.advance(61)
            for site in workers:
                site.do(site.worker.house.note)
            assert wire.ask(t="replace", seat=1)["t"] == "ack"


def test_a_clock_that_was_put_back_holds_nothing_up(club: Club) -> None:
    with club.open(tournaments="players", sweep=1000) as (site, *_):
        ann = site.guest("Ann")
        table = ann.table("me", "open")["table"]
        body = {"name": "Cup", "kind": "swiss", "clock": {"kind": "days", "days": 1}}
        ann.post("/api/tournaments", body)
    now = club.clock()
    owner = hashed(ann.token)
    for statement in (
        "update tables set claimed_until = :now + 5, claimed_by = 'x'",
        "update tournaments set starts = :now + 5",
        "update house set alive = :now",
        "insert into contacts values "
        "('c', :owner, 'push', 'a', 'd', '', 'en', 1, :now, null, null, 's')",
        "insert into outbox values ('c', 'm', '{}', :now, :now + 5, 0, :now + 5)",
        "insert into reviews (table_id, depth, at, body, until) "
        "values (:table, 1, 1, '', :now + 5)",
    ):
        given = {"now": now, "owner": owner, "table": table}
        club.sql(statement, **{k: v for k, v in given.items() if f":{k}" in statement})
    back, engine = now - 3_600_000, club.engine()
    with engine.begin() as c:
        house.outlast(c, back, 10_000)
    engine.dispose()
    for column, name in (
        ("claimed_until", "tables"),
        ("starts", "tournaments"),
        ("due", "outbox"),
        ("claimed_until", "outbox"),
        ("until", "reviews"),
    ):
        assert club.sql(f"select {column} from {name}") == [(back + 5,)], (name, column)
    assert club.sql("select told from contacts") == [(back,)]


def test_a_worker_that_comes_later_takes_over_the_time_of_the_others() -> None:
    steady = [0]
    clock = HouseClock(lambda: 5_000_000_000, lambda: steady[0])
    assert clock() == 5000
    clock.follow(9000)
    steady[0] = 1_000_000_000
    assert clock() == 10_000


def test_the_system_clock_is_read_once() -> None:
    wall, steady = [10**18], [0]
    clock = HouseClock(lambda: wall[0], lambda: steady[0])
    first = clock()
    wall[0] += 3600 * 10**9
    steady[0] += 10**9
    assert clock() == first + 1000
