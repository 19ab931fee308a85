"""Other players: who they are, and muting, blocking and reporting them."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from typer.testing import CliRunner

from tashkalar.server.storage import avoided
from tashkalar.terminal.app import app
from tests.clubs import BACKENDS, Club, club, servers
from tests.rated import guest_id
from tests.serving import Message, Player, Running


@pytest.fixture(scope="module", params=BACKENDS)
def own(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Club]:
    folder = tmp_path_factory.mktemp("company")
    with servers(request.param, folder) as settings:
        yield club(settings, folder)


@pytest.fixture(scope="module")
def sites(own: Club) -> Iterator[list[Running]]:
    with own.open(reports=1e6, tournaments="players", listed=100) as found:
        yield found


def put(player: Player, other: str, kind: str | None) -> int:
    answer = player.site.http.put(
        f"/api/people/{other}", json={"kind": kind}, headers=player.headers
    )
    return answer.status_code


def both(sites: list[Running], *names: str) -> list[Player]:
    return [sites[n % len(sites)].guest(name) for n, name in enumerate(names)]


def test_a_public_id_is_the_same_everywhere_and_opens_nothing(sites: list[Running]) -> None:
    ann, ben = both(sites, "Ann", "Ben")
    known = guest_id(ann)
    assert known == guest_id(ann) != guest_id(ben)
    row = sites[-1].http.get(f"/api/people/{known}").json()
    assert (row["name"], row["you"], row["ratings"]) == ("Ann", False, [])
    assert ann.get(f"/api/people/{known}").json()["you"]
    assert sites[0].http.get("/api/people/nobodyatall").status_code == 404
    assert (
        sites[0].http.get("/api/guests", headers={"Authorization": f"Bearer {known}"}).status_code
        == 401
    )


def test_chat_says_who_spoke(sites: list[Running]) -> None:
    ann, ben = both(sites, "Ann", "Ben")
    table = ann.table("me", "random", seed=3)["table"]
    with ann.at(table) as player, ben.at(table) as watcher:
        player.shown(0)
        watcher.shown(0)
        assert watcher.ask(t="chat", text="hello")["t"] == "ack"
        assert player.expect("chat")["guest"] == guest_id(ben)


def test_muting_and_blocking_can_be_listed_and_ended(sites: list[Running]) -> None:
    ann, ben, cat = both(sites, "Ann", "Ben", "Cat")
    assert put(ann, guest_id(ben), "mute") == 204
    assert put(ann, guest_id(cat), "block") == 204
    listed = {row["name"]: row["kind"] for row in ann.get("/api/people").json()}
    assert listed == {"Ben": "mute", "Cat": "block"}
    assert put(ann, guest_id(ben), "block") == 204
    assert ann.get(f"/api/people/{guest_id(ben)}").json()["avoided"] == "block"
    assert ben.get(f"/api/people/{guest_id(ann)}").json()["avoided"] is None
    assert put(ann, guest_id(ben), None) == 204
    assert [row["name"] for row in ann.get("/api/people").json()] == ["Cat"]
    assert put(ann, guest_id(ann), "mute") == 400
    assert put(ann, guest_id(ben), "hate") == 400
    assert sites[0].http.get("/api/people").status_code == 401


def test_those_who_block_do_not_sit_together(sites: list[Running]) -> None:
    ann, ben, cat = both(sites, "Ann", "Ben", "Cat")
    open_table = ann.table("me", "open", public=True)["table"]

    def listed(player: Player) -> bool:
        return open_table in player.get("/api/tables?state=open").text

    def joining(player: Player, table: str) -> tuple[int, str]:
        answer = player.post(f"/api/tables/{table}/join", {})
        return answer.status_code, answer.json().get("reason", "")

    assert listed(ben)
    put(ann, guest_id(ben), "block")
    assert not listed(ben)
    assert listed(cat)
    assert joining(ben, open_table) == (403, "You cannot take part here.")
    # The other way round, too: nobody has to sit down with whom they have blocked.
    theirs = ben.table("me", "open", public=True)["table"]
    assert joining(ann, theirs)[1] == "A player whom you have blocked takes part here."
    put(ann, guest_id(ben), "mute")
    assert joining(ben, open_table)[0] == 200


def test_those_who_block_do_not_sit_together_though_they_come_at_once(sites: list[Running]) -> None:
    kim, ann, ben = both(sites, "Kim", "Ann", "Ben")
    put(ann, guest_id(ben), "block")
    with ThreadPoolExecutor(2) as together:
        for _ in range(6):
            made = kim.table("me", "open", "open", form="melee-3")

            def join(player: Player, made: Message = made) -> int:
                path, body = f"/api/tables/{made['table']}/join", {"invite": made["invite"]}
                return player.post(path, body).status_code

            # Who is a moment behind finds the seat taken, or who is there.
            assert sorted(together.map(join, (ann, ben))) in ([200, 403], [200, 409])


def test_nobody_is_taken_to_a_rematch_or_a_tournament_of_who_blocks_them(
    sites: list[Running],
) -> None:
    ann, ben = both(sites, "Ann", "Ben")
    made = ann.table("me", "open", seed=3)
    ben.join(made["table"], made["invite"])
    with ben.at(made["table"]) as wire:
        wire.shown(1)
        wire.ask(t="resign")
    put(ann, guest_id(ben), "block")
    assert ben.post(f"/api/tables/{made['table']}/rematch").json()["error"] == "not_welcome"
    clock = {"kind": "days", "days": 1}
    cup = ann.post("/api/tournaments", {"name": "Cup", "kind": "swiss", "clock": clock}).json()
    entered = ben.post(f"/api/tournaments/{cup['tournament']}/enter")
    assert entered.json()["error"] == "not_welcome"


def test_nobody_takes_two_who_block_each_other_to_a_rematch(sites: list[Running]) -> None:
    ann, ben, cat = both(sites, "Ann", "Ben", "Cat")
    made = ann.table("me", "open", "open", "random", form="team-duel", seed=3)
    for player in (ben, cat):
        player.join(made["table"], made["invite"])
    for player in (ann, cat):
        with player.at(made["table"]) as wire:
            wire.shown(2)
            wire.ask(t="resign")
    path = f"/api/tables/{made['table']}/rematch"
    put(ben, guest_id(cat), "block")
    refused = ann.post(path)
    assert (refused.status_code, refused.json()["error"]) == (403, "not_welcome")
    put(ben, guest_id(cat), None)
    assert ann.post(path).status_code == 200


def test_only_so_many_can_be_avoided(sites: list[Running], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(avoided, "MOST", 1)
    ann, ben, cat = both(sites, "Ann", "Ben", "Cat")
    assert put(ann, guest_id(ben), "mute") == 204
    assert put(ann, guest_id(cat), "mute") == 429
    assert put(ann, guest_id(ben), "block") == 204


def admin(own: Club, *arguments: str) -> str:
    result = CliRunner().invoke(
        app, ["admin", *arguments], env={"TASHKALAR_DATABASE_URL": own.database}
    )
    assert result.exit_code == 0, result.output
    return result.output


def test_a_report_of_a_player_reaches_the_operators(sites: list[Running], own: Club) -> None:
    ann, rude = both(sites, "Ann", "Rude")
    made = ann.table("me", "open", seed=3)
    rude.join(made["table"], made["invite"])
    with rude.at(made["table"]) as wire:
        wire.shown(1)
        wire.ask(t="chat", text="You play badly.")
    body = {"text": "He insults me.", "table": made["table"]}
    path = f"/api/people/{guest_id(rude)}/report"
    assert ann.post(path, body).status_code == 204
    line = next(line for line in admin(own, "reports").splitlines() if "He insults me." in line)
    whole = admin(own, "reports", line.split()[0])
    assert f"player: Rude ({guest_id(rude)})" in whole
    assert f"reported by: Ann ({guest_id(ann)})" in whole
    assert "said 0: You play badly." in whole
    # Nobody puts words into the mouth of another; what was said long ago is found, too.
    with rude.at(made["table"]) as wire, ann.at(made["table"]) as other:
        wire.shown(1)
        other.shown(1)
        assert wire.ask(t="chat", text="Once.\nsaid 7: Twice.")["t"] == "ack"
        own.sql(
            "insert into chat (table_id, n, at, name, text, owner) "
            "select table_id, 100 + n, at, 'Ann', 'well', 'x' from chat where table_id = :table",
            table=made["table"],
        )
        for n in range(9):
            own.sql(
                "insert into chat (table_id, n, at, name, text, owner) select table_id, "
                "n + 200 * :step, at, 'Ann', 'well', 'x' from chat where table_id = :table "
                "and n >= 100",
                table=made["table"],
                step=2**n,
            )
    forged = {**body, "text": "He swears.\n\nsaid 3: I cheat."}
    assert ann.post(path, forged).status_code == 204
    line = next(line for line in admin(own, "reports").splitlines() if "He swears." in line)
    whole = admin(own, "reports", line.split()[0])
    told = [line for line in whole.splitlines() if line.startswith("said ")]
    assert told == ["said 0: You play badly.", "said 1: Once.", "said 1: said 7: Twice."]
    assert "report: said 3: I cheat." in whole
    assert "is muted" in admin(own, "mute", guest_id(rude), "--days", "1")
    # Words are needed; of a table where one may not look nothing is told; oneself is not reported.
    assert ann.post(path, {"text": " "}).status_code == 400
    hidden = rude.table("me", "random", seed=3, spectators=False)["table"]
    assert ann.post(path, {"text": "x", "table": hidden}).status_code in (403, 404)
    assert rude.post(path, {"text": "x"}).status_code == 400
    assert sites[0].http.post(path, json=body).status_code == 401


def test_who_is_forgotten_is_avoided_and_reported_no_more(sites: list[Running], own: Club) -> None:
    ann, gil = both(sites, "Ann", "Gilbert")
    put(ann, guest_id(gil), "block")
    put(gil, guest_id(ann), "mute")
    ann.post(f"/api/people/{guest_id(gil)}/report", {"text": "Gilbert did it."})
    assert "Gilbert did it." in admin(own, "reports")
    assert sites[0].http.delete("/api/guests", headers=gil.headers).status_code == 204
    assert ann.get("/api/people").json() == []
    assert "Gilbert did it." not in admin(own, "reports")
    assert own.sql(
        "select count(*) from avoided where kind = 'mute' and at > 0 "
        "and owner not in (select owner from guests)"
    ) == [(0,)]
