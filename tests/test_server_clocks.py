"""Clocks, from the times of events alone: with a clock that goes only when told to."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tashkalar.server.storage import event_log
from tashkalar.server.tables.clocks import BadClock, Clock, Times
from tashkalar.server.tables.course import Course, TableHeader
from tashkalar.server.tables.projection import after, begun, chosen
from tashkalar.server.tables.seats import Seat
from tests.serving import Player, Running, Wire, choices, running

# --- as values ---


class Timed:
    """A table as a value, and a clock."""

    def __init__(self, clock: Clock, form: str = "duel", seats: int = 2) -> None:
        schools = ("highland", "sylvan", "northern_imperial", "southern_imperial")[:seats]
        self.header = TableHeader("t", "", form, schools, 3, clock, False, True, "i", "o0", 1000)
        self.course: Course = begun(
            self.header, tuple(Seat("human", f"P{n}", f"o{n}") for n in range(seats))
        )
        self.now = 1000

    def event(self, event: event_log.AnyEvent, seconds: float = 0) -> Course:
        self.now += int(seconds * 1000)
        self.course = after(self.header, self.course, event, self.now)
        return self.course

    def choose(self, choice: str, seconds: float = 0) -> Course:
        assert self.course.acting is not None
        return self.event(chosen(self.course, self.course.acting, (choice,))[0], seconds)

    def left(self) -> list[float | None]:
        found = [self.course.times.left_at(n, self.now) for n in range(len(self.course.seats))]
        return [None if ms is None else ms / 1000 for ms in found]


def test_without_a_clock_nothing_runs() -> None:
    table = Timed(Clock())
    table.choose("c5", 1e6)
    assert table.left() == [None, None]
    assert table.course.times.deadline is None


def test_a_total_is_used_up_and_gets_an_increment_after_each_turn() -> None:
    table = Timed(Clock("total", seconds=60, increment=5))
    assert table.course.times.deadline == 1000 + 60_000
    table.choose("c5", 10)  # set-up: the second player chooses where the first pieces start
    assert table.left() == [60, 55]
    table.choose("place e5", 7)
    assert table.left() == [53, 55]
    table.choose("finish", 3)
    assert table.left() == [55, 55]
    assert table.course.times.running == 1
    table.choose("place d4", 50)
    assert table.left() == [55, 5]
    assert table.course.times.deadline == table.now + 5000


def test_a_time_for_each_turn_is_full_again_in_the_next() -> None:
    table = Timed(Clock("move", seconds=30))
    table.choose("c5", 29)
    assert table.left() == [30, 30]
    table.choose("place e5", 20)
    assert table.left() == [10, 30]
    table.choose("finish", 9)
    assert table.left() == [30, 30]


def test_days() -> None:
    table = Timed(Clock("days", days=3))
    assert table.course.times.deadline == 1000 + 3 * 86_400_000


def test_undoing_gives_no_time_back() -> None:
    table = Timed(Clock("total", seconds=60, increment=0))
    table.choose("c5")
    table.choose("place e5", 10)
    table.event(event_log.Undone(0), 5)
    assert table.left() == [45, 60]
    table.event(event_log.Redone(0), 1)
    assert table.left() == [44, 60]


def test_a_take_back_gives_everybody_the_time_of_then() -> None:
    table = Timed(Clock("total", seconds=60, increment=2))
    table.choose("c5", 1)
    table.choose("place e5", 10)
    table.choose("finish")
    table.choose("place d4", 20)
    keep = table.course.last_turn(0)
    assert keep == 1
    table.event(event_log.TakenBack(0, keep), 5)
    assert table.left() == [60, 61]
    assert table.course.times.running == 0
    table.choose("place e6", 3)
    assert table.left() == [57, 61]


def test_a_bot_has_no_clock() -> None:
    table = Timed(Clock("total", seconds=60, increment=0))
    table.choose("c5", 10)
    table.event(event_log.Replaced(0, "random", 1), 10)
    assert table.course.times.running is None
    assert table.course.times.deadline is None
    table.event(event_log.CameBack(0), 500)
    assert table.left() == [50, 50]
    assert table.course.times.running == 0


def test_passing_control_in_a_team_runs_the_partners_clock() -> None:
    """The time of a turn is for whoever decides; a new turn begins full for everybody."""
    times = Times.fresh(Clock("move", seconds=30), 4).started(0, 0)
    passed = times.stopped(10_000).started(2, 10_000)
    assert passed.left == (20_000, 30_000, 30_000, 30_000)
    assert passed.deadline == 40_000
    assert passed.stopped(15_000, turn_ended=True).left == (30_000,) * 4


@pytest.mark.parametrize(
    "clock", [Clock("move", seconds=4), Clock("total", seconds=60, increment=-1), Clock("days")]
)
def test_clocks_that_cannot_be(clock: Clock) -> None:
    with pytest.raises(BadClock):
        clock.checked()


def test_a_clock_keeps_only_the_numbers_that_it_uses() -> None:
    assert Clock("move", 5, days=10**40).checked() == Clock("move", 5)
    assert Clock("none", 7, 8, 9).checked() == Clock()
    assert Clock("days", 1, 2, 3).checked() == Clock("days", days=3)


# --- at the server ---


def seated(site: Running, form: str, clock: dict[str, Any], seats: int) -> tuple[str, list[Player]]:
    players = [site.guest(name) for name in ("Ann", "Ben", "Cid", "Dan")[:seats]]
    made = players[0].table("me", *["open"] * (seats - 1), form=form, clock=clock)
    for player in players[1:]:
        player.join(made["table"], made["invite"])
    return made["table"], players


def test_out_of_time_between_two_sides_loses(site: Running) -> None:
    table, (ann, ben) = seated(site, "duel", {"kind": "move", "seconds": 30}, 2)
    with ann.at(table) as first, ben.at(table) as second:
        scene = second.my_turn()
        clock = scene["seats"][1]["clock"]
        assert clock["running"]
        assert clock["left"] == 30_000
        site.clock.advance(29)
        second.choose(choices(scene)[0])
        first.my_turn()
        site.clock.advance(31)
        over = first.expect("scene", lambda m: m["scene"]["state"] == "over")["scene"]
        assert over["result"]["places"] == [2, 1]
        assert over["result"]["reason"] == "time"
        late = first.ask(t="choose", seq=over["seq"], choice="place e5")
        assert late["error"] == "over"


def test_out_of_time_in_a_melee_a_bot_goes_on(site: Running) -> None:
    clock = {"kind": "total", "seconds": 60, "increment": 0}
    table, players = seated(site, "melee-3", clock, 3)
    wires: list[Wire] = [player.at(table) for player in players]
    wires[2].my_turn()
    site.clock.advance(61)
    flagged = wires[0].expect("table", lambda m: m["table"]["seats"][2]["kind"] == "bot")
    assert flagged["table"]["seats"][2]["bot"] == site.worker.settings.substitute
    assert wires[0].my_turn()["acting"] == 0
    assert wires[2].ask(t="return")["error"] == "out_of_time"
    for wire in wires:
        wire.close()


def test_clocks_go_on_after_a_restart(tmp_path: Path) -> None:
    with running(tmp_path) as site:
        table, (ann, ben) = seated(site, "duel", {"kind": "move", "seconds": 30}, 2)
        start = site.clock.milliseconds
        with ben.at(table) as wire:
            wire.my_turn()
        tokens = ann.token, ben.token
    with running(tmp_path) as site:
        site.clock.milliseconds = start + 10_000
        with site.at(table, tokens[1]) as wire:
            assert wire.my_turn()["seats"][1]["clock"]["left"] == 20_000
            site.clock.advance(21)
            over = wire.expect("scene", lambda m: m["scene"]["state"] == "over")
            assert over["scene"]["result"]["places"] == [1, 2]


def test_nobody_loses_while_the_server_is_just_back(tmp_path: Path) -> None:
    """People need a moment to reconnect; until then a late choice still counts."""
    with running(tmp_path) as site:
        table, (_, ben) = seated(site, "duel", {"kind": "move", "seconds": 30}, 2)
        start, token = site.clock.milliseconds, ben.token
    with running(tmp_path, grace=1000) as site:
        site.clock.milliseconds = start + 3_600_000
        with site.at(table, token) as wire:
            scene = wire.my_turn()
            assert scene["seats"][1]["clock"]["left"] == 0
            assert wire.choose(choices(scene)[0])["state"] == "running"
