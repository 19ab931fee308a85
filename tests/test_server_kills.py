"""kill -9 at any moment: whatever was acknowledged is there afterwards, and games go on.

Each server is a real process with its own start, killed without warning while moves are on
their way: the only one on SQLite, one of two on PostgreSQL.
"""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tests.clubs import Club
from tests.effort import times
from tests.forked import Worker
from tests.persistent import TABLES, Acknowledged, Persistent, all_come_out

KILLS = times(10, 250)  # on each database


@pytest.mark.long
def test_nothing_acknowledged_is_lost(club: Club, tmp_path: Path) -> None:
    dice, kept = random.Random(KILLS), Acknowledged()
    workers = [
        Worker(club.environment(bot_limit=1), tmp_path / f"worker{n}.log")
        for n in range(club.workers)
    ]
    for worker in workers:
        worker.start()
    players = [Persistent(workers, others, n, kept) for n, others in enumerate(TABLES)]
    for player in players:
        player.start()
    checked = 0
    for _ in range(KILLS):
        kept.wait_for_more(dice.randrange(8))
        victim = dice.choice(workers)
        victim.kill()
        checked = kept.check(club, checked)
        victim.start()
    kept.wait_for_more(20)
    for player in players:
        player.finish()
    for worker in workers:
        assert "Traceback" not in worker.said(), worker.said()
        worker.kill()
    kept.check(club)
    games, repeated = all_come_out(club), sum(player.repeated for player in players)
    assert games == sum(player.games for player in players)
    assert repeated > 0, "no kill hit a move on its way"
    (stored,) = club.sql("select count(*) from events")[0]
    assert stored > len(kept.choices), "the bots have not played"
    print(
        f"{club.database.partition(':')[0]}: {KILLS} kills, {len(kept.choices)} choices "
        f"acknowledged and none lost, {repeated} sent again, {games} games"
    )
