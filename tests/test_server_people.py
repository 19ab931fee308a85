"""Who is at a table and who is not: rematch, presence, replacement, chat, records."""

from __future__ import annotations

import pytest

from tests.serving import Running, choices

# --- rematch ---


def test_a_rematch_is_one_table_with_the_seats_moved_on(site: Running) -> None:
    ann, ben = site.guest("Ann"), site.guest("Ben")
    made = ann.table("me", "open", "random", "random", form="team-duel", public=True)
    ben.join(made["table"])
    path = f"/api/tables/{made['table']}/rematch"
    assert ann.post(path).json()["error"] == "not_over"
    with ann.at(made["table"]) as wire:
        wire.ask(t="resign", seat=0)
    with ben.at(made["table"]) as wire:
        assert wire.expect("welcome")["table"]["rematch"] is None
        first = ann.post(path).json()["table"]
        assert wire.expect("table")["table"]["rematch"] == {"table": first, "by": "Ann"}
    assert ben.post(path).json()["table"] == first
    assert site.guest("Eve").post(path).json()["error"] == "not_yours"
    row = ann.get(f"/api/tables/{first}").json()
    assert row["yours"] == [1]
    assert ben.get(f"/api/tables/{first}").json()["yours"] == [2]
    assert [seat["kind"] for seat in row["seats"]] == ["bot", "human", "human", "bot"]
    assert row["state"] == "running"


def test_without_spectators_those_who_looked_on_have_to_go(site: Running) -> None:
    ann, ben, eve = site.guest("Ann"), site.guest("Ben"), site.guest("Eve")
    made = ann.table("me", "open", spectators=False)
    with eve.at(made["table"], invite=made["invite"]) as wire:
        assert wire.expect("welcome")["table"]["state"] == "open"
        ben.join(made["table"], made["invite"])
        assert wire.expect("bye")["reason"] == "no_spectators"
        assert wire.closed() == 1008
        assert not [message for message in wire.seen if message["t"] == "scene"]


# --- presence and replacement ---


def test_an_absent_player_is_replaced_and_comes_back(site: Running) -> None:
    ann, ben = site.guest("Ann"), site.guest("Ben")
    made = ann.table("me", "open")
    ben.join(made["table"], made["invite"])
    with ann.at(made["table"]) as wire:
        with ben.at(made["table"]) as other:
            other.my_turn()
            wire.expect("table", lambda m: m["table"]["seats"][1]["connected"])
            assert wire.ask(t="replace", seat=1, bot="random")["error"] == "not_absent"
        wire.expect("table", lambda m: not m["table"]["seats"][1]["connected"])
        assert wire.ask(t="replace", seat=1, bot="random")["error"] == "not_absent"
        site.clock.advance(61)
        wire.expect("scene", lambda m: m["scene"]["can"]["replace"] == [1])
        assert wire.ask(t="replace", seat=0, bot="random")["t"] == "refused"
        assert wire.ask(t="return")["error"] == "not_replaced"
        # The house chooses the substitute, whatever the opponent would like.
        assert wire.ask(t="replace", seat=1, bot="random")["t"] == "ack"
        row = wire.expect("table", lambda m: m["table"]["seats"][1]["kind"] == "bot")["table"]
        assert row["seats"][1]["bot"] == site.worker.settings.substitute
        wire.my_turn()  # the bot has placed the starting pieces
        with ben.at(made["table"]) as other:
            row = other.expect("welcome")["table"]
            assert (row["seats"][1]["kind"], row["yours"]) == ("bot", [1])
            scene = other.shown(0)
            assert other.ask(t="choose", seq=scene["seq"], choice="e5")["error"] == "not_yours"
            assert other.ask(t="return")["t"] == "ack"
            finished = False
            while not finished:
                offered = choices(wire.my_turn())
                finished = "finish" in offered
                wire.choose("finish" if finished else offered[0])
            assert other.my_turn()["acting"] == 1


def test_who_leaves_a_running_game_may_be_replaced_at_once(site: Running) -> None:
    ann, ben = site.guest("Ann"), site.guest("Ben")
    made = ann.table("me", "open")
    ben.join(made["table"], made["invite"])
    with ann.at(made["table"]) as wire:
        wire.shown(1)
        ben.post(f"/api/tables/{made['table']}/leave")
        wire.expect("scene", lambda m: m["scene"]["can"]["replace"] == [1])
        assert wire.ask(t="replace", seat=1)["t"] == "ack"
        row = wire.expect("table", lambda m: m["table"]["seats"][1]["kind"] == "bot")["table"]
        assert row["seats"][1]["bot"] == site.worker.settings.substitute
        wire.my_turn()


# --- chat ---


def test_chat_reaches_everybody_and_stays(site: Running) -> None:
    ann, eve = site.guest("Ann"), site.guest("Eve")
    made = ann.table("me", "random", public=True)
    with ann.at(made["table"]) as wire, eve.at(made["table"]) as spectator:
        spectator.expect("welcome")
        assert wire.ask(t="chat", text="<b>hello</b> there")["t"] == "ack"
        said = spectator.expect("chat")
        assert (said["seat"], said["name"], said["text"]) == (0, "Ann", "<b>hello</b> there")
        spectator.ask(t="chat", text="good luck")
        said = wire.expect("chat", lambda m: m["seat"] is None)
        assert said["name"] == "Eve"
    with site.at(made["table"]) as late:
        assert late.expect("chat")["text"] == "<b>hello</b> there"
        assert late.expect("chat")["text"] == "good luck"
        assert late.ask(t="chat", text="who am I?")["error"] == "not_yours"


@pytest.mark.parametrize("text", ["", "  ", "x" * 501, "a\x00b", "a\x1b]0;b"])
def test_chat_has_limits(site: Running, text: str) -> None:
    ann = site.guest()
    made = ann.table("me", "random")
    with ann.at(made["table"]) as wire:
        assert wire.ask(t="chat", text=text)["error"] == "malformed"
        assert wire.ask(t="chat", text="fine")["t"] == "ack"
        assert [m["text"] for m in wire.seen if m["t"] == "chat"] == ["fine"]


# --- records ---


def test_the_record_of_a_running_game_hides_what_is_hidden(site: Running) -> None:
    ann = site.guest()
    made = ann.table("me", "open", public=True, seed=99)
    site.guest("Ben").join(made["table"])
    record = ann.get(f"/api/tables/{made['table']}/record").text
    assert "seed: hidden" in record
    assert "seed: hidden" in site.http.get(f"/api/tables/{made['table']}/record").text
    with ann.at(made["table"]) as wire:
        wire.ask(t="resign")
    assert "seed: 99" in site.http.get(f"/api/tables/{made['table']}/record").text
