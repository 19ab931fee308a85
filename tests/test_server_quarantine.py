"""A broken table is set aside: its players are told why, and all other tables go on."""

from __future__ import annotations

import json
import logging
from pathlib import Path

import pytest

from tests.clubs import Club
from tests.serving import choices, eventually

EVENT = "update events set body = :body where table_id = :id and seq = 1"
TORN = [
    (EVENT, '{"e":"cho', "event 1"),
    (EVENT, '{"e":"redo","seat":0}', "event 1"),
    (EVENT, '{"e":"return","seat":7}', "event 1"),
    ("delete from events where table_id = :id and seq = 0", None, "event 0 is missing"),
    ("update tables set seq = seq + 3 where id = :id", None, "3 of its 5 events are missing"),
    ("update tables set sitting = :body where id = :id", "[", "its row"),
    ("update tables set clock = :body where id = :id", "{", "its row"),
    ("update tables set form = :body where id = :id", "chess", "chess"),
]


def bot_tables(club: Club) -> tuple[str, list[str]]:
    """A token and tables where it is the bot's turn; nobody is there any more."""
    with club.open(bot_pause=1000) as workers:
        ann = workers[0].guest("Ann")
        made = [ann.table("me", "random", form="high-form", public=True)["table"] for _ in range(3)]
        for table in made:
            with ann.at(table) as wire:
                while "finish" not in choices(wire.my_turn()):
                    wire.choose(choices(wire.my_turn())[0])
                wire.choose("finish")
        return ann.token, made


@pytest.mark.parametrize(("damage", "body", "why"), TORN)
def test_a_torn_table_stops_nobody_else(
    club: Club, damage: str, body: str | None, why: str, caplog: pytest.LogCaptureFixture
) -> None:
    _stops_nobody_else(club, damage, {} if body is None else {"body": body}, why, caplog)


def test_damaged_bytes_stop_nobody_else(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """SQLite keeps them; PostgreSQL has no text that is none."""
    damage = "update events set body = cast(x'7bff7d' as text) where table_id = :id and seq = 1"
    _stops_nobody_else(Club(tmp_path, {}, 1), damage, {}, "event 1", caplog)


@pytest.mark.parametrize(
    "damage",
    [
        "update tables set name = cast(x'41ff' as text) where id = :id",
        "update seats set name = cast(x'41ff' as text) where table_id = :id",
    ],
)
def test_a_name_with_damaged_bytes_is_shown(tmp_path: Path, damage: str) -> None:
    club = Club(tmp_path, {}, 1)
    token, made = bot_tables(club)
    club.sql(damage, id=made[0])
    with club.open() as (site,):
        listed = site.http.get("/api/tables?state=running").json()
        assert {row["table"] for row in listed} == set(made)
        mine = site.http.get("/api/mine", headers={"Authorization": f"Bearer {token}"})
        assert set(made) <= {row["table"] for row in mine.json()}


@pytest.mark.parametrize("value", ["'soon'", "x'00'"])
def test_a_seat_with_a_damaged_time_stops_nobody_else(
    tmp_path: Path, value: str, caplog: pytest.LogCaptureFixture
) -> None:
    damage = f"update seats set here_until = {value} where table_id = :id and seat = 0"
    _stops_nobody_else(Club(tmp_path, {}, 1), damage, {}, "here_until", caplog)


def _stops_nobody_else(
    club: Club, damage: str, values: dict[str, str], why: str, caplog: pytest.LogCaptureFixture
) -> None:
    token, (broken, *sound) = bot_tables(club)
    club.sql(damage, id=broken, **values)
    # Whoever claimed the bots is gone, and the broken table is the first to be found.
    club.sql("update tables set claimed_until = 0, bot_due = :yes", yes=True)
    with caplog.at_level(logging.WARNING), club.open() as workers:
        for table in sound:
            with workers[0].at(table, token) as wire:
                assert wire.my_turn()["acting"] == 0
        there = workers[-1]
        told = there.http.get(f"/api/tables/{broken}")
        assert told.status_code == 410
        assert told.json()["error"] == "torn"
        assert "damaged" in told.json()["reason"]
        with there.at(broken, token) as wire:
            assert wire.expect("bye")["reason"] == "torn"
        listed = there.http.get("/api/tables?state=running").json()
        assert {row["table"] for row in listed} == set(sound)
        mine = there.http.get("/api/mine", headers={"Authorization": f"Bearer {token}"})
        assert mine.status_code == 200
        assert set(sound) <= {row["table"] for row in mine.json()}
        assert there.http.get("/health").json()["quarantined"] == 1
        assert there.http.get("/health").json()["status"] == "ok"
    lines = [record for record in caplog.records if broken in record.getMessage()]
    assert 1 <= len(lines) <= club.workers, "one line for the operator at each start"
    assert why in lines[0].getMessage()
    assert not any(record.exc_info for record in caplog.records)


def test_a_table_of_other_rules_is_told_apart_and_tried_again_at_the_next_start(
    club: Club,
) -> None:
    token, (other, *_) = bot_tables(club)
    club.sql("update tables set rules = 99 where id = :id", id=other)
    with club.open() as workers:
        for site in workers:
            told = site.http.get(f"/api/tables/{other}").json()
            assert told["error"] == "other_rules"
            assert "rules 99" in told["reason"]
    club.sql("update tables set rules = 2 where id = :id", id=other)
    club.clock.advance(3600)  # whoever had claimed the bot has lost it
    with club.open() as workers, workers[-1].at(other, token) as wire:
        assert wire.my_turn()["acting"] == 0


def test_who_sits_at_a_table_as_it_breaks_is_told(club: Club) -> None:
    with club.open() as workers:
        here, there = workers[0], workers[-1]
        ann = here.guest("Ann")
        broken, sound = (ann.table("me", "hotseat")["table"] for _ in range(2))
        with there.at(broken, ann.token) as wire, there.at(sound, ann.token) as other:
            seq = wire.my_turn()["seq"]
            # Something else has written an event that cannot be.
            club.sql(
                "insert into events (table_id, seq, at, body) values (:id, :seq, 7, :body)",
                id=broken,
                seq=seq,
                body=json.dumps({"e": "redo", "seat": 0}),
            )
            wire.send(t="choose", seq=seq, choice=choices(wire.my_turn())[0])
            assert wire.expect("bye")["reason"] == "torn"
            other.choose(choices(other.my_turn())[0])
        eventually(lambda: here.http.get("/health").json()["quarantined"] == 1)
