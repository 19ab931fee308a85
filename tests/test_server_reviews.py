"""Reviews of finished games: made turn by turn, followed while they grow, and kept."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import pytest

from tashkalar import Game, parse_record
from tashkalar.bots.reviewing.review import TurnReview, review
from tashkalar.scene.review import drawn
from tashkalar.server.refusals import Refused
from tashkalar.server.tables.reviews import Reviews
from tashkalar.server.wire.run import migrate
from tests import programs, services
from tests.clubs import Club
from tests.finished import played, stored
from tests.serving import QUICK, Player, Running, eventually, play_on, running


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def house(
    request: pytest.FixtureRequest,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[tuple[Path, Any]]:
    """A folder and settings for a server on either database."""
    folder = tmp_path_factory.mktemp("reviews")
    if request.param == "sqlite":
        yield folder, QUICK
        return
    programs.require(programs.POSTGRESQL)
    with services.postgresql(folder) as database:
        settings = replace(QUICK, database_url=database)
        migrate(settings)
        yield folder, settings


def short_game(site: Running) -> tuple[str, Player]:
    """A game that is over after some turns: one player resigns."""
    ann, ben = site.guest("Ann"), site.guest("Ben")
    made = ann.table("me", "open", form="high-form", seed=3)
    ben.join(made["table"], made["invite"])
    with ann.at(made["table"]) as first, ben.at(made["table"]) as second:
        for wire in (first, second):
            wire.shown(1)
        play_on([first, second], random.Random(3), 30)
        first.shown(first.ask(t="resign")["seq"])
    return made["table"], ann


def followed(player: Player, table: str) -> dict[str, Any]:
    """The whole review, asked for again and again with what is there."""
    shown = player.post(f"/api/tables/{table}/review").json()
    assert shown["of"]
    while len(shown["turns"]) < shown["of"]:
        have = len(shown["turns"])
        shown = player.get(f"/api/tables/{table}/review?have={have}").json()
        assert len(shown["turns"]) >= have
    return dict(shown)


def test_a_review_is_made_turn_by_turn_and_kept(house: tuple[Path, Any]) -> None:
    folder, settings = house
    with running(folder, settings) as site:
        table, ann = short_game(site)
        assert ann.get(f"/api/tables/{table}/review").json()["of"] == 0
        shown = followed(ann, table)
        game = Game.replay(parse_record(ann.get(f"/api/tables/{table}/record").text))
        expected = list(review(game))
        assert [turn["turn"] for turn in shown["turns"]] == [turn.turn for turn in expected]
        assert [turn["severity"] for turn in shown["turns"]] == [t.severity for t in expected]
        turn = next(turn for turn in expected if turn.better)
        got = ann.get(f"/api/tables/{table}/review/{turn.turn}/0").json()
        assert sum(len(step["words"]) for step in got["steps"]) == len(turn.better[0].choices)
        assert len(got["before"]) == len(drawn(game, turn, 0).before)
        assert ann.get(f"/api/tables/{table}/review/{turn.turn}/-1").status_code in (400, 404)
        assert ann.get(f"/api/tables/{table}/review/{turn.turn}/50").status_code == 404
        # In the list of one's games the review is told in short, of one's own turns.
        (row,) = ann.get("/api/games").json()["rows"]
        own = [turn for turn in expected if turn.seat == row["seat"]]
        lost = sum(turn.loss for turn in own) / len(own)
        assert row["review"]["missed"] == sum(turn.severity == "missed" for turn in own)
        assert row["review"]["lost"] == pytest.approx(lost, abs=0.001)
    with running(folder, settings) as site:  # nobody makes it again
        again = site.guest("Eve").post(f"/api/tables/{table}/review")
        assert again.json() == shown


def test_a_running_game_is_not_reviewed(house: tuple[Path, Any]) -> None:
    folder, settings = house
    with running(folder, settings) as site:
        ann, ben = site.guest("Ann"), site.guest("Ben")
        made = ann.table("me", "open", form="duel", seed=4)
        ben.join(made["table"], made["invite"])
        for answer in (
            ann.post(f"/api/tables/{made['table']}/review"),
            ann.get(f"/api/tables/{made['table']}/review"),
            ann.get(f"/api/tables/{made['table']}/review/1/0"),
        ):
            assert answer.json()["error"] == "not_over"


class Slow:
    """Reviews turns as far as it is let; then it waits, or fails."""

    def __init__(self, turns: int) -> None:
        self.turns = turns
        self.failing = False
        self.asked: list[int] = []

    async def review(self, owner: str, record: str, number: int) -> TurnReview:
        self.asked.append(number)
        while number >= self.turns:
            if self.failing:
                raise RuntimeError("this bot is gone")
            await asyncio.sleep(0.01)
        return TurnReview(number, 0, (), 0.5, 0, 0.5, ())


def told(player: Player, site: Running, table: str, have: int | None = None) -> dict[str, Any]:
    query = "" if have is None else f"?have={have}"
    answer = site.http.get(f"/api/tables/{table}/review{query}", headers=player.headers)
    return dict(answer.json())


def test_any_worker_tells_how_far_a_review_has_come_and_when_it_fails(club: Club) -> None:
    with club.open() as sites:
        first, last = sites[0], sites[-1]
        bots = {site: Slow(3) for site in (first, last)}
        for site, bot in bots.items():
            site.worker.reviews._thinkers = cast("Any", bot)
        ann = first.guest("Ann")
        table = stored(first, played("high-form", 5), ann, "novice")
        path = f"/api/tables/{table}/review"
        of = ann.post(path).json()["of"]
        # At any worker whoever follows waits for the next turn, and nobody begins anew.
        assert len(told(ann, last, table, 2)["turns"]) == 3
        again = Player(last, ann.token, "Ann").post(path).json()
        assert (again["of"], again["failed"], len(again["turns"])) == (of, False, 3)
        assert sum(number == 0 for bot in bots.values() for number in bot.asked) == 1
        bots[first].turns = 4
        assert len(told(ann, last, table, 3)["turns"]) == 4
        # One that fails says so, everywhere and at once, and is not begun anew by asking.
        bots[first].failing = True
        for site in (first, last):
            broken = told(ann, site, table, 4)
            assert (broken["failed"], len(broken["turns"]), broken["of"]) == (True, 4, of)
        assert sum(number == 4 for bot in bots.values() for number in bot.asked) == 1
        # Who begins it again goes on from there.
        bots[last].turns = 10**6
        assert not Player(last, ann.token, "Ann").post(path).json()["failed"]
        eventually(lambda: len(told(ann, first, table)["turns"]) == of)
        assert min(number for number in bots[last].asked) == (4 if last is not first else 0)
        # Its last turn is told a moment before the whole of it is written down.
        done = [(None, "", None)]
        eventually(lambda: club.sql("select owner, worker, until from reviews") == done)


def test_a_review_whose_worker_is_lost_is_taken_over(club: Club) -> None:
    game = played("high-form", 5)
    with club.open() as sites:
        ann = sites[0].guest("Ann")
        table = stored(sites[0], game, ann, "novice")
        sites[0].worker.reviews._thinkers = cast("Any", Slow(2))
        of = ann.post(f"/api/tables/{table}/review").json()["of"]
        assert len(told(ann, sites[-1], table, 1)["turns"]) == 2
    club.clock.advance(61)
    with club.open() as sites:
        last = sites[-1]
        last.worker.reviews._thinkers = cast("Any", bot := Slow(10**6))
        assert told(ann, sites[0], table, 2)["failed"]
        Player(last, ann.token, "Ann").post(f"/api/tables/{table}/review")
        eventually(lambda: len(told(ann, sites[0], table)["turns"]) == of)
        assert bot.asked == list(range(2, of))


def test_the_review_of_a_record_that_fails_is_not_asked_for_again(house: tuple[Path, Any]) -> None:
    folder, settings = house
    record = {"record": played("high-form", 5).record().text()}
    with running(folder, settings) as site:
        site.worker.reviews._thinkers = cast("Any", bot := Slow(1))
        ann = site.guest("Ann")
        bot.failing = True
        assert ann.post("/api/review", record).json()["of"]
        for _ in range(3):
            assert ann.post("/api/review?have=1", record).json()["failed"]
        assert bot.asked == [0, 1]
        bot.turns = 10**6
        assert not ann.post("/api/review", record).json()["failed"]


def test_one_owner_has_only_so_many_reviews_made_at_once() -> None:
    async def ask() -> None:
        reviews = Reviews(cast("Any", None), cast("Any", bot := Slow(0)))
        game = Game.new("high-form", ("highland", "sylvan"), 1)
        for choice in ("place e5", "finish"):
            game.play(choice)
        first = await reviews.begin("a", False, "ann", game)
        await reviews.begin("b", False, "ann", game)
        with pytest.raises(Refused, match="rate"):
            await reviews.begin("c", False, "ann", game)
        assert await reviews.begin("a", False, "ann", game) is first
        await reviews.begin("c", False, "ben", game)
        # Also those who ask at the same moment; all of them get the same review.
        crowd = await asyncio.gather(
            *(reviews.begin("d", False, "eve", game) for _ in range(9)),
            *(reviews.begin(str(n), False, "eve", game) for n in range(9)),
            return_exceptions=True,
        )
        assert len({id(one) for one in crowd if not isinstance(one, Refused)}) == 2
        await asyncio.sleep(0)
        assert len(bot.asked) == 5
        await reviews.close()

    asyncio.run(ask())
