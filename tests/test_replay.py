"""Looking back at a game: through the eyes of a seat it never shows more than the seat knew."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

from tashkalar import SPECTATOR, Game, Position, parse_position, position_text, view
from tashkalar.rules.forms import FORMS
from tashkalar.scene.players import Setting, Sitting
from tashkalar.scene.replay import OPEN, replay, seen
from tashkalar.scene.scene import scene
from tashkalar.server.tables.continuing import dealt_anew
from tashkalar.view import view_together
from tests.effort import times
from tests.finished import in_effect, played
from tests.games import eager, new_game, positions


def setting(game: Game) -> Setting:
    return Setting("", 0, tuple(Sitting(letter) for letter in "ABCD"[: len(game.schools)]))


@pytest.mark.long
@pytest.mark.parametrize("form", FORMS)
def test_a_seat_sees_at_each_step_what_it_saw_then(form: str) -> None:
    """Looked back at from the end, every step is as it was shown while it was the present."""
    for seed in range(times(1)):
        rng = random.Random(seed)
        game = Game.new(form, new_game(form, seed).schools, seed)
        eyes = (SPECTATOR, *range(len(game.schools)))
        then = []
        while True:
            shown = len(game.history) % 5 == 0  # a share of them is enough in every run
            then.append({s: scene(game, s, setting(game)) for s in eyes} if shown else {})
            if game.position.is_over or len(game.history) > 250:
                break
            game.play(eager(rng, game.position.choices()))
        for step, shown_then in enumerate(then):
            for seat, was in shown_then.items():
                assert seen(game, step, seat, setting(game)) == was


def test_open_hands_show_all_hands_and_no_deck() -> None:
    game = played("melee-3", 2)
    step = len(game.history) // 2
    position = game.past(step).position
    shown = seen(game, step, OPEN, setting(game))
    for seat in shown.seats:
        assert len(seat.known) == seat.hand.beings + seat.hand.legends + seat.hand.flares
    assert shown.you == position.actor
    together = view_together(position, range(3))
    assert together.beings == position.beings
    assert not set(together.decks[0]) & set(position.decks[0])


def test_turns_say_where_they_begin_and_what_they_brought() -> None:
    game = played("high-form", 4)
    told = replay(game, setting(game), (0, 1), True)
    assert told.over
    for turn, following in zip(told.turns, told.turns[1:], strict=False):
        assert game.history[turn.first].turn == turn.turn
        assert turn.first == 0 or game.history[turn.first - 1].turn < turn.turn
        assert game.history[turn.first].before.seat == turn.seat
        after = game.history[following.first].before
        assert turn.points == tuple(after.score(colour) for colour in (0, 1))
        assert turn.pieces == tuple(after.pieces[colour].bit_count() for colour in (0, 1))
    summoned = sum(len(turn.summoned) for turn in told.turns)
    figures = seen(game, len(game.history), 0, setting(game)).result
    assert figures is not None
    assert summoned == sum(seat.summoned for seat in figures.figures.seats) > 5
    assert sum(turn.tasks for turn in told.turns) == sum(s.tasks for s in figures.figures.seats)


def test_a_resigned_game_ends_resigned_and_not_before() -> None:
    game = Game.new("high-form", ("highland", "sylvan"), 3)
    game.play("place e5")
    game.resign(0)
    assert seen(game, 1, 1, setting(game)).state == "over"
    assert seen(game, 0, 1, setting(game)).state == "running"
    assert game.past(0).resigned is None


@pytest.mark.long
@pytest.mark.parametrize("form", FORMS)
def test_who_goes_on_knows_what_they_knew_and_the_rest_is_dealt_anew(form: str) -> None:
    """At every decision and for everybody who may go on, also in the middle of an effect."""
    inside = moved = 0
    for seed in range(times(1)):
        for n, (position, _) in enumerate(positions(form, seed)):
            if n % 25 and (n % 4 or not in_effect(position)):
                continue
            inside += in_effect(position)
            seats = range(len(position.colour_of))
            for people in [c for k in (1, 2) for c in combinations(seats, k)]:
                new = dealt_anew(position, list(people), 77 + n)
                for seat in people:
                    assert view(new, seat) == view(position, seat)
                assert parse_position(position_text(new), Position) == new
                moved += new.decks != position.decks
    assert inside > 5
    assert moved > 5
