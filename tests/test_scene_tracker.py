"""The deck tracker: what may still come, and nothing that the viewer may not know."""

from __future__ import annotations

import random

import pytest

from tashkalar import SPECTATOR, Game, sample, view
from tashkalar.cards import CARDS, deck, deck_of
from tashkalar.rules.forms import FORMS
from tashkalar.rules.hands import FLARE_DECK, LEGEND_DECK
from tashkalar.rules.tasks import taking_part
from tashkalar.rules.turn import in_play
from tashkalar.scene.scene import scene
from tashkalar.scene.tracker import coming
from tashkalar.state import UNKNOWN
from tests.scenes import decisions, setting
from tests.test_scene import viewers

forms = pytest.mark.parametrize("form", FORMS)


def _ids(cards: tuple[int, ...]) -> set[str]:
    return {CARDS[number].id for number in cards}


@forms
def test_every_card_is_somewhere(form: str) -> None:
    """Played, in a hand that is seen, on the table, or still to come; never in two places."""
    for number, game in enumerate(decisions(form, 61)):
        if number % 5:
            continue
        p = game.position
        for viewer in viewers(game):
            shown = scene(game, viewer, setting(game))
            for seat, cards in zip(shown.seats, shown.coming.seats, strict=True):
                seen = {*seat.discards, *seat.known}
                if seat.seat == p.seat and shown.in_play:
                    seen.add(shown.in_play)
                whole = _ids(deck(deck_of(seat.school)))
                assert set(cards) == whole - seen
                # As many as there are cards whose face is not seen.
                v = view(p, viewer)
                returned = sum(owner == seat.seat for owner, _ in p.returned)
                unseen = v.beings[seat.seat].count(UNKNOWN) + seat.deck + returned
                assert len(cards) == unseen


@forms
def test_shared_decks_are_tracked_across_all_hands(form: str) -> None:
    for number, game in enumerate(decisions(form, 62)):
        if number % 5:
            continue
        p = game.position
        for viewer in viewers(game):
            v = view(p, viewer)
            found = coming(v)
            for cards, hands, left, owner in (
                (found.legends, v.legends, p.legend_deck, LEGEND_DECK),
                (found.flares, v.flares, p.flare_deck, FLARE_DECK),
            ):
                returned = sum(whose == owner for whose, _ in p.returned)
                unseen = sum(hand.count(UNKNOWN) for hand in hands) + len(left) + returned
                assert len(cards) == len(set(cards)) == unseen
                assert not set(cards) & {CARDS[n].id for h in hands for n in h if n != UNKNOWN}
                assert not {in_play(p)} & {CARDS[n].number for n in CARDS if CARDS[n].id in cards}
            assert set(found.tasks) == _ids(p.task_deck[1:])
            if FORMS[form].tasks:
                assert set(found.tasks) <= _ids(taking_part(FORMS[form].first))


@forms
def test_what_is_dealt_behind_ones_back_makes_no_difference(form: str) -> None:
    rng = random.Random(form)
    dealt = 0
    for number, game in enumerate(decisions(form, 63)):
        if number % 7:
            continue
        for viewer in viewers(game):
            seen = view(game.position, viewer)
            other = sample(seen, rng)
            dealt += other.decks != game.position.decks
            assert coming(view(other, viewer)) == coming(seen)
    assert dealt > 10


def test_nobody_is_told_more_than_a_spectator_but_the_own_hand() -> None:
    game = Game.new("duel", ("highland", "sylvan"), seed=5)
    all_of_it = coming(game.view(SPECTATOR))
    assert [len(cards) for cards in all_of_it.seats] == [18, 18]
    for viewer in (0, 1):
        mine = {CARDS[n].id for n in game.position.beings[viewer]}
        found = coming(game.view(viewer))
        assert set(all_of_it.seats[viewer]) - set(found.seats[viewer]) == mine
        assert found.seats[1 - viewer] == all_of_it.seats[1 - viewer]
