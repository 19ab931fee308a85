"""The deck tracker: which cards may still come, as far as the viewer can tell.

What was played lies in the discards, and a seat tells which cards of its hand are known; the rest
of a deck is somewhere in hands that are not seen, or in the deck. Only the view is asked, so
whatever is dealt behind the viewer's back changes nothing here.
"""

from __future__ import annotations

from functools import lru_cache

from msgspec import Struct

from tashkalar import View
from tashkalar.cards import deck, deck_of
from tashkalar.rules.forms import FORM_OF
from tashkalar.rules.tasks import taking_part
from tashkalar.rules.turn import in_play
from tashkalar.scene.players import ids

_Zone = tuple[tuple[int, ...], ...]
_Zones = tuple[_Zone, _Zone]


class Coming(Struct, frozen=True, gc=False):
    """The cards that may still come, by deck."""

    seats: tuple[tuple[str, ...], ...]
    legends: tuple[str, ...]
    flares: tuple[str, ...]
    tasks: tuple[str, ...]


def coming(v: View) -> Coming:
    """What may still come: all cards that were not played and are in no hand that is seen.

    >>> from tashkalar import Game
    >>> game = Game.new("high-form", ("highland", "sylvan"), 1)
    >>> [len(cards) for cards in coming(game.view(0)).seats]
    [15, 18]
    """
    return _coming(
        v.form_number,
        v.schools,
        v.seat,
        in_play(v),
        (v.beings, v.discards),
        (*v.legends, v.legend_discards),
        (*v.flares, v.flare_discards),
        (v.tasks, v.task_deck, *v.claimed),
    )


@lru_cache(1024)
def _coming(
    form_number: int,
    schools: tuple[str, ...],
    turn_of: int,
    playing: int,
    hands: _Zones,
    legends: _Zone,
    flares: _Zone,
    tasks: _Zone,
) -> Coming:
    form, played = FORM_OF[form_number], (playing,)
    beings = tuple(
        _rest(deck(deck_of(school)), hand, pile, played if seat == turn_of else ())
        for seat, (school, hand, pile) in enumerate(zip(schools, *hands, strict=True))
    )
    return Coming(
        beings,
        _rest(deck("legends") if form.legends else (), *legends, played),
        _rest(deck("flares"), *flares, played),
        _rest(taking_part(form.first) if form.tasks else (), *tasks),
    )


@lru_cache(4096)
def _rest(cards: tuple[int, ...], *zones: tuple[int, ...]) -> tuple[str, ...]:
    """The ids of the cards that are in none of these zones, in the order of the deck."""
    seen = {card for zone in zones for card in zone}
    return ids(tuple([card for card in cards if card not in seen]))
