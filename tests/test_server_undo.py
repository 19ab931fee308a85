"""Taking back: within the turn, and finished turns with everybody's consent."""

from __future__ import annotations

import random

import pytest
from sqlalchemy import select

from tashkalar import Game, parse_record
from tashkalar.cards import CARDS
from tashkalar.catalogue import PSEUDO, text
from tashkalar.server.storage import event_log
from tashkalar.server.storage.schema import tables
from tashkalar.server.tables.clocks import Clock
from tashkalar.server.tables.course import TableHeader
from tashkalar.server.tables.projection import after, begun
from tashkalar.server.tables.seats import Seat
from tashkalar.server.tables.stored import replayed
from tests.duels import Duel
from tests.serving import Running, choices


def test_undo_and_redo_within_the_turn(duel: Duel) -> None:
    duel.start()
    duel.turn(duel.first)
    before = duel.second.my_turn()
    after = duel.second.choose("place e5")
    length = len(duel.second.log)
    assert after["can"]["undo"]
    undone = duel.second.shown(duel.second.ask(t="undo", seq=after["seq"])["seq"])
    assert undone["board"] == before["board"]
    assert undone["can"] == {**before["can"], "redo": True}
    assert len(duel.second.log) == length - 1
    assert duel.first.shown(undone["seq"])["board"] == before["board"]
    assert len(duel.first.log) == length - 1
    redone = duel.second.shown(duel.second.ask(t="redo", seq=undone["seq"])["seq"])
    assert redone["board"] == after["board"]
    assert duel.second.log == duel.first.log or len(duel.second.log) == length
    # another choice ends what could be redone
    undone = duel.second.shown(duel.second.ask(t="undo", seq=redone["seq"])["seq"])
    other = duel.second.choose("place d4")
    assert not other["can"]["redo"]
    assert duel.second.ask(t="redo", seq=other["seq"])["error"] == "nothing_to_redo"


def test_a_finished_turn_cannot_be_undone(duel: Duel) -> None:
    duel.start()
    duel.turn(duel.first)
    seq = duel.second.my_turn()["seq"]
    assert duel.first.ask(t="undo", seq=seq)["error"] == "not_yours"
    assert duel.second.ask(t="undo", seq=seq)["error"] == "nothing_to_undo"


def test_a_take_back_needs_the_others(duel: Duel) -> None:
    duel.start()
    start = duel.first.my_turn()
    duel.turn(duel.first)
    duel.second.my_turn()
    duel.second.choose("place d4")
    offered = duel.first.shown(duel.first.ask(t="offer", what="takeback")["seq"])
    assert offered["offers"] == [{"what": "takeback", "by": 0, "answered": []}]
    assert duel.first.ask(t="offer", what="takeback")["error"] == "offered"
    assert duel.first.ask(t="answer", what="takeback", yes=True)["error"] == "not_yours"
    refused = duel.second.shown(duel.second.ask(t="answer", what="takeback", yes=False)["seq"])
    assert refused["offers"] == []
    duel.first.ask(t="offer", what="takeback")
    back = duel.second.shown(duel.second.ask(t="answer", what="takeback", yes=True)["seq"])
    assert back["board"] == start["board"]
    assert back["acting"] == 0
    assert duel.first.shown(back["seq"])["question"] == start["question"]
    assert len(duel.first.log) == len(duel.second.log) == 1


def test_playing_on_ends_an_offer(duel: Duel) -> None:
    duel.start()
    duel.turn(duel.first)
    seq = duel.second.my_turn()["seq"]
    duel.first.ask(t="offer", what="takeback")
    # The offer is an event too, but it does not make the choice stale.
    after = duel.second.choose("place d4", seq=seq)
    assert after["offers"] == []
    assert duel.second.ask(t="answer", what="takeback", yes=True)["error"] == "no_offer"


def test_against_a_bot_a_take_back_is_granted_at_once(site: Running) -> None:
    ann = site.guest()
    made = ann.table("me", "random", seed=5)
    with ann.at(made["table"]) as wire:
        start = wire.my_turn()
        turn = start["turn"]
        while wire.my_turn()["turn"] == turn:
            offered = choices(wire.my_turn())
            wire.choose("finish" if "finish" in offered else offered[0])
            wire.my_turn()
        back = wire.shown(wire.ask(t="offer", what="takeback")["seq"])
        assert back["turn"] == turn
        assert back["board"] == start["board"]


def test_forced_choices_go_by_themselves_and_come_back_with_an_undo(site: Running) -> None:
    """Over many games: nobody is ever asked a question with a single answer but to finish."""
    ann = site.guest()
    forced = 0
    for seed in range(4):
        made = ann.table("me", "hotseat", seed=seed)
        with ann.at(made["table"]) as wire:
            rng = random.Random(seed)
            for _ in range(60):
                scene = wire.my_turn()
                offered = choices(scene)
                if not offered:
                    break
                assert len(offered) > 1 or offered == ["finish"]
                length = len(wire.log)
                summons = [c for c in offered if c.startswith("summon")]
                after = wire.choose(rng.choice(summons or offered))
                gone = wire.log[length:]
                assert [entry["auto"] for entry in gone] == [False] + [True] * (len(gone) - 1)
                if len(gone) > 1 and after["can"]["undo"]:
                    forced += 1
                    undone = wire.shown(wire.ask(t="undo", seq=after["seq"])["seq"])
                    assert choices(undone) == offered
                    assert len(wire.log) == length
                    again = wire.shown(wire.ask(t="redo", seq=undone["seq"])["seq"])
                    assert again["board"] == after["board"]
    assert forced > 0


def test_a_card_that_was_named_and_taken_back_stays_known(site: Running) -> None:
    ann, ben = site.guest("Ann"), site.guest("Ben")
    made = ann.table("me", "open", seed=7, form="high-form")
    ben.join(made["table"], made["invite"])
    with ann.at(made["table"]) as first, ben.at(made["table"]) as second:
        scene = first.my_turn()
        hand = [card["id"] for card in scene["hand"] if card["card"] == "being"]
        assert second.shown(scene["seq"])["seats"][0]["known"] == []
        after = first.choose(f"discard {hand[0]}")
        undone = first.shown(first.ask(t="undo", seq=after["seq"])["seq"])
        assert second.shown(undone["seq"])["seats"][0]["known"] == [hand[0]]
        record = ann.get(f"/api/tables/{made['table']}/record").text
    assert f"shown A {hand[0]}" in record


def test_a_partners_last_step_is_taken_back_by_the_partner(site: Running) -> None:
    ann, ben = site.guest("Ann"), site.guest("Ben")
    made = ann.table("me", "random", "open", "random", form="team-high-form", seed=3)
    ben.join(made["table"], made["invite"], 2)
    with ann.at(made["table"]) as owner, ben.at(made["table"]) as partner:
        owner.my_turn()
        owner.choose("pass control")
        after = partner.choose(choices(partner.my_turn())[0])
        scene = owner.my_turn()
        assert choices(scene)[-1] == "finish"
        assert not scene["can"]["undo"]
        assert after["can"]["undo"]
        assert owner.ask(t="undo", seq=scene["seq"])["error"] == "nothing_to_undo"
        undone = partner.shown(partner.ask(t="undo", seq=scene["seq"])["seq"])
        assert undone["acting"] == 2
        assert not undone["can"]["undo"]
        again = partner.choose(choices(undone)[1])
        ended = owner.choose("finish", again["seq"])
        assert not partner.shown(ended["seq"])["can"]["undo"]


def test_a_take_back_across_a_draw_shuffles_and_is_stored(duel: Duel, site: Running) -> None:
    """What was drawn is not drawn again for sure, and the stored table comes out the same."""
    duel.start()
    start = duel.first.my_turn()
    hand = [card["id"] for card in start["hand"] if card["card"] == "being"]
    before = deck(site, duel.id)
    duel.first.choose(f"discard {hand[0]}")
    duel.turn(duel.first)
    duel.second.my_turn()
    duel.first.ask(t="offer", what="takeback")
    back = duel.second.shown(duel.second.ask(t="answer", what="takeback", yes=True)["seq"])
    assert [card["id"] for card in duel.first.shown(back["seq"])["hand"]] == [
        card["id"] for card in start["hand"]
    ]
    assert back["seats"][0]["known"] == [hand[0]]
    shuffled = deck(site, duel.id)
    assert shuffled != before
    assert sorted(shuffled) == sorted(before)
    with site.worker.store.engine.connect() as c:
        row = c.execute(select(tables).where(tables.c.id == duel.id)).one()
        _, course = replayed(c, row)
    assert course.game is not None
    assert course.game.position.decks[0] == shuffled


def deck(site: Running, table: str) -> tuple[int, ...]:
    (found,) = [one for one in site.worker.tables.alive() if one.id == table]
    game = found.course.game
    assert game is not None
    return game.position.decks[0]


@pytest.mark.parametrize("shuffled", [True, False])
def test_take_backs_of_rules_1_left_the_decks_as_they_were(shuffled: bool) -> None:
    header = TableHeader(
        "t", "t", "duel", ("highland", "sylvan"), 7, Clock("none"), False, False, "i", "m", 0
    )
    course = begun(header, (Seat("human", "ann"), Seat("human", "ben")))
    assert course.game is not None
    being = CARDS[course.game.position.beings[0][0]].id
    for seat, choice in ((1, "c5"), (0, f"discard {being}"), (0, "pass"), (0, "finish")):
        course = after(header, course, event_log.Chosen(seat, choice), 0)
    assert course.game is not None
    kept = course.game.history[1].before
    body = '{"e":"takeback","seat":1,"keep":1' + (',"shuffled":true}' if shuffled else "}")
    course = after(header, course, event_log.read(body), 0)
    assert course.game is not None
    assert (course.game.position.decks == kept.decks) == (not shuffled)


# --- where it was agreed that nothing is taken back -------------------------------------------


def test_at_a_table_without_take_backs_both_kinds_are_refused(site: Running) -> None:
    ann, ben = site.guest("Ann"), site.guest("Ben")
    made = ann.table("me", "open", seed=7, takebacks=False)
    ben.join(made["table"], made["invite"])
    with ann.at(made["table"]) as first, ben.at(made["table"], lang=PSEUDO) as second:
        second.choose(choices(second.my_turn())[0])
        assert first.my_turn()["takebacks"] is False
        placed = first.choose("place e5")
        assert (placed["can"]["undo"], placed["can"]["takeback"]) == (False, False)
        refused = first.ask(t="undo", seq=placed["seq"])
        assert refused["error"] == "no_takebacks"
        assert refused["reason"] == "No take-backs at this table."
        assert first.ask(t="redo", seq=placed["seq"])["error"] == "nothing_to_redo"
        done = first.choose("finish")
        assert done["can"]["takeback"] is False
        assert first.ask(t="offer", what="takeback")["error"] == "no_takebacks"
        # In the reader's language, and also to whoever has done nothing yet.
        told = second.ask(t="undo", seq=second.my_turn()["seq"])
        assert told["error"] == "no_takebacks"
        assert told["reason"] == text("server.refused.no_takebacks", PSEUDO)
        now = second.my_turn()
        assert now["seq"] == done["seq"]
        assert [piece["square"] for piece in now["board"]] == ["c5", "e5", "g5"]
        second.choose("place e4")
        assert second.ask(t="undo", seq=now["seq"] + 1)["error"] == "no_takebacks"


def test_against_bots_nothing_is_taken_back_either(site: Running) -> None:
    ann = site.guest()
    made = ann.table("me", "random", seed=5, takebacks=False, form="high-form")
    with ann.at(made["table"]) as wire:
        turn = wire.my_turn()["turn"]
        while wire.my_turn()["turn"] == turn:
            offered = choices(wire.my_turn())
            wire.choose("finish" if "finish" in offered else offered[0])
        now = wire.my_turn()
        assert now["can"]["takeback"] is False
        assert wire.ask(t="offer", what="takeback")["error"] == "no_takebacks"
        wire.ask(t="resign", seat=0)
    record = ann.get(f"/api/tables/{made['table']}/record").text
    assert "takebacks: none" in record
    assert not Game.replay(parse_record(record)).takebacks


def test_whether_anything_is_taken_back_is_stored_and_kept_for_a_rematch(site: Running) -> None:
    ann = site.guest()
    for takebacks in (False, True):
        made = ann.table("me", "hotseat", form="duel", takebacks=takebacks)
        with ann.at(made["table"]) as wire:
            wire.choose(choices(wire.my_turn())[0])
            wire.ask(t="resign", seat=0)
        again = ann.post(f"/api/tables/{made['table']}/rematch").json()["table"]
        for table in (made["table"], again):
            assert ann.get(f"/api/tables/{table}").json()["takebacks"] is takebacks
            listed = {row["table"]: row for row in ann.get("/api/mine").json()}
            assert listed[table]["takebacks"] is takebacks
            with site.worker.store.engine.connect() as connection:
                row = connection.execute(select(tables).where(tables.c.id == table)).one()
                header, course = replayed(connection, row)
            assert course.game is not None
            assert (header.takebacks, course.game.takebacks) == (takebacks, takebacks)
