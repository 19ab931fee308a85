"""Taking back: within the turn, and finished turns with everybody's consent."""

from __future__ import annotations

import random

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
