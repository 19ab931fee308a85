"""Playing over the websocket: orders, duplicates, refusals, reconnecting."""

from __future__ import annotations

import asyncio
import random
import threading

import pytest
from websockets.exceptions import InvalidStatus

from tashkalar import Game, parse_record
from tashkalar.server.storage.store import Job
from tashkalar.server.wire.sockets import Socket
from tests.duels import Duel
from tests.serving import DEADLINE, Running, choices, eventually, play_on


def test_a_whole_game_is_played_and_recorded(site: Running, duel: Duel) -> None:
    play_on([duel.first, duel.second], random.Random(3))
    scene = duel.first.scene
    assert scene is not None
    assert scene["result"]["places"] in ([1, 2], [2, 1], [1, 1])
    record = duel.ann.get(f"/api/tables/{duel.id}/record").text
    game = Game.replay(parse_record(record))
    assert list(game.position.result) == scene["result"]["places"]
    row = duel.ann.get(f"/api/tables/{duel.id}").json()
    assert row["state"] == "over"
    assert row["result"] == scene["result"]["places"]
    assert [entry["n"] for entry in duel.first.log] == list(range(len(game.history)))


def test_the_opponent_sees_a_move_only_when_it_is_stored(site: Running, duel: Duel) -> None:
    duel.start()
    seq = duel.first.my_turn()["seq"]
    duel.first.choose("place e5")
    stored = site.worker.store.engine.connect().exec_driver_sql(
        f"select count(*) from events where table_id = '{duel.id}'"
    )
    assert stored.scalar() == seq + 1
    assert duel.second.shown(seq + 1)["board"] == duel.first.shown(seq + 1)["board"]


def test_a_move_that_is_being_stored_as_its_player_goes_is_shown(
    site: Running, duel: Duel, monkeypatch: pytest.MonkeyPatch
) -> None:
    duel.start()
    seq = duel.first.my_turn()["seq"]
    store, stored, go_on = site.worker.store, threading.Event(), threading.Event()
    write = store.write

    async def slow(about: str, job: Job) -> object:
        found = await write(about, job)
        if about == duel.id:
            stored.set()
            while not go_on.is_set():
                await asyncio.sleep(0)
        return found

    monkeypatch.setattr(store, "write", slow)
    table = site.worker.tables.at_hand(duel.id)
    assert table is not None
    duel.first.send(t="choose", seq=seq, choice="place e5")
    assert stored.wait(DEADLINE)
    (mover,) = (
        w for w in table.watchers if isinstance(w, Socket) and table.course.acting in w.seats
    )
    assert mover._writing is not None
    store.loop.call_soon_threadsafe(mover._writing.cancel)  # as for somebody who does not read
    eventually(lambda: mover not in table.watchers)
    go_on.set()
    assert duel.second.shown(seq + 1)["board"]


def test_a_duplicate_is_acknowledged_again_and_changes_nothing(duel: Duel) -> None:
    duel.start()
    seq = duel.first.my_turn()["seq"]
    first = duel.first.ask(t="choose", seq=seq, choice="place e5")
    again = duel.first.ask(t="choose", seq=seq, choice="place e5")
    differently_written = duel.first.ask(t="choose", seq=seq, choice=" PLACE  E5")
    assert first["t"] == again["t"] == differently_written["t"] == "ack"
    assert first["seq"] == again["seq"] == differently_written["seq"] == seq + 1


def test_a_duplicate_of_the_last_choice_of_a_game_is_acknowledged(duel: Duel) -> None:
    duel.start()
    seq = duel.first.my_turn()["seq"]
    duel.first.choose("place e5")
    duel.second.ask(t="resign")
    assert duel.first.ask(t="choose", seq=seq, choice="place e5")["t"] == "ack"


def test_a_stale_choice_is_refused_and_the_present_state_follows(duel: Duel) -> None:
    duel.start()
    seq = duel.first.my_turn()["seq"]
    duel.first.choose("place e5")
    seen = len(duel.first.seen)
    refused = duel.first.ask(t="choose", seq=seq, choice="place d4")
    assert (refused["t"], refused["error"]) == ("refused", "stale")
    scene = duel.first.expect("scene")["scene"]
    assert scene["seq"] == seq + 1
    assert len(duel.first.seen) > seen


@pytest.mark.parametrize("seq", [-1, 10**6, -(10**12), 10**18])
def test_a_forged_number_is_stale(duel: Duel, seq: int) -> None:
    duel.start()
    before = duel.first.my_turn()["seq"]
    refused = duel.first.ask(t="choose", seq=seq, choice="place e5")
    assert refused["error"] == "stale"
    assert duel.first.ask(t="choose", seq=before, choice="place e5")["seq"] == before + 1


def test_an_illegal_choice_is_refused_with_the_reason_of_the_engine(duel: Duel) -> None:
    duel.start()
    scene = duel.first.my_turn()
    taken = scene["board"][0]["square"]
    refused = duel.first.ask(t="choose", seq=scene["seq"], choice=f"place {taken}")
    assert refused["error"] == "illegal"
    assert taken in refused["reason"]
    nonsense = duel.first.ask(t="choose", seq=scene["seq"], choice="place z99")
    assert nonsense["error"] == "illegal"
    assert duel.first.ask(t="why", choice=f"place {taken}")["text"] == refused["reason"]
    assert "possible" in duel.first.ask(t="why", choice="place e5")["text"]


def test_nobody_plays_for_another_seat(site: Running, duel: Duel) -> None:
    duel.start()
    seq = duel.first.my_turn()["seq"]
    orders = [
        {"t": "choose", "seq": seq, "choice": "place e5"},
        {"t": "undo", "seq": seq},
        {"t": "redo", "seq": seq},
        {"t": "resign", "seat": 0},
        {"t": "look", "seat": 0},
        {"t": "hint"},
        {"t": "offer", "what": "takeback"},
    ]
    stranger = site.guest("Eve")
    with (
        stranger.at(duel.id, invite=duel.invite) as spectator,
        site.at(duel.id, None, invite=duel.invite) as nobody,
    ):
        for order in orders:
            for wire in (duel.second, spectator, nobody):
                if wire is duel.second and order["t"] == "offer":
                    continue
                answer = wire.ask(**order)
                assert answer["t"] == "refused"
                assert answer["error"] in ("not_yours", "not_your_turn", "no_hints")
        assert spectator.ask(t="why", choice="place e5")["error"] == "not_yours"
        assert spectator.ask(t="replace", seat=0, bot="random")["error"] == "not_yours"
        assert spectator.ask(t="answer", what="takeback", yes=True)["t"] == "refused"
    assert duel.first.ask(t="ping")["t"] == "pong"
    assert duel.first.shown(seq)["seq"] == seq


def test_resigning_ends_the_game(duel: Duel) -> None:
    duel.start()
    over = duel.second.shown(duel.second.ask(t="resign")["seq"])
    assert over["state"] == "over"
    assert over["result"]["places"] == [1, 2]
    assert over["result"]["reason"] == "resigned"
    assert duel.first.shown(over["seq"])["result"]["places"] == [1, 2]
    assert duel.first.ask(t="resign")["error"] == "over"
    seq = over["seq"]
    assert duel.first.ask(t="choose", seq=seq, choice="place e5")["error"] == "over"


def test_in_a_melee_nobody_resigns(site: Running) -> None:
    ann = site.guest()
    made = ann.table("me", "random", "random", form="melee-3")
    with ann.at(made["table"]) as wire:
        wire.my_turn()
        assert wire.ask(t="resign")["error"] == "no_resigning"


def test_reconnecting_goes_on_from_a_number(duel: Duel) -> None:
    duel.start()
    duel.turn(duel.first)
    known, seq = list(duel.first.log), duel.first.shown(0)["seq"]
    duel.first.close()
    duel.second.my_turn()
    duel.second.choose("place d4")
    with duel.ann.at(duel.id, since=seq) as again:
        news = again.expect("log")
        assert news["from"] == len(known)
        assert len(news["entries"]) == 1
        assert again.expect("scene")["scene"]["seq"] == seq + 1


def test_reconnecting_after_an_undo_shortens_the_log(duel: Duel) -> None:
    duel.start()
    duel.turn(duel.first)
    duel.second.my_turn()
    after = duel.second.choose("place d4")
    duel.first.shown(after["seq"])
    length = len(duel.first.log)
    duel.first.close()
    undone = duel.second.shown(duel.second.ask(t="undo", seq=after["seq"])["seq"])
    duel.second.choose("place e5", seq=undone["seq"])
    with duel.ann.at(duel.id, since=after["seq"]) as again:
        news = again.expect("log")
        assert news["from"] == length - 1
        assert [e["squares"] for e in news["entries"]] == [["e5"]]


def test_reconnecting_in_the_middle_of_an_effect_asks_again(site: Running) -> None:
    ann = site.guest()
    made = ann.table("me", "hotseat", seed=11)
    rng = random.Random(5)
    with ann.at(made["table"]) as wire:
        for _ in range(400):
            scene = wire.my_turn()
            if scene["in_play"]:
                break
            summons = [c for c in choices(scene) if c.startswith("summon")]
            wire.choose(rng.choice(summons or choices(scene)))
        assert scene["in_play"]
        question = scene["question"]
    with ann.at(made["table"]) as again:
        assert again.my_turn()["question"] == question
        again.choose(choices(again.my_turn())[0])


def test_hot_seat_one_person_sees_the_acting_seat_or_the_one_looked_at(site: Running) -> None:
    ann = site.guest()
    made = ann.table("me", "hotseat")
    assert ann.get(f"/api/tables/{made['table']}").json()["yours"] == [0, 1]
    with ann.at(made["table"]) as wire:
        scene = wire.my_turn()
        assert scene["you"] == scene["acting"] == 1
        wire.choose(choices(scene)[0])
        scene = wire.my_turn()
        assert scene["you"] == scene["acting"] == 0
        mine = [card["id"] for card in scene["hand"]]
        assert scene["seats"][1]["known"] == []
        wire.send(t="look", seat=1)
        other = wire.expect("scene")["scene"]
        assert other["you"] == 1
        assert other["question"] is None
        assert [card["id"] for card in other["hand"]] != mine
        wire.send(t="look", seat=None)
        assert wire.expect("scene")["scene"]["you"] == 0


def test_a_hint_is_a_turn_that_can_be_played(site: Running) -> None:
    ann = site.guest()
    made = ann.table("me", "random", seed=3)
    with ann.at(made["table"]) as wire:
        wire.my_turn()
        hint = wire.ask(t="hint")
        assert hint["t"] == "hint"
        assert len(hint["choices"]) == len(hint["words"]) > 0
        assert hint["choices"][0] in choices(wire.my_turn())


def test_two_windows_of_one_player_see_the_same(duel: Duel) -> None:
    duel.start()
    with duel.ann.at(duel.id) as other:
        other.my_turn()
        after = duel.first.choose("place e5")
        assert other.shown(after["seq"]) == after


def test_the_address_may_name_the_table_for_proxies(site: Running) -> None:
    ann = site.guest("Ann")
    table = ann.table("me", "random", seed=3)["table"]
    for path in (f"/api/play/{table}", "/api/play"):
        with ann.at(table, path=path) as wire:
            assert wire.shown(0)["seq"] >= 0
    with pytest.raises(InvalidStatus):
        ann.at(table, path=f"/api/play/{table}/more")
