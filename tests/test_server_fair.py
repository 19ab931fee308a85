"""What is fair at a table: hints, who begins, names that differ, a rematch that all hear of."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from tashkalar import Game
from tashkalar.catalogue import PSEUDO, text
from tashkalar.notation.records import BadRecord, parse_record
from tests.serving import Player, Running

# --- hints ---


def hint(player: Player, table: str, **hello: Any) -> dict[str, Any]:
    with player.at(table, **hello) as wire:
        wire.my_turn()
        return wire.ask(t="hint")


def test_hints_are_off_as_soon_as_a_second_person_has_a_seat(site: Running) -> None:
    ann, ben = site.guest("Ann"), site.guest("Ben")
    alone = ann.table("me", "random", seed=5)["table"]
    assert hint(ann, alone)["t"] == "hint"
    with ann.at(alone) as wire:
        assert wire.my_turn()["can"]["hint"] is True
    two = ann.table("me", "open", "novice", form="melee-3", seed=5)
    ben.join(two["table"], two["invite"])
    for player in (ann, ben):
        with player.at(two["table"]) as wire:
            assert wire.shown(1)["can"]["hint"] is False
            assert wire.ask(t="hint")["error"] == "no_hints"
    # Where two share a screen they are two people all the same.
    hotseat = ann.table("me", "hotseat", seed=5)["table"]
    told = hint(ann, hotseat, lang=PSEUDO)
    assert told["error"] == "no_hints"
    assert told["reason"] == text("server.refused.no_hints", PSEUDO)


def test_who_went_away_still_has_the_seat(site: Running) -> None:
    ann, ben = site.guest("Ann"), site.guest("Ben")
    made = ann.table("me", "open", seed=5)
    ben.join(made["table"], made["invite"])
    ben.post(f"/api/tables/{made['table']}/leave")
    with ann.at(made["table"]) as wire:
        wire.expect("scene", lambda m: m["scene"]["can"]["replace"] == [1])
        assert wire.ask(t="replace", seat=1)["t"] == "ack"
        # Ben may come back any time, to a game that was played without hints.
        assert wire.ask(t="hint")["error"] == "no_hints"


def test_hints_may_be_allowed_for_all_and_a_rematch_keeps_it(site: Running) -> None:
    ann, ben = site.guest("Ann"), site.guest("Ben")
    for allowed in (True, False):
        made = ann.table("me", "open", seed=5, hints=allowed, public=True)
        table = made["table"]
        assert ann.get(f"/api/tables/{table}").json()["hints"] is allowed
        listed = {row["table"]: row for row in ben.get("/api/tables").json()}
        assert listed[table]["hints"] is allowed
        ben.join(table)
        with ann.at(table) as first, ben.at(table) as second:
            for wire in (first, second):
                assert wire.shown(1)["can"]["hint"] is allowed
            asked = first if first.shown(1)["question"] else second
            assert asked.ask(t="hint")["t"] == ("hint" if allowed else "refused")
            first.ask(t="resign")
        again = ann.post(f"/api/tables/{table}/rematch").json()["table"]
        assert ann.get(f"/api/tables/{again}").json()["hints"] is allowed


def test_the_record_of_a_game_that_goes_on_cannot_be_reviewed(site: Running) -> None:
    ann = site.guest("Ann")
    made = ann.table("me", "hotseat", seed=5)
    with ann.at(made["table"]) as wire:
        scene = wire.my_turn()
        wire.choose(scene["question"]["choices"][0]["text"])
    path = f"/api/tables/{made['table']}/record"
    with pytest.raises(BadRecord):
        Game.replay(parse_record(ann.get(path).text))
    with ann.at(made["table"]) as wire:
        wire.ask(t="resign")
    assert Game.replay(parse_record(ann.get(path).text)).position.is_over


# --- who begins ---


def seated(player: Player, **setup: Any) -> list[str]:
    """The names in the order of play."""
    seats = [{"kind": "hotseat", "name": name} for name in "ABCD"[: setup.pop("n", 2)]]
    made = player.post("/api/tables", {"seats": seats, **setup})
    assert made.status_code == 201, made.text
    row = player.get(f"/api/tables/{made.json()['table']}").json()
    return [seat["name"] for seat in row["seats"]]


def test_whoever_opens_a_table_may_say_who_begins(site: Running) -> None:
    ann = site.guest("Ann")
    assert seated(ann, form="duel") == ["A", "B"]
    assert seated(ann, form="duel", begins=1) == ["B", "A"]
    # The others follow as listed, so that partners still sit across from each other.
    assert seated(ann, form="team-duel", n=4, begins=3) == ["D", "A", "B", "C"]
    for wrong in (2, -1, "me"):
        seats = [{"kind": "me"}, {"kind": "bot"}]
        refused = ann.post("/api/tables", {"form": "duel", "seats": seats, "begins": wrong})
        assert refused.status_code == 400, wrong


def test_a_school_goes_with_whoever_wished_for_it(site: Running) -> None:
    ann = site.guest("Ann")
    seats = [{"kind": "me", "school": "sylvan"}, {"kind": "bot", "bot": "random"}]
    for begins in (0, 1):
        setup = {"form": "duel", "seats": seats, "begins": begins}
        made = ann.post("/api/tables", setup).json()
        row = ann.get(f"/api/tables/{made['table']}").json()
        assert row["yours"] == [begins]
        assert row["seats"][begins]["school"] == "sylvan"


def test_a_lot_is_fair_and_drawn_by_the_seed(site: Running) -> None:
    for form, n in (("duel", 2), ("melee-3", 3)):
        ann = site.guest("Ann")
        drawn = [seated(ann, form=form, n=n, begins="lot", seed=seed)[0] for seed in range(60)]
        again = [seated(ann, form=form, n=n, begins="lot", seed=seed)[0] for seed in range(5)]
        assert drawn[:5] == again
        counts = Counter(drawn)
        assert len(counts) == n
        assert min(counts.values()) > 60 / n / 2


# --- names ---


def test_bots_at_a_table_have_different_names(site: Running) -> None:
    ann = site.guest("Ann")
    made = ann.table("planner", "me", "planner", "novice", form="melee-4", seed=3)
    names = ["Planner 1", "Ann", "Planner 2", "Novice"]
    path = f"/api/tables/{made['table']}"
    assert [seat["name"] for seat in ann.get(path).json()["seats"]] == names
    assert [seat["name"] for seat in ann.get("/api/mine").json()[0]["seats"]] == names
    with ann.at(made["table"]) as wire:
        assert [seat["name"] for seat in wire.expect("welcome")["table"]["seats"]] == names
        assert [seat["name"] for seat in wire.my_turn()["seats"]] == names
    with ann.at(made["table"], lang=PSEUDO) as wire:
        names = [seat["name"] for seat in wire.my_turn()["seats"]]
        assert len(set(names)) == 4
        assert all(name.startswith("⟦") for name in names if name != "Ann")


def test_a_bot_that_plays_for_somebody_takes_no_name_away(site: Running) -> None:
    ann, ben = site.guest("Ann"), site.guest("Ben")
    made = ann.table("me", "open", "greedy", form="melee-3", seed=3)
    ben.join(made["table"], made["invite"])
    ben.post(f"/api/tables/{made['table']}/leave")
    with ann.at(made["table"]) as wire:
        wire.shown(2)
        done = wire.ask(t="replace", seat=1, bot="greedy")
        names = [seat["name"] for seat in wire.shown(done["seq"])["seats"]]
    assert names == ["Ann", "Ben", "Fighter"]


# --- a rematch ---


def test_a_rematch_is_announced_to_players_and_spectators(site: Running) -> None:
    ann, ben, eve = site.guest("Ann"), site.guest("Ben"), site.guest("Eve")
    made = ann.table("me", "open", seed=5)
    table, invite = made["table"], made["invite"]
    ben.join(table, invite)
    with ben.at(table) as player, eve.at(table, invite=invite) as spectator:
        with ann.at(table) as wire:
            wire.shown(1)
            wire.ask(t="resign")
        again = ann.post(f"/api/tables/{table}/rematch").json()["table"]
        for wire in (player, spectator):
            told = wire.expect("table", lambda m: m["table"]["rematch"] is not None)
            assert told["table"]["rematch"] == {"table": again, "by": "Ann"}
    # Who comes later hears of it at once, and the invitation is good for both tables.
    with eve.at(table, invite=invite) as late:
        assert late.expect("welcome")["table"]["rematch"]["table"] == again
    with eve.at(again, invite=invite) as watching:
        assert watching.expect("welcome")["spectator"] is True
