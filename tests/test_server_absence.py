"""Who is absent: replaced only on their own turn, never over days; what their silence means."""

from __future__ import annotations

from contextlib import ExitStack

import pytest

from tests.clubs import WORKERS, Club
from tests.serving import Player, Running, Wire, choices, eventually

pytestmark = pytest.mark.parametrize("servers", WORKERS, indirect=True, scope="module")
DAYS = {"kind": "days", "days": 3}


def seated(workers: list[Running], **setup: object) -> tuple[Player, Player, str]:
    """Ann, who begins, and Ben, each at a worker of their own if there are two."""
    here, there = workers[0], workers[-1]
    ann, ben = here.guest("Ann"), there.guest("Ben")
    made = ann.table("me", "open", form="high-form", **setup)
    ben.join(made["table"], made["invite"])
    return ann, ben, made["table"]


def gone(wire: Wire, seat: int) -> None:
    """Wait until a seat is shown as empty."""
    if wire.row is None or wire.row["seats"][seat]["connected"]:
        wire.expect("table", lambda m: not m["table"]["seats"][seat]["connected"])


def end_turn(wire: Wire) -> None:
    scene = wire.my_turn()
    while offered := choices(scene):
        scene = wire.choose("finish" if "finish" in offered else offered[0])


def test_absence_counts_only_on_ones_own_turn(club: Club) -> None:
    with club.open() as workers:
        ann, ben, table = seated(workers)
        with ann.at(table) as wire:
            wire.my_turn()
            club.clock.advance(3600)  # Ben has not been there for long, but it is Ann's turn
            assert wire.ask(t="replace", seat=1)["error"] == "not_absent"
            end_turn(wire)
            assert wire.ask(t="replace", seat=1)["error"] == "not_absent", "just asked"
            club.clock.advance(61)
            wire.expect("scene", lambda m: m["scene"]["can"]["replace"] == [1])
            with ben.at(table) as other:  # he is back in time
                other.my_turn()
                wire.expect("scene", lambda m: m["scene"]["can"]["replace"] == [])
                assert wire.ask(t="replace", seat=1)["error"] == "not_absent"


def test_over_days_nobody_is_replaced_by_absence(club: Club) -> None:
    with club.open() as workers:
        ann, ben, table = seated(workers, clock=DAYS)
        with ann.at(table) as wire:
            end_turn(wire)
            club.clock.advance(2 * 86_400)
            assert wire.ask(t="replace", seat=1)["error"] == "not_absent"
            assert wire.shown(0)["can"]["replace"] == []
            assert ben.post(f"/api/tables/{table}/leave").status_code == 200
            wire.expect("scene", lambda m: m["scene"]["can"]["replace"] == [1])
            assert wire.ask(t="replace", seat=1)["t"] == "ack"


def test_who_is_absent_refuses_a_take_back(club: Club) -> None:
    for clock, seconds in (({"kind": "none"}, 60), (DAYS, 86_400)):
        with club.open() as workers:
            ann, ben, table = seated(workers, clock=clock)
            with ann.at(table) as wire:
                with ben.at(table) as other:
                    other.shown(1)
                    end_turn(wire)
                gone(wire, 1)
                club.clock.advance(seconds - 10)
                asked = wire.ask(t="offer", what="takeback")
                assert asked["t"] == "ack"
                assert wire.shown(asked["seq"])["offers"]
                club.clock.advance(10)
                wire.expect("scene", lambda m: m["scene"]["offers"] == [])
                answer = wire.ask(t="offer", what="takeback")
                assert answer["error"] == "absent_refuses"
                assert "Ben is away" in answer["reason"]


def test_who_is_replaced_by_a_bot_is_still_asked(club: Club) -> None:
    with club.open() as workers:
        ann, ben, table = seated(workers, bot_pause=1000)
        with ann.at(table) as wire:
            end_turn(wire)
            ben.post(f"/api/tables/{table}/leave")
            wire.expect("scene", lambda m: m["scene"]["can"]["replace"] == [1])
            wire.ask(t="replace", seat=1)
            wire.my_turn()
            with ben.at(table) as other:
                other.shown(0)
                gone_on = wire.ask(t="offer", what="takeback")
                assert gone_on["t"] == "ack"
                assert other.shown(gone_on["seq"])["offers"][0]["what"] == "takeback"
                back = other.ask(t="answer", what="takeback", yes=True)
                assert other.shown(back["seq"])["turn"] == 1


def test_a_replaced_partner_is_asked_before_a_team_resigns(club: Club) -> None:
    with club.open() as workers, ExitStack() as stack:
        ann, cid = workers[0].guest("Ann"), workers[-1].guest("Cid")
        made = ann.table("me", "random", "open", "random", form="team-high-form", seed=3)
        table = made["table"]
        cid.join(table, made["invite"], 2)
        wire = stack.enter_context(ann.at(table))
        wire.my_turn()
        cid.post(f"/api/tables/{table}/leave")
        wire.expect("scene", lambda m: m["scene"]["can"]["replace"] == [2])
        assert wire.ask(t="replace", seat=2)["t"] == "ack"
        with cid.at(table) as partner:
            partner.shown(0)
            asked = wire.ask(t="resign")
            assert partner.shown(asked["seq"])["state"] == "running"
        # He goes away, and does not hold her back for ever.
        seen = "select here_until from seats where table_id = :id and seat = 2"
        eventually(lambda: club.sql(seen, id=table)[0][0] <= club.clock())
        club.clock.advance(61)
        wire.expect("scene", lambda m: m["scene"]["state"] == "over")


def test_who_has_left_and_is_back_is_there(club: Club) -> None:
    with club.open() as workers:
        ann, cid = workers[0].guest("Ann"), workers[-1].guest("Cid")
        made = ann.table(
            "me", "random", "open", "random", form="team-high-form", seed=3, clock=DAYS
        )
        table = made["table"]
        cid.join(table, made["invite"], 2)
        assert cid.post(f"/api/tables/{table}/leave").status_code == 200
    with club.open() as workers, workers[0].at(table, ann.token) as wire:
        wire.my_turn()
        wire.expect("scene", lambda m: m["scene"]["can"]["replace"] == [2])
        with workers[-1].at(table, cid.token) as partner:
            partner.shown(0)
            wire.expect("scene", lambda m: m["scene"]["can"]["replace"] == [])
            assert wire.ask(t="replace", seat=2)["error"] == "not_absent"
            asked = wire.ask(t="resign")
            assert partner.shown(asked["seq"])["state"] == "running"
            declined = partner.ask(t="answer", what="resign", yes=False)
            assert wire.shown(declined["seq"])["state"] == "running"
        # What was said in leaving still counts for whoever is gone again.
        wire.expect("scene", lambda m: m["scene"]["can"]["replace"] == [2])
        assert wire.ask(t="replace", seat=2)["t"] == "ack"


def test_who_leaves_and_stays_refuses_no_take_back(club: Club) -> None:
    with club.open() as workers:
        ann, ben, table = seated(workers, clock=DAYS)
        with ann.at(table) as wire, ben.at(table) as other:
            end_turn(wire)
            other.my_turn()
            assert ben.post(f"/api/tables/{table}/leave").status_code == 200
            workers[0].do(workers[0].worker.tables.look_around)
            asked = wire.ask(t="offer", what="takeback")
            assert asked["t"] == "ack"
            for site in workers:
                site.do(site.worker._refuse)
            assert other.shown(asked["seq"])["offers"]
            back = other.ask(t="answer", what="takeback", yes=True)
            assert wire.shown(back["seq"])["turn"] == 1


def test_who_had_their_data_deleted_is_nowhere(club: Club) -> None:
    with club.open() as workers:
        ann, ben, table = seated(workers)
        with ann.at(table) as wire, ben.at(table) as other:
            other.shown(0)
            wire.expect("table", lambda m: m["table"]["seats"][1]["connected"])
            deleted = ben.site.http.delete("/api/guests", headers=ben.headers)
            assert deleted.status_code == 204
            while wire.shown(0)["can"]["replace"] != [1]:  # it may come as a change
                wire.receive()
            assert wire.row is not None
            assert not wire.row["seats"][1]["connected"]
