"""The figures of a game: counted again from the log, and the points from the scenes on the way."""

from __future__ import annotations

from collections import Counter

import pytest
from msgspec import to_builtins

from tashkalar import SPECTATOR, Game
from tashkalar.rules.forms import FORMS
from tashkalar.scene import story
from tashkalar.scene.figures import figures
from tashkalar.scene.numbers import numbers
from tashkalar.scene.scene import scene
from tests.scenes import decisions, named, setting

DEEDS = {
    "summon": "summoned",
    "claim": "tasks",
    "invoke": "flares",
    "destroy": "destroyed",
    "convert": "destroyed",
}


def recounted(game: Game) -> dict[int, Counter[str]]:
    """What the log tells of each seat."""
    found: dict[int, Counter[str]] = {seat: Counter() for seat in range(len(game.schools))}
    for entry in story.log(game, named(game)):
        for one in to_builtins(entry.events):
            mine = one.get("colour") == game.position.colour_of[entry.seat]
            if one["e"] in DEEDS and not (mine and DEEDS[one["e"]] == "destroyed"):
                found[entry.seat][DEEDS[one["e"]]] += 1
    return found


@pytest.mark.parametrize("form", FORMS)
def test_a_game_in_numbers(form: str) -> None:
    points: dict[int, list[int]] = {}
    for game in decisions(form, 3, most=2000):
        p = game.position
        # The last scene of a turn is the one before the next begins.
        shown = [p.score(colour) for colour in range(FORMS[form].colours)]
        last = game.history[-1].turn if game.history else 0
        if p.is_over or last < p.turn:
            points[last] = shown
    assert game.position.is_over
    found = figures(game)
    counted = recounted(game)
    assert sum(n.total() for n in counted.values()) > 10
    for row in found.seats:
        n = counted[row.seat]
        assert to_builtins(row) == {"seat": row.seat, **{k: n[k] for k in set(DEEDS.values())}}
    assert {one.turn: list(one.points) for one in found.turns} == points
    assert [one.turn for one in found.turns] == sorted(points)


@pytest.mark.parametrize("form", FORMS)
def test_where_points_came_from_and_pieces_fell(form: str) -> None:
    *_, game = decisions(form, 3, most=2000)
    end, found = game.position, numbers(game)
    for colour in range(FORMS[form].colours):
        own = [source for source in found.sources if source.colour == colour]
        if FORMS[form].melee:
            told = Counter[int | None]()
            for source in own:
                told[source.scored_in] += source.n
            enemies = [c for c in range(FORMS[form].colours) if c != colour]
            assert [told[c] for c in enemies] == [end.scores[4 * colour + c] for c in enemies]
        else:
            assert sum(source.n for source in own) == end.score(colour)
    counted, log = (
        recounted(game),
        [
            (entry, one)
            for entry in story.log(game, named(game))
            for one in to_builtins(entry.events)
        ],
    )
    for row in found.seats:
        told_of = to_builtins(row)
        assert {deed: told_of[deed] for deed in counted[row.seat]} == counted[row.seat]
        turns = [one for entry, one in log if entry.seat == row.seat and entry.turn]
        mine = [one for one in turns if one.get("colour") == end.colour_of[row.seat]]
        assert row.placed == sum(one["e"] == "place" for one in mine)
        assert row.own == sum(one["e"] == "destroy" for one in mine)
        assert row.legends == sum(one["e"] == "summon" and one["rank"] == 3 for one in turns)
    fell = Counter(one["square"] for _, one in log if one["e"] in ("destroy", "convert"))
    assert {one.square: one.fell for one in found.squares if one.fell} == fell
    # Whatever stands at the end has stood at the end of a turn.
    stood = {one.square: one.stood for one in found.squares}
    left = {piece.square for piece in scene(game, SPECTATOR, setting(game)).board}
    assert all(stood[square] > 0 for square in left)


@pytest.mark.parametrize("form", ["high-form", "melee-3"])
def test_the_result_has_its_figures_for_everybody(form: str) -> None:
    *_, game = decisions(form, 2, most=2000)
    shown = [scene(game, viewer, setting(game)) for viewer in (0, 1, SPECTATOR)]
    results = {one.result for one in shown}
    assert len(results) == 1
    (result,) = results
    assert result is not None
    assert result.figures == figures(game)
    last = result.figures.turns[-1].points
    assert [last[c] for c in game.position.colour_of] == list(result.scores)


def test_a_game_that_is_not_over_has_no_result() -> None:
    game = Game.new("high-form", None, 1)
    assert scene(game, 0, setting(game)).result is None
    assert figures(game).turns == ()
