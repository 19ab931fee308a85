"""kill -9 during a rated tournament: entrants, rounds, results and ratings are all there, once.

As in ``test_server_kills``, but what is acknowledged here are requests to the club.
"""

from __future__ import annotations

import random
import threading
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TypeVar

import httpx
import pytest
from websockets.exceptions import WebSocketException

from tests.clubs import Club
from tests.effort import times
from tests.forked import Worker
from tests.persistent import all_come_out
from tests.rated import CLOCK, PASSPHRASE, play_turns, resign
from tests.serving import Message, Player, Site, eventually

KILLS = times(4, 60)  # on each database
ROUNDS = 2
T = TypeVar("T")


class Killer(threading.Thread):
    """Kills one worker after the other, each in the middle of something."""

    def __init__(self, workers: list[Worker]) -> None:
        super().__init__(daemon=True)
        self.workers, self.dice = workers, random.Random(KILLS)
        self.busy = threading.Semaphore(0)
        self.left = KILLS

    def run(self) -> None:
        while self.left:
            self.busy.acquire()
            victim = self.dice.choice(self.workers)
            victim.kill()
            victim.start()
            self.left -= 1


class Insisting:
    """Somebody who asks again whenever a server has gone."""

    def __init__(self, workers: list[Worker], killer: Killer) -> None:
        self.workers, self.killer = workers, killer
        self.dice, self.again = random.Random(1), 0

    def site(self) -> Site:
        return self.dice.choice(self.workers).after(0)[1]

    def do(self, job: Callable[[Site], T]) -> T:
        """Have something done: the answer is the first one that comes."""
        self.killer.busy.release()
        while True:
            try:
                return job(self.site())
            except (WebSocketException, OSError, EOFError, httpx.HTTPError):
                self.again += 1


def ended(site: Site, table: str, winner: Player, loser: Player) -> None:
    """A game in which everybody has a turn, then one of them resigns."""
    winner.site = loser.site = site
    if winner.get(f"/api/tables/{table}").json()["state"] != "over":
        play_turns([winner, loser], table, 3)
        answer = resign(loser, table)
        assert answer["t"] == "ack" or answer["error"] == "over", answer


@pytest.mark.long
def test_a_rated_tournament_survives(club: Club, tmp_path: Path) -> None:
    environment = club.environment(names="yes", ratings="yes", tournaments="players")
    workers = [Worker(environment, tmp_path / f"worker{n}.log") for n in range(club.workers)]
    sites = [worker.start() for worker in workers]
    players = [sites[0].guest(f"P{n}") for n in range(4)]
    for player in players:
        named = {"passphrase": PASSPHRASE}
        assert sites[0].http.put("/api/names", json=named, headers=player.headers).is_success
    killer = Killer(workers)
    killer.start()
    insisting, cups = Insisting(workers, killer), 0
    while killer.left or not cups:
        play(insisting, players, club)
        cups += 1
        check(club, cups)
    for worker in workers:
        assert "Traceback" not in worker.said(), worker.said()
        worker.end()
    assert all_come_out(club) == cups * 2 * ROUNDS
    assert insisting.again > 0, "no kill hit a request on its way"
    print(
        f"{club.database.partition(':')[0]}: {KILLS} kills, {cups} tournaments, "
        f"{insisting.again} requests asked again"
    )


def play(insisting: Insisting, players: list[Player], club: Club) -> None:
    """A tournament from entering to the end."""
    known = {player.name: player for player in players}
    before = {found for (found,) in club.sql("select id from tournaments")}

    def make(site: Site) -> str:
        players[0].site = site
        there = {found for (found,) in club.sql("select id from tournaments")} - before
        if not there:  # else it was made, and the answer got lost
            cup = {"name": "Cup", "kind": "swiss", "clock": CLOCK, "rounds": ROUNDS, "rated": True}
            answer = players[0].post("/api/tournaments", cup)
            assert answer.status_code == 201, answer.text
            there = {answer.json()["tournament"]}
        found: str = there.pop()
        return found

    cup = insisting.do(make)

    def look(site: Site) -> Message:
        found: Message = site.http.get(f"/api/tournaments/{cup}").json()
        return found

    def enter(site: Site, player: Player) -> None:
        player.site = site
        assert player.post(f"/api/tournaments/{cup}/enter").is_success

    def start(site: Site, number: int) -> None:
        if look(site)["row"]["round"] < number:
            players[0].site = site
            assert players[0].post(f"/api/tournaments/{cup}/start").is_success

    def played(number: int) -> bool:
        pairings = insisting.do(look)["pairings"]
        return all(pair["points"] is not None for pair in pairings if pair["round"] == number)

    for count, player in enumerate(players, 1):
        insisting.do(partial(enter, player=player))
        held = club.sql(f"select count(*) from entrants where tournament = '{cup}'")
        assert held[0][0] >= count, "an entrant was acknowledged and is lost"
    for number in range(1, ROUNDS + 1):
        insisting.do(partial(start, number=number))
        shown = insisting.do(look)
        names = {entrant["number"]: entrant["name"] for entrant in shown["entrants"]}
        for pair in shown["pairings"]:
            if pair["round"] == number:
                winner, loser = sorted((names[pair["first"]], names[pair["second"]]))
                insisting.do(
                    partial(ended, table=pair["table"], winner=known[winner], loser=known[loser])
                )
        eventually(partial(played, number))
    assert insisting.do(look)["row"]["state"] == "over"


def check(club: Club, cups: int) -> None:
    """Everything is there, and only once: pairings, their tables, and what the games count for."""
    pairings = club.sql("select tournament, round, first, second, table_id, points from pairings")
    assert len(pairings) == cups * 2 * ROUNDS
    assert all(points is not None for *_, points in pairings)
    games = {table for (table,) in club.sql("select id from tables")}
    assert games == {table for *_, table, _ in pairings}, "a table belongs to no pairing"
    eventually(lambda: not club.sql("select id from tables where rated = 'due'"))
    counted = {table for (table,) in club.sql("select id from tables where rated = 'counted'")}
    assert counted == games
    parts = club.sql("select table_id, owner from rated_games")
    assert len(parts) == len(set(parts)) == 2 * len(games)
    (played,) = club.sql("select sum(games) from ratings")[0]
    assert played == 2 * len(games)
