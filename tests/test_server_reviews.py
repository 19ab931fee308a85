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
from tashkalar.bots.reviewing.review import review
from tashkalar.scene.review import drawn
from tashkalar.server.refusals import Refused
from tashkalar.server.tables.reviews import Reviews
from tashkalar.server.wire.run import migrate
from tests import services
from tests.serving import QUICK, Player, Running, play_on, running


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def house(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory,
          ) -> Iterator[tuple[Path, Any]]:  # fmt: skip
    """A folder and settings for a server on either database."""
    folder = tmp_path_factory.mktemp("reviews")
    if request.param == "sqlite":
        yield folder, QUICK
        return
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
        for line in (-1, 0):
            got = ann.get(f"/api/tables/{table}/review/{turn.turn}/{line}").json()
            made = turn.played if line < 0 else turn.better[0].choices
            assert sum(len(step["words"]) for step in got["steps"]) == len(made)
            told = drawn(game, turn, None if line < 0 else 0)
            assert len(got["before"]) == len(told.before)
        assert ann.get(f"/api/tables/{table}/review/{turn.turn}/50").status_code == 404
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
            ann.get(f"/api/tables/{made['table']}/review/1/-1"),
        ):
            assert answer.json()["error"] == "not_over"


def test_one_owner_has_only_so_many_reviews_made_at_once() -> None:
    class Thoughtful:
        """Never comes to an end."""

        async def review(self, *_: object) -> None:
            await asyncio.Event().wait()

    async def ask() -> None:
        reviews = Reviews(cast("Any", None), cast("Any", Thoughtful()))
        game = Game.new("high-form", ("highland", "sylvan"), 1)
        for choice in ("place e5", "finish"):
            game.play(choice)
        first = await reviews.begin("a", False, "ann", game)
        await reviews.begin("b", False, "ann", game)
        with pytest.raises(Refused, match="rate"):
            await reviews.begin("c", False, "ann", game)
        assert await reviews.begin("a", False, "ann", game) is first
        await reviews.begin("c", False, "ben", game)
        await reviews.close()

    asyncio.run(ask())
