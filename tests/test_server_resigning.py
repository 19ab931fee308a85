"""Resigning in a team: the partner is asked, and nobody else is to know."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from tests.clubs import BACKENDS, club_site
from tests.serving import Player, Running, Wire, choices, eventually, running


@pytest.fixture(scope="module", params=BACKENDS)
def site(
    request: pytest.FixtureRequest,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Running]:
    """Servers on either database."""
    with club_site(request.param, tmp_path_factory.mktemp("resigning")) as found:
        yield found


@contextmanager
def team(site: Running) -> Iterator[tuple[Wire, Wire, Wire]]:
    """Ann and Cid against Ben and a bot: Ann, her partner, her rival."""
    ann, ben, cid = (site.guest(name) for name in ("Ann", "Ben", "Cid"))
    made = ann.table("me", "open", "open", "random", form="team-high-form", seed=3)
    cid.join(made["table"], made["invite"], 2)
    ben.join(made["table"], made["invite"], 1)
    with ExitStack() as stack:
        first, partner, rival = (
            stack.enter_context(player.at(made["table"])) for player in (ann, cid, ben)
        )
        for wire in (first, partner, rival):
            wire.shown(2)
        yield first, partner, rival


def test_a_team_resigns_when_both_partners_want_to(site: Running) -> None:
    ann, ben, cid = site.guest("Ann"), site.guest("Ben"), site.guest("Cid")
    made = ann.table("me", "open", "open", "random", form="team-high-form", seed=3)
    cid.join(made["table"], made["invite"], 2)
    ben.join(made["table"], made["invite"], 1)
    at = [player.at(made["table"]) for player in (ann, ben, cid)]
    first, rival, partner = at
    for wire in at:
        wire.shown(2)
    asked = partner.shown(first.ask(t="resign")["seq"])
    assert asked["state"] == "running"
    assert asked["offers"] == [{"what": "resign", "by": 0, "answered": []}]
    assert first.shown(asked["seq"])["offers"] == asked["offers"]
    # It is nobody else's business.
    assert rival.shown(asked["seq"])["offers"] == []
    assert first.ask(t="resign")["error"] == "offered"
    declined = partner.shown(partner.ask(t="answer", what="resign", yes=False)["seq"])
    assert (declined["state"], declined["offers"]) == ("running", [])
    assert partner.ask(t="answer", what="resign", yes=True)["error"] == "no_offer"
    # Who plays on has thought better of it.
    first.ask(t="resign")
    first.my_turn()
    assert first.choose("place e5")["offers"] == []
    # Each may begin; a partner who resigns too agrees by it.
    first.shown(partner.ask(t="resign")["seq"])
    over = first.shown(first.ask(t="resign")["seq"])
    assert over["state"] == "over"
    assert over["result"]["places"] == [2, 1, 2, 1]
    for wire in at:
        wire.close()


def test_an_answer_ends_the_game_of_a_team(site: Running) -> None:
    ann, cid = site.guest("Ann"), site.guest("Cid")
    made = ann.table("me", "random", "open", "random", form="team-high-form", seed=3)
    cid.join(made["table"], made["invite"], 2)
    with ann.at(made["table"]) as first, cid.at(made["table"]) as partner:
        first.my_turn()
        partner.shown(first.ask(t="resign")["seq"])
        over = partner.shown(partner.ask(t="answer", what="resign", yes=True)["seq"])
        assert over["result"]["reason"] == "resigned"


def test_a_bot_holds_nobody_back(site: Running) -> None:
    ann = site.guest("Ann")
    made = ann.table("me", "random", "random", "random", form="team-high-form", seed=3)
    with ann.at(made["table"]) as wire:
        wire.my_turn()
        assert wire.shown(wire.ask(t="resign")["seq"])["state"] == "over"


@pytest.mark.parametrize(
    ("clock", "seconds"), [({"kind": "none"}, 61), ({"kind": "days", "days": 3}, 86_401)]
)
def test_a_partner_who_is_not_there_counts_as_consenting(
    site: Running, clock: dict[str, object], seconds: int
) -> None:
    ann, cid = site.guest("Ann"), site.guest("Cid")
    made = ann.table("me", "random", "open", "random", form="team-high-form", seed=3, clock=clock)
    cid.join(made["table"], made["invite"], 2)
    with ann.at(made["table"]) as wire:
        with cid.at(made["table"]):
            wire.expect("table", lambda m: m["table"]["seats"][2]["connected"])
        wire.expect("table", lambda m: not m["table"]["seats"][2]["connected"])
        wire.my_turn()
        asked = wire.shown(wire.ask(t="resign")["seq"])
        assert asked["state"] == "running"
        site.clock.advance(seconds - 30)
        assert wire.ask(t="resign")["error"] == "offered"
        site.clock.advance(30)
        wire.expect("scene", lambda m: m["scene"]["state"] == "over")


@pytest.mark.parametrize("yes", [True, False])
def test_a_rival_cannot_find_out_that_a_partner_is_asked(site: Running, yes: bool) -> None:
    with team(site) as (first, partner, rival):
        before = rival.ask(t="answer", what="resign", yes=yes)
        partner.shown(first.ask(t="resign")["seq"])
        after = rival.ask(t="answer", what="resign", yes=yes)
        assert before["error"] == "no_offer"
        assert {**after, "id": 0} == {**before, "id": 0}


def test_who_asked_may_withdraw(site: Running) -> None:
    with team(site) as (first, partner, _):
        asked = partner.shown(first.ask(t="resign")["seq"])
        assert asked["offers"]
        # Nobody agrees with themselves.
        assert first.ask(t="answer", what="resign", yes=True)["error"] == "offered"
        withdrawn = partner.shown(first.ask(t="answer", what="resign", yes=False)["seq"])
        assert (withdrawn["state"], withdrawn["offers"]) == ("running", [])
        assert partner.ask(t="answer", what="resign", yes=True)["error"] == "no_offer"


def test_whoever_goes_on_does_not_want_to_resign_any_more(site: Running) -> None:
    """By a choice, by taking it back, by making it again."""
    with team(site) as (first, partner, _):
        first.my_turn()
        for order in ("choose", "undo", "redo"):
            asked = partner.shown(first.ask(t="resign")["seq"])
            assert asked["offers"], order
            made = {"choice": "place e5"} if order == "choose" else {}
            done = first.ask(t=order, seq=asked["seq"], **made)
            assert partner.shown(done["seq"])["offers"] == [], order


def test_who_asks_for_a_take_back_or_agrees_to_one_plays_on(site: Running) -> None:
    with team(site) as (first, partner, rival):
        scene = first.my_turn()
        while offered := choices(scene):
            scene = first.choose("finish" if "finish" in offered else offered[0])
        asked = partner.shown(first.ask(t="resign")["seq"])
        assert [offer["what"] for offer in asked["offers"]] == ["resign"]
        offered_back = partner.shown(first.ask(t="offer", what="takeback")["seq"])
        assert [offer["what"] for offer in offered_back["offers"]] == ["takeback"]
        rival.shown(partner.shown(first.ask(t="resign")["seq"])["seq"])
        partner.shown(rival.ask(t="answer", what="takeback", yes=True)["seq"])
        back = first.shown(partner.ask(t="answer", what="takeback", yes=True)["seq"])
        assert (back["turn"], back["offers"]) == (1, [])


def test_a_bot_in_the_place_of_who_asked_does_not_resign(site: Running) -> None:
    with team(site) as (first, partner, rival):
        partner.shown(first.ask(t="resign")["seq"])
        first.close()
        rival.expect("table", lambda m: not m["table"]["seats"][0]["connected"])
        site.clock.advance(61)
        replaced = partner.shown(rival.ask(t="replace", seat=0, bot="random")["seq"])
        assert (replaced["state"], replaced["offers"]) == ("running", [])


def test_an_absent_partner_consents_also_after_a_restart(tmp_path: Path) -> None:
    """Nobody opens the table again, and the game is over all the same."""
    with running(tmp_path) as site:
        ann, cid = site.guest("Ann"), site.guest("Cid")
        made = ann.table("me", "random", "open", "random", form="team-high-form", seed=3)
        cid.join(made["table"], made["invite"], 2)
        with ann.at(made["table"]) as wire:
            with cid.at(made["table"]) as partner:
                partner.shown(1)
            wire.my_turn()
            assert wire.shown(wire.ask(t="resign")["seq"])["state"] == "running"
    with running(tmp_path) as site:
        again = Player(site, ann.token, "Ann")
        assert _listed(again) == "running"
        site.clock.advance(61)
        eventually(lambda: _listed(again) == "over")


def _listed(player: Player) -> str:
    """The state of the only table in a player's list, which is read from the database."""
    (row,) = player.get("/api/mine").json()
    return str(row["state"])
