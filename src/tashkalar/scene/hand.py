"""A viewer's hand: where each card fits and in which ways, or how many pieces it lacks."""

from __future__ import annotations

from functools import cache, lru_cache

from msgspec import Struct

from tashkalar import Asking, View, choice_text, reading
from tashkalar.arena import ALL
from tashkalar.cards import BEINGS, CARDS, Flare
from tashkalar.choice import CHOICES, Kind, choice
from tashkalar.rules.machine import rivals_of
from tashkalar.rules.turn import NO_CARD, halves_met, in_play
from tashkalar.scene.fields import HandKind
from tashkalar.scene.fits import Fit, Ground, ground_of
from tashkalar.scene.near import NearFit, near_fit
from tashkalar.scene.question import Speech
from tashkalar.state import COMMON, State
from tashkalar.words import refusal_words


class Rival(Struct, frozen=True, gc=False):
    """An enemy colour, to a flare in hand: which halves may be resolved against it."""

    colour: int
    upper: bool
    lower: bool
    choices: tuple[str, ...]  # what to send to invoke it against this colour; none if neither may


class HandCard(Struct, frozen=True, gc=False):
    """A card in the viewer's hand: where it fits, or what it lacks, or why it cannot be played.

    Where else it nearly fits is told when somebody asks for it.
    """

    id: str
    card: HandKind
    in_play: bool
    playable: bool
    fits: tuple[Fit, ...]
    missing: int  # the fewest pieces that it lacks anywhere
    upgraded: int  # so many of them must be, where it is nearest
    nearest: NearFit | None  # if it lacks one piece
    reason: str | None
    rivals: tuple[Rival, ...] = ()  # of a flare


@cache
def _upgraded(number: int) -> bool:
    """Does a pattern ask for upgraded pieces?"""
    return any(rank > COMMON for _, _, rank in BEINGS[number].pieces)


def hand(v: View, speech: Speech) -> tuple[HandCard, ...]:
    """Return the viewer's cards: the one in play first, then beings, legends, flares."""
    seat = v.viewer
    mine = ground_of(v, seat)
    beings = v.beings[seat] + v.legends[seat]
    if seat not in (v.seat, v.actor):
        return _waiting(v, mine, beings, speech)
    others = [CHOICES[code] for code in v.others] if seat == v.actor else []
    offered = {c.value for c in others if c.kind in (Kind.SUMMON, Kind.FLARE)}
    cards = [_being(v, mine, number, speech, number in offered) for number in beings]
    cards += [_flare(v, number, number in offered) for number in v.flares[seat]]
    playing = in_play(v)
    if seat == v.seat and playing != NO_CARD:
        # Its pattern is of interest only until it has been matched.
        matching = v.asking in (Asking.SUMMONING_SQUARE, Asking.WAY)
        flare = isinstance(CARDS[playing], Flare)
        cards.insert(
            0,
            _flare(v, playing, playing=True)
            if flare
            else _being(v, mine, playing, speech, playing=True, matching=matching),
        )
    return tuple(cards)


def _waiting(
    v: View, ground: Ground, beings: tuple[int, ...], speech: Speech
) -> tuple[HandCard, ...]:
    """The cards of somebody who has nothing to decide: the beings all at once, if they can stay."""
    key = beings, speech
    kept = ground.waiting
    if kept is None or kept[0] != key or _stands(v, kept[1]) != kept[2]:
        cards, where = [], 0
        for number in beings:
            cards.append(_being(v, ground, number, speech))
            where |= ground.shown[_key(number, speech)][0]
        kept = ground.waiting = key, where, _stands(v, where), tuple(cards)
    found: tuple[HandCard, ...] = kept[3]
    return found + tuple([_flare(v, number) for number in v.flares[v.viewer]])


def _flare(v: View, number: int, playable: bool = False, playing: bool = False) -> HandCard:
    flare, mine = CARDS[number], v.colour_of[v.viewer]
    assert isinstance(flare, Flare)
    met = tuple([(colour, halves_met(v, flare, mine, colour)) for colour in rivals_of(v, mine)])
    return _invocable(number, met, playable, playing)


@lru_cache(1024)
def _invocable(
    number: int, met: tuple[tuple[int, int], ...], playable: bool, playing: bool
) -> HandCard:
    """A flare, by the halves that may be resolved against each enemy colour."""
    rivals = _rivals(number, met)
    return HandCard(CARDS[number].id, "flare", playing, playable, (), 0, 0, None, None, rivals)


def _rivals(number: int, met: tuple[tuple[int, int], ...]) -> tuple[Rival, ...]:
    """Each enemy colour with the halves of a flare that may be resolved against it."""
    invoke = choice_text(choice(Kind.FLARE, number))
    rivals = []
    for colour, halves in met:
        # With one enemy there is nothing to choose.
        naming = (choice_text(choice(Kind.COLOUR, colour)),) if len(met) > 1 else ()
        sent = (invoke, *naming) if halves else ()
        rivals.append(Rival(colour, bool(halves & 1), bool(halves & 2), sent))
    return tuple(rivals)


def _being(
    v: View,
    ground: Ground,
    number: int,
    speech: Speech,
    playable: bool = False,
    playing: bool = False,
    matching: bool = True,
) -> HandCard:
    key = _key(number, speech, playable, playing, matching)
    kept = ground.shown.get(key)
    if kept is None or _stands(v, kept[0]) != kept[1]:
        p = reading.in_turn(v, v.viewer)
        card, where = _looked_at(p, ground, number, playable, speech, playing, matching)
        kept = ground.shown[key] = where, _stands(p, where), card
    found: HandCard = kept[2]
    return found


def _key(
    number: int,
    speech: Speech,
    playable: bool = False,
    playing: bool = False,
    matching: bool = True,
) -> tuple[object, ...]:
    """All that a being is shown by, beside its ground."""
    return number, playable, playing, matching, speech


def _stands(p: State, where: int) -> tuple[int, ...]:
    """What stands on some squares, as a value to compare."""
    a, b, c, d = p.pieces
    return a & where, b & where, c & where, d & where, p.common & where, p.legendary & where


def _looked_at(
    p: State,
    ground: Ground,
    number: int,
    playable: bool,
    speech: Speech,
    playing: bool,
    matching: bool,
) -> tuple[HandCard, int]:
    """A being as it is shown, and the squares that it depends on beside its ground."""
    card = CARDS[number]
    kind: HandKind = "legend" if card.deck == "legends" else "being"
    if not matching:
        return HandCard(card.id, kind, playing, playable, (), 0, 0, None, None), 0
    where, fitting = ground.fits(p, number)
    if fitting:
        return HandCard(card.id, kind, playing, playable, fitting, 0, 0, None, None), where
    lacking, where = ground.fewest(number)
    if not lacking or not where:
        # Everything is there, and yet it cannot be summoned: the rules know why.
        reason = refusal_words(reading.refusal(p, BEINGS[number]), speech.language, speech.names)
        return HandCard(card.id, kind, playing, playable, (), 0, 0, None, reason), ALL
    if lacking > 1 and not _upgraded(number):
        return HandCard(card.id, kind, playing, playable, (), lacking, 0, None, None), 0
    occupied = p.common | p.heroic | p.legendary
    at, near, where = ground.nearest(number, occupied)
    upgraded = (near.missing & near.upgraded).bit_count()
    one = near_fit(number, at, near, near.missing & occupied) if lacking == 1 else None
    return HandCard(card.id, kind, playing, playable, (), lacking, upgraded, one, None), where
