"""A scene in parts: differences put over the scene before give the scene after."""

from __future__ import annotations

import random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import json
from msgspec.structs import replace

from tashkalar.rules.forms import FORMS
from tashkalar.scene.difference import Sequel
from tashkalar.scene.scene import scene
from tests.effort import times
from tests.following import Follower
from tests.scenes import decisions, setting
from tests.serving import Running, choices, play_on


def read(value: object) -> Any:
    return json.decode(json.encode(value))


@settings(max_examples=times(30), deadline=None)
@given(st.sampled_from(sorted(FORMS)), st.integers(0, 1000))
def test_differences_add_up_to_the_scene(form: str, seed: int) -> None:
    """For viewers who now and then skip scenes, or look with other eyes."""
    rng = random.Random(seed)
    followed: list[tuple[Sequel, Follower]] = []
    sent = whole = 0
    for game in decisions(form, seed, 80):
        seats = range(-1, len(game.schools))
        if not followed:
            first = [scene(game, seat, setting(game)) for seat in seats]
            followed = [(Sequel(shown), Follower(read(shown))) for shown in first]
        for (sequel, follower), seat in zip(followed, seats, strict=True):
            if rng.random() < 0.3:
                continue
            eyes = rng.choice(seats) if rng.random() < 0.1 else seat
            now = scene(game, eyes, setting(game))
            found = sequel.next(now)
            assert follower.follow(read(found.values), read(found.splices)) == read(now)
            again = sequel.next(now)
            assert (again.values, again.splices) == ({}, [])
            sent += len(json.encode(found))
            whole += len(json.encode(now))
    assert sent < whole / 3


def test_a_choice_that_was_shown_is_named_by_its_text() -> None:
    game = next(iter(decisions("high-form", 3, 1)))
    actor = game.position.actor
    asked = scene(game, actor, setting(game))
    unasked = replace(asked, question=None)
    sequel = Sequel(asked)
    sequel.next(unasked)
    assert asked.question is not None
    told = sequel.next(asked).values["question"]["choices"]
    assert told == tuple(choice.text for choice in asked.question.choices)


def test_a_connection_that_takes_differences_shows_the_same(site: Running) -> None:
    ann, ben = site.guest("Ann"), site.guest("Ben")
    made = ann.table("me", "open", seed=4, form="high-form")
    ben.join(made["table"], made["invite"])
    with (
        ann.at(made["table"]) as first,
        ben.at(made["table"]) as second,
        ann.at(made["table"], differences=True) as other,
    ):
        play_on([first, second], random.Random(2), 60)
        scene = first.my_turn() if first.shown(0)["question"] else first.shown(0)
        assert other.shown(scene["seq"]) == scene
        kinds = [message["t"] for message in other.seen if message["t"] in ("scene", "change")]
        assert kinds[0] == "scene"
        assert kinds.count("change") == len(kinds) - 1 > 0
        assert [m["number"] for m in other.seen if "number" in m] == list(range(1, len(kinds) + 1))
        assert {m["t"] for m in first.seen} & {"scene", "change"} == {"scene"}
        changes = [m for m in other.seen if m["t"] == "change"]
        assert min(len(m["values"]) + len(m["splices"]) for m in changes) < len(scene) / 2
        # Who has lost count asks for all of it.
        other.send(t="scene")
        assert other.expect("scene")["scene"] == scene


def test_a_difference_follows_the_eyes(site: Running) -> None:
    ann = site.guest()
    made = ann.table("me", "hotseat", seed=4)
    with ann.at(made["table"], differences=True) as wire, ann.at(made["table"]) as plain:
        for _ in range(8):
            scene = wire.my_turn()
            assert plain.shown(scene["seq"]) == scene
            other = 1 - scene["you"]
            for one in (wire, plain):
                one.send(t="look", seat=other)
                while one.shown(0)["you"] != other:
                    one.receive()
                one.send(t="look", seat=None)
                while one.shown(0)["you"] == other:
                    one.receive()
            assert wire.scene == plain.scene == scene
            wire.choose(choices(scene)[0])


def test_what_a_card_lacks_is_told_to_its_owner_when_asked_for(site: Running) -> None:
    ann, ben = site.guest("Ann"), site.guest("Ben")
    made = ann.table("me", "open", seed=4, form="high-form")
    ben.join(made["table"], made["invite"])
    with (
        ann.at(made["table"], batches=True) as first,
        ben.at(made["table"], batches=True) as second,
        site.at(made["table"]) as spectator,
    ):
        play_on([first, second], random.Random(2), 30)
        for seat, wire in enumerate((first, second)):
            scene = wire.shown(wire.ask(t="near", card="")["seq"])
            lacking = [card for card in scene["hand"] if card["missing"]]
            assert lacking
            for card in lacking:
                told = wire.ask(t="near", card=card["id"])
                assert (told["t"], told["seat"], told["card"]) == ("near", seat, card["id"])
                assert told["seq"] == scene["seq"]
                assert len(told["near"][0]["missing"]) == card["missing"]
                if card["nearest"] is not None:
                    assert told["near"][0] == card["nearest"]
            # Of cards that are not in this hand nothing is told, whoever has them.
            others = {card["id"] for wire in (first, second) for card in wire.shown(0)["hand"]}
            foreign = sorted(others - {card["id"] for card in scene["hand"]})[0]
            assert wire.ask(t="near", card=foreign)["near"] == []
        assert spectator.ask(t="near", card=lacking[0]["id"])["error"] == "not_yours"
