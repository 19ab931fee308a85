"""What decided a game: the value, against a plain comparison of all that counts, and its words."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tashkalar import Game, Position, arena, catalogue, parse_scenario
from tashkalar.choice import FINISH
from tashkalar.player_names import PlayerNames
from tashkalar.rules import scoring
from tashkalar.rules.forms import FORMS
from tashkalar.words import verdict
from tests.games import new_game


def ended(form: str, *lines: str) -> Position:
    """A game that ends with this turn."""
    head = (f"form: {form}", "actions: 0", "trigger: points", "last_turns: 1", *lines)
    return parse_scenario("\n".join(head)).start.after(FINISH)


def counted(p: Position, colour: int) -> dict[str, int]:
    """All that is compared, in order, by what it is called."""
    enemies = sorted(set(p.colour_of) - {colour})
    if FORMS[p.form].melee:
        points = sorted(p.scores[4 * colour + c] for c in enemies)
        found = dict(zip(("weakest", "second", "third"), points, strict=False))
    else:
        found = {"points": p.score(colour)}
    mine = list(arena.squares(p.pieces[colour]))
    found["upgraded"] = sum(not p.common >> i & 1 for i in mine)
    found["pieces"] = len(mine)
    return found


@st.composite
def finished(draw: st.DrawFn) -> Position:
    """Games with few points and pieces, so that they are often equal."""
    form = draw(st.sampled_from(["duel", "melee-3", "melee-4", "team-duel"]))
    colours = FORMS[form].colours
    lines = []
    for c in range(colours):
        others = [d for d in range(colours) if d != c]
        few = st.integers(0, 1)
        points = [f"{'ABCD'[d]}{draw(few)}" for d in others] if colours > 2 else [f"{draw(few)}"]
        lines.append(f"score {'ABCD'[c]}: {' '.join(points)}")
    p = ended(form, *lines)
    for c in range(colours):
        for i in range(draw(st.integers(0, 2))):
            bit = arena.mask([f"{'cdef'[c]}{4 + i}"])
            p.pieces[c] |= bit
            if draw(st.booleans()):
                p.common |= bit
            else:
                p.heroic |= bit
    p.result = scoring.places(p)
    return p


@pytest.mark.rule("16.5", "16.6", "16.7")
@settings(max_examples=300, deadline=None)
@given(finished())
def test_the_verdict_names_the_first_difference(p: Position) -> None:
    found = p.verdict
    assert found is not None
    colours = sorted(set(p.colour_of))
    first = {c for c, place in zip(p.colour_of, p.result, strict=True) if place == 1}
    assert set(found.winners) == first
    shared = len(first) > 1
    assert found.outcome == ("won" if not shared else "draw" if len(colours) == 2 else "shared")
    order = [found.winners, *(margin.worse for margin in found.margins)]
    assert sorted(c for group in order for c in group) == colours
    for better, margin in zip(order, found.margins, strict=False):
        assert margin.better == better
        for one in margin.better:
            for other in margin.worse:
                ours, theirs = counted(p, one), counted(p, other)
                differ = next(name for name in ours if ours[name] != theirs[name])
                assert margin.by == differ
                assert (margin.more, margin.fewer) == (ours[differ], theirs[differ])
                assert margin.more > margin.fewer
        if margin.more_in is not None and margin.fewer_in is not None:
            assert p.scores[4 * margin.better[0] + margin.more_in] == margin.more
            assert p.scores[4 * margin.worse[0] + margin.fewer_in] == margin.fewer
    told = verdict(found)
    assert len(told) == len(found.margins) + shared
    assert all("{" not in line and "verdict." not in line for line in told)


def test_a_running_game_has_no_verdict() -> None:
    assert new_game("duel", 1).verdict is None


def test_resigning_is_told() -> None:
    game = Game.new("duel", ("highland", "sylvan"), 1)
    game.resign(0)
    found = game.position.verdict
    assert found is not None
    assert (found.outcome, found.winners) == ("won", (1,))
    assert verdict(found, names=PlayerNames(("Ada", "Ben"), (0, 1))) == ["Ada resigned."]
    assert verdict(found, names=PlayerNames(("Ada", "Ben"), (0, 1), 0)) == ["You resigned."]


@pytest.mark.parametrize(
    ("form", "lines", "told"),
    [
        ("duel", ["score A: 18", "score B: 12"], ["A ahead of B on points, 18–12."]),
        ("duel", [], ["Draw: tied on points, upgraded pieces and total pieces."]),
        ("melee-3", [], ["A and B and C tie on everything and share first place."]),
        (
            "melee-3",
            ["score A: B5 C6", "score B: A12 C5", "score C: A2 B11"],
            [
                "B ahead of A: tie in the lowest color; second lowest 12 (A) to 6 (C).",
                "A ahead of C: lowest color 5 (B) to 2 (A).",
            ],
        ),
    ],
)
def test_what_decided_is_told(form: str, lines: list[str], told: list[str]) -> None:
    found = ended(form, *lines).verdict
    assert found is not None
    assert verdict(found) == told


def test_every_reason_has_words() -> None:
    for by in ("points", "weakest", "second", "third", "upgraded", "pieces", "resigned", "time"):
        for reader in ("", ".you", ".yours"):
            assert catalogue.has(f"verdict.{by}{reader}")
