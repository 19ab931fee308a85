"""Why a choice is refused, in words a player understands."""

from __future__ import annotations

from tashkalar import arena, pattern
from tashkalar.arena import NAMES, squares
from tashkalar.cards import BEINGS, CARDS, Being, Flare
from tashkalar.catalogue import name, text
from tashkalar.choice import FINISH, OF_CARDS, Asking, Choice, Kind
from tashkalar.effects.prose import squares as in_words
from tashkalar.position import State
from tashkalar.rules import criteria, programs, summoning, tasks, turn
from tashkalar.rules.asked import missed
from tashkalar.rules.atoms import me, rank_at, supply
from tashkalar.rules.forms import FORMS
from tashkalar.rules.machine import enemies

_RANKS = ("", "common", "heroic", "legendary")


def reason(p: State, choice: Choice) -> str:
    """One sentence about a choice that the position does not offer."""
    if p.asking == Asking.NOTHING:
        return text("refused.over")
    kind = choice.kind
    if kind in OF_CARDS and choice.value not in CARDS:
        return text("refused.no_card", number=choice.value)
    if p.passed and kind in (Kind.SUMMON, Kind.DISCARD, Kind.FLARE):
        return text("refused.passed")
    if kind in (Kind.PLACE, Kind.LIFT):
        return _place(p, choice)
    if kind == Kind.SQUARE:
        return _square(p, choice.value)
    if kind == Kind.SUMMON:
        return _summon(p, choice.value)
    if kind in (Kind.DISCARD, Kind.RETURN):
        return _discard(p, choice)
    if kind == Kind.FLARE:
        return _flare(p, choice.value)
    if kind == Kind.CLAIM:
        return _claim(p, choice.value)
    if kind == Kind.FINISH:
        if p.asking == Asking.ACTION:
            return text("refused.actions_left", n=p.actions)
        return _not_now(p)
    if kind == Kind.PASS:
        return text("refused.compulsory")
    if kind == Kind.DIRECTION and p.asking == Asking.DIRECTION:
        return text("refused.direction", direction=arena.DIRECTIONS[choice.value])
    return _not_now(p)


def _not_now(p: State) -> str:
    """The choice answers another question than the one that is asked."""
    return text("refused.not_now", asked=text(f"asking.{Asking(p.asking).name.lower()}"))


def _piece(p: State, square: int) -> str:
    return text(f"rank.{_RANKS[rank_at(p, 1 << square)]}").lower()


def _place(p: State, choice: Choice) -> str:
    square = choice.value
    if p.asking == Asking.END:
        return text("refused.no_actions")
    if p.asking != Asking.ACTION:
        return _not_now(p)
    short = supply(p, me(p), 1) <= 0
    if choice.kind == Kind.LIFT:
        if not short:
            return text("refused.lift_needless")
        return text("refused.lift", square=NAMES[square])
    if short:
        return text("refused.none_to_place")
    return text("refused.occupied", square=NAMES[square], rank=_piece(p, square))


def _square(p: State, square: int) -> str:
    if p.asking == Asking.ACTION:
        return text("refused.say_place", square=NAMES[square])
    if p.asking == Asking.SUMMONING_SQUARE:
        return at_square(p, BEINGS[turn.in_play(p)], square)
    if p.program == programs.TURN:
        return _not_now(p)
    demand = missed(p, square)
    if demand is None:
        return _not_now(p)
    return text("refused.must_be", square=NAMES[square], what=in_words(demand))


def at_square(p: State, being: Being, square: int) -> str:
    """Why a being cannot be summoned on a square."""
    shown = {"square": NAMES[square], "name": name(being.id)}
    if not summoning.open_squares(p, being.rank) >> square & 1:
        return text(
            "refused.outranked",
            rank=_piece(p, square),
            being_rank=text(f"rank.{_RANKS[being.rank]}").lower(),
            **shown,
        )
    if summoning.ways(p, being, 1 << square):
        return text("refused.shortage", **shown)
    way, missing = pattern.nearly(being, square, summoning.own(p))
    if not way.used:
        return text("refused.off_arena", **shown)
    return text("refused.pattern", missing=" ".join(NAMES[i] for i in squares(missing)), **shown)


def _summon(p: State, card: int) -> str:
    being = CARDS[card]
    seat = p.seat
    if p.asking == Asking.END:
        return text("refused.no_actions")
    if p.asking != Asking.ACTION:
        return _not_now(p)
    if not isinstance(being, Being):
        return text("refused.not_a_being", name=name(being.id))
    if card not in p.beings[seat] + p.legends[seat]:
        return text("refused.not_in_hand", name=name(being.id))
    fitting = pattern.fits(being, summoning.own(p))
    if fitting:
        return at_square(p, being, next(squares(fitting)))
    nearest = min(
        (pattern.nearly(being, square, summoning.own(p))[1] for square in squares(arena.ALL)),
        key=int.bit_count,
    )
    where = " ".join(NAMES[i] for i in squares(nearest))
    return text("refused.no_pattern", name=name(being.id), missing=where)


def _discard(p: State, choice: Choice) -> str:
    card = CARDS[choice.value]
    hand = p.beings[p.seat] + p.legends[p.seat] + p.flares[p.seat]
    if choice.value not in hand:
        return text("refused.not_in_hand", name=name(card.id))
    if choice.kind == Kind.RETURN or p.asking not in (Asking.ACTION, Asking.END):
        return _not_now(p)
    if FORMS[p.form].first:
        return text("refused.no_discard")
    if p.discarded:
        return text("refused.discarded")
    if choice.value not in p.beings[p.seat]:
        return text("refused.discard_own", name=name(card.id))
    return text("refused.no_actions")


def _flare(p: State, card: int) -> str:
    flare = CARDS[card]
    if p.asking not in (Asking.ACTION, Asking.END):
        return _not_now(p)
    if card not in p.flares[p.seat] or not isinstance(flare, Flare):
        return text("refused.not_in_hand", name=name(flare.id))
    mine = p.pieces[me(p)]
    leads = [
        (
            (p.pieces[c] & ~p.common).bit_count() - (mine & ~p.common).bit_count(),
            p.pieces[c].bit_count() - mine.bit_count(),
        )
        for c in enemies(p)
    ]
    return text(
        "refused.flare",
        upgraded=max(0, *(lead[0] for lead in leads)),
        upper=flare.upper_needs,
        pieces=max(0, *(lead[1] for lead in leads)),
        lower=flare.lower_needs,
    )


def _claim(p: State, number: int) -> str:
    task = CARDS[number]
    if number not in p.tasks:
        return text("refused.not_current", name=name(task.id))
    if p.asking != Asking.END or FINISH.code not in p.others:
        return text("refused.claim_later")
    assert not criteria.meets(p, tasks.task(number))
    return text("refused.criterion", name=name(task.id), criterion=text(f"{task.id}.criterion"))
