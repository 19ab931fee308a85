"""Guests, making and finding tables, who may see them, who sits there, chat."""

from __future__ import annotations

import gc
import random
from typing import Any

import pytest

from tashkalar import engine
from tashkalar.bots import bot_names
from tashkalar.cards import SCHOOLS
from tashkalar.catalogue import PSEUDO
from tashkalar.rules.forms import FORMS
from tests.brackets import NOTATION, outside
from tests.serving import Running, play_on, running

# --- guests ---


def test_a_guest_needs_only_a_name(site: Running) -> None:
    made = site.http.post("/api/guests", json={"name": "  Zoë   van Dam "})
    assert made.status_code == 201
    assert made.json()["name"] == "Zoë van Dam"
    assert len(made.json()["token"]) >= 43  # 256 bits


@pytest.mark.parametrize(
    "name", ["", "   ", "\u200b\u200b", "a\x00b", "a\x1b[31mb", "x" * 25, "\u202eabc", "a\ud800"]
)
def test_names_that_cannot_be_shown_are_refused(site: Running, name: str) -> None:
    import json

    body = json.dumps({"name": name})
    made = site.http.post("/api/guests", content=body)
    assert made.status_code == 400
    assert made.json()["error"] == "malformed"
    assert made.json()["reason"]


def test_a_guest_can_change_the_name(site: Running) -> None:
    ann = site.guest("Ann")
    renamed = site.http.patch("/api/guests", json={"name": "Anna"}, headers=ann.headers)
    assert renamed.json()["name"] == "Anna"
    made = ann.table("me", "random")
    assert ann.get(f"/api/tables/{made['table']}").json()["seats"][0]["name"] == "Anna"


def test_a_token_is_never_stored(site: Running) -> None:
    ann = site.guest("Ann")
    ann.table("me", "open")
    found = site.worker.store.engine.connect().exec_driver_sql(
        "select owner from guests union select owner from seats union select maker from tables"
        " union select body from events union select sitting from tables"
    )
    assert all(ann.token not in (row or "") for row in found.scalars())


def test_without_a_token_nothing_is_made(site: Running) -> None:
    seats = [{"kind": "me"}, {"kind": "open"}]
    for headers in ({}, {"Authorization": "Bearer nonsense"}, {"Authorization": "Basic eA=="}):
        made = site.http.post("/api/tables", json={"form": "duel", "seats": seats}, headers=headers)
        assert made.status_code == 401
        assert made.json()["error"] == "unsigned"


# --- making tables ---


@pytest.mark.parametrize(
    "form",
    ["first-game", "high-form", "duel", "melee-3", "melee-4", "team-high-form", "team-duel"],
)
def test_every_form_can_be_played_to_the_end(site: Running, form: str) -> None:
    """A person among bots, all of them playing by chance."""
    seats = next(f["seats"] for f in site.http.get("/api/forms").json() if f["id"] == form)
    ann = site.guest()
    made = ann.table("me", *["random"] * (seats - 1), form=form, seed=3)
    with ann.at(made["table"]) as wire:
        wire.shown(0)
        play_on([wire], random.Random(1))
        assert wire.scene is not None
        assert len(wire.scene["result"]["places"]) == seats


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"form": "chess"}, "game mode"),
        ({"seats": [{"kind": "me"}]}, "2 seats"),
        ({"seats": [{"kind": "bot"}, {"kind": "bot"}]}, "person"),
        ({"seats": [{"kind": "me"}, {"kind": "bot", "bot": "nobody"}]}, "Unknown bot"),
        ({"seats": [{"kind": "me"}, {"kind": "sofa"}]}, "seats.1"),
        (
            {"seats": [{"kind": "me", "school": "sylvan"}, {"kind": "bot", "school": "sylvan"}]},
            "a different school",
        ),
        ({"seats": [{"kind": "me", "school": "mud"}, {"kind": "bot"}]}, "Unknown school"),
        ({"seed": -1}, "seed"),
        ({"seed": 1 << 64}, "seed"),
        ({"clock": {"kind": "move", "seconds": 1}}, "seconds"),
        ({"clock": {"kind": "days", "days": 1000}}, "days"),
        ({"clock": {"kind": "hourglass"}}, "clock"),
        ({"name": "x" * 100}, "name"),
        ({"name": "a\x07"}, "control"),
    ],
)
def test_a_table_that_cannot_be_is_refused(
    site: Running, change: dict[str, Any], reason: str
) -> None:
    setup = {"form": "duel", "seats": [{"kind": "me"}, {"kind": "bot"}], **change}
    made = site.guest().post("/api/tables", setup)
    assert made.status_code == 400
    assert reason in made.json()["reason"]


# What is right is listed as programs write it, and what was wrong is quoted.
IDS = (*FORMS, *SCHOOLS, *bot_names(), "chess", "nobody", "mud")


@pytest.mark.parametrize(
    "change",
    [
        {"form": "chess"},
        {"seats": [{"kind": "me"}]},
        {"seats": [{"kind": "bot"}, {"kind": "bot"}]},
        {"seats": [{"kind": "me"}, {"kind": "bot", "bot": "nobody"}]},
        {"seats": [{"kind": "me", "school": "sylvan"}, {"kind": "bot", "school": "sylvan"}]},
        {"seats": [{"kind": "me", "school": "mud"}, {"kind": "bot"}]},
        {"form": "first-game", "seats": [{"kind": "me", "school": "sylvan"}, {"kind": "bot"}]},
        {"seed": -1},
        {"clock": {"kind": "move", "seconds": 1}},
        {"clock": {"kind": "total", "seconds": 60, "increment": -1}},
        {"clock": {"kind": "days", "days": 1000}},
        {"name": "x" * 100},
    ],
)
def test_why_a_table_cannot_be_is_told_in_the_readers_language(
    site: Running, change: dict[str, Any]
) -> None:
    ann = site.guest()
    ann.headers["Accept-Language"] = PSEUDO
    setup = {"form": "duel", "seats": [{"kind": "me"}, {"kind": "bot"}], **change}
    reason = ann.post("/api/tables", setup).json()["reason"]
    assert "⟦" in reason
    assert outside(reason, *IDS) == []


def test_what_cannot_be_read_is_told_in_the_readers_language(site: Running) -> None:
    """The place and the mistake are for programs."""
    ann = site.guest()
    ann.headers["Accept-Language"] = PSEUDO
    for answer in (ann.post("/api/tables", {"form": 1}), ann.get("/api/nothing")):
        assert answer.json()["reason"].startswith("⟦")
    made = ann.table("me", "random")
    with ann.at(made["table"], lang=PSEUDO) as wire:
        scene = wire.my_turn()
        refused = wire.ask(t="choose", seq=scene["seq"], choice="what a choice")
        assert refused["error"] == "illegal"
        why = wire.ask(t="why", choice="what a choice")
        assert why["text"] == refused["reason"]
        assert outside(why["text"], "what", "a", "choice", *NOTATION) == []
        wire.send(t="nonsense")
        assert wire.expect("refused")["reason"].startswith("⟦")


def test_schools_are_as_wished_or_drawn(site: Running) -> None:
    ann = site.guest()
    seats = [{"kind": "me"}, {"kind": "bot", "school": "highland"}]
    for seed in range(8):
        made = ann.post("/api/tables", {"form": "duel", "seats": seats, "seed": seed}).json()
        row = ann.get(f"/api/tables/{made['table']}").json()
        assert row["seats"][1]["school"] == "highland"
        assert row["seats"][0]["school"] != "highland"
    first = ann.table("me", "random", form="first-game")
    row = ann.get(f"/api/tables/{first['table']}").json()
    assert {seat["school"] for seat in row["seats"]} == {"northern_imperial", "southern_imperial"}


def test_who_makes_a_table_for_others_does_not_choose_the_cards(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    with running(tmp_path_factory.mktemp("seeds"), chosen_seeds=False) as site:
        ann = site.guest()
        seats = [{"kind": "me"}, {"kind": "open"}]
        made = ann.post("/api/tables", {"form": "duel", "seats": seats, "seed": 1})
        assert made.json()["error"] == "chosen_seed"
        assert ann.table("me", "random", seed=1)


def test_only_so_many_unfinished_tables(tmp_path_factory: pytest.TempPathFactory) -> None:
    with running(tmp_path_factory.mktemp("many"), tables=3) as site:
        ann = site.guest()
        for _ in range(3):
            ann.table("me", "open")
        setup = {"form": "duel", "seats": [{"kind": "me"}, {"kind": "open"}]}
        refused = ann.post("/api/tables", setup)
        assert refused.json()["error"] == "too_many_tables"
        assert site.guest("Ben").post("/api/tables", setup).status_code == 201


# --- finding and joining ---


def test_public_tables_are_listed_until_they_are_full(site: Running) -> None:
    ann, ben = site.guest("Ann"), site.guest("Ben")
    made = ann.table("me", "open", public=True)
    private = ann.table("me", "open")

    def listed(state: str) -> dict[str, Any]:
        return {row["table"]: row for row in ben.get(f"/api/tables?state={state}").json()}

    assert made["table"] in listed("open")
    assert private["table"] not in listed("open")
    assert listed("open")[made["table"]]["invite"] is None
    row = ben.join(made["table"])
    assert row["state"] == "running"
    assert row["yours"] == [1]
    assert made["table"] not in listed("open")
    assert listed("running")[made["table"]]["your_turn"]
    mine = [row["table"] for row in ann.get("/api/mine").json()]
    assert set(mine) >= {made["table"], private["table"]}
    assert ann.get("/api/mine").json()[0]["invite"]


def test_a_private_table_is_as_if_it_were_not_there(site: Running) -> None:
    ann, eve = site.guest("Ann"), site.guest("Eve")
    made = ann.table("me", "open")
    table = made["table"]
    answers = []
    for wanted in (table, "nosuchtable"):
        for invite in ("", "?invite=wrong"):
            answers.append(eve.get(f"/api/tables/{wanted}{invite}"))
            answers.append(eve.get(f"/api/tables/{wanted}/record{invite}"))
        answers.append(eve.post(f"/api/tables/{wanted}/join", {"invite": "wrong"}))
        answers.append(eve.post(f"/api/tables/{wanted}/leave"))
        answers.append(eve.post(f"/api/tables/{wanted}/rematch"))
    assert {(answer.status_code, answer.text) for answer in answers} == {(404, answers[0].text)}
    for wanted in (table, "nosuchtable"):
        wire = eve.at(wanted, invite="wrong")
        assert wire.receive() == {
            "t": "bye",
            "reason": "unknown",
            "words": answers[0].json()["reason"],
            "passing": False,
        }
        assert wire.closed() == 1008


def test_an_invitation_opens_a_private_table(site: Running) -> None:
    ann, ben = site.guest("Ann"), site.guest("Ben")
    made = ann.table("me", "open")
    assert ben.get(f"/api/tables/{made['table']}?invite={made['invite']}").status_code == 200
    with ann.at(made["table"]) as wire:
        welcome = wire.expect("welcome")
        assert welcome["table"]["state"] == "open"
        assert welcome["you"] == [0]
        ben.join(made["table"], made["invite"])
        started = wire.expect("table", lambda m: m["table"]["state"] == "running")
        assert [seat["name"] for seat in started["table"]["seats"]] == ["Ann", "Ben"]
        assert wire.shown(1)["state"] == "running"


def test_a_seat_is_taken_once(site: Running) -> None:
    ann, ben, cid = site.guest("Ann"), site.guest("Ben"), site.guest("Cid")
    made = ann.table("me", "open", "open", form="melee-3")
    table, invite = made["table"], made["invite"]
    assert ben.join(table, invite, seat=2)["yours"] == [2]
    assert ben.join(table, invite)["yours"] == [2]  # already there
    taken = cid.post(f"/api/tables/{table}/join", {"invite": invite, "seat": 2})
    assert (taken.status_code, taken.json()["error"]) == (409, "taken")
    assert cid.join(table, invite)["yours"] == [1]
    late = site.guest("Dan").post(f"/api/tables/{table}/join", {"invite": invite})
    assert late.json()["error"] == "taken"


def test_leaving_before_the_game_frees_the_seat(site: Running) -> None:
    ann, ben = site.guest("Ann"), site.guest("Ben")
    made = ann.table("me", "open", "open", form="melee-3")
    ben.join(made["table"], made["invite"])
    left = ben.post(f"/api/tables/{made['table']}/leave").json()
    assert [seat["kind"] for seat in left["seats"]] == ["human", "open", "open"]


def test_spectators_come_only_where_they_are_allowed(site: Running) -> None:
    ann, eve = site.guest("Ann"), site.guest("Eve")
    closed = ann.table("me", "random", spectators=False, public=True)
    wire = eve.at(closed["table"], invite=closed["invite"])
    assert wire.receive()["reason"] == "no_spectators"
    for path in ("", "/record"):  # at a private one, who is not invited hears of nothing
        private = ann.table("me", "random", spectators=False)["table"]
        assert eve.get(f"/api/tables/{private}{path}").json()["error"] == "unknown"
    open_one = ann.table("me", "random", public=True)
    with site.at(open_one["table"]) as spectator:
        welcome = spectator.expect("welcome")
        assert welcome["spectator"]
        assert welcome["you"] == []
        assert welcome["table"]["invite"] is None
        scene = spectator.shown(0)
        assert scene["you"] is None
        assert scene["hand"] == []
        assert scene["question"] is None


def test_the_address_alone_shows_a_game_but_offers_no_seat(site: Running) -> None:
    ann, ben, eve = site.guest("Ann"), site.guest("Ben"), site.guest("Eve")
    for spectators in (True, False):
        made = ann.table("me", "open", spectators=spectators)
        table = made["table"]

        def seen(table: str = table) -> list[str]:
            """What the list, the record and the board say to who has nothing but the address."""
            with eve.at(table) as wire:
                first = wire.receive()
            board = first["t"] if first["t"] == "welcome" else first["reason"]
            paths = (f"/api/tables/{table}", f"/api/tables/{table}/record")
            answers = [eve.get(path) for path in paths]
            return [*(a.json()["error"] if a.is_error else "shown" for a in answers), board]

        assert seen() == ["unknown"] * 3
        taken = eve.post(f"/api/tables/{table}/join", {})
        assert taken.json()["error"] == "unknown"
        ben.join(table, made["invite"])
        watched = ["shown", "shown", "welcome"] if spectators else ["unknown"] * 3
        assert seen() == watched
        taken = eve.post(f"/api/tables/{table}/join", {})
        assert taken.json()["error"] == ("taken" if spectators else "unknown")
        with ann.at(table) as wire:
            wire.ask(t="resign")
        assert seen() == ["shown", "shown", "welcome"]
        assert eve.get(f"/api/tables/{table}").json()["invite"] is None


def test_tables_that_are_not_in_memory_are_derived_again(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    with running(tmp_path_factory.mktemp("few"), cached_tables=1) as site:
        ann = site.guest()
        made = [ann.table("me", "hotseat", seed=n)["table"] for n in range(5)]
        boards = []
        for table in made:
            with ann.at(table) as wire:
                play_on([wire], random.Random(table), 30)
                boards.append(wire.shown(0)["board"])
        for table, board in zip(made, boards, strict=True):
            with ann.at(table) as wire:
                assert wire.shown(0)["board"] == board
                play_on([wire], random.Random(table), 3)
        gc.collect()
        assert len(site.worker.tables.alive()) < len(made)


# --- what never changes ---


def test_cards_forms_bots_and_texts(site: Running) -> None:
    cards = site.http.get("/api/cards")
    assert len(cards.json()["cards"]) > 80
    again = site.http.get("/api/cards", headers={"If-None-Match": cards.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert [bot["id"] for bot in site.http.get("/api/bots").json()][:2] == ["random", "novice"]
    texts = site.http.get("/api/texts").json()
    assert (texts["language"], texts["samples"]) == ("en", [1, 0])
    assert texts["texts"]["server.refused.stale"]
    assert site.http.get("/api/texts?lang=xx").json() == texts  # what a language lacks is English
    assert site.http.get("/api/texts?lang=../../etc").json() == texts
    assert site.http.get("/api/cards?lang=../../etc").json() == cards.json()


def test_the_language_is_that_of_the_reader(site: Running) -> None:
    """By the address, else by what the browser accepts; refusals and websockets likewise."""
    wanted = {"Accept-Language": f"tlh, en;q=0.5, {PSEUDO};q=0.9"}
    assert site.http.get("/api/texts", headers=wanted).json()["language"] == PSEUDO
    assert site.http.get("/api/texts?lang=en", headers=wanted).json()["language"] == "en"
    for path in (f"/api/forms?lang={PSEUDO}", f"/api/bots?lang={PSEUDO}"):
        assert all(row["name"].startswith("⟦") for row in site.http.get(path).json())
    assert site.http.get("/api/cards", headers=wanted).json()["cards"][0]["name"].startswith("⟦")
    refused = [
        site.http.get("/api/mine", headers=wanted),
        site.http.post("/api/guests", json={"name": "x" * 99}, headers=wanted),
        site.http.post(
            "/api/guests", json={"name": "x"}, headers=wanted | {"Origin": "http://else.example"}
        ),
    ]
    for answer in refused:
        assert answer.status_code in (400, 401, 403)
        assert outside(answer.json()["reason"]) == [], answer.json()
    ann = site.guest()
    made = ann.table("me", "novice")
    with ann.at(made["table"], lang=PSEUDO) as wire:
        assert [seat["name"] for seat in wire.shown(0)["seats"]] == ["Ann", "⟦Novice⟧"]
        assert wire.ask(t="undo", seq=0)["reason"].startswith("⟦")
    with site.at("nowhere", lang=PSEUDO) as wire:
        assert wire.expect("bye")["words"].startswith("⟦")


def test_health_metrics_and_the_manual(site: Running) -> None:
    told = site.http.get("/health").json()
    assert (told["status"], told["engine"]) == ("ok", engine.in_use())
    assert "tashkalar_events_total" in site.http.get("/metrics").text
    paths = site.http.get("/api/openapi.json").json()["paths"]
    assert "/api/tables/{table}/join" in paths
    manual = site.http.get("/api/docs").text
    assert all(path in manual for path in paths)
    assert "<script" not in manual
