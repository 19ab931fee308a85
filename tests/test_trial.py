"""Trying a card: any board, by the rules, and nothing is kept."""

from __future__ import annotations

from typing import Any

import pytest

from tashkalar import IllegalChoice, parse_scenario
from tashkalar.scene.trial import BadTrial, fitting, trial
from tests.serving import Running

KNIGHT = "A1d5 A1e5 A1f5 A1d4 B2e7"


def test_a_trial_is_played_by_the_engine() -> None:
    shown = trial("knight", KNIGHT, [])
    assert [card.id for card in shown.scene.hand] == ["knight"]
    assert [fit.square for fit in shown.scene.hand[0].fits] == ["e6"]
    shown = trial("knight", KNIGHT, ["summon knight", "e6", "e7"])
    assert [entry.words for entry in shown.log if "e7" in entry.words]
    assert ("e7", 0, 2) in [(p.square, p.colour, p.rank) for p in shown.scene.board]
    with pytest.raises(IllegalChoice, match="common piece"):
        trial("knight", KNIGHT, ["summon knight", "e6", "d5"])


def test_it_says_why_not_here() -> None:
    nowhere = trial("knight", "A1d5", [], "summon knight e6").reason
    assert nowhere is not None
    assert nowhere.clause == "7.4"
    there = trial("knight", KNIGHT, [], "summon knight a5").reason
    assert there is not None
    assert "a5" in there.text
    moving = trial("knight", KNIGHT, ["summon knight", "e6"], "d5").reason
    assert moving is not None
    assert moving.clause == "10.2"
    assert trial("knight", KNIGHT, [], "summon knight e6").reason is None


def test_a_trial_can_be_kept_as_a_scenario() -> None:
    played = ["summon knight", "e6", "e7"]
    shown = trial("knight", KNIGHT, played)
    scenario = parse_scenario(shown.scenario)
    assert scenario.about == ("knight",)
    assert scenario.run() == scenario.play().position
    assert "play: e7" in shown.scenario


@pytest.mark.parametrize(
    ("pieces", "wrong"),
    [
        ("A1z9", "no square"),
        ("A1a9", "no square"),
        ("C1e5", "no piece"),
        ("A4e5", "no piece"),
        ("A1e5 B1e5", "two pieces"),
        ("A3e5 A3e6 A3e7 A3e8", "legendary"),
    ],
)
def test_a_board_that_cannot_be_is_refused(pieces: str, wrong: str) -> None:
    with pytest.raises(BadTrial, match=wrong):
        trial("knight", pieces, [])


def test_which_cards_fit() -> None:
    found = fitting(KNIGHT).cards
    assert "knight" in found
    assert "fire_dragon" not in found
    # With the eyes of the other side the same pieces are the enemy's.
    assert "knight" not in fitting(KNIGHT.translate(str.maketrans("AB", "BA"))).cards


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"card": "knight", "pieces": KNIGHT}, 200),
        ({"card": "no_such", "pieces": ""}, 400),
        ({"card": "flare_01", "pieces": ""}, 400),
        ({"card": "knight", "pieces": "nonsense"}, 400),
        ({"card": "knight", "pieces": KNIGHT, "played": ["fly"]}, 400),
        ({"card": "knight", "pieces": KNIGHT, "played": ["summon knight", "a5"]}, 400),
        ({"card": "knight", "pieces": "", "played": ["finish"] * 61}, 400),
        ({"card": "knight", "pieces": " " * 346}, 400),
    ],
)
def test_the_server_answers(site: Running, body: dict[str, Any], status: int) -> None:
    answer = site.http.post("/api/try", json=body)
    assert answer.status_code == status
    told = answer.json()
    assert told["scene"]["hand"] if status == 200 else told["reason"]


def test_the_server_has_the_rules_and_the_pages_of_cards(site: Running) -> None:
    found = site.http.get("/api/rules", params={"lang": "pl"})
    assert found.json()["chapters"][0]["number"] == 1
    again = site.http.get(
        "/api/rules", params={"lang": "pl"}, headers={"if-none-match": found.headers["etag"]}
    )
    assert again.status_code == 304
    assert site.http.get("/api/cards/knight").json()["example"]["steps"]
    assert site.http.get("/api/cards/nobody").status_code == 404
    assert "knight" in site.http.post("/api/fitting", json={"pieces": KNIGHT}).json()["cards"]
    assert site.http.post("/api/fitting", json={"pieces": "x"}).status_code == 400
