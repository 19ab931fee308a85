"""Bots are shared fairly: who asks for much waits longer, and nobody else does."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tashkalar import Game, View, choice_text
from tashkalar.server.tables.thinker import Inquiry
from tashkalar.server.tables.thinking import Process, Thinkers
from tests.clubs import Club
from tests.serving import DEADLINE, QUICK, Running, choices, eventually


def test_one_owner_cannot_keep_the_others_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    answered: list[str] = []

    async def ask(_: Process, limit: float, question: Callable[..., Any], asked: Inquiry) -> str:
        await asyncio.sleep(0)
        answered.append(asked.table)
        return "place e5"

    monkeypatch.setattr(Process, "ask", ask)
    seen = Game.new("high-form").view(0)

    async def run() -> None:
        thinkers = Thinkers(replace(QUICK, bot_processes=2))

        def wish(owner: str, n: int) -> asyncio.Task[str]:
            inquiry = Inquiry(f"{owner} {n}", 0, "greedy", b"")
            return asyncio.create_task(thinkers.choose(owner, inquiry, seen))

        many = [wish("eve", n) for n in range(95)]
        await asyncio.sleep(0)
        few = [wish("ann", 0), wish("ben", 0)]
        await asyncio.gather(*many, *few)
        thinkers.close()

    asyncio.run(run())
    # The first ones had begun before anybody else came; then everybody has a turn.
    assert {"ann 0", "ben 0"} <= set(answered[:6])
    assert len(answered) == 97


def test_who_asks_and_goes_away_takes_no_process_with_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[asyncio.Future[str]] = []

    async def ask(_: Process, limit: float, question: object, inquiry: Inquiry) -> str:
        asked.append(asyncio.get_running_loop().create_future())
        return await asked[-1]

    monkeypatch.setattr(Process, "ask", ask)
    seen = Game.new("duel", ("highland", "sylvan"), 1).view(0)

    async def run() -> None:
        thinkers = Thinkers(replace(QUICK, bot_processes=1))

        def wish(owner: str) -> asyncio.Task[str]:
            return asyncio.create_task(
                thinkers.choose(owner, Inquiry(owner, 0, "greedy", b""), seen)
            )

        first, second = wish("ann"), wish("ben")
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        # The answer comes, so that Ben is given the process, and at the same moment Ben goes away.
        asked[0].set_result("finish")
        asyncio.get_running_loop().call_soon(second.cancel)
        await asyncio.gather(first, second, return_exceptions=True)
        # Who goes away while the process thinks leaves it to its question.
        third, fourth = wish("cid"), wish("dan")
        while len(asked) < 2:
            await asyncio.sleep(0)
        third.cancel()
        for _ in range(5):
            await asyncio.sleep(0)
        assert len(asked) == 2, "the process still thinks"
        asked[1].set_result("finish")
        while len(asked) < 3:
            await asyncio.sleep(0)
        asked[2].set_result("place e5")
        assert await fourth == "place e5"

    asyncio.run(asyncio.wait_for(run(), DEADLINE))


def test_however_many_wait_every_bot_thinks_as_much_as_its_level_says(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A busy server queues; it never lowers the nodes."""
    budgets: list[str] = []

    async def noted(_: Process, limit: float, question: object, inquiry: Inquiry) -> str:
        budgets.append(inquiry.budget)
        return "finish"

    monkeypatch.setattr(Process, "ask", noted)
    seen = Game.new("duel", ("highland", "sylvan"), 1).view(0)

    async def run() -> None:
        thinkers = Thinkers(replace(QUICK, bot_budget="15000n", bot_processes=1))
        wishes = [
            thinkers.choose("eve", Inquiry(f"{n}", 0, "greedy", b""), seen) for n in range(50)
        ]
        await asyncio.gather(*wishes)

    asyncio.run(run())
    assert budgets == ["15000n"] * 50


def test_a_guest_keeps_a_share_of_the_bots_busy(club: Club) -> None:
    with club.open(bot_seats=3) as workers:
        ann = workers[0].guest("Ann")
        ann.table("me", "random")
        ann.table("me", "random", "random", form="melee-3")
        refused = workers[-1].http.post(
            "/api/tables",
            headers=ann.headers,
            json={"form": "duel", "seats": [{"kind": "me"}, {"kind": "bot", "bot": "random"}]},
        )
        assert (refused.status_code, refused.json()["error"]) == (429, "too_many_bots")
        assert "3 bots" in refused.json()["reason"]
        ann.table("me", "hotseat")
        workers[0].guest("Ben").table("me", "random")
        club.clock.advance(601)  # nothing has happened there for a while
        ann.table("me", "random")


def test_who_asks_for_many_tables_at_once_has_no_more_bots(club: Club) -> None:
    with club.open(bot_seats=3) as workers, ThreadPoolExecutor(8) as together:
        ann = workers[0].guest("Ann")

        def make(n: int) -> int:
            seats = [{"kind": "me"}, {"kind": "bot", "bot": "random"}]
            site = workers[n % len(workers)]
            made = site.http.post(
                "/api/tables", json={"form": "duel", "seats": seats}, headers=ann.headers
            )
            return made.status_code

        assert sorted(together.map(make, range(8))) == [201] * 3 + [429] * 5


def test_tables_that_wake_all_at_once_keep_no_more_bots_busy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    club = Club(tmp_path, {}, 1)
    asked: list[str] = []
    gate = threading.Event()

    async def choose(_: Thinkers, owner: str, inquiry: Inquiry, seen: View) -> str:
        asked.append(inquiry.table)
        while not gate.is_set():
            await asyncio.sleep(0)
        return choice_text(seen.choices()[0])

    monkeypatch.setattr(Thinkers, "choose", choose)
    with club.open(bot_seats=1) as (here,):
        bots = here.worker.bots
        ann = here.guest("Ann")
        made = []
        for _ in range(3):
            made.append(ann.table("random", "me", form="high-form")["table"])
            club.clock.advance(601)  # so that the table before does not count any more
        eventually(lambda: bots.asked >= set(made))
        here.do(here.worker.house.keep)  # the loop has turned
        assert len(asked) == 1
        gate.set()
        eventually(lambda: set(asked) == set(made))


def seq_of(club: Club, table: str) -> int:
    return int(club.sql("select seq from tables where id = :id", id=table)[0][0])


def test_bots_among_themselves_move_only_while_somebody_watches(club: Club) -> None:
    with club.open() as workers:
        ann = workers[0].guest("Ann")
        table = ann.table(
            "me", "random", "random", form="melee-3", clock={"kind": "move", "seconds": 10}
        )["table"]
        with ann.at(table) as wire:
            wire.my_turn()
        # Out of time, a bot plays for her; now no person has a seat.
        club.clock.advance(11)
        eventually(
            lambda: bool(
                club.sql(
                    "select 1 from events where table_id = :id and body like '%flag%'", id=table
                )
            )
        )
        resting(workers, table)
        seq = seq_of(club, table)
        assert club.sql("select bot_due from tables where id = :id", id=table)[0][0] in (0, False)
        for site in workers:
            with site.at(table) as wire:
                seq = wire.shown(seq + 3)["seq"]
            resting(workers, table)
            seq = seq_of(club, table)
    with club.open() as workers, workers[-1].at(table) as wire:
        assert wire.shown(seq + 1)["seq"] > seq


def resting(workers: list[Running], table: str) -> None:
    """Wait until no worker asks the bots of a table."""

    def asked() -> bool:
        return any(table in site.worker.bots.asked for site in workers)

    eventually(lambda: not asked())
    for site in workers:
        site.do(site.worker.bots.find)
    assert not asked()


def test_a_bot_moves_for_a_person_who_does_not_watch(club: Club) -> None:
    with club.open() as workers:
        ann = workers[0].guest("Ann")
        table = ann.table("me", "random", form="high-form")["table"]
        with ann.at(table) as wire:
            while "finish" not in choices(wire.my_turn()):
                wire.choose(choices(wire.my_turn())[0])
            seq = wire.my_turn()["seq"]
            wire.ask(t="choose", seq=seq, choice="finish")
        eventually(
            lambda: club.sql("select acting from tables where id = :id", id=table)[0][0] == 0
        )
