"""My games and the club's: filters, figures, records of all; continued games never count."""

from __future__ import annotations

import io
import threading
import zipfile
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from typing import Any

import pytest

from tashkalar import Game, parse_record
from tashkalar.cards import CARDS
from tashkalar.event import Summon
from tashkalar.server.storage import games as stored_games
from tashkalar.server.tables.past_games import SUMMED_UP
from tests.clubs import Club
from tests.finished import played, stored
from tests.serving import Player, eventually

IMPERIAL = ("northern_imperial", "sylvan")
GAMES = [
    ("high-form", 5, ("northern_imperial", "sylvan")),
    ("high-form", 6, ("sylvan", "highland")),
    ("duel", 8, ("highland", "northern_imperial")),
]


def found(player: Player, **filters: str) -> Any:
    """The answer when all games have been summed up."""
    asked = "&".join(f"{name}={value}" for name, value in filters.items())
    while True:
        told = player.get(f"/api/games?{asked}")
        assert told.status_code == 200, told.text
        if told.json()["waiting"] == 0:
            return told.json()


def tallies(rows: Any) -> dict[str, tuple[int, int, int, int]]:
    return {row["name"]: (row["games"], row["won"], row["drawn"], row["lost"]) for row in rows}


def outcome(game: Game, seat: int) -> str:
    result = game.position.result
    if result[seat] != 1:
        return "lost"
    return "won" if list(result).count(1) == 1 else "drawn"


def test_my_games_are_filtered_and_counted(club: Club) -> None:
    with club.open() as (site, *_):
        ann, ben, cleo = (site.guest(name) for name in ("Ann", "Ben", "Cleo"))
        games = [played(form, seed, schools) for form, seed, schools in GAMES]
        tables = [stored(site, games[0], ann, ben)]
        site.clock.advance(40 * 86_400)
        tables += [stored(site, games[1], cleo, ann), stored(site, games[2], ann, "novice")]
        stored(site, games[0], ben, cleo)  # not mine
        mine = found(ann)
        assert [row["table"] for row in mine["rows"]][-1] == tables[0]
        assert {row["table"] for row in mine["rows"]} == set(tables)
        assert mine["opponents"] == ["Ben", "Cleo", "Novice"]
        ends = [outcome(games[0], 0), outcome(games[1], 1), outcome(games[2], 0)]
        assert tallies([mine["figures"]["all"]])[""] == (
            3,
            ends.count("won"),
            ends.count("drawn"),
            ends.count("lost"),
        )
        assert {name: n for name, (n, *_) in tallies(mine["figures"]["schools"]).items()} == {
            "northern_imperial": 1,
            "highland": 2,
        }
        months = [row["name"] for row in mine["figures"]["months"]]
        assert months == sorted(set(months))
        assert len(months) == 2
        # Each filter leaves what it says, and figures are those of what is left.
        for filters, left in [
            ({"form": "duel"}, {2}),
            ({"school": "highland"}, {1, 2}),
            ({"opponent": "Ben"}, {0}),
            ({"result": ends[1]}, {n for n, end in enumerate(ends) if end == ends[1]}),
            ({"form": "high-form", "opponent": "Cleo"}, {1}),
            ({"opponent": "Nobody"}, set()),
        ]:
            some = found(ann, **filters)
            assert {row["table"] for row in some["rows"]} == {tables[n] for n in left}
            assert some["figures"]["all"]["games"] == some["count"] == len(left)
        day = datetime.fromtimestamp(site.clock() / 1000, UTC).strftime("%Y-%m-%d")
        assert found(ann, since=day)["count"] == 2
        assert found(ann, since=day, until=day)["count"] == 2
        assert found(ann, until="2001-01-01")["count"] == 0
        assert ann.get("/api/games?since=yesterday").status_code == 400
        assert site.http.get("/api/games").status_code == 401


def test_cards_and_openings_are_those_that_were_played(club: Club) -> None:
    game = played(*GAMES[0])
    with club.open() as (site, *_):
        ann = site.guest("Ann")
        stored(site, game, ann, site.guest("Ben"))
        figures = found(ann)["figures"]
        summoned = {
            CARDS[event.card].id
            for one in game.history
            if one.seat == 0
            for event in one.events
            if isinstance(event, Summon)
        }
        assert set(tallies(figures["cards"])) == summoned
        placed = next(one for one in game.history if one.seat == 0 and one.turn > 0)
        assert figures["openings"][0]["name"] == str(placed.choice).strip("<>").split()[-1]


def test_continued_games_and_those_against_oneself_are_listed_and_never_count(club: Club) -> None:
    game = played(*GAMES[0])
    with club.open() as (site, *_):
        ann, ben = site.guest("Ann"), site.guest("Ben")
        table = stored(site, game, ann, ben)
        seats = [{"kind": "me"}, {"kind": "bot", "bot": "novice"}]
        made = ann.post(f"/api/tables/{table}/continue", {"step": 4, "seats": seats}).json()
        with ann.at(made["table"]) as wire:
            wire.my_turn()
            assert wire.ask(t="resign")["t"] == "ack"
        stored(site, game, ann, ann)
        mine = found(ann)
        assert mine["count"] == 3
        assert [row["continued"] for row in mine["rows"] if row["table"] == made["table"]] == [True]
        assert mine["figures"]["all"]["games"] == 1
        club_told = site.http.get("/api/club").json()
        assert club_told["figures"]["games"] == 2  # of all tables, but not the continued one
        assert club_told["rows"] == []  # none of them is public


def test_all_records_come_as_one_file(club: Club) -> None:
    held = threading.Event()
    with club.open() as (site, *_):
        ann = site.guest("Ann")
        games = [played(*one) for one in GAMES]
        for game in games:
            stored(site, game, ann, site.guest("Ben"))
        told = ann.get("/api/games/records")
        assert told.headers["content-type"] == "application/zip"
        with zipfile.ZipFile(io.BytesIO(told.content)) as file:
            assert file.testzip() is None
            records = [parse_record(file.read(name).decode()) for name in file.namelist()]
        assert {Game.replay(record).position for record in records} == {g.position for g in games}
        assert not any(record.rated for record in records)
        # One at a time, however it ends, and what was rated says so.
        club.sql("update tables set rated = 'counted'")
        site.worker.store._leisure.submit(held.wait)
        with site.http.stream("GET", "/api/games/records", headers=ann.headers):
            assert ann.get("/api/games/records").status_code == 429
        held.set()
        eventually(lambda: not site.worker.downloading)  # type: ignore[attr-defined]
        again = zipfile.ZipFile(io.BytesIO(ann.get("/api/games/records").content))
        assert all(parse_record(again.read(name).decode()).rated for name in again.namelist())


def test_the_club_shows_public_games_and_how_schools_fare(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    with club.open() as (site, *_):
        ann, ben = site.guest("Ann"), site.guest("Ben")
        games = [played(*one) for one in GAMES]
        tables = [stored(site, game, ann, ben) for game in games]
        club.sql("update tables set public = true where id = :id", id=tables[0])
        told = site.http.get("/api/club").json()
        assert [row["table"] for row in told["rows"]] == [tables[0]]
        assert set(tallies(told["players"])) == {"Ann", "Ben"}
        assert told["figures"]["games"] == 3
        schools = tallies(told["figures"]["schools"])
        assert {name: n for name, (n, *_) in schools.items()} == {
            "northern_imperial": 2,
            "sylvan": 2,
            "highland": 2,
        }
        pair = next(
            one
            for one in told["figures"]["pairs"]
            if one["school"] == "northern_imperial" and one["against"] == "sylvan"
        )
        assert (pair["games"], pair["won"]) == (1, int(outcome(games[0], 0) == "won"))
        assert site.http.get("/api/club?form=duel").json()["figures"]["games"] == 1
        # Bots are no players, nor is who had their data deleted; what is no form is refused.
        stored(site, games[2], ann, "novice")
        club.sql("update tables set public = true")
        club.sql("update seats set name = '' where name = 'Ben'")
        club.clock.advance(60)
        with monkeypatch.context() as slow, ThreadPoolExecutor(8) as crowd:
            asked: list[int] = []
            real = stored_games.school_results

            def counted(c: Any) -> Any:
                asked.append(1)
                eventually(answered.is_set)
                return real(c)

            answered = threading.Event()
            slow.setattr(stored_games, "school_results", counted)
            told = [crowd.submit(site.http.get, "/api/club") for _ in range(8)]
            refused = site.http.get("/api/club?form=chess")
            assert (refused.status_code, "chess" in refused.json()["reason"]) == (400, True)
            answered.set()
            shown = [one.result().json() for one in told]
        assert len(asked) == 1  # all of them share one answer
        assert shown == shown[:1] * 8
        assert tallies(shown[0]["players"]).keys() == {"Ann"}
        assert shown[0]["figures"]["games"] == 4


def test_many_games_are_summed_up_a_few_at_a_time(club: Club) -> None:
    game = played(*GAMES[2])
    with club.open() as (site, *_):
        ann = site.guest("Ann")
        for _ in range(SUMMED_UP + 1):
            stored(site, game, ann, "novice")
        # Whoever asks several times at once has it done once.
        with ThreadPoolExecutor(4) as crowd:
            held = threading.Event()
            site.worker.store._leisure.submit(held.wait)
            asked = [crowd.submit(ann.get, "/api/games") for _ in range(4)]
            eventually(lambda: sum(one.done() for one in asked) == 3)
            held.set()
            waiting = sorted(one.result().json()["waiting"] for one in asked)
        assert waiting == [1] + [SUMMED_UP + 1] * 3
        assert ann.get("/api/games").json()["waiting"] == 0
        assert club.sql("select count(*) from summaries")[0][0] == SUMMED_UP + 1
