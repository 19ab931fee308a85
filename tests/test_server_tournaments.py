"""Tournaments from entering to the last standings, on one worker or two."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from typer.testing import CliRunner

from tashkalar.server.settings import BadSetting, Settings
from tashkalar.server.tables.tournaments import BREAK, WAITING, look_after
from tashkalar.terminal.app import app
from tests.clubs import BACKENDS, Club, club, servers
from tests.rated import CLOCK, beaten, hasty, member, resign
from tests.serving import Message, Player, Running, eventually


@pytest.fixture(scope="module", params=BACKENDS)
def here(
    request: pytest.FixtureRequest,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Callable[[], Club]]:
    folder = tmp_path_factory.mktemp("tournaments")
    with servers(request.param, folder) as settings:
        made = iter(range(100))

        def new() -> Club:
            own = folder / f"club{next(made)}"
            own.mkdir()
            return club(settings, own)

        yield new


def made(maker: Player, kind: str = "swiss", **wanted: object) -> str:
    body = {"name": "Spring Cup", "kind": kind, "clock": CLOCK, **wanted}
    answer = maker.post("/api/tournaments", body)
    assert answer.status_code == 201, answer.text
    found: str = answer.json()["tournament"]
    return found


def done(player: Player, tournament: str, what: str) -> Message:
    answer = player.post(f"/api/tournaments/{tournament}/{what}")
    assert answer.status_code == 200, answer.text
    found: Message = answer.json()
    return found


def look(site: Running, tournament: str, player: Player | None = None) -> Message:
    headers = player.headers if player else {}
    found: Message = site.http.get(f"/api/tournaments/{tournament}", headers=headers).json()
    return found


def people(sites: list[Running], count: int) -> list[Player]:
    """Guests of all workers in turn."""
    return [sites[n % len(sites)].guest(f"P{n + 1}") for n in range(count)]


def games(shown: Message, number: int) -> list[tuple[str, str, str]]:
    """The games of a round that still go on: names and tables."""
    names = {entrant["number"]: entrant["name"] for entrant in shown["entrants"]}
    return [
        (names[p["first"]], names[p["second"]], p["table"])
        for p in shown["pairings"]
        if p["round"] == number and p["points"] is None
    ]


def play_round(sites: list[Running], tournament: str, number: int, players: list[Player]) -> None:
    """Everybody with a lower name beats the other."""
    known = {player.name: player for player in players}
    for first, second, table in games(look(sites[0], tournament), number):
        resign(known[max(first, second)], table)
    eventually(lambda: not games(look(sites[-1], tournament), number))


def test_a_setting_says_who_makes_them(here: Callable[[], Club]) -> None:
    with pytest.raises(BadSetting, match="must be nobody, operator or players, not 'all'"):
        Settings(tournaments="all").check()
    with here().open(tournaments="operator") as sites:
        ann = sites[0].guest("Ann")
        answer = ann.post("/api/tournaments", {"name": "Cup", "kind": "swiss"})
        assert (answer.status_code, answer.json()["error"]) == (403, "not_yours")
        assert sites[0].http.get("/api/tournaments").json() == []


def test_what_cannot_be_is_refused(here: Callable[[], Club]) -> None:
    with here().open(tournaments="players") as sites:
        ann, ben = people(sites, 2)

        def answered(player: Player, path: str, body: Message) -> tuple[int, str]:
            answer = player.post(f"/api/tournaments{path}", body)
            return answer.status_code, answer.json()["reason"]

        def refused(**body: object) -> tuple[int, str]:
            return answered(ann, "", body)

        cup: Message = {"name": "Cup", "kind": "swiss"}
        assert "2 players: high-form, duel, not melee-3" in refused(**cup, form="melee-3")[1]
        assert refused(**cup, clock={"kind": "none"}) == (400, "A tournament needs a clock.")
        assert refused(**cup, rounds=16)[0] == 400
        assert refused(**cup, rated=True)[1] == "This server has no rated games."
        assert refused(name=" ", kind="swiss")[0] == 400
        assert refused(name="Cup", kind="knockout")[0] == 400
        assert answered(ann, "/nothere/enter", {})[0] == 404
        tournament = made(ann)
        assert answered(ben, f"/{tournament}/start", {})[1] == "Only the organizer can do this."
        assert (
            answered(ann, f"/{tournament}/start", {})[1] == "A tournament needs at least 2 players."
        )
        assert look(sites[0], tournament)["row"]["state"] == "open"
        for _ in range(4):
            made(ann)
        assert refused(**cup)[0] == 409


def test_a_swiss_tournament_is_played_to_its_end(here: Callable[[], Club]) -> None:
    with here().open(tournaments="players") as sites:
        players = people(sites, 5)
        tournament = made(players[0], rounds=3)
        for player in players:
            assert done(player, tournament, "enter")["entered"]
        done(players[0], tournament, "enter")  # again: the same
        assert len(look(sites[0], tournament)["entrants"]) == 5
        shown = done(players[0], tournament, "start")
        assert (shown["row"]["state"], shown["row"]["round"]) == ("running", 1)
        assert [p["how"] for p in shown["pairings"]] == ["game", "game", "bye"]
        late = sites[0].guest("Late").post(f"/api/tournaments/{tournament}/enter")
        assert late.json()["error"] == "begun"
        # A table is there for both, listed for everybody, without a rematch, and says what for.
        first, second, table = games(shown, 1)[0]
        known = {player.name: player for player in players}
        row = known[first].get(f"/api/tables/{table}").json()
        assert (row["state"], row["tournament"]) == ("running", tournament)
        assert [seat["name"] for seat in row["seats"]] == [first, second]
        assert players[0].post(f"/api/tournaments/{tournament}/start").json()["error"] == "not_over"
        for number in (1, 2, 3):
            play_round(sites, tournament, number, players)
            waiting = look(sites[-1], tournament)["row"]
            if number == 1:  # the next round has its time
                assert waiting["starts"] == sites[0].clock() + BREAK
                sites[0].clock.advance(BREAK / 1000)
                eventually(lambda: look(sites[0], tournament)["row"]["round"] == 2)
            elif number == 2:  # or whoever made it begins it at once
                assert done(players[0], tournament, "start")["row"]["round"] == 3
        over = look(sites[0], tournament)
        assert over["row"]["state"] == "over"
        byes = [p["first"] for p in over["pairings"] if p["how"] == "bye"]
        assert len(set(byes)) == 3
        pairs = [frozenset((p["first"], p["second"])) for p in over["pairings"] if p["second"]]
        assert len(set(pairs)) == len(pairs) == 6
        # Somebody else may have as many points, by a bye, and the better opponents.
        points = {entrant["name"]: entrant["points"] for entrant in over["entrants"]}
        assert points["P1"] == max(points.values()) == 6
        assert (over["entrants"][0]["place"], over["entrants"][0]["points"]) == (1, 6)
        assert sum(e["points"] for e in over["entrants"]) == 2 * 9
        again = known[first].post(f"/api/tables/{table}/rematch")
        assert again.json()["error"] == "not_over"


def test_in_a_round_robin_days_follow_at_once_and_who_leaves_gives_points(
    here: Callable[[], Club],
) -> None:
    with here().open(tournaments="players") as sites:
        players = people(sites, 4)
        days = {"kind": "days", "days": 2}
        tournament = made(players[0], "round_robin", clock=days, form="high-form")
        for player in players:
            done(player, tournament, "enter")
        done(players[3], tournament, "leave")
        done(players[3], tournament, "enter")
        assert done(players[0], tournament, "start")["row"]["rounds"] == 3
        assert not done(players[3], tournament, "leave")["entered"]
        play_round(sites, tournament, 1, players)
        eventually(lambda: look(sites[0], tournament)["row"]["round"] == 2)
        shown = look(sites[0], tournament)
        assert sorted(p["how"] for p in shown["pairings"] if p["round"] == 2) == [
            "game",
            "walkover",
        ]
        play_round(sites, tournament, 2, players)
        eventually(lambda: look(sites[0], tournament)["row"]["round"] == 3)
        play_round(sites, tournament, 3, players)
        over = look(sites[0], tournament)
        assert over["row"]["state"] == "over"
        assert [(e["name"], e["points"]) for e in over["entrants"]] == [
            ("P1", 6),
            ("P2", 4),
            ("P3", 2),
            ("P4", 0),
        ]
        assert over["entrants"][3]["left"]


def test_who_does_not_come_loses_on_time(here: Callable[[], Club]) -> None:
    with here().open(tournaments="players") as sites:
        players = people(sites, 2)
        tournament = made(players[0], rounds=5)
        for player in players:
            done(player, tournament, "enter")
        shown = done(players[0], tournament, "start")
        assert shown["row"]["rounds"] == 1  # two meet once
        first = shown["pairings"][0]["first"]
        sites[0].clock.advance(700)
        eventually(lambda: look(sites[0], tournament)["row"]["state"] == "over")
        points = {e["number"]: e["points"] for e in look(sites[0], tournament)["entrants"]}
        # The clock of whoever is asked first has run out.
        assert sorted(points.values()) == [0, 2]
        assert first in points


def test_rated_tournaments_count(here: Callable[[], Club]) -> None:
    own = here()
    with own.open(tournaments="players", names=True, ratings=True, secrets=1e6) as sites:
        for site in sites:
            hasty(site)
        ann, ben = member(sites[0], "Ann"), member(sites[-1], "Ben")
        tournament = made(ann, "round_robin", rated=True)
        nobody = sites[0].guest("Nobody").post(f"/api/tournaments/{tournament}/enter")
        assert nobody.json()["error"] == "unprotected"
        for player in (ann, ben):
            done(player, tournament, "enter")
        done(ann, tournament, "start")
        table = look(sites[0], tournament)["pairings"][0]["table"]
        assert ann.get(f"/api/tables/{table}").json()["rated"]
        beaten(ann, ben, table)
        eventually(lambda: look(sites[0], tournament)["row"]["state"] == "over")
        eventually(lambda: len(sites[0].http.get("/api/ratings?form=duel").json()) == 2)


def test_many_workers_begin_a_round_once(here: Callable[[], Club]) -> None:
    own = here()
    with own.open(tournaments="players", sweep=1000) as sites:
        players = people(sites, 6)
        tournament = made(players[0])
        for player in players:
            done(player, tournament, "enter")
        own.sql("update tournaments set starts = 1")

    def work(_: int) -> None:
        engine = own.engine()
        with engine.begin() as c:
            if own.workers == 1:
                c.exec_driver_sql("BEGIN IMMEDIATE")
            look_after(c, 2)
        engine.dispose()

    with ThreadPoolExecutor(4) as all_at_once:
        list(all_at_once.map(work, range(8)))
    assert own.sql("select round, state from tournaments") == [(1, "running")]
    assert own.sql("select count(*) from pairings") == [(3,)]
    assert own.sql("select count(*) from tables where tournament is not null") == [(3,)]


def test_one_broken_tournament_holds_up_no_other(here: Callable[[], Club]) -> None:
    own = here()
    with own.open(tournaments="players", sweep=1000) as sites:
        players = people(sites, 2)
        broken, unread, sound = (made(players[0]) for _ in range(3))
        for tournament in (broken, unread, sound):
            for player in players:
                done(player, tournament, "enter")
        own.sql("update tournaments set starts = 1")
        own.sql("update tournaments set clock = '{' where id = :id", id=broken)
        for site in sites:
            site.do(site.worker.club.look)
        states = "select id, state, starts from tournaments order by created, id"
        waits = {(broken, "open", None), (unread, "running", None), (sound, "running", None)}
        assert set(own.sql(states)) == waits
        assert own.sql("select count(*) from entrants where number is not null") == [(4,)]
        # A result that cannot be read is nobody's.
        own.sql("update tables set state = 'over', result = '1 2' where tournament is not null")
        own.sql("update tables set result = 'x' where tournament = :id", id=unread)
        sites[-1].do(sites[-1].worker.club.look)
        over = {(broken, "open", None), (unread, "over", None), (sound, "over", None)}
        assert set(own.sql(states)) == over
        assert look(sites[0], unread)["pairings"][0]["how"] == "void"


def test_they_do_not_pile_up_nor_wait_for_ever(here: Callable[[], Club]) -> None:
    own = here()
    with own.open(tournaments="players", listed=2) as sites:
        players = people(sites, 2)
        waiting = [made(players[0]) for _ in range(4)]
        mine = made(players[1])
        listed = {row["tournament"] for row in sites[0].http.get("/api/tournaments").json()}
        assert mine in listed
        assert len(listed & set(waiting)) == 2
        # A table that is deleted while they play is nobody's game; the round goes on.
        for player in players:
            done(player, mine, "enter")
        done(players[1], mine, "start")
        for name in ("seats", "tables"):
            own.sql(f"delete from {name}")
        eventually(lambda: look(sites[0], mine)["row"]["state"] == "over")
        assert look(sites[0], mine)["pairings"][0]["how"] == "void"
        own.clock.advance(WAITING / 1000 - 1)
        done(players[1], waiting[0], "enter")
        own.clock.advance(2)
        eventually(lambda: look(sites[0], waiting[1])["row"]["state"] == "cancelled")
        assert look(sites[-1], waiting[0])["row"]["state"] == "open"


def test_who_is_forgotten_keeps_their_results_without_a_name(here: Callable[[], Club]) -> None:
    with here().open(tournaments="players") as sites:
        players = people(sites, 3)
        running, still_open = made(players[0], "round_robin"), made(players[2])
        for tournament in (running, still_open):
            for player in players:
                done(player, tournament, "enter")
        done(players[0], running, "start")
        assert sites[0].http.delete("/api/guests", headers=players[2].headers).status_code == 204
        shown = look(sites[-1], running)
        gone = next(e for e in shown["entrants"] if e["left"])
        assert (gone["guest"], "P3" in str(shown)) == (None, False)
        assert look(sites[0], still_open)["row"]["state"] == "cancelled"
        assert len(look(sites[0], still_open)["entrants"]) == 2


def test_operators_make_start_and_cancel_them(here: Callable[[], Club]) -> None:
    own = here()

    def admin(*arguments: str, status: int = 0) -> str:
        environment = {"TASHKALAR_DATABASE_URL": own.database, "TASHKALAR_TOURNAMENTS": "operator"}
        result = CliRunner().invoke(app, ["admin", *arguments], env=environment)
        assert result.exit_code == status, result.output
        return result.output

    own.clock.milliseconds = time.time_ns() // 1_000_000 + 600_000  # the commands go by it
    with own.open(tournaments="operator") as sites:
        assert admin("tournaments") == "there are no tournaments\n"
        tournament = admin("tournament", "Autumn Cup", "--days", "3").split()[0]
        assert "2 players" in admin("tournament", "Cup", "--form", "melee-4", status=2)
        assert "RATINGS" in admin("tournament", "Cup", "--rated", status=2)
        players = people(sites, 2)
        for player in players:
            done(player, tournament, "enter")
        assert "begins" in admin("start", tournament)
        eventually(lambda: look(sites[0], tournament)["row"]["round"] == 1)
        assert "are still running" in admin("start", tournament, status=2)
        line = admin("tournaments")
        assert "running" in line
        assert "2 players  round 1 of 1  Autumn Cup" in line
        assert "is cancelled" in admin("cancel", tournament)
        assert "is over" in admin("cancel", tournament, status=2)
        assert "Tournament not found" in admin("cancel", "nothing", status=2)
