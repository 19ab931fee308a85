"""A scene in parts: differences put over the scene before give the scene after."""

from __future__ import annotations

import random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import json

from tashkalar.rules.forms import FORMS
from tashkalar.scene.difference import Parts, difference, joined, parts
from tashkalar.scene.scene import scene
from tests.scenes import decisions, setting
from tests.serving import Running, choices, play_on


def read(of: Parts) -> dict[str, Any]:
    found: dict[str, Any] = json.decode(joined(of))
    return found


@settings(max_examples=20, deadline=None)
@given(st.sampled_from(sorted(FORMS)), st.integers(0, 1000))
def test_differences_add_up_to_the_scene(form: str, seed: int) -> None:
    """For a viewer who now and then skips scenes, goes back, or looks with other eyes."""
    rng = random.Random(seed)
    before: Parts = {}
    here: dict[str, Any] = {}
    saved = 0
    for game in decisions(form, seed, 60):
        if rng.random() < 0.3:
            continue
        viewer = rng.randrange(-1, len(game.schools))
        whole = scene(game, viewer, setting(game))
        now = parts(whole)
        assert read(now) == json.decode(json.encode(whole))
        changed = difference(before, now)
        saved += len(now) - len(changed)
        here = {**here, **read(changed)}
        assert here == read(now)
        assert difference(now, now) == {}
        before = now
    assert saved


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
        smallest = min((m for m in other.seen if m["t"] == "change"), key=lambda m: len(m["parts"]))
        assert len(smallest["parts"]) < len(scene) / 2
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
