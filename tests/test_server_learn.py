"""Lessons over the websocket: the protocol of a table, with a coach."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tashkalar.lessons import courses, lesson
from tashkalar.scene.puzzles import using
from tests.serving import Message, Running, Wire, running


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Running]:
    with running(tmp_path) as found:
        yield found


def learning(site: Running, id: str, **hello: object) -> Wire:
    wire = Wire(site, id, None, path="/api/learn", **hello)
    wire.expect("scene")
    return wire


def coach(wire: Wire) -> Message:
    return [message for message in wire.seen if message["t"] == "coach"][-1]


def test_every_lesson_is_finished_over_the_wire(site: Running) -> None:
    for course in courses():
        for id in course.lessons:
            with learning(site, id) as wire:
                for number, goal in enumerate(lesson(id).goals):
                    assert (coach(wire)["goal"], coach(wire)["state"]) == (number, "goal")
                    assert wire.ask(t="hint")["choices"] == list(goal.way)
                    while coach(wire)["goal"] == number:
                        assert wire.scene is not None
                        wire.choose(wire.ask(t="hint")["choices"][0])
                assert coach(wire)["state"] == "done"
                assert coach(wire)["helped"]
                assert coach(wire)["puzzle"] == using(lesson(id))
                assert [entry["n"] for entry in wire.log] == list(range(len(wire.log)))


def test_steps_are_taken_back_over_goals_and_done_again(site: Running) -> None:
    with learning(site, "pattern", differences=True) as wire:
        seq = wire.ask(t="choose", seq=0, choice="summon swordmaster", then=["e5"])["seq"]
        assert wire.shown(seq)["can"]["undo"]
        assert coach(wire)["goal"] == 1
        wire.shown(wire.ask(t="undo", seq=seq)["seq"])
        assert coach(wire)["goal"] == 0
        assert wire.log == []
        assert wire.scene is not None
        assert wire.scene["can"]["redo"]
        assert wire.ask(t="undo", seq=wire.scene["seq"])["error"] == "nothing_to_undo"
        wire.shown(wire.ask(t="redo", seq=wire.scene["seq"])["seq"])
        assert coach(wire)["goal"] == 1
        assert wire.ask(t="redo", seq=wire.scene["seq"])["error"] == "nothing_to_redo"
        assert not coach(wire)["helped"]


def test_what_is_refused_is_explained_by_the_engine(site: Running) -> None:
    with learning(site, "placing") as wire:
        refused = wire.ask(t="choose", seq=0, choice="place g7")
        assert (refused["error"], refused["reason"][-1]) == ("illegal", ".")
        assert "g7" in wire.ask(t="why", choice="place g7")["text"]
        assert wire.ask(t="choose", seq=0, choice="dance")["t"] == "refused"
        assert wire.ask(t="choose", seq=7, choice="place e6")["error"] == "stale"
        assert wire.ask(t="resign")["error"] == "malformed"
        assert wire.ask(t="begin", goal=9)["error"] == "malformed"
        assert wire.ask(t="typed", seq=0, text="e6")["t"] == "ack"
        assert coach(wire)["goal"] == 1


def test_whoever_leaves_the_way_is_told_and_goes_back(site: Running) -> None:
    with learning(site, "placing") as wire:
        for choice in ("place a5", "place b5"):
            wire.choose(choice)
        assert coach(wire)["state"] == "astray"
        assert wire.ask(t="hint")["choices"] == []
        wire.choose("finish")
        assert (coach(wire)["state"], coach(wire)["squares"]) == ("away", [])
        assert wire.ask(t="choose", seq=3, choice="place c5")["error"] == "not_your_turn"
        wire.shown(wire.ask(t="begin", goal=0)["seq"])
        assert (coach(wire)["state"], wire.log) == ("goal", [])


def test_a_lesson_goes_on_where_it_was_left(site: Running) -> None:
    with learning(site, "pattern", goal=2, since=5) as wire:
        told = coach(wire)
        assert (told["goal"], told["number"], told["next"]) == (2, 2, "turning")
        assert wire.ask(t="choose", seq=0, choice="place a5")["t"] == "ack"
        assert coach(wire)["goal"] == 3


def test_other_lessons_are_refused_and_idle_ones_closed(tmp_path: Path) -> None:
    with running(tmp_path, lesson_idle=0.05, lessons=1) as site:
        bye = Wire(site, "flying", None, path="/api/learn").expect("bye")
        assert bye["reason"] == "unknown"
        assert Wire(site, "placing", None, path="/api/learn").expect("bye")["reason"] == "idle"
    with running(tmp_path, lessons=1) as site, learning(site, "placing"):
        assert Wire(site, "placing", None, path="/api/learn").expect("bye")["reason"] == "full"


def test_lessons_are_listed_and_progress_is_kept(site: Running) -> None:
    listed = site.http.get("/api/lessons").json()
    assert [row["id"] for row in listed] == [course.id for course in courses()]
    assert listed[0]["lessons"][0]["name"] == "Placing pieces"
    ann = site.guest()
    assert ann.get("/api/me/lessons").json() == {"lessons": {}}

    def keep(lessons: object) -> Message:
        body = {"lessons": lessons}
        found: Message = site.http.put("/api/me/lessons", json=body, headers=ann.headers).json()
        return found

    keep({"placing": {"goal": 0, "done": 2}, "pattern": {"goal": 2, "done": 0}})
    kept = keep({"placing": {"goal": 1, "done": 0}})
    assert kept["lessons"] == {
        "placing": {"goal": 1, "done": 2},
        "pattern": {"goal": 2, "done": 0},
    }
    assert ann.get("/api/me/lessons").json() == kept
    assert keep({"flying": {"goal": 0, "done": 0}})["error"] == "malformed"
    assert keep({"placing": {"goal": 2, "done": 0}})["error"] == "malformed"
    assert keep({"placing": {"goal": 0, "done": 3}})["error"] == "malformed"
    assert site.http.get("/api/me/lessons").status_code == 401
    assert site.guest("Ben").get("/api/me/lessons").json() == {"lessons": {}}
