"""Why a choice is refused, as a value (see ``tashkalar.refusal``).

A refusal is an answer to whoever asks, so it is worked out from what that player sees: the board,
the turn, and one's own hand. Positions that look the same to a seat give it the same answers.
"""

from __future__ import annotations

from tashkalar import arena, pattern, refusal
from tashkalar import unmet as wrong
from tashkalar.arena import squares
from tashkalar.cards import BEINGS, CARDS, Being, Flare
from tashkalar.choice import OF_CARDS, Asking, Choice, Kind
from tashkalar.refusal import Refusal
from tashkalar.rules import programs, summoning, turn
from tashkalar.rules.asked import missed
from tashkalar.rules.atoms import colour_at, me, rank_at, supply
from tashkalar.rules.forms import FORM_OF
from tashkalar.rules.machine import enemies
from tashkalar.rules.unmet import unmet
from tashkalar.state import State

# Questions that are answered by a choice of one kind, out of a short row of alternatives.
_ALTERNATIVES = {
    Kind.WAY: (Asking.WAY,),
    Kind.OPTION: (Asking.OPTION,),
    Kind.COLOUR: (Asking.COLOUR, Asking.RIVAL),
    Kind.CARD: (Asking.CARD,),
    Kind.SQUARE: (Asking.START, Asking.LIFTED, Asking.LAID),
}


def reason(p: State, choice: Choice, seat: int) -> Refusal:
    """Why a seat may not make a choice that the position does not offer it."""
    kind = choice.kind
    if p.asking == Asking.NOTHING:
        return refusal.GameOver()
    if seat != p.actor:
        return refusal.NotYours(p.actor)
    if kind in OF_CARDS:
        return _of_card(p, choice)
    if kind in (Kind.PLACE, Kind.LIFT):
        return _place(p, choice)
    if kind == Kind.SQUARE:
        return _square(p, choice.value)
    if kind in (Kind.FINISH, Kind.PASS) and p.asking == Asking.ACTION:
        return refusal.ActionsLeft(p.actions)
    if kind == Kind.PASS and p.program != programs.TURN:
        return refusal.Compulsory()
    if kind == Kind.DIRECTION and p.asking == Asking.DIRECTION:
        return wrong.NotIndicated(choice.value)
    if kind == Kind.PASS_CONTROL and not FORM_OF[p.form_number].teams:
        return refusal.NoPartner()
    return _other(p, kind)


def _other(p: State, kind: Kind) -> Refusal:
    """An alternative that is not there, or an answer to another question."""
    if p.asking in _ALTERNATIVES.get(kind, ()):
        return refusal.NotOffered(p.asking)
    return refusal.NotNow(p.asking)


def _place(p: State, choice: Choice) -> Refusal:
    square = choice.value
    if p.asking == Asking.END:
        return refusal.NoActions()
    if p.asking != Asking.ACTION:
        return refusal.NotNow(p.asking)
    short = supply(p, me(p), 1) <= 0
    if choice.kind == Kind.LIFT:
        return refusal.NotLiftable(square) if short else refusal.LiftNeedless()
    if short:
        return refusal.NoneToPlace()
    return refusal.Occupied(square, rank_at(p, 1 << square))


# --- squares, inside a summoning or an effect -----------------------------------------------------


def _square(p: State, square: int) -> Refusal:
    if p.asking == Asking.ACTION:
        return refusal.SayPlace(square)
    if p.asking == Asking.SUMMONING_SQUARE:
        return at_square(p, BEINGS[turn.in_play(p)], square)
    demand = missed(p, square) if p.program != programs.TURN else None
    return unmet(p, square, *demand) if demand else _other(p, Kind.SQUARE)


def at_square(p: State, being: Being, square: int) -> Refusal:
    """Why a being cannot be summoned on a square."""
    if not summoning.open_squares(p, being.rank) >> square & 1:
        here = rank_at(p, 1 << square)
        return refusal.Outranked(being.number, square, here, being.rank)
    if summoning.ways(p, being, 1 << square):
        return refusal.Shortage(being.number, square)
    foreign = summoning.foreign_way(p, being, square)
    if foreign:
        return _foreign(p, being, square, foreign)
    near = pattern.nearly(being, square, summoning.own(p))
    if not near.way.used:
        return refusal.OffArena(being.number, square)
    return refusal.PatternLacks(being.number, square, (near.missing, near.missing & near.upgraded))


def _foreign(p: State, being: Being, square: int, foreign: int) -> Refusal:
    """Enemy pieces complete the pattern, but may not all stand in for the player's own."""
    if foreign.bit_count() > p.borrowed + FORM_OF[p.form_number].melee:
        return refusal.TooManyForeign(being.number, square, foreign)
    first = foreign & -foreign
    return refusal.ImprovisedBefore(
        being.number, square, first.bit_length() - 1, colour_at(p, first)
    )


# --- cards ----------------------------------------------------------------------------------------


def _of_card(p: State, choice: Choice) -> Refusal:
    kind, number = choice.kind, choice.value
    card = CARDS.get(number)
    if card is None:
        return refusal.NoCard(number)
    if p.passed and kind in (Kind.SUMMON, Kind.DISCARD, Kind.FLARE):
        return refusal.Passed()
    if kind == Kind.CLAIM:
        return _claim(p, number)
    if kind == Kind.RETURN:
        asked = p.asking == Asking.RETURNED
        return refusal.NotInHand(number) if asked else refusal.NotNow(p.asking)
    if kind not in (Kind.SUMMON, Kind.DISCARD, Kind.FLARE):
        return _other(p, kind)
    # What follows looks into the hand: the player in turn is the one who asks here, since a
    # partner who was passed control, and whoever sets out starting pieces, has been answered.
    if p.asking not in (Asking.ACTION, Asking.END):
        return refusal.NotNow(p.asking)
    if kind == Kind.FLARE:
        return _flare(p, number)
    if kind == Kind.DISCARD:
        return _discard(p, number)
    if p.asking == Asking.END:
        return refusal.NoActions()
    if not isinstance(card, Being):
        return refusal.NotABeing(number)
    if number not in p.beings[p.seat] + p.legends[p.seat]:
        return refusal.NotInHand(number)
    return nowhere(p, card)


def nowhere(p: State, being: Being) -> Refusal:
    """Why a being cannot be summoned at all: where it is nearest, what is wrong there."""
    own = summoning.own(p)
    fitting = pattern.fits(being, own)
    if fitting:
        return at_square(p, being, next(squares(fitting)))
    # An enemy piece where one of the player's own is missing explains more than a bare square.
    all_near = summoning.nearest(p, being, arena.ALL.bit_count())
    near = [square for square, _ in all_near] or [*squares(arena.ALL)]
    at = next((square for square in near if summoning.foreign_way(p, being, square)), near[0])
    found = at_square(p, being, at)
    if isinstance(found, refusal.PatternLacks):
        return refusal.NoPattern(being.number, at, found.missing)
    return found


def _discard(p: State, number: int) -> Refusal:
    if not FORM_OF[p.form_number].discards:
        return refusal.NoDiscard()
    seat = p.seat
    if number not in p.beings[seat] + p.legends[seat] + p.flares[seat]:
        return refusal.NotInHand(number)
    if p.discarded:
        return refusal.Discarded()
    if number not in p.beings[seat]:
        return refusal.DiscardOwn(number)
    return refusal.NoActions()


def _flare(p: State, number: int) -> Refusal:
    flare = CARDS[number]
    if number not in p.flares[p.seat] or not isinstance(flare, Flare):
        return refusal.NotInHand(number)
    upper, lower = flare.upper_needs, flare.lower_needs
    leads = [(colour, *turn.lead(p, me(p), colour)) for colour in enemies(p)]
    rival, upgraded, pieces = min(leads, key=lambda lead: min(upper - lead[1], lower - lead[2]))
    return refusal.Behind(number, rival, max(0, upgraded), upper, max(0, pieces), lower)


def _claim(p: State, number: int) -> Refusal:
    if number not in p.tasks:
        return refusal.NotCurrent(number)
    return refusal.Unfulfilled(number) if p.asking == Asking.END else refusal.ClaimLater()
