"""Who somebody is: other devices, a lost database, names with a passphrase, being forgotten."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from argon2 import PasswordHasher
from sqlalchemy import text

from tashkalar.server.storage.store import StoreFailed
from tashkalar.server.tables import seats
from tests.clubs import BACKENDS, Proxied, club_site
from tests.serving import Player, Running, play_on, running


@pytest.fixture(scope="module", params=BACKENDS)
def site(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory,
         ) -> Iterator[Proxied]:  # fmt: skip
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
            assert again.json() == {"name": "Ann", "token": token}
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


def test_wrong_passphrases_and_unknown_names_look_alike(site: Running) -> None:
    mia = site.guest("Mia")
    assert protect(mia) == 200
    wrong = sign_in(site, "Mia", "not the passphrase")
    assert wrong == sign_in(site, "Nobody Here") == {**wrong, "error": "unsigned"}


@pytest.mark.parametrize("passphrase", ["", "too short", "x" * 201])
def test_passphrases_have_a_length(site: Running, passphrase: str) -> None:
    assert protect(site.guest("Lea"), passphrase) == 400


def test_of_two_with_one_name_the_first_can_protect_it(site: Running) -> None:
    first, second = site.guest("Kim"), site.guest("Kim")
    assert protect(first) == 200
    assert protect(second) == 409


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
        row = his.expect("table", lambda m: m["table"]["seats"][1]["name"] == "Former player")
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
        said = [m for m in his.seen if m["t"] == "chat"]
        assert [(m["n"], m["text"]) for m in said] == [(1, "who was that?")]
        assert "recipe" not in repr(his.seen)
    assert sign_in(site, "Gilberta")["error"] == "unsigned"


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
    ["H\u0351\u0352\u0353\u0354e", "\u0301", "a\u0301\u0302b\u0301\u0302", "\u3164", "a\u3164",
     "\u2800\u2800", "\u115f", "\u17b4x", "\ufe0f", "A\u20dd\u20dd\u20dd\u20dd"],
)  # fmt: skip
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
