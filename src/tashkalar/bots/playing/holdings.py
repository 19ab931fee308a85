"""The features of cards: what a colour holds, will draw and may be threatened with."""

from __future__ import annotations

from functools import lru_cache

from tashkalar import pattern
from tashkalar.arena import ALL
from tashkalar.bots.playing.fixed import ONE
from tashkalar.bots.playing.weights import family, worths
from tashkalar.cards import BEINGS, FLARES, deck, deck_of
from tashkalar.rules.forms import FORMS, HAND
from tashkalar.rules.hands import partner
from tashkalar.rules.play import Position
from tashkalar.state import UNKNOWN


def _fit(p: Position, card: int, own: tuple[int, int], empty: int, high: int) -> int:
    """How many common pieces a card lacks to be summonable: 0, 1, or 2 for more."""
    being = BEINGS[card]
    blocked = (0, high, p.legendary, 0)[being.rank]
    fitting, nearly = pattern.fits_or_nearly(being, own, (empty, 0))
    return 0 if fitting & ~blocked else 1 if nearly & ~blocked else 2


def _fitting(
    p: Position, cards: list[int], own: tuple[int, int], empty: int, high: int
) -> tuple[int, int, int]:
    """How many of some beings are ready and nearly ready, and what the ready ones would bring."""
    worth = worths(family(p.form))
    ready = near = brings = 0
    for card in cards:
        fit = _fit(p, card, own, empty, high)
        if fit == 0:
            ready += 1
            brings += worth[card]
        elif fit == 1:
            near += 1
    return ready, near, brings


def _next(p: Position, colour: int) -> int:
    """The seat of a colour that is in turn or will be next.

    Of partners only one acts, the one to whom control was passed.
    """
    if p.passed and p.colour_of[p.seat] == colour:
        return partner(p.seat)
    round_the_table = p.colour_of[p.seat :] + p.colour_of[: p.seat]
    return (p.seat + round_the_table.index(colour)) % len(p.colour_of)


def held(p: Position, colour: int, own: tuple[int, int], empty: int, high: int) -> list[int]:
    """Ready and nearly ready cards in hand, and what they would bring."""
    worth = worths(family(p.form))
    counts = [0, 0, 0, 0, 0, 0]  # ready, near, neither: beings, then legends
    brings = [0, 0, 0]
    best = second = 0
    seat = _next(p, colour)
    for cards, first in ((p.beings[seat], 0), (p.legends[seat], 3)):
        for card in cards:
            if card != UNKNOWN:
                fit = _fit(p, card, own, empty, high)
                counts[first + fit] += 1
                brings[fit] += worth[card]
                if fit == 0 and worth[card] > second:
                    best, second = max(best, worth[card]), min(best, worth[card])
    ready, near, _, ready_legends, near_legends, _ = counts
    two = min(2, ready + ready_legends)
    numbers = (ready, ready_legends, near, near_legends)
    return [*(ONE * n for n in numbers), *brings[:2], ONE * two, best + second]


def drawn(p: Position, colour: int, own: tuple[int, int], empty: int, high: int) -> list[int]:
    """What the cards to be drawn at the end of the turn should bring."""
    seat = p.seat
    draws = min(HAND - len(p.beings[seat]) + p.extra_beings, len(p.decks[seat]))
    if p.colour_of[seat] != colour or draws <= 0:
        return [0, 0, 0]
    back = tuple([card for owner, card in p.returned if owner == seat])  # goes to the bottom
    gone = p.discards[seat] + p.beings[seat] + back
    hidden = [c for c in deck(deck_of(p.schools[seat])) if c not in gone]
    ready, near, brings = _fitting(p, hidden, own, empty, high)
    n = max(len(hidden), 1)
    return [ONE * ready * draws // n, ONE * near * draws // n, brings * draws // n]


def threats(p: Position, colour: int, high: int, empty: int) -> list[int]:
    """What opponents may hold and could summon at once, whatever they really hold."""
    beings = legends = brings = near = 0
    for owner in range(FORMS[p.form].colours):
        if owner == colour:
            continue
        seat = _next(p, owner)
        theirs = p.pieces[owner]
        own = (theirs, theirs & high)
        unseen = [c for c in deck(deck_of(p.schools[seat])) if c not in p.discards[seat]]
        fitting, lacking, bringing = _fitting(p, unseen, own, empty, high)
        n = max(len(unseen), 1)
        beings += ONE * fitting // n
        near += ONE * lacking // n
        brings += bringing // n
        if own[1].bit_count() > 1:
            hidden = [c for c in deck("legends") if c not in p.legend_discards]
            met = sum([_fits_now(p, card, own, high) for card in hidden])
            legends += ONE * met // max(len(hidden), 1)
    return [beings, legends, brings, near]


def _fits_now(p: Position, card: int, own: tuple[int, int], high: int) -> bool:
    being = BEINGS[card]
    return bool(pattern.fits(being, own) & ~(0, high, p.legendary, 0)[being.rank])


def lacking(p: Position, colour: int, own: tuple[int, int], high: int) -> list[int]:
    """Cards in hand that are not ready and lack little: beings two pieces, legends one or two."""
    beings = one = two = 0
    seat = _next(p, colour)
    for card in p.beings[seat] + p.legends[seat]:
        if card != UNKNOWN:
            being = BEINGS[card]
            lacks, _ = pattern.fewest(being, own, ALL & ~(0, high, p.legendary, 0)[being.rank])
            if being.rank < 3:
                beings += lacks == 2
            else:
                one += lacks == 1
                two += lacks == 2
    return [ONE * beings, ONE * one, ONE * two]


def used_up(p: Position, colour: int) -> int:
    """How many more beings a player of the colour has used up than one of the others.

    What a discard action has taken out of the hand this turn was not used.
    """
    left, seats = [0, 0], [0, 0]
    left[p.colour_of[p.seat] == colour] = p.discarded + sum([o == p.seat for o, _ in p.returned])
    for owner, hidden, hand in zip(p.colour_of, p.decks, p.beings, strict=True):
        left[owner == colour] += len(hidden) + len(hand)
        seats[owner == colour] += 1
    return ONE * left[0] // seats[0] - ONE * left[1] // seats[1]


def flares(p: Position, colour: int, enemies: list[int], high: int) -> list[int]:
    """The halves that the held flare offers, and those a flare would offer an opponent."""
    own = p.pieces[colour]
    upgraded, pieces = (own & high).bit_count(), own.bit_count()
    cards = p.flares[_next(p, colour)]
    mine = theirs = 0
    for c in enemies:
        more_upgraded = (p.pieces[c] & high).bit_count() - upgraded
        more = p.pieces[c].bit_count() - pieces
        mine = max(mine, _halves(cards, more_upgraded, more))
        theirs = max(theirs, _halves_hidden(p.flare_discards, -more_upgraded, -more))
    return [mine, theirs]


@lru_cache(1 << 12)
def _halves(cards: tuple[int, ...], upgraded: int, pieces: int) -> int:
    """How many halves of flares a lead in upgraded pieces and in pieces allows, on average."""
    some = [flare for flare in FLARES.values() if flare.number in cards]
    met = sum([(upgraded >= f.upper_needs) + (pieces >= f.lower_needs) for f in some])
    return ONE * met // max(len(some), 1)


@lru_cache(1 << 12)
def _halves_hidden(gone: tuple[int, ...], upgraded: int, pieces: int) -> int:
    hidden = tuple([flare.number for flare in FLARES.values() if flare.number not in gone])
    return _halves(hidden, upgraded, pieces)
