"""Rated games: which of them count, each once, whoever counts; and the numbers they lead to."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from sqlalchemy import Connection, Engine, insert, select, update
from typer.testing import CliRunner

from tashkalar.rules.forms import FORMS
from tashkalar.server.settings import BadSetting, Settings
from tashkalar.server.storage import event_log, ratings
from tashkalar.server.storage.ratings import Belief, GamePart, RatedGame
from tashkalar.server.storage.schema import events, rated_games, seats, tables
from tashkalar.server.tables import rating
from tashkalar.server.tables.ratings import COUNTED, count_due, rebuild
from tashkalar.terminal.app import app
from tests.clubs import BACKENDS, Club, club, servers
from tests.rated import CLOCK, beaten, guest_id, hasty, member, play_turns, rated_table, resign
from tests.serving import Player, Running, eventually, play_on


@pytest.fixture(scope="module", params=BACKENDS)
def here(
    request: pytest.FixtureRequest,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Callable[[], Club]]:
    """Clubs, each with an empty database: one worker on SQLite, two on PostgreSQL."""
    folder = tmp_path_factory.mktemp("ratings")
    with servers(request.param, folder) as settings:
        made = iter(range(100))

        def new() -> Club:
            own = folder / f"club{next(made)}"
            own.mkdir()
            return club(settings, own)

        yield new


def opened(sites: list[Running]) -> tuple[Running, Running]:
    """The workers, the same twice where there is one."""
    for site in sites:
        hasty(site)
    return sites[0], sites[-1]


def counted(of: Club, table: str) -> str:
    found: str = of.sql("select rated from tables where id = :id", id=table)[0][0]
    return found


def shown(site: Running, form: str = "duel") -> list[tuple[str, int, int]]:
    rows = site.http.get(f"/api/ratings?form={form}").json()
    return [(row["name"], row["rating"], row["games"]) for row in rows]


# --- what a rated table is ---


def test_ratings_are_off_unless_the_club_wants_them(
    tmp_path: Path, here: Callable[[], Club]
) -> None:
    with here().open() as sites:
        ann = sites[0].guest("Ann")
        seats_wanted = [{"kind": "me"}, {"kind": "open"}]
        made = ann.post(
            "/api/tables", {"form": "duel", "seats": seats_wanted, "rated": True, "clock": CLOCK}
        )
        assert (made.status_code, made.json()["reason"]) == (400, "This server has no rated games.")
        assert not sites[0].http.get("/api/house").json()["ratings"]


def test_ratings_need_names() -> None:
    with pytest.raises(BadSetting, match="TASHKALAR_NAMES"):
        Settings(ratings=True).check()
    Settings(ratings=True, names=True).check()


def test_a_rated_table_is_made_of_people_with_names_and_a_clock(here: Callable[[], Club]) -> None:
    with here().open(names=True, ratings=True, secrets=1e6) as sites:
        site, other = opened(sites)
        ann, ben = member(site, "Ann"), site.guest("Ben")

        def refused(*kinds: str, **setup: object) -> str:
            wanted = [
                {"kind": k} if k in ("me", "open", "hotseat") else {"kind": "bot", "bot": k}
                for k in kinds
            ]
            body = {"form": "duel", "seats": wanted, "rated": True, "clock": CLOCK, **setup}
            answer = ann.post("/api/tables", body)
            assert answer.status_code == 400
            reason: str = answer.json()["reason"]
            return reason

        assert "Leave the other seats open" in refused("me", "random")
        assert "Leave the other seats open" in refused("me", "hotseat")
        assert "clock" in refused("me", "open", clock={"kind": "none"})
        assert "no hints" in refused("me", "open", hints=True)
        assert "First games" in refused("me", "open", form="first-game")
        assert "chess" in refused("me", "open", form="chess")
        # Whoever could be anybody sits at no rated table, neither first nor later.
        body = {
            "form": "duel",
            "seats": [{"kind": "me"}, {"kind": "open"}],
            "rated": True,
            "clock": CLOCK,
        }
        assert ben.post("/api/tables", body).json()["error"] == "unprotected"
        made = ann.table("me", "open", rated=True, clock=CLOCK)
        elsewhere = Player(other, ben.token, ben.name)
        answer = elsewhere.post(f"/api/tables/{made['table']}/join", {"invite": made["invite"]})
        assert (answer.status_code, answer.json()["error"]) == (403, "unprotected")
        assert ann.get(f"/api/tables/{made['table']}").json()["rated"]


def test_at_a_rated_table_nobody_is_helped(here: Callable[[], Club]) -> None:
    with here().open(names=True, ratings=True, secrets=1e6) as sites:
        site, other = opened(sites)
        ann, ben = member(site, "Ann"), member(other, "Ben")
        table = rated_table(ann, ben, seed=3)
        play_turns([ann, ben], table, 3)
        site.clock.advance(300)
        with ann.at(table) as wire:
            scene = wire.shown(0)
            assert not scene["can"]["takeback"]
            assert wire.ask(t="offer", what="takeback")["error"] == "no_takebacks"
            assert wire.ask(t="hint")["error"] == "no_hints"
            assert "Bots do not replace" in wire.ask(t="replace", seat=1)["reason"]
        record = ann.get(f"/api/tables/{table}/record").text
        assert "\nrated: yes\n" in record


# --- what counts ---


def test_a_game_counts_once_for_both(here: Callable[[], Club]) -> None:
    own = here()
    with own.open(names=True, ratings=True, secrets=1e6) as sites:
        site, other = opened(sites)
        ann, ben = member(site, "Ann"), member(other, "Ben")
        beaten(ann, ben, table := rated_table(ann, ben, seed=3))
        eventually(lambda: counted(own, table) == COUNTED)
        assert shown(other) == [("Ann", 1579, 1), ("Ben", 1421, 1)]
        for one in (*sites, *sites):
            one.do(one.worker.club.look)
        assert shown(site) == [("Ann", 1579, 1), ("Ben", 1421, 1)]
        row = site.http.get("/api/ratings?form=duel").json()[0]
        assert row["provisional"]
        assert row["uncertainty"] == 242
        assert row["guest"] == guest_id(ann)
        person = site.http.get(f"/api/people/{row['guest']}").json()
        assert [(r["form"], r["rating"]) for r in person["ratings"]] == [("duel", 1579)]
        assert shown(site, "high-form") == []


def test_time_out_counts_but_not_before_everybody_had_a_turn(here: Callable[[], Club]) -> None:
    own = here()
    with own.open(names=True, ratings=True, secrets=1e6) as sites:
        site, other = opened(sites)
        ann, ben = member(site, "Ann"), member(other, "Ben")
        short = rated_table(ann, ben, seed=3)
        assert resign(ben, short)["t"] == "ack"
        eventually(lambda: counted(own, short) == "short")
        flagged = rated_table(ann, ben, seed=3)
        play_turns([ann, ben], flagged, 3)
        site.clock.advance(1200)
        eventually(lambda: counted(own, flagged) == COUNTED)
        assert [games for _, _, games in shown(site)] == [1, 1]


def test_a_closed_table_does_not_count(here: Callable[[], Club]) -> None:
    own = here()
    with own.open(names=True, ratings=True, secrets=1e6) as sites:
        site, other = opened(sites)
        ann, ben = member(site, "Ann"), member(other, "Ben")
        table = rated_table(ann, ben, seed=3)
        play_turns([ann, ben], table, 3)
        admin(own, "close", table)
        eventually(lambda: counted(own, table) == "closed")
        assert shown(site) == []


def test_a_melee_counts_by_places_and_who_is_out_of_time_is_last(here: Callable[[], Club]) -> None:
    own = here()
    with own.open(names=True, ratings=True, secrets=1e6) as sites:
        site, other = opened(sites)
        people = [member(site, "Ann"), member(other, "Ben"), member(site, "Cat")]
        table = rated_table(*people, form="melee-3", seed=5)
        play_turns(people, table, 4)
        # Whose turn it is runs out of time; a bot goes on, and the others play to the end.
        late = of_turn(own, table)
        site.clock.advance(3600)
        eventually(
            lambda: (
                own.sql(
                    "select kind from seats where table_id = :id and seat = :n", id=table, n=late
                )[0][0]
                == "bot"
            )
        )
        others = [person for seat, person in enumerate(people) if seat != late]
        with others[0].at(table) as first, others[1].at(table) as second:
            for wire in (first, second):
                wire.shown(0)
            play_on([first, second], random.Random(3))
        eventually(lambda: counted(own, table) == COUNTED)
        rows = shown(site, "melee-3")
        assert rows[-1][0] == people[late].name
        assert rows[-1][1] < min(rating for _, rating, _ in rows[:-1])


def of_turn(of: Club, table: str) -> int:
    found: int = of.sql("select acting from tables where id = :id", id=table)[0][0]
    return found


def test_a_rematch_is_rated_too(here: Callable[[], Club]) -> None:
    own = here()
    with own.open(names=True, ratings=True, secrets=1e6) as sites:
        site, other = opened(sites)
        ann, ben = member(site, "Ann"), member(other, "Ben")
        beaten(ann, ben, table := rated_table(ann, ben, seed=3))
        again = ben.post(f"/api/tables/{table}/rematch").json()["table"]
        assert ann.get(f"/api/tables/{again}").json()["rated"]
        # Who has given up the name meanwhile is not taken to another rated game.
        beaten(ann, ben, other_one := rated_table(ann, ben, seed=3))
        body = {"name": "Benno"}
        assert site.http.patch("/api/guests", json=body, headers=ben.headers).status_code == 200
        refused = ann.post(f"/api/tables/{other_one}/rematch")
        assert refused.json()["error"] == "unprotected"
        # Who does not come to a rematch has not agreed to it, and loses nothing.
        site.clock.advance(1200)
        eventually(lambda: counted(own, again) == "short")


# --- exactly once, and again ---


def test_a_game_that_ends_as_the_server_goes_is_counted_by_the_next(
    here: Callable[[], Club],
) -> None:
    own = here()
    with own.open(names=True, ratings=True, secrets=1e6, sweep=1000) as sites:
        site, other = opened(sites)
        ann, ben = member(site, "Ann"), member(other, "Ben")
        beaten(ann, ben, table := rated_table(ann, ben, seed=3))
        assert counted(own, table) == "due"
    with own.open(names=True, ratings=True) as sites:
        eventually(lambda: counted(own, table) == COUNTED)
        assert [row[2] for row in shown(sites[0])] == [1, 1]


def admin(of: Club, *arguments: str, status: int = 0) -> str:
    environment = {"TASHKALAR_DATABASE_URL": of.database, "TASHKALAR_TOURNAMENTS": "operator"}
    result = CliRunner().invoke(app, ["admin", *arguments], env=environment)
    assert result.exit_code == status, result.output
    return result.output


OWNERS = [f"{n:064x}" for n in range(12)]


def fill(engine: Engine, rng: random.Random, games: int) -> list[str]:
    """Rated games that are over and not counted, ended in no particular order."""
    made = []
    with engine.begin() as c:
        for n in range(games):
            form = rng.choice(["duel", "high-form", "melee-4", "team-duel"])
            count = FORMS[form].seats
            places = {
                "duel": [1, 2],
                "high-form": [2, 1],
                "melee-4": [2, 1, 3, 3],
                "team-duel": [1, 2, 1, 2],
            }[form]
            table, ended = f"rated{rng.randrange(10**6)}x{n}", rng.randrange(1000)
            c.execute(
                insert(tables),
                {
                    "id": table,
                    "name": "",
                    "form": form,
                    "schools": "",
                    "seed": "0",
                    "sitting": "[]",
                    "clock": "{}",
                    "public": False,
                    "spectators": True,
                    "invite": "",
                    "maker": "",
                    "created": 0,
                    "rated": "due",
                    "seq": 9,
                    "state": "over",
                    "turn": rng.choice([2, 20, 30]),
                    "result": " ".join(map(str, places)),
                    "updated": ended,
                    "bot_due": False,
                    "claimed_by": "",
                    "claimed_until": 0,
                },
            )
            players = rng.sample(OWNERS, count)
            c.execute(
                insert(seats),
                [
                    {
                        "table_id": table,
                        "seat": seat,
                        "owner": owner,
                        "name": "x",
                        "kind": rng.choice(["human"] * 9 + ["bot"]),
                        "here_until": 0,
                    }
                    for seat, owner in enumerate(players)
                ],
            )
            made.append(table)
    return made


def melee(c: Connection, table: str, ended: int, result: str, *log: event_log.AnyEvent) -> None:
    """A rated melee that is over; whoever is out of time was replaced by a bot."""
    c.execute(
        insert(tables),
        {
            "id": table,
            "name": "",
            "form": "melee-3",
            "schools": "",
            "seed": "0",
            "sitting": "[]",
            "clock": "{}",
            "public": False,
            "spectators": True,
            "invite": "",
            "maker": "",
            "created": 0,
            "rated": "due",
            "seq": len(log),
            "state": "over",
            "turn": 20,
            "result": result,
            "updated": ended,
            "bot_due": False,
            "claimed_by": "",
            "claimed_until": 0,
        },
    )
    flagged = {event.seat for event in log if isinstance(event, event_log.Flagged)}
    c.execute(
        insert(seats),
        [
            {
                "table_id": table,
                "seat": seat,
                "owner": OWNERS[seat] if table != "ownerless" else None,
                "name": "x",
                "kind": "bot" if seat in flagged else "human",
                "here_until": 0,
            }
            for seat in range(3)
        ],
    )
    for seq, event in enumerate(log):
        c.execute(
            insert(events),
            {"table_id": table, "seq": seq, "at": 1, "body": event_log.written(event)},
        )


def test_a_bot_is_nobodys_turn_and_one_broken_game_stops_no_other(
    here: Callable[[], Club], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    own = here()
    with own.open():
        pass
    engine = own.engine()
    chose, flag = event_log.Chosen(2, "place e5"), event_log.Flagged(2, "greedy")
    with engine.begin() as c:
        melee(c, "absent", 50, "1 2 3", flag, chose)
        melee(c, "unreadable", 51, "1 x 3")
        melee(c, "ownerless", 52, "1 2 3")
        melee(c, "torn", 53, "1 2 3", flag)
        c.execute(update(events).where(events.c.table_id == "torn").values(body="{"))
        melee(c, "late", 54, "1 2 3", chose, flag)
        melee(c, "twice", 55, "1 2 3")  # it was counted, and what is noted of that was lost
        part = {"form": "melee-3", "ended": 55, "owner": OWNERS[0], "side": 0, "place": 1}
        c.execute(insert(rated_games), {"table_id": "twice", "seat": 0, **part})
        melee(c, "fine", 56, "3 2 1")
    with own.open(names=True, ratings=True) as sites:
        eventually(lambda: not own.sql("select id from tables where rated = 'due'"))
        assert sites[0].http.get("/health").json()["status"] == "ok"
    verdicts = dict(own.sql("select id, rated from tables"))
    torn = dict.fromkeys(("unreadable", "ownerless", "torn", "twice"), "torn")
    assert verdicts == {"absent": "short", "late": COUNTED, "fine": COUNTED, **torn}
    places = "select place from rated_games where table_id = 'late' order by seat"
    assert own.sql(places) == [(1,), (2,), (4,)]
    for table in torn:
        noted = sum(f"table {table} is not" in one.getMessage() for one in caplog.records)
        assert 1 <= noted <= len(sites), "each worker notes it at most once"
    # However many come late, everything is worked out again once.
    worked: list[str] = []
    monkeypatch.setattr(
        "tashkalar.server.tables.ratings.work_out", lambda c, form: worked.append(form)
    )
    with engine.begin() as c:
        for n in range(3):
            melee(c, f"later{n}", 20 + n, "1 2 3")
        melee(c, "last", 60, "1 2 3")
        assert count_due(c) == 4
    assert worked == ["melee-3"]
    engine.dispose()


def all_ratings(engine: Engine) -> dict[str, dict[str, Belief]]:
    with engine.connect() as c:
        return {form: ratings.beliefs(c, form) for form in FORMS}


def test_working_it_out_again_gives_the_same(here: Callable[[], Club]) -> None:
    own, rng = here(), random.Random(7)
    with own.open():
        pass  # the tables of the database are there now
    engine = own.engine()
    try:
        for _ in range(12):
            fill(engine, rng, 10)
            with engine.begin() as c:
                assert count_due(c) == 10
        before = all_ratings(engine)
        assert sum(map(len, before.values())) > 30
        assert "0 were counted wrongly, 0 ratings have changed" in admin(
            own, "ratings", "--rebuild"
        )
        assert all_ratings(engine) == before
        # Whatever was spoilt is found; of deleted tables the games are still known.
        with engine.begin() as c:
            spoilt = c.execute(select(rated_games.c.table_id).limit(1)).scalar_one()
            c.execute(update(rated_games).where(rated_games.c.table_id == spoilt).values(place=1))
            ratings.clear(c, "duel")
        assert ": 1 were counted wrongly" not in (told := admin(own, "ratings", "--rebuild"))
        assert "; 1 were counted wrongly" in told
        assert all_ratings(engine) == before
        admin(own, "prune", "--days", "1", "--yes")
        admin(own, "ratings", "--rebuild")
        assert all_ratings(engine) == before
    finally:
        engine.dispose()


def test_two_at_once_count_every_game_once(here: Callable[[], Club]) -> None:
    """Two workers see the same games; whatever they do at the same time comes out as in turn."""
    own, rng = here(), random.Random(11)
    with own.open():
        pass
    engines = [own.engine(), own.engine()]

    def work(engine: Engine) -> int:
        done = 0
        while True:
            with engine.begin() as c:
                if own.workers == 1:  # in one file only one writes at a time
                    c.exec_driver_sql("BEGIN IMMEDIATE")
                found = count_due(c)
            done += found
            if not found:
                with engine.connect() as c:
                    if not ratings.due(c):
                        return done

    try:
        fill(engines[0], rng, 60)
        with ThreadPoolExecutor(2) as both:
            done = list(both.map(work, engines))
        assert sum(done) == 60
        incremental = all_ratings(engines[0])
        with engines[0].begin() as c:
            assert rebuild(c).changed == 0
        assert all_ratings(engines[0]) == incremental
    finally:
        for engine in engines:
            engine.dispose()


def test_who_is_forgotten_leaves_the_list_and_the_others_as_they_were(
    here: Callable[[], Club],
) -> None:
    own = here()
    with own.open(names=True, ratings=True, secrets=1e6) as sites:
        site, other = opened(sites)
        ann, ben = member(site, "Ann"), member(other, "Ben")
        beaten(ann, ben, table := rated_table(ann, ben, seed=3))
        eventually(lambda: counted(own, table) == COUNTED)
        before = shown(site)
        assert site.http.delete("/api/guests", headers=ben.headers).status_code == 204
        assert shown(site) == before[:1]
        admin(own, "ratings", "--rebuild")
        assert shown(site) == before[:1]
        assert "Ann" in admin(own, "ratings", "duel")


# --- the numbers ---


def test_certainty_grows_and_the_better_player_is_seen() -> None:
    held: dict[str, Belief] = {}
    rng = random.Random(5)
    for n in range(40):
        won = rng.random() < 0.8
        parts = (GamePart(0, "ann", 0, 1 if won else 2), GamePart(1, "ben", 1, 2 if won else 1))
        held.update(rating.after(RatedGame(f"t{n}", "duel", n, parts), held))
        assert rating.is_provisional(held["ann"]) == (rating.uncertainty(held["ann"]) > 170)
    assert rating.number(held["ann"]) > rating.number(held["ben"]) + 100
    assert not rating.is_provisional(held["ann"])
    assert held["ann"].games == 40


def test_partners_gain_and_lose_together() -> None:
    parts = tuple(GamePart(seat, str(seat), seat % 2, 1 + seat % 2) for seat in range(4))
    after = rating.after(RatedGame("t", "team-duel", 1, parts), {})
    assert after["0"] == after["2"]
    assert after["1"] == after["3"]
    assert after["0"].mu > rating.NEWCOMER.mu > after["1"].mu
