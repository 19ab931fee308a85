"""Bots think elsewhere: slow, broken and cheating ones hold nobody up."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tashkalar import choice_text
from tashkalar.server.storage import event_log
from tashkalar.server.tables.clocks import Clock
from tashkalar.server.tables.course import Course, TableHeader
from tashkalar.server.tables.projection import after, begun, chosen, settled
from tashkalar.server.tables.seats import Seat
from tests.programs import why_no_processes
from tests.serving import Running, choices, running

STRANGE = '''
import os
import threading


class Stuck:
    """Never answers."""

    def __init__(self, seed):
        pass

    def choose(self, view, choices, budget):
        threading.Event().wait()


class Crash(Stuck):
    """Takes its process with it."""

    def choose(self, view, choices, budget):
        os._exit(3)


class Wrong(Stuck):
    """Raises."""

    def choose(self, view, choices, budget):
        raise RuntimeError("no idea")


class Cheat(Stuck):
    """Answers what is not offered."""

    def choose(self, view, choices, budget):
        from tashkalar import parse_choice

        return parse_choice("pass control")


class Curious(Stuck):
    """Looks for hidden cards, and gives up where it finds one."""

    def choose(self, view, choices, budget):
        from tashkalar.state import UNKNOWN

        others = [s for s in range(len(view.beings)) if s != view.viewer]
        seen = {card for s in others for card in view.beings[s]}
        assert seen <= {UNKNOWN}
        assert set(view.legend_deck) <= {UNKNOWN}
        assert view.random == 0
        return choices[0]
'''


@pytest.fixture
def strangers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package of bots by somebody else, found by its entry points also in other processes."""
    (tmp_path / "strange_bots.py").write_text(STRANGE)
    about = tmp_path / "strange_bots-1.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: strange-bots\nVersion: 1\n")
    lines = [
        f"{name.lower()} = strange_bots:{name}"
        for name in ("Stuck", "Crash", "Wrong", "Cheat", "Curious")
    ]
    (about / "entry_points.txt").write_text("\n".join(["[tashkalar.bots]", *lines]))
    monkeypatch.syspath_prepend(str(tmp_path))
    assert str(tmp_path) in sys.path
    return tmp_path


@pytest.fixture
def site(strangers: Path, tmp_path: Path) -> Iterator[Running]:
    with running(tmp_path, bot_processes=2, bot_limit=0.5) as found:
        yield found


def test_a_stuck_bot_stalls_no_other_table(site: Running) -> None:
    ann = site.guest()
    stuck = ann.table("me", "stuck", public=True)["table"]  # the bot begins
    for _ in range(2):
        with ann.at(ann.table("me", "random")["table"]) as wire:
            for _ in range(3):
                turn = wire.my_turn()["turn"]
                while wire.my_turn()["turn"] == turn:
                    offered = choices(wire.my_turn())
                    wire.choose("finish" if "finish" in offered else offered[0])
                    wire.my_turn()
    # It is given up in the end: any choice is better than none.
    with ann.at(stuck) as wire:
        assert wire.my_turn()["acting"] == 0


@pytest.mark.parametrize("bot", ["crash", "wrong", "cheat"])
def test_a_broken_bot_plays_all_the_same(site: Running, bot: str) -> None:
    ann = site.guest()
    with ann.at(ann.table("me", bot)["table"]) as wire:
        scene = wire.my_turn()
        assert scene["acting"] == 0
        assert scene["board"]
    told = site.http.get("/metrics").text
    assert f'tashkalar_bot_failures_total{{bot="{bot}"}}' in told


@pytest.mark.skipif(bool(why_no_processes()), reason=why_no_processes())
def test_a_bot_sees_only_its_view(site: Running) -> None:
    before = site.http.get("/metrics").text
    assert 'failures_total{bot="curious"}' not in before
    ann = site.guest()
    with ann.at(ann.table("me", "curious")["table"]) as wire:
        wire.my_turn()
        wire.choose(choices(wire.my_turn())[0])
        wire.choose("finish")
        wire.my_turn()
    assert 'failures_total{bot="curious"}' not in site.http.get("/metrics").text


def test_bots_go_on_after_a_restart(tmp_path: Path) -> None:
    with running(tmp_path, bot_pause=1000) as site:  # so slow that it never moves
        ann = site.guest()
        table, token = ann.table("me", "random")["table"], ann.token
        with ann.at(table) as wire:
            assert wire.shown(0)["acting"] == 1
    with running(tmp_path) as site, site.at(table, token) as wire:
        assert wire.my_turn()["acting"] == 0


def test_a_turn_that_comes_again_has_a_budget_of_its_own() -> None:
    """The number of a turn is the same after a take-back; when it began tells the two apart."""
    header = TableHeader(
        "t", "", "high-form", ("highland", "sylvan"), 7, Clock("none"), False, False, "i", "m", 0
    )
    course = begun(header, (Seat("human", "ann"), Seat("bot", bot="novice")))

    def played(course: Course) -> Course:
        """One more choice."""
        assert course.acting is not None
        assert course.game is not None
        text = choice_text(course.game.position.choices()[0])
        return settled(course, *chosen(course, course.acting, [text]), 0)

    def of_the_bot(course: Course) -> tuple[Course, int]:
        """Played on to its turn, and through the choices of it."""
        while course.acting != 1:
            course = played(course)
        keys = set()
        while course.acting == 1:
            keys.add(course.turn_began)
            course = played(course)
        assert len(keys) == 1
        return course, keys.pop()

    assert course.game is not None
    course, first = of_the_bot(course)
    taken_back = after(header, course, event_log.TakenBack(0, 0, True), 0)
    course, again = of_the_bot(taken_back)
    _, next_turn = of_the_bot(course)
    assert len({first, again, next_turn}) == 3
