"""Who somebody is: other devices, a lost database, names with a passphrase, being forgotten."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from argon2 import PasswordHasher
from sqlalchemy import Connection, text

from tashkalar.server.storage import people
from tashkalar.server.storage.store import StoreFailed
from tashkalar.server.tables import leaving, registry, seats, table
from tashkalar.server.tables.service import TableService
from tashkalar.server.tables.table import Table
from tests.clubs import BACKENDS, Proxied, club_site
from tests.finished import played, stored
from tests.rated import hasty
from tests.serving import Player, Running, eventually, play_on, running


@pytest.fixture(scope="module", params=BACKENDS)
def site(
    request: pytest.FixtureRequest,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Proxied]:
    """Servers with names, on either database; hashing takes no time."""
    folder = tmp_path_factory.mktemp("identity")
    with club_site(request.param, folder, names=True, secrets=1e6) as found:
        for site in found.workers:
            site.worker.accounts._hasher = PasswordHasher(1, 8, 1)
        yield found


def whoever(site: Running, answer: object) -> Player:
    assert isinstance(answer, dict), answer
    return Player(site, answer["token"], answer["name"])


# --- to another device ---


def test_a_code_takes_the_seats_to_another_device(site: Running) -> None:
    ann, ben = site.guest("Ann"), site.guest("Ben")
    made = ann.table("me", "open", seed=3)
    ben.join(made["table"], made["invite"])
    offered = ann.post("/api/transfer").json()
    spaced = f"{offered['code'][:4]} {offered['code'][4:8].upper()}-{offered['code'][8:]}"
    taken = site.http.post("/api/transfer/take", json={"code": spaced})
    assert taken.status_code == 201
    phone = whoever(site, taken.json())
    assert phone.name == "Ann"
    assert phone.token != ann.token
    # Both play on; each sees what the other does.
    with (
        ann.at(made["table"]) as desk,
        phone.at(made["table"]) as pocket,
        ben.at(made["table"]) as other,
    ):
        for wire in (desk, pocket, other):
            wire.shown(1)
        assert desk.shown(1)["you"] == pocket.shown(1)["you"] == 0
        play_on([pocket, other], random.Random(1), 6)
        assert desk.shown(7)["board"] == pocket.shown(7)["board"]
    assert [row["table"] for row in phone.get("/api/mine").json()] == [made["table"]]


def test_a_code_works_once_and_not_for_long(site: Running) -> None:
    ann = site.guest("Ann")
    first = ann.post("/api/transfer").json()["code"]
    second = ann.post("/api/transfer").json()["code"]

    def take(code: str) -> httpx.Response:
        return site.http.post("/api/transfer/take", json={"code": code})

    assert take(first).json()["error"] == "bad_code"  # void since there is a newer one
    assert take(second).status_code == 201
    assert take(second).json()["error"] == "bad_code"
    late = ann.post("/api/transfer").json()
    assert late["until"] == site.clock() + 15 * 60_000
    site.clock.advance(15 * 60)
    assert take(late["code"]).json()["error"] == "bad_code"
    for nonsense in ("", "x" * 500, "\x00", "%27"):
        assert take(nonsense).status_code in (400, 409)


def test_codes_cannot_be_tried_out(tmp_path: Path) -> None:
    with running(tmp_path, secrets=0.0001) as site:
        answers = [
            site.http.post("/api/transfer/take", json={"code": str(n)}).json()["error"]
            for n in range(12)
        ]
    assert answers == ["bad_code"] * 10 + ["rate"] * 2


def test_the_link_of_a_code_keeps_it_from_the_server(site: Running) -> None:
    """What follows # is never sent; nothing that a proxy writes down opens a seat."""
    offered = site.guest().post("/api/transfer").json()
    link = offered["invitation"]["link"]
    assert link == f"http://{site.address}/me#{offered['code']}"
    assert offered["invitation"]["local"]
    assert offered["invitation"]["size"] >= 21


# --- a lost database ---


def test_a_database_that_comes_back_knows_who_played(tmp_path: Path) -> None:
    """The browser keeps its token: another database learns it, the first one still knows it."""
    with running(tmp_path, database_url=f"sqlite:///{tmp_path / 'first.sqlite'}") as site:
        ann = site.guest("Ann")
        table = ann.table("me", "open")["table"]
        phone = ann.post("/api/transfer").json()["code"]
        phone = site.http.post("/api/transfer/take", json={"code": phone}).json()["token"]
    with running(tmp_path, database_url=f"sqlite:///{tmp_path / 'wrong.sqlite'}") as site:
        for token in (ann.token, phone):
            here = Player(site, token, "Ann")
            assert here.get("/api/mine").status_code == 401
            again = here.post("/api/guests", {"name": "Ann"})
            assert again.json().items() >= {"name": "Ann", "token": token}.items()
            assert here.get("/api/mine").json() == []
            assert here.table("me", "open")
    with running(tmp_path, database_url=f"sqlite:///{tmp_path / 'first.sqlite'}") as site:
        for token in (ann.token, phone):
            mine = Player(site, token, "Ann").get("/api/mine").json()
            assert [row["table"] for row in mine] == [table]


def test_nobody_chooses_a_weak_token(site: Running) -> None:
    for token in ("secret", "a" * 42, "é" * 43, "a" * 4000):
        asked = site.http.post(
            "/api/guests",
            json={"name": "Ann"},
            headers=[(b"Authorization", f"Bearer {token}".encode())],
        )
        assert asked.status_code == 401, token
        assert asked.json()["error"] == "unsigned"


# --- names with a passphrase ---

PHRASE = "three lime trees by the river"


def protect(player: Player, passphrase: str = PHRASE) -> int:
    answer = player.site.http.put(
        "/api/names", json={"passphrase": passphrase}, headers=player.headers
    )
    return answer.status_code


def sign_in(site: Running, name: str, passphrase: str = PHRASE) -> dict[str, str]:
    body = {"name": name, "passphrase": passphrase}
    found: dict[str, str] = site.http.post("/api/names", json=body).json()
    return found


def test_a_protected_name_is_nobody_elses(site: Running) -> None:
    zoe = site.guest("Zoë Red")
    assert not zoe.get("/api/guests").json()["protected"]
    assert protect(zoe) == 200
    assert zoe.get("/api/guests").json() == {"name": "Zoë Red", "protected": True}
    table = zoe.table("me", "open")["table"]
    for name in ("Zoë Red", "zoëred", "ZOE\u0308 RED", "Ｚoë Red"):
        refused = site.http.post("/api/guests", json={"name": name})
        assert refused.json()["error"] == "taken", name
        other = site.guest("Other")
        body = {"name": name}
        assert site.http.patch("/api/guests", json=body, headers=other.headers).status_code == 409
    again = whoever(site, sign_in(site, "zoë red"))
    assert [row["table"] for row in again.get("/api/mine").json()] == [table]
    # The passphrase can be changed; then only the new one lets in.
    assert protect(again, "four lime trees by the river") == 200
    assert sign_in(site, "Zoë Red")["error"] == "unsigned"
    assert "token" in sign_in(site, "Zoë Red", "four lime trees by the river")


def test_nobody_sits_or_speaks_under_the_name_of_another(site: Running) -> None:
    early, ida, eve = site.guest("Ida"), site.guest("Ida"), site.guest("Eve")
    before = early.table("me", "open", public=True, seed=3)
    eve.join(before["table"])
    assert protect(ida) == 200
    other = ida.table("me", "open", public=True)["table"]

    def seated(player: Player, **seat: str) -> tuple[int, str]:
        wanted = [{"kind": "me"}, seat] if seat["kind"] != "me" else [seat, {"kind": "open"}]
        answer = player.post("/api/tables", {"form": "duel", "seats": wanted, "public": True})
        return answer.status_code, answer.json().get("error", "")

    for kind in ("hotseat", "bot"):
        assert seated(eve, kind=kind, name="i D a") == (409, "taken")
        assert seated(ida, kind=kind, name="Ida") == (201, "")
        assert seated(eve, kind=kind, name="Ivo") == (201, "")
    assert seated(eve, kind="me", name="Ivo") == (400, "malformed")
    # Who was called so before takes another name, wherever others would be misled.
    assert seated(early, kind="me")[1] == "taken"
    assert early.post(f"/api/tables/{other}/join").json()["error"] == "taken"
    with early.at(before["table"]) as wire, eve.at(before["table"]) as heard:
        wire.shown(1)
        assert wire.ask(t="chat", text="It is me, Ida.")["error"] == "taken"
        assert wire.ask(t="resign")["t"] == "ack"
        assert eve.post(f"/api/tables/{before['table']}/rematch").json()["error"] == "taken"
        named = site.http.patch("/api/guests", json={"name": "Isa"}, headers=early.headers)
        assert named.status_code == 200
        assert wire.ask(t="chat", text="Hello")["t"] == "ack"
        assert heard.expect("chat")["name"] == "Isa"
    again = eve.post(f"/api/tables/{before['table']}/rematch").json()["table"]
    row = eve.get(f"/api/tables/{again}").json()
    assert {seat["name"] for seat in row["seats"]} == {"Isa", "Eve"}


def test_wrong_passphrases_and_unknown_names_look_alike(site: Running) -> None:
    mia = site.guest("Mia")
    assert protect(mia) == 200
    wrong = sign_in(site, "Mia", "not the passphrase")
    assert wrong == sign_in(site, "Nobody Here") == {**wrong, "error": "unsigned"}


def test_nobody_is_locked_out_by_others_who_guess(tmp_path: Path) -> None:
    with running(tmp_path, names=True, secrets=0.0001) as site:
        hasty(site)
        mia = site.guest("Mia")
        assert protect(mia) == 200

        def tried(host: str, name: str, passphrase: str) -> int:
            body, known = {"name": name, "passphrase": passphrase}, {"X-Forwarded-For": host}
            return site.http.post("/api/names", json=body, headers=known).status_code

        guessed = [tried("198.51.100.7", "Mia", "open sesame") for _ in range(12)]
        assert guessed == [401] * 10 + [429] * 2
        # Others sign in, and as often as they like: only wrong passphrases count.
        assert {tried("203.0.113.5", "MIA", PHRASE) for _ in range(15)} == {201}
        assert tried("203.0.113.5", "M" * 10_000, PHRASE) == 401
        limits = site.worker.limits  # type: ignore[attr-defined]
        assert max(map(len, [*limits.names._buckets, *limits.guesses._buckets])) < 120


@pytest.mark.parametrize("passphrase", ["", "too short", "x" * 201])
def test_passphrases_have_a_length(site: Running, passphrase: str) -> None:
    assert protect(site.guest("Lea"), passphrase) == 400


def test_of_two_with_one_name_the_first_can_protect_it(site: Running) -> None:
    first, second = site.guest("Kim"), site.guest("Kim")
    assert protect(first) == 200
    assert protect(second) == 409


def test_who_is_too_late_for_a_name_keeps_the_one_before(
    site: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    una, uma = site.guest("Una"), site.guest("Uma")
    assert protect(una) == 200
    assert protect(uma) == 200
    site.everywhere(lambda worker: called(worker, seats.hashed(una.token), "Uma"))
    looked: list[str] = []
    real = people.account

    def late(c: Connection, folded: str) -> people.Account | None:
        """The first look is before somebody else has the name."""
        looked.append(folded)
        return real(c, folded) if len(looked) > 1 else None

    monkeypatch.setattr(people, "account", late)
    assert protect(una) == 409
    assert "token" in sign_in(site, "Una")
    # The longest name there can be, as names are compared.
    assert protect(site.guest("\ufdfa" * 24)) == 200


async def called(worker: TableService, owner: str, name: str) -> None:
    await worker.store.write("", lambda c: people.rename(c, owner, name))
    worker.guests.forget(owner)


def test_of_a_passphrase_only_a_hash_is_kept(site: Running) -> None:
    assert protect(site.guest("Ines")) == 200
    with site.worker.store.engine.connect() as database:
        hashes = database.execute(text("select hash from accounts")).scalars().all()
    assert hashes
    assert all(found.startswith("$argon2id$") and PHRASE not in found for found in hashes)


def test_names_are_protected_only_where_the_club_wants_it(tmp_path: Path) -> None:
    with running(tmp_path) as site:
        assert not site.http.get("/api/house").json()["names"]
        assert protect(site.guest()) == 404
        assert sign_in(site, "Ann")["error"] == "unknown"


# --- being forgotten ---


def every_text(site: Running) -> str:
    """Everything that the database holds."""
    with site.worker.store.engine.connect() as database:
        names = ["guests", "keys", "transfers", "accounts", "tables", "seats", "events", "chat"]
        return repr([database.execute(text(f"select * from {name}")).all() for name in names])


def test_deleting_ones_data_leaves_the_games_to_the_others(site: Running) -> None:
    gil, ben = site.guest("Gilberta"), site.guest("Ben")
    assert protect(gil) == 200
    made = ben.table("me", "open", seed=11)
    table = made["table"]
    gil.join(table, made["invite"])
    over = gil.table("me", "random", seed=2)["table"]
    left = ben.table("me", "open", "open", form="melee-3")
    gil.join(left["table"], left["invite"])
    assert gil.post(f"/api/tables/{left['table']}/leave").status_code == 200
    with gil.at(over) as wire:
        wire.shown(0)
        play_on([wire], random.Random(5))
        record = gil.get(f"/api/tables/{over}/record").text
    with gil.at(table) as hers, ben.at(table) as his:
        for wire in (hers, his):
            wire.shown(1)
        assert hers.ask(t="chat", text="my secret recipe")["t"] == "ack"
        play_on([hers, his], random.Random(3), 5)
        board = his.shown(6)["board"]
        gil.post("/api/transfer")
        gone = site.http.delete("/api/guests", headers=gil.headers)
        assert gone.status_code == 204
        row = his.expect("table", lambda m: m["table"]["seats"][1]["name"] == "Deleted player")
        assert row["table"]["state"] == "running"
    kept = every_text(site)
    owner = seats.hashed(gil.token)
    assert not any(word in kept for word in ("Gilberta", "gilberta", owner, "secret recipe"))
    assert gil.get("/api/mine").status_code == 401
    # From the database it all comes out the same but for the name.
    assert site.http.get(f"/api/tables/{over}/record").text == record
    with ben.at(table) as his:
        assert his.shown(6)["board"] == board
        # What is said next has a number of its own, and whoever has heard the other line hears it.
        assert his.ask(t="chat", text="who was that?")["t"] == "ack"
        while not (said := [m for m in his.seen if m["t"] == "chat"]):
            his.receive()  # what was said so far is read while he speaks
        assert [(m["n"], m["text"]) for m in said] == [(1, "who was that?")]
        assert "recipe" not in repr(his.seen)
    assert sign_in(site, "Gilberta")["error"] == "unsigned"


def test_deleting_ones_data_plays_no_finished_game_again(
    site: Proxied, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(leaving, "_AT_ONCE", 2)
    ray, ben = site.guest("Rayko"), site.guest("Ben")
    over = [stored(site, played("high-form", 5), ray, ben) for _ in range(5)]
    going_on = ray.table("me", "open", seed=3)
    ben.join(going_on["table"], going_on["invite"])
    loaded: list[str] = []

    def load(c: Connection, wanted: str) -> Table | None:
        loaded.append(wanted)
        return table.load(c, wanted)

    monkeypatch.setattr(registry, "load", load)
    assert site.http.delete("/api/guests", headers=ray.headers).status_code == 204
    assert set(loaded) <= {going_on["table"]}
    assert "Rayko" not in every_text(site)
    assert seats.hashed(ray.token) not in every_text(site)

    def names() -> list[str]:
        row = ben.get(f"/api/tables/{going_on['table']}").json()
        return [seat["name"] for seat in row["seats"]]

    eventually(lambda: names() == ["Deleted player", "Ben"])  # news reach the other worker soon
    assert ben.get(f"/api/tables/{over[0]}").json()["seats"][0]["name"] == "Deleted player"


def test_who_was_deleted_while_news_were_missed_is_nobody_everywhere(
    site: Proxied, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, last = site.workers[0], site.workers[-1]
    uri, ben = last.guest("Urielle"), last.guest("Ben")
    made = uri.table("me", "open", seed=3)
    ben.join(made["table"], made["invite"])
    with ben.at(made["table"]) as wire:
        wire.shown(1)
        monkeypatch.setattr(first.worker.fanout, "publish", lambda *_: None)
        assert first.http.delete("/api/guests", headers=uri.headers).status_code == 204
        last.do(lambda: last.worker._heard(None))
        wire.expect("table", lambda m: "Urielle" not in str(m))
    assert uri.get("/api/guests").status_code == 401
    assert "Urielle" not in ben.get(f"/api/tables/{made['table']}").text


def test_who_was_deleted_elsewhere_is_not_named_again(
    site: Proxied, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, last = site.workers[0], site.workers[-1]
    uri, ben = last.guest("Ursuline"), last.guest("Ben")
    over, before = (stored(site, played("high-form", n), uri, ben) for n in (6, 7))
    made = ben.table("me", "open", "open", form="melee-3")
    path = f"/api/tables/{made['table']}/join"
    assert uri.get(f"/api/tables/{before}").status_code == 200
    with uri.at(over) as hers, uri.at(ben.table("me", "random")["table"]) as watching:
        for wire in (hers, watching):
            wire.expect("welcome")
        monkeypatch.setattr(first.worker.fanout, "publish", lambda *_: None)
        assert first.http.delete("/api/guests", headers=uri.headers).status_code == 204
        for wire in (hers, watching):
            assert wire.ask(t="chat", text="still here")["error"] in ("unsigned", "not_yours")
        assert uri.post(path, {"invite": made["invite"]}).json()["error"] == "unsigned"
        body = {"form": "high-form", "seats": [{"kind": "me"}, {"kind": "open"}]}
        assert uri.post("/api/tables", body).json()["error"] == "unsigned"
        assert uri.post(f"/api/tables/{before}/rematch").json()["error"] == "unsigned"
        again = ben.post(f"/api/tables/{over}/rematch")
        if first is not last:  # another worker did it; now that it is known it goes on
            assert again.json()["error"] == "stale"
            again = ben.post(f"/api/tables/{over}/rematch")
    row = ben.get(f"/api/tables/{again.json()['table']}").json()
    assert {seat["name"] for seat in row["seats"]} == {"Deleted player", "Ben"}
    kept = every_text(site)
    assert not any(word in kept for word in ("Ursuline", seats.hashed(uri.token), "still here"))


def test_who_was_deleted_elsewhere_is_unknown_soon_without_news(
    site: Proxied, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, last = site.workers[0], site.workers[-1]
    uri, ben = last.guest("Uri"), last.guest("Ben")
    assert uri.get("/api/guests").json()["name"] == "Uri"
    monkeypatch.setattr(first.worker.fanout, "publish", lambda *_: None)
    renamed = first.http.patch("/api/guests", json={"name": "Benno"}, headers=ben.headers)
    assert renamed.status_code == 200
    assert first.http.delete("/api/guests", headers=uri.headers).status_code == 204
    site.clock.advance(5)
    assert uri.get("/api/guests").status_code == 401
    assert ben.get("/api/guests").json()["name"] == "Benno"


def test_a_token_whose_guest_was_deleted_owns_nothing(site: Running) -> None:
    pia = site.guest("Pia")
    pia.table("me", "open")
    site.http.delete("/api/guests", headers=pia.headers)
    assert pia.post("/api/guests", {"name": "Pia"}).status_code == 201
    assert pia.get("/api/mine").json() == []


# --- passing troubles ---


def test_a_passing_trouble_is_no_farewell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with running(tmp_path, spectators=1) as site:
        ann = site.guest()
        table = ann.table("me", "random")["table"]
        with site.at(table) as watcher, site.at(table) as too_many:
            watcher.expect("welcome")
            assert too_many.expect("bye")["passing"]
        with site.at("nosuchtable") as lost:
            assert not lost.expect("bye")["passing"]

        async def failing(_: object) -> None:
            raise StoreFailed("the disk is full")

        monkeypatch.setattr(site.worker.guests, "owner", failing)
        with ann.at(table) as unlucky:
            bye = unlucky.expect("bye")
            assert (bye["reason"], bye["passing"]) == ("store", True)


# --- names ---


@pytest.mark.parametrize(
    "name",
    [
        "H\u0351\u0352\u0353\u0354e",
        "\u0301",
        "a\u0301\u0302b\u0301\u0302",
        "\u3164",
        "a\u3164",
        "\u2800\u2800",
        "\u115f",
        "\u17b4x",
        "\ufe0f",
        "A\u20dd\u20dd\u20dd\u20dd",
    ],
)
def test_names_that_cover_others_or_show_nothing_are_refused(name: str) -> None:
    with pytest.raises(seats.BadName):
        seats.checked_name(name)


@pytest.mark.parametrize(
    "name",
    [
        "Zoë",
        "Nguyễn Thị Ánh",
        "שָׁלוֹם",
        "สวัสดี",
        "Ахмед",
        "神楽",
        "हिन्दी",
        "O’Brien",
        "☘ 7",
        "मुंबई",
        "جنید",
    ],
)
def test_names_of_people_are_taken(name: str) -> None:
    assert seats.checked_name(name)


def test_chat_cannot_pile_up_marks(site: Running) -> None:
    ann = site.guest()
    with ann.at(ann.table("me", "random")["table"]) as wire:
        refused = wire.ask(t="chat", text="he\u0301\u0302\u0303\u0304\u0305 comes")
        assert refused["error"] == "malformed"
        assert wire.ask(t="chat", text="Zoë: שָׁלוֹם ❤️")["t"] == "ack"


def test_halves_of_characters_are_refused_wherever_they_are_sent(site: Running) -> None:
    """JSON can escape them; no hash, no comparison and no database takes them."""
    ann = site.guest("Ann")
    table = ann.table("me", "open")["table"]
    as_json = {"Content-Type": "application/json"}
    duel = '{"form":"duel","seats":[{"kind":"me"},{"kind":"bot"%s}]}'
    for method, path, body in (
        ("POST", f"/api/tables/{table}/join", r'{"invite":"\ud800"}'),
        ("PUT", "/api/names", r'{"passphrase":"ten letters \uDFFF"}'),
        ("POST", "/api/names", r'{"name":"Ann","passphrase":"ten letters \udfff\ud800"}'),
        ("POST", "/api/names", r'{"name":"\ud800","passphrase":"ten letters"}'),
        ("POST", "/api/transfer/take", r'{"code":"\ud800"}'),
        ("POST", "/api/tables", duel % r',"bot":"\ud800"'),
        ("POST", "/api/tables", duel % r',"school":"\ud800"'),
        ("POST", "/api/tournaments", r'{"name":"Cup","kind":"swiss","form":"\ud800"}'),
    ):
        answer = site.http.request(method, path, content=body, headers={**ann.headers, **as_json})
        assert (answer.status_code, answer.json()["error"]) == (400, "malformed"), body
    # Whole characters may be escaped, and a backslash may stand before anything.
    for typed in (r"Zo\ud83d\ude00", r"Zo\\ud800"):
        made = site.http.post("/api/guests", content=f'{{"name":"{typed}"}}', headers=as_json)
        assert made.status_code == 201, made.text
    assert ann.get("/api/games?until=9999-12-31&since=0001-01-01").json()["count"] == 0
